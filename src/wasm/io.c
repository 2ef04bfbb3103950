// SPDX-License-Identifier: Apache-2.0
#include "io.h"

#include <stdlib.h>

enum { FIXED_SIZE = 1 << 16 };

static _Alignas(8) char fixed[FIXED_SIZE];
static char *larger; // owned; NULL while the fixed one does
static uint32_t larger_size;

char *io_buffer(void) { return larger ? larger : fixed; }
uint32_t io_capacity(void) { return larger ? larger_size : FIXED_SIZE; }

bool io_reserve(uint32_t size) {
    if (size && size <= io_capacity()) return true;
    char *wanted = size > FIXED_SIZE ? malloc(size) : NULL;
    if (size > FIXED_SIZE && !wanted) return false;
    free(larger);
    larger = wanted;
    larger_size = size;
    return true;
}
