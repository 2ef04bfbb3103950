// SPDX-License-Identifier: Apache-2.0
// Finds openings: replays the men alone, and keeps the hash of the position.
#include "naming.h"

#include "../openings.h"
#include "../zobrist_keys.h"

// The keys of a man on each square; those of NOBODY, and of what only forged moves bring, are 0.
static const uint64_t *keys_of(uint32_t man) {
    static const uint8_t rows[ANY_MEN] = {1, 3, 5, 7, 9, 11, 0, 2, 4, 6, 8, 10, 14, 14, 14, 14};
    return zobrist_keys + 64 * rows[man % ANY_MEN];
}

// A game that is replayed.
typedef struct {
    Men men;
    uint64_t hash, en_passant; // en_passant: its part of the hash
    Bitboard home;             // unmoved pawns
    Bitboard castling;         // rooks that can still castle
    Bitboard kings;            // their start squares, on the first rank of their side
    Color us;
} Named;

static Named usual; // at the start given to naming_read()

// A bit for each value of the low 16 bits of a position's hash, set if there is such a position on a line: the table of
// positions is so large that reading it takes longer than the rest of a ply.
static uint64_t on_lines[1 << 10];

static void note_lines(void) {
    memset(on_lines, 0, sizeof on_lines);
    for (uint32_t i = 0; i < OPENINGS_SLOTS; i++) {
        const uint32_t low = book.slots[i].low & 0xffff;
        if (book.slots[i].value) on_lines[low / 64] |= 1ull << low % 64;
    }
}

INLINE void visit(uint64_t hash, OpeningFound *found) {
    const uint32_t low = hash & 0xffff;
    if (on_lines[low / 64] >> low % 64 & 1) openings_visit(hash, 0, found);
}

// Those men that are on a rank of their side, 0 for the first one.
static Bitboard at_home(const Board *b, Bitboard men, int rank) {
    return men & ((b->color[WHITE] & rank_for(WHITE, rank)) | (b->color[BLACK] & rank_for(BLACK, rank)));
}

static Named named_at(const Board *start) {
    Named n = {
        .hash = board_hash(start),
        .en_passant = board_en_passant_is_pseudo(start) ? zobrist_en_passant(file_of(start->en_passant)) : 0,
        .home = at_home(start, start->pawns, 1),
        .castling = start->castling,
        .kings = at_home(start, start->kings, 0),
        .us = (Color)start->side,
    };
    men_of(start, &n.men);
    return n;
}

uint32_t naming_read(const char *text, uint32_t moves, uint32_t length, const Board *start) {
    const Position p = {.board = *start, .hash = board_hash(start)};
    const int32_t lines = openings_read(text, moves, length, &p);
    usual = named_at(start);
    note_lines();
    return lines < 0 ? 0 : (uint32_t)lines;
}

// The change of the hash when a king or rook that could castle moves or is captured.
NOINLINE static uint64_t castling_lost(Named *n, Bitboard changed) {
    uint64_t key = 0;
    for (Color us = WHITE; us <= BLACK; us++) {
        const Bitboard rank = rank_for(us, 0), king = n->kings & rank;
        Bitboard lost = n->castling & (changed & king ? rank : changed & rank);
        n->castling &= ~lost;
        while (lost) key ^= zobrist_castling(us, castle_wing(lsb(king), pop(&lost)) == QUEENSIDE);
    }
    return key;
}

// The part of the hash after a pawn's double step: if an enemy pawn is beside it.
static uint64_t en_passant_of(const Named *n, Square to) {
    const uint8_t enemy = n->us == WHITE ? 6 + PAWN : PAWN;
    const int file = file_of(to);
    const bool is_beside = (file > 0 && n->men.at[to - 1] == enemy) || (file < 7 && n->men.at[to + 1] == enemy);
    return is_beside ? zobrist_en_passant(file) : 0;
}

// The change of the hash by the men of castling, en passant and promotions, which it plays.
NOINLINE static uint64_t play_special(Named *n, Move m) {
    const Square from = move_from(m), to = move_to(m), passed = (from & 56) | (to & 7);
    const bool castles = move_kind(m) == MOVE_CASTLE;
    const Square changed[] = {from, to, castles ? castle_king_to(from, to) : passed, castle_rook_to(from, to)};
    uint64_t key = 0;
    Bitboard squares = 0;
    for (int i = 0; i < (castles ? 4 : 3); i++) squares |= bit(changed[i]);
    for (Bitboard rest = squares; rest;) {
        const Square at = pop(&rest);
        key ^= keys_of(n->men.at[at])[at];
    }
    men_play_special(&n->men, m);
    while (squares) {
        const Square at = pop(&squares);
        key ^= keys_of(n->men.at[at])[at];
    }
    return key;
}

// Plays a move. False if no later position can have a name.
static bool play(Named *n, Move m) {
    const Square from = move_from(m), to = move_to(m);
    const MoveKind kind = move_kind(m);
    const Bitboard changed = bit(from) | bit(to);
    uint64_t hash = n->hash ^ n->en_passant ^ zobrist_white_to_move();
    n->en_passant = 0;
    if (UNLIKELY(changed & (n->castling | n->kings))) hash ^= castling_lost(n, changed);
    if (kind == MOVE_PLAIN || kind == MOVE_DOUBLE) {
        const uint64_t *keys = keys_of(n->men.at[from]);
        hash ^= keys[from] ^ keys[to] ^ keys_of(men_play(&n->men, m))[to];
        if (kind == MOVE_DOUBLE) n->en_passant = en_passant_of(n, to);
    } else {
        hash ^= play_special(n, m);
    }
    n->hash = hash ^ n->en_passant;
    n->us = !n->us;
    if (!(changed & n->home)) return true;
    n->home &= ~changed;
    return openings_ahead(openings_pawns(n->home, n->home));
}

uint16_t naming_of(const Board *start, const Move *moves, uint32_t plies) {
    OpeningFound found = {0};
    Named n = start ? named_at(start) : usual;
    bool ahead = openings_ahead(openings_pawns(n.home, n.home));
    visit(n.hash, &found);
    for (uint32_t ply = 0; ahead && ply < plies && moves[ply] != NO_MOVE; ply++) {
        ahead = play(&n, moves[ply]);
        visit(n.hash, &found);
    }
    return found.value ? (uint16_t)(found.value - OPENINGS_FIRST + 1) : 0;
}
