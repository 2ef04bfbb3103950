// SPDX-License-Identifier: Apache-2.0
// Calls the rules of a board. Every function tests board.rules once; inner loops belong to one set of rules.
#ifndef RULES_H
#define RULES_H

#include "../legality.h"
#include "../movegen.h"
#include "status.h"
#include "variant.h"

// One set of rules; src/rules/ has a file for each. Standard chess has no row: its functions are called directly.
typedef struct {
    // Legal moves, even after the variant's own end: callers test rules_is_over() first.
    int (*list)(const Board *b, Move list[MAX_MOVES]);

    // Plays a legal move: pieces, castling rights, en passant, side, pockets, promoted pieces, checks. Not the clocks.
    void (*play)(Board *b, Move m);

    // Whether the side to move is in check.
    bool (*is_check)(const Board *b);

    // STATUS_CONTINUE, or the end of the game by the variant's own rule.
    Status (*end)(const Board *b);

    // Whether `us` could win by some series of legal moves, judged by material.
    bool (*can_win)(const Board *b, Color us);

    // Counts leaves; depth is 1 or more. RULES_PERFT defines it from list, play and end.
    uint64_t (*perft)(const Board *b, int depth);

    // Positions can recur after captures and pawn moves, and there is no draw by clock.
    bool captures_return;
} Rules;

// The row of each variant; standard chess and Chess960 need none.
#define DECLARED(name, value, rules) extern const Rules rules;
VARIANTS_WITH_RULES(DECLARED)
#undef DECLARED
extern const Rules kingless_rules;

// If there are legal moves: draws by clock, material and repetition.
INLINE Status status_drawn(const Board *b, DrawMode draws, int occurrences, bool (*is_insufficient)(const Board *),
                           bool by_clock) {
    if (draws == DRAWS_NONE) return STATUS_CONTINUE;
    if (by_clock && b->halfmove_clock >= (draws == DRAWS_AUTOMATIC ? 100 : 150))
        return draws == DRAWS_AUTOMATIC ? STATUS_RULE50 : STATUS_RULE75;
    if (is_insufficient(b)) return STATUS_INSUFFICIENT_MATERIAL;
    if (occurrences >= (draws == DRAWS_AUTOMATIC ? 3 : 5))
        return draws == DRAWS_AUTOMATIC ? STATUS_THREEFOLD_REPETITION : STATUS_FIVEFOLD_REPETITION;
    return STATUS_CONTINUE;
}

Status standard_status(const Board *b, DrawMode draws, int occurrences);
Status standard_drawn(const Board *b, DrawMode draws, int occurrences); // the same, if a legal move is known
bool standard_material_is_insufficient(const Board *b);
bool standard_can_win(const Board *b, Color us);

// Standard moves on a board where a side may have no king and is then never in check; castling needs a king.
int kingless_list(const Board *b, Move moves[MAX_MOVES]);
bool kingless_is_check(const Board *b);

// Whether White, who has no king, can mate in horde by some series of legal moves.
bool horde_can_mate(const Board *b);

// The row of a board with other rules than standard chess.
const Rules *rules_of(const Board *b);

// By the row of a board.
int row_list(const Board *b, Move list[MAX_MOVES]);
bool row_is_legal(const Board *b, Move m);
bool row_is_check(const Board *b);
bool row_en_passant_is_legal(const Board *b);
void row_play(Board *b, Move m);
void row_make(Position *p, Move m);
Status row_status(const Board *b, DrawMode draws, int occurrences);

// --- any board -------------------------------------------------------------------------------------

// Standard chess is tested first, and inline, since few boards have other rules.
INLINE bool is_standard(const Board *b) { return !UNLIKELY(b->rules != STANDARD); }

// Legal moves; none after the variant's own end.
INLINE int rules_list(const Board *b, Move list[MAX_MOVES]) {
    return is_standard(b) ? movegen_list(b, list) : row_list(b, list);
}
int rules_count(const Board *b);
INLINE bool rules_is_legal(const Board *b, Move m) { return is_standard(b) ? move_is_legal(b, m) : row_is_legal(b, m); }

INLINE bool rules_is_check(const Board *b) { return is_standard(b) ? board_is_check(b) : row_is_check(b); }

// The pieces of `us` that an enemy slider pins to their king: none if the king cannot be in check.
Bitboard rules_pinned(const Board *b, Color us);

// Plays a legal move, without or with clocks and hash.
INLINE void rules_play(Board *b, Move m) {
    if (is_standard(b)) board_play(b, m);
    else row_play(b, m);
}
INLINE void rules_make(Position *p, Move m) {
    if (is_standard(&p->board)) position_make(p, m);
    else row_make(p, m);
}

// The first of these that applies: checkmate, the variant's own end, stalemate, clock, material, repetition.
// occurrences includes this position; DRAWS_NONE ignores it.
INLINE Status status_of(const Board *b, DrawMode draws, int occurrences) {
    return is_standard(b) ? standard_status(b, draws, occurrences) : row_status(b, draws, occurrences);
}

// Whether the game has ended by the variant's own rule.
bool rules_is_over(const Board *b);

// Whether a null move is allowed: not while in check, nor after the variant's end.
INLINE bool rules_may_pass(const Board *b) { return !rules_is_check(b) && !rules_is_over(b); }

INLINE bool rules_en_passant_is_legal(const Board *b) {
    return is_standard(b) ? board_en_passant_is_legal(b) : row_en_passant_is_legal(b);
}

// Bits: the parts that rules_same_position() ignores. JS gets these enumerators.
enum {
    IGNORE_CASTLING = 1,
    IGNORE_EN_PASSANT = 2,
    IGNORE_TURN = 4,
};

// Whether these positions are the same for repetition (FIDE 9.2.3): rules, pieces, castling rights, legal en
// passant, side to move, pockets, promoted pieces and checks. Clocks and the notation of castling are ignored.
bool rules_same_position(const Board *a, const Board *b, int ignored);

// The hash from scratch: the Polyglot key, with binbo's own keys for pockets, promoted pieces and checks.
uint64_t rules_hash(const Board *b);

// Whether positions can recur after captures and pawn moves.
INLINE bool rules_captures_return(const Board *b) { return b->rules != STANDARD && rules_of(b)->captures_return; }

// --- for the files of single rules -----------------------------------------------------------------

// The colours of some squares: 1 if any are dark, plus 2 if any are light.
INLINE int colors_of(Bitboard squares) { return (squares & DARK_SQUARES ? 1 : 0) | (squares & ~DARK_SQUARES ? 2 : 0); }

// Defines `name`, the perft of one set of rules, with its functions known at compile time: no dispatch within the
// tree. RULES_NO_END is for rules whose move list is empty at their own end.
#define RULES_NO_END(b) false
#define RULES_PERFT(name, list_moves, play_move, end_of) \
    static uint64_t name(const Board *b, int depth) {    \
        Move moves[MAX_MOVES];                           \
        if (end_of(b)) return 0;                         \
        const int count = list_moves(b, moves);          \
        if (depth == 1) return (uint64_t)count;          \
        uint64_t nodes = 0;                              \
        for (int i = 0; i < count; i++) {                \
            Board child = *b;                            \
            play_move(&child, moves[i]);                 \
            nodes += name(&child, depth - 1);            \
        }                                                \
        return nodes;                                    \
    }

#endif
