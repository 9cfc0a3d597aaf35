#ifndef BREWS_CCURL_SHIM_H
#define BREWS_CCURL_SHIM_H

/* libcurl's type checks are macros over its variadic functions, and we call those through pointers. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

/* libcurl is opened at run time by the one command that downloads, so that no other part of Brews is even linked with a
   network library. Its settings are set by a variadic function, which Swift cannot call; these call it through the pointer
   that the loader gave, with one type each. */
typedef CURLcode (*brews_curl_variadic)(CURL *, int, ...);

static inline CURLcode brews_curl_set_long(void *function, CURL *handle, CURLoption option, long value) {
    return ((brews_curl_variadic)function)(handle, option, value);
}

static inline CURLcode brews_curl_set_pointer(void *function, CURL *handle, CURLoption option, void *value) {
    return ((brews_curl_variadic)function)(handle, option, value);
}

static inline CURLcode brews_curl_set_text(void *function, CURL *handle, CURLoption option, const char *value) {
    return ((brews_curl_variadic)function)(handle, option, value);
}

typedef size_t (*brews_curl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode brews_curl_set_receiver(void *function, CURL *handle, CURLoption option, brews_curl_receiver value) {
    return ((brews_curl_variadic)function)(handle, option, value);
}

typedef int (*brews_curl_watcher)(void *context, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

static inline CURLcode brews_curl_set_watcher(void *function, CURL *handle, brews_curl_watcher value) {
    return ((brews_curl_variadic)function)(handle, CURLOPT_XFERINFOFUNCTION, value);
}

#endif
