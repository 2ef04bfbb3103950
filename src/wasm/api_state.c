// SPDX-License-Identifier: Apache-2.0
// The exports for state bytes.
#include <stdlib.h>
#include <string.h>

#include "../state.h"
#include "api.h"
#include "failure.h"
#include "io.h"

static uint32_t extra_length_read;

int32_t binbo_game_state(int32_t game, uint32_t extra_length) {
    FIND(g, game);
    REQUIRE_ARGUMENT(extra_length <= io_capacity());
    uint8_t *extra = malloc(extra_length + 1);
    if (!extra) return fail(ERR_MEMORY);
    memcpy(extra, io_buffer(), extra_length);
    const size_t size = state_size(g, extra_length);
    const bool room = size <= INT32_MAX && io_reserve((uint32_t)size);
    if (room) state_write(g, extra, extra_length, (uint8_t *)io_buffer());
    free(extra);
    return room ? (int32_t)size : fail(ERR_MEMORY);
}

static ErrorCode read_state(uint32_t length, Game **out) {
    const uint8_t *extra;
    size_t extra_length;
    const ErrorCode error = state_read((const uint8_t *)io_buffer(), length, out, &extra, &extra_length);
    if (error) return error;
    memmove(io_buffer(), extra, extra_length);
    extra_length_read = (uint32_t)extra_length;
    return ERR_NONE;
}

int32_t binbo_game_from_state(uint32_t state_length) {
    Game *g;
    REQUIRE_ARGUMENT(state_length <= io_capacity());
    const ErrorCode error = read_state(state_length, &g);
    if (error) return fail(error);
    const int32_t handle = handles_add(g);
    if (handle) return handle;
    game_free(g);
    return fail(ERR_MEMORY);
}

int32_t binbo_game_set_state(int32_t game, uint32_t state_length) {
    Game *read;
    FIND(g, game);
    REQUIRE_ARGUMENT(state_length <= io_capacity());
    const ErrorCode error = read_state(state_length, &read);
    if (error) return fail(error);
    game_replace(g, read);
    return (int32_t)game_status(g);
}

uint32_t binbo_state_extra_length(void) { return extra_length_read; }
