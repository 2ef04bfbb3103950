// SPDX-License-Identifier: Apache-2.0
#include "zobrist_keys.h"

const uint64_t zobrist_keys[15 * 64] = {
#include "zobrist.inc"
};
