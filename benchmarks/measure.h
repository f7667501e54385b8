/* What every yardstick needs: SplitMix64 of a key and a word, as our searches have it, and the seconds so far. */
#include <stdint.h>
#include <time.h>

static inline uint64_t mix(uint64_t key, uint64_t word) {
    uint64_t z = key + (word + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline double uniform(uint64_t key) { return (double)(key >> 11) * 0x1p-53; }

static inline double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
