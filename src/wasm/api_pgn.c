// SPDX-License-Identifier: Apache-2.0
// The exports for PGN.
#include "api_pgn.h"

#include <stdlib.h>
#include <string.h>

#include "../pgn/scan.h"
#include "api.h"
#include "boundary.h"
#include "move_lists.h"

_Static_assert(!(BINBO_PGN_LOCAL & ((2 * PGN_NO_TAGS - 1) | PGN_NO_LOCALE)), "a flag of its own");
_Static_assert(PGN_MAX_NUMBER == (1 << WORD_OP_SHIFT) - 1, "a NAG fits a tree's word");

static PgnReader reader;
static PgnGoal goal;
static char *text; // owned
static uint32_t text_capacity;
static char letters['Z' - 'A' + 1];
static uint32_t facts[BINBO_PGN_FACTS];

static uint32_t address_of(const void *memory) { return (uint32_t)(uintptr_t)memory; }

char *api_pgn_text(void) { return text; }
const PgnReader *api_pgn_reader(void) { return &reader; }

static void note_facts(void) {
    facts[BINBO_PGN_STATE] = reader.facts.state;
    facts[BINBO_PGN_WORDS] = address_of(reader.tree.words);
    facts[BINBO_PGN_WORD_COUNT] = reader.tree.count;
    facts[BINBO_PGN_TEXT] = address_of(reader.tree.text);
    facts[BINBO_PGN_TEXT_SIZE] = reader.tree.size;
    facts[BINBO_PGN_TAGS_SIZE] = reader.facts.tags_size;
    facts[BINBO_PGN_PLIES] = reader.facts.plies;
    facts[BINBO_PGN_RESULT] = reader.facts.result ? reader.facts.result : reader.tags.result;
    facts[BINBO_PGN_VARIANT] = reader.facts.variant;
    facts[BINBO_PGN_HAS_START] = reader.facts.has_start;
    facts[BINBO_PGN_ERROR_COUNT] = reader.facts.error_count;
    facts[BINBO_PGN_CAPITALS] = reader.facts.capitals;
    facts[BINBO_PGN_BEGIN] = reader.facts.begin;
    facts[BINBO_PGN_PASSED_VARIATIONS] = reader.facts.passed_variations;
    facts[BINBO_PGN_NOTED] = pgn_is_noted(&reader);
}

uint32_t binbo_pgn_reserve(uint32_t size) {
    if (size == 0) {
        pgn_reader_free(&reader);
        note_facts();
    }
    if (size == 0 || size > text_capacity) {
        char *grown = size ? realloc(text, size) : NULL;
        if (size && !grown) return 0;
        if (!size) free(text);
        text = grown;
        text_capacity = size;
    }
    return address_of(text);
}

int32_t binbo_pgn_letters(uint32_t length) {
    static const char english[] = "KQRBNP";
    REQUIRE_ARGUMENT(length < sizeof english);
    for (uint32_t i = 0; i < length; i++) REQUIRE_ARGUMENT(io_buffer()[i] >= 'A' && io_buffer()[i] <= 'Z');
    memset(letters, 0, sizeof letters);
    for (uint32_t i = 0; i < length; i++) letters[io_buffer()[i] - 'A'] = english[i];
    return 0;
}

int32_t binbo_pgn_read(uint32_t start, uint32_t end, int32_t flags, int32_t variant) {
    REQUIRE_ARGUMENT(text && start <= end && end <= text_capacity && end <= INT32_MAX);
    REQUIRE_ARGUMENT(variant_is_known(variant));
    REQUIRE_ARGUMENT((flags & PGN_MAIN_LINE) || end - start <= PGN_MAX_NUMBER); // offsets in the tree have 26 bits
    reader.default_variant = (Variant)variant;
    reader.letters = flags & BINBO_PGN_LOCAL ? letters : NULL;
    const uint32_t length = pgn_read(&reader, text + start, end - start, (uint32_t)flags);
    for (uint32_t i = 0; i < reader.facts.error_count; i++) reader.errors[i].offset += start;
    reader.facts.begin += start;
    note_facts();
    if (length == UINT32_MAX) return fail(ERR_MEMORY);
    return (int32_t)(start + length);
}

int32_t binbo_pgn_skip(uint32_t start, uint32_t end) {
    REQUIRE_ARGUMENT(text && start <= end && end <= text_capacity && end <= INT32_MAX);
    PgnLexer lexer = {.start = text + start, .at = text + start, .end = text + end, .last = true, .rubbish = true};
    return (int32_t)(pgn_lexer_skip(&lexer) - text);
}

uint32_t binbo_pgn_facts(void) { return address_of(facts); }

int32_t binbo_pgn_error(int32_t index) {
    REQUIRE_ARGUMENT(index >= 0 && (uint32_t)index < reader.facts.error_count);
    const PgnError *e = &reader.errors[index];
    return fail_with_place(e->code, (int32_t)e->offset, (int32_t)e->ply);
}

int32_t binbo_pgn_start_fen(void) { return fens_write(&reader.start, EN_PASSANT_ALWAYS, CASTLING_XFEN); }

int32_t binbo_pgn_goal(int32_t kind, uint32_t fen_length, int32_t variant) {
    Position p;
    const int32_t failure = kind == PGN_GOAL_POSITION ? fens_read(fen_length, variant, false, &p) : 0;
    if (failure) return failure;
    goal.kind = (PgnGoalKind)kind;
    if (kind == PGN_GOAL_POSITION) goal.position = p.board;
    else memcpy(goal.men, io_buffer(), sizeof goal.men);
    return 0;
}

int32_t binbo_pgn_reached(void) { return pgn_reached(&reader, &goal); }

int32_t binbo_pgn_load(int32_t game) {
    FIND(g, game);
    const uint32_t playable = PGN_MAIN_LINE | PGN_PLAYABLE, partial = PGN_TAGS_ONLY | PGN_SKIP_MOVES;
    REQUIRE_ARGUMENT(reader.facts.state == PGN_COMPLETE && reader.facts.error_count == reader.facts.warning_count);
    REQUIRE_ARGUMENT((reader.flags & playable) == playable && !(reader.flags & partial));
    Game *read = pgn_game(&reader, (DrawMode)g->draws);
    if (!read) return fail(ERR_MEMORY);
    read->own_variant = g->own_variant;
    if (g->dead) game_set_dead(read, (DeadMode)g->dead);
    game_replace(g, read);
    return (int32_t)game_status(g);
}

int32_t binbo_pgn_lines(uint32_t start, uint32_t end) {
    REQUIRE_ARGUMENT(text && start <= end && end <= text_capacity && end <= INT32_MAX);
    const uint32_t count = pgn_line_ends(text + start, end - start, &facts[BINBO_PGN_LINE]);
    facts[BINBO_PGN_LINE] += start;
    return (int32_t)count;
}
