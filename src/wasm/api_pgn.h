// SPDX-License-Identifier: Apache-2.0
// The data at the addresses that api.h gives to JS, for callers in C.
#ifndef API_PGN_H
#define API_PGN_H

#include "../pgn/reader.h"

char *api_pgn_text(void);              // the PGN text buffer; borrowed, valid until the next reserve
const PgnReader *api_pgn_reader(void); // with the last game read

#endif
