// SPDX-License-Identifier: Apache-2.0
// What stands behind the addresses that api.h gives to JS, for callers in C.
#ifndef PGN_IO_H
#define PGN_IO_H

#include "../pgn/reader.h"

char *pgn_io_text(void);              // the PGN text buffer; borrowed, valid until the next reserve
const PgnReader *pgn_io_reader(void); // with the game read last

#endif
