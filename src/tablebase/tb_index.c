// SPDX-License-Identifier: Apache-2.0
// Computes the numbers of leading groups, pawns and other men from precomputed tables.
#include "tb_index.h"

#include <stddef.h>

enum { TRIANGLE = 31332, KINGS = 462, MOST_AT_ONCE = 7 };

static uint32_t choose[MOST_AT_ONCE][64];               // [k][n]: binomial coefficient n over k; 0 for k > n
static uint8_t triangle_number[64];                     // a1-d1-d4: first the squares below the diagonal
static uint8_t below_number[64];                        // b1-h1-h7
static uint16_t kings_number[10][64];                   // by triangle_number of the first
static uint8_t pawn_number[64];                         // the leading pawn has the highest number
static uint32_t pawns_first[MAX_LEADING_PAWNS + 1][64]; // by their count and the leading pawn's square
static uint32_t pawns_size[MAX_LEADING_PAWNS + 1][4];   // by their count and the leading pawn's file

// > 0 above the diagonal a1-h8, < 0 below it.
static int over_diagonal(Square s) { return rank_of(s) - file_of(s); }
static Square mirrored(Square s) { return s ^ 7; }
static Square transposed(Square s) { return (s >> 3 | s << 3) & 63; }

static void fill_triangle(void) {
    uint8_t number = 0;
    for (int on_diagonal = 0; on_diagonal < 2; on_diagonal++)
        for (Square s = A1; s < 32; s++)
            if (file_of(s) < 4 && (on_diagonal ? over_diagonal(s) == 0 : over_diagonal(s) < 0))
                triangle_number[s] = number++;
    number = 0;
    for (Square s = A1; s < 64; s++)
        if (over_diagonal(s) < 0) below_number[s] = number++;
}

static bool adjacent(Square a, Square b) {
    const int files = file_of(a) - file_of(b), ranks = rank_of(a) - rank_of(b);
    return files * files <= 1 && ranks * ranks <= 1;
}

// First the pairs with a king below the diagonal, then those with both kings on it.
static void fill_kings(void) {
    uint16_t number = 0;
    for (int both_on_diagonal = 0; both_on_diagonal < 2; both_on_diagonal++)
        for (int first = 0; first < 10; first++)
            for (Square a = A1; a < 32; a++) {
                if (file_of(a) > 3 || over_diagonal(a) > 0 || triangle_number[a] != first) continue;
                for (Square b = A1; b < 64; b++) {
                    if (adjacent(a, b) || (over_diagonal(a) == 0 && over_diagonal(b) > 0)) continue;
                    if ((over_diagonal(a) == 0 && over_diagonal(b) == 0) == both_on_diagonal)
                        kings_number[first][b] = number++;
                }
            }
}

static void fill_pawns(void) {
    uint8_t number = 47;
    for (int file = 0; file < 4; file++)
        for (int rank = 1; rank < 7; rank++) {
            pawn_number[square_at(file, rank)] = number--;
            pawn_number[square_at(7 - file, rank)] = number--;
        }
    for (int count = 1; count <= MAX_LEADING_PAWNS; count++)
        for (int file = 0; file < 4; file++) {
            uint32_t first = 0; // first number of the leading pawn's square, increasing along the file
            for (int rank = 1; rank < 7; rank++) {
                const Square s = square_at(file, rank);
                pawns_first[count][s] = first;
                first += choose[count - 1][pawn_number[s]];
            }
            pawns_size[count][file] = first;
        }
}

void tb_index_init(void) {
    for (int n = 0; n < 64; n++) {
        choose[0][n] = 1;
        for (int k = 1; k < MOST_AT_ONCE && n > 0; k++) choose[k][n] = choose[k - 1][n - 1] + choose[k][n - 1];
    }
    fill_triangle();
    fill_kings();
    fill_pawns();
}

// Splits the men into groups; returns their number.
static int split(Layout *layout, const Material *material) {
    const int leading = material->pawns ? 1 : material->unique_man ? 3 : 2;
    int n = 0;
    layout->groups[0] = 1;
    for (int i = 1; i < material->count; i++) {
        if (i < leading || layout->men[i] == layout->men[i - 1]) layout->groups[n]++;
        else layout->groups[++n] = 1;
    }
    layout->groups[++n] = 0;
    return n;
}

enum { A_PAWN = 1, A_KING = 6, TYPE = 7 };

static bool is_sound(const Layout *layout, const Material *material) {
    const uint8_t *men = layout->men;
    const bool first_is_pawn = (men[0] & TYPE) == A_PAWN;
    if (!material->pawns) {
        if (layout->groups[0] != (material->unique_man ? 3 : 2)) return false;
        return material->unique_man || ((men[0] & TYPE) == A_KING && (men[1] & TYPE) == A_KING);
    }
    if (!first_is_pawn || layout->groups[0] > MAX_LEADING_PAWNS) return false;
    return !material->both_pawns || (men[layout->groups[0]] & TYPE) == A_PAWN;
}

bool tb_index_layout(Layout *layout, const Material *material, int file, int leading_order, int pawns_order) {
    const int groups = split(layout, material);
    if (!is_sound(layout, material)) return false;
    if (leading_order >= groups) return false;
    if (material->both_pawns && (pawns_order >= groups || pawns_order == leading_order)) return false;
    const uint8_t *lengths = layout->groups;
    int next = material->both_pawns ? 2 : 1;
    int empty = 64 - lengths[0] - (material->both_pawns ? lengths[1] : 0);
    uint64_t factor = 1;
    for (int place = 0; place < groups; place++) {
        if (place == leading_order) {
            layout->factors[0] = factor;
            factor *= material->pawns ? pawns_size[lengths[0]][file] : material->unique_man ? TRIANGLE : KINGS;
        } else if (material->both_pawns && place == pawns_order) {
            layout->factors[1] = factor;
            factor *= choose[lengths[1]][48 - lengths[0]];
        } else {
            layout->factors[next] = factor;
            factor *= choose[lengths[next]][empty];
            empty -= lengths[next++];
        }
    }
    layout->size = factor;
    return true;
}

int tb_index_leading_file(Square *squares, int count) {
    int leading = 0;
    for (int i = 1; i < count; i++)
        if (pawn_number[squares[i]] > pawn_number[squares[leading]]) leading = i;
    const Square s = squares[leading];
    squares[leading] = squares[0];
    squares[0] = s;
    return file_of(s) > 3 ? 7 - file_of(s) : file_of(s);
}

// Sorts a few squares by a key, lowest first.
static void sort(Square *squares, int count, const uint8_t *key) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0; j--) {
            const Square a = squares[j - 1], b = squares[j];
            if (key ? key[a] <= key[b] : a <= b) break;
            squares[j - 1] = b;
            squares[j] = a;
        }
}

static uint64_t leading_pawns(Square *squares, int count) {
    uint64_t number = pawns_first[count][squares[0]];
    sort(squares + 1, count - 1, pawn_number);
    for (int i = 1; i < count; i++) number += choose[i][pawn_number[squares[i]]];
    return number;
}

// The number of three different men; the first one off the diagonal is below it.
static int three_men(const Square *s) {
    const int second = s[1] > s[0], third = (s[2] > s[0]) + (s[2] > s[1]);
    enum { FIRST_ON = 6 * 63 * 62, SECOND_ON = FIRST_ON + 4 * 28 * 62, ALL_ON = SECOND_ON + 4 * 7 * 28 };
    const int a = rank_of(s[0]), b = rank_of(s[1]) - second, c = rank_of(s[2]) - third;
    if (over_diagonal(s[0])) return (triangle_number[s[0]] * 63 + s[1] - second) * 62 + s[2] - third;
    if (over_diagonal(s[1])) return FIRST_ON + (a * 28 + below_number[s[1]]) * 62 + s[2] - third;
    if (over_diagonal(s[2])) return SECOND_ON + (a * 7 + b) * 28 + below_number[s[2]];
    return ALL_ON + (a * 7 + b) * 6 + c;
}

// Maps the leading men of a table without pawns into the triangle a1-d1-d4, and the others by the same symmetry.
static void into_triangle(Square *squares, int count, int leading) {
    if (rank_of(squares[0]) > 3)
        for (int i = 0; i < count; i++) squares[i] ^= A8;
    for (int i = 0; i < leading; i++) {
        if (over_diagonal(squares[i]) == 0) continue;
        if (over_diagonal(squares[i]) > 0)
            for (int j = i; j < count; j++) squares[j] = transposed(squares[j]);
        return;
    }
}

uint64_t tb_index_of(const Layout *layout, const Material *material, Square *squares) {
    const int count = material->count, leading = layout->groups[0];
    if (file_of(squares[0]) > 3)
        for (int i = 0; i < count; i++) squares[i] = mirrored(squares[i]);
    uint64_t number;
    if (material->pawns) {
        number = leading_pawns(squares, leading);
    } else {
        into_triangle(squares, count, leading);
        number =
            material->unique_man ? (uint64_t)three_men(squares) : kings_number[triangle_number[squares[0]]][squares[1]];
    }
    number *= layout->factors[0];
    int placed = leading;
    for (int group = 1; layout->groups[group]; group++) {
        const int length = layout->groups[group], first_rank = material->both_pawns && group == 1 ? 8 : 0;
        Square *own = squares + placed;
        sort(own, length, NULL);
        uint64_t sum = 0;
        for (int i = 0; i < length; i++) {
            int before = first_rank; // squares that are not available to it
            for (int j = 0; j < placed; j++) before += own[i] > squares[j];
            sum += choose[i + 1][own[i] - before];
        }
        number += sum * layout->factors[group];
        placed += length;
    }
    return number;
}
