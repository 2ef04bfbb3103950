// SPDX-License-Identifier: Apache-2.0
// Checks queries, finds candidates by indexes, and replays games to evaluate queries.
#include "query.h"

#include <stdlib.h>

#include "../move_word.h"
#include "../san.h"
#include "postings.h"

enum { HEAD = 2, NOTES = 1, COUNTS = 3 };
enum { MATERIAL_SIZE = HEAD + 2 * COUNTS };
enum { MEN = HEAD, CAPTURED, PROMOTIONS, CASTLING, ORIGINS, DROPS, MARKS, FROM, TO = FROM + 2, MOVE_SIZE = TO + 2 };
enum { NONE = 6, ANY_ORIGIN = 15, ANY_MARK = 7 };

static uint64_t set_at(const uint32_t *words) { return words[0] | (uint64_t)words[1] << 32; }
static Square square_of(uint32_t word) { return (Square)(word & 63); }
static uint8_t man_of(uint32_t word) { return (uint8_t)(word >> 8); }

static bool has_notes(uint32_t op) { return op == QUERY_THEN || op == QUERY_STREAK; }

// The number of words of a node before its inner queries; 0 if it has none.
static uint32_t inner_of(uint32_t op) { return op < QUERY_ALL ? 0 : HEAD + (has_notes(op) ? NOTES : 0); }

// --- checking --------------------------------------------------------------------------------------

static bool check_node(const Query *q, const uint32_t *node, uint32_t most, int depth) {
    if (most < HEAD || depth > QUERY_DEPTH || node[1] < HEAD || node[1] > most) return false;
    const uint32_t op = node[0], size = node[1];
    if (op == QUERY_POSITION) return size == HEAD + 1 && node[HEAD] < QUERY_POSITIONS;
    if (op == QUERY_BOARD) {
        for (uint32_t at = HEAD; at < size; at++)
            if ((node[at] & 255) > 63 || node[at] >> 8 > NOBODY) return false;
        return true;
    }
    if (op == QUERY_MATERIAL) return size == MATERIAL_SIZE;
    if (op == QUERY_MOVE) return size == MOVE_SIZE;
    if (op > QUERY_STREAK) return false;
    uint32_t at = inner_of(op), count = 0;
    for (; at < size; at += node[at + 1], count++)
        if (!check_node(q, node + at, size - at, depth + 1)) return false;
    return count > 0 && (op != QUERY_NOT || count == 1) && (op != QUERY_STREAK || count <= QUERY_STREAK_MOST);
}

static bool any_notes(const uint32_t *node) {
    bool any = has_notes(node[0]);
    for (uint32_t at = inner_of(node[0]); at && at < node[1]; at += node[at + 1]) any |= any_notes(node + at);
    return any;
}

static uint32_t most_empty(const Query *q) {
    uint32_t men = 0;
    if (q->words[0] == QUERY_POSITION) return q->men[q->words[HEAD]].counts[NOBODY];
    if (q->words[0] != QUERY_MATERIAL) return 64;
    const uint8_t *counts = (const uint8_t *)(q->words + HEAD);
    for (int man = 0; man < NOBODY; man++) men += counts[man];
    return men < 64 ? 64 - men : 0;
}

bool query_check(Query *q, uint32_t size) {
    q->size = 0;
    if (size > QUERY_WORDS || !check_node(q, q->words, size, 1) || q->words[1] != size) return false;
    q->size = size;
    q->has_notes = any_notes(q->words);
    q->most_empty = most_empty(q);
    lines_clear(&q->lines);
    return true;
}

// --- candidates ------------------------------------------------------------------------------------

static void and_slice(const Segment *seg, uint8_t man, Square at, uint64_t *bits) {
    const uint64_t *slice = segment_slice(seg, man, at);
    for (uint32_t i = 0; i < seg->words; i++) bits[i] &= slice[i];
}

// Of 64 games, those that may reach a position late. Most often there are none, which is found without a branch.
static uint64_t late_games(const uint32_t *late, uint32_t men, uint32_t home) {
    uint32_t any = 0;
    for (int game = 0; game < 64; game++) any |= (uint32_t)may_be_late(late[game], men, home);
    uint64_t bits = 0;
    for (int game = 0; any && game < 64; game++) bits |= (uint64_t)may_be_late(late[game], men, home) << game;
    return bits;
}

static void position_candidates(const Store *s, const Segment *seg, const Query *q, uint32_t index, uint64_t *bits) {
    const Board *p = &q->positions[index];
    for (Square at = 0; at < 64; at++)
        if (q->men[index].at[at] != NOBODY) and_slice(seg, q->men[index].at[at], at, bits);
    if (q->ignored[index]) return;
    // Postings cover the early plies of the first games, or all plies. Among these games, those without a posting
    // remain only if they may reach the position late.
    const uint32_t men = 64u - q->men[index].counts[NOBODY], home = home_pawns(p), words = seg->posted / 64;
    uint64_t early[MOST_SEGMENT_GAMES / 64] = {0};
    postings_find(s, seg, p, early);
    const bool has_late = s->posted_plies != ALL_PLIES;
    for (uint32_t i = 0; i < words; i++) {
        const bool is_decided = !has_late || !(bits[i] & ~early[i]);
        bits[i] &= is_decided ? early[i] : early[i] | late_games(seg->late + 64 * (size_t)i, men, home);
    }
}

// Every other group of four bits of a row's `last`, one byte each.
static uint64_t nibbles(uint64_t last, int shift) { return last >> shift & 0x0f0f0f0f0f0f0f0f; }

// Whether games that end with `last` may have had these counts, in the form of `last`. Counts only decrease.
static uint64_t may_have_had(uint64_t last, uint64_t counts) {
    const uint64_t high = 0x8080808080808080;
    return (((nibbles(counts, 0) | high) - nibbles(last, 0)) & ((nibbles(counts, 4) | high) - nibbles(last, 4)) &
            high) == high;
}

static uint64_t packed(const uint32_t *node) {
    const uint8_t *counts = (const uint8_t *)node;
    uint64_t material = 0;
    for (int man = 0; man < NOBODY; man++) material |= (uint64_t)(counts[man] < 15 ? counts[man] : 15) << 4 * man;
    return material;
}

static void material_candidates(const Segment *seg, const uint32_t *node, uint64_t *bits) {
    const uint64_t white = 0xffffff, black = white << 24, one = packed(node), other = packed(node + COUNTS);
    // If a side promotes, its counts may increase.
    const uint64_t falling[4] = {white | black, black, white, 0};
    for (uint32_t i = 0; 64 * i < seg->games; i++) {
        const Row *rows = &seg->rows[64 * i];
        const uint32_t games = seg->games - 64 * i < 64 ? seg->games - 64 * i : 64;
        uint64_t may = 0;
        for (uint32_t game = 0; game < games; game++) {
            const uint64_t last = rows[game].last & falling[rows[game].rises & 3];
            may |= (may_have_had(last, one) | may_have_had(last, other)) << game;
        }
        bits[i] &= may;
    }
}

// Clears the bits of games that cannot match.
static void prune(const Store *s, const Segment *seg, const Query *q, const uint32_t *node, uint64_t *bits, int depth) {
    const uint32_t words = segment_words(s);
    switch (node[0]) {
    case QUERY_POSITION: position_candidates(s, seg, q, node[HEAD], bits); break;
    case QUERY_BOARD:
        for (uint32_t at = HEAD; at < node[1]; at++)
            if (man_of(node[at]) != NOBODY) and_slice(seg, man_of(node[at]), square_of(node[at]), bits);
        break;
    case QUERY_MATERIAL: material_candidates(seg, node + HEAD, bits); break;
    case QUERY_ALL:
    case QUERY_ANY:
    case QUERY_THEN:
    case QUERY_STREAK: {
        // Each query separately, since the postings of a position add bits.
        uint64_t *one = q->bits + (size_t)(2 * depth) * words, *some = one + words;
        const bool any = node[0] == QUERY_ANY;
        memset(some, any ? 0 : 0xff, words * sizeof *some);
        for (uint32_t at = inner_of(node[0]); at < node[1]; at += node[at + 1]) {
            memset(one, 0xff, words * sizeof *one);
            prune(s, seg, q, node + at, one, depth + 1);
            for (uint32_t i = 0; i < words; i++) some[i] = any ? some[i] | one[i] : some[i] & one[i];
        }
        for (uint32_t i = 0; i < words; i++) bits[i] &= some[i];
        break;
    }
    default: break; // a move, or NOT: any game may match
    }
}

bool query_candidates(Store *s, const Segment *seg, Query *q, uint64_t *bits) {
    const uint32_t words = segment_words(s);
    if (!q->bits) q->bits = malloc((size_t)2 * (QUERY_DEPTH + 1) * words * sizeof *q->bits);
    if (!q->bits) return false;
    for (uint32_t i = 0; i < words; i++) {
        const uint32_t from = i * 64, games = seg->games > from ? seg->games - from : 0;
        bits[i] = games >= 64 ? ~0ull : (1ull << games) - 1;
    }
    if (!seg->slices) return true;
    store_settle(s);
    uint64_t *found = q->bits + (size_t)2 * QUERY_DEPTH * words;
    memset(found, 0xff, words * sizeof *found);
    prune(s, seg, q, q->words, found, 0);
    for (uint32_t i = 0; i < words; i++) bits[i] &= found[i];
    return true;
}

// --- replay ----------------------------------------------------------------------------------------

INLINE bool is_equal(const void *a, const void *b, int eights) {
    uint64_t one, other;
    for (int i = 0; i < eights; i++) {
        memcpy(&one, (const char *)a + 8 * i, sizeof one);
        memcpy(&other, (const char *)b + 8 * i, sizeof other);
        if (one != other) return false;
    }
    return true;
}

static bool is_position(Replay *r, const Query *q, uint32_t index) {
    const Board *p = &q->positions[index];
    const int ignored = q->ignored[index];
    if (r->side != p->side && !(ignored & IGNORE_TURN)) return false;
    return is_equal(r->now.at, q->men[index].at, 8) && rules_same_position(replay_now(r), p, ignored);
}

INLINE bool has_board(const Men *men, const uint32_t *node) {
    for (uint32_t at = HEAD; at < node[1]; at++)
        if (men->at[square_of(node[at])] != man_of(node[at])) return false;
    return true;
}

INLINE bool has_men(const Men *men, const uint32_t *counts) {
    _Static_assert(4 * COUNTS == NOBODY, "a byte each");
    return is_equal(men->counts, counts, 1) && memcmp(men->counts + 8, counts + 2, 4) == 0;
}

INLINE bool has_either(const Men *men, const uint32_t *node) {
    return has_men(men, node + HEAD) || has_men(men, node + HEAD + COUNTS);
}

static bool has_way(Replay *r, const uint32_t *node) {
    const Move m = r->move;
    const MoveKind kind = move_kind(m);
    const bool castles = kind == MOVE_CASTLE, drops = move_is_drop(m);
    const Square from = drops ? move_to(m) : move_from(m);
    const Square to = castles && r->geometry == GEOMETRY_STANDARD ? castle_king_to(from, move_to(m)) : move_to(m);
    if (!(set_at(node + TO) >> to & 1) || !(set_at(node + FROM) >> from & 1)) return false;
    const int promotion = !move_is_promotion(m) ? NONE : kind == MOVE_PROMOTE_KING ? KING : (int)kind;
    const int wing = !castles ? 0 : castle_wing(from, move_to(m)) == KINGSIDE ? 1 : 2;
    if (!(node[DROPS] >> drops & 1) || !(node[PROMOTIONS] >> promotion & 1) || !(node[CASTLING] >> wing & 1))
        return false;
    if (node[ORIGINS] == ANY_ORIGIN) return true;
    const PieceType piece = (PieceType)(r->man % 6);
    const uint32_t origin = castles || drops || piece == PAWN ? 0 : san_origin(replay_before(r), piece, m);
    return node[ORIGINS] >> origin & 1;
}

static bool has_mark(Replay *r, const uint32_t *node) {
    if (node[MARKS] == ANY_MARK) return true;
    Board child = *replay_before(r);
    store_play(&child, r->move);
    return node[MARKS] >> move_word_mark(&child) & 1;
}

INLINE bool is_move(Replay *r, const uint32_t *node) {
    return (node[MEN] >> r->man & node[CAPTURED] >> r->captured & 1) && has_way(r, node) && has_mark(r, node);
}

static bool holds(uint32_t *node, Replay *r, const Query *q);

// Every query is evaluated at every ply, since it may update notes.
static bool holds_then(uint32_t *node, Replay *r, const Query *q) {
    const uint32_t done = node[HEAD];
    uint32_t index = 0;
    bool result = false;
    for (uint32_t at = inner_of(node[0]); at < node[1]; at += node[at + 1], index++) {
        const bool held = holds(node + at, r, q);
        if (index != done || !held) continue;
        if (at + node[at + 1] == node[1]) result = true;
        else node[HEAD] = done + 1;
    }
    return result;
}

// Bit n of the notes: the first n queries held at the n plies up to the previous one.
static bool holds_streak(uint32_t *node, Replay *r, const Query *q) {
    const uint32_t before = node[HEAD] | 1;
    uint32_t now = 0, index = 0;
    for (uint32_t at = inner_of(node[0]); at < node[1]; at += node[at + 1], index++)
        if (holds(node + at, r, q) && (before >> index & 1)) now |= 1u << (index + 1);
    node[HEAD] = now;
    return now >> index & 1;
}

static bool holds(uint32_t *node, Replay *r, const Query *q) {
    bool all = true, any = false;
    switch (node[0]) {
    case QUERY_POSITION: return is_position(r, q, node[HEAD]);
    case QUERY_BOARD: return has_board(&r->now, node);
    case QUERY_MATERIAL: return has_either(&r->now, node);
    case QUERY_MOVE: return is_move(r, node);
    case QUERY_THEN: return holds_then(node, r, q);
    case QUERY_STREAK: return holds_streak(node, r, q);
    default: break;
    }
    for (uint32_t at = inner_of(node[0]); at < node[1]; at += node[at + 1]) {
        const bool held = holds(node + at, r, q);
        all &= held;
        any |= held;
        if (!q->has_notes && held == (node[0] != QUERY_ALL)) break; // decided
    }
    return node[0] == QUERY_ALL ? all : node[0] == QUERY_ANY ? any : !any;
}

static void clear_notes(uint32_t *node) {
    if (has_notes(node[0])) node[HEAD] = 0;
    for (uint32_t at = inner_of(node[0]); at && at < node[1]; at += node[at + 1]) clear_notes(node + at);
}

// Replays up to the first ply at which the query holds; false if it never does. One loop for each op that can be a
// whole query.
#define UNTIL(condition)                                                                                   \
    while (!(condition)) {                                                                                 \
        if (r->ply == r->plies || (r->is_standard && r->now.counts[NOBODY] > q->most_empty)) return false; \
        replay_step(r);                                                                                    \
    }                                                                                                      \
    return true

static bool replay_until(Replay *r, Query *q) {
    uint32_t *node = q->words;
    switch (node[0]) {
    case QUERY_BOARD: UNTIL(has_board(&r->now, node));
    case QUERY_MATERIAL: UNTIL(has_either(&r->now, node));
    case QUERY_MOVE: UNTIL(is_move(r, node));
    default: UNTIL(holds(node, r, q));
    }
}

bool query_find(const Store *s, const Segment *seg, uint32_t game, Query *q, QueryHit *hit) {
    const Row *row = &seg->rows[game];
    const Move *moves = seg->moves + row->moves;
    const bool by_lines = q->words[0] == QUERY_POSITION && row->start == 0;
    uint32_t ply = by_lines ? lines_find(&q->lines, (Variant)row->variant, moves, row->plies) : UINT32_MAX;
    hit->side = (s->starts[row->variant].side ^ ply) & 1;
    if (ply == UINT32_MAX) {
        Replay r;
        replay_begin(&r, s, seg, game);
        if (q->has_notes) clear_notes(q->words);
        if (!replay_until(&r, q)) return false;
        ply = r.ply;
        hit->side = r.side;
        if (by_lines) lines_add(&q->lines, row, moves, ply);
    }
    hit->ply = ply;
    hit->next = ply < row->plies ? moves[ply] : (uint32_t)QUERY_END;
    return true;
}
