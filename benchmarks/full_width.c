/* The yardstick for compiled full-width search: minimax over a whole board-splitting tree, nodes counted.
   Usage: full_width BRANCHING HEIGHT SEED REPEATS; built with -DBRANCHING=2 it knows b beforehand. Prints the root's
   value, the nodes of one search, seconds of the fastest. The squares come from SplitMix64 of SEED, so that every
   program searches the same board. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "measure.h"

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
    for (int64_t i = 0; i < leaves; i++) board[i] = mix(seed, (uint64_t)i) & 1;
    square = board;
    double fastest = 1e9;
    for (int r = 0; r < repeats; r++) {
        internal = terminal = 0;
        double begun = seconds(CLOCK_PROCESS_CPUTIME_ID);
        value = search(0, 0);
        double took = seconds(CLOCK_PROCESS_CPUTIME_ID) - begun;
        if (took < fastest) fastest = took;
    }
    printf("%g %lld %.9f\n", value, (long long)(internal + terminal), fastest);
    return 0;
}
