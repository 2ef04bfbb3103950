// SPDX-License-Identifier: Apache-2.0
#include "query.h"

#include <stdlib.h>

#include "../san.h"
#include "postings.h"

enum { HEAD = 2, NOTES = 1 };
enum { BOARD_SIZE = HEAD + 26, MATERIAL_SIZE = HEAD + 12, MOVE_SIZE = HEAD + 11 };
enum { PIECES = HEAD, CAPTURED, PROMOTIONS, CASTLING, ORIGINS, COLORS, FROM, TO = FROM + 2, DROPS = TO + 2 };
enum { NONE = 6 };

static uint64_t set_at(const uint32_t *words) { return words[0] | (uint64_t)words[1] << 32; }

static bool has_notes(uint32_t op) { return op == QUERY_THEN || op == QUERY_STREAK; }

// The words of a node before the queries in it; 0 if it has none in it.
static uint32_t inner_of(uint32_t op) { return op < QUERY_ALL ? 0 : HEAD + (has_notes(op) ? NOTES : 0); }

// --- checking --------------------------------------------------------------------------------------

static bool check_node(const Query *q, const uint32_t *node, uint32_t room, int depth) {
    if (room < HEAD || depth > QUERY_DEPTH || node[1] < HEAD || node[1] > room) return false;
    const uint32_t op = node[0], size = node[1];
    if (op == QUERY_POSITION) return size == HEAD + 1 && node[HEAD] < QUERY_POSITIONS;
    if (op == QUERY_BOARD) return size == BOARD_SIZE;
    if (op == QUERY_MATERIAL) return size == MATERIAL_SIZE;
    if (op == QUERY_MOVE) return size == MOVE_SIZE;
    if (op > QUERY_STREAK) return false;
    uint32_t at = inner_of(op), count = 0;
    for (; at < size; at += node[at + 1], count++)
        if (!check_node(q, node + at, size - at, depth + 1)) return false;
    return count > 0 && (op != QUERY_NOT || count == 1) && (op != QUERY_STREAK || count <= QUERY_STREAK_MOST);
}

bool query_check(Query *q, uint32_t size) {
    q->size = 0;
    if (size > QUERY_WORDS || !check_node(q, q->words, size, 1) || q->words[1] != size) return false;
    q->size = size;
    return true;
}

// --- candidates ------------------------------------------------------------------------------------

static void and_slice(const Segment *seg, Color us, PieceType type, Square at, uint64_t *bits) {
    const uint64_t *slice = segment_slice(seg, us, type, at);
    for (uint32_t i = 0; i < seg->words; i++) bits[i] &= slice[i];
}

static void position_candidates(const Store *s, const Segment *seg, const Board *p, int ignored, uint64_t *bits) {
    for (Color us = WHITE; us <= BLACK; us++)
        for (PieceType type = PAWN; type <= KING; type++)
            for (Bitboard men = board_pieces(p, us, type); men;) and_slice(seg, us, type, pop(&men), bits);
    if (ignored) return;
    // Postings know the early plies of the first games: there only those remain that may reach it late.
    const int men = popcount(board_occupied(p));
    const uint16_t home = home_pawns(p);
    for (uint32_t i = 0; i * 64 < seg->posted; i++)
        for (uint64_t rest = bits[i]; rest;) {
            const uint32_t game = i * 64 + (uint32_t)pop(&rest);
            if (game >= seg->posted) break;
            const Row *row = &seg->rows[game];
            const bool late = row->plies > EARLY_PLIES && row->late_men >= men && !(home & ~row->late_home);
            if (!late) bits[i] &= ~(1ull << game % 64);
        }
    postings_find(s, seg, p, bits);
}

// Can a game that ends with `last` have had these men? Counts only fall, but for a side that promotes.
static bool may_have_had(const Row *row, const uint32_t *men, Color white) {
    for (Color us = WHITE; us <= BLACK; us++) {
        if (row->rises & (us == WHITE ? ROW_WHITE_RISES : ROW_BLACK_RISES)) continue;
        for (int type = PAWN; type <= KING; type++)
            if ((row->last >> 4 * ((int)us * 6 + type) & 15) > men[(int)(us ^ white) * 6 + type]) return false;
    }
    return true;
}

static void material_candidates(const Segment *seg, const uint32_t *men, uint64_t *bits) {
    for (uint32_t game = 0; game < seg->games; game++) {
        const Row *row = &seg->rows[game];
        if (!may_have_had(row, men, WHITE) && !may_have_had(row, men, BLACK)) bits[game / 64] &= ~(1ull << game % 64);
    }
}

// Clears the bits of games that cannot have it.
static void prune(const Store *s, const Segment *seg, const Query *q, const uint32_t *node, uint64_t *bits, int depth) {
    const uint32_t words = segment_words(s);
    switch (node[0]) {
    case QUERY_POSITION: position_candidates(s, seg, &q->positions[node[HEAD]], q->ignored[node[HEAD]], bits); break;
    case QUERY_BOARD:
        for (int piece = 0; piece < 12; piece++)
            for (Bitboard squares = set_at(node + HEAD + 2 * piece); squares;)
                and_slice(seg, (Color)(piece / 6), (PieceType)(piece % 6), pop(&squares), bits);
        break;
    case QUERY_MATERIAL: material_candidates(seg, node + HEAD, bits); break;
    case QUERY_ALL:
    case QUERY_ANY:
    case QUERY_THEN:
    case QUERY_STREAK: {
        // Those of each query apart: a position's postings add bits.
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
    default: break; // a move, or what must not be: any game may have it
    }
}

bool query_candidates(const Store *s, const Segment *seg, Query *q, uint64_t *bits) {
    const uint32_t words = segment_words(s);
    if (!q->bits) q->bits = malloc((size_t)2 * (QUERY_DEPTH + 1) * words * sizeof *q->bits);
    if (!q->bits) return false;
    for (uint32_t i = 0; i < words; i++) {
        const uint32_t from = i * 64, games = seg->games > from ? seg->games - from : 0;
        bits[i] = games >= 64 ? ~0ull : (1ull << games) - 1;
    }
    if (!seg->slices) return true;
    uint64_t *found = q->bits + (size_t)2 * QUERY_DEPTH * words;
    memset(found, 0xff, words * sizeof *found);
    prune(s, seg, q, q->words, found, 0);
    for (uint32_t i = 0; i < words; i++) bits[i] &= found[i];
    return true;
}

// --- replay ----------------------------------------------------------------------------------------

// A ply of a game: the position, and the move that led there.
typedef struct {
    const Board *now, *before; // before: NULL at the start, and where no query asks for the move
    Move move;
    const Query *query;
} Ply;

static bool has_men(const Board *b, const uint32_t *men, Color white) {
    for (Color us = WHITE; us <= BLACK; us++)
        for (PieceType type = PAWN; type <= KING; type++)
            if ((uint32_t)popcount(board_pieces(b, us, type)) != men[(int)(us ^ white) * 6 + (int)type]) return false;
    return true;
}

static bool has_board(const Board *b, const uint32_t *sets) {
    for (int piece = 0; piece < 12; piece++) {
        const Bitboard wanted = set_at(sets + 2 * piece);
        if (wanted && wanted & ~board_pieces(b, (Color)(piece / 6), (PieceType)(piece % 6))) return false;
    }
    return !(set_at(sets + 24) & board_occupied(b));
}

static bool is_move(const Ply *ply, const uint32_t *node) {
    const Board *b = ply->before;
    const Move m = ply->move;
    if (!b || m == NO_MOVE) return false;
    const MoveKind kind = move_kind(m);
    const bool castles = kind == MOVE_CASTLE, drops = move_is_drop(m);
    const Square from = move_from(m);
    const bool king_goes = castles && b->geometry == GEOMETRY_STANDARD;
    const Square to = king_goes ? castle_king_to(from, move_to(m)) : move_to(m);
    if (!(set_at(node + TO) >> to & 1) || !(drops ? set_at(node + FROM) == ~0ull : set_at(node + FROM) >> from & 1))
        return false;
    const PieceType piece = drops ? move_dropped(m) : board_piece_at(b, from);
    const PieceType captured = castles || drops ? NO_PIECE : kind == MOVE_EN_PASSANT ? PAWN : board_piece_at(b, to);
    const int promotion = !move_is_promotion(m) ? NONE : kind == MOVE_PROMOTE_KING ? KING : (int)kind;
    const int wing = !castles ? 0 : castle_wing(from, move_to(m)) == KINGSIDE ? 1 : 2;
    if (!(node[PIECES] >> (int)piece & 1) || !(node[CAPTURED] >> (captured == NO_PIECE ? NONE : (int)captured) & 1) ||
        !(node[DROPS] >> drops & 1) || !(node[PROMOTIONS] >> promotion & 1) || !(node[CASTLING] >> wing & 1) ||
        !(node[COLORS] >> b->side & 1))
        return false;
    if (node[ORIGINS] == 15) return true;
    const uint32_t origin = castles || drops || piece == PAWN ? 0 : san_origin(b, piece, m);
    return node[ORIGINS] >> origin & 1;
}

static bool holds(uint32_t *node, const Ply *ply);

// Every query is asked at every ply, since it may take notes.
static bool holds_then(uint32_t *node, const Ply *ply) {
    const uint32_t done = node[HEAD];
    uint32_t index = 0;
    bool result = false;
    for (uint32_t at = inner_of(node[0]); at < node[1]; at += node[at + 1], index++) {
        const bool held = holds(node + at, ply);
        if (index != done || !held) continue;
        if (at + node[at + 1] == node[1]) result = true;
        else node[HEAD] = done + 1;
    }
    return result;
}

// Bit n of the notes: the first n queries held at the plies that end with the last one.
static bool holds_streak(uint32_t *node, const Ply *ply) {
    const uint32_t before = node[HEAD] | 1;
    uint32_t now = 0, index = 0;
    for (uint32_t at = inner_of(node[0]); at < node[1]; at += node[at + 1], index++)
        if (holds(node + at, ply) && (before >> index & 1)) now |= 1u << (index + 1);
    node[HEAD] = now;
    return now >> index & 1;
}

static bool holds(uint32_t *node, const Ply *ply) {
    bool all = true, any = false;
    switch (node[0]) {
    case QUERY_POSITION: {
        const Board *p = &ply->query->positions[node[HEAD]];
        return p->pawns == ply->now->pawns && p->color[WHITE] == ply->now->color[WHITE] &&
               rules_same_position(ply->now, p, ply->query->ignored[node[HEAD]]);
    }
    case QUERY_BOARD: return has_board(ply->now, node + HEAD);
    case QUERY_MATERIAL: return has_men(ply->now, node + HEAD, WHITE) || has_men(ply->now, node + HEAD, BLACK);
    case QUERY_MOVE: return is_move(ply, node);
    case QUERY_THEN: return holds_then(node, ply);
    case QUERY_STREAK: return holds_streak(node, ply);
    default: break;
    }
    for (uint32_t at = inner_of(node[0]); at < node[1]; at += node[at + 1]) {
        const bool held = holds(node + at, ply);
        all &= held;
        any |= held;
    }
    return node[0] == QUERY_ALL ? all : node[0] == QUERY_ANY ? any : !any;
}

// Clears all notes; does any query ask for the move?
static bool begin(uint32_t *node) {
    bool moves = node[0] == QUERY_MOVE;
    if (has_notes(node[0])) node[HEAD] = 0;
    for (uint32_t at = inner_of(node[0]); at && at < node[1]; at += node[at + 1]) moves |= begin(node + at);
    return moves;
}

int32_t query_find(const Store *s, const Segment *seg, uint32_t game, Query *q, uint32_t *next) {
    const Row *row = &seg->rows[game];
    const Move *moves = seg->moves + row->moves;
    const bool asks = begin(q->words);
    Board now, before;
    store_start(s, row, &now);
    Ply ply = {.now = &now, .query = q};
    for (uint32_t at = 0;; at++) {
        if (holds(q->words, &ply)) {
            *next = at < row->plies ? moves[at] : (uint32_t)QUERY_END;
            return (int32_t)at;
        }
        if (at == row->plies) return -1;
        if (asks) before = now, ply.before = &before;
        ply.move = moves[at];
        store_play(&now, moves[at]);
    }
}
