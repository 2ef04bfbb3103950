// SPDX-License-Identifier: Apache-2.0
// Reads well-formed FENs: a branch-free loop for the placement, then the other fields.
#include "fen_text.h"

#include <string.h>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

#include "../rules/rules.h"
#include "../zobrist_keys.h"

// The meaning of each byte of a placement: in the low byte its man (numbered as in zobrist_keys.h), or EMPTY, or
// GAP, the first square of a gap; above it the amount that it adds to the Tally. 0 for an invalid byte.
enum { EMPTY = 13, GAP = 14, ADDS = 8 };
#define MAN(us, type) (2 * (type) + ((us) == WHITE))
#define ONE(us, type) (MAN(us, type) | TALLY(1, 0, 1) << ADDS)
#define FREE(files) (GAP | TALLY(files, 0, 1) << ADDS)

// The number of squares, slashes and bytes so far.
typedef uint32_t Tally;
#define TALLY(squares, slashes, bytes) ((squares) | (slashes) << 10 | (Tally)(bytes) << 17)
INLINE uint32_t tally_slashes(Tally t) { return t >> 10; }

static const uint32_t MEANING[256] = {['/'] = EMPTY | TALLY(0, 1, 1) << ADDS,
                                      ['1'] = FREE(1),
                                      ['2'] = FREE(2),
                                      ['3'] = FREE(3),
                                      ['4'] = FREE(4),
                                      ['5'] = FREE(5),
                                      ['6'] = FREE(6),
                                      ['7'] = FREE(7),
                                      ['8'] = FREE(8),
                                      ['P'] = ONE(WHITE, PAWN),
                                      ['N'] = ONE(WHITE, KNIGHT),
                                      ['B'] = ONE(WHITE, BISHOP),
                                      ['R'] = ONE(WHITE, ROOK),
                                      ['Q'] = ONE(WHITE, QUEEN),
                                      ['K'] = ONE(WHITE, KING),
                                      ['p'] = ONE(BLACK, PAWN),
                                      ['n'] = ONE(BLACK, KNIGHT),
                                      ['b'] = ONE(BLACK, BISHOP),
                                      ['r'] = ONE(BLACK, ROOK),
                                      ['q'] = ONE(BLACK, QUEEN),
                                      ['k'] = ONE(BLACK, KING)};

// The bitboards that contain each man, one bit for each; the first one is the highest bit.
#define IN(set) (128 >> (set))
enum { PAWNS, KNIGHTS, DIAGONAL, ORTHOGONAL, KINGS, WHITES, BLACKS, GAPS, SETS };
#define BOTH(sets) (sets) | IN(BLACKS), (sets) | IN(WHITES)
static const uint8_t SETS_OF[16] = {
    BOTH(IN(PAWNS)), BOTH(IN(KNIGHTS)), BOTH(IN(DIAGONAL)), BOTH(IN(ORTHOGONAL)), BOTH(IN(DIAGONAL) | IN(ORTHOGONAL)),
    BOTH(IN(KINGS)), [GAP] = IN(GAPS)}; // in no others

#ifdef __wasm_simd128__
static void gather_sets(const uint8_t men[64], Bitboard sets[SETS]) {
    const v128_t sets_of = wasm_v128_load(SETS_OF);
    v128_t bits[4];
    for (int i = 0; i < 4; i++) bits[i] = wasm_i8x16_swizzle(sets_of, wasm_v128_load(men + 16 * i));
#pragma clang loop unroll(disable)
    for (int set = 0; set < SETS; set++) {
        Bitboard squares = 0;
        for (int i = 0; i < 4; i++) {
            squares |= (Bitboard)wasm_i8x16_bitmask(bits[i]) << 16 * i;
            bits[i] = wasm_i8x16_add(bits[i], bits[i]);
        }
        sets[set] = squares;
    }
}
#else
static void gather_sets(const uint8_t men[64], Bitboard sets[SETS]) {
    memset(sets, 0, SETS * sizeof *sets);
    for (Square s = A1; s <= H8; s++)
        for (int set = 0; set < SETS; set++)
            if (SETS_OF[men[s]] & IN(set)) sets[set] |= bit(s);
}
#endif

// Castling, en passant, side and clocks are set elsewhere.
static void set_up(Board *b, const Bitboard sets[SETS]) {
    b->pawns = sets[PAWNS];
    b->knights = sets[KNIGHTS];
    b->diagonal = sets[DIAGONAL];
    b->orthogonal = sets[ORTHOGONAL];
    b->kings = sets[KINGS];
    b->color[WHITE] = sets[WHITES];
    b->color[BLACK] = sets[BLACKS];
}

enum { LONGEST_PLACEMENT = 71 };

// Sets up the board of the text before the first space and finds its end; returns whether it is well-formed. All
// bytes take the same path: the next byte is unpredictable, and branches would be mispredicted.
static bool read_placement(FenText *t, const char *at, const char *end) {
    static const uint8_t right_ends[8] = {8, 16, 24, 32, 40, 48, 56, 64};
    const char *start = at;
    uint8_t men[64], rank_ends[8];
    Bitboard sets[SETS];
    uint64_t hash = 0, ends, wanted;
    Tally tally = 0;
    memset(men, EMPTY, sizeof men);
    for (; at < end && *at != ' '; at++) {
        const uint32_t meaning = MEANING[(uint8_t)*at], s = (tally & 63) ^ A8;
        men[s] = (uint8_t)meaning;
        rank_ends[tally_slashes(tally) & 7] = (uint8_t)tally;
        hash ^= zobrist_keys[(meaning & 15) << 6 | s];
        tally += meaning >> ADDS;
    }
    rank_ends[7] = (uint8_t)tally;
    t->fields[PLACEMENT] = (Reader){t->fields[PLACEMENT].start, start, at};
    gather_sets(men, sets);
    set_up(&t->position.board, sets);
    t->position.hash = hash;
    memcpy(&ends, rank_ends, sizeof ends);
    memcpy(&wanted, right_ends, sizeof wanted);
    const Bitboard after_man = (sets[WHITES] | sets[BLACKS]) << 1 | FILE_A;
    return at - start <= LONGEST_PLACEMENT && tally == TALLY(64, 7, at - start) && !(sets[GAPS] & ~after_man) &&
           ends == wanted;
}

// The placement is known and ends at `at`.
static ErrorCode split_fields(FenText *t, const char *at, const char *end, bool may_lack_fields) {
    int count = 1;
    while (at < end) {
        const char *field = ++at;
        while (at < end && *at != ' ') at++;
        if (count == FIELDS || at == field) return fen_fail(t, field, ERR_FEN_FIELDS);
        t->fields[count++] = (Reader){field, field, at};
    }
    if (count == EN_PASSANT + 1 || count == FULLMOVE + 1) return ERR_NONE;
    return fen_read_rare_fields(t, count, end, may_lack_fields);
}

static ErrorCode parse_number(FenText *t, int field, ErrorCode code, uint16_t *out) {
    uint32_t value = 0;
    for (const char *at = t->fields[field].at; at < t->fields[field].end; at++) {
        if (!is_digit(*at)) return fen_fail(t, at, code);
        value = value * 10 + (uint32_t)(*at - '0');
        if (value > UINT16_MAX) return fen_fail(t, t->fields[field].at, code);
    }
    *out = (uint16_t)value;
    return ERR_NONE;
}

static ErrorCode parse_clocks(FenText *t) {
    Board *b = &t->position.board;
    b->halfmove_clock = 0;
    b->fullmove_number = 1;
    if (!t->fields[HALFMOVE].at) return ERR_NONE;
    ErrorCode error = parse_number(t, HALFMOVE, ERR_FEN_HALFMOVE, &b->halfmove_clock);
    if (!error) error = parse_number(t, FULLMOVE, ERR_FEN_FULLMOVE, &b->fullmove_number);
    if (b->fullmove_number == 0) b->fullmove_number = 1;
    return error;
}

static ErrorCode parse_side(FenText *t) {
    const Reader *r = &t->fields[SIDE];
    if (r->end - r->at != 1 || (*r->at != 'w' && *r->at != 'b')) return fen_fail(t, r->at, ERR_FEN_SIDE);
    t->position.board.side = *r->at == 'w' ? WHITE : BLACK;
    return ERR_NONE;
}

// A bit for each letter that is allowed in the castling field.
#define LETTER(c) (1ull << ((c)&63))
#define RIGHTS (0x1FEull | LETTER('K') | LETTER('Q'))

// Checks only the letters: their meaning depends on the variant.
static ErrorCode parse_castling(FenText *t) {
    const Reader *r = &t->fields[CASTLING];
    uint64_t possible = RIGHTS | RIGHTS << 32;
    if (r->end - r->at == 1 && *r->at == '-') return ERR_NONE;
    for (const char *at = r->at; at < r->end; at++) {
        if (*at < 'A' || !(possible & LETTER(*at))) return fen_fail(t, at, ERR_FEN_CASTLING);
        possible &= ~LETTER(*at);
    }
    return ERR_NONE;
}

static ErrorCode parse_en_passant(FenText *t) {
    const Reader *r = &t->fields[EN_PASSANT];
    t->position.board.en_passant = NO_SQUARE;
    if (r->end - r->at == 1 && *r->at == '-') return ERR_NONE;
    if (r->end - r->at != 2 || !is_file(r->at[0]) || (r->at[1] != '3' && r->at[1] != '6'))
        return fen_fail(t, r->at, ERR_FEN_EN_PASSANT);
    t->position.board.en_passant = (uint8_t)square_at(r->at[0] - 'a', r->at[1] - '1');
    return ERR_NONE;
}

ErrorCode fen_read(const char *text, size_t length, bool may_lack_fields, FenText *t) {
    Reader r = reader_of(text, length);
    Board *b = &t->position.board;
    reader_trim(&r);
    t->offset = 0;
    t->fields[PLACEMENT].start = text;
    t->fields[HALFMOVE].at = t->fields[CHECKS].at = t->pocket.at = NULL;
    b->promoted = 0;
    memset(b->checks, 0, sizeof b->checks);
    memset(b->pocket, 0, sizeof b->pocket);
    if (r.at == r.end) return ERR_FEN_EMPTY;
    const bool placed = read_placement(t, r.at, r.end);
    ErrorCode error = split_fields(t, t->fields[PLACEMENT].end, r.end, may_lack_fields);
    if (!error && UNLIKELY(!placed)) error = fen_read_rare_placement(t);
    if (!error) error = parse_side(t);
    if (!error) error = parse_castling(t);
    if (!error) error = parse_en_passant(t);
    if (!error) error = parse_clocks(t);
    return error;
}

ErrorCode fen_parse(const char *text, size_t length, Variant variant, bool strict, Position *out, int *offset) {
    FenText t;
    Problems found;
    ErrorCode error = fen_read(text, length, false, &t);
    if (error) {
        *offset = t.offset;
        return error;
    }
    found.count = 0;
    fen_judge(&t, variant, strict, &found);
    if (found.count) {
        *offset = found.list[0].offset;
        return found.list[0].code;
    }
    if (t.position.board.rules == STANDARD) t.position.hash ^= board_hash_beside_men(&t.position.board);
    else t.position.hash = rules_hash(&t.position.board);
    *out = t.position;
    return ERR_NONE;
}

COLD ErrorCode fen_parse_board(const char *text, size_t length, Position *out, int *offset) {
    FenText t;
    Problems found = {.count = 0};
    ErrorCode error = fen_read(text, length, false, &t);
    Board *b = &t.position.board;
    if (!error) fen_judge(&t, STANDARD, false, &found);
    if (!error && (more_than_one(b->kings & b->color[WHITE]) || more_than_one(b->kings & b->color[BLACK])))
        error = ERR_FEN_TOO_MANY_KINGS;
    *offset = error == ERR_FEN_TOO_MANY_KINGS ? 0 : t.offset;
    if (error) return error;
    for (int i = 0; i < found.count; i++)
        if (found.list[i].code == ERR_FEN_EN_PASSANT_SIDE || found.list[i].code == ERR_FEN_EN_PASSANT_PAWN)
            b->en_passant = NO_SQUARE;
    b->rules = found.count ? KINGLESS : STANDARD;
    b->promoted = 0;
    memset(b->checks, 0, sizeof b->checks);
    memset(b->pocket, 0, sizeof b->pocket);
    t.position.hash = rules_hash(b);
    *out = t.position;
    return ERR_NONE;
}

COLD void fen_problems(const char *text, size_t length, Variant variant, bool strict, Problems *out) {
    FenText t;
    const ErrorCode error = fen_read(text, length, false, &t);
    out->count = 0;
    if (error) problems_add(out, error, t.offset, 0);
    else fen_judge(&t, variant, strict, out);
}
