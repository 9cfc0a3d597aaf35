#ifndef BREWS_CCRYPTO_SHIM_H
#define BREWS_CCRYPTO_SHIM_H

#include <openssl/evp.h>
#include <openssl/rand.h>

#endif
