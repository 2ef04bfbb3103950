// SPDX-License-Identifier: Apache-2.0
// The I/O buffer that text and lists pass through: a fixed one, or a larger one while it is needed.
#ifndef IO_H
#define IO_H

#include <stdbool.h>
#include <stdint.h>

char *io_buffer(void);
uint32_t io_capacity(void);

// Makes room for size bytes, losing the contents; 0 goes back to the fixed buffer. False when memory is
// out: the buffer is then as it was.
bool io_reserve(uint32_t size);

#endif
