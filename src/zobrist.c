// SPDX-License-Identifier: Apache-2.0
#include "zobrist.h"

const uint64_t zobrist_keys[781] = {
#include "zobrist.inc"
};
