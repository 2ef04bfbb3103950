// SPDX-License-Identifier: Apache-2.0
#include "pgn_lexer.h"

#include <stdlib.h>
#include <string.h>

#include "bitboard.h"
#include "text.h"

typedef enum {
    BETWEEN, // tokens
    SYMBOL,
    PROMOTION, // a parenthesis that may belong to the symbol
    NAG,
    BRACE,        // {comment}
    REST_OF_LINE, // ;comment
    ESCAPED_LINE, // %line
    TAG_NAME,
    TAG_GAP, // between name and value
    TAG_VALUE,
    TAG_BACKSLASH,
    TAG_QUOTE, // after a quote in a value: the end, or a quote that nobody escaped
} State;

typedef struct {
    PgnLexer *l;
    const char *start, *at, *end;
} Chunk;

static uint32_t offset_of(const Chunk *c, const char *at) { return c->l->consumed + (uint32_t)(at - c->start); }

static void fail(PgnLexer *l, ErrorCode error, uint32_t offset) {
    l->error = error;
    l->error_offset = offset;
}

static bool running(const PgnLexer *l) { return !l->stopped && !l->error; }

static void emit(PgnLexer *l, PgnTokenType type, const char *text, size_t length, uint32_t offset) {
    const PgnToken token = {type, text, length, offset};
    if (!l->emit(l->context, &token)) l->stopped = true;
}

// Makes room for more bytes than are held, or fails.
COLD static bool make_room(PgnLexer *l, uint32_t wanted, uint32_t limit) {
    const bool too_large = wanted > limit;
    const uint32_t doubled = l->capacity ? 2 * l->capacity : PGN_MAX_SYMBOL + 1;
    char *grown = too_large ? NULL : realloc(l->buffer, wanted > doubled ? wanted : doubled);
    if (grown) {
        l->buffer = grown;
        l->capacity = wanted > doubled ? wanted : doubled;
    } else {
        fail(l, too_large ? ERR_PGN_TOO_LARGE : ERR_MEMORY, l->token_offset);
    }
    return grown != NULL;
}

static void emit_comment(PgnLexer *l, PgnTokenType type, const char *text, size_t length, uint32_t offset) {
    if (!l->without_comments) emit(l, type, text, length, offset);
}

static void hold_run(PgnLexer *l, const char *text, size_t length, uint32_t limit) {
    const uint32_t wanted = l->held + (uint32_t)length;
    if ((wanted > l->capacity || wanted > limit) && !make_room(l, wanted, limit)) return;
    if (!length) return; // there may be no buffer yet
    for (char *to = l->buffer + l->held; length; length--) *to++ = *text++;
    l->held = wanted;
}

static void hold(PgnLexer *l, char byte, uint32_t limit) { hold_run(l, &byte, 1, limit); }

static void begin(Chunk *c, State state) {
    c->l->state = state;
    c->l->token_offset = offset_of(c, c->at);
    c->l->held = 0;
}

// --- symbols ---------------------------------------------------------------------------------------

static bool ends_with(const PgnLexer *l, const char *bytes, uint32_t length) {
    return l->held >= length && memcmp(l->buffer + l->held - length, bytes, length) == 0;
}

// Wide characters that stand for ASCII ones. A dash becomes '-', an ellipsis '.', a blank ' ' (0 for none).
COLD static char ascii_meaning(const PgnLexer *l, uint32_t *length) {
    *length = 3;
    if (ends_with(l, "\xE2\x88\x92", 3)) return '-'; // minus
    if (ends_with(l, "\xE2\x80\xA6", 3)) return '.';
    if (ends_with(l, "\xEF\xBB\xBF", 3) || ends_with(l, "\xE3\x80\x80", 3) || ends_with(l, "\xE2\x80\xAF", 3))
        return ' ';
    if (l->held >= 3 && memcmp(l->buffer + l->held - 3, "\xE2\x80", 2) == 0) {
        const unsigned char last = (unsigned char)l->buffer[l->held - 1];
        if (last >= 0x90 && last <= 0x95) return '-';
        if (last >= 0x80 && last <= 0x8D) return ' ';
    }
    *length = 2;
    if (ends_with(l, "\xC2\xA0", 2)) return ' '; // no-break space
    *length = 1;
    const bool lone = l->held == 1 || !(l->buffer[l->held - 2] & 0x80);
    return lone && ends_with(l, "\xA0", 1) ? ' ' : 0; // the same in Latin-1
}

static bool is_number(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!is_digit(text[i])) return false;
    return length > 0 && !(length == 4 && memcmp(text, "0000", 4) == 0); // a null move
}

static void emit_symbol(PgnLexer *l, const char *text, size_t length) {
    l->state = BETWEEN;
    if (length) emit(l, is_number(text, length) ? PGN_NUMBER : PGN_SYMBOL, text, length, l->token_offset);
}

static void end_symbol(PgnLexer *l) { emit_symbol(l, l->buffer, l->held); }

// Bytes that stand in symbols and have no meaning besides, as bits of 0 to 63 and of 64 to 127.
static bool is_plain(char ch) {
    static const uint64_t other[2] = {
        1ull << '\t' | 1ull << '\n' | 1ull << '\v' | 1ull << '\f' | 1ull << '\r' | 1ull << ' ' | 1ull << '"' |
            1ull << '$' | 1ull << '(' | 1ull << ')' | 1ull << '.' | 1ull << ';' | 1ull << '<' | 1ull << '>',
        1ull << ('[' - 64) | 1ull << (']' - 64) | 1ull << ('{' - 64) | 1ull << ('}' - 64)};
    return !(ch & 0x80) && !(other[ch >> 6] >> (ch & 63) & 1);
}

// Runs are walked by pointers of their own: one in a Chunk would be stored for every byte.
static const char *skip_plain(const char *at, const char *end) {
    while (at < end && is_plain(*at)) at++;
    return at;
}

static bool ends_symbol(char ch) { return !(ch & 0x80) && ch != '.' && !is_plain(ch); }

// 'e8(Q)' is the one place where a parenthesis belongs to a move: right after a square on the last rank,
// around one letter.
COLD static bool opens_promotion(const PgnLexer *l, char ch) {
    if (ch != '(' || l->held < 2) return false;
    const char rank = l->buffer[l->held - 1];
    return is_file(l->buffer[l->held - 2]) && (rank == '1' || rank == '8');
}

static bool is_promotion_letter(char ch) { return ch && strchr("QRBNqrbn", ch) != NULL; }

// It was a variation after all: the symbol before it, the parenthesis, and what has been read behind it.
COLD static void split_promotion(PgnLexer *l) {
    const char last = l->buffer[l->held - 1];
    l->held -= last == '(' ? 1 : 2;
    end_symbol(l);
    if (running(l)) emit(l, PGN_VARIATION_BEGIN, "(", 1, l->open_offset);
    if (last == '(' || !running(l)) return;
    l->state = SYMBOL;
    l->token_offset = l->open_offset + 1;
    l->held = 0;
    hold(l, last, PGN_MAX_SYMBOL);
}

COLD static void read_promotion(Chunk *c) {
    PgnLexer *l = c->l;
    const bool letter_read = l->buffer[l->held - 1] != '(';
    const char ch = *c->at;
    if (letter_read ? ch != ')' : !is_promotion_letter(ch)) {
        split_promotion(l);
        return;
    }
    c->at++;
    hold(l, ch, PGN_MAX_SYMBOL);
    if (letter_read) l->state = SYMBOL;
}

COLD static void add_wide(PgnLexer *l, char ch) {
    uint32_t length;
    hold(l, ch, PGN_MAX_SYMBOL);
    const char meaning = ascii_meaning(l, &length);
    if (!meaning) return;
    l->held -= length;
    if (!l->held && l->token_offset == 0) l->at_line_start = true; // a byte order mark
    if (meaning == '-') hold(l, '-', PGN_MAX_SYMBOL);
    else end_symbol(l); // a blank, or the dots of a number
}

// A symbol that the chunk holds whole is not copied.
static bool read_whole_symbol(Chunk *c, const char *start) {
    PgnLexer *l = c->l;
    const size_t length = (size_t)(c->at - start);
    if (l->held || c->at == c->end || length > PGN_MAX_SYMBOL) return false;
    const bool ends = *c->at == '.' ? is_number(start, length) : ends_symbol(*c->at) && *c->at != '(';
    if (ends) emit_symbol(l, start, length);
    return ends;
}

static void read_symbol(Chunk *c) {
    PgnLexer *l = c->l;
    while (c->at < c->end && running(l)) {
        const char *start = c->at;
        c->at = skip_plain(start, c->end);
        if (read_whole_symbol(c, start)) return;
        hold_run(l, start, (size_t)(c->at - start), PGN_MAX_SYMBOL);
        if (c->at == c->end || !running(l)) return;
        const char ch = *c->at;
        if (ch & 0x80) {
            c->at++;
            add_wide(l, ch);
            if (l->state != SYMBOL) return;
        } else if (opens_promotion(l, ch)) {
            l->open_offset = offset_of(c, c->at++);
            hold(l, ch, PGN_MAX_SYMBOL);
            l->state = PROMOTION;
            return;
        } else if (ch != '.' || is_number(l->buffer, l->held)) {
            end_symbol(l);
            return;
        } else {
            c->at++;
            hold(l, ch, PGN_MAX_SYMBOL);
        }
    }
}

COLD static void read_nag(Chunk *c) {
    PgnLexer *l = c->l;
    while (c->at < c->end && is_digit(*c->at) && running(l)) hold(l, *c->at++, PGN_MAX_SYMBOL);
    if (c->at == c->end || !running(l)) return;
    l->state = BETWEEN;
    emit(l, PGN_NAG, l->buffer, l->held, l->token_offset);
}

// --- comments --------------------------------------------------------------------------------------

static const char *find_line_end(const char *at, const char *end) {
    while (at < end && *at != '\n' && *at != '\r') at++;
    return at;
}

// Up to the terminator, which for a line stays to be read.
static void read_comment(Chunk *c) {
    PgnLexer *l = c->l;
    const char *start = c->at;
    const char *brace = l->state == BRACE ? memchr(start, '}', (size_t)(c->end - start)) : NULL;
    c->at = l->state == BRACE ? (brace ? brace : c->end) : find_line_end(start, c->end);
    if (c->at > start) emit_comment(l, PGN_COMMENT_TEXT, start, (size_t)(c->at - start), offset_of(c, start));
    if (c->at == c->end || !running(l)) return;
    l->state = BETWEEN;
    emit_comment(l, PGN_COMMENT_END, c->at, 0, offset_of(c, c->at));
    if (brace) c->at++;
}

COLD static void skip_line(Chunk *c) {
    c->at = find_line_end(c->at, c->end);
    if (c->at < c->end) c->l->state = BETWEEN;
}

// --- tags ------------------------------------------------------------------------------------------

COLD static void end_tag(PgnLexer *l) {
    l->state = BETWEEN;
    emit(l, PGN_TAG, l->buffer, l->held, l->token_offset);
}

COLD static void hold_quote(PgnLexer *l) { // it did not end the value
    hold(l, '"', PGN_MAX_VALUE);
    for (uint32_t i = 0; i < l->blanks && running(l); i++) hold(l, ' ', PGN_MAX_VALUE);
}

COLD static void read_tag_byte(PgnLexer *l, char ch) {
    const bool line_ends = ch == '\n' || ch == '\r';
    switch (l->state) {
    case TAG_NAME:
        if (is_blank(ch) || ch == '"') {
            if (l->held == 0 && is_blank(ch)) return;
            if (l->held == 0) break;
            hold(l, 0, PGN_MAX_VALUE);
            l->name_length = l->held;
            l->state = ch == '"' ? TAG_VALUE : TAG_GAP;
        } else if (ch == ']' || ch == '[' || !ch) {
            break;
        } else {
            hold(l, ch, PGN_MAX_SYMBOL);
        }
        return;
    case TAG_GAP:
        if (ch == '"') l->state = TAG_VALUE;
        else if (!is_blank(ch)) break;
        return;
    case TAG_QUOTE:
        if (ch == ']') {
            end_tag(l);
            return;
        }
        if (ch == ' ' || ch == '\t') {
            l->blanks++;
            return;
        }
        if (line_ends) break;
        hold_quote(l);
        l->state = TAG_VALUE;
        read_tag_byte(l, ch);
        return;
    case TAG_BACKSLASH:
        l->state = TAG_VALUE;
        if (ch != '"' && ch != '\\') hold(l, '\\', PGN_MAX_VALUE);
        if (line_ends || !ch) break;
        hold(l, ch, PGN_MAX_VALUE);
        return;
    default: // TAG_VALUE
        if (line_ends || !ch) break;
        if (ch == '\\') l->state = TAG_BACKSLASH;
        else if (ch == '"') l->state = TAG_QUOTE, l->blanks = 0;
        else hold(l, ch, PGN_MAX_VALUE);
        return;
    }
    fail(l, ERR_PGN_TAG, l->token_offset);
}

static const char *skip_plain_value(const char *at, const char *end) {
    while (at < end && *at != '"' && *at != '\\' && *at != '\n' && *at != '\r' && *at) at++;
    return at;
}

static const char *skip_name(const char *at, const char *end) {
    while (at < end && is_plain(*at) && *at) at++;
    return at;
}

static void read_tag(Chunk *c) {
    PgnLexer *l = c->l;
    while (c->at < c->end && running(l) && l->state >= TAG_NAME) {
        const char *start = c->at;
        if (l->state == TAG_VALUE) c->at = skip_plain_value(start, c->end);
        if (l->state == TAG_NAME) c->at = skip_name(start, c->end);
        const uint32_t limit = l->state == TAG_NAME ? PGN_MAX_SYMBOL : PGN_MAX_VALUE;
        if (c->at > start) hold_run(l, start, (size_t)(c->at - start), limit);
        else read_tag_byte(l, *c->at++);
    }
}

// --- the rest --------------------------------------------------------------------------------------

// Blanks and dots mean nothing between tokens.
static void skip_between(Chunk *c) {
    const char *at = c->at;
    while (at < c->end && (is_blank(*at) || *at == '.' || *at == '\v' || *at == '\f')) at++;
    if (at > c->at) c->l->at_line_start = at[-1] == '\n' || at[-1] == '\r';
    c->at = at;
}

static void read_between(Chunk *c) {
    PgnLexer *l = c->l;
    skip_between(c);
    if (c->at == c->end) return;
    const char ch = *c->at;
    const bool at_line_start = l->at_line_start;
    l->at_line_start = false;
    if (ch == '%' && at_line_start) {
        l->state = ESCAPED_LINE;
        return;
    }
    if (ch == '{' || ch == ';' || ch == '(' || ch == ')' || ch == '[' || ch == '$') {
        const uint32_t offset = offset_of(c, c->at);
        if (ch == '[') begin(c, TAG_NAME);
        else if (ch == '$') begin(c, NAG);
        else if (ch == '{') begin(c, BRACE), emit_comment(l, PGN_COMMENT_BEGIN, c->at, 1, offset);
        else if (ch == ';') begin(c, REST_OF_LINE), emit_comment(l, PGN_COMMENT_BEGIN, c->at, 1, offset);
        else emit(l, ch == '(' ? PGN_VARIATION_BEGIN : PGN_VARIATION_END, c->at, 1, offset);
        c->at++;
        return;
    }
    if (ends_symbol(ch) || ch == '%') fail(l, ERR_PGN_TOKEN, offset_of(c, c->at));
    else begin(c, SYMBOL);
}

void pgn_lexer_begin(PgnLexer *l, PgnEmit emit_token, void *context) {
    memset(l, 0, sizeof *l);
    l->emit = emit_token;
    l->context = context;
    l->at_line_start = true;
}

void pgn_lexer_free(PgnLexer *l) {
    free(l->buffer);
    l->buffer = NULL;
}

void pgn_lexer_feed(PgnLexer *l, const char *text, size_t length) {
    Chunk c = {l, text, text, text + length};
    while (c.at < c.end && running(l)) {
        switch (l->state) {
        case BETWEEN: read_between(&c); break;
        case SYMBOL: read_symbol(&c); break;
        case PROMOTION: read_promotion(&c); break;
        case NAG: read_nag(&c); break;
        case BRACE:
        case REST_OF_LINE: read_comment(&c); break;
        case ESCAPED_LINE: skip_line(&c); break;
        default: read_tag(&c);
        }
    }
    l->consumed += (uint32_t)length;
}

COLD void pgn_lexer_finish(PgnLexer *l) {
    if (!running(l)) return;
    if (l->state == PROMOTION) split_promotion(l);
    if (!running(l)) return;
    if (l->state == SYMBOL) end_symbol(l);
    else if (l->state == NAG) emit(l, PGN_NAG, l->buffer, l->held, l->token_offset);
    else if (l->state == REST_OF_LINE) emit_comment(l, PGN_COMMENT_END, NULL, 0, l->consumed);
    else if (l->state == BRACE) fail(l, ERR_PGN_COMMENT, l->token_offset);
    else if (l->state >= TAG_NAME) fail(l, ERR_PGN_TAG, l->token_offset);
}
