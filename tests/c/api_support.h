// SPDX-License-Identifier: Apache-2.0
// The exported functions, called as JS calls them: text goes in through the I/O buffer.
#ifndef API_SUPPORT_H
#define API_SUPPORT_H

#include <string.h>

#include "api.h"
#include "io.h"

// Puts text or bytes in the buffer and returns their length.
static inline uint32_t put_bytes(const void *bytes, size_t length) {
    binbo_buffer_reserve((uint32_t)length);
    memcpy(io_buffer(), bytes, length);
    return (uint32_t)length;
}

static inline uint32_t put_text(const char *text) { return put_bytes(text, strlen(text)); }

static inline int32_t new_api_game(const char *fen) {
    return binbo_game_new(fen ? put_text(fen) : 0, BINBO_STANDARD, BINBO_CLAIM, 0);
}

static inline int32_t play_api(int32_t game, const char *moves) { return binbo_game_play(game, put_text(moves)); }

#endif
