// SPDX-License-Identifier: Apache-2.0
// Reads standard algebraic notation, PGN standard 8.2.3, FIDE appendix C. js/core/san-writer.ts writes it.
#ifndef SAN_H
#define SAN_H

#include "error.h"
#include "rules/rules.h"
#include "text.h"

// The parts of a piece's origin that SAN must name so that it fits only one legal move, as bits. Zero for pawns,
// whose captures always name the file. JS gets these enumerators.
enum {
    SAN_FILE = 1,
    SAN_RANK = 2,
};
uint32_t san_origin(const Board *b, PieceType type, Move m);

// Reads a move, or a drop such as 'N@f3', '@e6'. Spelling is lenient: zeros for castling, missing or wrong 'x', '+',
// '#', '!?', more origin than needed, 'Ng1-f3', 'Pe4', 'e8Q', 'e8(Q)', figurines, 'e.p.' on a real en passant capture,
// blanks around. Meaning is strict: only a legal move that agrees with every character. Returns ERR_SAN_*; *offset
// is then the byte of the text that does not fit.
ErrorCode san_parse(const Board *b, const char *text, size_t length, Move *out, int *offset);

// The same for texts of 1 to 7 bytes, the first byte lowest, in the usual form: 'e4', 'exd5', 'Nf3', 'Nbd7',
// 'R1e2', with or without 'x', optionally followed by '+' or '#'. If it returns NO_MOVE, nothing is decided: call
// san_parse().
Move san_parse_fast(const Board *b, uint64_t text, uint32_t length);
Move san_castling(const Board *b, Wing wing); // NO_MOVE likewise

// Legal moves that a text refused by san_parse may mean: those that fit; if none, those of the same piece type to
// the same square; if none, any to that square. For a text that is not SAN: any to the last square in it.
int san_candidates(const Board *b, const char *text, size_t length, Move list[MAX_MOVES]);

#endif
