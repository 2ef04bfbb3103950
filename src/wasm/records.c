// SPDX-License-Identifier: Apache-2.0
#include "records.h"

#include <string.h>

#include "../lan.h"
#include "../san.h"
#include "api.h"
#include "io.h"

typedef struct {
    PackedMove move;
    uint8_t piece, captured, flags, color;
    uint16_t zero;
    char san[SAN_SIZE];
} Record;

_Static_assert(sizeof(Record) == BINBO_RECORD_SIZE, "api.h draws this layout");

int32_t records_write_packed(const Move *moves, int count, Variant variant) {
    PackedMove *out = (PackedMove *)(void *)io_buffer();
    for (int i = 0; i < count; i++) out[i] = lan_pack(moves[i], variant);
    return count;
}

int32_t records_write_san(const Board *b, const Move *moves, int count) {
    for (int i = 0; i < count; i++) san_write(b, moves[i], io_buffer() + i * SAN_SIZE);
    return count;
}

static uint8_t flags_of(Move m, PieceType captured) {
    const MoveKind kind = move_kind(m);
    if (kind == MOVE_CASTLE)
        return castle_wing(move_from(m), move_to(m)) == KINGSIDE ? BINBO_FLAG_KINGSIDE : BINBO_FLAG_QUEENSIDE;
    return (uint8_t)((captured != NO_PIECE ? BINBO_FLAG_CAPTURE : 0) |
                     (kind == MOVE_EN_PASSANT ? BINBO_FLAG_EN_PASSANT : 0) |
                     (kind == MOVE_DOUBLE ? BINBO_FLAG_DOUBLE : 0) | (move_is_promotion(m) ? BINBO_FLAG_PROMOTION : 0));
}

static PieceType captured_by(const Board *b, Move m) {
    if (move_kind(m) == MOVE_CASTLE) return NO_PIECE;
    return move_kind(m) == MOVE_EN_PASSANT ? PAWN : board_piece_at(b, move_to(m));
}

static void write_record(const Board *b, Move m, Variant variant, Record *out) {
    const PieceType captured = captured_by(b, m);
    out->move = lan_pack(m, variant);
    out->piece = (uint8_t)((int)board_piece_at(b, move_from(m)) + BINBO_PAWN);
    out->captured = captured == NO_PIECE ? 0 : (uint8_t)((int)captured + BINBO_PAWN);
    out->flags = flags_of(m, captured);
    out->color = b->side;
    out->zero = 0;
    san_write(b, m, out->san);
}

int32_t records_write(const Board *b, const Move *moves, int count, Variant variant) {
    Record *out = (Record *)(void *)io_buffer();
    for (int i = 0; i < count; i++) write_record(b, moves[i], variant, &out[i]);
    return count;
}

int32_t records_write_game(const Game *g) {
    if (!io_reserve(g->move_count * BINBO_RECORD_SIZE + 1)) return OUT_OF_MEMORY;
    Record *out = (Record *)(void *)io_buffer();
    Position p = *game_start(g);
    for (uint32_t i = 0; i < g->move_count; i++) {
        write_record(&p.board, g->moves[i], (Variant)g->variant, &out[i]);
        position_make(&p, g->moves[i]);
    }
    return (int32_t)g->move_count;
}

static struct {
    Board board;
    Move moves[MAX_MOVES];
    int count;
} candidates;

COLD void records_note_candidates(const Board *b, const char *text, size_t length) {
    candidates.board = *b;
    candidates.count = san_candidates(b, text, length, candidates.moves);
}

COLD int32_t records_write_candidates(void) {
    return records_write_san(&candidates.board, candidates.moves, candidates.count);
}
