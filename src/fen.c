// SPDX-License-Identifier: Apache-2.0
#include "fen.h"

#include <string.h>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

#include "zobrist.h"

enum { PLACEMENT, SIDE, CASTLING, EN_PASSANT, HALFMOVE, FULLMOVE, FIELDS };

// Indexed by the sets of a Board that hold a man: knights 1, diagonal 2, orthogonal 4, kings 8, black 16.
static const char LETTERS[] = "PNB-R-Q-K-------pnb-r-q-k";

// The meaning of each byte of a placement: in the low byte its man (as zobrist.h numbers them), or EMPTY, or GAP, the
// first square of a gap; above it what it adds to the Tally. 0 for a byte without a meaning.
enum { EMPTY = 13, GAP = 14, ADDS = 8 };
#define MAN(us, type) (2 * (type) + ((us) == WHITE))
#define ONE(us, type) (MAN(us, type) | TALLY(1, 0, 1) << ADDS)
#define FREE(files) (GAP | TALLY(files, 0, 1) << ADDS)

// Squares, slashes and bytes so far.
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

typedef struct {
    Reader fields[FIELDS];
    Position position;
    Variant variant;
    int offset; // of the error
} Parser;

static ErrorCode fail_at(Parser *p, const char *at, ErrorCode code) {
    p->offset = (int)(at - p->fields[PLACEMENT].start);
    return code;
}

// The byte of a well-formed placement that describes a square.
COLD static const char *find_square(const Reader *placement, Square s) {
    Square at = A8;
    for (const char *c = placement->at; c < placement->end; c++) {
        if (*c == '/') at -= 16;
        else if (is_rank(*c)) at += *c - '0';
        else if (at++ == s) return c;
    }
    return placement->at;
}

// An error at the first of some pieces, or at the placement as a whole.
static ErrorCode fail_on(Parser *p, Bitboard squares, ErrorCode code) {
    return fail_at(p, find_square(&p->fields[PLACEMENT], squares ? lsb(squares) : NO_SQUARE), code);
}

// The placement is known: it ends at `at`.
static ErrorCode split_fields(Parser *p, const char *at, const char *end) {
    int count = 1;
    while (at < end) {
        const char *field = ++at;
        while (at < end && *at != ' ') at++;
        if (count == FIELDS || at == field) return fail_at(p, field, ERR_FEN_FIELDS);
        p->fields[count++] = (Reader){field, field, at};
    }
    if (count == EN_PASSANT + 1 || count == FIELDS) return ERR_NONE;
    return fail_at(p, end, ERR_FEN_FIELDS);
}

// What is wrong with a malformed placement, from the left; but a wrong number of ranks takes precedence.
COLD static ErrorCode placement_error(Parser *p) {
    const Reader *r = &p->fields[PLACEMENT];
    int slashes = 0, file = 0;
    for (const char *c = r->at; c < r->end; c++)
        if (*c == '/' && ++slashes == 8) return fail_at(p, c, ERR_FEN_RANKS);
    if (slashes < 7) return fail_at(p, r->end, ERR_FEN_RANKS);
    for (const char *c = r->at;; c++) {
        if (c == r->end || *c == '/') {
            if (file != 8) return fail_at(p, c, file ? ERR_FEN_RANK_SHORT : ERR_FEN_RANK_EMPTY);
            file = 0;
            continue;
        }
        const uint32_t meaning = MEANING[(uint8_t)*c];
        if (file == 8) return fail_at(p, c, ERR_FEN_RANK_LONG);
        if (!meaning) return fail_at(p, c, ERR_FEN_PIECE);
        if (file && is_digit(*c) && is_digit(c[-1])) return fail_at(p, c, ERR_FEN_RANK_DIGITS);
        file += meaning >> ADDS & 15;
        if (file > 8) return fail_at(p, c, ERR_FEN_RANK_LONG);
    }
}

// The sets of squares that each man stands in, a bit for each; the first one is the highest bit.
#define IN(set) (128 >> (set))
enum { PAWNS, KNIGHTS, DIAGONAL, ORTHOGONAL, KINGS, WHITES, BLACKS, GAPS, SETS };
#define BOTH(sets) (sets) | IN(BLACKS), (sets) | IN(WHITES)
static const uint8_t SETS_OF[16] = {
    BOTH(IN(PAWNS)), BOTH(IN(KNIGHTS)), BOTH(IN(DIAGONAL)), BOTH(IN(ORTHOGONAL)), BOTH(IN(DIAGONAL) | IN(ORTHOGONAL)),
    BOTH(IN(KINGS)), [GAP] = IN(GAPS)}; // of others nothing

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

// Castling, en passant, side and clocks are left to others.
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

// Sets up the board of the text before the first space and finds its end; returns whether it is well-formed. All bytes
// take the same path: which comes next is unpredictable, and branches would be mispredicted.
static bool read_placement(Parser *p, const char *at, const char *end) {
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
    p->fields[PLACEMENT] = (Reader){p->fields[PLACEMENT].start, start, at};
    gather_sets(men, sets);
    set_up(&p->position.board, sets);
    p->position.hash = hash;
    memcpy(&ends, rank_ends, sizeof ends);
    memcpy(&wanted, right_ends, sizeof wanted);
    const Bitboard after_man = (sets[WHITES] | sets[BLACKS]) << 1 | FILE_A;
    return at - start <= LONGEST_PLACEMENT && tally == TALLY(64, 7, at - start) && !(sets[GAPS] & ~after_man) &&
           ends == wanted;
}

static ErrorCode parse_number(Parser *p, int field, ErrorCode code, uint16_t *out) {
    uint32_t value = 0;
    for (const char *at = p->fields[field].at; at < p->fields[field].end; at++) {
        if (!is_digit(*at)) return fail_at(p, at, code);
        value = value * 10 + (uint32_t)(*at - '0');
        if (value > UINT16_MAX) return fail_at(p, p->fields[field].at, code);
    }
    *out = (uint16_t)value;
    return ERR_NONE;
}

static ErrorCode parse_clocks(Parser *p) {
    Board *b = &p->position.board;
    b->halfmove_clock = 0;
    b->fullmove_number = 1;
    if (!p->fields[HALFMOVE].at) return ERR_NONE;
    ErrorCode error = parse_number(p, HALFMOVE, ERR_FEN_HALFMOVE, &b->halfmove_clock);
    if (!error) error = parse_number(p, FULLMOVE, ERR_FEN_FULLMOVE, &b->fullmove_number);
    if (b->fullmove_number == 0) b->fullmove_number = 1;
    return error;
}

static ErrorCode parse_side(Parser *p) {
    const Reader *r = &p->fields[SIDE];
    if (r->end - r->at != 1 || (*r->at != 'w' && *r->at != 'b')) return fail_at(p, r->at, ERR_FEN_SIDE);
    p->position.board.side = *r->at == 'w' ? WHITE : BLACK;
    return ERR_NONE;
}

static ErrorCode check_men(Parser *p) {
    const Board *b = &p->position.board;
    for (Color us = WHITE; us <= BLACK; us++) {
        const Bitboard kings = b->kings & b->color[us], pawns = b->pawns & b->color[us];
        if (!kings) return fail_on(p, 0, ERR_FEN_NO_KING);
        if (several(kings)) return fail_on(p, kings & (kings - 1), ERR_FEN_TOO_MANY_KINGS);
        if (popcount(pawns) > 8) return fail_on(p, pawns, ERR_FEN_TOO_MANY_PAWNS);
        if (popcount(b->color[us]) > 16) return fail_on(p, b->color[us], ERR_FEN_TOO_MANY_PIECES);
    }
    const Bitboard edge = b->pawns & (RANK_1 | RANK_1 << 56);
    if (edge) return fail_on(p, edge, ERR_FEN_PAWN_ON_EDGE);
    const Bitboard waiting = b->kings & b->color[!b->side];
    if (king_attacks[board_king(b, b->side)] & waiting) return fail_on(p, waiting, ERR_FEN_KINGS_ADJACENT);
    return ERR_NONE;
}

// The rook that a castling letter means, or NO_SQUARE. K and Q mean the outermost one (X-FEN).
static Square castling_rook(const Board *b, Color us, char letter) {
    const Bitboard rooks = board_pieces(b, us, ROOK) & rank_for(us, 0);
    const Square king = board_king(b, us);
    if (letter == 'K') return rooks >> king >> 1 ? 63 - __builtin_clzll(rooks) : NO_SQUARE;
    if (letter == 'Q') return rooks & (bit(king) - 1) ? lsb(rooks) : NO_SQUARE;
    const Square s = (king & 56) + letter - 'A';
    return rooks & bit(s) ? s : NO_SQUARE;
}

COLD static ErrorCode parse_right(Parser *p, const char *at) {
    Board *b = &p->position.board;
    const Color us = *at >= 'a' ? BLACK : WHITE;
    char letter = us == BLACK ? (char)(*at - 32) : *at;
    const bool by_file = letter >= 'A' && letter <= 'H';
    if (!by_file && letter != 'K' && letter != 'Q') return fail_at(p, at, ERR_FEN_CASTLING);
    const Square king = board_king(b, us);
    if (p->variant == STANDARD) {
        if (by_file && letter != 'A' && letter != 'H') return fail_at(p, at, ERR_FEN_CASTLING_VARIANT);
        if (king != (us == WHITE ? E1 : E1 + A8)) return fail_at(p, at, ERR_FEN_CASTLING_KING);
        letter = letter == 'K' ? 'H' : letter == 'Q' ? 'A' : letter;
    }
    if (!(rank_for(us, 0) & bit(king))) return fail_at(p, at, ERR_FEN_CASTLING_KING);
    const Square rook = castling_rook(b, us, letter);
    if (rook == NO_SQUARE) return fail_at(p, at, ERR_FEN_CASTLING_ROOK);
    for (Bitboard rights = b->castling & b->color[us]; rights;)
        if (castle_wing(king, pop(&rights)) == castle_wing(king, rook)) return fail_at(p, at, ERR_FEN_CASTLING);
    b->castling |= bit(rook);
    return ERR_NONE;
}

static ErrorCode parse_castling(Parser *p) {
    const Reader *r = &p->fields[CASTLING];
    p->position.board.castling = 0;
    if (r->end - r->at == 1 && *r->at == '-') return ERR_NONE;
    for (const char *at = r->at; at < r->end; at++) {
        const ErrorCode error = parse_right(p, at);
        if (error) return error;
    }
    return ERR_NONE;
}

static ErrorCode parse_en_passant(Parser *p) {
    Board *b = &p->position.board;
    const Reader *r = &p->fields[EN_PASSANT];
    b->en_passant = NO_SQUARE;
    if (r->end - r->at == 1 && *r->at == '-') return ERR_NONE;
    if (r->end - r->at != 2 || !is_file(r->at[0]) || (r->at[1] != '3' && r->at[1] != '6'))
        return fail_at(p, r->at, ERR_FEN_EN_PASSANT);
    const Square s = square_at(r->at[0] - 'a', r->at[1] - '1');
    if (!(rank_for(b->side, 5) & bit(s))) return fail_at(p, r->at, ERR_FEN_EN_PASSANT_SIDE);
    const Bitboard pawn = pawn_ahead(!b->side, bit(s)), origin = pawn_ahead(b->side, bit(s));
    if (!(pawn & b->pawns & b->color[!b->side]) || ((bit(s) | origin) & board_occupied(b)))
        return fail_at(p, r->at, ERR_FEN_EN_PASSANT_PAWN);
    b->en_passant = (uint8_t)s;
    return ERR_NONE;
}

static ErrorCode check_opponent(Parser *p) {
    const Board *b = &p->position.board;
    const Square king = board_king(b, !b->side);
    if (!board_attackers(b, king, b->side, board_occupied(b))) return ERR_NONE;
    return fail_on(p, bit(king), ERR_FEN_OPPONENT_IN_CHECK);
}

static ErrorCode parse(Parser *p, Reader text) {
    if (text.at == text.end) return ERR_FEN_EMPTY;
    const bool placed = read_placement(p, text.at, text.end);
    ErrorCode error = split_fields(p, p->fields[PLACEMENT].end, text.end);
    if (!error && !placed) error = placement_error(p);
    if (!error) error = parse_side(p);
    if (!error) error = check_men(p);
    if (!error) error = parse_castling(p);
    if (!error) error = parse_en_passant(p);
    if (!error) error = parse_clocks(p);
    if (!error) error = check_opponent(p);
    return error;
}

// Variants other than Chess960 are of its geometry where the castling rights show it.
static Geometry geometry_of(const Board *b, Variant variant) {
    if (variant == STANDARD || variant == CHESS960) return variant == CHESS960 ? GEOMETRY_CHESS960 : GEOMETRY_STANDARD;
    for (Color us = WHITE; us <= BLACK; us++) {
        const Bitboard rights = b->castling & rank_for(us, 0);
        if (rights && (file_of(board_king(b, us)) != E1 || (rights & ~(FILE_A | FILE_H)))) return GEOMETRY_CHESS960;
    }
    return GEOMETRY_STANDARD;
}

// What a FEN of standard chess has no place for.
static void put_aside(Board *b, Variant variant) {
    b->promoted = 0;
    b->rules = variant_rules(variant);
    memset(b->checks, variant == THREE_CHECK ? 3 : 0, sizeof b->checks);
    memset(b->pocket, 0, sizeof b->pocket);
}

ErrorCode fen_parse(const char *text, size_t length, Variant variant, bool strict, Position *out, int *offset) {
    Reader r = reader_of(text, length);
    reader_trim(&r);
    Parser p;
    p.variant = variant;
    p.offset = 0;
    p.fields[HALFMOVE].at = NULL;
    p.fields[PLACEMENT].start = text;
    put_aside(&p.position.board, variant);
    ErrorCode error = parse(&p, r);
    if (!error && strict) {
        error = fen_check_strict(&p.position.board, variant);
        p.offset = reader_offset(&p.fields[PLACEMENT]);
    }
    if (error) {
        *offset = p.offset;
        return error;
    }
    p.position.hash ^= board_hash_beside_men(&p.position.board);
    p.position.board.geometry = (uint8_t)geometry_of(&p.position.board, variant);
    *out = p.position;
    return ERR_NONE;
}

static char letter_at(const Board *b, Square s) {
    return LETTERS[(b->knights >> s & 1) | (b->diagonal >> s & 1) << 1 | (b->orthogonal >> s & 1) << 2 |
                   (b->kings >> s & 1) << 3 | (b->color[BLACK] >> s & 1) << 4];
}

static void write_placement(Writer *w, const Board *b) {
    char *at = w->at;
    for (int rank = 7; rank >= 0; rank--) {
        int next = 0;
        for (Bitboard men = board_occupied(b) >> 8 * rank & RANK_1; men;) {
            const int file = pop(&men);
            *at = (char)('0' + file - next); // kept only when the gap is one
            at += file > next;
            *at++ = letter_at(b, square_at(file, rank));
            next = file + 1;
        }
        *at = (char)('0' + 8 - next);
        at += next < 8;
        *at++ = rank ? '/' : ' ';
    }
    w->at = at;
}

COLD static void write_right(Writer *w, const Board *b, Color us, Wing wing, FenCastling castling) {
    const Square king = board_king(b, us);
    const Bitboard beyond = wing == KINGSIDE ? ~(bit(king) - 1) : bit(king) - 1;
    const Bitboard right = b->castling & rank_for(us, 0) & beyond;
    if (!right) return;
    const char letter = castling == CASTLING_XFEN && castling_rook(b, us, wing == KINGSIDE ? 'K' : 'Q') == lsb(right)
                            ? "KQ"[wing]
                            : (char)('A' + file_of(lsb(right)));
    write_char(w, us == WHITE ? letter : (char)(letter + 32));
}

static void write_castling(Writer *w, const Board *b, FenCastling castling) {
    if (!b->castling) {
        write_char(w, '-');
        return;
    }
    for (Color us = WHITE; us <= BLACK; us++) {
        if (!board_has_king(b, us)) continue;
        write_right(w, b, us, KINGSIDE, castling);
        write_right(w, b, us, QUEENSIDE, castling);
    }
}

static bool writes_en_passant(const Board *b, FenEnPassant mode) {
    if (b->en_passant == NO_SQUARE || mode == EN_PASSANT_ALWAYS) return b->en_passant != NO_SQUARE;
    return mode == EN_PASSANT_PSEUDO ? board_en_passant_is_pseudo(b) : board_en_passant_is_legal(b);
}

void fen_write(Writer *w, const Position *p, FenEnPassant en_passant, FenCastling castling) {
    const Board *b = &p->board;
    REQUIRE(w->end - w->at >= MAX_FEN);
    write_placement(w, b);
    write_text(w, b->side == WHITE ? "w " : "b ");
    write_castling(w, b, castling);
    write_char(w, ' ');
    if (writes_en_passant(b, en_passant)) {
        write_char(w, (char)('a' + file_of(b->en_passant)));
        write_char(w, (char)('1' + rank_of(b->en_passant)));
    } else {
        write_char(w, '-');
    }
    write_char(w, ' ');
    write_number(w, b->halfmove_clock);
    write_char(w, ' ');
    write_number(w, b->fullmove_number);
}

// Puts this piece type on the n-th free file from the left.
COLD static void put_on_free_file(PieceType row[8], int n, PieceType type) {
    for (int file = 0; file < 8; file++)
        if (row[file] == NO_PIECE && n-- == 0) {
            row[file] = type;
            return;
        }
}

COLD void fen_chess960_start(int number, Position *out) {
    // Which two of five free files the knights take.
    static const uint8_t knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                           {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    PieceType row[8] = {NO_PIECE, NO_PIECE, NO_PIECE, NO_PIECE, NO_PIECE, NO_PIECE, NO_PIECE, NO_PIECE};
    row[number % 4 * 2 + 1] = BISHOP;
    row[number / 4 % 4 * 2] = BISHOP;
    put_on_free_file(row, number / 16 % 6, QUEEN);
    put_on_free_file(row, knights[number / 96][1], KNIGHT); // the right one first: it moves no free file left of it
    put_on_free_file(row, knights[number / 96][0], KNIGHT);
    put_on_free_file(row, 0, ROOK);
    put_on_free_file(row, 0, KING);
    put_on_free_file(row, 0, ROOK);
    Board b;
    memset(&b, 0, sizeof b);
    for (int file = 0; file < 8; file++) {
        board_put(&b, file, WHITE, row[file]);
        board_put(&b, file + 8, WHITE, PAWN);
        board_put(&b, file + 48, BLACK, PAWN);
        board_put(&b, file + 56, BLACK, row[file]);
    }
    b.castling = b.orthogonal & ~b.diagonal;
    b.geometry = GEOMETRY_CHESS960;
    b.en_passant = NO_SQUARE;
    b.fullmove_number = 1;
    *out = (Position){b, board_hash(&b)};
}
