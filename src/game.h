// SPDX-License-Identifier: Apache-2.0
// A game: where it started, the moves played, repetition, and its result.
//
// Kept small, for servers with a million of them: 2 bytes a move and 8 bytes for each position since
// the last capture or pawn move. Positions on the way are not kept; undo replays.
#ifndef GAME_H
#define GAME_H

#include "error.h"
#include "fen/fen.h"
#include "rules/dead.h"

typedef struct {
    Position now;
    Position *start;              // owned; NULL for the variant's own, and while there are no moves: it is `now` then
    Move *moves;                  // owned; played ones first, then those that redo can play again
    uint64_t *keys;               // owned; repetition keys of the positions before this one that can still come back
    struct UndoPoint *undo_point; // owned; see game_undo
    struct Edit *edits;           // owned; see game_edit
    uint32_t move_count, move_total, move_capacity;
    uint32_t key_count, key_capacity;
    uint32_t edit_count;
    uint8_t variant;     // Variant
    uint8_t own_variant; // the one it was made with; a PGN may bring another, until the game starts anew
    uint8_t draws;       // DrawMode
    uint8_t dead;        // DeadMode: whether status looks for dead positions
    uint8_t status;      // Status by rule, of the position reached
    uint8_t result;      // Status given by a claim or by hand, which takes precedence; STATUS_CONTINUE for none
} Game;

// All of these return NULL or ERR_MEMORY when memory is out, and have then changed nothing.
Game *game_new(const Position *start, Variant variant, DrawMode draws); // owned by the caller
Game *game_clone(const Game *g);                                        // without what redo could play
void game_free(Game *g);

// Starts again from this position (NULL: the variant's) in its own variant, without freeing.
void game_reset(Game *g, const Position *start);

Status game_status(const Game *g);

// Sets how hard the status looks for dead positions, from now on and now: DEAD_OFF in a new game. Without effect with
// DRAWS_NONE.
void game_set_dead(Game *g, DeadMode mode);
const Position *game_start(const Game *g);           // borrowed, valid until the next move or reset
bool game_has_default_start(const Game *g);          // from its variant's own start position?
const Position *game_variant_start(Variant variant); // borrowed, always valid

// How often the current position has occurred, this time included; stops counting at `enough`.
int game_occurrences(const Game *g, int enough);

// Plays a legal move, with its status. ERR_GAME_OVER when there is a result.
ErrorCode game_play(Game *g, Move m);

// Appends a legal move, also after draws by rule, as recorded games go on after them. game_settle() updates the
// status afterwards: repetition is then counted once, not for every move.
ErrorCode game_append(Game *g, Move m);
void game_settle(Game *g);

// One move back, with any result, and one move forward again; NO_MOVE when there is none. Nothing is
// redone over a result by hand or by claim.
ErrorCode game_undo(Game *g, Move *undone);
ErrorCode game_redo(Game *g, Move *redone);

// Passes the move to the other side: a null move, which undo takes back. ERR_PGN_NULL_MOVE in check. And puts another
// position in the place of the current one, its history kept, or the game's start without a history: undo, redo and
// game_position_at() replay it; positions before it do not count for repetition. Both are for libraries that allow it:
// states cannot hold such games.
ErrorCode game_pass(Game *g);
ErrorCode game_edit(Game *g, const Position *by);
bool game_is_edited(const Game *g); // by either

// The position that game_edit() put after the first `ply` moves, borrowed until the next change; NULL for none.
const Position *game_edit_at(const Game *g, uint32_t ply);

// Records a result by hand or by claim. ERR_GAME_OVER, ERR_DRAW_CLAIM.
ErrorCode game_set_result(Game *g, Status result);
int game_claimable(const Game *g);
ErrorCode game_claim(Game *g);

// The position after the first `ply` moves; its board alone, without clocks, in a third of the time.
Position game_position_at(const Game *g, uint32_t ply);
Board game_board_at(const Game *g, uint32_t ply);

// Takes over the contents of another game, which is freed.
void game_replace(Game *g, Game *by);

#endif
