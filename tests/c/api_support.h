// SPDX-License-Identifier: Apache-2.0
// The exported functions, called as JS calls them: text goes in through the I/O buffer.
#ifndef API_SUPPORT_H
#define API_SUPPORT_H

#include <string.h>

#include "api.h"
#include "api_pgn.h"
#include "boundary.h"
#include "error.h"

// Puts text or bytes in the buffer and returns their length.
static inline uint32_t put_bytes(const void *bytes, size_t length) {
    binbo_buffer_reserve((uint32_t)length);
    memcpy(io_buffer(), bytes, length);
    return (uint32_t)length;
}

static inline uint32_t put_text(const char *text) { return put_bytes(text, strlen(text)); }

static inline int32_t new_api_game(const char *fen) {
    return binbo_game_new(fen ? put_text(fen) : 0, STANDARD, DRAWS_CLAIM, 0);
}

static inline int32_t play_api(int32_t game, const char *moves) { return binbo_game_play(game, put_text(moves)); }

// Copies text to the PGN buffer, and reads a game from it.
static inline int32_t read_api_pgn(const char *text, int32_t flags) {
    const uint32_t length = (uint32_t)strlen(text);
    if (!binbo_pgn_reserve(length + 1)) return -ERR_MEMORY;
    memcpy(api_pgn_text(), text, length);
    return binbo_pgn_read(0, length, flags, STANDARD);
}

// Reads the first game of a PGN into a game, as loadPgn() does.
static inline int32_t load_api_pgn(int32_t game, const char *text) {
    const int32_t end = read_api_pgn(text, PGN_LAST | PGN_MAIN_LINE | PGN_PLAYABLE);
    return end < 0 ? end : binbo_pgn_load(game);
}

#endif
