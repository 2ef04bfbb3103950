// SPDX-License-Identifier: Apache-2.0
// Any bytes as a game state, unchanged and with a correct checksum: refused, or a game whose written bytes give the
// same game.
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "state.h"

// CRC-32 bit by bit, unlike the core's.
static void sign(uint8_t *bytes, size_t size) {
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < 8 * (size - 4); i++) {
        const uint32_t low = (crc ^ (uint32_t)(bytes[i / 8] >> (i % 8))) & 1;
        crc = crc >> 1 ^ (low ? 0xEDB88320u : 0);
    }
    for (int i = 0; i < 4; i++) bytes[size - 4 + (size_t)i] = (uint8_t)(~crc >> (8 * i));
}

static void check_game(Game *g, const uint8_t *extra, size_t extra_length) {
    const size_t size = state_size(g, extra_length);
    uint8_t *bytes = malloc(size), *again = malloc(size);
    const uint8_t *extra_back;
    size_t extra_back_length;
    Game *back;
    Move undone;
    state_write(g, extra, extra_length, bytes);
    LAW(!state_read(bytes, size, &back, &extra_back, &extra_back_length));
    LAW(same_board(&g->now.board, &back->now.board) && g->now.hash == back->now.hash);
    LAW(game_status(g) == game_status(back) && game_occurrences(g, 100) == game_occurrences(back, 100));
    LAW(extra_back_length == extra_length && memcmp(extra, extra_back, extra_length) == 0);
    LAW(state_size(back, extra_length) == size);
    state_write(back, extra, extra_length, again);
    LAW(memcmp(bytes, again, size) == 0);
    if (g->now.board.rules == STANDARD) check_position(&g->now); // fuzz_variant has the laws for other rules
    while (back->move_count) LAW(!game_undo(back, &undone) && undone);
    LAW(same_board(&back->now.board, &game_start(g)->board));
    game_free(back);
    free(bytes);
    free(again);
}

static void read_bytes(const uint8_t *bytes, size_t size) {
    const uint8_t *extra;
    size_t extra_length;
    Game *g = NULL;
    const ErrorCode error = state_read(bytes, size, &g, &extra, &extra_length);
    if (error) {
        LAW(error >= ERR_STATE_FORMAT && error <= ERR_STATE_INVALID && !g);
        return;
    }
    LAW(extra >= bytes && extra + extra_length <= bytes + size);
    check_game(g, extra, extra_length);
    game_free(g);
}

// Corrects the lengths in the header, so that the contents are read.
static void fit_lengths(uint8_t *bytes, size_t size) {
    const size_t rest = size - 20, fen = bytes[7] < rest ? bytes[7] : rest;
    const size_t most = (rest - fen) / 2, moves = bytes[12] % 4 ? most : bytes[8] % (most + 1);
    const size_t numbers[2] = {moves, rest - fen - 2 * moves};
    bytes[7] = (uint8_t)fen;
    for (int i = 0; i < 8; i++) bytes[8 + i] = (uint8_t)(numbers[i / 4] >> (8 * (i % 4)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    read_bytes(data, size);
    if (size < 20) return 0;
    uint8_t *forged = malloc(size);
    memcpy(forged, data, size);
    memcpy(forged, "BNB\1", 4);
    for (int fitted = 0; fitted < 2; fitted++) {
        if (fitted) fit_lengths(forged, size);
        sign(forged, size);
        read_bytes(forged, size);
    }
    free(forged);
    return 0;
}
