// SPDX-License-Identifier: Apache-2.0
// The material with which White can mate in horde. White's men have no king to help them, so if few remain, they
// need Black's own men to block the king's escape squares: it matters which of these could be next to it. If
// Black's promotions make a mate conceivable, the result is that White can mate. The table is by Stefanos Papazis,
// with one row corrected:
// https://github.com/stevepapazis/horde-insufficient-material-tests
#include "rules.h"

typedef struct {
    int men; // all men, including a king
    int pawns, knights, rooks, queens;
    int bishops, dark, light; // all, and those on dark and on light squares
} Men;

static Men men_of(const Board *b, Color us) {
    const Bitboard bishops = board_pieces(b, us, BISHOP);
    return (Men){
        .men = popcount(b->color[us]),
        .pawns = popcount(board_pieces(b, us, PAWN)),
        .knights = popcount(board_pieces(b, us, KNIGHT)),
        .rooks = popcount(board_pieces(b, us, ROOK)),
        .queens = popcount(board_pieces(b, us, QUEEN)),
        .bishops = popcount(bishops),
        .dark = popcount(bishops & DARK_SQUARES),
        .light = popcount(bishops & ~DARK_SQUARES),
    };
}

// A pawn next to the king, a rook, or two bishops on the same colour leave a lone queen one square to guard.
static bool queen_can_mate(const Men *black) {
    return black->pawns || black->rooks || black->dark >= 2 || black->light >= 2;
}

// Three men smother the king. They must differ enough: bishops of one colour fill only one of its squares.
static bool knight_can_mate(const Men *black) {
    const int kinds = !!black->pawns + !!black->knights + !!black->bishops + !!black->rooks;
    return black->men >= 4 && (kinds >= 2 || black->pawns >= 2 || black->knights >= 2) &&
           (black->dark < 2 || black->men - black->dark >= 3) && (black->light < 2 || black->men - black->light >= 3);
}

static bool rook_can_mate(const Men *black) {
    return black->pawns >= 2 || !!black->pawns + !!black->knights + !!black->rooks >= 2;
}

// `same` and `other` are the numbers of Black's bishops on the colour of White's bishop and on the other colour.
static bool one_man_can_mate(const Men *white, const Men *black, int other) {
    if (white->pawns) return queen_can_mate(black) || knight_can_mate(black);
    if (white->queens) return queen_can_mate(black);
    if (white->rooks) return rook_can_mate(black);
    if (white->knights) return knight_can_mate(black);
    return other + black->pawns >= 2;
}

static bool two_minors_can_mate(const Men *white, const Men *black, int same, int other) {
    if (white->knights >= 2) return black->pawns || black->bishops || black->knights;
    if (white->knights) return black->pawns || other || black->men - same >= 3;
    if (white->dark && white->light)
        return black->pawns || black->bishops || (black->knights && (black->rooks || black->queens));
    return black->pawns + black->knights + other >= 2;
}

// Three men that count can always mate. A knight and two bishops of one colour can also mate a bare king, although
// the table of the source denies it: Bf8, Bh6, Nd5 v Kg8, 1. Nf6+ Kh8 2. Bg7#.
bool horde_can_mate(const Board *b) {
    const Men white = men_of(b, WHITE), black = men_of(b, BLACK);
    const int same = white.light ? black.light : black.dark, other = black.bishops - same;
    // A third bishop on one colour adds nothing.
    const int dark = white.dark > 2 ? 2 : white.dark, light = white.light > 2 ? 2 : white.light;
    const int men = white.men - white.bishops + dark + light;
    if (men > 2) return true;
    if (men == 2 && (white.pawns || white.queens)) return true;
    if (men == 2 && white.rooks) return !white.bishops || black.men - same > 1;
    if (men == 0 || black.men == 1) return false;
    return men == 1 ? one_man_can_mate(&white, &black, other) : two_minors_can_mate(&white, &black, same, other);
}
