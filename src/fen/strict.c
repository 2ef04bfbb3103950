// SPDX-License-Identifier: Apache-2.0
// Finds positions that no game can reach, for FENs read with strict. Every rule is a necessary condition, so that no
// reachable position is refused:
//   - promoted pieces: no more than missing pawns, and none while all pawns of the other side are on their start
//     squares; bishops that their own pawns have never released count as unmoved
//   - pawns: the captures needed, to change files and to pass each other, do not exceed the missing men
//   - men that no pawn has released are on their start squares, and the side to move follows from the other men's moves
//   - a halfmove clock within the plies of the move number
//   - castling rights that one start position explains; at most two checkers, by one last move; a last double push
// Pawns, unreleased men and the last move are checked only in variants with the captures and checks of standard chess;
// in crazyhouse the men of each type are counted together with the pockets.
// These rules do not decide whether moves actually lead from the start to the position (full retroanalysis): they do
// not see which pieces were captured where, single checks without an origin, and other locked positions.
#include "fen_text.h"

#include <string.h>

void problems_add(Problems *out, ErrorCode code, int offset, Bitboard squares) {
    if (out->count < MAX_PROBLEMS) out->list[out->count++] = (Problem){code, offset, squares};
}

static int excess(int count, int from_start) { return count > from_start ? count - from_start : 0; }

// Whether no pawn of this side has moved or been captured. Then no pawn of the other side has passed them.
static bool pawns_are_home(const Board *b, Color us) { return !(rank_for(us, 1) & ~(b->pawns & b->color[us])); }

// --- counting men ----------------------------------------------------------------------------------

// Bishops of one side on squares of one colour (shade).
typedef struct {
    int promoted; // at least so many of them
    int caught;   // 1 if the original bishop was captured before it ever moved
} Bishops;

// Bishops start on certain squares of the first rank, in Chess960 on any. While unmoved pawns block all of these,
// the original bishop is still there, or was captured there, but not by a pawn.
static Bishops bishops_of(const Board *b, Color us, Bitboard shade, Variant variant) {
    const Bitboard bishops = board_pieces(b, us, BISHOP) & shade;
    const Bitboard homes = rank_for(us, 0) & shade & (variant == STANDARD ? file_mask(2) | file_mask(5) : ~0ull);
    const Bitboard doors = pawn_west(us, homes) | pawn_east(us, homes);
    if (doors & ~(b->pawns & b->color[us])) return (Bishops){excess(popcount(bishops), 1), 0};
    const int unmoved = (bishops & homes) != 0;
    return (Bishops){popcount(bishops) - unmoved, 1 - unmoved};
}

typedef struct {
    int promoted, pawns, missing; // promoted: lower bound; missing: men that the other side has captured
    int caught;                   // of the missing, bishops on their start square, where no pawn captures
} Men;

static Men men_of(const Board *b, Color us, Variant variant) {
    const Bishops dark = bishops_of(b, us, DARK_SQUARES, variant), light = bishops_of(b, us, ~DARK_SQUARES, variant);
    Men men = {.pawns = popcount(b->pawns & b->color[us]), .missing = 16 - popcount(b->color[us])};
    men.promoted = excess(popcount(board_pieces(b, us, KNIGHT)), 2) + excess(popcount(board_pieces(b, us, ROOK)), 2) +
                   excess(popcount(board_pieces(b, us, QUEEN)), 1) + dark.promoted + light.promoted;
    men.caught = dark.caught + light.caught;
    return men;
}

// --- pawns -----------------------------------------------------------------------------------------

// The fewest captures by which the pawns of one side can have reached their squares from eight different files: one
// for each file sideways, each one rank ahead. 100 or more if it is impossible.
static int fewest_captures(Bitboard pawns, Color us) {
    uint8_t fewest[256]; // of the first pawns, indexed by the set of their start files
    Square squares[8];
    int count = 0, least = 100;
    while (pawns) squares[count++] = pop(&pawns);
    memset(fewest, 100, sizeof fewest);
    fewest[0] = 0;
    for (int taken = 0; taken < 256; taken++) {
        const int n = popcount((Bitboard)taken);
        if (n == count && fewest[taken] < least) least = fewest[taken];
        if (n >= count) continue;
        const int file = file_of(squares[n]), rank = rank_of(squares[n]), ahead = us == WHITE ? rank - 1 : 6 - rank;
        for (int start = 0; start < 8; start++) {
            const int aside = start > file ? start - file : file - start, sum = fewest[taken] + aside;
            if (taken >> start & 1 || aside > ahead) continue;
            if (sum < fewest[taken | 1 << start]) fewest[taken | 1 << start] = (uint8_t)sum;
        }
    }
    return least;
}

// The number of files with a white pawn below a black one. On all others, the two pawns that started there no
// longer face each other: one of them has captured, or was captured.
static int facing_files(const Board *b) {
    int files = 0;
    for (int file = 0; file < 8; file++) {
        const Bitboard white = b->pawns & b->color[WHITE] & file_mask(file);
        const Bitboard black = b->pawns & b->color[BLACK] & file_mask(file);
        files += white && black && black >> lsb(white);
    }
    return files;
}

// A capture separates two pairs of facing pawns if a pawn takes a pawn, and one pair if it takes a piece. Pawns
// captured as pawns were not promoted. This also bounds promotions: pawns that still face each other have not
// promoted.
static bool captures_explain_pawns(const Board *b, const Men men[2]) {
    for (Color us = WHITE; us <= BLACK; us++)
        if (fewest_captures(b->pawns & b->color[us], us) > men[!us].missing - men[!us].caught) return false;
    const int captures = men[WHITE].missing + men[BLACK].missing - men[WHITE].caught - men[BLACK].caught;
    const int promoted = men[WHITE].promoted + men[BLACK].promoted;
    const int captured_pawns = 16 - men[WHITE].pawns - men[BLACK].pawns - promoted; // at most
    const int of_pawns = captures < captured_pawns ? captures : captured_pawns;
    return 8 - facing_files(b) <= captures + of_pawns;
}

// --- men that were never let out ---------------------------------------------------------------------

// In standard chess with all sixteen men and no pawn moved, only knights have moved, and rooks to the knights'
// squares.
static bool is_undeveloped(const Board *b, Color us) { return pawns_are_home(b, us) && popcount(b->color[us]) == 16; }

static bool undeveloped_stand_at_home(const Board *b, Color us) {
    const Bitboard home = rank_for(us, 0), own = b->color[us] & home, rooks = board_pieces(b, us, ROOK) & home;
    return (own & b->kings & file_mask(4)) && (own & board_queens(b) & file_mask(3)) &&
           (rooks & (file_mask(0) | file_mask(1))) && (rooks & (file_mask(6) | file_mask(7)));
}

// Whether such a side has made an odd number of moves. A knight's move changes the colour of its square.
static bool undeveloped_moves_are_odd(const Board *b, Color us) {
    const Bitboard rooks = board_pieces(b, us, ROOK) & (file_mask(1) | file_mask(6));
    return (popcount(board_pieces(b, us, KNIGHT) & DARK_SQUARES) + 1 + popcount(rooks)) & 1;
}

static void check_undeveloped(const Board *b, Problems *out) {
    const int before = out->count;
    const bool white = is_undeveloped(b, WHITE), black = is_undeveloped(b, BLACK);
    for (Color us = WHITE; us <= BLACK; us++)
        if ((us == WHITE ? white : black) && !undeveloped_stand_at_home(b, us))
            problems_add(out, ERR_FEN_STRICT_UNMOVED, 0, b->color[us] & rank_for(us, 0) & ~b->knights);
    if (!white || !black || out->count > before) return;
    const bool black_moves = undeveloped_moves_are_odd(b, WHITE) != undeveloped_moves_are_odd(b, BLACK);
    if (black_moves != (b->side == BLACK)) problems_add(out, ERR_FEN_STRICT_SIDE, 0, 0);
}

// Numbers stop at their maximum, which therefore proves nothing.
static bool clock_fits(const Board *b) {
    const int plies = 2 * (b->fullmove_number - 1) + (b->side == BLACK);
    return b->fullmove_number == UINT16_MAX || b->halfmove_clock <= plies;
}

// --- the last move -----------------------------------------------------------------------------------

// The last move was a double push, and before it the king was not in check.
static bool double_push_explains(const Board *b) {
    const Bitboard passed = bit(b->en_passant);
    Board before = *b;
    before.pawns ^= pawn_ahead(WHITE, passed) | pawn_ahead(BLACK, passed);
    before.color[!b->side] ^= pawn_ahead(WHITE, passed) | pawn_ahead(BLACK, passed);
    return b->halfmove_clock == 0 && !board_is_check(&before);
}

// The empty squares from which the piece on `to` may have come in one move, without giving check there.
static Bitboard origins(const Board *b, Square to, Square king) {
    const Color them = !b->side;
    const Bitboard empty = ~board_occupied(b), at = bit(to);
    const Bitboard seen_orthogonal = rook_attacks(king, board_occupied(b)),
                   seen_diagonal = bishop_attacks(king, board_occupied(b));
    const PieceType type = board_piece_at(b, to);
    Bitboard from = 0;
    if (type == KNIGHT) from = knight_attacks[to];
    if (type == BISHOP) from = bishop_attacks(to, board_occupied(b)) & ~seen_diagonal;
    if (type == ROOK) from = rook_attacks(to, board_occupied(b)) & ~seen_orthogonal;
    if (type == PAWN || (rank_for(them, 7) & at)) { // a pawn's step, capture, double push or promotion
        const Bitboard one = pawn_ahead(b->side, at);
        Bitboard pawns = one | pawn_west(b->side, at) | pawn_east(b->side, at);
        if (type == PAWN && (rank_for(them, 3) & at) && (one & empty)) pawns |= pawn_ahead(b->side, one);
        from |= pawns & ~rank_for(them, 0) & ~pawn_attacks[b->side][king];
    }
    return from & empty;
}

// Whether `mover` left the line of `slider` and gave check itself.
static bool discovers(const Board *b, Square mover, Square slider, Square king) {
    const Bitboard open = between[king][slider];
    return open && (b->diagonal | b->orthogonal) & bit(slider) && (origins(b, mover, king) & open);
}

// An en passant capture opens up to two lines: its own pawn's square and the captured one's.
static bool en_passant_opens(const Board *b, Square king, Square first, Square second) {
    const Color them = !b->side;
    const Bitboard empty = ~board_occupied(b);
    Bitboard pawns = b->pawns & b->color[them] & rank_for(them, 5);
    while (pawns) {
        const Bitboard at = bit(pop(&pawns)), captured = pawn_ahead(b->side, at) & empty;
        if (!captured || !(pawn_ahead(them, at) & empty)) continue; // the captured pawn's path
        const Bitboard from = (pawn_west(b->side, at) | pawn_east(b->side, at)) & empty;
        const Bitboard a = between[king][first] | (at & bit(first)), c = between[king][second] | (at & bit(second));
        const Bitboard any = captured | from | at;
        if (from && (a & any) && (c & any) && ((a | c) & (captured | from))) return true;
    }
    return false;
}

static void check_last_move(const Board *b, Problems *out) {
    const Square king = board_king(b, b->side);
    const Bitboard checkers = board_attackers(b, king, !b->side, board_occupied(b)), all = checkers | bit(king);
    if (popcount(checkers) > 2) {
        problems_add(out, ERR_FEN_STRICT_CHECKERS, 0, all);
    } else if (b->en_passant != NO_SQUARE) {
        if (!double_push_explains(b)) problems_add(out, ERR_FEN_STRICT_EN_PASSANT, 0, bit(b->en_passant));
    } else if (more_than_one(checkers)) {
        const Square first = lsb(checkers), second = lsb(checkers & (checkers - 1));
        if (!discovers(b, first, second, king) && !discovers(b, second, first, king) &&
            !en_passant_opens(b, king, first, second))
            problems_add(out, ERR_FEN_STRICT_CHECK_PAIR, 0, all);
    }
}

// Both sides start mirrored, each king between its rooks.
bool fen_castling_is_possible(const Board *b) {
    Bitboard kings = 0, rooks = 0;
    for (Color us = WHITE; us <= BLACK; us++) {
        const Bitboard rights = b->castling & rank_for(us, 0);
        const int down = us == WHITE ? 0 : 56;
        rooks |= rights >> down;
        if (rights) kings |= bit(board_king(b, us)) >> down;
    }
    const Bitboard queenside = kings - 1;
    return !kings || (!more_than_one(kings) && !(kings & (FILE_A | FILE_H)) && !more_than_one(rooks & queenside) &&
                      !more_than_one(rooks & ~queenside));
}

// Promoted pieces count as pawns. Each type is counted for both sides together, since captured men change sides.
static void check_crazyhouse_men(const Board *b, Problems *out) {
    static const uint8_t from_start[KING] = {16, 4, 4, 4, 2};
    for (PieceType type = PAWN; type < KING; type++) {
        Bitboard men = 0;
        for (Color us = WHITE; us <= BLACK; us++) men |= board_pieces(b, us, type) & ~b->promoted;
        if (type == PAWN) men |= b->promoted;
        if (popcount(men) + b->pocket[WHITE][type] + b->pocket[BLACK][type] > from_start[type])
            problems_add(out, ERR_FEN_STRICT_PROMOTED, 0, men);
    }
}

static void check_promoted(const Board *b, const Men men[2], Variant variant, Problems *out) {
    enum { HORDE_MEN = 36 };
    for (Color us = WHITE; us <= BLACK; us++) {
        const Bitboard pieces =
            b->color[us] & ~b->pawns & (variant_has(variant, TRAIT_COMMON_KING) ? ~0ull : ~b->kings);
        const int kings = excess(popcount(b->kings & b->color[us]), 1); // antichess
        int most = pawns_are_home(b, !us) || variant_has(variant, TRAIT_RACE) ? 0 : 8 - men[us].pawns;
        if (variant_has(variant, TRAIT_HORDE) && us == WHITE) most = popcount(b->color[us]) > HORDE_MEN ? -1 : 64;
        if (men[us].promoted + kings > most) problems_add(out, ERR_FEN_STRICT_PROMOTED, 0, pieces);
    }
}

void fen_check_strict(const Board *b, Variant variant, Problems *out) {
    const Men men[2] = {men_of(b, WHITE, variant), men_of(b, BLACK, variant)};
    if (variant_has(variant, TRAIT_POCKETS)) check_crazyhouse_men(b, out);
    else check_promoted(b, men, variant, out);
    if (!fen_castling_is_possible(b)) problems_add(out, ERR_FEN_STRICT_CASTLING, 0, b->castling | b->kings);
    if (variant_has(variant, TRAIT_STANDARD_MOVES)) {
        check_last_move(b, out);
        if (!captures_explain_pawns(b, men)) problems_add(out, ERR_FEN_STRICT_PAWNS, 0, b->pawns);
    }
    if (!clock_fits(b)) problems_add(out, ERR_FEN_STRICT_CLOCK, 0, 0);
    if (variant == STANDARD) check_undeveloped(b, out);
}
