// SPDX-License-Identifier: Apache-2.0
// Any text as a move: accepted only if exactly one legal move agrees with every character of it.
#include "../c/san_signs.h"
#include "../c/san_text.h"
#include "fuzz.h"
#include "legality.h"
#include "movegen.h"
#include "san.h"

static int agreeing(const Board *b, const SanSigns *signs, Move *only) {
    Move list[MAX_MOVES];
    int count = 0;
    for (int i = movegen_list(b, list) - 1; i >= 0; i--)
        if (san_signs_agree(signs, b, list[i])) *only = list[i], count++;
    return count;
}

static void check_written(const Board *b, Move m) {
    char san[16];
    Move back = NO_MOVE;
    int offset;
    san_text(b, m, san);
    LAW(!san_parse(b, san, strlen(san), &back, &offset) && back == m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Input in = {data, data + size};
    Variant variant;
    const Position p = take_position(&in, &variant);
    const char *text = (const char *)in.at;
    const size_t length = (size_t)(in.end - in.at);
    Move m = NO_MOVE, only = NO_MOVE, list[MAX_MOVES];
    SanSigns signs;
    int offset = -1;
    const ErrorCode error = san_parse(&p.board, text, length, &m, &offset);
    LAW(offset >= 0 && (size_t)offset <= length);
    const int candidates = san_candidates(&p.board, text, length, list);
    for (int i = 0; i < candidates; i++) check_written(&p.board, list[i]);
    if (error) LAW((error == ERR_SAN_SYNTAX || error == ERR_SAN_ILLEGAL || error == ERR_SAN_AMBIGUOUS) && m == NO_MOVE);
    else check_written(&p.board, m);
    if (error == ERR_SAN_AMBIGUOUS) LAW(candidates > 1);
    if (error == ERR_SAN_SYNTAX || !san_signs_of(text, length, &signs)) return 0;
    const int count = agreeing(&p.board, &signs, &only);
    if (error == ERR_NONE) LAW(count == 1 && only == m);
    else LAW(error == ERR_SAN_ILLEGAL ? count == 0 : count > 1);
    return 0;
}
