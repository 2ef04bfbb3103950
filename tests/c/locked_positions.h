// SPDX-License-Identifier: Apache-2.0
// Generates random positions of kinds that are often dead.
#ifndef LOCKED_POSITIONS_H
#define LOCKED_POSITIONS_H

#include "support.h"

// 0: pawns locked against each other, with kings and bishops; 1: bishops of one colour with few others; 2: a last
// piece that must be captured; 3: pieces caged behind pawns.
enum { LOCKED_KINDS = 4 };
Position random_locked(Random *r, int kind);

#endif
