// SPDX-License-Identifier: Apache-2.0
// What every C test uses: checks that say where and what, random numbers, positions, and an allocator
// that can be made to fail.
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

// Each returns whether it held. A failure is printed; after 20 of them the test ends.
bool check_true(bool condition, const char *what, const char *file, int line_number);
bool check_int(long long actual, long long expected, const char *what, const char *file, int line_number);
bool check_hex(uint64_t actual, uint64_t expected, const char *what, const char *file, int line_number);
bool check_text(const char *actual, const char *expected, const char *what, const char *file, int line_number);

// What a failure is about, printed with it (a FEN, say); kept as a copy. NULL for nothing.
void check_context(const char *text);

// Fills the core's tables. tests_end prints one line and returns the exit code.
void tests_begin(void);
int tests_end(const char *name);

typedef struct {
    uint64_t state;
} Random;

uint64_t random_next(Random *r);
int random_below(Random *r, int bound); // 0 to bound - 1

// A position that must be a valid FEN, and its text (valid until the call after the next three).
Position position_of(const char *fen, Variant variant);
const char *fen_of(const Position *p);
const char *board_fen(const Board *b);

bool same_board(const Board *a, const Board *b);

// A legal move, with a bias to captures, promotions, castling and checks; NO_MOVE when there is none.
Move random_move(Random *r, const Board *b);

// A random start: the classic one, a Chess960 one, or a position with rare moves at hand.
Position random_start(Random *r, Variant variant);

// Men thrown on a board, en passant and castling too, as far as FEN accepts it.
Position random_setup(Random *r, Variant variant);

typedef void (*Visit)(const Position *p, Variant variant, Random *r);

// Visits every position of so many random games, of both variants.
void visit_games(uint64_t seed, int games, int plies, Visit visit);

// The same from one position, by the rules of any variant.
void visit_games_from(const char *fen, Variant variant, uint64_t seed, int games, int plies, Visit visit);

void visit_setups(uint64_t seed, int count, Visit visit);

// The n-th allocation from now on fails, and that one alone; 0 for none.
void fail_allocation(int n);
bool allocation_failed(void); // has it, since fail_allocation()?

#endif
