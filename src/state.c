// SPDX-License-Identifier: Apache-2.0
// Writes and reads the bytes of game states, with their checksum.
#include "state.h"

#include <string.h>

#include "lan.h"
#include "rules/rules.h"

enum { VERSION = 1, HEADER_SIZE = 16, CHECKSUM_SIZE = 4 };

static const uint8_t MAGIC[3] = {'B', 'N', 'B'};

static void put32(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static uint32_t get32(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

// Processes four bits at a time: this table has 64 bytes, a table for whole bytes 1 KiB.
static uint32_t crc32(const uint8_t *bytes, size_t size) {
    uint32_t table[16], crc = UINT32_MAX;
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t c = i;
        for (int k = 0; k < 4; k++) c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;
        table[i] = c;
    }
    for (size_t i = 0; i < size; i++) {
        crc = table[(crc ^ bytes[i]) & 15] ^ crc >> 4;
        crc = table[(crc ^ bytes[i] >> 4) & 15] ^ crc >> 4;
    }
    return ~crc;
}

static int start_fen(const Game *g, char fen[MAX_FEN]) {
    if (game_has_default_start(g)) return 0;
    Writer w = writer_of(fen, MAX_FEN);
    fen_write(&w, game_start(g), EN_PASSANT_ALWAYS, CASTLING_SHREDDER);
    return writer_length(&w);
}

size_t state_size(const Game *g, size_t extra_length) {
    char fen[MAX_FEN];
    return HEADER_SIZE + (size_t)start_fen(g, fen) + 2 * (size_t)g->move_count + extra_length + CHECKSUM_SIZE;
}

void state_write(const Game *g, const uint8_t *extra, size_t extra_length, uint8_t *out) {
    char fen[MAX_FEN];
    const int fen_length = start_fen(g, fen);
    uint8_t *at = out;
    memcpy(at, MAGIC, sizeof MAGIC);
    at[3] = VERSION;
    at[4] = g->variant;
    at[5] = (uint8_t)(g->draws | g->dead << 4);
    at[6] = g->result;
    at[7] = (uint8_t)fen_length;
    put32(at + 8, g->move_count);
    put32(at + 12, (uint32_t)extra_length);
    memcpy(at + HEADER_SIZE, fen, (size_t)fen_length);
    at += HEADER_SIZE + fen_length;
    for (uint32_t i = 0; i < g->move_count; i++, at += 2) {
        at[0] = (uint8_t)g->moves[i];
        at[1] = (uint8_t)(g->moves[i] >> 8);
    }
    if (extra_length) memcpy(at, extra, extra_length);
    at += extra_length;
    put32(at, crc32(out, (size_t)(at - out)));
}

static ErrorCode check_frame(const uint8_t *bytes, size_t size) {
    if (size < HEADER_SIZE + CHECKSUM_SIZE || memcmp(bytes, MAGIC, sizeof MAGIC) != 0) return ERR_STATE_FORMAT;
    if (bytes[3] > VERSION) return ERR_STATE_VERSION;
    if (crc32(bytes, size - CHECKSUM_SIZE) != get32(bytes + size - CHECKSUM_SIZE)) return ERR_STATE_CHECKSUM;
    const uint64_t expected =
        (uint64_t)HEADER_SIZE + bytes[7] + 2 * (uint64_t)get32(bytes + 8) + get32(bytes + 12) + CHECKSUM_SIZE;
    if (expected != size || bytes[3] != VERSION || bytes[4] >= VARIANT_COUNT || (bytes[5] & 15) > DRAWS_NONE ||
        bytes[5] >> 4 > DEAD_NORMAL)
        return ERR_STATE_FORMAT;
    return ERR_NONE;
}

static ErrorCode replay(Game *g, const uint8_t *at, uint32_t count) {
    for (uint32_t i = 0; i < count; i++, at += 2) {
        const Move m = (Move)(at[0] | at[1] << 8);
        if (!rules_is_legal(&g->now.board, m)) return ERR_STATE_INVALID;
        const ErrorCode error = game_append(g, m);
        if (error) return error;
    }
    game_settle(g);
    return ERR_NONE;
}

// The result must be possible in this game.
static ErrorCode restore_result(Game *g, Status result) {
    if (result == STATUS_CONTINUE) return ERR_NONE;
    if (result == STATUS_MANUAL_DRAW || result == STATUS_MANUAL_WINNER)
        return game_set_result(g, result) ? ERR_STATE_INVALID : ERR_NONE;
    const int claimable = game_claimable(g);
    const bool fits = (result == STATUS_THREEFOLD_REPETITION && (claimable & CLAIM_THREEFOLD)) ||
                      (result == STATUS_RULE50 && (claimable & CLAIM_RULE50));
    return fits && !game_set_result(g, result) ? ERR_NONE : ERR_STATE_INVALID;
}

static ErrorCode read_game(const uint8_t *bytes, Game **out) {
    Position start;
    int offset;
    const uint8_t fen_length = bytes[7];
    const Variant variant = (Variant)bytes[4];
    const uint8_t *at = bytes + HEADER_SIZE;
    if (fen_length && fen_parse((const char *)at, fen_length, variant, false, &start, &offset))
        return ERR_STATE_INVALID;
    Game *g = game_new(fen_length ? &start : NULL, variant, (DrawMode)(bytes[5] & 15));
    if (!g) return ERR_MEMORY;
    g->dead = bytes[5] >> 4;
    ErrorCode error = replay(g, at + fen_length, get32(bytes + 8));
    if (!error) error = restore_result(g, (Status)bytes[6]);
    if (error) game_free(g);
    else *out = g;
    return error;
}

ErrorCode state_read(const uint8_t *bytes, size_t size, Game **out, const uint8_t **extra, size_t *extra_length) {
    ErrorCode error = check_frame(bytes, size);
    if (!error) error = read_game(bytes, out);
    if (error) return error;
    *extra_length = get32(bytes + 12);
    *extra = bytes + size - CHECKSUM_SIZE - *extra_length;
    return ERR_NONE;
}
