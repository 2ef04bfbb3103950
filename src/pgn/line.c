// SPDX-License-Identifier: Apache-2.0
// Plays the moves of a line, with a fast path for text in the usual form.
#include "line.h"

#include <string.h>

#include "../san.h"
#include "../text.h"
#include "scan.h"

// --- writing to the tree ---------------------------------------------------------------------------

// Whether glyphs and comments at this point belong to the next move.
static bool awaits_move(const PgnLine *l) { return l->numbered || (l->variation && !l->moved); }

static bool add_waiting_nags(PgnLine *l, PgnTree *t) {
    bool done = true;
    for (uint32_t i = 0; i < l->nag_count; i++) done = done && pgn_tree_add(t, OP_NAG, l->nags[i]);
    l->nag_count = 0;
    return done;
}

static void note_move(PgnLine *l, Move m) {
    l->last = m;
    l->moved = true;
    l->numbered = false;
    l->ply++;
}

void pgn_line_begin(PgnLine *l, bool plain) {
    l->last = NO_MOVE;
    l->moved = l->numbered = l->variation = l->noted = false;
    l->plain = plain;
    l->ply = l->nag_count = 0;
    l->capitals[0] = l->capitals[1] = 0;
}

bool pgn_line_add_move(PgnLine *l, PgnTree *t, Move m, bool named) {
    note_move(l, m);
    if (!l->plain) COPY_INLINE(&l->before, &l->now, sizeof l->before);
    if (move_kind(m) != MOVE_PLAIN && move_kind(m) != MOVE_DOUBLE) rules_play(&l->now, m);
    else if (l->now.rules == STANDARD) board_play_plain(&l->now, m);
    else rules_play(&l->now, m);
    if (l->plain) return pgn_tree_add_word(t, m);
    const MoveWord word =
        named ? move_word_with(&l->before, m, &l->now) : move_word_without_origin(&l->before, m, &l->now);
    return pgn_tree_add_word(t, word) && add_waiting_nags(l, t);
}

COLD bool pgn_line_add_null_move(PgnLine *l, PgnTree *t) {
    note_move(l, NO_MOVE);
    l->before = l->now;
    board_pass(&l->now);
    return pgn_tree_add(t, OP_MOVE, NULL_MOVE_WORD) && add_waiting_nags(l, t);
}

bool pgn_line_add_nag(PgnLine *l, PgnTree *t, uint32_t nag) {
    if (l->plain) return l->noted = true;
    if (awaits_move(l)) {
        if (l->nag_count < sizeof l->nags / sizeof *l->nags) l->nags[l->nag_count++] = nag;
        return true;
    }
    pgn_tree_settle_comments(t);
    return pgn_tree_add(t, OP_NAG, nag);
}

bool pgn_line_settle(PgnLine *l, PgnTree *t) {
    pgn_tree_settle_comments(t);
    if (l->variation && !l->moved) l->nag_count = 0;
    return add_waiting_nags(l, t);
}

bool pgn_line_add_comment(PgnLine *l, PgnTree *t, const char *text, uint32_t length) {
    if (l->plain) return l->noted = true;
    const TreeOp op = awaits_move(l) ? OP_STARTING : OP_COMMENT;
    return pgn_tree_add_text(t, text, length) && pgn_tree_add(t, op, t->size);
}

// --- fast path -------------------------------------------------------------------------------------

enum { MARGIN = 24 }; // no token is read in the last bytes of the text: a blank, a number and a move are shorter

// Skips at most one space or line break. A blank line is not skipped: a game may begin after it.
static const char *skip_plain_blank(const char *at) {
    at += *at == ' ';
    if ((unsigned char)*at > ' ') return at;
    const char *line = at + (*at == '\r');
    return *line == '\n' && (unsigned char)line[1] > ' ' ? line + 1 : at;
}

// The position after the dots of a move number, or NULL if there is none with at most four digits and three dots.
static const char *skip_number(const char *at) {
    const char *digits = at;
    while (is_digit(*at) && at - digits < 4) at++;
    const char *dots = at;
    while (*at == '.' && at - dots < 3) at++;
    return at == dots || *digits == '0' ? NULL : at;
}

// The number of bytes before a blank, of eight bytes with the first one lowest; 8 if there is no blank.
static uint32_t length_of(uint64_t text) {
    const uint64_t high = 0x8080808080808080ull, solid = ((text & ~high) + 0x5F5F5F5F5F5F5F5Full) | text;
    const uint64_t blanks = ~solid & high;
    return blanks ? (uint32_t)__builtin_ctzll(blanks) >> 3 : 8;
}

static bool is_plain_blank(char ch) { return ch == ' ' || ch == '\n' || ch == '\r'; }

COLD static Move fast_castling(const PgnLine *l, const char *at, uint32_t length) {
    length -= at[length - 1] == '+' || at[length - 1] == '#';
    if ((length != 3 && length != 5) || memcmp(at, "O-O-O", length) != 0) return NO_MOVE;
    return san_castling(&l->now, length == 3 ? KINGSIDE : QUEENSIDE);
}

// Reads a move of up to seven bytes from the first of eight; returns its length, 0 if san_parse() must decide.
static uint32_t fast_move(const PgnLine *l, const char *at, Move *m) {
    uint64_t text;
    memcpy(&text, at, sizeof text);
    const uint32_t length = length_of(text);
    if (length - 1 >= 7 || !is_plain_blank(at[length])) return 0;
    *m = UNLIKELY(*at == 'O') ? fast_castling(l, at, length) : san_parse_fast(&l->now, text, length);
    return *m == NO_MOVE ? 0 : length;
}

bool pgn_line_read_fast(PgnLine *l, PgnTree *t, PgnLexer *lexer) {
    const char *at = lexer->at, *end = lexer->end - MARGIN;
    bool done = true;
    if (lexer->end - at <= MARGIN || l->now.rules != STANDARD) return true;
    while (at < end && done) {
        const char *token = skip_plain_blank(at), *after;
        Move m;
        if (*token == '{') {
            after = pgn_scan(token + 1, lexer->end, '}');
            if (after >= end || *after != '}') break;
            done = pgn_line_add_comment(l, t, token + 1, (uint32_t)(after++ - token - 1));
        } else if (is_digit(*token)) {
            after = skip_number(token);
            if (!after) break;
            l->numbered = true;
            lexer->number = token;
        } else {
            const uint32_t length = fast_move(l, token, &m);
            if (!length) break;
            if (*token <= 'Z' && *token != 'O') l->capitals[l->variation] |= 1u << (*token - 'A');
            after = token + length;
            done = pgn_line_add_move(l, t, m, (*token != 'O') & (token[1] != 'x') & (token[2] > '9')); // such as Nbd2
        }
        at = after;
    }
    lexer->at = at;
    return done;
}
