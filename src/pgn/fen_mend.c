// SPDX-License-Identifier: Apache-2.0
// Repairs FENs. fen_parse() decides: each part of the FEN is kept if the position can be read with it.
#include "fen_mend.h"

#include <string.h>

enum {
    MAX_PLACEMENT = 140, // bytes
    MAX_CHECKS = 4,      // bytes, as in "+0+0"
    MAX_RIGHTS = 4,
    MAX_LETTERS = 8, // letters of the castling field that are considered
};

typedef enum { SIDE, CASTLING, EN_PASSANT, HALFMOVE, FULLMOVE, DONE } Field;

typedef struct {
    Reader placement;
    char side[2], rights[MAX_RIGHTS + 1], en_passant[3]; // "" for '-'
    Reader checks;                                       // three-check; empty for none
    uint32_t halfmove_clock, fullmove_number;
    Variant variant;
} Draft;

// The parts of the text.
typedef struct {
    Reader placement, castling, en_passant, checks;
    char side; // 0 if missing
    uint32_t halfmove_clock, fullmove_number;
} Parts;

static bool is_gap(char c) { return (unsigned char)c <= ' ' || c & 0x80 || c == '_'; }

static bool next_word(Reader *r, Reader *word) {
    while (r->at < r->end && is_gap(*r->at)) r->at++;
    *word = (Reader){r->at, r->at, r->at};
    while (r->at < r->end && !is_gap(*r->at)) r->at++;
    word->end = r->at;
    return word->end > word->at;
}

static bool is_square(const Reader *word) {
    return word->end - word->at == 2 && is_file(word->at[0]) && is_rank(word->at[1]);
}

static uint32_t clock_of(const Reader *word, uint32_t otherwise) {
    uint32_t value = 0;
    for (const char *at = word->at; at < word->end; at++) {
        value = 10 * value + (uint32_t)(*at - '0');
        if (!is_digit(*at) || value > UINT16_MAX) return otherwise;
    }
    return value;
}

// Reads 'w', 'W', 'white': castling rights never have five letters.
static char side_of(const Reader *word) {
    const char c = (char)(*word->at | 32);
    const ptrdiff_t length = word->end - word->at;
    return (length == 1 || length == 5) && (c == 'w' || c == 'b') ? c : 0;
}

static bool may_be_rights(const Reader *word) {
    const char c = (char)(*word->at | 32);
    return c == 'k' || c == 'q' || is_file(c);
}

// Checks, as in 3+3 or +0+0.
static bool has_plus(const Reader *word) {
    return word->end - word->at > 1 && (word->at[0] == '+' || word->at[1] == '+');
}

// Assigns words to the fields that they fit, in order.
static Parts split(Reader text) {
    Parts p = {.fullmove_number = 1};
    Field next = SIDE;
    next_word(&text, &p.placement);
    for (Reader word; next_word(&text, &word);) {
        if (has_plus(&word)) {
            p.checks = word;
            continue;
        }
        if (next == DONE) break;
        if (next == SIDE) {
            next = CASTLING;
            p.side = side_of(&word);
            if (p.side || (!is_digit(*word.at) && !may_be_rights(&word))) continue; // also skips an unreadable side
        }
        if (is_digit(*word.at) && next < HALFMOVE) next = HALFMOVE;
        if (is_square(&word) && next == CASTLING) next = EN_PASSANT;
        if (next == CASTLING) p.castling = word;
        if (next == EN_PASSANT && is_square(&word)) p.en_passant = word;
        if (next == HALFMOVE) p.halfmove_clock = clock_of(&word, 0);
        if (next == FULLMOVE) p.fullmove_number = clock_of(&word, 1);
        next++;
    }
    return p;
}

static bool parse_draft(const Draft *d, Position *out) {
    char fen[MAX_FEN + MAX_PLACEMENT];
    Writer w = writer_of(fen, sizeof fen);
    const char *rest[] = {d->side, d->rights, d->en_passant};
    int offset;
    for (const char *at = d->placement.at; at < d->placement.end; at++) write_char(&w, *at);
    for (int i = 0; i < 3; i++) {
        write_char(&w, ' ');
        write_text(&w, *rest[i] ? rest[i] : "-");
    }
    write_char(&w, ' ');
    write_number(&w, d->halfmove_clock);
    write_char(&w, ' ');
    write_number(&w, d->fullmove_number);
    if (d->checks.at < d->checks.end) write_char(&w, ' ');
    for (const char *at = d->checks.at; at < d->checks.end; at++) write_char(&w, *at);
    return !fen_parse(fen, (size_t)writer_length(&w), d->variant, false, out, &offset);
}

// Keeps the possible castling rights; returns whether these are all.
static bool keep_rights(Draft *d, Variant variant, Reader letters) {
    Position p;
    size_t count = 0;
    bool all = letters.end - letters.at <= MAX_LETTERS;
    if (!all) letters.end = letters.at + MAX_LETTERS;
    d->variant = variant;
    memset(d->rights, 0, sizeof d->rights);
    for (; letters.at < letters.end; letters.at++) {
        if (*letters.at == '-') continue;
        if (count < MAX_RIGHTS) d->rights[count] = *letters.at;
        if (count < MAX_RIGHTS && parse_draft(d, &p)) count++;
        else all = false;
        d->rights[count] = 0;
    }
    return all;
}

// The number of rights that name the file of their rook.
static int count_files(const char *rights) {
    int count = 0;
    for (; *rights; rights++) count += is_file((char)(*rights | 32));
    return count;
}

// Called if standard chess does not allow all of the rights. It is Chess960 if one names the file of its rook, or
// if both sides have rights that are possible together.
static bool is_chess960(Draft *d, Reader letters) {
    Position p;
    const int files = count_files(d->rights);
    const bool all = keep_rights(d, CHESS960, letters);
    if (count_files(d->rights) > files) return true;
    if (!all || !parse_draft(d, &p)) return false;
    const Board *b = &p.board;
    return b->castling & b->color[WHITE] && b->castling & b->color[BLACK] && fen_castling_is_possible(b);
}

static void mend_castling(Draft *d, Reader letters) {
    if (keep_rights(d, d->variant, letters) || d->variant != STANDARD) return;
    if (!is_chess960(d, letters)) keep_rights(d, STANDARD, letters);
}

static void mend_en_passant(Draft *d, Reader square) {
    Position p;
    if (square.at == square.end) return;
    memcpy(d->en_passant, square.at, 2);
    if (!parse_draft(d, &p)) d->en_passant[0] = 0;
}

static bool mend(Reader text, Variant variant, Draft *d) {
    const Parts parts = split(text);
    Position p;
    if (parts.placement.end - parts.placement.at > MAX_PLACEMENT) return false;
    *d = (Draft){.placement = parts.placement,
                 .side = {parts.side ? parts.side : 'w'},
                 .halfmove_clock = parts.halfmove_clock,
                 .fullmove_number = parts.fullmove_number,
                 .variant = variant};
    if (!parse_draft(d, &p)) {
        if (parts.side) return false;
        d->side[0] = 'b'; // White cannot be to move: Black's king is in check
        if (!parse_draft(d, &p)) return false;
    }
    mend_castling(d, parts.castling);
    mend_en_passant(d, parts.en_passant);
    if (!variant_has(variant, TRAIT_CHECKS) || parts.checks.end - parts.checks.at > MAX_CHECKS) return true;
    d->checks = parts.checks;
    if (!parse_draft(d, &p)) d->checks = (Reader){NULL, NULL, NULL};
    return true;
}

COLD ErrorCode fen_mend(const char *text, size_t length, bool strict, Variant *variant, Position *out) {
    Draft d;
    Position p;
    int offset;
    if (!fen_parse(text, length, *variant, strict, out, &offset)) return ERR_NONE;
    if (!mend(reader_of(text, length), *variant, &d) || !parse_draft(&d, &p)) return ERR_PGN_TAG_FEN;
    if (strict) {
        Problems found = {.count = 0};
        fen_check_strict(&p.board, d.variant, &found);
        if (found.count) return ERR_PGN_TAG_FEN;
    }
    *variant = d.variant;
    *out = p;
    return ERR_PGN_FEN_MENDED;
}
