// SPDX-License-Identifier: Apache-2.0
// Cursors over text: reading, blanks, and writing numbers.
#include "text.h"

#include "support.h"

static void test_reader(void) {
    Reader r = reader_of(" \t\r\na b\n ", 9);
    CHECK_INT(reader_peek(&r), ' ');
    reader_trim(&r);
    CHECK_INT(reader_offset(&r), 4);
    CHECK(!reader_take(&r, 'b'));
    CHECK(reader_take(&r, 'a'));
    reader_skip_blanks(&r);
    CHECK(reader_take(&r, 'b'));
    CHECK_INT(reader_peek(&r), -1);
    CHECK(!reader_take(&r, '\n'));
    CHECK_INT(reader_offset(&r), 7);
    Reader high = reader_of("\xFF", 1);
    CHECK_INT(reader_peek(&high), 255);
    Reader blank = reader_of("   ", 3);
    reader_trim(&blank);
    CHECK_INT(reader_peek(&blank), -1);
}

static void test_writer(void) {
    static const uint32_t numbers[] = {0, 9, 10, 65535, 4294967295u};
    char buffer[64];
    Writer w = writer_of(buffer, sizeof buffer);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        write_number(&w, numbers[i]);
        write_char(&w, ',');
    }
    write_text(&w, "end");
    write_char(&w, 0);
    CHECK_TEXT(buffer, "0,9,10,65535,4294967295,end");
    CHECK_INT(writer_length(&w), strlen(buffer) + 1);
}

int main(void) {
    tests_begin();
    test_reader();
    test_writer();
    return tests_end("text");
}
