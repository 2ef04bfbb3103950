// SPDX-License-Identifier: Apache-2.0
// Standard algebraic notation. PGN standard 8.2.3, FIDE appendix C. This reads it; js/core/san-writer.js writes it.
#ifndef SAN_H
#define SAN_H

#include "error.h"
#include "rules/rules.h"
#include "text.h"

// What SAN must name of a piece's origin, so that it fits one legal move alone, as bits. None for
// pawns, whose captures always name the file. JS gets these enumerators.
enum {
    SAN_FILE = 1,
    SAN_RANK = 2,
};
uint32_t san_origin(const Board *b, PieceType type, Move m);

// Reads a move, or a drop such as 'N@f3', '@e6'. Spelling is lenient: zeros for castling, missing or wrong 'x', '+',
// '#', '!?', more origin than needed, 'Ng1-f3', 'Pe4', 'e8Q', 'e8(Q)', figurines, 'e.p.' on a real en passant capture,
// blanks around. Meaning is strict: only a legal move that agrees with every sign written. Returns ERR_SAN_*; *offset
// is then the byte of the text that does not fit.
ErrorCode san_parse(const Board *b, const char *text, size_t length, Move *out, int *offset);

// The same for texts of 1 to 7 bytes, the first byte lowest, that are written as nearly all are: 'e4', 'exd5',
// 'Nf3', 'Nbd7', 'R1e2', with an 'x' or not, '+' or '#' perhaps behind them. NO_MOVE decides nothing: call
// san_parse().
Move san_parse_fast(const Board *b, uint64_t text, uint32_t length);
Move san_castling(const Board *b, Wing wing); // NO_MOVE likewise

// Legal moves that come into question for a text that san_parse refused: those that fit, or else those of the same
// piece type to the same square, or else any to that square. If a text is no SAN: any to the last square in it.
int san_candidates(const Board *b, const char *text, size_t length, Move list[MAX_MOVES]);

#endif
