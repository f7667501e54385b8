/* The yardstick for compiled bounded alpha-beta: Algorithm 1 of Atzmon, Stern, Saffidine 2018 on random trees without
   chance, nodes counted. Usage: bounded BRANCHING DEPTH EPSILON REPEATS KEY...; built with -DBRANCHING=4 it knows b
   beforehand. Prints the sums of L and of U over the trees with these keys, the nodes of one search of all of them,
   seconds of the fastest. Utilities are SplitMix64 of key and leaf, so that every program searches the same trees. */
#include <stdio.h>
#include <stdlib.h>

#include "measure.h"

#ifdef BRANCHING
enum { branching = BRANCHING };
#else
static int branching;
#endif
static int height;
static uint64_t key;
static int64_t internal, leaves;
static const double low = 0, high = 100;

typedef struct { double L, U; } Bounds;

static double utility(int64_t leaf) {
    return high * uniform(mix(key, (uint64_t)leaf));
}

static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

static Bounds search(int ply, int64_t index, double epsilon, double alpha, double beta) {
    if (ply == height) {
        double value = utility(index);
        leaves++;
        return (Bounds){value, value};
    }
    internal++;
    double L = low, U = high, best_L = high, best_U = low;
    for (int i = 0; i < branching; i++) {
        Bounds c = search(ply + 1, index * branching + i, epsilon, alpha, beta);
        if (ply & 1) {
            best_L = smaller(best_L, c.L);
            U = smaller(U, c.U);
        } else {
            best_U = larger(best_U, c.U);
            L = larger(L, c.L);
        }
        alpha = larger(L, alpha);
        beta = smaller(U, beta);
        if (beta <= alpha + epsilon && i < branching - 1) return (Bounds){L, U};
    }
    if (ply & 1) L = best_L;
    else U = best_U;
    return (Bounds){L, U};
}

int main(int argc, char **argv) {
    if (argc < 6) return 2;
#ifdef BRANCHING
    if (atoi(argv[1]) != branching) return 2;
#else
    branching = atoi(argv[1]);
#endif
    height = atoi(argv[2]);
    double epsilon = atof(argv[3]), fastest = 1e9, L = 0, U = 0;
    int repeats = atoi(argv[4]);
    for (int r = 0; r < repeats; r++) {
        internal = leaves = 0;
        L = U = 0;
        double begun = seconds(CLOCK_PROCESS_CPUTIME_ID);
        for (int i = 5; i < argc; i++) {
            key = strtoull(argv[i], 0, 10);
            Bounds found = search(0, 0, epsilon, low, high);
            L += found.L;
            U += found.U;
        }
        double took = seconds(CLOCK_PROCESS_CPUTIME_ID) - begun;
        if (took < fastest) fastest = took;
    }
    printf("%.17g %.17g %lld %.9f\n", L, U, (long long)(internal + leaves), fastest);
    return 0;
}
