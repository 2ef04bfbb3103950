// SPDX-License-Identifier: Apache-2.0
// Random calls for a game against the slow model, as fuzz_game.c makes them.
#include "slow_game.h"

#include "api.h"
#include "support.h"

static void test_random_calls(void) {
    Random r = {211};
    uint8_t bytes[240];
    for (int run = 0; run < 150; run++) {
        char name[32];
        for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)random_next(&r);
        bytes[0] = (uint8_t)run; // every start, variant and draw mode
        snprintf(name, sizeof name, "run %d", run);
        check_context(name);
        const char *broken = slow_game_run(bytes, sizeof bytes);
        CHECK_TEXT(broken ? broken : "", "");
    }
    check_context(NULL);
}

int main(void) {
    tests_begin();
    test_random_calls();
    return tests_end("slow_game");
}
