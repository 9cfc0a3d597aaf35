// Functions that Debian 13's Swift runtime takes from glibc 2.38 and that Debian 12's glibc 2.36 does not have.
// Compiled into the Swift SDK by scripts/lib/swift-sdk.bash; no program for Debian 13 needs it.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The names that C23's number syntax (0b…) has in glibc 2.38; the older functions read all else equally.
long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }
long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }
unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) { return strtoull(text, end, base); }

int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = vsscanf(text, format, arguments);
  va_end(arguments);
  return count;
}

size_t strlcpy(char *to, const char *from, size_t size) {
  size_t length = strlen(from);
  if (size > 0) {
    size_t copied = length < size ? length : size - 1;
    memcpy(to, from, copied);
    to[copied] = 0;
  }
  return length;
}

size_t strlcat(char *to, const char *from, size_t size) {
  size_t held = strnlen(to, size);
  return held == size ? size + strlen(from) : held + strlcpy(to + held, from, size - held);
}
