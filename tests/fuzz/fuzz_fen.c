// SPDX-License-Identifier: Apache-2.0
// Any text as a FEN: refused at an offset in it, or a position that is written and read back, as are its children.
#include <string.h>

#include "fen/fen.h"
#include "fuzz.h"
#include "rules/rules.h"

static void check_written(const Position *p, Variant variant, FenEnPassant mode, FenCastling castling) {
    char text[MAX_FEN];
    Writer w = writer_of(text, sizeof text);
    Position back;
    int offset;
    fen_write(&w, p, mode, castling);
    LAW(!fen_parse(text, (size_t)writer_length(&w), variant, false, &back, &offset));
    if (mode == EN_PASSANT_ALWAYS) LAW(same_board(&back.board, &p->board));
    if (mode != EN_PASSANT_LEGAL) LAW(back.hash == p->hash);
    LAW(rules_count(&back.board) == rules_count(&p->board));
}

static void check_all_forms(const Position *p, Variant variant) {
    for (int mode = EN_PASSANT_ALWAYS; mode <= EN_PASSANT_LEGAL; mode++)
        for (int castling = CASTLING_XFEN; castling <= CASTLING_SHREDDER; castling++)
            check_written(p, variant, (FenEnPassant)mode, (FenCastling)castling);
}

static void check_children(const Position *p, Variant variant) {
    Move list[MAX_MOVES];
    for (int i = rules_list(&p->board, list) - 1; i >= 0; i--) {
        Position child = *p;
        rules_make(&child, list[i]);
        if (variant <= CHESS960) check_position(&child);
        if (i % 8 == 0) check_written(&child, variant, EN_PASSANT_ALWAYS, CASTLING_SHREDDER);
    }
}

// There are no problems exactly if the FEN is read; otherwise the first one is the error.
static void check_problems(const char *text, size_t length, Variant variant, bool strict, ErrorCode error, int offset) {
    Problems found;
    fen_problems(text, length, variant, strict, &found);
    LAW(found.count >= 0 && found.count <= MAX_PROBLEMS);
    LAW((found.count == 0) == (error == ERR_NONE));
    if (error) LAW(found.list[0].code == error && found.list[0].offset == offset);
    for (int i = 0; i < found.count; i++) LAW(found.list[i].offset >= 0 && (size_t)found.list[i].offset <= length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Input in = {data, data + size};
    const Variant variant = (Variant)(take_byte(&in) % VARIANT_COUNT);
    const char *text = (const char *)in.at;
    const size_t length = (size_t)(in.end - in.at);
    Position p, untouched, strict;
    int offset = -1;
    memset(&p, 0x5A, sizeof p);
    memcpy(&untouched, &p, sizeof p);
    const ErrorCode error = fen_parse(text, length, variant, false, &p, &offset);
    check_problems(text, length, variant, false, error, offset);
    if (error) {
        LAW(error >= ERR_FEN_EMPTY && error < ERR_FEN_STRICT_PROMOTED);
        LAW(offset >= 0 && (size_t)offset <= length);
        LAW(memcmp(&p, &untouched, sizeof p) == 0);
        LAW(fen_parse(text, length, variant, true, &strict, &offset) == error);
        return 0;
    }
    const ErrorCode strict_error = fen_parse(text, length, variant, true, &strict, &offset);
    check_problems(text, length, variant, true, strict_error, offset);
    LAW(strict_error ? strict_error >= ERR_FEN_STRICT_PROMOTED : same_board(&strict.board, &p.board));
    if (variant == STANDARD) LAW(!fen_parse(text, length, CHESS960, false, &strict, &offset));
    if (variant <= CHESS960) check_position(&p);
    LAW(p.hash == rules_hash(&p.board));
    check_all_forms(&p, variant);
    check_children(&p, variant);
    return 0;
}
