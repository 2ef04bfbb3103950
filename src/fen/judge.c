// SPDX-License-Identifier: Apache-2.0
// Finds the problems of the position of a well-formed FEN: for fen_parse(), which reports the first, and for
// setups, which report all.
#include "fen_text.h"

#include <string.h>

typedef struct {
    FenText *text;
    Variant variant;
    Problems *found;
} Judge;

INLINE bool has(const Judge *j, int trait) { return variant_has(j->variant, trait); }

static const Board *board_of(const Judge *j) { return &j->text->position.board; }

COLD static void add_at(Judge *j, ErrorCode code, const char *at, Bitboard squares) {
    problems_add(j->found, code, fen_offset(j->text, at), squares);
}

// The byte of the placement that describes a square.
static const char *find_square(const Reader *placement, Square s) {
    Square at = A8;
    for (const char *c = placement->at; c < placement->end; c++) {
        if (*c == '/') at -= 16;
        else if (is_rank(*c)) at += *c - '0';
        else if (*c != '~' && at++ == s) return c;
    }
    return placement->at;
}

// The problem's offset is that of the first square of `first`, or of the whole placement.
COLD static void add_on(Judge *j, ErrorCode code, Bitboard first, Bitboard squares) {
    const Reader *placement = &j->text->fields[PLACEMENT];
    add_at(j, code, first ? find_square(placement, lsb(first)) : placement->at, squares);
}

// --- men -------------------------------------------------------------------------------------------

static void check_men_of(Judge *j, Color us) {
    const Board *b = board_of(j);
    const MenLimits *limits = &variant_facts[j->variant].men[us];
    const Bitboard own = b->color[us], kings = b->kings & own, pawns = b->pawns & own;
    const int least = limits->kings_least + (UNLIKELY(has(j, TRAIT_EXPLODES)) && b->side != us);
    if (popcount(kings) < least) add_on(j, ERR_FEN_NO_KING, 0, 0);
    if (popcount(kings) > limits->kings_most)
        add_on(j, ERR_FEN_TOO_MANY_KINGS, more_than_one(kings) ? kings & (kings - 1) : kings, kings);
    if (popcount(pawns) > limits->pawns) add_on(j, ERR_FEN_TOO_MANY_PAWNS, pawns, pawns);
    if (popcount(own) > limits->men) add_on(j, ERR_FEN_TOO_MANY_PIECES, own, own);
}

static void check_men(Judge *j) {
    const Board *b = board_of(j);
    check_men_of(j, WHITE);
    check_men_of(j, BLACK);
    Bitboard edge = b->pawns & (RANK_1 | RANK_1 << 56);
    if (UNLIKELY(edge) && has(j, TRAIT_HORDE)) edge &= ~(b->color[WHITE] & RANK_1);
    if (edge) add_on(j, ERR_FEN_PAWN_ON_EDGE, edge, edge);
    const Bitboard waiting = king_attacks[board_king(b, b->side)] & b->kings & b->color[!b->side];
    if (UNLIKELY(waiting) && !has(j, TRAIT_COMMON_KING | TRAIT_EXPLODES))
        add_on(j, ERR_FEN_KINGS_ADJACENT, waiting, b->kings);
}

// --- castling --------------------------------------------------------------------------------------

// The rook meant by a castling letter, or NO_SQUARE. K and Q mean the outermost one (X-FEN).
Square fen_castling_rook(const Board *b, Color us, Square king, char letter) {
    const Bitboard rooks = board_pieces(b, us, ROOK) & rank_for(us, 0);
    if (letter == 'K') return rooks >> king >> 1 ? 63 - __builtin_clzll(rooks) : NO_SQUARE;
    if (letter == 'Q') return rooks & (bit(king) - 1) ? lsb(rooks) : NO_SQUARE;
    const Square s = (king & 56) + letter - 'A';
    return rooks & bit(s) ? s : NO_SQUARE;
}

// The squares of the problem: in standard chess the one where king or rook is missing, otherwise the king that is
// on the wrong square or has no such rook.
COLD static void check_right(Judge *j, const char *at) {
    Board *b = &j->text->position.board;
    const Color us = *at >= 'a' ? BLACK : WHITE;
    const Bitboard kings = b->kings & b->color[us],
                   home = rank_for(us, 0) & (j->variant == STANDARD ? bit(E1) << (us == BLACK ? A8 : 0) : ~0ull);
    char letter = us == BLACK ? (char)(*at - 32) : *at;
    if (j->variant == STANDARD) {
        if (letter > 'A' && letter < 'H') return add_at(j, ERR_FEN_CASTLING_VARIANT, at, 0);
        letter = letter == 'K' ? 'H' : letter == 'Q' ? 'A' : letter;
    }
    if (!(kings & home)) return add_at(j, ERR_FEN_CASTLING_KING, at, more_than_one(home) ? kings : home);
    const Square king = lsb(kings & home), rook = fen_castling_rook(b, us, king, letter);
    if (rook == NO_SQUARE) {
        const bool by_file = letter <= 'H';
        return add_at(j, ERR_FEN_CASTLING_ROOK, at, bit(by_file ? (king & 56) + letter - 'A' : king));
    }
    for (Bitboard rights = b->castling & b->color[us]; rights;)
        if (castle_wing(king, pop(&rights)) == castle_wing(king, rook))
            return add_at(j, ERR_FEN_CASTLING, at, b->castling & b->color[us]);
    b->castling |= bit(rook);
}

// The common case: K, Q, k or q with the king on the e-file and a rook in the corner, the outermost one.
bool fen_keep_home_right(Board *b, char letter) {
    const Color us = letter >= 'a' ? BLACK : WHITE;
    const int home = us == WHITE ? A1 : A8, wing = letter & ~32;
    const Bitboard rook = (wing == 'K' ? bit(H1) : wing == 'Q' ? bit(A1) : 0) << home, king = bit(E1) << home;
    if (!(rook & b->orthogonal & ~b->diagonal & b->color[us]) || !(king & b->kings & b->color[us])) return false;
    if (b->castling & (wing == 'K' ? 0xF0ull : 0x0Full) << home) return false; // a second right of one wing
    b->castling |= rook;
    return true;
}

static void check_castling(Judge *j) {
    const Reader *r = &j->text->fields[CASTLING];
    j->text->position.board.castling = 0;
    if (*r->at == '-' || has(j, TRAIT_COMMON_KING)) return;
    if (!has(j, TRAIT_CASTLES)) return add_at(j, ERR_FEN_NO_CASTLING, r->at, 0);
    for (const char *at = r->at; at < r->end; at++)
        if (!fen_keep_home_right(&j->text->position.board, *at)) check_right(j, at);
}

// --- the last move ---------------------------------------------------------------------------------

static void check_en_passant(Judge *j) {
    const Board *b = board_of(j);
    if (b->en_passant == NO_SQUARE) return;
    const char *at = j->text->fields[EN_PASSANT].at;
    const Bitboard passed = bit(b->en_passant);
    const Bitboard pawn = pawn_ahead(!b->side, passed), origin = pawn_ahead(b->side, passed);
    if (!(rank_for(b->side, 5) & passed)) add_at(j, ERR_FEN_EN_PASSANT_SIDE, at, passed);
    else if (!(pawn & b->pawns & b->color[!b->side]) || ((passed | origin) & board_occupied(b)))
        add_at(j, ERR_FEN_EN_PASSANT_PAWN, at, passed);
}

// The men that check the king of one side, by the variant's rules. None if it has no king, or more than one.
static Bitboard checkers_of(const Judge *j, Color us) {
    const Board *b = board_of(j);
    const Bitboard king = b->kings & b->color[us];
    if (!king || more_than_one(king)) return 0;
    const Bitboard checkers = board_attackers(b, lsb(king), !us, board_occupied(b));
    if (has(j, TRAIT_COMMON_KING)) return 0;
    if (has(j, TRAIT_EXPLODES) && ((checkers & b->kings) || !board_has_king(b, !us))) return 0;
    return checkers & ~b->kings; // adjacent kings are a separate problem
}

static void check_opponent(Judge *j) {
    const Board *b = board_of(j);
    const Bitboard checkers = checkers_of(j, !b->side), king = b->kings & b->color[!b->side];
    if (checkers) add_on(j, ERR_FEN_OPPONENT_IN_CHECK, king, king | checkers);
}

// --- variants --------------------------------------------------------------------------------------

COLD static void check_pocket(Judge *j) {
    const Board *b = board_of(j);
    int men = popcount(board_occupied(b));
    for (Color us = WHITE; us <= BLACK; us++)
        for (PieceType type = PAWN; type < KING; type++) men += b->pocket[us][type];
    if (men > 64) add_on(j, ERR_FEN_TOO_MANY_PIECES, 0, 0);
}

// Checks all variants except standard chess and Chess960, and fields that the variant does not have.
COLD static void check_variant(Judge *j) {
    const FenText *t = j->text;
    Board *b = &j->text->position.board;
    const bool pockets = has(j, TRAIT_POCKETS), checks = has(j, TRAIT_CHECKS);
    if (!pockets && t->pocket.at)
        add_at(j, *t->pocket.at == '/' ? ERR_FEN_RANKS : ERR_FEN_POCKET_VARIANT, t->pocket.at, 0);
    if (!pockets && b->promoted) add_on(j, ERR_FEN_POCKET_VARIANT, b->promoted, b->promoted);
    if (!checks && t->fields[CHECKS].at) add_at(j, ERR_FEN_CHECKS_VARIANT, t->fields[CHECKS].at, 0);
    if (pockets) check_pocket(j);
    if (checks && !t->fields[CHECKS].at) memset(b->checks, 3, sizeof b->checks);
}

COLD static void check_race(Judge *j) {
    const Board *b = board_of(j);
    const Bitboard checkers = checkers_of(j, b->side), king = b->kings & b->color[b->side], home = RANK_1 << 56;
    if (checkers) add_on(j, ERR_FEN_RACE_CHECK, king, king | checkers);
    if (b->side == BLACK && (b->kings & b->color[WHITE] & home) && (b->kings & b->color[BLACK] & home))
        add_on(j, ERR_FEN_RACE_OVER, b->kings & home, b->kings & home);
}

// Variants other than Chess960 have its geometry if the castling rights require it.
static Geometry geometry_of(const Board *b, Variant variant) {
    if (variant_has(variant, TRAIT_ANY_START)) return GEOMETRY_CHESS960;
    if (variant_has(variant, TRAIT_STANDARD_RULES)) return GEOMETRY_STANDARD;
    for (Color us = WHITE; us <= BLACK; us++) {
        const Bitboard rights = b->castling & rank_for(us, 0);
        if (rights && (file_of(board_king(b, us)) != E1 || (rights & ~(FILE_A | FILE_H)))) return GEOMETRY_CHESS960;
    }
    return GEOMETRY_STANDARD;
}

void fen_judge(FenText *t, Variant variant, bool strict, Problems *out) {
    Judge j = {t, variant, out};
    Board *b = &t->position.board;
    b->rules = variant_rules(variant);
    if (b->rules != STANDARD || t->pocket.at || b->promoted || t->fields[CHECKS].at) check_variant(&j);
    check_men(&j);
    check_castling(&j);
    check_en_passant(&j);
    check_opponent(&j);
    if (has(&j, TRAIT_RACE)) check_race(&j);
    b->geometry = (uint8_t)geometry_of(b, variant);
    if (!strict || out->count) return;
    fen_check_strict(b, variant, out);
    for (int i = 0; i < out->count; i++) out->list[i].offset = fen_offset(t, t->fields[PLACEMENT].at);
}
