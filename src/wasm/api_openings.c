// SPDX-License-Identifier: Apache-2.0
// The exports for named openings: the named lines, and the positions on them.
#include <string.h>

#include "../legality.h"
#include "api.h"
#include "boundary.h"
#include "move_lists.h"

enum { SLOTS = 1 << 14, MOST_LINES = 1 << 12, MOST_PLIES = 64, ENDS = 2 };
enum { MOST_MOVES = SLOTS - 2 }; // each leads to another position, plus the start, and one slot stays free

_Static_assert(BINBO_LINE_WORDS >= MAX_FEN && BINBO_LINE_WORDS % sizeof(MoveWord) == 0, "room");

typedef struct {
    uint32_t low, high; // the halves of the hash
    uint32_t value;     // result of binbo_openings_at()
} Slot;

typedef struct {
    uint16_t first;  // index of its own first move
    uint16_t shared; // number of moves shared with the previous line
} Line;

static struct {
    // A position is in the slot of the hash's lowest bits or, if that is taken, in the next free one.
    Slot slots[SLOTS];
    // Pawns never return to their start squares. Bit m is set if there is a named position whose unmoved pawns are
    // all among those of m.
    uint64_t ahead[1 << 10];
    Line lines[MOST_LINES + 1]; // one more, for the end of the last one's moves
    Move moves[MOST_MOVES];     // the own moves of each line
    uint32_t line_count;
} book;

static uint32_t unmoved_pawns(const Board *b) {
    const Bitboard white = b->pawns & b->color[WHITE], black = b->pawns & b->color[BLACK];
    return (white >> 8 & 0xff) | (black >> 40 & 0xff00);
}

// Completes `ahead`, which has a bit for each set of unmoved pawns.
static void spread_ahead(void) {
    for (uint32_t pawn = 1; pawn < 1 << 6; pawn <<= 1)
        for (uint32_t i = 0; i < 1 << 10; i++)
            book.ahead[i] |= (book.ahead[i] & UINT64_MAX / ((1ull << pawn) + 1)) << pawn;
    for (uint32_t pawn = 1; pawn < 1 << 10; pawn <<= 1)
        for (uint32_t i = 0; i < 1 << 10; i++)
            if (i & pawn) book.ahead[i] |= book.ahead[i ^ pawn];
}

// The slot of a position; with value 0 if it is on no line.
static Slot *slot_of(uint64_t hash) {
    const uint32_t low = (uint32_t)hash, high = (uint32_t)(hash >> 32);
    uint32_t i = low % SLOTS;
    while (book.slots[i].value && (book.slots[i].low != low || book.slots[i].high != high)) i = (i + 1) % SLOTS;
    return &book.slots[i];
}

// Records that a line ends at a position, or passes it.
static void note(const Position *p, uint32_t value) {
    Slot *slot = slot_of(p->hash);
    if (slot->value < value) *slot = (Slot){(uint32_t)p->hash, (uint32_t)(p->hash >> 32), value};
}

// The next move of the text, as for White; NO_MOVE if it is not one of the `count` known ones.
static Move next_move(const char *known, uint32_t count, const char **at, const char *end) {
    uint32_t code = (uint32_t)(*(*at)++) - BINBO_LINE_ZERO;
    if (code >= BINBO_LINE_PAIRS && *at < end)
        code = BINBO_LINE_PAIRS + (code - BINBO_LINE_PAIRS) * BINBO_LINE_END + (uint32_t)(*(*at)++) - BINBO_LINE_ZERO;
    if (code >= count) return NO_MOVE;
    known += 3 * code;
    const uint32_t from = (uint32_t)known[0] - BINBO_LINE_ZERO, to = (uint32_t)known[1] - BINBO_LINE_ZERO;
    return (Move)(from | to << MOVE_TO_SHIFT | ((uint32_t)known[2] - BINBO_LINE_ZERO) << MOVE_KIND_SHIFT);
}

int32_t binbo_openings_read(uint32_t count, uint32_t length) {
    REQUIRE_ARGUMENT(count < SLOTS && length <= io_capacity() - 3 * count);
    Position line[MOST_PLIES + 1]; // after each ply of the current line
    const char *known = io_buffer(), *at = known + 3 * count, *end = at + length;
    uint32_t ply = 0, own = 0;
    memset(&book, 0, sizeof book);
    line[0] = *game_variant_start(STANDARD);
    while (at < end) {
        Position *p = &line[ply];
        const uint32_t code = (uint32_t)*at - BINBO_LINE_ZERO;
        if (code >= BINBO_LINE_END) {
            const uint32_t shared = code - BINBO_LINE_END;
            REQUIRE_ARGUMENT(shared <= ply && book.line_count < MOST_LINES);
            note(p, ENDS + book.line_count);
            const uint32_t pawns = unmoved_pawns(&p->board);
            book.ahead[pawns / 64] |= 1ull << pawns % 64;
            book.lines[++book.line_count] = (Line){(uint16_t)own, (uint16_t)shared};
            ply = shared;
            at++;
            continue;
        }
        const Move m =
            next_move(known, count, &at, end) ^ (p->board.side == BLACK ? move_of(A8, A8, MOVE_PLAIN) : NO_MOVE);
        REQUIRE_ARGUMENT(ply++ < MOST_PLIES && own < MOST_MOVES && move_is_pseudo_legal(&p->board, m));
        book.moves[own++] = m;
        p[1] = p[0];
        position_make(&p[1], m);
        note(&p[1], 1);
    }
    spread_ahead();
    return (int32_t)book.line_count;
}

int32_t binbo_openings_at(uint64_t hash) { return (int32_t)slot_of(hash)->value; }

int32_t binbo_openings_of(uint32_t fen_length, int32_t variant, uint32_t count) {
    Position p = *game_variant_start(STANDARD);
    REQUIRE_ARGUMENT(fen_length <= MAX_FEN && (uint32_t)variant <= CHESS960 &&
                     count <= (io_capacity() - BINBO_LINE_WORDS) / sizeof(MoveWord));
    const int32_t failure = fen_length ? fens_read(fen_length, variant, false, &p) : 0;
    if (failure) return failure;
    const MoveWord *words = (const MoveWord *)(const void *)(io_buffer() + BINBO_LINE_WORDS);
    uint32_t found = 0, found_at = 0;
    for (uint32_t ply = 0;; ply++) {
        const uint32_t pawns = unmoved_pawns(&p.board), value = slot_of(p.hash)->value;
        if (value >= ENDS) {
            found = value;
            found_at = ply;
        }
        if (ply == count || !(book.ahead[pawns / 64] >> pawns % 64 & 1)) break;
        const Move m = move_word_move(words[ply]);
        if (!move_is_legal(&p.board, m)) break;
        position_make(&p, m);
    }
    memcpy(io_buffer(), &found_at, sizeof found_at);
    return (int32_t)found;
}

int32_t binbo_openings_line(uint32_t index) {
    REQUIRE_ARGUMENT(index < book.line_count);
    Move line[MOST_PLIES];
    uint32_t wanted = MOST_PLIES, count = 0; // the moves from `wanted` on are complete
    for (uint32_t i = index; wanted; i--) {
        const uint32_t shared = book.lines[i].shared, plies = shared + book.lines[i + 1].first - book.lines[i].first;
        if (i == index) count = wanted = plies;
        while (wanted > shared) {
            wanted--;
            line[wanted] = book.moves[book.lines[i].first + wanted - shared];
        }
    }
    Board b = game_variant_start(STANDARD)->board;
    MoveWord *words = (MoveWord *)(void *)io_buffer();
    for (uint32_t ply = 0; ply < count; ply++) {
        words[ply] = move_word(&b, line[ply]);
        board_play(&b, line[ply]);
    }
    return (int32_t)count;
}
