// SPDX-License-Identifier: Apache-2.0
// The number of a position within its table, as Syzygy tables count.
//
// A table has its men in an order of its own, in groups: the leading group, which symmetries of the board bring into a
// part of it, and groups of like men. The number is the sum of each group's own, times its factor.
// https://www.chessprogramming.org/Syzygy_Bases
#ifndef TB_INDEX_H
#define TB_INDEX_H

#include "../bitboard.h"

enum { MAX_MEN = 7, MAX_LEADING_PAWNS = 5 };

// A man of a table: its side, 8 for the second one, + 1 for a pawn to 6 for a king.
typedef struct {
    uint8_t men[MAX_MEN];        // in the order of the table
    uint8_t groups[MAX_MEN + 1]; // how many men each has; ends with 0
    uint64_t factors[MAX_MEN];
    uint64_t size; // how many numbers there are
} Layout;

// What all parts of one table share.
typedef struct {
    int count;       // of men
    bool pawns;      // are there any
    bool both_pawns; // do both sides have some
    bool unique_man; // is a man but the kings the only one of its kind
} Material;

// Fills the tables of numbers. Call once.
void tb_index_init(void);

// Completes a layout whose men are known. `file` is that of the leading pawn, 0 to 3; the orders are the places of the
// leading group and of the other side's pawns among the factors. False where they cannot be.
bool tb_index_layout(Layout *layout, const Material *material, int file, int leading_order, int pawns_order);

// Brings the leading pawn among `count` squares of pawns to the front; returns its file as 0 to 3.
int tb_index_leading_file(Square *squares, int count);

// The number of men on squares, in the order of the layout. The squares are changed.
uint64_t tb_index_of(const Layout *layout, const Material *material, Square *squares);

#endif
