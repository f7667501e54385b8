/* Connect Four 7 x 6: a bit for each stone, the columns one after the other with a row free above each. */
#include <stdint.h>

enum { COLUMNS = 7, ROWS = 6, STEP = 7 };
typedef struct { int64_t mine, theirs; int turn, won; } State; /* mine: of the player to move; won: by the other */
static const int directions[4] = {STEP, STEP + 1, STEP - 1, 1};

static int four(int64_t stones) {
    for (int d = 0; d < 4; d++) {
        int64_t pairs = stones & (stones >> directions[d]);
        if (pairs & (pairs >> (2 * directions[d]))) return 1;
    }
    return 0;
}

static int count(State s) {
    int moves = 0;
    if (s.won) return 0;
    for (int c = 0; c < COLUMNS; c++) moves += ((s.mine | s.theirs) & (1LL << (ROWS - 1 + STEP * c))) == 0;
    return moves;
}

static int column(State s, int i) {
    for (int c = 0;; c++)
        if (((s.mine | s.theirs) & (1LL << (ROWS - 1 + STEP * c))) == 0 && i-- == 0) return c;
}

static State child(State s, int i) {
    int64_t stones = s.mine | s.theirs;
    int c = column(s, i);
    int64_t mine = s.mine | ((stones + (1LL << (STEP * c))) & ~stones & (((1LL << ROWS) - 1) << (STEP * c)));
    return (State){s.theirs, mine, -s.turn, four(mine)};
}
