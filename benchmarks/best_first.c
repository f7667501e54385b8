/* The yardstick for compiled best-first search: Connect Four, one evaluation a step, λ in steps of 1/1024.
   Usage: best_first EVALUATIONS STEPS. Prints the visits of each first move, the rows of the tree, the seconds.
   An evaluation is a hash of the position, so that the search and not the evaluator is measured. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "connect_four.h"
#include "measure.h"

enum { OVER = -1, CELLS = COLUMNS * ROWS };
typedef struct {
    double won, drawn, lost, unknown, pull, influence;
    int32_t first, width, best, visits;
    int8_t turn, low, high;
} Node;
static const double SUREST = 0x1p-20, LEAST = 1e-300;
static int steps;
static Node *node;

static double power(double x, int n) {
    double made = 1.0;
    while (n > 0) {
        if (n >= 1024) made *= x, n -= 1024;
        x = sqrt(x), n *= 2;
    }
    return made;
}

static double root(double x, int n) {
    if (n == 1) return x;
    double made = 1.0;
    for (int digit = 0, rest = 1; digit < 48 && rest; digit++) {
        x = sqrt(x), rest *= 2;
        if (rest >= n) made *= x, rest -= n;
    }
    return made;
}

static double whole_power(double x, int n) {
    double made = 1.0;
    for (; n > 0; n >>= 1, x *= x)
        if (n & 1) made *= x;
    return made;
}

static double spread(double p) { return sqrt(p * (1.0 - p)); }

static void evaluate(State s, Node *n) {
    int moves = count(s);
    double value = s.turn * (2.0 * uniform(mix(mix(0, (uint64_t)s.mine), (uint64_t)s.theirs)) - 1.0);
    double error = 0.5 * (1.0 - fabs(value)), own = s.turn * value;
    double p = own > 0.0 ? 1.0 - error : own < 0.0 ? error : 0.5;
    p = fmin(fmax(p, SUREST), 1.0 - SUREST);
    double lost = 1.0 - p, pull = 1.0;
    if (steps) {
        double odds = p / lost;
        pull = sqrt(power(odds, steps));
        lost = 1.0 / (1.0 + odds / (pull * pull));
    }
    double unknown = root(lost, moves), together = (1.0 - lost) * pull + lost / pull;
    n->influence = lost / unknown * spread(unknown) / (together * together);
    n->won = s.turn > 0 ? p : 1.0 - p, n->lost = s.turn > 0 ? 1.0 - p : p;
    n->unknown = unknown, n->pull = pull, n->width = moves, n->turn = (int8_t)s.turn;
}

static void finish(Node *n, int result) {
    n->won = result > 0, n->drawn = result == 0, n->lost = result < 0;
    n->low = n->high = (int8_t)result, n->influence = 0.0;
}

static int open_node(State s, Node *n, int64_t used) {
    int moves = n->width, left = 0;
    n->first = (int32_t)used;
    for (int i = 0; i < moves; i++) {
        State after = child(s, i);
        Node *kid = node + used + i;
        kid->low = -1, kid->high = 1;
        if (count(after) == 0) {
            finish(kid, -after.turn * after.won);
            kid->width = OVER;
        } else {
            left++;
        }
    }
    if (left > 0 && left < moves) n->unknown = root(whole_power(n->unknown, moves), left);
    double won = n->turn > 0 ? 1.0 - n->unknown : n->unknown;
    for (Node *kid = node + used; kid < node + used + moves; kid++)
        if (kid->width == 0) kid->won = won, kid->lost = 1.0 - won, kid->influence = spread(n->unknown);
    return left < moves;
}

static void refold(Node *n) {
    int me = n->turn, low = -1, high = -1, best = -1;
    Node *begin = node + n->first, *end = begin + n->width;
    for (Node *kid = begin; kid < end; kid++) {
        int least = me > 0 ? kid->low : -kid->high, most = me > 0 ? kid->high : -kid->low;
        if (least > low) low = least;
        if (most > high) high = most;
    }
    if (low == high) {
        finish(n, me * low);
        return;
    }
    double won = 0.0, drawn = 0.0, lost = 1.0, short_of_win = 1.0, influence = 0.0;
    for (Node *kid = begin; kid < end; kid++) {
        double mine = me > 0 ? kid->won : kid->lost, other = me > 0 ? kid->lost : kid->won;
        double no_win = kid->drawn + other, here = short_of_win * kid->influence;
        influence *= no_win;
        if (kid->influence > 0.0 && (me > 0 ? kid->high : -kid->low) > low && (best < 0 || here > influence))
            best = (int)(kid - begin), influence = here;
        won += short_of_win * mine;
        drawn = drawn * no_win + lost * kid->drawn;
        lost *= other, short_of_win *= no_win;
    }
    double pull = n->pull;
    won *= pull, lost /= pull;
    double together = 1.0 / (won + drawn + lost);
    n->won = (me > 0 ? won : lost) * together, n->lost = (me > 0 ? lost : won) * together, n->drawn = drawn * together;
    n->low = (int8_t)(me > 0 ? low : -high), n->high = (int8_t)(me > 0 ? high : -low);
    n->best = best > 0 ? best : 0;
    double both = short_of_win > 0.0 ? 0.5 + 0.5 * (lost * pull) / short_of_win : 1.0;
    n->influence = best < 0 ? 0.0 : fmax(influence * both * together * together, LEAST);
}

static double value(int me, const Node *n) { return (me > 0 ? n->won : n->lost) + 0.5 * n->drawn; }

/* The move of the root to look at, -1 if nothing is left to decide. */
static int root_move(void) {
    int me = node->turn, width = node->width, best = 0, second = -1, fresh = -1, settled = 1;
    Node *kids = node + node->first;
    if (node->low == node->high) return -1;
    for (int i = 0; i < width; i++)
        if (value(me, kids + i) > value(me, kids + best)) best = i;
    int sure = me > 0 ? kids[best].low : -kids[best].high;
    for (int i = 0; i < width; i++) {
        int rival = i != best && (me > 0 ? kids[i].high : -kids[i].low) > sure;
        settled = settled && !rival;
        if (kids[i].influence > 0.0 && (rival || i == best)) {
            if (kids[i].visits == 0 && fresh < 0) fresh = i;
            if (rival && (second < 0 || value(me, kids + i) > value(me, kids + second))) second = i;
        }
    }
    if (settled) return -1;
    if (fresh >= 0) return fresh;
    if (kids[best].influence == 0.0) return second;
    if (second < 0) return best;
    double here = kids[second].influence / sqrt(kids[second].visits);
    return here > kids[best].influence / sqrt(kids[best].visits) ? second : best;
}

static int64_t search(int64_t evaluations) {
    State start = {0, 0, 1, 0};
    int64_t used = 1;
    evaluate(start, node);
    node->visits = 1, node->low = -1, node->high = 1;
    for (int64_t done = 1;;) {
        State s = start;
        int64_t path[CELLS + 1], n = 0;
        int length = 0;
        for (path[0] = 0;;) {
            if (node[n].first == 0) {
                int ends = open_node(s, node + n, used);
                used += node[n].width;
                refold(node + n);
                if (ends) {
                    for (int k = length - 1; k >= 0; k--) refold(node + path[k]);
                    s = start, n = 0, length = 0;
                    continue;
                }
            }
            int i = n ? node[n].best : root_move();
            if (i < 0) return used;
            s = child(s, i), n = node[n].first + i, path[++length] = n;
            if (node[n].width == 0) break;
        }
        if (done == evaluations) return used;
        evaluate(s, node + n);
        for (int k = 0; k <= length; k++) node[path[k]].visits++;
        for (int k = length - 1; k >= 0; k--) refold(node + path[k]);
        done++;
    }
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    int64_t evaluations = atoll(argv[1]), used;
    steps = atoi(argv[2]);
    double begun = seconds(CLOCK_PROCESS_CPUTIME_ID);
    node = calloc((size_t)(evaluations + 2) * COLUMNS + 1, sizeof(Node));
    used = search(evaluations);
    double took = seconds(CLOCK_PROCESS_CPUTIME_ID) - begun;
    for (int i = 0; i < COLUMNS; i++) printf("%d ", node[1 + i].visits);
    printf("%lld %.9f\n", (long long)used, took);
    return 0;
}
