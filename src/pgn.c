// SPDX-License-Identifier: Apache-2.0
#include "pgn.h"

#include <stdlib.h>
#include <string.h>

#include "notation.h"

static bool fail(PgnReader *r, ErrorCode error, uint32_t offset) {
    r->error = error;
    r->error_offset = offset;
    return false;
}

static bool equals(const PgnToken *t, const char *text) {
    return t->length == strlen(text) && memcmp(t->text, text, t->length) == 0;
}

static bool is_one_of(const PgnToken *t, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (equals(t, words[i])) return true;
    return false;
}
#define IS_ONE_OF(t, words) is_one_of(t, words, sizeof(words) / sizeof((words)[0]))

// --- tags ------------------------------------------------------------------------------------------

static bool reserve_tags(PgnReader *r, uint32_t size) {
    if (size <= r->tags_capacity) return true;
    const uint32_t wanted = size < 512 ? 512 : size * 2;
    char *grown = realloc(r->tags, wanted);
    if (!grown) return false;
    r->tags = grown;
    r->tags_capacity = wanted;
    return true;
}

// text holds the name, a zero and the value; a zero is added.
static bool keep_tag(PgnReader *r, const char *text, size_t length, uint32_t offset) {
    const uint32_t size = r->tags_size + (uint32_t)length + 1;
    if (size > PGN_MAX_TAGS) return fail(r, ERR_PGN_TOO_LARGE, offset);
    if (!reserve_tags(r, size)) return fail(r, ERR_MEMORY, offset);
    memcpy(r->tags + r->tags_size, text, length);
    r->tags[size - 1] = 0;
    r->tags_size = size;
    return true;
}

// Where to note a tag of that name, or NULL when nobody will ask for it.
static struct PgnTagPlace *tag_place(PgnReader *r, const char *name) {
    if (strcmp(name, "Event") == 0) return &r->event;
    if (strcmp(name, "FEN") == 0) return &r->fen;
    if (strcmp(name, "SetUp") == 0) return &r->setup;
    return strcmp(name, "Variant") == 0 ? &r->variant_tag : NULL;
}

static const char *tag_value(const PgnReader *r, const struct PgnTagPlace *place) {
    return place->value ? r->tags + place->value : NULL;
}

static bool read_tag(PgnReader *r, const PgnToken *t) {
    if (r->depth) return fail(r, ERR_PGN_VARIATION, r->depth_offset);
    if (r->seen_moves) return false; // the next game
    struct PgnTagPlace *place = tag_place(r, t->text);
    if (place == &r->event && place->value) return false; // and so after a game of tags alone
    if (place) *place = (struct PgnTagPlace){r->tags_size + (uint32_t)strlen(t->text) + 1, t->offset};
    return keep_tag(r, t->text, t->length, t->offset);
}

// --- the start -------------------------------------------------------------------------------------

// Letters and digits alone, in lower case.
static void fold(const char *text, char *out, size_t size) {
    size_t n = 0;
    for (; *text && n + 1 < size; text++) {
        const char c = *text >= 'A' && *text <= 'Z' ? (char)(*text + 32) : *text;
        if ((c >= 'a' && c <= 'z') || is_digit(c)) out[n++] = c;
    }
    out[n] = 0;
}

static bool read_variant(PgnReader *r) {
    static const char *const standard[] = {"",        "standard",  "normal",       "chess",
                                           "classic", "classical", "fromposition", "regular"};
    static const char *const chess960[] = {
        "chess960",       "fischerandom", "fischerrandom", "fischerandomchess", "fischerrandomchess", "freestyle",
        "freestylechess", "frc",          "960",           "chess9lx"};
    const char *value = tag_value(r, &r->variant_tag);
    if (!value) return true;
    char folded[24];
    fold(value, folded, sizeof folded);
    const PgnToken t = {.text = folded, .length = strlen(folded)};
    if (IS_ONE_OF(&t, standard)) r->variant = STANDARD;
    else if (IS_ONE_OF(&t, chess960)) r->variant = CHESS960;
    else return fail(r, ERR_PGN_VARIANT, r->variant_tag.offset);
    return true;
}

static bool start_game(PgnReader *r, uint32_t offset) {
    if (r->game) return true;
    if (!read_variant(r)) return false;
    const char *fen = tag_value(r, &r->fen), *setup = tag_value(r, &r->setup);
    Position start;
    int fen_offset;
    if (setup && strcmp(setup, "0") == 0) fen = NULL;
    if (fen && fen_parse(fen, strlen(fen), r->variant, r->strict, &start, &fen_offset))
        return fail(r, ERR_PGN_TAG_FEN, r->fen.offset);
    r->game = game_new(fen ? &start : NULL, r->variant, r->draws);
    return r->game || fail(r, ERR_MEMORY, offset);
}

// --- movetext --------------------------------------------------------------------------------------

static bool is_result(const PgnToken *t) {
    static const char *const results[] = {
        "1-0", "0-1", "1/2-1/2", "1/2", "*", "1/2-", "\xC2\xBD", "\xC2\xBD-\xC2\xBD", "\xBD-\xBD", "1:0", "0:1"};
    return IS_ONE_OF(t, results);
}

static bool is_null_move(const PgnToken *t) {
    static const char *const nulls[] = {"--", "Z0", "@@@@", "0000", "null", "pass", "NULL"};
    return IS_ONE_OF(t, nulls);
}

// Annotation glyphs that stand alone. PGN standard 8.2.3.8 and the Informator's signs.
static bool is_glyph(const PgnToken *t) {
    static const char *const glyphs[] = {"=",
                                         "+=",
                                         "=+",
                                         "+/=",
                                         "=/+",
                                         "+/-",
                                         "-/+",
                                         "+-",
                                         "-+",
                                         "+--",
                                         "--+",
                                         "~",
                                         "~=",
                                         "=~",
                                         "N",
                                         "D",
                                         "RR",
                                         "TN",
                                         "+",
                                         "#",
                                         "++",
                                         "^",
                                         "=/~",
                                         "ep",
                                         "e.p.",
                                         "e.p",
                                         "ch",
                                         "mate",
                                         "\xC2\xB1",
                                         "\xE2\x88\x93",
                                         "\xE2\xA9\xB2",
                                         "\xE2\xA9\xB1",
                                         "\xE2\x88\x9E",
                                         "\xE2\x96\xA1",
                                         "\xE2\xA8\x80",
                                         "\xE2\x8A\x95",
                                         "\xE2\x97\x8B",
                                         "\xE2\x9F\xB3",
                                         "\xE2\x86\x91",
                                         "\xE2\x86\x92",
                                         "\xE2\x87\x84",
                                         "\xE2\x87\x86",
                                         "\xE2\x88\x86",
                                         "\xE2\x88\x87",
                                         "\xE2\x8C\x93",
                                         "\xE2\x80\xBC",
                                         "\xE2\x81\x87",
                                         "\xE2\x81\x89",
                                         "\xE2\x81\x88",
                                         "\xE2\x80\xA0"};
    if (IS_ONE_OF(t, glyphs)) return true;
    for (size_t i = 0; i < t->length; i++)
        if (t->text[i] != '!' && t->text[i] != '?') return false;
    return true;
}

static bool is_en_passant_mark(const PgnToken *t) { return equals(t, "e.p.") || equals(t, "ep") || equals(t, "e.p"); }

static bool last_move_is_en_passant(const Game *g) {
    return g->move_count && move_kind(g->moves[g->move_count - 1]) == MOVE_EN_PASSANT;
}

static ErrorCode pgn_error(ErrorCode error) {
    if (error == ERR_SAN_SYNTAX) return ERR_PGN_TOKEN;
    return error == ERR_SAN_AMBIGUOUS ? ERR_PGN_AMBIGUOUS : ERR_PGN_MOVE;
}

static bool fail_move(PgnReader *r, ErrorCode error, const PgnToken *t) {
    r->error_ply = r->game->move_count + 1;
    return fail(r, error, t->offset);
}

// The result ends the game.
static bool keep_result(PgnReader *r, const PgnToken *t) {
    char text[2 + 16] = {0};
    memcpy(text + 1, t->text, t->length);
    keep_tag(r, text, t->length + 1, t->offset);
    return false;
}

// What is no move: a result, a null move, a glyph, or nothing at all.
static bool read_other_symbol(PgnReader *r, const PgnToken *t, ErrorCode error) {
    if (is_result(t)) return keep_result(r, t);
    if (is_null_move(t)) return fail_move(r, ERR_PGN_NULL_MOVE, t);
    if (is_en_passant_mark(t) && !last_move_is_en_passant(r->game)) {
        r->error_ply = r->game->move_count;
        return fail(r, ERR_PGN_MOVE, t->offset);
    }
    return is_glyph(t) || fail_move(r, pgn_error(error), t);
}

// Moves first: nearly every symbol is one.
static bool read_symbol(PgnReader *r, const PgnToken *t) {
    Move move;
    int offset;
    if (r->depth) return true;
    if (!start_game(r, t->offset)) return false;
    r->seen_moves = true;
    ErrorCode error = notation_parse(&r->game->now.board, r->variant, t->text, t->length, &move, &offset);
    if (error == ERR_SAN_SYNTAX) return read_other_symbol(r, t, error);
    error = error ? pgn_error(error) : game_append(r->game, move);
    return !error || fail_move(r, error, t);
}

static bool read_token(void *context, const PgnToken *t) {
    PgnReader *r = context;
    switch (t->type) {
    case PGN_TAG: return read_tag(r, t);
    case PGN_SYMBOL: return read_symbol(r, t);
    case PGN_NUMBER: r->seen_moves = true; return true;
    case PGN_VARIATION_BEGIN:
        r->seen_moves = true;
        if (r->depth++ == 0) r->depth_offset = t->offset;
        return true;
    case PGN_VARIATION_END:
        if (r->depth == 0) return fail(r, ERR_PGN_VARIATION, t->offset);
        r->depth--;
        return true;
    default: return true;
    }
}

// --- the reader ------------------------------------------------------------------------------------

void pgn_reader_begin(PgnReader *r, Variant variant, DrawMode draws) {
    memset(r, 0, sizeof *r);
    r->variant = variant;
    r->draws = draws;
    pgn_lexer_begin(&r->lexer, read_token, r);
    r->lexer.without_comments = true;
}

void pgn_reader_free(PgnReader *r) {
    pgn_lexer_free(&r->lexer);
    game_free(r->game);
    free(r->tags);
    memset(r, 0, sizeof *r);
}

static bool is_done(PgnReader *r) {
    if (!r->error && r->lexer.error) fail(r, r->lexer.error, r->lexer.error_offset);
    return r->error || r->lexer.stopped;
}

bool pgn_reader_feed(PgnReader *r, const char *text, size_t length) {
    if (!is_done(r)) pgn_lexer_feed(&r->lexer, text, length);
    return is_done(r);
}

void pgn_reader_finish(PgnReader *r) {
    if (!is_done(r)) pgn_lexer_finish(&r->lexer);
    is_done(r);
    if (!r->error && r->depth) fail(r, ERR_PGN_VARIATION, r->depth_offset);
    if (!r->error && !r->seen_moves && !r->tags_size) fail(r, ERR_PGN_EMPTY, 0);
    if (r->error || !start_game(r, 0)) return;
    game_settle(r->game);
}
