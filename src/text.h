// SPDX-License-Identifier: Apache-2.0
// Bounded cursors over text, which need neither a terminating zero nor snprintf (8.7 KB of wasm).
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *start, *at, *end; // borrowed
} Reader;

typedef struct {
    char *start, *at, *end; // borrowed; writing past the end traps, so size buffers by their MAX_*
} Writer;

static inline Reader reader_of(const char *text, size_t length) { return (Reader){text, text, text + length}; }

// The next byte, or -1 at the end.
static inline int reader_peek(const Reader *r) { return r->at < r->end ? (unsigned char)*r->at : -1; }

// Skips c if it is the next byte.
static inline bool reader_take(Reader *r, char c) {
    const bool taken = r->at < r->end && *r->at == c;
    r->at += taken;
    return taken;
}

// Bytes read so far.
static inline int reader_offset(const Reader *r) { return (int)(r->at - r->start); }

void reader_skip_blanks(Reader *r); // space, tab, CR, LF
void reader_trim_blanks(Reader *r); // at both ends; offsets still count from the original start

// The same, fast if there are none.
static inline void reader_trim(Reader *r) {
    if (r->at < r->end && (*r->at <= ' ' || r->end[-1] <= ' ')) reader_trim_blanks(r);
}

Writer writer_of(char *buffer, size_t capacity);
void write_text(Writer *w, const char *text); // zero-terminated
void write_number(Writer *w, uint32_t value);
int writer_length(const Writer *w);

static inline void write_char(Writer *w, char c) {
    if (w->at == w->end) __builtin_trap();
    *w->at++ = c;
}

static inline bool is_digit(int c) { return c >= '0' && c <= '9'; }
static inline bool is_file(int c) { return c >= 'a' && c <= 'h'; }
static inline bool is_rank(int c) { return c >= '1' && c <= '8'; }
static inline bool is_blank(int c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

#endif
