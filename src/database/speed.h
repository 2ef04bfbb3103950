// SPDX-License-Identifier: Apache-2.0
// The speed of a game, by its time control. PGN standard 9.6.1.
#ifndef SPEED_H
#define SPEED_H

// JS has their names in this order.
typedef enum { NO_SPEED, BULLET, BLITZ, RAPID, CLASSICAL, CORRESPONDENCE } Speed;

// By the seconds that a player has for 40 moves: below 180, 480, 1500, a day a move. Periods follow each other, and the
// last one is repeated. '-' is CORRESPONDENCE; other texts are NO_SPEED. The text ends with a 0.
Speed speed_of(const char *text);

#endif
