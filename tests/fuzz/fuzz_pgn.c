// SPDX-License-Identifier: Apache-2.0
// Any text as a PGN, checked by the laws of tests/c/pgn_laws.h: well-formed trees with legal moves, and the same
// game however the text is cut and whatever part of it is requested. The first two bytes choose variant, letters
// and cuts.
#include "../c/pgn_laws.h"
#include "fuzz.h"
#include "pgn/scan.h"

enum { MOST_GAMES = 4, MOST_CUTS = 12 };

static const char german[26] = {['K' - 'A'] = 'K', ['D' - 'A'] = 'Q', ['T' - 'A'] = 'R',
                                ['L' - 'A'] = 'B', ['S' - 'A'] = 'N', ['B' - 'A'] = 'P'};

static void check_lines(const LawInput *in) {
    uint32_t ends = 0, begin = 0, line;
    for (uint32_t i = 0; i < in->length; i++) {
        if (in->text[i] != '\n' && (in->text[i] != '\r' || (i + 1 < in->length && in->text[i + 1] == '\n'))) continue;
        ends++;
        begin = i + 1;
    }
    LAW(pgn_line_ends(in->text, in->length, &line) == ends && line == begin);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Input in = {data, data + size};
    const uint8_t options = take_byte(&in), cuts = take_byte(&in);
    LawInput text = {(const char *)in.at, (uint32_t)(in.end - in.at), options & 1 ? CHESS960 : STANDARD,
                     options & 2 ? german : NULL, options & 4 ? PGN_NO_LOCALE | PGN_FIRST : 0};
    check_lines(&text);
    for (int i = 0; i < MOST_GAMES && text.length; i++) {
        uint32_t end;
        const char *broken = law_game(&text, 1 + text.length / MOST_CUTS + cuts % 16, &end);
        if (broken) fuzz_fail(broken, __FILE__, __LINE__);
        text.text += end;
        text.length -= end;
    }
    return 0;
}
