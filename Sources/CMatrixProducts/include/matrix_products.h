#ifndef BREWS_MATRIX_PRODUCTS_H
#define BREWS_MATRIX_PRODUCTS_H

#include <stdbool.h>

/*
 * Products of few rows with a matrix of weights, which is what a network that listens computes: a piece of sound is seven
 * rows or so, its weights are read once for it. A general library first copies ("packs") the weights into an order of its
 * own, which for so few rows takes longer than the product. Here they are read where they lie.
 */

/* As cblas_sgemm of CBLAS (Basic Linear Algebra Subprograms Technical Forum Standard, 2001, appendix B); its enumerations are int. */
typedef void (*brews_sgemm_function)(
    int order, int transpose_a, int transpose_b, int rows, int columns, int depth, float alpha, const float *a, int stride_a,
    const float *b, int stride_b, float beta, float *c, int stride_c);

/* Whether there are instructions for this on the processor: AVX-512F, AVX2 with FMA, or NEON of 64 bits. */
bool brews_sgemm_is_supported(void);

/* What computes the products that `brews_sgemm` passes on. To be called once, before the first product; not NULL. */
void brews_sgemm_pass_on_to(brews_sgemm_function library);

/*
 * c = alpha · a · bᵀ + beta · c, row by row (order 101, a as it is: 111, b transposed: 112), on the calling thread; anything
 * else is passed on. a: rows × depth, b: columns × depth, c: rows × columns; a stride is the distance of two rows in numbers.
 * c is not read where beta is 0. Safe on any threads at once. Rounds otherwise than another order of adding up does.
 */
void brews_sgemm(
    int order, int transpose_a, int transpose_b, int rows, int columns, int depth, float alpha, const float *a, int stride_a,
    const float *b, int stride_b, float beta, float *c, int stride_c);

/* The same with narrower instructions than the processor has; for tests. lanes: 16, 8 or 4 numbers at once. False: it has not so many, or no kernel for so few. */
bool brews_sgemm_with_lanes(
    int lanes, int rows, int columns, int depth, float alpha, const float *a, int stride_a, const float *b, int stride_b,
    float beta, float *c, int stride_c);

#endif
