// SPDX-License-Identifier: Apache-2.0
// Games against a model that keeps every position and counts repetitions by comparing them all.
#include "game.h"

#include <stdlib.h>

#include "support.h"

enum { MOST = 7000 };

typedef struct {
    Position at[MOST + 1]; // positions by ply
    Move moves[MOST];
    int ply, total;
    Status result;
} Model;

// --- the model -------------------------------------------------------------------------------------

static bool repeats(const Position *a, const Position *b) {
    Board x = a->board, y = b->board;
    if (!board_en_passant_is_legal(&x)) x.en_passant = NO_SQUARE;
    if (!board_en_passant_is_legal(&y)) y.en_passant = NO_SQUARE;
    x.halfmove_clock = y.halfmove_clock = x.fullmove_number = y.fullmove_number = 0;
    return same_board(&x, &y);
}

static int model_occurrences(const Model *m) {
    int count = 0;
    for (int i = 0; i <= m->ply; i++) count += repeats(&m->at[i], &m->at[m->ply]);
    return count;
}

static Status model_status(const Model *m, DrawMode draws) {
    return m->result ? m->result : status_of(&m->at[m->ply].board, draws, model_occurrences(m));
}

static void model_play(Model *m, Move move) {
    m->at[m->ply + 1] = m->at[m->ply];
    position_make(&m->at[m->ply + 1], move);
    m->moves[m->ply++] = move;
    m->total = m->ply;
    m->result = STATUS_CONTINUE;
}

static void check_game(const Game *g, const Model *m) {
    CHECK_INT(g->move_count, m->ply);
    CHECK_INT(g->move_total, m->total);
    CHECK(same_board(&g->now.board, &m->at[m->ply].board));
    CHECK_HEX(g->now.hash, m->at[m->ply].hash);
    if (m->ply) CHECK(memcmp(g->moves, m->moves, (size_t)m->ply * sizeof(Move)) == 0);
    const int occurrences = model_occurrences(m);
    CHECK_INT(game_occurrences(g, 1000), occurrences);
    CHECK_INT(game_occurrences(g, 2), occurrences < 2 ? occurrences : 2);
    CHECK_INT(game_status(g), model_status(m, (DrawMode)g->draws));
    const bool open = g->draws == DRAWS_CLAIM && !game_status(g);
    CHECK_INT(game_claimable(g), open ? status_claimable(&g->now.board, occurrences) : 0);
}

static void check_last_word(Game *g, const Model *m) {
    const MoveWord word = m->ply ? move_word(&m->at[m->ply - 1].board, m->moves[m->ply - 1]) : NULL_MOVE_WORD;
    CHECK_HEX(game_last_word(g), word);
}

// --- random walks ----------------------------------------------------------------------------------

// A move back and forth, so that positions repeat.
static Move shuffling_move(Random *r, const Model *m) {
    const Board *b = &m->at[m->ply].board;
    if (m->ply >= 2 && random_below(r, 3)) {
        const Move last = m->moves[m->ply - 2];
        const Move back = move_of(move_to(last), move_from(last), MOVE_PLAIN);
        Move list[MAX_MOVES];
        for (int i = movegen_list(b, list) - 1; i >= 0; i--)
            if (list[i] == back) return back;
    }
    return random_move(r, b);
}

static void undo(Game *g, Model *m) {
    Move undone;
    CHECK_INT(game_undo(g, &undone), ERR_NONE);
    CHECK_INT(undone, m->ply ? m->moves[m->ply - 1] : NO_MOVE);
    if (!m->ply) return;
    m->ply--;
    m->result = STATUS_CONTINUE;
}

static void redo(Game *g, Model *m) {
    Move redone;
    CHECK_INT(game_redo(g, &redone), ERR_NONE);
    const bool possible = m->ply < m->total && !m->result;
    CHECK_INT(redone, possible ? m->moves[m->ply] : NO_MOVE);
    m->ply += possible;
}

static void claim(Game *g, Model *m) {
    const int claimable = game_claimable(g);
    const bool over = model_status(m, (DrawMode)g->draws) != STATUS_CONTINUE;
    CHECK_INT(game_claim(g), over ? ERR_GAME_OVER : claimable ? ERR_NONE : ERR_DRAW_CLAIM);
    if (!over && claimable) m->result = claimable & CLAIM_THREEFOLD ? STATUS_THREEFOLD_REPETITION : STATUS_RULE50;
}

static void set_result(Game *g, Model *m) {
    const bool over = model_status(m, (DrawMode)g->draws) != STATUS_CONTINUE;
    CHECK_INT(game_set_result(g, STATUS_MANUAL_DRAW), over ? ERR_GAME_OVER : ERR_NONE);
    if (!over) m->result = STATUS_MANUAL_DRAW;
}

static void play(Random *r, Game *g, Model *m, bool append) {
    const bool over = model_status(m, (DrawMode)g->draws) != STATUS_CONTINUE;
    const Move move = shuffling_move(r, m);
    if (!move) return;
    if (append) CHECK_INT(game_append(g, move), ERR_NONE);
    else CHECK_INT((random_below(r, 2) ? game_play : game_play_one)(g, move), over ? ERR_GAME_OVER : ERR_NONE);
    if (append) game_settle(g);
    if (append || !over) model_play(m, move);
}

static Game *swap_for_clone(Game *g, Model *m) {
    Game *copy = game_clone(g);
    m->total = m->ply; // redo is not cloned
    check_game(copy, m);
    check_last_word(copy, m);
    game_free(g);
    return copy;
}

static Game *step(Random *r, Game *g, Model *m) {
    const int choice = random_below(r, 100);
    if (choice < 65) play(r, g, m, false);
    else if (choice < 73) play(r, g, m, true);
    else if (choice < 80) undo(g, m);
    else if (choice < 83)
        for (int n = random_below(r, 40); n > 0; n--) undo(g, m);
    else if (choice < 90) redo(g, m);
    else if (choice < 93) claim(g, m);
    else if (choice < 94) set_result(g, m);
    else if (choice < 97) g = swap_for_clone(g, m);
    else if (choice < 98) {
        Game *other = game_clone(g);
        game_replace(g, other);
        m->total = m->ply;
    }
    return g;
}

// Another game plays one move, in the memory of a freed one.
static void play_elsewhere(Random *r) {
    Game *other = game_new(NULL, STANDARD, DRAWS_NONE);
    CHECK_INT(game_play_one(other, random_move(r, &other->now.board)), ERR_NONE);
    game_free(other);
}

static void test_random_walks(void) {
    static Model m;
    Random r = {101};
    for (int walk = 0; walk < 120; walk++) {
        const Variant variant = walk % 2 ? CHESS960 : STANDARD;
        memset(&m, 0, sizeof m);
        m.at[0] = random_start(&r, variant);
        Game *g = game_new(&m.at[0], variant, (DrawMode)(walk % 3));
        for (int i = 0; i < 200; i++) {
            check_context(fen_of(&m.at[m.ply]));
            check_game(g, &m);
            g = step(&r, g, &m);
            if (!random_below(&r, 5)) play_elsewhere(&r);
            if (random_below(&r, 2)) check_last_word(g, &m);
        }
        game_free(g);
    }
    check_context(NULL);
}

// --- null moves and edits --------------------------------------------------------------------------

enum { EDITED_PLIES = 1500 };
typedef struct {
    Position before[EDITED_PLIES + 1], after[EDITED_PLIES + 1]; // the edit of that ply, if there is one
} EditedModel;

static Position other_position(Random *r) {
    Position p = random_start(r, STANDARD);
    const Square s = (Square)random_below(r, 64);
    if (random_below(r, 4) == 0) { // a side without a king
        const Bitboard king = p.board.kings & p.board.color[random_below(r, 2)];
        p.board.kings &= ~king;
        p.board.color[WHITE] &= ~king;
        p.board.color[BLACK] &= ~king;
        p.board.castling = 0;
        p.board.rules = KINGLESS;
    } else if (!(board_occupied(&p.board) & bit(s)) && !p.board.castling) {
        board_put(&p.board, s, WHITE, KNIGHT);
    }
    p.board.en_passant = NO_SQUARE;
    p.hash = rules_hash(&p.board);
    return p;
}

static void check_at(const Game *g, const EditedModel *m, uint32_t ply) {
    CHECK_INT(g->move_count, ply);
    CHECK(same_board(&g->now.board, &m->after[ply].board) && g->now.hash == m->after[ply].hash);
    CHECK_INT(g->now.board.rules, m->after[ply].board.rules);
}

// Undo, redo, clone and game_position_at() replay passes and edits unchanged.
static void test_edited_games(void) {
    static EditedModel m;
    Random r = {131};
    int nulls = 0, edits = 0, kingless = 0;
    for (int walk = 0; walk < 12; walk++) {
        const uint32_t plies = walk ? 120 : EDITED_PLIES;
        Move undone;
        m.before[0] = random_start(&r, STANDARD);
        Game *g = game_new(&m.before[0], STANDARD, DRAWS_NONE);
        m.after[0] = g->now;
        while (g->move_count < plies) {
            Move list[MAX_MOVES];
            const int count = rules_list(&g->now.board, list);
            const bool check = rules_is_check(&g->now.board);
            if (random_below(&r, 12) == 0) {
                CHECK_INT(game_pass(g), check ? ERR_PGN_NULL_MOVE : ERR_NONE);
                nulls += !check;
                if (check) continue;
            } else if (!count || random_below(&r, 20) == 0) {
                const Position p = other_position(&r);
                if (!rules_count(&p.board)) continue;
                CHECK_INT(game_edit(g, &p), ERR_NONE);
                m.after[g->move_count] = p;
                check_at(g, &m, g->move_count);
                edits++;
                kingless += p.board.rules == KINGLESS;
                continue;
            } else {
                CHECK_INT(game_append(g, list[random_below(&r, count)]), ERR_NONE);
            }
            m.before[g->move_count] = m.after[g->move_count] = g->now;
        }
        Game *copy = game_clone(g);
        CHECK(game_is_edited(copy));
        for (uint32_t ply = plies; ply-- > 0;) {
            CHECK_INT(game_undo(g, &undone), ERR_NONE);
            check_at(g, &m, ply);
            const Position p = game_position_at(copy, ply);
            CHECK(same_board(&p.board, &m.after[ply].board));
        }
        while (g->move_count < g->move_total) {
            CHECK_INT(game_redo(g, &undone), ERR_NONE);
            check_at(g, &m, g->move_count);
        }
        CHECK_INT(g->move_count, plies);
        game_free(g);
        game_free(copy);
    }
    CHECK(nulls > 20 && edits > 20 && kingless > 5);
}

// --- long games ------------------------------------------------------------------------------------

// Plies of a long game, with clocks that are reset now and then.
static Game *long_game(Model *m, int plies) {
    Random r = {111};
    memset(m, 0, sizeof *m);
    m->at[0] = position_of("q2qk2q/1p1p4/1q3q2/8/8/1Q3Q2/4P1P1/Q2QK2Q w - - 0 1", STANDARD);
    Game *g = game_new(&m->at[0], STANDARD, DRAWS_CLAIM);
    while (m->ply < plies) {
        const Board *b = &m->at[m->ply].board;
        Move move = random_move(&r, b);
        for (int tries = 0; tries < 30; tries++) { // avoid captures and moves that end the game
            Position child = m->at[m->ply];
            const bool quiet = move && move_kind(move) == MOVE_PLAIN && !(board_occupied(b) & bit(move_to(move))) &&
                               (!(b->pawns & bit(move_from(move))) || random_below(&r, 300) == 0);
            if (quiet) position_make(&child, move);
            if (quiet && movegen_any(&child.board)) break;
            move = random_move(&r, b);
        }
        Position child = m->at[m->ply];
        if (!move) break;
        position_make(&child, move);
        if (!movegen_any(&child.board)) continue;
        CHECK_INT(game_append(g, move), ERR_NONE);
        model_play(m, move);
    }
    game_settle(g);
    return g;
}

static void test_undo_of_a_long_game(void) {
    static Model m;
    Move undone, redone;
    Game *g = long_game(&m, 6000);
    CHECK(m.ply >= 5000);
    const int all = m.ply;
    while (g->move_count) {
        m.ply--;
        if (!CHECK_INT(game_undo(g, &undone), ERR_NONE)) break;
        CHECK(same_board(&g->now.board, &m.at[m.ply].board) && g->now.hash == m.at[m.ply].hash);
        CHECK_INT(undone, m.moves[m.ply]);
        if (m.ply % 97 == 0) check_game(g, &m);
        if (m.ply % 1500 != 700) continue;
        for (int i = 0; i < 600 && m.ply < all; i++, m.ply++) { // redo some of it
            game_redo(g, &redone);
            CHECK_INT(redone, m.moves[m.ply]);
        }
        for (int i = 0; i < 601; i++, m.ply--) game_undo(g, &undone);
        check_game(g, &m);
    }
    CHECK_INT(m.ply, 0);
    while (m.ply < all) {
        CHECK_INT(game_redo(g, &redone), ERR_NONE);
        m.ply++;
        if (m.ply % 211 == 0) check_game(g, &m);
    }
    game_free(g);
}

// After an undo, another move is played: the undo point must not keep the old moves.
static void test_other_moves_after_undo(void) {
    static Model m;
    Random r = {112};
    Game *g = long_game(&m, 3000);
    for (int round = 0; round < 60; round++) {
        for (int n = 1 + random_below(&r, 120); n > 0 && m.ply; n--) undo(g, &m);
        for (int n = random_below(&r, 60); n > 0; n--) {
            const Move move = shuffling_move(&r, &m);
            if (!move) break;
            CHECK_INT(game_append(g, move), ERR_NONE);
            model_play(&m, move);
        }
        game_settle(g);
        check_game(g, &m);
        const uint32_t ply = (uint32_t)random_below(&r, m.ply + 1);
        const Position p = game_position_at(g, ply);
        CHECK(same_board(&p.board, &m.at[ply].board));
    }
    Game *copy = game_clone(g);
    game_free(g);
    m.total = m.ply;
    while (m.ply > 1000) undo(copy, &m);
    check_game(copy, &m);
    game_free(copy);
}

// --- cases -----------------------------------------------------------------------------------------

static Move find(const Board *b, const char *squares) {
    Move list[MAX_MOVES];
    const Square from = squares[0] - 'a' + 8 * (squares[1] - '1'), to = squares[2] - 'a' + 8 * (squares[3] - '1');
    for (int i = movegen_list(b, list) - 1; i >= 0; i--)
        if (move_from(list[i]) == from && move_to(list[i]) == to) return list[i];
    fprintf(stderr, "the test's own move is not legal: %s\n", squares);
    exit(1);
}

static void play_text(Game *g, const char *moves) {
    for (; *moves; moves += moves[4] ? 5 : 4) CHECK_INT(game_play(g, find(&g->now.board, moves)), ERR_NONE);
}

typedef struct {
    const char *fen, *moves;
    DrawMode draws;
    int occurrences;
    Status status;
} Case;

#define SHUFFLE "g1f3 g8f6 f3g1 f6g8"
static const Case CASES[] = {
    {NULL, "", DRAWS_AUTOMATIC, 1, STATUS_CONTINUE},
    {NULL, SHUFFLE, DRAWS_AUTOMATIC, 2, STATUS_CONTINUE},
    {NULL, SHUFFLE " " SHUFFLE, DRAWS_AUTOMATIC, 3, STATUS_THREEFOLD_REPETITION}, // the start position counts
    {NULL, SHUFFLE " " SHUFFLE " " SHUFFLE, DRAWS_CLAIM, 4, STATUS_CONTINUE},
    {NULL, SHUFFLE " " SHUFFLE " " SHUFFLE " " SHUFFLE, DRAWS_CLAIM, 5, STATUS_FIVEFOLD_REPETITION},
    // Repetitions 6 plies apart, by three moves of a king.
    {"4k3/7p/8/8/8/8/7P/4K3 w - - 0 1", "e1d1 e8d8 d1d2 d8d7 d2e1 d7e8 e1d1 e8d8 d1d2 d8d7 d2e1 d7e8", DRAWS_AUTOMATIC,
     3, STATUS_THREEFOLD_REPETITION},
    // The first time, a capture en passant was possible.
    {"4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4 e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1", DRAWS_AUTOMATIC, 2,
     STATUS_CONTINUE},
    // It seemed possible, but the pawn is pinned: the same position three times.
    {"8/8/8/8/k5pR/8/5P2/4K3 w - - 0 1", "f2f4 a4a3 e1e2 a3a4 e2e1 a4a3 e1e2 a3a4 e2e1", DRAWS_AUTOMATIC, 3,
     STATUS_THREEFOLD_REPETITION},
    // A castling right is lost after the first time.
    {"4k3/p7/8/8/8/8/P7/4K2R w K - 0 1", "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8", DRAWS_AUTOMATIC, 2,
     STATUS_CONTINUE},
    {"4k3/7p/8/8/8/8/7P/4K3 w - - 98 80", "e1d1 e8d8", DRAWS_AUTOMATIC, 1, STATUS_RULE50},
    {"4k3/7p/8/8/8/8/7P/4K3 w - - 98 80", "e1d1 e8d8", DRAWS_CLAIM, 1, STATUS_CONTINUE},
    {"4k3/7p/8/8/8/8/7P/4K3 w - - 148 80", "e1d1 e8d8", DRAWS_CLAIM, 1, STATUS_RULE75},
    {NULL, "f2f3 e7e5 g2g4 d8h4", DRAWS_AUTOMATIC, 1, STATUS_CHECKMATE_BLACK},
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const Case *t = &CASES[i];
        const Position start = t->fen ? position_of(t->fen, STANDARD) : (Position){0};
        Game *g = game_new(t->fen ? &start : NULL, STANDARD, t->draws);
        check_context(t->moves);
        play_text(g, t->moves);
        CHECK_INT(game_occurrences(g, 9), t->occurrences);
        CHECK_INT(game_status(g), t->status);
        game_free(g);
    }
    check_context(NULL);
}

static void test_results(void) {
    Move m;
    Game *g = game_new(NULL, STANDARD, DRAWS_CLAIM);
    CHECK_INT(game_claim(g), ERR_DRAW_CLAIM);
    play_text(g, SHUFFLE " " SHUFFLE);
    CHECK_INT(game_claimable(g), CLAIM_THREEFOLD);
    CHECK_INT(game_claim(g), ERR_NONE);
    CHECK_INT(game_status(g), STATUS_THREEFOLD_REPETITION);
    CHECK_INT(game_claimable(g), 0);
    CHECK_INT(game_claim(g), ERR_GAME_OVER);
    CHECK_INT(game_set_result(g, STATUS_MANUAL_WINNER), ERR_GAME_OVER);
    CHECK_INT(game_play(g, find(&g->now.board, "e2e4")), ERR_GAME_OVER);
    CHECK_INT(game_undo(g, &m), ERR_NONE); // also takes the result back
    CHECK_INT(game_status(g), STATUS_CONTINUE);
    CHECK_INT(game_set_result(g, STATUS_MANUAL_WINNER), ERR_NONE);
    CHECK_INT(game_set_result(g, STATUS_MANUAL_DRAW), ERR_GAME_OVER);
    CHECK_INT(game_status(g), STATUS_MANUAL_WINNER);
    game_reset(g, NULL);
    CHECK_INT(game_status(g), STATUS_CONTINUE);
    CHECK_INT(g->move_count + g->move_total, 0);
    CHECK_INT(game_undo(g, &m), ERR_NONE);
    CHECK_INT(m, NO_MOVE);
    CHECK_INT(game_redo(g, &m), ERR_NONE);
    CHECK_INT(m, NO_MOVE);
    game_free(g);
    game_free(NULL);
}

// The standard start takes no memory, even if given as a FEN.
static void test_starts(void) {
    const Position classic = position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", STANDARD);
    const Position later = position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2", STANDARD);
    Game *g = game_new(&classic, STANDARD, DRAWS_AUTOMATIC);
    CHECK(!g->start);
    CHECK(same_board(&game_start(g)->board, &classic.board));
    play_text(g, "e2e4");
    CHECK(!g->start);
    CHECK(same_board(&game_start(g)->board, &classic.board));
    game_reset(g, &later);
    CHECK(same_board(&game_start(g)->board, &later.board));
    play_text(g, "e2e4");
    CHECK(g->start);
    CHECK(same_board(&game_start(g)->board, &later.board));
    game_reset(g, game_start(g)); // its own start, by reference
    CHECK(same_board(&game_start(g)->board, &later.board));
    game_reset(g, game_start(g)); // and once more, without moves
    CHECK(same_board(&game_start(g)->board, &later.board));
    game_free(g);
}

// The halfmove clock stops at 65535, and positions before that still recur.
static void test_repetitions_past_the_clock(void) {
    enum { PLIES = 65600, F3 = 21, F6 = 45, G8 = 62 };
    const Move cycle[] = {move_of(G1, F3, MOVE_PLAIN), move_of(G8, F6, MOVE_PLAIN), move_of(F3, G1, MOVE_PLAIN),
                          move_of(F6, G8, MOVE_PLAIN)};
    Game *g = game_new(NULL, STANDARD, DRAWS_NONE);
    Move undone;
    for (int i = 0; i < PLIES; i++) CHECK_INT(game_append(g, cycle[i % 4]), ERR_NONE);
    CHECK_INT(game_occurrences(g, PLIES), PLIES / 4 + 1);
    CHECK_INT(game_append(g, find(&g->now.board, "e2e4")), ERR_NONE);
    CHECK_INT(game_occurrences(g, PLIES), 1);
    CHECK_INT(game_undo(g, &undone), ERR_NONE);
    CHECK_INT(game_occurrences(g, PLIES), PLIES / 4 + 1);
    game_free(g);
}

// Two null moves return to the position with the same side to move.
static void test_null_moves_repeat(void) {
    Game *g = game_new(NULL, STANDARD, DRAWS_CLAIM);
    for (int passes = 1; passes <= 4; passes++) {
        CHECK_INT(game_pass(g), ERR_NONE);
        CHECK_INT(game_occurrences(g, 5), passes / 2 + 1);
    }
    CHECK_INT(game_claimable(g), CLAIM_THREEFOLD);
    game_free(g);
}

int main(void) {
    tests_begin();
    test_null_moves_repeat();
    test_repetitions_past_the_clock();
    test_cases();
    test_results();
    test_starts();
    test_random_walks();
    test_edited_games();
    test_undo_of_a_long_game();
    test_other_moves_after_undo();
    return tests_end("game");
}
