// SPDX-License-Identifier: Apache-2.0
// Games by number, so that a stale handle is an error and never corruption.
//
//    30           23 22              0
//   +---------------+-----------------+
//   |  generation   |      slot       |     always > 0
//   +---------------+-----------------+
//
// A slot's generation rises when its game goes. After the last one the slot rests until all of its
// handles have been forgotten, which JS does when the objects that held them are collected: a late
// finalizer can never free another game. The slot freed last is used first.
#ifndef HANDLES_H
#define HANDLES_H

#include "../game.h"

// The handle of a game that belongs to no slot: generations begin at 1.
enum { HANDLE_LOADED = 1 };

// That game, borrowed: a position that JS keeps, without moves, whose draws by rule do not count. NULL until
// api_position.c has loaded one.
extern Game *handles_loaded;

// Takes ownership of a game; 0 when memory or slots are out (the game is still the caller's then).
int32_t handles_add(Game *game);

// The game, borrowed, or NULL for a stale or invented handle.
Game *handles_get(int32_t handle);

// Gives the game back to the caller and retires the handle; NULL as above.
Game *handles_remove(int32_t handle);

// This handle is no longer referred to. Returns the game as handles_remove() does, if it is alive.
Game *handles_forget(int32_t handle);

uint32_t handles_count(void);

#endif
