// SPDX-License-Identifier: Apache-2.0
// Sorts games so that each comes after those that continue it: then the first games of the groups that it may join are
// the last ones on a stack.
#include "double_groups.h"

#include <stdlib.h>

// A game to be grouped.
typedef struct {
    Compared game;
    uint32_t number; // in the store
    uint32_t first;  // index of the first game of its group
} Candidate;

// The first games of groups that later games may join, the last one on top.
enum { ALIKE = 1 << 12 };
typedef struct {
    uint32_t *games; // indexes; borrowed
    uint32_t height;
    uint32_t places[ALIKE]; // by alike(): where a game that is alike may be
} Stack;

typedef int Order(const Candidate *a, const Candidate *b);

// A merge sort of indexes: `room` has space for as many.
static void sort(const Candidate *all, uint32_t *indexes, uint32_t count, uint32_t *room, Order *order) {
    if (count < 2) return;
    const uint32_t half = count / 2;
    sort(all, indexes, half, room, order);
    sort(all, indexes + half, count - half, room, order);
    memcpy(room, indexes, half * sizeof *room);
    for (uint32_t left = 0, right = half, to = 0; left < half; to++) {
        const bool takes_right = right < count && order(&all[indexes[right]], &all[room[left]]) < 0;
        indexes[to] = takes_right ? indexes[right++] : room[left++];
    }
}

static int by_number(uint32_t a, uint32_t b) { return a < b ? -1 : a > b; }

// By what all doubles share but moves.
static int by_start(const Candidate *a, const Candidate *b) {
    const Compared *one = &a->game, *other = &b->game;
    int order = by_number(one->white, other->white);
    if (!order) order = by_number(one->black, other->black);
    if (!order) order = by_number(one->start, other->start);
    if (!order) order = by_number(one->row->variant, other->row->variant);
    return order ? order : by_number(one->row->date >> 9, other->row->date >> 9);
}

// By start, then by moves; games that continue others come before them.
static int by_moves(const Candidate *a, const Candidate *b) {
    const uint32_t plies = a->game.row->plies, other = b->game.row->plies;
    int order = by_start(a, b);
    if (order) return order;
    const uint32_t common = doubles_common(&a->game, &b->game);
    if (common < plies && common < other) return by_number(a->game.moves[common], b->game.moves[common]);
    return plies == other ? by_number(a->number, b->number) : by_number(other, plies);
}

// By group; in it the longest first, of these the ones with notes, then by number.
static int by_group(const Candidate *a, const Candidate *b) {
    int order = by_number(a->first, b->first);
    if (!order) order = by_number(b->game.row->plies, a->game.row->plies);
    if (!order) order = by_number(b->game.is_noted, a->game.is_noted);
    return order ? order : by_number(a->number, b->number);
}

// Whether a game is to be the first one rather than another.
static bool is_before(const Candidate *a, const Candidate *b) {
    const uint32_t plies = a->game.row->plies, other = b->game.row->plies;
    return plies > other || (plies == other && a->number < b->number);
}

// Whether a game that both continue is a double of both or of neither.
static bool is_alike(const Candidate *a, const Candidate *b) {
    return a->game.row->date == b->game.row->date && a->game.row->result == b->game.row->result;
}

// Equal for games that are alike.
static uint32_t alike(const Candidate *a) { return (a->game.row->date << 3 ^ a->game.row->result) % ALIKE; }

// Takes the first games of groups that continue a game: they are the last ones on the stack. Those that no shorter game
// can join leave it, since there is another one that is alike and before them. Returns the one that this game joins, or
// itself.
static uint32_t join(const Candidate *all, Stack *stack, uint32_t index) {
    const Candidate *game = &all[index];
    uint32_t *games = stack->games, bottom = stack->height, best = index;
    while (bottom > 0 && by_start(&all[games[bottom - 1]], game) == 0 &&
           doubles_continues(&all[games[bottom - 1]].game, &game->game))
        bottom--;
    uint32_t kept = bottom;
    for (uint32_t i = bottom; i < stack->height; i++) {
        const Candidate *first = &all[games[i]];
        uint32_t *place = &stack->places[alike(first)];
        if (*place < bottom || *place >= kept || !is_alike(&all[games[*place]], first)) {
            *place = kept;
            games[kept++] = games[i];
        } else if (is_before(first, &all[games[*place]])) {
            games[*place] = games[i];
        }
    }
    for (uint32_t i = bottom; i < kept; i++)
        if (doubles_agree(&all[games[i]].game, &game->game) && (best == index || is_before(&all[games[i]], &all[best])))
            best = games[i];
    if (best == index) games[kept++] = index;
    stack->height = kept;
    return best;
}

// Whether one of the games is the better copy of another one.
static bool is_worse(const Candidate *all, const uint32_t *kept, uint32_t count, const Candidate *game) {
    for (uint32_t i = 0; i < count; i++) {
        const Compared *better = &all[kept[i]].game;
        if (doubles_beats(better, &game->game) && doubles_agree(better, &game->game) &&
            doubles_continues(better, &game->game))
            return true;
    }
    return false;
}

// `indexes` and `kept` have space for `count` indexes.
static void find_groups(Candidate *all, uint32_t count, uint32_t *indexes, uint32_t *kept, GroupedGame *out) {
    Stack stack = {.games = kept};
    sort(all, indexes, count, kept, by_moves);
    for (uint32_t i = 0; i < count; i++) all[indexes[i]].first = join(all, &stack, indexes[i]);
    sort(all, indexes, count, kept, by_group);
    for (uint32_t i = 0, kept_count = 0; i < count; i++) {
        const Candidate *game = &all[indexes[i]];
        if (i == 0 || all[indexes[i - 1]].first != game->first) kept_count = 0;
        const bool worse = is_worse(all, kept, kept_count, game);
        if (!worse) kept[kept_count++] = indexes[i];
        out[indexes[i]] = (GroupedGame){all[game->first].number, worse};
    }
}

DoublesResult double_groups_find(Doubles *d, const Store *s, const uint32_t *games, uint32_t count, GroupedGame *out) {
    Candidate *all = malloc((count + 1) * sizeof *all);
    uint32_t *indexes = malloc((2 * (size_t)count + 1) * sizeof *indexes);
    DoublesResult result = all && indexes ? DOUBLES_DONE : DOUBLES_NO_MEMORY;
    for (uint32_t i = 0; i < count && result == DOUBLES_DONE; i++) {
        all[i].number = games[i];
        indexes[i] = i;
        result = doubles_compared(d, s, games[i], &all[i].game);
    }
    if (result == DOUBLES_DONE) find_groups(all, count, indexes, indexes + count, out);
    free(all);
    free(indexes);
    return result;
}
