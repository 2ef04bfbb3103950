// SPDX-License-Identifier: Apache-2.0
// Writes FENs, with the options for castling and en passant.
#include "fen_text.h"

#include "../rules/rules.h"

// Indexed by the bitboards that contain a man: knights 1, diagonal 2, orthogonal 4, kings 8, black 16.
static const char LETTERS[] = "PNB-R-Q-K-------pnb-r-q-k";

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
            *at = (char)('0' + file - next); // kept only if the gap is one
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
    const Bitboard rights = b->castling & rank_for(us, 0);
    if (!rights) return; // perhaps without a king
    const Square king = board_king(b, us);
    const Bitboard right = rights & (wing == KINGSIDE ? ~(bit(king) - 1) : bit(king) - 1);
    if (!right) return;
    const char letter =
        castling == CASTLING_XFEN && fen_castling_rook(b, us, king, wing == KINGSIDE ? 'K' : 'Q') == lsb(right)
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

bool fen_writes_en_passant(const Board *b, FenEnPassant mode) {
    if (b->en_passant == NO_SQUARE || mode == EN_PASSANT_ALWAYS) return b->en_passant != NO_SQUARE;
    return mode == EN_PASSANT_PSEUDO ? board_en_passant_is_pseudo(b) : rules_en_passant_is_legal(b);
}

// With promoted pieces and pockets: queens first, White's before Black's.
COLD static void write_crazyhouse_placement(Writer *w, const Board *b) {
    char plain[80];
    Writer ranks = writer_of(plain, sizeof plain);
    Square s = A8;
    write_placement(&ranks, b);
    for (const char *c = plain; *c != ' '; c++) {
        write_char(w, *c);
        if (*c == '/') s -= 16;
        else if (is_rank(*c)) s += *c - '0';
        else if (b->promoted & bit(s++)) write_char(w, '~');
    }
    write_char(w, '[');
    for (Color us = WHITE; us <= BLACK; us++)
        for (int type = QUEEN; type >= PAWN; type--)
            for (int n = b->pocket[us][type]; n; n--) write_char(w, "PNBRQpnbrq"[type + (us == BLACK ? 5 : 0)]);
    write_text(w, "] ");
}

void fen_write(Writer *w, const Position *p, FenEnPassant en_passant, FenCastling castling) {
    const Board *b = &p->board;
    REQUIRE(w->end - w->at >= MAX_FEN);
    if (board_has(b, TRAIT_POCKETS)) write_crazyhouse_placement(w, b);
    else write_placement(w, b);
    write_text(w, b->side == WHITE ? "w " : "b ");
    write_castling(w, b, castling);
    write_char(w, ' ');
    if (fen_writes_en_passant(b, en_passant)) {
        write_char(w, (char)('a' + file_of(b->en_passant)));
        write_char(w, (char)('1' + rank_of(b->en_passant)));
    } else {
        write_char(w, '-');
    }
    write_char(w, ' ');
    if (board_has(b, TRAIT_CHECKS)) {
        write_number(w, b->checks[WHITE]);
        write_char(w, '+');
        write_number(w, b->checks[BLACK]);
        write_char(w, ' ');
    }
    write_number(w, b->halfmove_clock);
    write_char(w, ' ');
    write_number(w, b->fullmove_number);
}
