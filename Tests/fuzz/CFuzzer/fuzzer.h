// The one function of libFuzzer that brews-fuzz calls (compiler-rt/lib/fuzzer/FuzzerDriver.cpp). It is there only in a
// build with -sanitize=fuzzer, which brings the library.

#pragma once
#include <stddef.h>
#include <stdint.h>

typedef int (*fuzzer_callback)(const uint8_t *bytes, size_t count);

// Reads libFuzzer's options from the arguments and runs the callback until they are fulfilled. Returns the exit status.
int LLVMFuzzerRunDriver(int *argument_count, char ***arguments, fuzzer_callback callback);
