/* Decision errors of the synthetic models of [Nau2010] section 5, reading "bucketed", all granularities in one pass: the
   same trees and numbers as models/granular_search.py. Reads cells from standard input, a line each:

       key trees b height similar sigma turns sorted clipped granularities, and g and shift of each granularity

   and prints for each cell the sums of the deep and of the shallow search's errors, then the seconds it took. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

#define LAYERS 128
#define RIGHT 3.442619855899
#define MOST 64 /* granularities, and levels and moves of the root */
#define LIMIT 3.0

static double edges[LAYERS + 1], inside[LAYERS];

static void make_tables(void) {
    double density = exp(-0.5 * RIGHT * RIGHT);
    double area = RIGHT * density + sqrt(0.5 * M_PI) * erfc(RIGHT / sqrt(2.0));
    edges[0] = area / density;
    edges[1] = RIGHT;
    for (int i = 2; i < LAYERS; i++)
        edges[i] = sqrt(-2.0 * log(area / edges[i - 1] + exp(-0.5 * edges[i - 1] * edges[i - 1])));
    edges[LAYERS] = 0.0;
    for (int i = 0; i < LAYERS; i++) inside[i] = edges[i + 1] / edges[i];
}

static double beyond(uint64_t key) {
    for (uint64_t word = 0;; word += 2) {
        double x = -log(1.0 - uniform(mix(key, word))) / RIGHT, y = -log(1.0 - uniform(mix(key, word + 1)));
        if (2.0 * y > x * x) return RIGHT + x;
    }
}

static double gauss(uint64_t key) {
    uint64_t drawn = key;
    for (uint64_t word = 0;; word += 2) {
        int layer = (int)(drawn & (LAYERS - 1));
        double side = 2.0 * uniform(drawn) - 1.0, x = side * edges[layer];
        if (fabs(side) < inside[layer]) return x;
        uint64_t other = mix(key, word);
        if (layer == 0) return side > 0.0 ? beyond(other) : -beyond(other);
        double below = exp(-0.5 * edges[layer] * edges[layer]), above = exp(-0.5 * edges[layer + 1] * edges[layer + 1]);
        if (below + uniform(other) * (above - below) < exp(-0.5 * x * x)) return x;
        drawn = mix(key, word + 1);
    }
}

static void top_down(uint64_t key, int b, int height, long n, float *values) {
    uint64_t own = mix(key, 5);
    long width = 1, number = 1;
    float low = 0, high = 0;
    values[0] = 0;
    for (int ply = 0; ply < height; ply++, number += width) {
        low = INFINITY, high = -INFINITY;
        for (long i = width - 1; i >= 0; i--) {
            float above = values[i];
            for (long c = i * b + b - 1; c >= i * b; c--) {
                uint64_t at = mix(own, number + c);
                double x = gauss(at);
                while (fabs(x) > LIMIT) x = gauss(at = mix(at, 6));
                float value = above + (float)x;
                low = value < low ? value : low, high = value > high ? value : high;
                values[c] = value;
            }
        }
        width *= b;
    }
    for (long i = 0; i < n; i++) values[i] = (values[i] - low) / (high - low);
}

static void sorted_leaves(uint64_t key, long n, float *values) {
    uint64_t own = mix(key, 5);
    double total = 0;
    for (long i = 0; i < n; i++) values[i] = (float)(total -= log(1.0 - uniform(mix(own, i))));
    total -= log(1.0 - uniform(mix(own, n)));
    for (long i = 0; i < n; i++) values[i] = (float)(values[i] / total);
}

static int taken(double chance, double extreme, double similar) {
    if (similar >= 1.0) return 1;
    if (similar <= 0.0) return 0;
    return similar * log(chance) < (1.0 - similar) * log(extreme > 1e-30 ? extreme : 1e-30);
}

static void draw_leaves(uint64_t key, int b, int height, long n, double similar, int is_sorted, float *leaves) {
    uint64_t fresh = mix(key, 3), side = mix(key, 4);
    if (similar > 0.0 && is_sorted) sorted_leaves(key, n, leaves);
    if (similar > 0.0 && !is_sorted) top_down(key, b, height, n, leaves);
    for (long i = 0; i < n; i++) {
        double chance = uniform(mix(side, i));
        int keep = is_sorted ? taken(1.0 - chance, fabs(2.0 * leaves[i] - 1.0), similar) : chance < similar;
        if (!keep) leaves[i] = (float)uniform(mix(fresh, i));
    }
}

static int down(float x) { int whole = (int)x; return whole - (x < (float)whole); }

/* The largest or smallest heuristic bucket of sisters, at every granularity. */
static void see(const float *u, const float *z, int b, int is_max, int n, const float *g, const float *shift,
                const float *top, int *row) {
    for (int c = 0; c < b; c++) {
        float utility = u[c], noise = z[c];
        for (int k = 0; k < n; k++) {
            float place = utility * g[k] - shift[k];
            place = place < top[k] ? place : top[k];
            int value = (int)place + down(0.5f + noise * g[k]);
            int kept = c == 0 ? value : row[k];
            row[k] = is_max ? (value > kept ? value : kept) : (value < kept ? value : kept);
        }
    }
}

static float best(const float *u, int b, int is_max) {
    float value = u[0];
    for (int c = 1; c < b; c++) value = (u[c] > value) == is_max ? u[c] : value;
    return value;
}

/* Utility and deep values of a node, its children first. */
static float search(const float *leaves, const float *noises, int b, int level, int height, int turns, long start,
                    long width, int n, const float *g, const float *shift, const float *top, int *row) {
    int is_max = !turns || level % 2 == 0;
    if (level == height - 1) {
        see(leaves + start, noises + start, b, is_max, n, g, shift, top, row);
        return best(leaves + start, b, is_max);
    }
    float utility = 0;
    int below[MOST];
    for (int c = 0; c < b; c++) {
        float value = search(leaves, noises, b, level + 1, height, turns, start + c * width, width / b, n, g, shift, top,
                             c == 0 ? row : below);
        utility = c == 0 || (value > utility) == is_max ? value : utility;
        for (int k = 0; c > 0 && k < n; k++)
            row[k] = is_max ? (below[k] > row[k] ? below[k] : row[k]) : (below[k] < row[k] ? below[k] : row[k]);
    }
    return utility;
}

static double decision_error(const float *truth, int rows[MOST][MOST], int b, int k, float g, float shift, int clipped) {
    int top = (int)g - 1, highest = 0, said = 0, tied = 0, right = 0;
    for (int m = 0; m < b; m++) {
        int bucket = down(truth[m] * g - shift);
        bucket = bucket < 0 ? 0 : bucket > top ? top : bucket;
        highest = bucket > highest ? bucket : highest;
    }
    for (int m = 0; m < b; m++) {
        int value = rows[m][k], bucket = down(truth[m] * g - shift);
        bucket = bucket < 0 ? 0 : bucket > top ? top : bucket;
        if (clipped) value = value < 0 ? 0 : value > top ? top : value;
        if (m == 0 || value > said) said = value, tied = 1, right = bucket == highest;
        else if (value == said) tied++, right += bucket == highest;
    }
    return 1.0 - (double)right / (double)tied;
}

int main(void) {
    unsigned long long key;
    int trees, b, height, turns, is_sorted, clipped, n;
    double similar, sigma, took = 0;
    make_tables();
    while (scanf("%llu %d %d %d %lf %lf %d %d %d %d", &key, &trees, &b, &height, &similar, &sigma, &turns, &is_sorted,
                 &clipped, &n) == 10) {
        float g[MOST], shift[MOST], top[MOST], truth[MOST], *leaves, *noises, inner;
        int deep[MOST][MOST], near[MOST][MOST];
        for (int k = 0; k < n; k++) {
            if (scanf("%f %f", &g[k], &shift[k]) != 2) return 1;
            top[k] = g[k] - 1;
        }
        double began = seconds(CLOCK_MONOTONIC);
        long count = 1, width;
        for (int ply = 0; ply < height; ply++) count *= b;
        width = count / b;
        leaves = malloc(count * sizeof *leaves), noises = malloc(count * sizeof *noises);
        double sums[2] = {0, 0};
        for (int tree = 0; tree < trees; tree++) {
            uint64_t own = mix(key, tree), noise = mix(own, 1);
            draw_leaves(own, b, height, count, similar, is_sorted, leaves);
            for (long i = 0; i < count; i++) noises[i] = (float)(sigma * gauss(mix(noise, (count - 1) / (b - 1) + i)));
            for (int m = 0; m < b; m++) {
                truth[m] = search(leaves, noises, b, 1, height, turns, m * width, width / b, n, g, shift, top, deep[m]);
                inner = (float)(sigma * gauss(mix(noise, 1 + m)));
                see(&truth[m], &inner, 1, 1, n, g, shift, top, near[m]);
            }
            for (int k = 0; k < n; k++) {
                sums[0] += decision_error(truth, deep, b, k, g[k], shift[k], clipped);
                sums[1] += decision_error(truth, near, b, k, g[k], shift[k], clipped);
            }
        }
        free(leaves), free(noises);
        took += seconds(CLOCK_MONOTONIC) - began;
        printf("%.17g %.17g\n", sums[0], sums[1]);
    }
    printf("%.6f\n", took);
    return 0;
}
