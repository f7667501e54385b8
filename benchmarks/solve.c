/* The yardstick for solving: Connect Four 7 x 6, what every move is worth, by a search to the end of the game.
   Usage: solve PLACES MINE THEIRS …, the stones of the player to move and those of the other, for each position.
   Prints 1, 0 or -1 to the player who makes it for each move of each position, then the seconds.
   Made for this game alone: one number is a key, fourth stones are found by shifts, a threat is met at once, moves that
   make most threats come first and then those in the middle, a null window asks for a win and then for a draw, and what
   is proven stays in one table for all positions. */
#include <stdio.h>
#include <stdlib.h>

#include "measure.h"

enum { COLUMNS = 7, ROWS = 6, STEP = 7 };
typedef uint64_t Board;
typedef struct { Board key; int8_t low, high; } Entry;

static Entry *table;
static uint64_t places;
static Board bottom, board;
static const int order[COLUMNS] = {3, 2, 4, 1, 5, 0, 6};

/* The empty squares that make four in a row. */
static Board wins(Board mine, Board theirs) {
    Board found = (mine << 1) & (mine << 2) & (mine << 3);
    for (int step = STEP - 1; step <= STEP + 1; step++) {
        Board pairs = (mine << step) & (mine << 2 * step);
        found |= pairs & ((mine << 3 * step) | (mine >> step));
        pairs = (mine >> step) & (mine >> 2 * step);
        found |= pairs & ((mine << step) | (mine >> 3 * step));
    }
    return found & board & ~(mine | theirs);
}

/* Whether the player to move gets at least `goal`: the value itself, or a bound on the side that was asked for. */
static int search(Board mine, Board theirs, int goal) {
    Board stones = mine | theirs, free = (stones + bottom) & board;
    if (!free) return 0;
    if (wins(mine, theirs) & free) return 1;
    Board threats = wins(theirs, mine), forced = threats & free;
    if (forced) {
        if (forced & (forced - 1)) return -1;
        free = forced;
    }
    free &= ~(threats >> 1);
    if (!free) return (stones | forced) == board ? 0 : -1;
    Board key = mine + stones + bottom;
    Entry *entry = table + (key * 0x9E3779B97F4A7C15u >> 20) % places;
    int low = -1, high = 1;
    if (entry->key == key) {
        low = entry->low, high = entry->high;
        if (low >= goal) return low;
        if (high < goal) return high;
    }
    int best = -1, count = 0, score[COLUMNS];
    Board squares[COLUMNS];
    for (int n = 0; n < COLUMNS; n++) {
        Board square = free & ((((Board)1 << ROWS) - 1) << STEP * order[n]);
        if (!square) continue;
        int made = __builtin_popcountll(wins(mine | square, theirs)), k = count++;
        for (; k && score[k - 1] < made; k--) score[k] = score[k - 1], squares[k] = squares[k - 1];
        score[k] = made, squares[k] = square;
    }
    for (int n = 0; n < count && best < goal; n++) {
        int value = -search(theirs, mine | squares[n], 1 - goal);
        if (value > best) best = value;
    }
    if (best >= goal) low = best; else high = best;
    *entry = (Entry){key, (int8_t)low, (int8_t)high};
    return best;
}

int main(int argc, char **argv) {
    if (argc < 4) return 1;
    places = strtoull(argv[1], NULL, 10);
    table = calloc(places, sizeof(Entry));
    for (int c = 0; c < COLUMNS; c++) bottom |= (Board)1 << STEP * c;
    board = bottom * (((Board)1 << ROWS) - 1);
    double begun = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (int n = 2; n + 1 < argc; n += 2) {
        Board mine = strtoull(argv[n], NULL, 10), theirs = strtoull(argv[n + 1], NULL, 10);
        for (int c = 0; c < COLUMNS; c++) {
            Board square = (mine | theirs) + bottom & board & (((Board)1 << ROWS) - 1) << STEP * c;
            if (!square) continue;
            int value = 1;
            if (!(wins(mine, theirs) & square)) {
                value = -search(theirs, mine | square, 0);
                if (value < 1) value = -search(theirs, mine | square, 1);
            }
            printf("%d ", value);
        }
    }
    printf("%.6f\n", seconds(CLOCK_PROCESS_CPUTIME_ID) - begun);
    return 0;
}
