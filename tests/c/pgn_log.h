// SPDX-License-Identifier: Apache-2.0
// Writes the contents of a PGN as a line of text that is easy to read and compare:
//
//   [White=A] 960 fen e4 {comment} <starting comment> (d4 d5) e5 $1 1-0 E405@12.2 // next game
//
// '960' and 'fen' mean that the game has that variant or its own start position. A line break in a comment is '~',
// a byte that is not ASCII '?'. An error is E, its code, @, its offset in the text and, after a dot, its ply.
#ifndef PGN_LOG_H
#define PGN_LOG_H

#include "pgn_laws.h"
#include "san_text.h"
#include "support.h"

typedef struct {
    char text[1 << 14];
    size_t length;
} Log;

static inline void log_text(Log *log, const char *text, size_t length) {
    for (size_t i = 0; i < length && log->length + 1 < sizeof log->text; i++) {
        const char ch = text[i];
        log->text[log->length++] = ch == '\n' ? '~' : ch & 0x80 ? '?' : ch ? ch : '0';
    }
    log->text[log->length] = 0;
}

static inline void log_word(Log *log, const char *word) {
    const bool glued = !log->length || strchr("( ", log->text[log->length - 1]) || *word == ')';
    if (!glued) log_text(log, " ", 1);
    log_text(log, word, strlen(word));
}

static inline void log_tags(Log *log, const PgnReader *r) {
    for (uint32_t i = 0; i < r->facts.tags_size;) {
        const char *at = r->tree.text + i, *value = at + strlen(at) + 1;
        log_word(log, "[");
        log_text(log, at, strlen(at));
        log_text(log, "=", 1);
        log_text(log, value, strlen(value));
        log_text(log, "]", 1);
        i += (uint32_t)(value - at + (long)strlen(value) + 1);
    }
}

static inline void log_words(Log *log, const PgnReader *r) {
    uint32_t text = r->facts.tags_size;
    for (uint32_t i = 0; i < r->tree.count; i++) {
        const uint32_t value = law_value(&r->tree, i);
        char word[16] = "";
        switch (law_op(&r->tree, i)) {
        case OP_MOVE: san_of_word(r->tree.words[i], word); break;
        case OP_NAG: sprintf(word, "$%u", value); break;
        case OP_BEGIN: strcpy(word, "("); break;
        case OP_END: strcpy(word, ")"); break;
        case OP_COMMENT:
        case OP_STARTING:
            log_word(log, law_op(&r->tree, i) == OP_COMMENT ? "{" : "<");
            log_text(log, r->tree.text + text, value - text);
            log_text(log, law_op(&r->tree, i) == OP_COMMENT ? "}" : ">", 1);
            text = value;
        }
        if (*word) log_word(log, word);
    }
}

static inline void log_game(Log *log, const PgnReader *r, uint32_t offset) {
    static const char *const results[] = {"", "1-0", "0-1", "1/2-1/2", "*"};
    log_tags(log, r);
    if (r->facts.variant == CHESS960) log_word(log, "960");
    if (r->facts.has_start) log_word(log, "fen");
    log_words(log, r);
    if (r->facts.result) log_word(log, results[r->facts.result]);
    for (uint32_t i = 0; i < r->facts.error_count; i++) {
        char error[48];
        int n = sprintf(error, "E%d@%u", r->errors[i].code, offset + r->errors[i].offset);
        if (r->errors[i].ply) sprintf(error + n, ".%u", r->errors[i].ply);
        log_word(log, error);
    }
}

// All games of a text.
static inline void log_pgn(Log *log, const LawInput *in, uint32_t flags) {
    memset(log, 0, sizeof *log);
    for (uint32_t at = 0; at < in->length;) {
        PgnReader r;
        const uint32_t end = law_read(in, at, in->length - at, flags | PGN_LAST, &r);
        if (at && r.facts.state == PGN_COMPLETE) log_text(log, " // ", 4);
        if (r.facts.state == PGN_COMPLETE) log_game(log, &r, at);
        pgn_reader_free(&r);
        at += end;
        if (!CHECK(end > 0)) return;
    }
}

typedef struct {
    const char *text, *log;
} PgnCase;

// The text has a '|' where an error is expected; in the expected log, 'E405@' means the offset of the next mark.
// The laws are also checked, for every way to cut the text.
static inline void expect_pgn(const char *marked, const char *expected, Variant variant, const char *letters) {
    static Log log;
    char text[512], wanted[1024], *out = wanted;
    uint32_t places[16], marks = 0, used = 0, length = 0;
    for (const char *at = marked; *at; at++) {
        if (*at != '|') text[length++] = *at;
        else places[marks++] = length;
    }
    for (const char *at = expected; *at; at++) {
        *out++ = *at;
        if (*at == '@' && (at[1] < '0' || at[1] > '9') && used < marks) out += sprintf(out, "%u", places[used++]);
    }
    *out = 0;
    const LawInput in = {text, length, variant, letters, 0};
    check_context(marked);
    log_pgn(&log, &in, 0);
    CHECK_TEXT(log.text, wanted);
    CHECK_INT(used, marks);
    const char *broken = law_text(&in, 1);
    if (broken) CHECK_TEXT(broken, "");
    check_context(NULL);
}

#define EXPECT_ALL(cases)                                           \
    for (size_t i_ = 0; i_ < sizeof(cases) / sizeof *(cases); i_++) \
    expect_pgn((cases)[i_].text, (cases)[i_].log, STANDARD, NULL)

#endif
