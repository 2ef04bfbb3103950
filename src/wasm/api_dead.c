// SPDX-License-Identifier: Apache-2.0
// The exports for dead positions.
#include <stdlib.h>

#include "../rules/dead.h"
#include "api.h"
#include "boundary.h"
#include "move_lists.h"

static bool is_color(int32_t color) { return color == WHITE || color == BLACK; }
static bool is_effort(int32_t effort) { return effort > 0 && effort <= EFFORT_MOST; }

int32_t binbo_game_can_win(int32_t game, int32_t color, int32_t effort) {
    FIND(g, game);
    REQUIRE_ARGUMENT(is_color(color) && is_effort(effort));
    return (int32_t)dead_can_win(&g->now.board, (Color)color, (uint32_t)effort);
}

int32_t binbo_game_any_can_win(int32_t game, int32_t effort) {
    FIND(g, game);
    REQUIRE_ARGUMENT(is_effort(effort));
    return (int32_t)dead_any_can_win(&g->now.board, (uint32_t)effort);
}

int32_t binbo_game_helpmate(int32_t game, int32_t color, int32_t effort) {
    Move *line;
    FIND(g, game);
    REQUIRE_ARGUMENT(is_color(color) && is_effort(effort));
    const int count = dead_helpmate(&g->now.board, (Color)color, (uint32_t)effort, &line);
    if (count <= 0) return count + 1;
    const bool fits = io_reserve((uint32_t)count * sizeof *line);
    if (fits) move_lists_write_packed(line, count, (Geometry)g->now.board.geometry);
    free(line);
    return fits ? count + 1 : fail(ERR_MEMORY);
}

int32_t binbo_game_dead(int32_t game) {
    FIND(g, game);
    return g->dead;
}

int32_t binbo_game_set_dead(int32_t game, int32_t mode) {
    FIND(g, game);
    REQUIRE_ARGUMENT(mode >= DEAD_OFF && mode <= DEAD_NORMAL);
    game_set_dead(g, (DeadMode)mode);
    return (int32_t)game_status(g);
}
