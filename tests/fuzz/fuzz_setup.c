// SPDX-License-Identifier: Apache-2.0
// Any text as the FEN of a setup, of an edited board and of a PGN tag, and as the name of a variant.
#include <string.h>

#include "api.h"
#include "boundary.h"
#include "fuzz.h"
#include "pgn/fen_mend.h"
#include "rules/rules.h"

static size_t write_fen(const Position *p, char text[MAX_FEN]) {
    Writer w = writer_of(text, MAX_FEN);
    fen_write(&w, p, EN_PASSANT_ALWAYS, CASTLING_SHREDDER);
    return (size_t)writer_length(&w);
}

// The parts of a FEN match the position, if it is one.
static void check_parts(const char *text, uint32_t length, Variant variant, bool strict) {
    Position p;
    uint8_t parts[BINBO_SETUP_CASTLING];
    int offset;
    memcpy(io_buffer(), text, length);
    const int32_t valid = binbo_fen_validate(length, (int32_t)variant, strict);
    const int32_t place = binbo_error_offset();
    const int32_t count = binbo_setup_problems(length, (int32_t)variant, strict);
    LAW((count == 0) == (valid == 0));
    int32_t first[4] = {0};
    if (count) memcpy(first, io_buffer(), sizeof first);
    LAW(!count || (-first[0] == valid && first[1] == place));
    memcpy(io_buffer(), text, length);
    const int32_t size = binbo_setup_read(length);
    // A setup can be read even if fields are missing.
    LAW(size >= 0 || size == valid || valid == -ERR_FEN_FIELDS);
    LAW(size < 0 || (size >= BINBO_SETUP_CASTLING && (uint32_t)size <= BINBO_SETUP_CASTLING + length));
    if (valid != 0) return;
    memcpy(parts, io_buffer(), sizeof parts);
    LAW(!fen_parse(text, length, variant, strict, &p, &offset));
    for (Square s = A1; s <= H8; s++) {
        const PieceType type = board_piece_at(&p.board, s);
        const uint8_t man = parts[s] & (uint8_t)~BINBO_SETUP_PROMOTED;
        const uint8_t color = p.board.color[BLACK] & bit(s) ? 1 << BINBO_PIECE_COLOR_SHIFT : 0;
        LAW(man == (type == NO_PIECE ? 0 : color + BINBO_PAWN + type));
        LAW(!(parts[s] & BINBO_SETUP_PROMOTED) == !(p.board.promoted & bit(s)));
    }
    LAW(parts[BINBO_SETUP_SIDE] == p.board.side && parts[BINBO_SETUP_EN_PASSANT] == p.board.en_passant);
    LAW(memcmp(parts + BINBO_SETUP_POCKETS, p.board.pocket, sizeof p.board.pocket) == 0);
    LAW(parts[BINBO_SETUP_HALFMOVE] + 256 * parts[BINBO_SETUP_HALFMOVE + 1] == p.board.halfmove_clock);
    LAW(parts[BINBO_SETUP_FULLMOVE] + 256 * parts[BINBO_SETUP_FULLMOVE + 1] == p.board.fullmove_number);
}

// An edited board is written and read back, and its moves lead to boards with the right hash.
static void check_board(const char *text, size_t length) {
    Position p, same, position;
    Move list[MAX_MOVES];
    char fen[MAX_FEN];
    int offset = -1;
    const ErrorCode error = fen_parse_board(text, length, &p, &offset);
    const ErrorCode strictly = fen_parse(text, length, STANDARD, false, &position, &(int){0});
    LAW(offset >= 0 && (size_t)offset <= length);
    if (error) {
        LAW(strictly);
        return;
    }
    LAW(p.board.rules == STANDARD || p.board.rules == KINGLESS);
    if (!strictly) LAW(same_board(&p.board, &position.board) && p.hash == position.hash);
    for (Color us = WHITE; us <= BLACK; us++) LAW(!more_than_one(p.board.kings & p.board.color[us]));
    LAW(p.hash == rules_hash(&p.board));
    LAW(!fen_parse_board(fen, write_fen(&p, fen), &same, &offset));
    same.board.rules = p.board.rules; // a dropped right is no longer a problem
    LAW(same_board(&p.board, &same.board));
    const int count = rules_list(&p.board, list);
    LAW(count >= 0 && count <= MAX_MOVES);
    for (int i = 0; i < count; i++) {
        Position child = p;
        LAW(rules_is_legal(&p.board, list[i]));
        rules_make(&child, list[i]);
        LAW(child.hash == rules_hash(&child.board));
    }
}

// A repaired FEN is valid.
static void check_mended(const char *text, size_t length, Variant variant, bool strict) {
    Position p, untouched, again;
    Variant read = variant;
    char fen[MAX_FEN];
    int offset;
    memset(&p, 0x5A, sizeof p);
    memcpy(&untouched, &p, sizeof p);
    const ErrorCode error = fen_mend(text, length, strict, &read, &p);
    if (error == ERR_PGN_TAG_FEN) {
        LAW(read == variant && memcmp(&p, &untouched, sizeof p) == 0);
        return;
    }
    LAW(error == ERR_NONE || error == ERR_PGN_FEN_MENDED);
    LAW(read == variant || (read == CHESS960 && variant == STANDARD));
    LAW(!fen_parse(fen, write_fen(&p, fen), read, strict, &again, &offset));
    LAW(same_board(&p.board, &again.board) && p.hash == again.hash);
}

static void check_name(const char *text, size_t length) {
    Variant v = VARIANT_COUNT, again;
    if (!variant_parse(text, length, &v)) return;
    LAW(variant_is_known((int)v));
    for (NameForm form = NAME_BINBO; form < NAME_FORMS; form++) {
        const char *name = variant_name(v, form);
        LAW(variant_parse(name, strlen(name), &again) && again == v);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Input in = {data, data + size};
    const uint8_t choice = take_byte(&in);
    const Variant variant = (Variant)(choice % VARIANT_COUNT);
    const char *text = (const char *)in.at;
    const size_t length = (size_t)(in.end - in.at);
    check_name(text, length);
    check_board(text, length);
    check_mended(text, length, variant, choice & 128);
    if (length <= io_capacity()) check_parts(text, (uint32_t)length, variant, choice & 128);
    return 0;
}
