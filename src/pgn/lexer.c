// SPDX-License-Identifier: Apache-2.0
// Splits PGN text into tokens; most bytes are handled by tables and by scanning blocks.
#include "lexer.h"

#include <string.h>

#include "../bitboard.h"
#include "../text.h"
#include "scan.h"
#include "symbols.h"
#include "wide.h"

static PgnTokenType set_token(PgnToken *t, PgnTokenType type, const char *start, const char *text, const char *end) {
    t->start = start;
    t->text = text;
    t->length = (uint32_t)(end - text);
    return t->type = type;
}

COLD static PgnTokenType set_bad(PgnToken *t, ErrorCode error, const char *start, const char *end) {
    t->error = error;
    return set_token(t, PGN_BAD, start, start, end);
}

COLD static PgnTokenType set_more(PgnToken *t, const char *start) {
    return set_token(t, PGN_MORE, start, start, start);
}

static bool is_line_end(char ch) { return ch == '\n' || ch == '\r'; }

static const char *find_line_end(const char *at, const char *end) {
    while (at < end && !is_line_end(*at)) at++;
    return at;
}

// --- symbols ---------------------------------------------------------------------------------------

// The meaning of bytes between and in tokens. 0x1A is a blank: it ends old DOS files.
enum { OTHER, PLAIN, DIGIT, BETWEEN, WIDE };
enum { BYTE_ORDER_MARK = 0xEF }; // its first of three bytes

static const uint8_t classes[256] = {
    ['\t'] = BETWEEN,
    ['\n'] = BETWEEN,
    ['\v'] = BETWEEN,
    ['\f'] = BETWEEN,
    ['\r'] = BETWEEN,
    [' '] = BETWEEN,
    [0x1A] = BETWEEN,
    ['.'] = BETWEEN,
    [0 ... '\b'] = PLAIN,
    [0x1B ... ' ' - 1] = PLAIN,
    ['\r' + 1 ... 0x19] = PLAIN,
    ['!'] = PLAIN,
    ['#'] = PLAIN,
    ['%' ... '\''] = PLAIN,
    ['+' ... '-'] = PLAIN,
    ['/'] = PLAIN,
    ['0' ... '9'] = DIGIT,
    [':'] = PLAIN,
    ['='] = PLAIN,
    ['?' ... 'Z'] = PLAIN,
    ['\\'] = PLAIN,
    ['^' ... 'z'] = PLAIN,
    ['|'] = PLAIN,
    ['~' ... 0x7F] = PLAIN,
    [0x80 ... 0xFF] = WIDE,
};

static int class_of(char ch) { return classes[(unsigned char)ch]; }

// Bytes that occur in symbols and have no other meaning.
static bool is_plain(char ch) { return class_of(ch) == PLAIN || class_of(ch) == DIGIT; }

static bool is_number(const char *text, const char *end) {
    if (end - text == 4 && memcmp(text, "0000", 4) == 0) return false; // a null move
    for (; text < end; text++)
        if (!is_digit(*text)) return false;
    return true;
}

// 'e8(Q)' is the only case in which a parenthesis belongs to a move: right after a square on the last rank, around
// one letter. Returns its end, `at` if there is none, and NULL if the text ends too soon.
COLD static const char *skip_promotion(const PgnLexer *l, const char *start, const char *at) {
    if (at - start < 2 || !is_file(at[-2]) || (at[-1] != '1' && at[-1] != '8')) return at;
    if (l->end - at < 3) return l->last ? at : NULL;
    const char letter = (char)(at[1] | 32);
    return letter >= 'a' && letter <= 'z' && at[2] == ')' ? at + 3 : at;
}

// The length of the wide blank or ellipsis at this place, or of rubbish to be skipped; or 0.
COLD static int wide_blank(const PgnLexer *l, const char *at) {
    int length;
    const char meaning = pgn_wide_meaning(at, l->end, &length);
    return meaning == ' ' || meaning == '.' || (meaning == PGN_RUBBISH && l->rubbish) ? length : 0;
}

// --- paragraphs ------------------------------------------------------------------------------------

// The start of the blanks that end at `at`, on this line.
COLD static const char *skip_blanks_back(const char *start, const char *at) {
    while (at > start) {
        int wide = 0, length;
        if (at[-1] & 0x80)
            for (wide = at - start < 3 ? (int)(at - start) : 3; wide > 0; wide--)
                if (pgn_wide_meaning(at - wide, at, &length) == ' ' && length == wide) break;
        if (wide > 0) at -= wide;
        else if (class_of(at[-1]) == BETWEEN && at[-1] != '.' && !is_line_end(at[-1])) at--;
        else break;
    }
    return at;
}

// The start of the line end that ends at `at`; NULL if there is none.
COLD static const char *line_end_before(const char *start, const char *at) {
    if (at == start || !is_line_end(at[-1])) return NULL;
    return at - start > 1 && at[-1] == '\n' && at[-2] == '\r' ? at - 2 : at - 1;
}

COLD bool pgn_lexer_begins_paragraph(const PgnLexer *l, const char *at) {
    // Most tags follow the line of another tag.
    if (!l->hidden_end && at - l->start > 1 && at[-1] == '\n' && at[-2] == ']') return false;
    for (;;) {
        at = line_end_before(l->start, skip_blanks_back(l->start, at));
        if (!at) return false;
        if (at != l->hidden_end) break;
        at = l->hidden;
    }
    return line_end_before(l->start, skip_blanks_back(l->start, at)) != NULL;
}

COLD static uint32_t number_at(const char *at, const char *end) {
    uint32_t number = 0;
    for (; at < end && is_digit(*at); at++)
        if (number <= PGN_MAX_NUMBER) number = 10 * number + (uint32_t)(*at - '0');
    return number;
}

typedef enum { NO, YES, UNKNOWN } Answer;

// Used if the next bytes after blanks decide.
COLD static Answer is_followed(const PgnLexer *l, const char **at) {
    while (*at < l->end) {
        int length = 1;
        const bool is_wide = **at & 0x80;
        if (is_wide && l->end - *at < 3 && !l->last) return UNKNOWN;
        if (is_wide ? pgn_wide_meaning(*at, l->end, &length) != ' ' : class_of(**at) != BETWEEN || **at == '.')
            return YES;
        *at += length;
    }
    return l->last ? NO : UNKNOWN;
}

COLD static bool is_dot(const PgnLexer *l, const char *at) {
    int length;
    return *at == '.' || (*at & 0x80 && pgn_wide_meaning(at, l->end, &length) == '.');
}

// Accepts '1. e4', '1 . e4', '1 e4'; not '1... e5', '1. ... e5', '1', nor a number at the end of the text.
COLD static Answer is_number_of_white(const PgnLexer *l, const char *after) {
    Answer followed = is_followed(l, &after);
    if (followed != YES) return followed;
    if (*after != '.') return (*after | 32) >= 'a' && (*after | 32) <= 'z' ? YES : NO;
    after++;
    followed = is_followed(l, &after);
    return followed == YES && is_dot(l, after) ? NO : followed;
}

COLD static Answer restarts(const PgnLexer *l, const char *start, const char *after) {
    if (!pgn_lexer_begins_paragraph(l, start)) return NO;
    const uint32_t number = number_at(start, after), before = l->number ? number_at(l->number, start) : 0;
    return number && (number == 1 || number < before) ? is_number_of_white(l, after) : NO;
}

// Only a number that is first on its line may begin a new game: nearly all others follow a blank and a move.
static bool may_restart(const PgnLexer *l, const char *start) {
    const char *before = start - l->start > 1 && start[-1] == ' ' ? start - 1 : start;
    return before > l->start && ((unsigned char)before[-1] <= ' ' || before[-1] & 0x80);
}

// Returns the token of a number that was read up to `after`.
NOINLINE static PgnTokenType give_number(PgnLexer *l, PgnToken *t, const char *start, const char *after) {
    const Answer answer = may_restart(l, start) ? restarts(l, start, after) : NO;
    if (answer == UNKNOWN) return set_more(t, start);
    t->restarts = answer == YES;
    l->number = start;
    l->at = after;
    return set_token(t, PGN_NUMBER, start, start, after);
}

// Sets a symbol token; its text may be truncated. A result may be followed by much rubbish.
static PgnTokenType set_symbol(PgnToken *t, const char *start, const char *text, uint32_t length) {
    const bool is_long = length > PGN_MAX_SYMBOL;
    if (is_long && !pgn_result(text, PGN_MAX_SYMBOL))
        return set_bad(t, ERR_PGN_TOO_LARGE, start, start + PGN_MAX_SYMBOL);
    return set_token(t, PGN_SYMBOL, start, text, text + (is_long ? PGN_MAX_SYMBOL : length));
}

// A symbol with wide characters in it is read into `plain`.
COLD static PgnTokenType read_wide_symbol(PgnLexer *l, PgnToken *t) {
    const char *start = l->at, *at = start;
    uint32_t held = 0; // continues counting when `plain` is full
    while (at < l->end && (is_plain(*at) || *at == '.' || (*at & 0x80))) {
        int length = 1;
        const char meaning = *at & 0x80 ? pgn_wide_meaning(at, l->end, &length) : *at;
        if (meaning == ' ' || (meaning == '.' && held < PGN_MAX_SYMBOL && is_number(l->plain, l->plain + held))) break;
        for (int i = 0; i < (meaning >= ' ' ? 1 : length); i++, held++)
            if (held < PGN_MAX_SYMBOL) l->plain[held] = meaning >= ' ' ? meaning : at[i];
        at += length;
    }
    l->at = at;
    if (l->end - at < 3 && !l->last) return set_more(t, start); // a character may be cut
    if (held <= PGN_MAX_SYMBOL && is_number(l->plain, l->plain + held)) return give_number(l, t, start, at);
    return set_symbol(t, start, l->plain, held);
}

static const char *skip_plain(const char *at, const char *end) {
    while (at < end && is_plain(*at)) at++;
    return at;
}

static PgnTokenType read_symbol(PgnLexer *l, PgnToken *t) {
    const char *start = l->at, *at = start, *end = l->end;
    while (at < end && class_of(*at) == DIGIT) at++;
    const char *number_end = is_number(start, at) ? at : NULL;
    while ((at = skip_plain(at, end)) < end) {
        if (*at & 0x80) return read_wide_symbol(l, t);
        const char *after = *at == '(' ? skip_promotion(l, start, at) : at;
        if (!after) return set_more(t, start);
        if (*at == '.' && at != number_end) after++;
        if (after == at) break;
        at = after;
    }
    if (at == end && !l->last) return set_more(t, start);
    l->at = at;
    if (at - start > PGN_MAX_SYMBOL) return set_symbol(t, start, start, (uint32_t)(at - start));
    return at == number_end ? give_number(l, t, start, at) : set_token(t, PGN_SYMBOL, start, start, at);
}

COLD static PgnTokenType read_nag(PgnLexer *l, PgnToken *t) {
    const char *start = l->at++;
    t->number = 0;
    for (; l->at < l->end && is_digit(*l->at); l->at++)
        if (t->number <= PGN_MAX_NUMBER) t->number = 10 * t->number + (uint32_t)(*l->at - '0');
    if (l->at == l->end && !l->last) return set_more(t, start);
    if (l->at == start + 1 || t->number > PGN_MAX_NUMBER) return set_bad(t, ERR_PGN_TOKEN, start, l->at);
    return set_token(t, PGN_NAG, start, start + 1, l->at);
}

// --- comments --------------------------------------------------------------------------------------

// Whether a tag begins here, rather than text that a comment may contain. at is the first byte of a line.
COLD static bool tag_begins(const char *at, const char *end, bool after_blank_line) {
    if (at == end || *at++ != '[') return false;
    const char *name = at;
    while (at < end && is_plain(*at) && *at != '%') at++;
    const bool event = at - name == 5 && memcmp(name, "Event", 5) == 0;
    if (at == name || !(event || after_blank_line)) return false;
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    return at < end && *at == '"';
}

static bool is_blank_line(const char *at, const char *end) {
    while (at < end && is_blank(*at)) at++;
    return at == end;
}

// A line like a tag belongs to the comment if its brace is closed near, before another one opens and before an Event
// tag. Returns the closing brace or the tag; NULL if more text is needed.
COLD static const char *brace_or_tag(const PgnLexer *l, const char *tag) {
    for (const char *at = tag; at < l->end; at++) {
        if (*at == '}') return at;
        if (*at == '{' || at - tag == PGN_MAX_CLOSE) return tag;
        if (*at == '[' && is_line_end(at[-1]) && tag_begins(at, l->end, false)) return tag;
    }
    return l->last || l->cut ? tag : NULL;
}

// The closing brace, or the place where an unclosed comment must end: before the tags of the next game. NULL if the
// text ends first.
NOINLINE static const char *find_brace(const PgnLexer *l, const char *at) {
    const char *line = NULL, *end = l->end; // the line of `at`, unless it is the first one
    while ((at = pgn_scan(at, end, '}')) < end && *at != '}') {
        const char ch = *at++;
        if (ch != '\n' && (ch != '\r' || (at < end && *at == '\n'))) continue;
        if (at < end && *at == '[' && tag_begins(at, end, line && is_blank_line(line, at))) return brace_or_tag(l, at);
        line = at;
    }
    return at < end ? at : NULL;
}

static PgnTokenType read_comment(PgnLexer *l, PgnToken *t) {
    const char *start = l->at, *brace = find_brace(l, start + 1);
    if (!brace && !l->last) return set_more(t, start);
    l->at = brace ? brace : l->end;
    if (!brace || *brace != '}') return set_bad(t, ERR_PGN_COMMENT, start, start + 1);
    l->at++;
    return set_token(t, PGN_COMMENT, start, start + 1, brace);
}

// From a ';' or '%' to the end of its line.
COLD static PgnTokenType read_line(PgnLexer *l, PgnToken *t) {
    const char *start = l->at;
    l->at = find_line_end(start, l->end);
    if (l->at == l->end && !l->last) return set_more(t, start);
    return set_token(t, PGN_COMMENT, start, start + 1, l->at);
}

// --- tags ------------------------------------------------------------------------------------------

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && is_blank(*at)) at++;
    return at;
}

// An odd number of backslashes before a quote escapes it.
static bool is_escaped(const char *start, const char *quote) {
    const char *at = quote;
    while (at > start && at[-1] == '\\') at--;
    return (quote - at) & 1;
}

// The quote that ends a value: blanks and ']' follow it. An inner quote without a backslash belongs to the value.
// If the value does not end on its line, the end of the line is returned.
NOINLINE static const char *find_quote(const char *start, const char *end) {
    const char *escaped = NULL; // the last one after a backslash: the value may end there
    for (const char *at = start; (at = pgn_scan(at, end, '"')) < end; at++) {
        if (is_line_end(*at) || !*at) return escaped ? escaped : at;
        if (*at != '"') continue;
        const char *after = skip_blanks(at + 1, end);
        if (after == end) return end;
        if (*after != ']') continue;
        if (!is_escaped(start, at)) return at;
        escaped = at;
    }
    return end;
}

enum { MAX_VALUE_LINES = 4 };

// A value that does not end on its line may continue on the next ones, up to a blank line or a tag. Returns its
// closing quote, or NULL if there is none; the end of the text if more is needed.
COLD static const char *find_quote_below(const char *at, const char *end) {
    for (int i = 1; i < MAX_VALUE_LINES && at < end && is_line_end(*at); i++) {
        at += at[0] == '\r' && end - at > 1 && at[1] == '\n' ? 2 : 1;
        const char *first = at;
        while (first < end && (*first == ' ' || *first == '\t')) first++;
        if (first == end) return end;
        if (is_line_end(*first) || *first == '[') return NULL;
        at = find_quote(at, end);
        if (at == end || *at == '"') return at;
    }
    return at == end ? end : NULL;
}

// [name "value"]. A bad one ends with its line.
static PgnTokenType read_tag(PgnLexer *l, PgnToken *t) {
    const char *start = l->at, *end = l->end, *name = skip_blanks(start + 1, end), *at = name;
    while (at < end && (*at | 32) >= 'a' && (*at | 32) <= 'z') at++;
    while (at < end && !is_blank(*at) && *at != '"' && *at != '[' && *at != ']' && *at) at++;
    const char *name_end = at;
    at = skip_blanks(at, end);
    const bool has_value = at < end && *at == '"' && name_end > name;
    t->value = at + 1;
    if (has_value) at = find_quote(at + 1, end);
    if (has_value && at < end && is_line_end(*at)) {
        const char *below = find_quote_below(at, end);
        if (below == end && !l->last) return set_more(t, start);
        if (below && below < end) at = below;
    }
    if (has_value && at < end && *at == '"') {
        t->value_length = (uint32_t)(at - t->value);
        l->at = skip_blanks(at + 1, end) + 1;
        if (name_end - name <= PGN_MAX_SYMBOL && t->value_length <= PGN_MAX_VALUE)
            return set_token(t, PGN_TAG, start, name, name_end);
        return set_bad(t, ERR_PGN_TOO_LARGE, start, name_end);
    }
    l->at = find_line_end(has_value ? at : name_end > name ? name_end : start, end);
    if ((l->at == end || at == end) && !l->last) return set_more(t, start);
    return set_bad(t, ERR_PGN_TAG, start, l->at);
}

// --- the rest --------------------------------------------------------------------------------------

static bool at_line_start(const PgnLexer *l) {
    return l->at == l->start || l->at == l->mark_end || is_line_end(l->at[-1]);
}

// The end of these characters if the text at this place has them, otherwise the place; NULL if the text ends too soon.
COLD static const char *skip_literal(const PgnLexer *l, const char *literal) {
    const char *at = l->at;
    while (at < l->end && *literal && *at == *literal) at++, literal++;
    if (!*literal) return at;
    return at == l->end && !l->last ? NULL : l->at;
}

// Bytes that are neither part of a symbol nor blank: each has one meaning or none.
COLD static PgnTokenType read_other(PgnLexer *l, PgnToken *t) {
    const char *at = l->at, *after = at;
    switch (*at) {
    case ';': return read_line(l, t);
    case '$': return read_nag(l, t);
    case '[': return read_tag(l, t);
    case '(': after = skip_literal(l, "(null)"); break; // which programs in C print for a move that they do not have
    case '<': after = skip_literal(l, "<>"); break;     // a null move
    default: break;
    }
    if (!after) return set_more(t, at);
    l->at = after > at ? after : at + 1;
    switch (*at) {
    case ')': return set_token(t, PGN_VARIATION_END, at, at, l->at);
    case '*': return set_token(t, PGN_SYMBOL, at, at, l->at); // a token by itself, PGN standard 7
    case '(':
        if (after == at) return set_token(t, PGN_VARIATION_BEGIN, at, at, l->at);
        break;
    case '<':
        if (after > at) return set_token(t, PGN_SYMBOL, at, at, l->at);
        break;
    default: break;
    }
    return set_bad(t, ERR_PGN_SKIPPED, at, l->at);
}

// Skips blanks, comments and move numbers, if they are complete. The most frequent bytes are tested first: most of
// the time is spent on loops whose ends are unpredictable.
static const char *skip_bare(PgnLexer *l) {
    const char *at = l->at, *end = l->end;
    for (;;) {
        at += at < end && *at == ' ';
        if (at == end) return at;
        const char *token = at;
        const int class = class_of(*at);
        if (*at == '{') {
            const char *brace = find_brace(l, at + 1);
            if (!brace || *brace != '}') return token;
            l->noted = true;
            at = brace + 1;
        } else if (class == DIGIT) {
            do at++;
            while (at < end && class_of(*at) == DIGIT);
            if (at == end || *at != '.' || !is_number(token, at)) return token;
            if (may_restart(l, token) && restarts(l, token, at) != NO) return token;
            l->number = token;
            do at++;
            while (at < end && *at == '.');
        } else if (class == BETWEEN) {
            at++;
        } else {
            return at;
        }
    }
}

// Blanks and dots between tokens mean nothing; neither do wide blanks and lines that begin with '%'.
static bool skip_between(PgnLexer *l, PgnToken *t) {
    for (;;) {
        const char *at = l->at, *end = l->end;
        if (l->bare) at = skip_bare(l);
        else
            while (at < end && class_of(*at) == BETWEEN) at++;
        l->at = at;
        if (at == end) return true;
        if (*at & 0x80) {
            if (end - at < 3 && !l->last) return false;
            const int blank = wide_blank(l, at);
            if (!blank) return true;
            if (at_line_start(l) && (unsigned char)*at == BYTE_ORDER_MARK) l->mark_end = at + blank;
            l->at += blank;
        } else if (*at == '%' && at_line_start(l)) {
            if (read_line(l, t) == PGN_MORE) {
                l->at = at;
                return false;
            }
            if (!l->hidden_end || line_end_before(l->start, at) != l->hidden_end) l->hidden = at;
            l->hidden_end = l->at;
        } else if (l->rubbish && ((unsigned char)*at < ' ' || *at == 0x7F)) {
            l->at++;
        } else {
            return true;
        }
    }
}

PgnTokenType pgn_lexer_next(PgnLexer *l, PgnToken *t) {
    if (!skip_between(l, t)) return set_more(t, l->at);
    if (l->at == l->end) return set_token(t, l->last ? PGN_END : PGN_MORE, l->at, l->at, l->at);
    const char ch = *l->at;
    const int class = class_of(ch);
    if (ch == '{') return read_comment(l, t);
    if (class == OTHER || ch == '%') return read_other(l, t);
    return class == WIDE ? read_wide_symbol(l, t) : read_symbol(l, t);
}

const char *pgn_lexer_skip(PgnLexer *l) {
    PgnToken t;
    return skip_between(l, &t) ? l->at : l->end;
}
