// SPDX-License-Identifier: Apache-2.0
// What every fuzz target uses: laws that stop the run, input taken bit by bit, and positions to try on.
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "rules/variant.h"

// A law does not hold: say which and stop, so that libFuzzer keeps the input.
#define LAW(condition) ((condition) ? (void)0 : fuzz_fail(#condition, __FILE__, __LINE__))
_Noreturn void fuzz_fail(const char *what, const char *file, int line_number);

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct {
    const uint8_t *at, *end;
} Input;

// The next byte, or 0 at the end.
uint8_t take_byte(Input *in);

// A position reached by moves that the input chooses: a start, how many moves, and a byte for each.
Position take_position(Input *in, Variant *variant);

bool same_board(const Board *a, const Board *b);

// The list, the counter and the question agree, and the hash is that from scratch.
void check_position(const Position *p);

#endif
