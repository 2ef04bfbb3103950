// SPDX-License-Identifier: Apache-2.0
// Computes the number of a position within its Syzygy table.
//
// Each table orders its men in groups: the leading group, which symmetries map into a part of the board, and groups of
// like men. The number of a position is the sum, over the groups, of the group's number times its factor.
// https://www.chessprogramming.org/Syzygy_Bases
#ifndef TB_INDEX_H
#define TB_INDEX_H

#include "../bitboard.h"

enum { MAX_MEN = 7, MAX_LEADING_PAWNS = 5 };

// A man of a table: 8 for the second side, plus 1 for a pawn to 6 for a king.
typedef struct {
    uint8_t men[MAX_MEN];        // in the order of the table
    uint8_t groups[MAX_MEN + 1]; // number of men of each group; ends with 0
    uint64_t factors[MAX_MEN];
    uint64_t size; // the number of positions
} Layout;

// Facts that all parts of one table share.
typedef struct {
    int count;       // of men
    bool pawns;      // whether there are any
    bool both_pawns; // whether both sides have some
    bool unique_man; // whether a man other than the kings is the only one of its kind
} Material;

// Fills the internal tables. Call once.
void tb_index_init(void);

// Completes a layout whose men are known. `file` is the leading pawn's, 0 to 3; the orders are the positions of the
// leading group and of the other side's pawns among the factors. False if they are invalid.
bool tb_index_layout(Layout *layout, const Material *material, int file, int leading_order, int pawns_order);

// Moves the leading pawn of `count` squares of pawns to the front; returns its file as 0 to 3.
int tb_index_leading_file(Square *squares, int count);

// The number of the position with men on these squares, in the order of the layout. Changes the squares.
uint64_t tb_index_of(const Layout *layout, const Material *material, Square *squares);

#endif
