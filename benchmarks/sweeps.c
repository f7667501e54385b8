/* The same sweeps by hand: every node gathers what its children have, rows of 32 bytes or one double, and keeps the
   largest where Max moves, the smallest where Min does. Rows are two 16-byte vectors, asked for 64 edges ahead. */

#include <stdint.h>

#define AHEAD 64 /* edges */
#define NEAR 16  /* nodes */

typedef uint8_t half __attribute__((vector_size(16)));

static inline half larger(half a, half b)
{
    half mask = (half)(a > b);
    return (a & mask) | (b & ~mask);
}

static inline half smaller(half a, half b)
{
    half mask = (half)(a < b);
    return (a & mask) | (b & ~mask);
}

void rows(const int64_t *first, const int32_t *child, const int8_t *mover, const half *old, half *new, int64_t edges,
          int64_t begin, int64_t end)
{
    for (int64_t n = begin; n < end; n++) {
        int64_t e = first[n], stop = first[n + 1], from = e < stop ? child[e] : n;
        half left = old[2 * from], right = old[2 * from + 1];
        if (mover[n] > 0)
            for (; e < stop; e++) {
                int64_t c = child[e], next = child[e + AHEAD < edges ? e + AHEAD : edges - 1];
                __builtin_prefetch(&old[2 * next]);
                left = larger(left, old[2 * c]);
                right = larger(right, old[2 * c + 1]);
            }
        else
            for (; e < stop; e++) {
                int64_t c = child[e], next = child[e + AHEAD < edges ? e + AHEAD : edges - 1];
                __builtin_prefetch(&old[2 * next]);
                left = smaller(left, old[2 * c]);
                right = smaller(right, old[2 * c + 1]);
            }
        new[2 * n] = left;
        new[2 * n + 1] = right;
    }
}

/* Doubles are so short that looking up which one is next takes longer than waiting; those beside are asked for. */
void values(const int64_t *first, const int32_t *child, const int8_t *mover, const double *old, double *new,
            int64_t edges, int64_t begin, int64_t end)
{
    for (int64_t n = begin; n < end; n++) {
        int64_t e = first[n], stop = first[n + 1];
        double best = old[e < stop ? child[e] : n], me = mover[n];
        best *= me;
        for (; e < stop; e++) {
            const double *place = &old[child[e]];
            __builtin_prefetch(place + NEAR);
            double value = me * *place;
            best = value > best ? value : best;
        }
        new[n] = me * best;
    }
}
