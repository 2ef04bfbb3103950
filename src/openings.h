// SPDX-License-Identifier: Apache-2.0
// The named lines of standard chess, and the positions on them. Each of its two users has one caller of most functions,
// so they are inline, and has a table of its own.
#ifndef OPENINGS_H
#define OPENINGS_H

#include <string.h>

#include "legality.h"

// The codes of openings_read(). JS gets these enumerators.
enum {
    LINE_ZERO = 35,
    LINE_PAIRS = 58,
    LINE_END = 63,
};

enum { OPENINGS_MOST = 1 << 12, LINE_PLIES = 64 }; // lines, and plies of a line, at most
enum { OPENINGS_FIRST = 2 };                       // value of a position where line 0 ends

enum { OPENINGS_SLOTS = 1 << 14 };
enum { OPENINGS_MOVES = OPENINGS_SLOTS - 2 }; // each leads to another position, plus the start, and one slot stays free

typedef struct {
    uint32_t low, high; // the halves of the hash
    uint32_t value;     // result of openings_at()
} OpeningSlot;

typedef struct {
    uint16_t first;  // index of its own first move
    uint16_t shared; // number of moves shared with the previous line
} OpeningLine;

static struct {
    // A position is in the slot of the hash's lowest bits or, if that is taken, in the next free one.
    OpeningSlot slots[OPENINGS_SLOTS];
    // Pawns never return to their start squares. Bit m is set if there is a named position whose unmoved pawns are
    // all among those of m.
    uint64_t ahead[1 << 10];
    OpeningLine lines[OPENINGS_MOST + 1]; // one more, for the end of the last one's moves
    Move moves[OPENINGS_MOVES];           // the own moves of each line
    uint32_t line_count;
} book;

// The number of a set of unmoved pawns, from 0 to 65535.
static inline uint32_t openings_pawns(Bitboard white, Bitboard black) {
    return (uint32_t)(white >> 8 & 0xff) | (black >> 40 & 0xff00);
}

static inline uint32_t openings_pawns_of(const Board *b) {
    return openings_pawns(b->pawns & b->color[WHITE], b->pawns & b->color[BLACK]);
}

// Completes `ahead`, which has a bit for each set of unmoved pawns.
INLINE void openings_spread(void) {
    for (uint32_t pawn = 1; pawn < 1 << 6; pawn <<= 1)
        for (uint32_t i = 0; i < 1 << 10; i++)
            book.ahead[i] |= (book.ahead[i] & UINT64_MAX / ((1ull << pawn) + 1)) << pawn;
    for (uint32_t pawn = 1; pawn < 1 << 10; pawn <<= 1)
        for (uint32_t i = 0; i < 1 << 10; i++)
            if (i & pawn) book.ahead[i] |= book.ahead[i ^ pawn];
}

// The slot of a position; with value 0 if it is on no line.
static inline OpeningSlot *openings_slot(uint64_t hash) {
    const uint32_t low = (uint32_t)hash, high = (uint32_t)(hash >> 32);
    uint32_t i = low % OPENINGS_SLOTS;
    while (book.slots[i].value && (book.slots[i].low != low || book.slots[i].high != high))
        i = (i + 1) % OPENINGS_SLOTS;
    return &book.slots[i];
}

// Records that a line ends at a position, or passes it.
static inline void openings_note(const Position *p, uint32_t value) {
    OpeningSlot *slot = openings_slot(p->hash);
    if (slot->value < value) *slot = (OpeningSlot){(uint32_t)p->hash, (uint32_t)(p->hash >> 32), value};
}

// The next move of the text, as for White; NO_MOVE if it is not one of the `count` known ones.
static inline Move openings_move(const char *known, uint32_t count, const char **at, const char *end) {
    uint32_t code = (uint32_t)(*(*at)++) - LINE_ZERO;
    if (code >= LINE_PAIRS && *at < end)
        code = LINE_PAIRS + (code - LINE_PAIRS) * LINE_END + (uint32_t)(*(*at)++) - LINE_ZERO;
    if (code >= count) return NO_MOVE;
    known += 3 * code;
    const uint32_t from = (uint32_t)known[0] - LINE_ZERO, to = (uint32_t)known[1] - LINE_ZERO;
    return (Move)(from | to << MOVE_TO_SHIFT | ((uint32_t)known[2] - LINE_ZERO) << MOVE_KIND_SHIFT);
}

INLINE bool openings_lines(const char *text, uint32_t count, uint32_t length, const Position *start) {
    Position line[LINE_PLIES + 1]; // after each ply of the current line
    const char *at = text + 3 * count, *end = at + length;
    uint32_t ply = 0, own = 0;
    line[0] = *start;
    while (at < end) {
        Position *p = &line[ply];
        const uint32_t code = (uint32_t)*at - LINE_ZERO;
        if (code >= LINE_END) {
            const uint32_t shared = code - LINE_END;
            if (shared > ply || book.line_count == OPENINGS_MOST) return false;
            openings_note(p, OPENINGS_FIRST + book.line_count);
            const uint32_t pawns = openings_pawns_of(&p->board);
            book.ahead[pawns / 64] |= 1ull << pawns % 64;
            book.lines[++book.line_count] = (OpeningLine){(uint16_t)own, (uint16_t)shared};
            ply = shared;
            at++;
            continue;
        }
        const Move m =
            openings_move(text, count, &at, end) ^ (p->board.side == BLACK ? move_of(A8, A8, MOVE_PLAIN) : NO_MOVE);
        if (ply++ == LINE_PLIES || own == OPENINGS_MOVES || !move_is_pseudo_legal(&p->board, m)) return false;
        book.moves[own++] = m;
        p[1] = p[0];
        position_make(&p[1], m);
        openings_note(&p[1], 1);
    }
    openings_spread();
    return true;
}

// Reads the lines, replacing those read before. The text has `count` different moves, as for White, each three
// characters: from, to and kind; then `length` characters, each a code starting at LINE_ZERO. A code below LINE_PAIRS
// is the index of a move. A code from LINE_PAIRS on is combined with the next code: such indexes begin at LINE_PAIRS,
// with LINE_END of them for each first code. A line ends with LINE_END + the number of plies that the next one shares
// with it. Returns the number of lines; -1 for an invalid text, and then the lines are
// incomplete.
INLINE int32_t openings_read(const char *text, uint32_t count, uint32_t length, const Position *start) {
    memset(&book, 0, sizeof book);
    return openings_lines(text, count, length, start) ? (int32_t)book.line_count : -1;
}

// 0 if a position is on no line, 1 if no line ends there, otherwise OPENINGS_FIRST + the number of a line that ends
// there.
static inline uint32_t openings_at(uint64_t hash) { return openings_slot(hash)->value; }

// The last named position of a game.
typedef struct {
    uint32_t value; // of openings_at(); 0: none
    uint32_t ply;
} OpeningFound;

// Notes the position of a game at a ply, by its hash.
INLINE void openings_visit(uint64_t hash, uint32_t ply, OpeningFound *found) {
    const uint32_t value = openings_at(hash);
    if (value >= OPENINGS_FIRST) *found = (OpeningFound){value, ply};
}

// Whether a later position can have a name, by openings_pawns().
INLINE bool openings_ahead(uint32_t pawns) { return book.ahead[pawns / 64] >> pawns % 64 & 1; }

// Writes the moves of a line, up to LINE_PLIES. Returns their number.
INLINE uint32_t openings_line(uint32_t index, Move *line) {
    uint32_t wanted = LINE_PLIES, count = 0; // the moves from `wanted` on are complete
    for (uint32_t i = index; wanted; i--) {
        const uint32_t shared = book.lines[i].shared, plies = shared + book.lines[i + 1].first - book.lines[i].first;
        if (i == index) count = wanted = plies;
        while (wanted > shared) {
            wanted--;
            line[wanted] = book.moves[book.lines[i].first + wanted - shared];
        }
    }
    return count;
}

#endif
