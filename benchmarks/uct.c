/* The yardstick for compiled UCT: Connect Four with random games, one node a simulation.
   Usage: uct SIMULATIONS KEY EXPLORATION. Prints the visits of each first move, the rows of the tree, the seconds.
   Random numbers are hashes of KEY, the simulation and the step, so that every program grows the same tree. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "connect_four.h"
#include "measure.h"

enum { CELLS = COLUMNS * ROWS };
typedef struct { double worth, scarcity; int32_t first, width, turn, visits; } Node; /* width: 0 unopened, -1 over */

/* ln n in sums, products and quotients alone: the C library rounds in its own way, and one bit makes another tree. */
enum { TABLE = 4096 };
static const double LN2 = 0.6931471805599453;
static double logarithms[TABLE], roots[TABLE];

static void fill_tables(void) {
    for (int n = 1; n < TABLE; n++) {
        int power = 0;
        while (n >> (power + 1)) power++;
        double x = (double)n / (1 << power), s = (x - 1.0) / (x + 1.0), total = 0.0;
        for (int odd = 35; odd > 0; odd -= 2) total = total * (s * s) + 1.0 / odd;
        logarithms[n] = power * LN2 + 2.0 * s * total;
        roots[n] = sqrt(logarithms[n]);
    }
}

static double root_of_log(int64_t n) {
    if (n < TABLE) return roots[n];
    int bits = 0;
    int64_t head = n;
    while (head >= TABLE) head >>= 4, bits += 4;
    double r = (double)(n - (head << bits)) / (double)(head << bits);
    double series = r * (1.0 - r * (0.5 - r * (1.0 / 3.0 - r * (0.25 - r * (0.2 - r * (1.0 / 6.0))))));
    return sqrt(bits * LN2 + logarithms[head] + series);
}

static double random_game(State s, uint64_t key) {
    for (int step = 0;; step++) {
        int moves = count(s);
        if (moves == 0) return -1.0 * s.turn * s.won;
        s = child(s, (int)(uniform(mix(key, step)) * moves));
    }
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    int64_t simulations = atoll(argv[1]), used = 1;
    uint64_t seed = strtoull(argv[2], 0, 10);
    double exploration = atof(argv[3]);
    double begun = seconds(CLOCK_PROCESS_CPUTIME_ID);
    fill_tables();
    Node *node = calloc(simulations * COLUMNS + COLUMNS + 1, sizeof(Node));
    for (int64_t simulation = 0; simulation < simulations; simulation++) {
        uint64_t key = mix(seed, simulation);
        State s = {0, 0, 1, 0};
        int64_t path[CELLS + 1], n = 0;
        int length = 0;
        for (;;) {
            path[length] = n;
            if (node[n].width == 0) {
                int moves = count(s);
                node[n].first = (int32_t)used, node[n].width = moves ? moves : -1, node[n].turn = s.turn;
                used += moves;
            }
            int moves = node[n].width, i = 0, tried = node[n].visits - (n > 0);
            Node *kid = node + node[n].first;
            if (moves < 0) break;
            if (tried < moves) {
                int left = (int)(uniform(mix(key, length)) * (moves - tried));
                for (;; i++)
                    if (kid[i].visits == 0 && left-- == 0) break;
            } else {
                double weight = exploration * root_of_log(node[n].visits), best = -INFINITY;
                for (int k = 0; k < moves; k++) {
                    double bound = node[n].turn * kid[k].worth + weight * kid[k].scarcity;
                    if (bound > best) best = bound, i = k;
                }
            }
            s = child(s, i), n = node[n].first + i, length++;
            if (node[n].visits == 0) break;
        }
        path[length] = n;
        Node *leaf = node + n;
        leaf->scarcity = sqrt(1.0 / ++leaf->visits);
        if (leaf->visits == 1) leaf->worth = random_game(s, mix(key, length));
        for (int k = length - 1; k >= 0; k--) {
            Node *above = node + path[k];
            double share = 1.0 / ++above->visits;
            above->scarcity = sqrt(share);
            above->worth += share * (leaf->worth - above->worth);
        }
    }
    double took = seconds(CLOCK_PROCESS_CPUTIME_ID) - begun;
    for (int i = 0; i < COLUMNS; i++) printf("%d ", node[1 + i].visits);
    printf("%lld %.9f\n", (long long)used, took);
    return 0;
}
