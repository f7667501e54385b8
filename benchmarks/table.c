/* The yardstick for compiled alpha-beta with a table: Connect Four, deepened ply by ply from the start.
   Usage: table DEPTH PLACES. Prints the value, the internal, frontier and terminal nodes of all depths, the seconds.
   Hashes, table, history and the order of moves are those of our search, so that both see the same nodes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connect_four.h"
#include "measure.h"

enum { LINES = 69, KINDS = 4093 };
typedef struct { uint64_t key; double low, high; uint16_t used, move, depth, search; } Entry; /* 32 bytes */

static Entry *table;
static uint64_t places;
static double history[2][KINDS];
static int64_t internal, leaves, ends, board;
static int searches;

static uint64_t key_of(State s) {
    uint64_t key = mix(0x1D, s.mine);
    return mix(mix(mix(key, s.theirs), s.turn), s.won);
}

static int lines(int64_t squares) {
    int total = 0;
    for (int d = 0; d < 4; d++) {
        int64_t pairs = squares & (squares >> directions[d]);
        total += __builtin_popcountll(pairs & (pairs >> (2 * directions[d])));
    }
    return total;
}

/* To the player to move. */
static double stopped(State s, int moves) {
    if (moves == 0) return ends++, -1.0 * s.won;
    leaves++;
    int64_t empty = board & ~(s.mine | s.theirs);
    double value = (double)(s.turn * (lines(s.mine | empty) - lines(s.theirs | empty))) / LINES;
    return s.turn * value;
}

static double search(State s, int depth, double low, double high) {
    internal++;
    uint64_t key = key_of(s);
    Entry *entry = table + (key & (places - 1));
    double L = -INFINITY, U = INFINITY, ratings[COLUMNS], best = -INFINITY;
    int first = -1, chosen = 0, moves = count(s), me = s.turn > 0;
    if (entry->used && entry->key == key) {
        first = entry->move;
        if (entry->search == searches && entry->depth == depth) {
            L = entry->low, U = entry->high;
            if (L >= high || L == U) return L;
            if (U <= low) return U;
        }
    }
    for (int i = 0; i < moves; i++) ratings[i] = i == first ? INFINITY : history[me][column(s, i) % KINDS];
    for (int n = 0; n < moves; n++) {
        int i = 0;
        double most = -INFINITY;
        for (int j = 0; j < moves; j++)
            if (ratings[j] > most) most = ratings[j], i = j;
        ratings[i] = -INFINITY;
        State after = child(s, i);
        int more = count(after);
        double value;
        if (depth == 1 || more == 0)
            value = -stopped(after, more);
        else
            value = -search(after, depth - 1, -high, -fmax(low, best));
        if (value > best) {
            best = value, chosen = i;
            if (best >= high) {
                history[me][column(s, i) % KINDS] += depth * depth;
                break;
            }
        }
    }
    if (best > low) L = fmax(L, best);
    if (best < high) U = fmin(U, best);
    *entry = (Entry){key, L, U, 1, (uint16_t)chosen, (uint16_t)depth, (uint16_t)searches};
    return best;
}

int main(int argc, char **argv) {
    if (argc < 3) return 1;
    int deepest = atoi(argv[1]), order[COLUMNS];
    places = strtoull(argv[2], NULL, 10);
    table = calloc(places, sizeof(Entry));
    for (int c = 0; c < COLUMNS; c++) board |= ((1LL << ROWS) - 1) << (STEP * c), order[c] = c;
    double begun = seconds(CLOCK_PROCESS_CPUTIME_ID);
    double best = 0.0;
    for (int depth = 1; depth <= deepest; depth++) {
        State start = {0, 0, 1, 0};
        double values[COLUMNS];
        int exact[COLUMNS];
        searches++, internal++, best = -INFINITY;
        for (int n = 0; n < COLUMNS; n++) {
            int i = order[n];
            State after = child(start, i);
            double low = nextafter(best, -INFINITY);
            values[i] = depth == 1 ? -stopped(after, count(after)) : -search(after, depth - 1, -INFINITY, -low);
            exact[i] = depth == 1 || values[i] > low;
            best = fmax(best, values[i]);
        }
        /* the best first, in the order of their columns where they are equal */
        int sorted[COLUMNS], used[COLUMNS] = {0};
        for (int n = 0; n < COLUMNS; n++) {
            int pick = -1;
            for (int i = 0; i < COLUMNS; i++) {
                double value = exact[i] ? values[i] : -INFINITY;
                if (!used[i] && (pick < 0 || value > (exact[pick] ? values[pick] : -INFINITY))) pick = i;
            }
            used[pick] = 1, sorted[n] = pick;
        }
        memcpy(order, sorted, sizeof order);
    }
    double took = seconds(CLOCK_PROCESS_CPUTIME_ID) - begun;
    printf("%.17g %lld %lld %lld %.6f\n", best, (long long)internal, (long long)leaves, (long long)ends, took);
    return 0;
}
