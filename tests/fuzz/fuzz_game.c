// SPDX-License-Identifier: Apache-2.0
// Any calls for a game of standard chess or Chess960, compared with the slow model of tests/c/slow_game.h.
#include "../c/slow_game.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *broken = slow_game_run(data, size);
    if (broken) fuzz_fail(broken, __FILE__, __LINE__);
    return 0;
}
