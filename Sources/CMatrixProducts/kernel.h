/*
 * The product for one set of instructions; included once for each, with
 *   NAME(x)  a name of its own         TARGET  the compiler's attribute for the instructions
 *   LANES    numbers in a register     COLUMNS of the result, computed at once
 * A tile is up to ROWS × COLUMNS numbers of the result, each with a register that sums LANES products at a time, so that
 * every number of both matrices that is read serves a whole row or column of the tile.
 */

typedef float NAME(lanes) __attribute__((vector_size(LANES * sizeof(float))));
typedef float NAME(unaligned_lanes) __attribute__((vector_size(LANES * sizeof(float)), aligned(sizeof(float)), may_alias));

/* The sums of the registers of one row of a tile. */
INLINE TARGET void NAME(add_up)(const NAME(lanes) * parts, int columns, float *sums) {
#if LANES == 16
    if (columns == 4) {
        /* Four at once: halves of two registers side by side are added, then quarters, then within the quarters. */
        NAME(lanes) ab = __builtin_shufflevector(parts[0], parts[1], 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)
            + __builtin_shufflevector(parts[0], parts[1], 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
        NAME(lanes) cd = __builtin_shufflevector(parts[2], parts[3], 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)
            + __builtin_shufflevector(parts[2], parts[3], 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
        NAME(lanes) all = __builtin_shufflevector(ab, cd, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27)
            + __builtin_shufflevector(ab, cd, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
        all += __builtin_shufflevector(all, all, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
        all += __builtin_shufflevector(all, all, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
        for (int column = 0; column < 4; column++) sums[column] = all[4 * column];
        return;
    }
#endif
    UNROLLED
    for (int column = 0; column < columns; column++) {
        NAME(lanes) part = parts[column];
        UNROLLED
        for (int half = LANES / 2; half > 0; half /= 2) {
            UNROLLED
            for (int lane = 0; lane < half; lane++) part[lane] += part[lane + half];
        }
        sums[column] = part[0];
    }
}

/* A tile. rows and columns are known where this is inlined, so all of its loops but the one over the depth are unrolled. */
INLINE TARGET void NAME(tile)(int rows, int columns, struct product p) {
    NAME(lanes) sums[ROWS][COLUMNS];
    UNROLLED
    for (int row = 0; row < rows; row++) {
        UNROLLED
        for (int column = 0; column < columns; column++) sums[row][column] = (NAME(lanes)){0};
    }
    long place = 0;
    for (; place + LANES <= p.depth; place += LANES) {
        NAME(lanes) weights[COLUMNS];
        UNROLLED
        for (int column = 0; column < columns; column++) {
            const float *lying = p.b + column * p.stride_b + place;
            weights[column] = *(const NAME(unaligned_lanes) *)lying;
            /* The weights are too many to stay near the processor, and the next tile's lie behind this one's. */
            __builtin_prefetch(lying + columns * p.stride_b);
        }
        UNROLLED
        for (int row = 0; row < rows; row++) {
            NAME(lanes) inputs = *(const NAME(unaligned_lanes) *)(p.a + row * p.stride_a + place);
            UNROLLED
            for (int column = 0; column < columns; column++) sums[row][column] += inputs * weights[column];
        }
    }
    UNROLLED
    for (int row = 0; row < rows; row++) {
        float total[COLUMNS];
        NAME(add_up)(sums[row], columns, total);
        UNROLLED
        for (int column = 0; column < columns; column++) {
            for (long rest = place; rest < p.depth; rest++) {
                total[column] += p.a[row * p.stride_a + rest] * p.b[column * p.stride_b + rest];
            }
            float *result = p.c + row * p.stride_c + column;
            *result = p.beta == 0 ? p.alpha * total[column] : p.alpha * total[column] + p.beta * *result;
        }
    }
}

/* One or COLUMNS columns of the result, up to ROWS rows. */
static TARGET void NAME(tile_of)(int rows, int columns, struct product p) {
    bool is_narrow = columns == 1;
    switch (rows) {
    case 1: is_narrow ? NAME(tile)(1, 1, p) : NAME(tile)(1, COLUMNS, p); break;
    case 2: is_narrow ? NAME(tile)(2, 1, p) : NAME(tile)(2, COLUMNS, p); break;
    case 3: is_narrow ? NAME(tile)(3, 1, p) : NAME(tile)(3, COLUMNS, p); break;
    case 4: is_narrow ? NAME(tile)(4, 1, p) : NAME(tile)(4, COLUMNS, p); break;
    case 5: is_narrow ? NAME(tile)(5, 1, p) : NAME(tile)(5, COLUMNS, p); break;
    case 6: is_narrow ? NAME(tile)(6, 1, p) : NAME(tile)(6, COLUMNS, p); break;
    default: is_narrow ? NAME(tile)(ROWS, 1, p) : NAME(tile)(ROWS, COLUMNS, p); break;
    }
}

static TARGET void NAME(multiply)(struct product p) {
    for (long row = 0; row < p.rows; row += ROWS) {
        int rows = p.rows - row < ROWS ? (int)(p.rows - row) : ROWS;
        for (long column = 0; column < p.columns;) {
            int columns = p.columns - column < COLUMNS ? 1 : COLUMNS;
            struct product part = p;
            part.a += row * p.stride_a;
            part.b += column * p.stride_b;
            part.c += row * p.stride_c + column;
            NAME(tile_of)(rows, columns, part);
            column += columns;
        }
    }
}
