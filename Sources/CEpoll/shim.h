#ifndef BREWS_CEPOLL_SHIM_H
#define BREWS_CEPOLL_SHIM_H

/* Parts of the C library that Swift's Glibc module leaves out. */
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
extern int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);

#endif
