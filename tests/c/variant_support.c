// SPDX-License-Identifier: Apache-2.0
// Compares the core with slow rules, move by move.
#include "variant_support.h"

#include <ctype.h>
#include <stdlib.h>

// --- boards ----------------------------------------------------------------------------------------

static void set_right(Board *b, char letter) {
    const Color us = islower((unsigned char)letter) ? BLACK : WHITE;
    const int first = us == WHITE ? A1 : A8, upper = toupper((unsigned char)letter);
    const Bitboard rooks = board_pieces(b, us, ROOK) & rank_for(us, 0);
    const Bitboard below = bit(board_king(b, us)) - 1;
    if (upper == 'K') b->castling |= bit(63 - __builtin_clzll(rooks & ~below));
    else if (upper == 'Q') b->castling |= bit(lsb(rooks & below));
    else b->castling |= bit(first + upper - 'A');
}

Board variant_board(const char *fen, Variant variant) {
    Board b;
    memset(&b, 0, sizeof b);
    b.rules = variant_rules(variant);
    b.en_passant = NO_SQUARE;
    b.fullmove_number = 1;
    Square s = A8;
    const char *at = fen, *types = "pnbrqk";
    for (; *at != ' '; at++) {
        if (*at == '/') s -= 16;
        else if (isdigit((unsigned char)*at)) s += *at - '0';
        else
            board_put(&b, s++, isupper((unsigned char)*at) ? WHITE : BLACK,
                      (PieceType)(strchr(types, tolower((unsigned char)*at)) - types));
    }
    b.side = at[1] == 'b';
    for (at += 3; *at != ' '; at++)
        if (*at != '-') set_right(&b, *at);
    if (at[1] != '-') b.en_passant = (uint8_t)square_at(at[1] - 'a', at[2] - '1');
    return b;
}

bool variant_allows(const char *fen, Variant variant, const char *move) {
    const Board b = variant_board(fen, variant);
    Move list[MAX_MOVES];
    for (int i = rules_list(&b, list) - 1; i >= 0; i--)
        if (move_from(list[i]) == square_at(move[0] - 'a', move[1] - '1') &&
            move_to(list[i]) == square_at(move[2] - 'a', move[3] - '1'))
            return true;
    return false;
}

void check_variant_counts(Variant variant, const VariantCount *counts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const Board b = variant_board(counts[i].fen, variant);
        check_context(counts[i].fen);
        CHECK_INT(perft(&b, counts[i].depth, false), counts[i].nodes);
    }
    check_context(NULL);
}

// --- laws ------------------------------------------------------------------------------------------

static int by_value(const void *a, const void *b) { return *(const Move *)a - *(const Move *)b; }

static void check_sets(const Board *b) {
    const Bitboard sliders = b->diagonal | b->orthogonal, all = board_occupied(b);
    CHECK_HEX(b->color[WHITE] & b->color[BLACK], 0);
    CHECK_HEX(b->pawns | b->knights | sliders | b->kings, all);
    CHECK_INT(popcount(b->pawns) + popcount(b->knights) + popcount(sliders) + popcount(b->kings), popcount(all));
    for (Color us = WHITE; us <= BLACK; us++) {
        const Bitboard rights = b->castling & b->color[us];
        CHECK(!(rights & ~(board_pieces(b, us, ROOK) & rank_for(us, 0))));
        CHECK(!rights || b->kings & b->color[us] & rank_for(us, 0));
    }
    CHECK(!(b->castling & ~all));
}

// Compares the letters of both boards as text, so that a failure shows them.
static void check_same(const Reference *actual, const Reference *expected) {
    char a[65] = {0}, e[65] = {0};
    memcpy(a, actual->square, 64);
    memcpy(e, expected->square, 64);
    CHECK_TEXT(a, e);
    CHECK(reference_equals(actual, expected));
}

// A side that cannot win never can again, and never wins.
static void check_material(const Board *b, const Board *child) {
    const Status status = status_of(child, DRAWS_NONE, 1);
    for (Color us = WHITE; us <= BLACK; us++) {
        if (material_can_mate(b, us)) continue;
        CHECK(!material_can_mate(child, us));
        CHECK(status != status_won(STATUS_CHECKMATE_WHITE, us));
        CHECK(status < STATUS_VARIANT || (status - STATUS_VARIANT) % 2 != (unsigned)us);
    }
}

void check_variant_laws(const Board *b, const SlowRules *slow) {
    Move list[MAX_MOVES], expected[MAX_MOVES], answers[MAX_MOVES];
    const Reference r = reference_of(b);
    const int count = rules_list(b, list), wanted = rules_is_over(b) ? 0 : slow->moves(&r, expected);
    uint64_t replies = 0;
    qsort(list, (size_t)count, sizeof *list, by_value);
    qsort(expected, (size_t)wanted, sizeof *expected, by_value);
    if (!CHECK_INT(count, wanted) || !CHECK(memcmp(list, expected, (size_t)count * sizeof *list) == 0)) return;
    CHECK_INT(perft(b, 1, false), count);
    for (int i = 0; i < count; i++) {
        Board child = *b;
        rules_play(&child, list[i]);
        check_sets(&child);
        const Reference actual = reference_of(&child), made = slow->make(&r, list[i]);
        check_same(&actual, &made);
        check_material(b, &child);
        replies += (uint64_t)rules_list(&child, answers);
    }
    CHECK_INT(perft(b, 2, false), replies);
}

void check_variant_games(uint64_t seed, int games, int plies, VariantStart start, const SlowRules *slow) {
    Random r = {seed};
    for (int game = 0; game < games; game++) {
        Board b = start(&r);
        for (int ply = 0; ply < plies; ply++) {
            Move list[MAX_MOVES];
            check_context(board_fen(&b));
            check_variant_laws(&b, slow);
            const int count = rules_list(&b, list);
            if (!count) break;
            rules_play(&b, list[random_below(&r, count)]);
        }
    }
    check_context(NULL);
}
