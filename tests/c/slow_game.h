// SPDX-License-Identifier: Apache-2.0
// Random calls of the exported functions for one game of standard chess or Chess960, compared with a slow model: a
// board of letters (reference.h), every position kept, and a second implementation of FIDE Laws 3, 5, 6.9 and 9.
#ifndef SLOW_GAME_H
#define SLOW_GAME_H

#include <stddef.h>
#include <stdint.h>

// Interprets the bytes as a start, a draw mode, then calls and their arguments. Call binbo_init() before. Returns
// NULL, or the violated law.
const char *slow_game_run(const uint8_t *bytes, size_t size);

#endif
