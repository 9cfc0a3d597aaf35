#ifndef BREWS_CMICROHTTPD_SHIM_H
#define BREWS_CMICROHTTPD_SHIM_H

#include <microhttpd.h>
/* Parts of the C library that Swift's Glibc module leaves out. */
#include <sys/epoll.h>
#include <sys/eventfd.h>
extern int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);

/* MHD_start_daemon is variadic, which Swift cannot call: this is the one call of it that Brews makes. The daemon has no listening socket of its own
   (connections are handed to it with MHD_add_connection), one thread that polls, and connections that may rest until there is something to send. */
static inline struct MHD_Daemon *brews_mhd_start(
    void *context, MHD_AccessHandlerCallback handler, void *(*request_begins)(void *, const char *, struct MHD_Connection *),
    MHD_RequestCompletedCallback request_ends, MHD_NotifyConnectionCallback connection_changes,
    size_t (*unescape)(void *, struct MHD_Connection *, char *), unsigned int connections, unsigned int idle_seconds, size_t connection_bytes) {
    return MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handler, context,
        MHD_OPTION_URI_LOG_CALLBACK, request_begins, context, MHD_OPTION_NOTIFY_COMPLETED, request_ends, context, MHD_OPTION_NOTIFY_CONNECTION,
        connection_changes, context, MHD_OPTION_UNESCAPE_CALLBACK, unescape, context, MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_bytes, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_END);
}

#endif
