// SPDX-License-Identifier: Apache-2.0
// Implements the slow rules on a board of 64 letters.
#include "reference.h"

#include <ctype.h>
#include <string.h>

static const char LETTERS[] = "PNBRQK";

static const int DIRECTIONS[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const int JUMPS[8][2] = {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

static bool is_white(char man) { return man >= 'A' && man <= 'Z'; }
static bool is_man_of(char man, bool white) { return man != '.' && is_white(man) == white; }

// The square this many files and ranks away, or -1 off the board.
static int beside(int square, int files, int ranks) {
    const int file = square % 8 + files, rank = square / 8 + ranks;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
}

// -1 if that side has no king.
static int king_of(const Reference *r, bool white) {
    for (int s = 0; s < 64; s++)
        if (r->square[s] == (white ? 'K' : 'k')) return s;
    return -1;
}

Reference reference_of(const Board *b) {
    Reference r = {.white = b->side == WHITE, .en_passant = b->en_passant == NO_SQUARE ? -1 : b->en_passant};
    for (int s = 0; s < 64; s++) {
        const PieceType type = board_piece_at(b, s);
        const char letter = type == NO_PIECE ? '.' : LETTERS[type];
        r.square[s] = b->color[BLACK] >> s & 1 ? (char)tolower(letter) : letter;
    }
    for (int color = 0; color < 2; color++) {
        r.rook[color][0] = r.rook[color][1] = -1;
        for (int s = color * 56; s < color * 56 + 8; s++)
            if (b->castling >> s & 1) r.rook[color][s < king_of(&r, color == WHITE)] = s;
    }
    return r;
}

bool reference_equals(const Reference *a, const Reference *b) {
    return memcmp(a->square, b->square, 64) == 0 && a->white == b->white && a->en_passant == b->en_passant &&
           memcmp(a->rook, b->rook, sizeof a->rook) == 0;
}

// The first man in a direction.
static char first_man(const Reference *r, int square, int files, int ranks) {
    int at = square;
    while ((at = beside(at, files, ranks)) >= 0)
        if (r->square[at] != '.') return r->square[at];
    return '.';
}

bool reference_attacked(const Reference *r, int square, bool by_white) {
    for (int i = 0; i < 8; i++) {
        const int files = DIRECTIONS[i][0], ranks = DIRECTIONS[i][1];
        const int near = beside(square, files, ranks), jump = beside(square, JUMPS[i][0], JUMPS[i][1]);
        const char man = first_man(r, square, files, ranks);
        if (near >= 0 && r->square[near] == (by_white ? 'K' : 'k')) return true;
        if (jump >= 0 && r->square[jump] == (by_white ? 'N' : 'n')) return true;
        if (is_man_of(man, by_white) && strchr(i < 4 ? "RrQq" : "BbQq", man)) return true;
    }
    for (int files = -1; files <= 1; files += 2) {
        const int from = beside(square, files, by_white ? -1 : 1);
        if (from >= 0 && r->square[from] == (by_white ? 'P' : 'p')) return true;
    }
    return false;
}

bool reference_in_check(const Reference *r, bool white) {
    const int king = king_of(r, white);
    return king >= 0 && reference_attacked(r, king, !white);
}

static void lose_right(Reference *r, int square) {
    for (int color = 0; color < 2; color++)
        for (int wing = 0; wing < 2; wing++)
            if (r->rook[color][wing] == square) r->rook[color][wing] = -1;
}

static void castle(Reference *r, int king, int rook) {
    const char king_letter = r->square[king], rook_letter = r->square[rook];
    const int first = king / 8 * 8;
    r->square[king] = r->square[rook] = '.';
    r->square[first + (rook > king ? 6 : 2)] = king_letter;
    r->square[first + (rook > king ? 5 : 3)] = rook_letter;
}

Reference reference_make(const Reference *before, Move m) {
    Reference r = *before;
    const int from = m & 63, to = m >> 6 & 63, kind = m >> 12, back = r.white ? -8 : 8;
    const char man = r.square[from];
    r.en_passant = -1;
    if (man == 'K' || man == 'k') r.rook[!r.white][0] = r.rook[!r.white][1] = -1;
    lose_right(&r, from);
    lose_right(&r, to);
    if (kind == MOVE_CASTLE) {
        castle(&r, from, to);
    } else {
        r.square[from] = '.';
        r.square[to] = man;
        if (kind == MOVE_EN_PASSANT) r.square[to + back] = '.';
        if (kind == MOVE_DOUBLE) r.en_passant = to + back;
        const char promoted = kind >= 1 && kind <= 4 ? LETTERS[kind] : kind == MOVE_PROMOTE_KING ? 'K' : 0;
        if (promoted) r.square[to] = r.white ? promoted : (char)tolower(promoted);
    }
    r.white = !r.white;
    return r;
}

typedef struct {
    const Reference *r;
    Move *list;
    int count;
    bool any; // legal or not, without castling
} Moves;

static void add(Moves *out, int from, int to, int kind) {
    const Move m = (Move)(from | to << 6 | kind << 12);
    const Reference child = reference_make(out->r, m);
    if (out->any || !reference_in_check(&child, out->r->white)) out->list[out->count++] = m;
}

static void add_pawn_move(Moves *out, int from, int to, int kind) {
    const bool last_rank = to < 8 || to >= 56;
    if (!last_rank) add(out, from, to, kind);
    else
        for (int piece = 1; piece <= 4; piece++) add(out, from, to, piece);
}

static void pawn_moves(Moves *out, int from) {
    const Reference *r = out->r;
    const int ahead = r->white ? 1 : -1, one = beside(from, 0, ahead), two = beside(from, 0, 2 * ahead);
    if (one < 0) return;
    if (r->square[one] == '.') {
        const int rank = r->white ? from / 8 : 7 - from / 8;
        add_pawn_move(out, from, one, MOVE_PLAIN);
        if (rank <= 1 && r->square[two] == '.') add(out, from, two, rank == 1 ? MOVE_DOUBLE : MOVE_PLAIN); // 0: horde
    }
    for (int files = -1; files <= 1; files += 2) {
        const int to = beside(from, files, ahead);
        if (to < 0) continue;
        if (is_man_of(r->square[to], !r->white)) add_pawn_move(out, from, to, MOVE_PLAIN);
        if (to == r->en_passant) add(out, from, to, MOVE_EN_PASSANT);
    }
}

static void steps(Moves *out, int from, const int vectors[][2], int count, bool far) {
    const Reference *r = out->r;
    for (int i = 0; i < count; i++) {
        int to = from;
        do {
            to = beside(to, vectors[i][0], vectors[i][1]);
            if (to < 0 || is_man_of(r->square[to], r->white)) break;
            add(out, from, to, MOVE_PLAIN);
        } while (far && r->square[to] == '.');
    }
}

// FIDE Guidelines II.3: all squares between king, rook and their targets are empty except for the two, and no
// square from the king's first to its last is attacked.
static bool may_castle(const Reference *r, int king, int rook) {
    const int first = king / 8 * 8, king_to = first + (rook > king ? 6 : 2), rook_to = first + (rook > king ? 5 : 3);
    int low = king < rook ? king : rook, high = king < rook ? rook : king;
    if (king_to < low) low = king_to;
    if (rook_to < low) low = rook_to;
    if (king_to > high) high = king_to;
    if (rook_to > high) high = rook_to;
    for (int s = low; s <= high; s++)
        if (s != king && s != rook && r->square[s] != '.') return false;
    Reference walking = *r;
    walking.square[king] = '.';
    for (int s = king < king_to ? king : king_to; s <= (king < king_to ? king_to : king); s++)
        if (reference_attacked(&walking, s, !r->white)) return false;
    return true;
}

static void castling(Moves *out, int king) {
    for (int wing = 0; wing < 2; wing++) {
        const int rook = out->r->rook[!out->r->white][wing];
        if (rook >= 0 && may_castle(out->r, king, rook)) add(out, king, rook, MOVE_CASTLE);
    }
}

static int moves_of(const Reference *r, Move *list, bool any) {
    Moves out = {r, list, 0, any};
    for (int from = 0; from < 64; from++) {
        if (!is_man_of(r->square[from], r->white)) continue;
        switch (tolower(r->square[from])) {
        case 'p': pawn_moves(&out, from); break;
        case 'n': steps(&out, from, JUMPS, 8, false); break;
        case 'b': steps(&out, from, DIRECTIONS + 4, 4, true); break;
        case 'r': steps(&out, from, DIRECTIONS, 4, true); break;
        case 'q': steps(&out, from, DIRECTIONS, 8, true); break;
        default:
            steps(&out, from, DIRECTIONS, 8, false);
            if (!any) castling(&out, from);
        }
    }
    return out.count;
}

int reference_moves(const Reference *r, Move *list) { return moves_of(r, list, false); }
int reference_pseudo_moves(const Reference *r, Move *list) { return moves_of(r, list, true); }
