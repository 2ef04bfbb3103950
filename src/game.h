// SPDX-License-Identifier: Apache-2.0
// A game: start position, moves played, repetition, and result.
//
// It is small, since servers hold a million games: 2 bytes for each move and 8 bytes for each position since the last
// capture or pawn move. Intermediate positions are not stored; undo replays the moves.
#ifndef GAME_H
#define GAME_H

#include "error.h"
#include "fen/fen.h"
#include "move_word.h"
#include "rules/dead.h"

typedef struct {
    Position now;
    Position *start;              // owned; NULL for the variant's own, and before the first move, when it is `now`
    Move *moves;                  // owned; first the moves played, then those that redo can play again
    uint64_t *keys;               // owned; repetition keys of the earlier positions that can still recur
    struct UndoPoint *undo_point; // owned; see game_undo
    struct Edit *edits;           // owned; see game_edit
    uint32_t move_count, move_total, move_capacity;
    uint32_t key_count, key_capacity;
    uint32_t edit_count;
    MoveWord last_word;  // see game_last_word
    uint8_t variant;     // Variant
    uint8_t own_variant; // variant at creation; a PGN may change `variant` until the game is reset
    uint8_t draws;       // DrawMode
    uint8_t dead;        // DeadMode: whether status checks for dead positions
    uint8_t status;      // Status by rule, of the current position
    uint8_t result;      // Status given by a claim or by hand, which takes precedence; STATUS_CONTINUE for none
} Game;

// All of these return NULL or ERR_MEMORY if memory is exhausted, and then leave everything unchanged.
Game *game_new(const Position *start, Variant variant, DrawMode draws); // owned by the caller
Game *game_clone(const Game *g);                                        // without moves for redo
void game_free(Game *g);

// Restarts from this position (NULL: the variant's start) in the game's own variant, without freeing.
void game_reset(Game *g, const Position *start);

Status game_status(const Game *g);

// Sets the effort with which the status checks for dead positions, effective immediately: DEAD_OFF in a new game.
// It has no effect with DRAWS_NONE.
void game_set_dead(Game *g, DeadMode mode);
const Position *game_start(const Game *g);           // borrowed, valid until the next move or reset
bool game_has_default_start(const Game *g);          // whether it starts from its variant's start position
const Position *game_variant_start(Variant variant); // borrowed, always valid

// How often the current position has occurred, including now; stops counting at `enough`.
int game_occurrences(const Game *g, int enough);

// Plays a legal move and updates the status. ERR_GAME_OVER if there is a result.
ErrorCode game_play(Game *g, Move m);

// The same for a move that is not one of a list: game_last_word() then needs no replay, until another game plays one.
ErrorCode game_play_one(Game *g, Move m);

// The word of the last move, found once; NULL_MOVE_WORD if there is none, or if it is a null move.
MoveWord game_last_word(Game *g);

// Appends a legal move, even after draws by rule, since recorded games continue after them. Call game_settle() to
// update the status afterwards: repetition is then counted once, not for every move.
ErrorCode game_append(Game *g, Move m);
void game_settle(Game *g);

// One move back, removing any result, and one move forward again; NO_MOVE if there is none. Redo does nothing if
// there is a result by hand or by claim.
ErrorCode game_undo(Game *g, Move *undone);
ErrorCode game_redo(Game *g, Move *redone);

// game_pass() plays a null move, which undo takes back; ERR_PGN_NULL_MOVE in check. game_edit() replaces the
// current position, keeping the history, or the start position of a game without one: undo, redo and
// game_position_at() replay the edit; positions before it do not count for repetition. Both exist for libraries
// that allow such changes; states cannot store such games.
ErrorCode game_pass(Game *g);
ErrorCode game_edit(Game *g, const Position *by);
bool game_is_edited(const Game *g); // by game_pass() or game_edit()

// The position that game_edit() set after the first `ply` moves, borrowed until the next change; NULL if none.
const Position *game_edit_at(const Game *g, uint32_t ply);

// Records a result by hand or by claim. ERR_GAME_OVER, ERR_DRAW_CLAIM.
ErrorCode game_set_result(Game *g, Status result);
int game_claimable(const Game *g);
ErrorCode game_claim(Game *g);

// The position after the first `ply` moves; or only its board, without clocks, in a third of the time.
Position game_position_at(const Game *g, uint32_t ply);
Board game_board_at(const Game *g, uint32_t ply);

// Takes over the contents of another game, which is freed.
void game_replace(Game *g, Game *by);

#endif
