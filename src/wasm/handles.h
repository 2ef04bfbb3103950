// SPDX-License-Identifier: Apache-2.0
// Maps handles to games, so that a stale handle is an error and never causes corruption.
//
//    30           23 22              0
//   +---------------+-----------------+
//   |  generation   |      slot       |     always > 0
//   +---------------+-----------------+
//
// A slot's generation is incremented when its game is removed. After the last generation the slot rests until all
// of its handles have been forgotten, which JS does when the objects that held them are collected: so a late
// finalizer can never free another game. The slot freed last is reused first.
#ifndef HANDLES_H
#define HANDLES_H

#include "../game.h"

// The handle of a game without a slot: generations begin at 1.
enum { HANDLE_LOADED = 1 };

// That game, borrowed: a position stored by JS, without moves and without draws by rule. NULL until api_position.c
// has loaded one.
extern Game *handles_loaded;

// Takes ownership of a game; 0 if memory or slots are exhausted (the caller then still owns the game).
int32_t handles_add(Game *game);

// The game, borrowed, or NULL for a stale or invalid handle.
Game *handles_get(int32_t handle);

// Returns ownership of the game to the caller and retires the handle; NULL as above.
Game *handles_remove(int32_t handle);

// For a handle that is no longer referenced. Returns the game as handles_remove() does, if it is alive.
Game *handles_forget(int32_t handle);

uint32_t handles_count(void);

#endif
