// SPDX-License-Identifier: Apache-2.0
// Reads the extensions of variants: promoted pieces, pockets and checks. Malformed placements are also handled
// here.
#include "fen_text.h"

#include <string.h>

// NO_PIECE for a byte that is not the letter of a man.
static PieceType type_of(char c) {
    static const char letters[] = "PNBRQK";
    PieceType type = PAWN;
    while (type < NO_PIECE && (c & ~32) != letters[type]) type++;
    return type;
}

static Color color_of(char c) { return c >= 'a' ? BLACK : WHITE; }

// The start of the pocket, or the end: at a bracket, or at an eighth slash followed only by men to drop.
static const char *find_pocket(const Reader *placement) {
    const char *slash = NULL;
    int slashes = 0;
    for (const char *c = placement->at; c < placement->end; c++) {
        if (*c == '[' && !slash) return c;
        if (*c == '/' && ++slashes == 8) slash = c;
        else if (slash && type_of(*c) >= KING) return placement->end;
    }
    return slash ? slash : placement->end;
}

static ErrorCode read_pocket(FenText *t) {
    const Reader *r = &t->pocket;
    const bool bracket = *r->at == '[';
    if (bracket && r->end[-1] != ']') return fen_fail(t, r->end, ERR_FEN_POCKET);
    for (const char *c = r->at + 1; c < r->end - bracket; c++) {
        const PieceType type = type_of(*c);
        if (*c == '-' && bracket && r->end - r->at == 3) break; // XBoard writes empty pockets so
        if (type >= KING) return fen_fail(t, c, ERR_FEN_POCKET);
        uint8_t *count = &t->position.board.pocket[color_of(*c)][type];
        if (++*count > 64) return fen_fail(t, c, ERR_FEN_POCKET);
    }
    return ERR_NONE;
}

// Reads the ranks up to `end`, from the left.
static ErrorCode read_ranks(FenText *t, const char *end) {
    Board *b = &t->position.board;
    Square s = A8;
    int file = 0;
    char last = 0; // 0 before the first byte of a rank
    memset(b, 0, offsetof(Board, castling));
    for (const char *c = t->fields[PLACEMENT].at;; c++) {
        if (c == end || *c == '/') {
            if (file != 8) return fen_fail(t, c, file ? ERR_FEN_RANK_SHORT : ERR_FEN_RANK_EMPTY);
            if (c == end) return ERR_NONE;
            s -= 16;
            file = 0;
            last = 0;
            continue;
        }
        const PieceType type = type_of(*c), before = type_of(last);
        if (*c == '~' && before > PAWN && before < KING) {
            b->promoted |= bit(s - 1);
            last = '~';
            continue;
        }
        if (file == 8) return fen_fail(t, c, ERR_FEN_RANK_LONG);
        if (type == NO_PIECE && !is_rank(*c)) return fen_fail(t, c, ERR_FEN_PIECE);
        if (is_digit(*c) && is_digit(last)) return fen_fail(t, c, ERR_FEN_RANK_DIGITS);
        const int step = type == NO_PIECE ? *c - '0' : 1;
        if (file + step > 8) return fen_fail(t, c, ERR_FEN_RANK_LONG);
        if (type < NO_PIECE) board_put(b, s, color_of(*c), type);
        s += step;
        file += step;
        last = *c;
    }
}

// A wrong number of ranks takes precedence over other errors.
COLD ErrorCode fen_read_rare_placement(FenText *t) {
    const Reader *r = &t->fields[PLACEMENT];
    const char *end = find_pocket(r);
    int slashes = 0;
    for (const char *c = r->at; c < end; c++)
        if (*c == '/' && ++slashes == 8) return fen_fail(t, c, ERR_FEN_RANKS);
    if (slashes < 7) return fen_fail(t, end, ERR_FEN_RANKS);
    const ErrorCode error = read_ranks(t, end);
    if (error || end == r->end) return error;
    t->pocket = (Reader){end, end, r->end};
    return read_pocket(t);
}

static bool has_plus(const Reader *r) { return r->end - r->at > 1 && (r->at[0] == '+' || r->at[1] == '+'); }

static ErrorCode read_checks(FenText *t) {
    const Reader *r = &t->fields[CHECKS];
    const bool given = *r->at == '+';
    const char *white = r->at + given, *black = white + 2;
    if (r->end != black + 1 || black[-1] != '+' || *white < '0' || *white > '3' || *black < '0' || *black > '3')
        return fen_fail(t, r->at, ERR_FEN_CHECKS);
    t->position.board.checks[WHITE] = (uint8_t)(given ? '3' - *white : *white - '0');
    t->position.board.checks[BLACK] = (uint8_t)(given ? '3' - *black : *black - '0');
    return ERR_NONE;
}

static void add_fields(Reader *fields, int count) {
    if (count <= SIDE) fields[SIDE] = reader_of("w", 1);
    if (count <= CASTLING) fields[CASTLING] = reader_of("", 0);
    if (count <= EN_PASSANT) fields[EN_PASSANT] = reader_of("-", 1);
    fields[FULLMOVE] = reader_of("", 0);
}

COLD ErrorCode fen_read_rare_fields(FenText *t, int count, const char *end, bool may_lack_fields) {
    Reader *fields = t->fields;
    const bool early = count > HALFMOVE && has_plus(&fields[HALFMOVE]);
    if (count == FIELDS && !early && !has_plus(&fields[CHECKS])) return fen_fail(t, fields[CHECKS].at, ERR_FEN_FIELDS);
    if (count != FIELDS && !early) {
        if (!may_lack_fields) return fen_fail(t, end, ERR_FEN_FIELDS);
        add_fields(fields, count);
        return ERR_NONE;
    }
    if (early) {
        const Reader checks = fields[HALFMOVE], none = {NULL, NULL, NULL};
        fields[HALFMOVE] = count == FIELDS ? fields[FULLMOVE] : none;
        fields[FULLMOVE] = fields[CHECKS];
        fields[CHECKS] = checks;
    }
    return read_checks(t);
}
