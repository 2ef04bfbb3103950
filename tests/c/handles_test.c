// SPDX-License-Identifier: Apache-2.0
// Handles: stale, invalid, reused and retired ones.
#include "handles.h"

#include <stdlib.h>

#include "support.h"

static Game *new_game(void) { return game_new(NULL, STANDARD, DRAWS_AUTOMATIC); }

static void test_stale(void) {
    static const int32_t invented[] = {0, -1, 2, 3, 1 << 23, 1 << 23 | 5, INT32_MAX, INT32_MIN, 255 << 23};
    for (size_t i = 0; i < sizeof invented / sizeof *invented; i++) {
        CHECK(!handles_get(invented[i]));
        CHECK(!handles_remove(invented[i]));
    }
    CHECK(handles_get(HANDLE_LOADED) == NULL); // nothing is loaded yet
    Game position = {0};
    handles_loaded = &position;
    CHECK(handles_get(HANDLE_LOADED) == &position);
    CHECK(!handles_remove(HANDLE_LOADED) && !handles_forget(HANDLE_LOADED));
    Game *g = new_game();
    const int32_t handle = handles_add(g);
    CHECK(handle > 0 && handle != HANDLE_LOADED);
    CHECK(handles_get(handle) == g);
    CHECK(!handles_get(handle + 1));
    CHECK(!handles_get(handle + (1 << 23)));
    CHECK_INT(handles_count(), 1);
    CHECK(handles_remove(handle) == g);
    CHECK(!handles_get(handle));
    CHECK(!handles_remove(handle));
    CHECK(!handles_forget(handle));
    CHECK_INT(handles_count(), 0);
    game_free(g);
}

// No handle is reused before all handles of its slot are forgotten; then the slot is used again.
static void test_generations(void) {
    enum { ROUNDS = 1000, SLOT_MASK = (1 << 23) - 1 };
    static int32_t seen[ROUNDS];
    Game *g = new_game();
    for (int i = 0; i < ROUNDS; i++) {
        seen[i] = handles_add(g);
        CHECK(seen[i] > 0);
        for (int before = 0; before < i; before++) CHECK(seen[before] != seen[i] && !handles_get(seen[before]));
        CHECK(handles_get(seen[i]) == g);
        CHECK(handles_remove(seen[i]) == g);
    }
    const int32_t first_slot = seen[0] & SLOT_MASK;
    int rounds = 0; // of a slot that no earlier test has used
    for (int i = 0; i < ROUNDS; i++) rounds += (seen[i] & SLOT_MASK) == (seen[ROUNDS / 2] & SLOT_MASK);
    CHECK_INT(rounds, 255); // every generation but 0
    for (int i = 0; i < ROUNDS; i++) CHECK(!handles_forget(seen[i]));
    const int32_t again = handles_add(g);
    CHECK(handles_get(again) == g);
    CHECK(handles_forget(again) == g);
    CHECK(!handles_get(again));
    int32_t held[8];
    bool reused = false;
    for (int i = 0; i < 8; i++) {
        held[i] = handles_add(g);
        reused |= (held[i] & SLOT_MASK) == first_slot;
    }
    for (int i = 0; i < 8; i++) CHECK(handles_forget(held[i]) == g);
    CHECK(reused);
    game_free(g);
}

static void test_many(void) {
    enum { MANY = 3000 };
    static int32_t handles[MANY];
    static Game *games[MANY];
    Random r = {131};
    for (int i = 0; i < MANY; i++) handles[i] = 0;
    uint32_t live = 0;
    for (int step = 0; step < 60000; step++) {
        const int i = random_below(&r, MANY);
        if (handles[i]) {
            CHECK(handles_remove(handles[i]) == games[i]);
            CHECK(!handles_get(handles[i]));
            game_free(games[i]);
            handles[i] = 0;
            live--;
        } else {
            games[i] = new_game();
            handles[i] = handles_add(games[i]);
            live++;
        }
        CHECK_INT(handles_count(), live);
    }
    for (int i = 0; i < MANY; i++)
        if (handles[i]) {
            CHECK(handles_get(handles[i]) == games[i]);
            game_free(handles_remove(handles[i]));
        }
    CHECK_INT(handles_count(), 0);
}

int main(void) {
    tests_begin();
    test_stale();
    test_generations();
    test_many();
    return tests_end("handles");
}
