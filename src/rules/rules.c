// SPDX-License-Identifier: Apache-2.0
// Calls the rows of variants, and has the parts that all rules share: hash, draws, comparison.
#include "rules.h"

#include "../zobrist_keys.h"

#define ROW(name, value, rules) [name] = &rules,
static const Rules *const rows[] = {VARIANTS_WITH_RULES(ROW)[KINGLESS] = &kingless_rules};

const Rules *rules_of(const Board *b) { return rows[b->rules]; }

// --- moves -----------------------------------------------------------------------------------------

int row_list(const Board *b, Move list[MAX_MOVES]) { return rules_is_over(b) ? 0 : rules_of(b)->list(b, list); }

int rules_count(const Board *b) {
    Move list[MAX_MOVES];
    return rules_list(b, list);
}

bool row_is_legal(const Board *b, Move m) {
    Move list[MAX_MOVES];
    const int count = row_list(b, list);
    for (int i = 0; i < count; i++)
        if (list[i] == m) return true;
    return false;
}

bool row_is_check(const Board *b) { return rules_of(b)->is_check(b); }

Bitboard rules_pinned(const Board *b, Color us) {
    const Bitboard own = b->kings & b->color[us];
    if (!own || more_than_one(own) || board_has(b, TRAIT_COMMON_KING)) return 0;
    if (board_has(b, TRAIT_EXPLODES) && king_attacks[lsb(own)] & b->kings & b->color[!us]) return 0; // adjacent kings
    return board_pinned(b, us);
}

bool row_en_passant_is_legal(const Board *b) {
    Move list[MAX_MOVES];
    const int count = row_list(b, list);
    for (int i = 0; i < count; i++)
        if (move_kind(list[i]) == MOVE_EN_PASSANT) return true;
    return false;
}

// NO_SQUARE if no capture en passant is legal.
static Square en_passant_of(const Board *b) {
    const bool counts = b->en_passant != NO_SQUARE && board_en_passant_is_pseudo(b) && rules_en_passant_is_legal(b);
    return counts ? b->en_passant : NO_SQUARE;
}

// From `promoted` on: the fields for variants, 0 if unused.
enum { OF_VARIANTS = offsetof(Board, pocket) + sizeof(((Board *)0)->pocket) - offsetof(Board, promoted) };

COLD bool rules_same_position(const Board *a, const Board *b, int ignored) {
    return a->rules == b->rules && memcmp(a, b, offsetof(Board, castling)) == 0 &&
           (a->castling == b->castling || ignored & IGNORE_CASTLING) && (a->side == b->side || ignored & IGNORE_TURN) &&
           (a->rules == STANDARD || memcmp(&a->promoted, &b->promoted, OF_VARIANTS) == 0) &&
           (ignored & IGNORE_EN_PASSANT || en_passant_of(a) == en_passant_of(b));
}

// --- playing ---------------------------------------------------------------------------------------

void row_play(Board *b, Move m) { rules_of(b)->play(b, m); }

void row_make(Position *p, Move m) {
    Board *b = &p->board;
    const Color us = b->side;
    const int enemies = popcount(b->color[!us]);
    const bool by_pawn = move_is_drop(m) ? move_dropped(m) == PAWN : (b->pawns & bit(move_from(m))) != 0;
    rules_of(b)->play(b, m);
    board_count_ply(b, by_pawn || popcount(b->color[!us]) != enemies);
    p->hash = rules_hash(b);
}

// --- hash ------------------------------------------------------------------------------------------

// Keys for facts that Polyglot does not define: SplitMix64 of a number for each fact.
// https://prng.di.unimi.it/splitmix64.c
static uint64_t extra_key(uint64_t n) {
    n = (n + 1) * 0x9e3779b97f4a7c15ull;
    n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9ull;
    n = (n ^ n >> 27) * 0x94d049bb133111ebull;
    return n ^ n >> 31;
}

COLD uint64_t rules_hash(const Board *b) {
    uint64_t hash = board_hash(b);
    if (b->rules == STANDARD) return hash;
    for (Bitboard promoted = b->promoted; promoted;) hash ^= extra_key((uint64_t)pop(&promoted));
    for (Color us = WHITE; us <= BLACK; us++) {
        if (board_has(b, TRAIT_CHECKS) && b->checks[us] < 3) hash ^= extra_key(64 + 4 * (uint64_t)us + b->checks[us]);
        for (PieceType type = PAWN; type < KING; type++)
            if (b->pocket[us][type])
                hash ^= extra_key(128 + 1024 * (uint64_t)us + 128 * (uint64_t)type + b->pocket[us][type]);
    }
    return hash;
}

// --- ends ------------------------------------------------------------------------------------------

bool rules_is_over(const Board *b) { return b->rules != STANDARD && rules_of(b)->end(b) != STATUS_CONTINUE; }

bool material_is_insufficient(const Board *b) {
    if (b->rules == STANDARD) return standard_material_is_insufficient(b);
    return !rules_of(b)->can_win(b, WHITE) && !rules_of(b)->can_win(b, BLACK);
}

bool material_can_mate(const Board *b, Color us) {
    return b->rules == STANDARD ? standard_can_win(b, us) : rules_of(b)->can_win(b, us);
}

static Status row_end(const Board *b) {
    Move list[MAX_MOVES];
    const Rules *rules = rules_of(b);
    const bool stuck = rules->list(b, list) == 0;
    if (stuck && rules->is_check(b)) return status_won(STATUS_CHECKMATE_WHITE, !b->side);
    const Status end = rules->end(b);
    return end == STATUS_CONTINUE && stuck ? STATUS_STALEMATE : end;
}

Status row_status(const Board *b, DrawMode draws, int occurrences) {
    const Status end = row_end(b);
    if (end != STATUS_CONTINUE) return end;
    return status_drawn(b, draws, occurrences, material_is_insufficient, !rules_of(b)->captures_return);
}

int status_claimable(const Board *b, int occurrences) {
    const bool by_clock = b->halfmove_clock >= 100 && !rules_captures_return(b);
    return (occurrences >= 3 ? CLAIM_THREEFOLD : 0) | (by_clock ? CLAIM_RULE50 : 0);
}
