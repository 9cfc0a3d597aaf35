#ifndef BREWS_CSQLITE_SHIM_H
#define BREWS_CSQLITE_SHIM_H

#include <sqlite3.h>
/* Swift's Glibc leaves statfs(2) out, and statvfs(3) does not tell the file system's type. */
#include <sys/vfs.h>

/* SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import: SQLite copies the text before this returns. */
static inline int brews_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 bytes) {
    return sqlite3_bind_text64(statement, index, text, bytes, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* As above, for bytes. */
static inline int brews_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return bytes ? sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT)
                 : sqlite3_bind_zeroblob(statement, index, 0);
}

/* sqlite3_db_config is variadic. Sets an option that is on or off and gives back what it is now. */
static inline int brews_sqlite_configure(sqlite3 *connection, int option, int value, int *result) {
    return sqlite3_db_config(connection, option, value, result);
}

#endif
