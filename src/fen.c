// SPDX-License-Identifier: Apache-2.0
#include "fen.h"

#include <string.h>

#include "zobrist.h"

enum { PLACEMENT, SIDE, CASTLING, EN_PASSANT, HALFMOVE, FULLMOVE, FIELDS };

// Indexed by the sets of a Board that hold a man: knights 1, diagonal 2, orthogonal 4, kings 8, black 16.
static const char LETTERS[] = "PNB-R-Q-K-------pnb-r-q-k";

// The meaning of each byte of a placement: in FILES the number of files that it takes (a slash none), above them the
// man, or EMPTY. 0 for a byte without a meaning.
enum { FILES = 15, MAN_SHIFT = 4, EMPTY = 12 };
#define MAN(us, type) (2 * (type) + ((us) == WHITE))
#define ONE(us, type) (1 | MAN(us, type) << MAN_SHIFT)
#define GAP(files) ((files) | EMPTY << MAN_SHIFT)
static const uint8_t MEANING[128] = {['/'] = GAP(0),
                                     ['1'] = GAP(1),
                                     ['2'] = GAP(2),
                                     ['3'] = GAP(3),
                                     ['4'] = GAP(4),
                                     ['5'] = GAP(5),
                                     ['6'] = GAP(6),
                                     ['7'] = GAP(7),
                                     ['8'] = GAP(8),
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

static ErrorCode split_fields(Parser *p, Reader text) {
    if (text.at == text.end) return ERR_FEN_EMPTY;
    int count = 0;
    const char *at = text.at;
    for (;;) {
        const char *field = at;
        while (at < text.end && *at != ' ') at++;
        if (count == FIELDS || at == field) return fail_at(p, field, ERR_FEN_FIELDS);
        p->fields[count++] = (Reader){text.start, field, at};
        if (at == text.end) break;
        at++;
    }
    if (count == EN_PASSANT + 1 || count == FIELDS) return ERR_NONE;
    return fail_at(p, text.end, ERR_FEN_FIELDS);
}

// The squares of each kind of man. Letters and gaps add to it alike, without a branch.
typedef struct {
    Bitboard of[EMPTY + 1];
    uint64_t hash;
} Men;

static int meaning_of(char c) { return c & 0x80 ? 0 : MEANING[(int)c]; }

// The error at a byte, or at the end of the text (which counts as a slash), after so many files of its rank.
static ErrorCode rank_error(const char *at, bool ends, int file) {
    if (ends) return file ? ERR_FEN_RANK_SHORT : ERR_FEN_RANK_EMPTY;
    if (file > 7) return ERR_FEN_RANK_LONG;
    if (!meaning_of(*at)) return ERR_FEN_PIECE;
    return file && is_digit(*at) && is_digit(at[-1]) ? ERR_FEN_RANK_DIGITS : ERR_FEN_RANK_LONG;
}

// A wrong number of ranks takes precedence over other errors.
COLD static ErrorCode placement_error(Parser *p, const char *at, int file) {
    const Reader *r = &p->fields[PLACEMENT];
    int slashes = 0;
    for (const char *c = r->at; c < r->end; c++)
        if (*c == '/' && ++slashes == 8) return fail_at(p, c, ERR_FEN_RANKS);
    if (slashes < 7) return fail_at(p, r->end, ERR_FEN_RANKS);
    return fail_at(p, at, rank_error(at, at == r->end || *at == '/', file));
}

static void set_up(Position *p, const Men *men) {
    Board *b = &p->board;
    memset(b, 0, sizeof *b);
    for (Color us = WHITE; us <= BLACK; us++) {
        const Bitboard *of = men->of;
        const Bitboard queens = of[MAN(us, QUEEN)], diagonal = of[MAN(us, BISHOP)] | queens;
        const Bitboard orthogonal = of[MAN(us, ROOK)] | queens;
        b->pawns |= of[MAN(us, PAWN)];
        b->knights |= of[MAN(us, KNIGHT)];
        b->diagonal |= diagonal;
        b->orthogonal |= orthogonal;
        b->kings |= of[MAN(us, KING)];
        b->color[us] = of[MAN(us, PAWN)] | of[MAN(us, KNIGHT)] | diagonal | orthogonal | of[MAN(us, KING)];
    }
    p->hash = men->hash;
}

// All bytes take the same path: which comes next is unpredictable, and branches would be mispredicted.
static ErrorCode parse_placement(Parser *p) {
    const char *at = p->fields[PLACEMENT].at, *end = p->fields[PLACEMENT].end;
    Men men = {0};
    int rank = 7, file = 0;
    bool after_gap = false;
    for (; at < end; at++) {
        const int meaning = meaning_of(*at), man = meaning >> MAN_SHIFT, next = file + (meaning & FILES);
        const bool empty = man == EMPTY, slash = *at == '/', gap = empty & !slash;
        const bool ends_wrong = slash & ((file != 8) | (rank == 0));
        if (!meaning | (next > 8) | (gap & after_gap) | ends_wrong) return placement_error(p, at, file);
        const Square s = empty ? A1 : square_at(file, rank);
        men.of[man] |= bit(s);
        men.hash ^= zobrist_piece(man & 1 ? WHITE : BLACK, (PieceType)(man >> 1), s) & (empty - 1ull);
        file = slash ? 0 : next;
        rank -= slash;
        after_gap = gap;
    }
    if (rank != 0 || file != 8) return placement_error(p, at, file);
    set_up(&p->position, &men);
    return ERR_NONE;
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
    ErrorCode error = split_fields(p, text);
    if (!error) error = parse_placement(p);
    if (!error) error = parse_side(p);
    if (!error) error = check_men(p);
    if (!error) error = parse_castling(p);
    if (!error) error = parse_en_passant(p);
    if (!error) error = parse_clocks(p);
    if (!error) error = check_opponent(p);
    return error;
}

ErrorCode fen_parse(const char *text, size_t length, Variant variant, bool strict, Position *out, int *offset) {
    Reader r = reader_of(text, length);
    reader_trim(&r);
    Parser p;
    p.variant = variant;
    p.offset = 0;
    p.fields[HALFMOVE].at = NULL;
    p.fields[PLACEMENT].start = text;
    p.fields[PLACEMENT].at = r.at;
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
    b.en_passant = NO_SQUARE;
    b.fullmove_number = 1;
    *out = (Position){b, board_hash(&b)};
}
