// SPDX-License-Identifier: Apache-2.0
// Games of all variants: in every position any text and any number as a move, and the position written and read
// back.
#include <string.h>

#include "../c/san_text.h"
#include "fen/fen.h"
#include "fuzz.h"
#include "lan.h"
#include "notation.h"
#include "rules/rules.h"
#include "san.h"

enum { MOST_PLIES = 200 };

static bool is_listed(const Move *list, int count, Move m) {
    for (int i = 0; i < count; i++)
        if (list[i] == m) return true;
    return false;
}

static void check_fen(const Position *p, Variant variant) {
    char text[MAX_FEN];
    Position back;
    int offset;
    Writer w = writer_of(text, sizeof text);
    fen_write(&w, p, EN_PASSANT_ALWAYS, CASTLING_SHREDDER);
    LAW(!fen_parse(text, (size_t)writer_length(&w), variant, false, &back, &offset));
    back.board.geometry = p->board.geometry; // without castling rights a FEN does not show it
    LAW(same_board(&back.board, &p->board) && back.hash == p->hash);
}

static void check_number(const Position *p, const Move *list, int count, int packed) {
    Move m = NO_MOVE;
    const ErrorCode error = lan_resolve(&p->board, packed, &m);
    if (!error) {
        LAW(is_listed(list, count, m));
        return;
    }
    LAW(m == NO_MOVE);
    for (int i = 0; i < count; i++) LAW(lan_pack(list[i], (Geometry)p->board.geometry) != packed);
}

static void check_text(const Position *p, const Move *list, int count, const char *text, size_t length) {
    Move m = NO_MOVE, candidates[MAX_MOVES];
    int offset = -1;
    const ErrorCode error = notation_parse(&p->board, text, length, &m, &offset);
    LAW(offset >= 0 && (size_t)offset <= length);
    LAW(error ? m == NO_MOVE : is_listed(list, count, m));
    const int found = san_candidates(&p->board, text, length, candidates);
    LAW(found >= 0 && found <= count);
    for (int i = 0; i < found; i++) LAW(is_listed(list, count, candidates[i]));
}

// Each move, written in squares and in SAN, is read as the same move.
static void check_written(const Position *p, Move m) {
    char san[16];
    Move back = NO_MOVE;
    int offset;
    LAW(!lan_resolve(&p->board, lan_pack(m, (Geometry)p->board.geometry), &back) && back == m);
    san_text(&p->board, m, san);
    LAW(!san_parse(&p->board, san, strlen(san), &back, &offset) && back == m);
}

static void check(const Position *p, Variant variant, const Move *list, int count) {
    LAW(p->hash == rules_hash(&p->board));
    LAW(rules_count(&p->board) == count);
    const Status status = status_of(&p->board, DRAWS_NONE, 1);
    LAW(count > 0 || status != STATUS_CONTINUE);
    LAW(status < STATUS_CHECKMATE_WHITE || status > STATUS_STALEMATE || count == 0);
    LAW(!rules_is_over(&p->board) || count == 0);
    for (int i = 0; i < count; i++) LAW(rules_is_legal(&p->board, list[i]));
    check_fen(p, variant);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Input in = {data, data + size};
    Position p;
    Move list[MAX_MOVES];
    int offset;
    const uint8_t choice = take_byte(&in);
    const Variant variant = (Variant)(choice % VARIANT_COUNT);
    if (variant == CHESS960) {
        fen_chess960_start((choice / 9 * 256 + take_byte(&in)) % 960, &p);
    } else {
        const char *fen = variant_start_fen(variant);
        LAW(!fen_parse(fen, strlen(fen), variant, false, &p, &offset));
    }
    for (int ply = take_byte(&in) % MOST_PLIES; ply > 0 && in.at < in.end; ply--) {
        const int count = rules_list(&p.board, list);
        check(&p, variant, list, count);
        if (!count) return 0;
        const Move m = list[take_byte(&in) % count];
        check_written(&p, m);
        rules_make(&p, m);
    }
    const int count = rules_list(&p.board, list);
    check(&p, variant, list, count);
    check_text(&p, list, count, (const char *)in.at, (size_t)(in.end - in.at));
    check_number(&p, list, count, take_byte(&in) | take_byte(&in) << 8);
    return 0;
}
