// SPDX-License-Identifier: Apache-2.0
// The parts of text.h that are not inline.
#include "text.h"

void reader_skip_blanks(Reader *r) {
    while (is_blank(reader_peek(r))) r->at++;
}

void reader_trim_blanks(Reader *r) {
    reader_skip_blanks(r);
    while (r->end > r->at && is_blank(r->end[-1])) r->end--;
}

Writer writer_of(char *buffer, size_t capacity) { return (Writer){buffer, buffer, buffer + capacity}; }

void write_text(Writer *w, const char *text) {
    while (*text) write_char(w, *text++);
}

void write_number(Writer *w, uint32_t value) {
    char digits[10];
    int count = 0;
    do digits[count++] = (char)('0' + value % 10);
    while (value /= 10);
    while (count) write_char(w, digits[--count]);
}

int writer_length(const Writer *w) { return (int)(w->at - w->start); }
