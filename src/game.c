// SPDX-License-Identifier: Apache-2.0
// Plays, undoes and replays the moves of a game, and counts repetitions by keys.
#include "game.h"

#include <stdlib.h>
#include <string.h>

#include "zobrist_keys.h"

// Undo replays the game without its last move. In a long game the replay starts from an undo point, an earlier
// position that is replaced every UNDO_STRIDE moves back; undoing all n moves then takes n * n / UNDO_STRIDE steps.
// Invariant: undo_point->ply <= move_count.
typedef struct UndoPoint {
    Position position;
    uint32_t ply;
} UndoPoint;

// A position that was set by game_edit(); plies are in ascending order.
typedef struct Edit {
    Position position;
    uint32_t ply;
} Edit;

enum { UNDO_STRIDE = 512, MOVE_STEP = 16, KEY_STEP = 8 };

const Position *game_variant_start(Variant variant) {
    static Position starts[VARIANT_COUNT];
    Position *start = &starts[variant];
    int offset;
    const char *fen = variant_start_fen(variant);
    if (!start->hash) REQUIRE(fen_parse(fen, strlen(fen), variant, false, start, &offset) == ERR_NONE);
    return start;
}

// Equal for positions that repeat each other: an en passant square counts only if a capture there is legal, whereas
// the Polyglot key only requires a pawn next to it. FIDE 9.2.3.
static uint64_t repetition_key(const Position *p) {
    const Board *b = &p->board;
    if (b->en_passant == NO_SQUARE || !board_en_passant_is_pseudo(b) || rules_en_passant_is_legal(b)) return p->hash;
    return p->hash ^ zobrist_en_passant(file_of(b->en_passant));
}

// Grows the capacity by `step` while it is small, so that a live game wastes little memory, then by half.
static bool reserve(void **array, uint32_t *capacity, uint32_t count, uint32_t step, size_t size) {
    if (count <= *capacity) return true;
    uint32_t wanted = *capacity + step;
    if (*capacity >= 8 * step) wanted = *capacity + *capacity / 2;
    if (wanted < count) wanted = count;
    void *grown = realloc(*array, wanted * size);
    if (!grown) return false;
    *array = grown;
    *capacity = wanted;
    return true;
}

static bool reserve_moves(Game *g, uint32_t count) {
    void *moves = g->moves;
    const bool done = reserve(&moves, &g->move_capacity, count, MOVE_STEP, sizeof(Move));
    g->moves = moves;
    return done;
}

static bool reserve_keys(Game *g, uint32_t count) {
    void *keys = g->keys;
    const bool done = reserve(&keys, &g->key_capacity, count, KEY_STEP, sizeof(uint64_t));
    g->keys = keys;
    return done;
}

// Compares everything except the padding at the end of the board.
static bool same_position(const Position *a, const Position *b) {
    return a->hash == b->hash && memcmp(&a->board, &b->board, offsetof(Board, pocket) + sizeof a->board.pocket) == 0;
}

// Before the first move: stores the start position. Returns false if memory is exhausted.
COLD static bool keep_start(Game *g) {
    if (g->start || game_has_default_start(g)) return true;
    g->start = malloc(sizeof *g->start);
    if (g->start) *g->start = g->now;
    return g->start != NULL;
}

// Freed games, reused for new ones: many are created and freed, and the allocator would merge each with its
// neighbours, which are rarely in the cache. At most about half a megabyte is kept.
typedef struct Spare {
    struct Spare *next;
} Spare;

enum { MOST_SPARES = 4096 };
static Spare *spares; // owned
static int spare_count;

static Game *take_spare(void) {
    Spare *taken = spares;
    if (!taken) return malloc(sizeof(Game));
    spares = taken->next;
    spare_count--;
    return (Game *)(void *)taken;
}

static void keep_spare(Game *g) {
    if (spare_count == MOST_SPARES) {
        free(g);
        return;
    }
    Spare *kept = (Spare *)(void *)g;
    kept->next = spares;
    spares = kept;
    spare_count++;
}

// Deletes the edits from a ply on.
COLD static void drop_edits(Game *g, uint32_t ply) {
    while (g->edit_count && g->edits[g->edit_count - 1].ply >= ply) g->edit_count--;
}

Game *game_new(const Position *start, Variant variant, DrawMode draws) {
    Game *g = take_spare();
    if (!g) return NULL;
    g->now = start ? *start : *game_variant_start(variant);
    g->start = NULL;
    g->moves = NULL;
    g->keys = NULL;
    g->undo_point = NULL;
    g->edits = NULL;
    g->move_count = g->move_total = g->move_capacity = g->key_count = g->key_capacity = g->edit_count = 0;
    g->last_word = NULL_MOVE_WORD;
    g->variant = g->own_variant = (uint8_t)variant;
    g->draws = (uint8_t)draws;
    g->dead = DEAD_OFF;
    g->result = STATUS_CONTINUE;
    game_settle(g);
    return g;
}

void game_free(Game *g) {
    if (!g) return;
    free(g->start);
    free(g->moves);
    free(g->keys);
    free(g->undo_point);
    free(g->edits);
    keep_spare(g);
}

COLD static bool copy_edits(Game *to, const Game *from) {
    if (!from->edit_count) return true;
    to->edits = malloc(from->edit_count * sizeof *to->edits);
    if (!to->edits) return false;
    memcpy(to->edits, from->edits, from->edit_count * sizeof *to->edits);
    to->edit_count = from->edit_count;
    drop_edits(to, from->move_count + 1);
    return true;
}

COLD Game *game_clone(const Game *g) {
    Game *copy = game_new(game_start(g), (Variant)g->variant, (DrawMode)g->draws);
    if (!copy) return NULL;
    if ((g->move_count && !keep_start(copy)) || !reserve_moves(copy, g->move_count) ||
        !reserve_keys(copy, g->key_count) || !copy_edits(copy, g)) {
        game_free(copy);
        return NULL;
    }
    if (g->move_count) memcpy(copy->moves, g->moves, g->move_count * sizeof(Move));
    if (g->key_count) memcpy(copy->keys, g->keys, g->key_count * sizeof(uint64_t));
    copy->own_variant = g->own_variant;
    copy->now = g->now;
    copy->move_count = copy->move_total = g->move_count;
    copy->key_count = g->key_count;
    copy->dead = g->dead;
    copy->status = g->status;
    copy->result = g->result;
    return copy;
}

COLD void game_reset(Game *g, const Position *start) {
    g->variant = g->own_variant;
    g->now = start ? *start : *game_variant_start((Variant)g->variant);
    free(g->start);
    free(g->undo_point);
    free(g->edits);
    g->start = NULL;
    g->undo_point = NULL;
    g->edits = NULL;
    g->move_count = g->move_total = g->key_count = g->edit_count = 0;
    g->result = STATUS_CONTINUE;
    game_settle(g);
}

void game_replace(Game *g, Game *by) {
    const Game old = *g;
    *g = *by;
    *by = old;
    game_free(by);
}

Status game_status(const Game *g) { return g->result ? (Status)g->result : (Status)g->status; }

const Position *game_start(const Game *g) {
    if (g->start) return g->start;
    return g->move_total ? game_variant_start((Variant)g->variant) : &g->now;
}

COLD bool game_has_default_start(const Game *g) {
    return same_position(game_start(g), game_variant_start((Variant)g->variant));
}

// Positions recur after four plies, or after two null moves.
INLINE int occurrences_of(const Game *g, int enough) {
    if (g->key_count < 2) return 1;
    const uint64_t key = repetition_key(&g->now);
    int occurrences = 1;
    for (uint32_t back = 2; back <= g->key_count && occurrences < enough; back += 2)
        if (g->keys[g->key_count - back] == key) occurrences++;
    return occurrences;
}

int game_occurrences(const Game *g, int enough) { return occurrences_of(g, enough); }

COLD static Status dead_status(const Game *g) {
    const uint32_t effort = g->dead == DEAD_LOW ? EFFORT_LOW : EFFORT_NORMAL;
    return dead_any_can_win(&g->now.board, effort) == CAN_WIN_NO ? STATUS_DEAD_POSITION : STATUS_CONTINUE;
}

COLD void game_set_dead(Game *g, DeadMode mode) {
    g->dead = (uint8_t)mode;
    game_settle(g);
}

void game_settle(Game *g) {
    const int occurrences = g->draws == DRAWS_NONE ? 1 : occurrences_of(g, 5);
    g->status = (uint8_t)status_of(&g->now.board, (DrawMode)g->draws, occurrences);
    if (UNLIKELY(g->dead) && !g->status && g->draws != DRAWS_NONE) g->status = (uint8_t)dead_status(g);
}

COLD static void pass(Position *p) {
    position_pass(p);
    p->hash = rules_hash(&p->board);
}

INLINE void make(Position *p, Move m) {
    if (UNLIKELY(m == NO_MOVE)) pass(p);
    else rules_make(p, m);
}

// Makes the move and stores the key for repetition, whose space is reserved.
INLINE void step(Game *g, Move m) {
    const uint64_t key = repetition_key(&g->now);
    make(&g->now, m);
    if (g->now.board.halfmove_clock == 0 && !rules_captures_return(&g->now.board)) g->key_count = 0;
    else g->keys[g->key_count++] = key;
}

ErrorCode game_append(Game *g, Move m) {
    if (!reserve_moves(g, g->move_count + 1) || !reserve_keys(g, g->key_count + 1)) return ERR_MEMORY;
    if (!g->move_total && !keep_start(g)) return ERR_MEMORY;
    if (UNLIKELY(g->edit_count)) drop_edits(g, g->move_count + 1);
    step(g, m);
    g->moves[g->move_count++] = m;
    g->move_total = g->move_count;
    g->last_word = NULL_MOVE_WORD;
    g->result = STATUS_CONTINUE;
    return ERR_NONE;
}

ErrorCode game_play(Game *g, Move m) {
    if (game_status(g)) return ERR_GAME_OVER;
    const ErrorCode error = game_append(g, m);
    if (!error) game_settle(g);
    return error;
}

// The board before the last move of last_player, if its last_word is WORD_UNREAD. Programs that play single moves
// mostly read each at once; a word for every move would make playing a third slower, a board for every game too large.
static Board before_last;
static const Game *last_player;
enum { WORD_UNREAD = 1 }; // not a word: it has no piece

ErrorCode game_play_one(Game *g, Move m) {
    before_last = g->now.board;
    const ErrorCode error = game_play(g, m);
    last_player = g;
    g->last_word = error ? NULL_MOVE_WORD : WORD_UNREAD;
    return error;
}

COLD static const Edit *last_edit(const Game *g, uint32_t ply) {
    for (uint32_t i = g->edit_count; i-- > 0;)
        if (g->edits[i].ply <= ply) return &g->edits[i];
    return NULL;
}

COLD const Position *game_edit_at(const Game *g, uint32_t ply) {
    const Edit *edit = last_edit(g, ply);
    return edit && edit->ply == ply ? &edit->position : NULL;
}

// The latest stored position before `ply`; *at is its ply.
COLD static const Position *kept_before(const Game *g, uint32_t ply, uint32_t *at) {
    const bool from_point = g->undo_point && g->undo_point->ply <= ply;
    const Edit *edit = last_edit(g, ply);
    *at = from_point ? g->undo_point->ply : 0;
    if (edit && edit->ply >= *at) {
        *at = edit->ply;
        return &edit->position;
    }
    return from_point ? &g->undo_point->position : game_start(g);
}

COLD Position game_position_at(const Game *g, uint32_t ply) {
    uint32_t at;
    Position p = *kept_before(g, ply, &at);
    while (at < ply) make(&p, g->moves[at++]);
    return p;
}

Board game_board_at(const Game *g, uint32_t ply) {
    uint32_t at;
    Board b = kept_before(g, ply, &at)->board;
    for (; at < ply; at++) {
        if (g->moves[at] == NO_MOVE) board_pass(&b);
        else rules_play(&b, g->moves[at]);
    }
    return b;
}

COLD MoveWord game_last_word(Game *g) {
    const Move m = g->move_count ? g->moves[g->move_count - 1] : NO_MOVE;
    if (m == NO_MOVE) return NULL_MOVE_WORD;
    if (g->last_word <= WORD_UNREAD) {
        const bool is_kept = g->last_word == WORD_UNREAD && last_player == g;
        const Board before = is_kept ? before_last : game_board_at(g, g->move_count - 1);
        g->last_word = move_word(&before, m);
    }
    return g->last_word;
}

COLD static void place_undo_point(Game *g, uint32_t ply) {
    const uint32_t last = g->undo_point ? g->undo_point->ply : 0;
    if (last <= ply && ply - last <= 2 * UNDO_STRIDE) return;
    free(g->undo_point);
    g->undo_point = NULL;
    if (ply <= 2 * UNDO_STRIDE) return;
    const UndoPoint point = {game_position_at(g, ply - UNDO_STRIDE), ply - UNDO_STRIDE};
    g->undo_point = malloc(sizeof point);
    if (g->undo_point) *g->undo_point = point; // without it, undo is slower but still correct
}

// The first ply whose position can still recur at `ply`, by the clock there.
static uint32_t reversible_since(const Position *p, uint32_t ply) {
    const uint16_t clock = p->board.halfmove_clock;
    return clock == UINT16_MAX || clock > ply || rules_captures_return(&p->board) ? 0 : ply - clock;
}

COLD static void rebuild_keys(Game *g, uint32_t from, uint32_t to) {
    Position p = game_position_at(g, from);
    g->key_count = 0;
    for (uint32_t i = from; i < to; i++) {
        const uint64_t key = repetition_key(&p);
        make(&p, g->moves[i]);
        if (p.board.halfmove_clock == 0 && !rules_captures_return(&p.board)) g->key_count = 0;
        else g->keys[g->key_count++] = key;
    }
}

COLD bool game_is_edited(const Game *g) {
    bool edited = g->edit_count > 0;
    for (uint32_t i = 0; i < g->move_count; i++) edited = edited || g->moves[i] == NO_MOVE;
    return edited;
}

COLD ErrorCode game_edit(Game *g, const Position *by) {
    if (g->move_count == 0) {
        game_reset(g, by);
        return ERR_NONE;
    }
    Edit *grown = realloc(g->edits, (g->edit_count + 1) * sizeof *grown);
    if (!grown) return ERR_MEMORY;
    g->edits = grown;
    drop_edits(g, g->move_count);
    g->edits[g->edit_count++] = (Edit){*by, g->move_count};
    g->now = *by;
    g->move_total = g->move_count;
    g->key_count = 0;
    g->result = STATUS_CONTINUE;
    game_settle(g);
    return ERR_NONE;
}

COLD ErrorCode game_pass(Game *g) {
    if (rules_is_check(&g->now.board)) return ERR_PGN_NULL_MOVE;
    const ErrorCode error = game_append(g, NO_MOVE);
    if (!error) game_settle(g);
    return error;
}

COLD ErrorCode game_undo(Game *g, Move *undone) {
    *undone = NO_MOVE;
    if (g->move_count == 0) return ERR_NONE;
    const uint32_t ply = g->move_count - 1;
    place_undo_point(g, ply);
    const Position before = game_position_at(g, ply);
    const Edit *edit = last_edit(g, ply);
    uint32_t since = reversible_since(&before, ply);
    if (edit && edit->ply > since) since = edit->ply;
    if (g->key_count == 0 && !reserve_keys(g, ply - since)) return ERR_MEMORY;
    g->now = before;
    g->move_count = ply;
    g->last_word = NULL_MOVE_WORD;
    if (g->key_count) g->key_count--;
    else rebuild_keys(g, since, ply);
    g->result = STATUS_CONTINUE;
    game_settle(g);
    *undone = g->moves[ply];
    return ERR_NONE;
}

COLD ErrorCode game_redo(Game *g, Move *redone) {
    *redone = NO_MOVE;
    if (g->move_count == g->move_total || g->result) return ERR_NONE;
    const uint32_t total = g->move_total, edits = g->edit_count;
    const Move m = g->moves[g->move_count];
    const ErrorCode error = game_append(g, m);
    if (error) return error;
    *redone = m;
    g->move_total = total;
    g->edit_count = edits;
    const Position *edit = game_edit_at(g, g->move_count);
    if (edit) {
        g->now = *edit;
        g->key_count = 0;
    }
    game_settle(g);
    return ERR_NONE;
}

ErrorCode game_set_result(Game *g, Status result) {
    if (game_status(g)) return ERR_GAME_OVER;
    g->result = (uint8_t)result;
    return ERR_NONE;
}

int game_claimable(const Game *g) {
    if (game_status(g) || g->draws != DRAWS_CLAIM) return 0;
    return status_claimable(&g->now.board, game_occurrences(g, 3));
}

COLD ErrorCode game_claim(Game *g) {
    if (game_status(g)) return ERR_GAME_OVER;
    const int claimable = game_claimable(g);
    if (!claimable) return ERR_DRAW_CLAIM;
    g->result = claimable & CLAIM_THREEFOLD ? STATUS_THREEFOLD_REPETITION : STATUS_RULE50;
    return ERR_NONE;
}
