/* The yardstick for compiled full-width search: minimax over a whole board-splitting tree, nodes counted.
   Usage: full_width BRANCHING HEIGHT SEED REPEATS; built with -DBRANCHING=2 it knows b beforehand. Prints the root's
   value, the nodes of one search, seconds of the fastest. The squares come from SplitMix64 of SEED, so that every
   program searches the same board. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const uint8_t *square;
#ifdef BRANCHING
enum { branching = BRANCHING };
#else
static int branching;
#endif
static int height;
static int64_t internal, terminal;

static double search(int ply, int64_t index) {
    double me = ply & 1 ? -1 : 1;
    if (ply == height) {
        double last = height & 1 ? 1 : -1;
        terminal++;
        return me * (square[index] ? last : -last);
    }
    internal++;
    double best = -INFINITY;
    for (int i = 0; i < branching; i++) {
        double value = -search(ply + 1, index * branching + i);
        if (value > best) best = value;
    }
    return best;
}

static uint64_t splitmix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
#ifdef BRANCHING
    if (atoi(argv[1]) != branching) return 2;
#else
    branching = atoi(argv[1]);
#endif
    height = atoi(argv[2]);
    uint64_t seed = strtoull(argv[3], 0, 10);
    int repeats = atoi(argv[4]);
    double value = 0;
    int64_t leaves = 1;
    for (int i = 0; i < height; i++) leaves *= branching;
    uint8_t *board = malloc(leaves);
    for (int64_t i = 0; i < leaves; i++) board[i] = splitmix(seed + (uint64_t)(i + 1) * 0x9E3779B97F4A7C15u) & 1;
    square = board;
    double fastest = 1e9;
    for (int r = 0; r < repeats; r++) {
        struct timespec a, b;
        internal = terminal = 0;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
        value = search(0, 0);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
        double s = (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec);
        if (s < fastest) fastest = s;
    }
    printf("%g %lld %.9f\n", value, (long long)(internal + terminal), fastest);
    return 0;
}
