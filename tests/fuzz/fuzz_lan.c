// SPDX-License-Identifier: Apache-2.0
// Any text, and any number, as a move in squares.
#include "fuzz.h"
#include "lan.h"
#include "movegen.h"
#include "notation.h"

static bool is_listed(const Board *b, Move m) {
    Move list[MAX_MOVES];
    for (int i = movegen_list(b, list) - 1; i >= 0; i--)
        if (list[i] == m) return true;
    return false;
}

// Whether the number means this move. Castling has two forms, and bare squares promote to a queen.
static bool means(int packed, Move m, Variant variant) {
    const Square from = move_from(m), to = move_to(m);
    if (packed >= 0 && packed & IF_PROMOTING) {
        const int rest = packed & ~IF_PROMOTING;
        if (move_is_promotion(m) && rest >> MOVE_KIND_SHIFT > QUEEN) return false;
        return means(move_is_promotion(m) ? rest : rest & 0xFFF, m, variant);
    }
    if (packed == lan_pack(m, (Geometry)variant)) return true;
    if (move_kind(m) == MOVE_PROMOTE_QUEEN) return packed == move_of(from, to, MOVE_PLAIN);
    if (move_kind(m) != MOVE_CASTLE) return false;
    const Square king_to = castle_king_to(from, to);
    return packed == move_of(from, to, MOVE_PLAIN) ||
           (packed == move_of(from, king_to, MOVE_PLAIN) && !(king_attacks[from] & bit(king_to)) && king_to != from);
}

static void check_number(const Position *p, Variant variant, int packed) {
    Move m = NO_MOVE, list[MAX_MOVES];
    const ErrorCode error = lan_resolve(&p->board, packed, &m);
    if (!error) {
        LAW(is_listed(&p->board, m));
        LAW(means(packed, m, variant));
        return;
    }
    LAW(error >= ERR_MOVE_NO_PIECE && error <= ERR_MOVE_DROP && m == NO_MOVE);
    for (int i = movegen_list(&p->board, list) - 1; i >= 0; i--) LAW(!means(packed, list[i], variant));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Input in = {data, data + size};
    Variant variant;
    const Position p = take_position(&in, &variant);
    const char *text = (const char *)in.at;
    const size_t length = (size_t)(in.end - in.at);
    int packed = -1, offset = -1;
    Move m = NO_MOVE;
    const bool read = lan_parse(text, length, &packed);
    if (read) {
        LAW(length == 4 || length == 5);
        check_number(&p, variant, packed);
    }
    const ErrorCode error = notation_parse(&p.board, text, length, &m, &offset);
    LAW(error ? m == NO_MOVE : is_listed(&p.board, m));
    LAW(offset >= 0 && (size_t)offset <= length);
    if (read) {
        Move same = NO_MOVE;
        LAW(!error == !lan_resolve(&p.board, packed, &same) && m == same);
    }
    uint32_t number = 0;
    for (int i = 0; i < 4; i++) number = number << 8 | take_byte(&in);
    check_number(&p, variant, (int)number);
    check_number(&p, variant, (int)(number & 0xFFFF));
    return 0;
}
