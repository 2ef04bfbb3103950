// SPDX-License-Identifier: Apache-2.0
// Bounded cursors over text that need no terminating zero and no snprintf (8.7 KB of wasm).
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

Reader reader_of(const char *text, size_t length);
int reader_peek(const Reader *r);    // the next byte, or -1 at the end
bool reader_take(Reader *r, char c); // skips c if it comes next
int reader_offset(const Reader *r);  // bytes read so far
void reader_skip_blanks(Reader *r);  // space, tab, CR, LF
void reader_trim(Reader *r);         // blanks at both ends; offsets still count from the start

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
