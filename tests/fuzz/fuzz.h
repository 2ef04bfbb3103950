// SPDX-License-Identifier: Apache-2.0
// Shared by all fuzz targets: laws that stop the run, input read piece by piece, and test positions.
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "rules/variant.h"

// If a law does not hold, reports it and stops, so that libFuzzer keeps the input.
#define LAW(condition) ((condition) ? (void)0 : fuzz_fail(#condition, __FILE__, __LINE__))
_Noreturn void fuzz_fail(const char *what, const char *file, int line_number);

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct {
    const uint8_t *at, *end;
} Input;

// The next byte, or 0 at the end.
uint8_t take_byte(Input *in);

// A position reached by moves that the input chooses: a start, the number of moves, and a byte for each.
Position take_position(Input *in, Variant *variant);

bool same_board(const Board *a, const Board *b);

// Checks that the list, the count and the existence test agree, and that the hash equals the one from scratch.
void check_position(const Position *p);

#endif
