#include "matrix_products.h"

#include <stddef.h>

#define INLINE static inline __attribute__((always_inline))
#define UNROLLED _Pragma("clang loop unroll(full)")
#define JOINED(a, b) a##b
#define SUFFIXED(name, suffix) JOINED(name, suffix)

/* A product, row by row; see the header. */
struct product {
    long rows, columns, depth;
    float alpha, beta;
    const float *a, *b;
    float *c;
    long stride_a, stride_b, stride_c;
};

/* Of a tile: what a piece of sound of 0.21 s has at a frame for each 30 ms. */
enum { ROWS = 7 };

#if defined(__x86_64__)

/* 32 registers: 28 sums, four weights; the inputs are read by the instruction that multiplies. */
#define NAME(x) SUFFIXED(x, _16)
#define TARGET __attribute__((target("avx512f,fma")))
#define LANES 16
#define COLUMNS 4
#include "kernel.h"
#undef NAME
#undef TARGET
#undef LANES
#undef COLUMNS

/* 16 registers: 14 sums, two weights. */
#define NAME(x) SUFFIXED(x, _8)
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#define COLUMNS 2
#include "kernel.h"

static int widest(void) {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("fma")) return 16;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 8 : 0;
}

static bool multiply(int lanes, struct product p) {
    if (lanes > widest()) return false;
    switch (lanes) {
    case 16: multiply_16(p); return true;
    case 8: multiply_8(p); return true;
    default: return false;
    }
}

#elif defined(__aarch64__)

/* 32 registers: 21 sums, three weights, inputs. */
#define NAME(x) SUFFIXED(x, _4)
#define TARGET
#define LANES 4
#define COLUMNS 3
#include "kernel.h"

static int widest(void) { return 4; }

static bool multiply(int lanes, struct product p) {
    if (lanes != 4) return false;
    multiply_4(p);
    return true;
}

#else

static int widest(void) { return 0; }

static bool multiply(int lanes, struct product p) { return false; }

#endif

static brews_sgemm_function otherwise = NULL;

bool brews_sgemm_is_supported(void) { return widest() > 0; }

void brews_sgemm_pass_on_to(brews_sgemm_function library) { otherwise = library; }

bool brews_sgemm_with_lanes(
    int lanes, int rows, int columns, int depth, float alpha, const float *a, int stride_a, const float *b, int stride_b,
    float beta, float *c, int stride_c) {
    return multiply(lanes, (struct product){rows, columns, depth, alpha, beta, a, b, c, stride_a, stride_b, stride_c});
}

void brews_sgemm(
    int order, int transpose_a, int transpose_b, int rows, int columns, int depth, float alpha, const float *a, int stride_a,
    const float *b, int stride_b, float beta, float *c, int stride_c) {
    enum { ROW_BY_ROW = 101, AS_IT_IS = 111, TRANSPOSED = 112 };
    if (order == ROW_BY_ROW && transpose_a == AS_IT_IS && transpose_b == TRANSPOSED
        && brews_sgemm_with_lanes(widest(), rows, columns, depth, alpha, a, stride_a, b, stride_b, beta, c, stride_c)) {
        return;
    }
    otherwise(order, transpose_a, transpose_b, rows, columns, depth, alpha, a, stride_a, b, stride_b, beta, c, stride_c);
}
