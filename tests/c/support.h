// SPDX-License-Identifier: Apache-2.0
// Shared by all C tests: checks that report what failed and where, random numbers, positions, and an allocator that
// can be made to fail.
#ifndef SUPPORT_H
#define SUPPORT_H

#include <stdio.h>
#include <string.h>

#include "fen/fen.h"
#include "movegen.h"

#define CHECK(condition) check_true((condition), #condition, __FILE__, __LINE__)
#define CHECK_INT(actual, expected) check_int((long long)(actual), (long long)(expected), #actual, __FILE__, __LINE__)
#define CHECK_HEX(actual, expected) check_hex((actual), (expected), #actual, __FILE__, __LINE__)
#define CHECK_TEXT(actual, expected) check_text((actual), (expected), #actual, __FILE__, __LINE__)

// Each returns whether the check passed. A failure is printed; after 20 failures the test ends.
bool check_true(bool condition, const char *what, const char *file, int line_number);
bool check_int(long long actual, long long expected, const char *what, const char *file, int line_number);
bool check_hex(uint64_t actual, uint64_t expected, const char *what, const char *file, int line_number);
bool check_text(const char *actual, const char *expected, const char *what, const char *file, int line_number);

// Sets text, such as a FEN, that is printed with failures; it is copied. NULL for none.
void check_context(const char *text);

// Fills the core's tables. tests_end prints one line and returns the exit code.
void tests_begin(void);
int tests_end(const char *name);

typedef struct {
    uint64_t state;
} Random;

uint64_t random_next(Random *r);
int random_below(Random *r, int bound); // 0 to bound - 1

// The position of a FEN, which must be valid; and the FEN of a position (valid for the next three calls).
Position position_of(const char *fen, Variant variant);
const char *fen_of(const Position *p);
const char *board_fen(const Board *b);

bool same_board(const Board *a, const Board *b);

// A legal move, biased towards captures, promotions, castling and checks; NO_MOVE if there is none.
Move random_move(Random *r, const Board *b);

// A random start: the standard one, a Chess960 one, or a position in which rare moves are possible.
Position random_start(Random *r, Variant variant);

// Random men on a board, with en passant and castling, as far as the FEN reader accepts it.
Position random_setup(Random *r, Variant variant);

typedef void (*Visit)(const Position *p, Variant variant, Random *r);

// Visits every position of this many random games, of both variants.
void visit_games(uint64_t seed, int games, int plies, Visit visit);

// The same from one position, by the rules of any variant.
void visit_games_from(const char *fen, Variant variant, uint64_t seed, int games, int plies, Visit visit);

void visit_setups(uint64_t seed, int count, Visit visit);

// Makes only the n-th allocation from now on fail; 0 for none.
void fail_allocation(int n);
bool allocation_failed(void); // whether it has failed since fail_allocation()

#endif
