// SPDX-License-Identifier: Apache-2.0
// Random calls of the exported functions for one game of standard chess or Chess960, held against a slow model: a board
// of letters (reference.h), every position kept, and the FIDE Laws 3, 5, 6.9 and 9 written once more.
#ifndef SLOW_GAME_H
#define SLOW_GAME_H

#include <stddef.h>
#include <stdint.h>

// Plays what the bytes say: a start, a draw mode, then calls and their arguments. Call binbo_init() before. Returns
// NULL, or the law that did not hold.
const char *slow_game_run(const uint8_t *bytes, size_t size);

#endif
