/* A net in whole numbers, 84-64-64-3, on positions of Connect Four: the same sums as `overthink/evaluate/net.py`.
   net FILE: the file has the count of positions, the tables of the net, and the positions. Prints the sum of all
   values, and the seconds of the second of two rounds. */
#include <stdio.h>
#include <stdlib.h>

#include "measure.h"

enum { INPUTS = 84, FIRST = 64, SECOND = 64, LAST = 3, BITS = 56, WORDS = 2, ODDS = 4096, TOP = 255 };

static int16_t weights[INPUTS * FIRST + FIRST * SECOND + SECOND * LAST];
static int32_t numbers[2 * (FIRST + SECOND + LAST) + 1];
static double odds[ODDS];
static int64_t places[2 * WORDS * BITS];

static void add_up(const int16_t *w, const int16_t *active, int before, const int32_t *biases, int after, int32_t *sums) {
  for (int k = 0; k < after; k++) {
    int32_t total = biases[k];
    for (int j = 0; j < before; j++) total += (int32_t)w[k * before + j] * active[j];
    sums[k] = total;
  }
}

static void activate(const int32_t *sums, const int32_t *shifts, int after, int16_t *active) {
  for (int k = 0; k < after; k++) {
    int32_t x = sums[k] >> shifts[k];
    active[k] = x < 0 ? 0 : x > TOP ? TOP : x;
  }
}

static double exponential(int64_t below) {
  below >>= numbers[2 * (FIRST + SECOND + LAST)];
  return odds[below < ODDS - 1 ? below : ODDS - 1];
}

static double value(const int64_t *state) {
  int32_t sums[512];
  int16_t active[512];
  for (int k = 0; k < FIRST; k++) sums[k] = numbers[k];
  const int64_t *half = places + (state[2] > 0 ? 0 : WORDS * BITS);
  for (int word = 0; word < WORDS; word++)
    for (int64_t bits = state[word]; bits; bits &= bits - 1) {
      const int16_t *row = weights + half[word * BITS + __builtin_ctzll(bits)] * FIRST;
      for (int k = 0; k < FIRST; k++) sums[k] += row[k];
    }
  activate(sums, numbers + FIRST, FIRST, active);
  const int16_t *w = weights + INPUTS * FIRST;
  const int32_t *b = numbers + 2 * FIRST;
  add_up(w, active, FIRST, b, SECOND, sums);
  activate(sums, b + SECOND, SECOND, active);
  add_up(w + FIRST * SECOND, active, SECOND, b + 2 * SECOND, LAST, sums);
  int64_t top = sums[0] > sums[1] ? sums[0] : sums[1];
  if (sums[2] > top) top = sums[2];
  double won = exponential(top - sums[0]), even = exponential(top - sums[1]), lost = exponential(top - sums[2]);
  return state[2] * (won - lost) / (won + even + lost);
}

static void fill(void *to, size_t size, FILE *file) {
  if (fread(to, 1, size, file) != size) exit(1);
}

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (!file) return 1;
  int64_t count;
  fill(&count, sizeof count, file);
  fill(weights, sizeof weights, file);
  fill(numbers, sizeof numbers, file);
  fill(odds, sizeof odds, file);
  fill(places, sizeof places, file);
  int64_t *states = malloc(count * 4 * sizeof *states);
  double *values = malloc(count * sizeof *values), took = 0, sum = 0;
  fill(states, count * 4 * sizeof *states, file);
  for (int round = 0; round < 2; round++) {
    double begun = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (int64_t n = 0; n < count; n++) values[n] = value(states + 4 * n);
    took = seconds(CLOCK_PROCESS_CPUTIME_ID) - begun;
  }
  for (int64_t n = 0; n < count; n++) sum += values[n];
  printf("%.17g %.9f\n", sum, took);
  return 0;
}
