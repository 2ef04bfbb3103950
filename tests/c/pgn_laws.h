// SPDX-License-Identifier: Apache-2.0
// Laws that hold for any text read as a PGN. Also used by the fuzz targets.
//
// Each function returns the violated law, or NULL.
#ifndef PGN_LAWS_H
#define PGN_LAWS_H

#include <stdlib.h>
#include <string.h>

#include "legality.h"
#include "pgn/reaches.h"

#define HOLDS(condition) \
    if (!(condition)) return __FILE__ ": " #condition

static inline TreeOp law_op(const PgnTree *t, uint32_t i) { return (TreeOp)(t->words[i] >> WORD_OP_SHIFT); }
static inline uint32_t law_value(const PgnTree *t, uint32_t i) { return t->words[i] & ((1u << WORD_OP_SHIFT) - 1); }

// --- one tree --------------------------------------------------------------------------------------

typedef struct {
    Board before, now; // before: without the last move of the line
    uint32_t end;      // where the variation must end
    bool moved;
} LawLine;

static inline const char *law_move(LawLine *line, uint32_t word) {
    const Move m = move_word_move(word);
    line->before = line->now;
    line->moved = true;
    if (word == NULL_MOVE_WORD) {
        HOLDS(!board_is_check(&line->now));
        board_pass(&line->now);
        return NULL;
    }
    HOLDS(m != NO_MOVE && move_is_legal(&line->before, m));
    board_play(&line->now, m);
    HOLDS(move_word_with(&line->before, m, &line->now) == word);
    return NULL;
}

// The last position of the main line is found, at its ply or earlier.
static inline const char *law_reached(const PgnReader *r, const Board *last) {
    const PgnGoal goal = {.kind = PGN_GOAL_POSITION, .position = *last};
    const int32_t ply = pgn_reached(r, &goal);
    const bool has_game = r->facts.state == PGN_COMPLETE || r->facts.state == PGN_CUT_OFF;
    HOLDS(has_game && !r->seen.unknown_start ? ply >= 0 && (uint32_t)ply <= r->facts.plies : ply == -1);
    return NULL;
}

// `lines` must have space for one more than there are words.
static inline const char *law_words(const PgnReader *r, LawLine *lines) {
    const PgnTree *t = &r->tree;
    LawLine *line = lines;
    uint32_t text = r->facts.tags_size, plies = 0;
    bool starting = false; // whether a comment waits for its move
    *line = (LawLine){.now = r->start.board, .before = r->start.board};
    for (uint32_t i = 0; i < t->count; i++) {
        const TreeOp op = law_op(t, i);
        const uint32_t value = law_value(t, i);
        HOLDS(op <= OP_END);
        HOLDS(!starting || op == OP_STARTING || op == OP_MOVE);
        HOLDS(line->moved || line == lines || op == OP_STARTING || op == OP_MOVE); // a variation begins with a move
        starting = op == OP_STARTING;
        if (op == OP_MOVE) {
            const char *broken = law_move(line, t->words[i]);
            if (broken) return broken;
            plies += line == lines;
        } else if (op == OP_COMMENT || op == OP_STARTING) {
            HOLDS(value >= text && value <= t->size);
            text = value;
        } else if (op == OP_BEGIN) {
            HOLDS(line->moved && value > i + 1 && value < t->count && law_op(t, value) == OP_END);
            line[1] = (LawLine){.now = line->before, .before = line->before, .end = value};
            line++;
        } else if (op == OP_END) {
            HOLDS(line > lines && line->moved && line->end == i && value == 0);
            line--;
        }
    }
    HOLDS(line == lines && !starting);
    HOLDS(text == t->size);
    HOLDS(plies == r->facts.plies);
    return law_reached(r, &lines->now);
}

static inline const char *law_tags(const PgnReader *r) {
    HOLDS(r->facts.tags_size <= r->tree.size);
    uint32_t zeros = 0;
    for (uint32_t i = 0; i < r->facts.tags_size; i++) zeros += r->tree.text[i] == 0;
    HOLDS(zeros % 2 == 0 && (r->facts.tags_size == 0 || r->tree.text[r->facts.tags_size - 1] == 0));
    return NULL;
}

static inline const char *law_tree(const PgnReader *r, uint32_t length) {
    const char *broken = law_tags(r);
    if (broken) return broken;
    HOLDS(r->facts.error_count <= PGN_MAX_ERRORS);
    for (uint32_t i = 0; i < r->facts.error_count; i++) {
        HOLDS(r->errors[i].code >= ERR_PGN_TAG && r->errors[i].code <= ERR_PGN_NO_START);
        HOLDS(r->errors[i].offset <= length);
    }
    LawLine *lines = malloc((r->tree.count + 1) * sizeof *lines);
    broken = lines ? law_words(r, lines) : NULL;
    free(lines);
    return broken;
}

// --- two readings ----------------------------------------------------------------------------------

// shift: the difference between all offsets of b and a.
static inline bool law_same_errors(const PgnReader *a, const PgnReader *b, uint32_t shift) {
    if (a->facts.error_count != b->facts.error_count) return false;
    for (uint32_t i = 0; i < a->facts.error_count; i++)
        if (a->errors[i].code != b->errors[i].code || a->errors[i].ply != b->errors[i].ply ||
            a->errors[i].offset + shift != b->errors[i].offset)
            return false;
    return true;
}

static inline const char *law_same_frame(const PgnReader *a, const PgnReader *b) {
    HOLDS(a->facts.state == b->facts.state && a->facts.result == b->facts.result);
    HOLDS(a->facts.tags_size == b->facts.tags_size);
    HOLDS(!a->facts.tags_size || memcmp(a->tree.text, b->tree.text, a->facts.tags_size) == 0);
    return NULL;
}

static inline const char *law_same_game(const PgnReader *a, const PgnReader *b, uint32_t shift) {
    const char *broken = law_same_frame(a, b);
    if (broken) return broken;
    HOLDS(a->facts.has_start == b->facts.has_start && a->facts.variant == b->facts.variant &&
          a->facts.plies == b->facts.plies);
    HOLDS(a->start.hash == b->start.hash);
    HOLDS(a->tree.count == b->tree.count && a->tree.size == b->tree.size);
    HOLDS(!a->tree.count || memcmp(a->tree.words, b->tree.words, a->tree.count * sizeof *a->tree.words) == 0);
    HOLDS(!a->tree.size || memcmp(a->tree.text, b->tree.text, a->tree.size) == 0);
    HOLDS(law_same_errors(a, b, shift));
    return NULL;
}

// Reading only the main line gives the same moves, and no other errors. Only errors in skipped variations may be
// missing.
static inline const char *law_main_line(const PgnReader *whole, const PgnReader *bare) {
    const char *broken = law_same_frame(whole, bare);
    if (broken) return broken;
    HOLDS(whole->facts.has_start == bare->facts.has_start && whole->facts.variant == bare->facts.variant);
    HOLDS(whole->start.hash == bare->start.hash);
    HOLDS(whole->facts.plies == bare->facts.plies && bare->tree.count == bare->facts.plies &&
          bare->tree.size == bare->facts.tags_size);
    uint32_t ply = 0;
    for (uint32_t i = 0; i < whole->tree.count; i++) {
        if (law_op(&whole->tree, i) == OP_MOVE) HOLDS(bare->tree.words[ply++] == move_word_move(whole->tree.words[i]));
        if (law_op(&whole->tree, i) == OP_BEGIN) i = law_value(&whole->tree, i);
    }
    for (uint32_t i = 0; i < bare->facts.error_count && whole->facts.error_count < PGN_MAX_ERRORS; i++) {
        bool found = false;
        for (uint32_t k = 0; k < whole->facts.error_count; k++)
            found |= memcmp(&whole->errors[k], &bare->errors[i], sizeof *whole->errors) == 0;
        HOLDS(found);
    }
    HOLDS(bare->facts.passed_variations || bare->facts.error_count || law_same_errors(bare, whole, 0));
    return NULL;
}

// A PGN read to be played is a game with the moves of the main line.
static inline const char *law_playable(const PgnReader *playable) {
    if (playable->facts.state != PGN_COMPLETE || playable->facts.error_count > playable->facts.warning_count)
        return NULL;
    Game *g = pgn_game(playable, DRAWS_CLAIM);
    HOLDS(g && g->move_count == playable->facts.plies && g->variant == playable->facts.variant);
    Position p = *game_start(g);
    for (uint32_t i = 0; i < g->move_count; i++) {
        HOLDS(g->moves[i] == playable->tree.words[i] && move_is_legal(&p.board, g->moves[i]));
        position_make(&p, g->moves[i]);
    }
    HOLDS(p.hash == g->now.hash);
    game_free(g);
    return NULL;
}

// --- one text --------------------------------------------------------------------------------------

typedef struct {
    const char *text;
    uint32_t length;
    Variant variant;     // of games without a Variant tag
    const char *letters; // as in PgnReader
    uint32_t flags;      // for every reading
} LawInput;

// Reads the first bytes from their own memory block, so that a read past their end is detected.
static inline uint32_t law_read(const LawInput *in, uint32_t begin, uint32_t length, uint32_t flags, PgnReader *out) {
    char *copy = malloc(length);
    if (length) memcpy(copy, in->text + begin, length);
    memset(out, 0, sizeof *out);
    out->default_variant = in->variant;
    out->letters = in->letters;
    const uint32_t end = pgn_read(out, copy, length, flags | in->flags);
    free(copy);
    return end;
}

// A beginning of the text either requests more, or gives the same game.
static inline const char *law_beginning(const LawInput *in, uint32_t length, uint32_t flags, const PgnReader *whole,
                                        uint32_t whole_end) {
    PgnReader part, rest;
    const uint32_t end = law_read(in, 0, length, flags, &part);
    const char *broken = NULL;
    if (part.facts.state == PGN_INCOMPLETE) {
        HOLDS(end <= length);
        if (end) { // the text before has no meaning
            const uint32_t rest_end = law_read(in, end, in->length - end, flags | PGN_LAST, &rest);
            HOLDS(rest_end + end == whole_end);
            broken = law_same_game(&rest, whole, end);
            pgn_reader_free(&rest);
        }
    } else {
        HOLDS(part.facts.state == PGN_COMPLETE && end == whole_end);
        broken = law_same_game(&part, whole, 0);
    }
    pgn_reader_free(&part);
    return broken;
}

// If a game was complete at its result, comments, glyphs and variations after the result may be missing.
static inline const char *law_missing_comments(const PgnReader *part, const PgnReader *whole) {
    const char *broken = law_same_frame(part, whole);
    if (broken) return broken;
    HOLDS(part->facts.result != PGN_NO_RESULT && part->facts.plies == whole->facts.plies);
    HOLDS(part->facts.error_count <= whole->facts.error_count);
    HOLDS(part->tree.count <= whole->tree.count && part->tree.size <= whole->tree.size);
    for (uint32_t i = 0; i < whole->tree.count; i++)
        HOLDS(i >= part->tree.count || part->tree.words[i] == whole->tree.words[i]);
    return NULL;
}

// If another game or a blank line follows, the first game is complete: the reader does not wait for more text.
static inline const char *law_followed(const LawInput *in) {
    static const char next[] = "\n\n[Event \"next\"]\n*\n\n";
    PgnReader last, more;
    char *text = malloc(in->length + sizeof next);
    if (in->length) memcpy(text, in->text, in->length);
    memcpy(text + in->length, next, sizeof next);
    const LawInput both = {text, in->length + (uint32_t)sizeof next - 1, in->variant, in->letters, in->flags};
    const uint32_t end = law_read(&both, 0, both.length, PGN_LAST, &last);
    HOLDS(law_read(&both, 0, both.length, 0, &more) == end && more.facts.state == PGN_COMPLETE);
    const char *broken = law_same_game(&last, &more, 0);
    pgn_reader_free(&last);
    pgn_reader_free(&more);
    free(text);
    return broken;
}

// With PGN_CUT at this length, the game is complete up to there.
static inline const char *law_cut_off(const LawInput *in, uint32_t length, const PgnReader *whole, uint32_t whole_end) {
    PgnReader cut;
    const uint32_t end = law_read(in, 0, length, PGN_CUT, &cut);
    const char *broken = law_tree(&cut, length);
    if (!broken && cut.facts.state == PGN_CUT_OFF) {
        HOLDS(end == length && cut.facts.error_count > 0);
    } else if (!broken) {
        HOLDS(cut.facts.state == PGN_COMPLETE && end <= whole_end);
        broken = end < whole_end ? law_missing_comments(&cut, whole) : law_same_game(&cut, whole, 0);
    }
    pgn_reader_free(&cut);
    return broken;
}

// With the letters of a language, even English, every move is read as a token; without, most take the fast path.
static inline const char *law_tokens(const LawInput *in, const PgnReader *whole, uint32_t whole_end) {
    static const char english[26] = {['K' - 'A'] = 'K', ['Q' - 'A'] = 'Q', ['R' - 'A'] = 'R',
                                     ['B' - 'A'] = 'B', ['N' - 'A'] = 'N', ['P' - 'A'] = 'P'};
    if (in->letters) return NULL;
    const LawInput tokens = {in->text, in->length, in->variant, english, in->flags};
    PgnReader r;
    HOLDS(law_read(&tokens, 0, in->length, PGN_LAST, &r) == whole_end);
    const char *broken = law_same_game(&r, whole, 0);
    pgn_reader_free(&r);
    return broken;
}

// A game whose main line has no errors is the same without the surrounding text.
static inline const char *law_alone(const LawInput *in, const PgnReader *whole, uint32_t whole_end) {
    PgnReader r;
    const uint32_t begin = whole->facts.begin;
    HOLDS(law_read(in, begin, whole_end - begin, PGN_LAST, &r) + begin == whole_end);
    const char *broken = law_same_game(&r, whole, begin);
    pgn_reader_free(&r);
    return broken;
}

// The same text read with flags that omit parts.
static inline const char *law_modes(const LawInput *in, const PgnReader *whole, uint32_t whole_end) {
    PgnReader r;
    HOLDS(law_read(in, 0, in->length, PGN_LAST | PGN_MAIN_LINE, &r) == whole_end);
    const char *broken = law_main_line(whole, &r);
    if (!broken && !r.facts.error_count && r.facts.state == PGN_COMPLETE) broken = law_alone(in, whole, whole_end);
    pgn_reader_free(&r);
    if (broken) return broken;
    HOLDS(law_read(in, 0, in->length, PGN_LAST | PGN_MAIN_LINE | PGN_PLAYABLE, &r) == whole_end);
    broken = law_same_frame(whole, &r);
    if (!broken) broken = law_playable(&r);
    pgn_reader_free(&r);
    if (broken) return broken;
    HOLDS(law_read(in, 0, in->length, PGN_LAST | PGN_SKIP_MOVES, &r) == whole_end);
    HOLDS(r.tree.count == 0 && r.tree.size == r.facts.tags_size);
    broken = law_same_frame(whole, &r);
    pgn_reader_free(&r);
    if (broken) return broken;
    HOLDS(law_read(in, 0, in->length, PGN_LAST | PGN_TAGS_ONLY, &r) <= whole_end);
    r.facts.result = whole->facts.result;
    broken = law_same_frame(whole, &r);
    pgn_reader_free(&r);
    if (broken) return broken;
    HOLDS(law_read(in, 0, in->length, PGN_LAST | PGN_NO_TAGS, &r) == whole_end);
    HOLDS(r.facts.state == whole->facts.state && r.facts.result == whole->facts.result &&
          r.facts.plies == whole->facts.plies);
    HOLDS(r.facts.has_start == whole->facts.has_start && r.facts.variant == whole->facts.variant &&
          r.tree.count == whole->tree.count);
    HOLDS(r.tree.size - r.facts.tags_size == whole->tree.size - whole->facts.tags_size &&
          law_same_errors(&r, whole, 0));
    broken = law_tree(&r, in->length);
    pgn_reader_free(&r);
    return broken;
}

// Checks all laws for the first game of the text, and for its beginnings of step, 2 step, … bytes. *end is the
// start of the next game.
static inline const char *law_game(const LawInput *in, uint32_t step, uint32_t *end) {
    static const uint32_t modes[] = {0, PGN_MAIN_LINE, PGN_SKIP_MOVES};
    PgnReader whole, r;
    *end = law_read(in, 0, in->length, PGN_LAST, &whole);
    HOLDS(*end <= in->length && (whole.facts.state == PGN_COMPLETE ? *end > 0 : *end == in->length));
    HOLDS(whole.facts.state == PGN_COMPLETE || whole.facts.state == PGN_NOTHING);
    HOLDS(whole.facts.state == PGN_COMPLETE ||
          (!whole.facts.plies && !whole.facts.tags_size && !whole.facts.error_count));
    const char *broken = law_tree(&whole, in->length);
    if (!broken) broken = law_tokens(in, &whole, *end);
    if (!broken) broken = law_modes(in, &whole, *end);
    if (!broken) broken = law_followed(in);
    for (uint32_t length = 0; !broken && length < in->length; length += step)
        broken = law_cut_off(in, length, &whole, *end);
    for (int i = 0; i < 3 && !broken; i++) {
        const uint32_t mode_end = law_read(in, 0, in->length, modes[i] | PGN_LAST, &r);
        for (uint32_t length = 0; !broken && length < in->length; length += step)
            broken = law_beginning(in, length, modes[i], &r, mode_end);
        pgn_reader_free(&r);
    }
    pgn_reader_free(&whole);
    return broken;
}

// All games of a text.
static inline const char *law_text(const LawInput *in, uint32_t step) {
    LawInput rest = *in;
    for (uint32_t end; rest.length; rest.text += end, rest.length -= end) {
        const char *broken = law_game(&rest, step, &end);
        if (broken) return broken;
    }
    return NULL;
}

#endif
