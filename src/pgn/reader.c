// SPDX-License-Identifier: Apache-2.0
// Turns tokens into a tree: tags, moves, nested variations, comments, glyphs and errors.
#include "reader.h"

#include <stdlib.h>
#include <string.h>

#include "../text.h"
#include "language.h"
#include "lexer_ahead.h"
#include "scan.h"
#include "symbols.h"

// A line that waits for a variation to end: the board before its last move, and that move.
typedef struct PgnFrame {
    Board before;
    Move last;
    uint32_t ply;
    uint32_t begin; // the index of the variation's BEGIN
} Frame;

enum { KEPT_FRAMES = 1024, MAX_DEPTH = 1 << 20, MAX_GLUED = 4 };

typedef enum { GO_ON, STOP_BEFORE, STOP_AFTER, NEED_MORE } Next;

static bool flag(const PgnReader *r, uint32_t which) { return (r->flags & which) != 0; }

COLD static void note_error(PgnReader *r, ErrorCode code, uint32_t offset, uint32_t ply) {
    if (r->facts.error_count < PGN_MAX_ERRORS) r->errors[r->facts.error_count++] = (PgnError){code, offset, ply};
}

COLD static void note_warning(PgnReader *r, ErrorCode code, uint32_t offset, uint32_t ply) {
    r->facts.warning_count += r->facts.error_count < PGN_MAX_ERRORS;
    note_error(r, code, offset, ply);
}

COLD static void note_skipped(PgnReader *r, const char *at) { // leaves space for errors
    if (r->facts.warning_count < PGN_MAX_SKIPPED)
        note_warning(r, ERR_PGN_SKIPPED, (uint32_t)(at - r->text), r->line.ply + 1);
}

static void keep(PgnReader *r, bool kept) {
    if (!kept) r->seen.out_of_memory = true;
}

static void add(PgnReader *r, TreeOp op, uint32_t value) { keep(r, pgn_tree_add(&r->tree, op, value)); }

// Whether the current line is written and checked.
static bool is_live(const PgnReader *r) { return !r->seen.failed && !r->open.skipped_depth; }

// Abandons the current line: the main line, or the innermost variation.
COLD static void give_up(PgnReader *r) {
    r->line.nag_count = 0;
    if (r->open.depth == 0) r->seen.failed = true;
    else if (!r->open.skipped_depth) r->open.skipped_depth = r->open.depth;
}

COLD static void fail_line(PgnReader *r, ErrorCode code, uint32_t offset, uint32_t ply) {
    note_error(r, code, offset, ply);
    give_up(r);
}

// --- comments and glyphs ---------------------------------------------------------------------------

static void read_comment(PgnReader *r, const PgnToken *t) {
    if (!r->seen.in_moves) r->seen.early_comments = true;
    else if (is_live(r)) keep(r, pgn_line_add_comment(&r->line, &r->tree, t->text, t->length));
}

static void add_nag(PgnReader *r, uint32_t nag) { keep(r, pgn_line_add_nag(&r->line, &r->tree, nag)); }

static void settle(PgnReader *r) { keep(r, pgn_line_settle(&r->line, &r->tree)); }

// --- the start -------------------------------------------------------------------------------------

// Comments among the tags follow the tags in the tree's text, so they are read again.
COLD static void add_early_comments(PgnReader *r, const char *end) {
    PgnLexer again = {.start = r->text, .at = r->text, .end = end, .last = true};
    for (PgnToken t; pgn_lexer_next(&again, &t) != PGN_END;)
        if (t.type == PGN_COMMENT) read_comment(r, &t);
}

// The tags are complete; move text begins, or the game ends.
static void end_tags(PgnReader *r, const char *at) {
    PgnTagPlace place;
    if (r->seen.out_of_memory) return;
    r->seen.in_moves = true;
    r->facts.tags_size = r->tree.size;
    ErrorCode error = pgn_tags_start(&r->tags, &r->tree, flag(r, PGN_STRICT), &r->facts.variant, &r->start,
                                     &r->facts.has_start, &place);
    if (error == ERR_PGN_FEN_MENDED) {
        note_warning(r, error, place.offset, 0);
        error = ERR_NONE;
    }
    if (error) note_error(r, error, place.offset, 0);
    else if (r->tags.variant.value && r->facts.variant == CHESS960 && !r->facts.has_start)
        note_warning(r, ERR_PGN_NO_START, r->tags.fen.value ? r->tags.fen.offset : r->tags.variant.offset, 0);
    if (error || !r->facts.has_start) r->start = *game_variant_start(r->facts.variant);
    r->seen.unknown_start = error || r->tags.unreadable_start;
    r->seen.failed = r->seen.unknown_start || flag(r, PGN_SKIP_MOVES);
    if (r->seen.early_comments && is_live(r) && !r->line.plain) add_early_comments(r, at);
    r->line.now = r->start.board;
    r->lexer.bare = flag(r, PGN_MAIN_LINE | PGN_SKIP_MOVES);
}

// After a blank line: whether a tag up to the next blank line has the name of an earlier one.
COLD static Next read_paragraph_of_tags(const PgnReader *r, const PgnToken *first) {
    PgnLexer ahead = r->lexer;
    for (PgnToken t = *first;;) {
        if (t.type == PGN_TAG && pgn_tags_have(&r->tags, r->text, &t)) return STOP_BEFORE;
        if (pgn_lexer_next(&ahead, &t) == PGN_MORE) return NEED_MORE;
        const bool is_tag = t.type == PGN_TAG || (t.type == PGN_BAD && t.error == ERR_PGN_TAG);
        if (!is_tag || pgn_lexer_begins_paragraph(&ahead, t.start)) return GO_ON;
    }
}

static Next read_tag(PgnReader *r, const PgnToken *t) {
    if (r->seen.in_moves || (r->tags.event.value && pgn_tag_is(t, "Event"))) return STOP_BEFORE;
    if (r->seen.has_tags && pgn_lexer_begins_paragraph(&r->lexer, t->start)) {
        const Next next = read_paragraph_of_tags(r, t);
        if (next != GO_ON) return next;
    }
    r->seen.has_tags = true;
    keep(r, pgn_tags_add(&r->tags, &r->tree, t, r->text, flag(r, PGN_NO_TAGS) ? r->flags / PGN_NAMES : PGN_ALL_NAMES));
    r->seen.found = true;
    return GO_ON;
}

// --- moves -----------------------------------------------------------------------------------------

static ErrorCode parse_move(const PgnReader *r, const char *text, uint32_t length, Move *m) {
    return pgn_parse_move(&r->line.now, r->letters, text, length, m);
}

static void note_plies(PgnReader *r) {
    if (!r->line.variation) r->facts.plies = r->line.ply;
}

static void add_move(PgnReader *r, Move m) {
    keep(r, pgn_line_add_move(&r->line, &r->tree, m, true));
    note_plies(r);
}

// False if a null move is not allowed here.
COLD static bool add_null_move(PgnReader *r) {
    if (!rules_may_pass(&r->line.now) || flag(r, PGN_PLAYABLE)) return false;
    keep(r, pgn_line_add_null_move(&r->line, &r->tree));
    note_plies(r);
    return true;
}

static void add_suffix_nag(PgnReader *r, const char *text, uint32_t length) {
    const int nag = pgn_suffix_nag(text, length);
    if (nag) add_nag(r, (uint32_t)nag);
}

static void add_annotated_move(PgnReader *r, Move m, const char *text, uint32_t length) {
    add_move(r, m);
    add_suffix_nag(r, text, length);
}

static void add_glued_nags(PgnReader *r, const int *nags, int count) {
    while (count > 0) add_nag(r, (uint32_t)nags[--count]);
}

static ErrorCode read_glued_null_move(PgnReader *r, const int *nags, int count) {
    if (!add_null_move(r)) return ERR_PGN_NULL_MOVE;
    add_glued_nags(r, nags, count);
    return ERR_NONE;
}

// A move with glyphs glued to it, such as 'Nf3+-' or 'e4='.
COLD static ErrorCode read_glued_move(PgnReader *r, const char *text, uint32_t length) {
    int nags[MAX_GLUED], count = 0;
    ErrorCode error = ERR_SAN_SYNTAX;
    Move m;
    while (error == ERR_SAN_SYNTAX && count < MAX_GLUED) {
        const uint32_t glued = pgn_glued_glyph(text, length, &nags[count++]);
        if (!glued || glued == length) return ERR_SAN_SYNTAX;
        length -= glued;
        if (pgn_null_move(text, length) == NULL_MOVE) return read_glued_null_move(r, nags, count);
        error = parse_move(r, text, length, &m);
    }
    if (error) return error;
    // 'a8=D' would be another language's promotion.
    const char ch = text[length];
    if (move_is_promotion(m) && is_rank(text[length - 1]) && (ch == '=' || (ch >= 'A' && ch <= 'Z')))
        return ERR_SAN_SYNTAX;
    add_annotated_move(r, m, text, length);
    add_glued_nags(r, nags, count);
    return ERR_NONE;
}

// The letters of a novelty and of a diagram also begin moves: 'N f3' may be a move that was split.
COLD static Next read_letter(PgnReader *r, const PgnToken *t, int nag) {
    ErrorCode error = r->line.numbered || !r->line.moved ? ERR_PGN_TOKEN : ERR_NONE;
    char joined[PGN_MAX_SYMBOL];
    PgnLexer ahead = r->lexer;
    PgnToken next;
    Move m;
    ahead.bare = false;
    if (!error && pgn_lexer_next(&ahead, &next) == PGN_MORE) return NEED_MORE;
    if (!error && next.type == PGN_SYMBOL && next.length < PGN_MAX_SYMBOL) {
        *joined = *t->text;
        memcpy(joined + 1, next.text, next.length);
        if (!parse_move(r, joined, next.length + 1, &m) && !parse_move(r, next.text, next.length, &m))
            error = ERR_PGN_AMBIGUOUS;
    }
    if (error) fail_line(r, error, (uint32_t)(t->start - r->text), r->line.ply + 1);
    else add_nag(r, (uint32_t)nag);
    return GO_ON;
}

COLD static Next read_null_move(PgnReader *r, const PgnToken *t, PgnNull null) {
    PgnAhead *ahead = &r->ahead[r->open.depth > 0];
    if (null == NULL_WORD && !(ahead->until && t->start < ahead->until)) {
        const PgnAnswer answer = pgn_move_ahead(r->lexer, r->open.depth > 0, &ahead->until);
        if (answer == PGN_UNKNOWN) return NEED_MORE;
        ahead->follows = answer == PGN_YES;
    }
    if (null == NULL_WORD && !ahead->follows) note_skipped(r, t->start);
    else if (!add_null_move(r)) fail_line(r, ERR_PGN_NULL_MOVE, (uint32_t)(t->start - r->text), r->line.ply + 1);
    else add_suffix_nag(r, t->text, t->length);
    return GO_ON;
}

// A symbol that is not a move as written.
COLD static Next read_other_symbol(PgnReader *r, const PgnToken *t) {
    const uint32_t offset = (uint32_t)(t->start - r->text);
    const bool en_passant = move_kind(r->line.last) == MOVE_EN_PASSANT; // also inside the parentheses of 'exd6 (e.p.)'
    const uint32_t bare = pgn_bare_length(t->text, t->length);
    const PgnMark mark = pgn_en_passant_mark(t->text, bare);
    const PgnNull null = pgn_null_move(t->text, bare);
    int nag = pgn_glyph(t->text, t->length);
    if (nag < 0 && (!bare || (mark && en_passant))) nag = bare < t->length ? pgn_suffix_nag(t->text, t->length) : 0;
    if (null) return read_null_move(r, t, null);
    if (nag > 0 && t->length == 1 && *t->text >= 'A' && *t->text <= 'Z') return read_letter(r, t, nag);
    if (mark == EN_PASSANT_MARK && !en_passant) {
        fail_line(r, ERR_PGN_MOVE, offset, r->line.ply);
    } else if (nag > 0) {
        add_nag(r, (uint32_t)nag);
    } else if (nag < 0 && pgn_is_sign(t->text, t->length)) {
        note_skipped(r, t->start);
    } else if (nag < 0) {
        const ErrorCode error = read_glued_move(r, t->text, t->length);
        if (error) fail_line(r, pgn_move_error(error), offset, r->line.ply + 1);
    }
    return GO_ON;
}

// PGN standard 8.2.6. Inside a variation a result has no meaning.
COLD static Next read_result(PgnReader *r, PgnResult result) {
    if (!result || r->open.depth) return GO_ON;
    settle(r);
    r->line.numbered = false;
    r->facts.result = result;
    return STOP_AFTER;
}

// Records the letter of a move in SAN, legal or not. 'P@e6' is the same in all languages.
static void note_letter(PgnReader *r, const PgnToken *t) {
    const char letter = *t->text;
    if (letter < 'A' || letter > 'Z' || (letter == 'P' && t->text[1] == '@')) return;
    r->line.capitals[r->line.variation] |= 1u << (letter - 'A');
    if (letter != 'P' || r->line.variation || r->seen.pawn_ply) return;
    r->seen.pawn_offset = (uint32_t)(t->start - r->text);
    r->seen.pawn_ply = r->line.ply + 1;
}

static Next read_unusual(PgnReader *r, const PgnToken *t, ErrorCode error);

// A word of a symbol with punctuation in it.
COLD static Next read_word(PgnReader *r, const PgnToken *t) {
    Move m;
    const ErrorCode error = is_live(r) ? parse_move(r, t->text, t->length, &m) : ERR_SAN_SYNTAX;
    if (error) return read_unusual(r, t, error);
    note_letter(r, t);
    add_annotated_move(r, m, t->text, t->length);
    return GO_ON;
}

// A symbol with punctuation in it, such as 'e4,': the words between are read.
COLD static Next read_words(PgnReader *r, const PgnToken *t) {
    const char *end = t->text + t->length;
    bool noted = false;
    Next next = GO_ON;
    for (PgnToken word = *t; word.text < end && next == GO_ON; word.text += word.length) {
        word.length = 0;
        while (word.text + word.length < end && !pgn_is_stray(word.text[word.length])) word.length++;
        if (t->text == t->start) word.start = word.text;
        if (word.length && pgn_is_digits(word.text, word.length)) r->line.numbered |= is_live(r);
        else if (word.length) next = read_word(r, &word);
        else if (is_live(r) && !noted) note_skipped(r, word.start);
        noted |= !word.length;
        word.length += !word.length;
    }
    return next;
}

// A symbol that is not a legal move.
COLD static Next read_unusual(PgnReader *r, const PgnToken *t, ErrorCode error) {
    const PgnResult result = pgn_result(t->text, t->length);
    if (result) return read_result(r, result);
    if (error == ERR_SAN_SYNTAX && pgn_has_stray(t->text, t->length)) return read_words(r, t);
    if (!is_live(r)) return GO_ON;
    if (error == ERR_SAN_SYNTAX || pgn_is_novelty(t->text, t->length)) return read_other_symbol(r, t);
    fail_line(r, pgn_move_error(error), (uint32_t)(t->start - r->text), r->line.ply + 1);
    return GO_ON;
}

static Next read_symbol(PgnReader *r, const PgnToken *t) {
    Move m;
    r->seen.symbol = true;
    if (!is_live(r)) return pgn_may_be_result(*t->text) ? read_unusual(r, t, ERR_SAN_SYNTAX) : GO_ON;
    const ErrorCode error = parse_move(r, t->text, t->length, &m);
    if (error != ERR_SAN_SYNTAX && (error || move_kind(m) != MOVE_CASTLE)) note_letter(r, t);
    if (error) return read_unusual(r, t, error);
    add_annotated_move(r, m, t->text, t->length);
    return GO_ON;
}

// Most of the text is read here instead of by tokens.
static void read_fast(PgnReader *r) {
    keep(r, pgn_line_read_fast(&r->line, &r->tree, &r->lexer));
    note_plies(r);
}

// --- variations ------------------------------------------------------------------------------------

static void take_back(PgnReader *r, const Frame *f) {
    r->line.now = r->line.before = f->before;
    r->line.last = f->last;
    r->line.ply = f->ply;
    r->line.moved = true;
    r->line.numbered = false;
    r->line.variation = r->open.depth > 0;
    if (f->last == NO_MOVE) board_pass(&r->line.now);
    else rules_play(&r->line.now, f->last);
}

COLD static bool reserve_frame(PgnReader *r) {
    if (r->open.frame_count < r->open.frame_capacity) return true;
    const uint32_t wanted = r->open.frame_capacity ? 2 * r->open.frame_capacity : 16;
    Frame *grown = realloc(r->open.frames, wanted * sizeof *grown);
    if (!grown) return false;
    r->open.frames = grown;
    r->open.frame_capacity = wanted;
    return true;
}

static void begin_variation(PgnReader *r, uint32_t offset) {
    if (r->open.depth++ == 0) {
        r->open.offset = offset;
        r->open.number = r->lexer.number;
    }
    if (!is_live(r)) return;
    if (!r->line.moved || r->open.depth > MAX_DEPTH) {
        note_error(r, ERR_PGN_VARIATION, offset, 0); // there is no move before it
        r->open.skipped_depth = r->open.depth;
    } else if (r->line.plain) {
        r->facts.passed_variations = true;
        r->line.numbered = false;
        r->open.skipped_depth = r->open.depth;
    } else if (!reserve_frame(r)) {
        r->seen.out_of_memory = true;
    } else {
        settle(r);
        r->open.frames[r->open.frame_count++] = (Frame){r->line.before, r->line.last, r->line.ply, r->tree.count};
        add(r, OP_BEGIN, 0);
        r->line.now = r->line.before;
        r->line.ply--;
        r->line.moved = r->line.numbered = false;
        r->line.variation = true;
    }
}

// Ends the innermost written variation.
static void close_variation(PgnReader *r) {
    const Frame *f = &r->open.frames[--r->open.frame_count];
    settle(r);
    if (pgn_tree_close(&r->tree, f->begin)) add(r, OP_END, 0);
    take_back(r, f);
}

static void end_variation(PgnReader *r, uint32_t offset) {
    if (r->open.depth == 0) {
        if (is_live(r)) fail_line(r, ERR_PGN_VARIATION, offset, 0);
        return;
    }
    if (--r->open.depth == 0) r->lexer.number = r->open.number;
    if (r->open.depth < r->open.skipped_depth) r->open.skipped_depth = 0;
    if (r->open.frame_count > r->open.depth) close_variation(r);
}

// --- the reader ------------------------------------------------------------------------------------

// A bad tag does not affect the moves unless it gives their start; anything else ends its line.
COLD static void read_bad(PgnReader *r, const PgnToken *t) {
    const uint32_t offset = (uint32_t)(t->start - r->text);
    r->seen.found = true;
    if (t->error == ERR_PGN_SKIPPED) {
        if (is_live(r)) note_skipped(r, t->start);
        return;
    }
    r->seen.symbol |= r->seen.in_moves;
    if (r->seen.failed || (!is_live(r) && t->error != ERR_PGN_COMMENT)) return;
    const bool is_tag = t->error == ERR_PGN_TAG || (t->error == ERR_PGN_TOO_LARGE && *t->start == '[');
    const bool is_move = t->error == ERR_PGN_TOKEN || (t->error == ERR_PGN_TOO_LARGE && !is_tag);
    note_error(r, t->error, offset, is_move ? r->line.ply + 1 : 0);
    if (is_tag) pgn_tags_note_bad(&r->tags, t);
    if (t->error == ERR_PGN_COMMENT && (r->seen.in_moves || r->seen.has_tags)) { // it extends to the end of the game
        if (!r->seen.in_moves) end_tags(r, t->start);
        r->seen.failed = true;
    }
    if (r->seen.in_moves) give_up(r);
}

// Whether it is more than tags and comments.
static bool begins_moves(const PgnToken *t) {
    if (t->type == PGN_BAD) return *t->start != '[' && *t->start != '{';
    return t->type != PGN_TAG && t->type != PGN_COMMENT && t->type != PGN_END;
}

// Games without tags and results begin with a move number.
static Next read_number(PgnReader *r, const PgnToken *t) {
    if (t->restarts && !r->open.depth && (r->seen.symbol || r->line.moved)) return STOP_BEFORE;
    r->line.numbered |= is_live(r);
    return GO_ON;
}

static Next read_token(PgnReader *r, const PgnToken *t) {
    if (!r->seen.in_moves && begins_moves(t)) {
        r->seen.found = true;
        if (flag(r, PGN_TAGS_ONLY)) return STOP_BEFORE;
        end_tags(r, t->start);
    }
    switch (t->type) {
    case PGN_TAG: return read_tag(r, t);
    case PGN_SYMBOL: return read_symbol(r, t);
    case PGN_NUMBER: return read_number(r, t);
    case PGN_NAG:
        if (is_live(r)) add_nag(r, t->number);
        return GO_ON;
    case PGN_COMMENT: read_comment(r, t); return GO_ON;
    case PGN_VARIATION_BEGIN: begin_variation(r, (uint32_t)(t->start - r->text)); return GO_ON;
    case PGN_VARIATION_END: end_variation(r, (uint32_t)(t->start - r->text)); return GO_ON;
    case PGN_BAD: read_bad(r, t); return GO_ON;
    default: return STOP_BEFORE;
    }
}

static void begin(PgnReader *r, const char *text, uint32_t length, uint32_t flags) {
    pgn_tree_clear(&r->tree);
    if (r->open.frame_capacity > KEPT_FRAMES) {
        free(r->open.frames);
        r->open = (PgnVariations){0};
    }
    r->open = (PgnVariations){.frames = r->open.frames, .frame_capacity = r->open.frame_capacity};
    r->facts = (PgnFacts){.variant = r->default_variant, .result = PGN_NO_RESULT};
    r->start = *game_variant_start(r->default_variant);
    pgn_tags_clear(&r->tags);
    r->seen = (PgnSeen){0};
    pgn_line_begin(&r->line, (flags & PGN_MAIN_LINE) != 0);
    r->text = text;
    r->flags = flags;
    r->lexer.start = r->lexer.at = text;
    r->lexer.end = text + length;
    r->lexer.number = r->lexer.mark_end = r->lexer.hidden = r->lexer.hidden_end = NULL;
    r->lexer.last = flag(r, PGN_LAST);
    r->lexer.cut = flag(r, PGN_CUT);
    r->lexer.bare = r->lexer.noted = false;
    r->lexer.rubbish = true;
    r->ahead[0].until = r->ahead[1].until = NULL;
}

// Reads text after the result that belongs to the game: comments and glyphs on its line, and variations of the last
// move, which may begin on the next line. Returns GO_ON if a variation is to be read.
static Next read_rest(PgnReader *r) {
    const char *below = r->text; // a variation on a later line: the text before it belongs to the game
    bool has_words = false;
    uint32_t line;
    r->lexer.bare = false;
    r->lexer.rubbish = true;
    for (PgnToken t;;) {
        const char *at = r->lexer.at;
        PgnAnswer answer = pgn_lexer_next(&r->lexer, &t) == PGN_MORE ? PGN_UNKNOWN : PGN_NO;
        const bool ends_line = at >= below && pgn_line_ends(at, (uint32_t)(t.start - at), &line);
        if (ends_line || t.type == PGN_VARIATION_BEGIN) {
            const char *after = r->lexer.at;
            r->lexer.at = at;
            answer = pgn_variation_ahead(r->lexer, &below);
            if (ends_line && answer == PGN_YES) continue;
            if (ends_line && answer == PGN_NO) return STOP_AFTER;
            if (answer == PGN_NO) r->lexer.at = after;
        }
        if (answer == PGN_UNKNOWN) {
            r->lexer.at = at;
            return flag(r, PGN_CUT) ? STOP_AFTER : NEED_MORE; // the game itself is complete
        }
        if (answer == PGN_YES) {
            r->lexer.at = t.start; // skips rubbish before it
            return GO_ON;
        }
        if (t.type == PGN_COMMENT) read_comment(r, &t);
        if (t.type == PGN_BAD && t.error == ERR_PGN_COMMENT) read_bad(r, &t);
        if (t.type == PGN_NAG && is_live(r) && !has_words) add_nag(r, t.number);
        has_words |= t.type == PGN_SYMBOL && (*t.text | 32) >= 'a';
        if (pgn_begins_next_game(&t)) {
            r->lexer.at = t.start;
            return STOP_AFTER;
        }
    }
}

static bool is_noted(const PgnReader *r, ErrorCode code, uint32_t offset) {
    for (uint32_t i = 0; i < r->facts.error_count; i++)
        if (r->errors[i].code == code && r->errors[i].offset == offset) return true;
    return false;
}

// A tag with a result says more than '*', which also ends games that were cut; otherwise the end of the moves counts.
static void judge_result(PgnReader *r) {
    if (!r->facts.result || !r->tags.result || r->facts.result == r->tags.result) return;
    note_warning(r, ERR_PGN_RESULT, r->tags.result_offset, 0);
    if (r->facts.result == PGN_UNFINISHED) r->facts.result = r->tags.result;
}

// Closes open lines. The game is complete.
static void finish(PgnReader *r, const char *at) {
    if (r->seen.out_of_memory) return;
    if (!r->seen.in_moves) end_tags(r, at);
    if (r->open.depth && !r->seen.failed && !is_noted(r, ERR_PGN_VARIATION, r->open.offset))
        note_error(r, ERR_PGN_VARIATION, r->open.offset, 0);
    const bool has_game = r->seen.has_tags || r->facts.result || r->line.moved;
    if (!has_game && r->facts.error_count && r->facts.error_count == r->facts.warning_count) { // all was skipped
        r->errors[0].code = ERR_PGN_TOKEN;
        r->facts.warning_count--;
    }
    if (flag(r, PGN_NO_LOCALE) && r->seen.pawn_ply && !(r->line.capitals[0] & 1u << ('N' - 'A')))
        note_warning(r, ERR_PGN_LETTER, r->seen.pawn_offset, r->seen.pawn_ply);
    judge_result(r);
    while (r->open.frame_count) close_variation(r);
    settle(r);
}

static uint32_t stop(PgnReader *r, PgnState state, const char *at) {
    r->facts.capitals = r->line.capitals[0] | r->line.capitals[1];
    r->facts.state = r->seen.out_of_memory ? PGN_NOTHING : state;
    return r->seen.out_of_memory ? UINT32_MAX : (uint32_t)(at - r->text);
}

COLD static uint32_t stop_for_more(PgnReader *r, const char *token) {
    if (flag(r, PGN_CUT)) {
        if (!r->seen.failed) note_error(r, ERR_PGN_TOO_LARGE, (uint32_t)(r->lexer.end - r->text), 0);
        r->seen.failed = true;
        finish(r, r->lexer.end);
        return stop(r, PGN_CUT_OFF, r->lexer.end);
    }
    return stop(r, PGN_INCOMPLETE, r->seen.found || r->seen.early_comments ? r->text : pgn_blanks_end(r->text, token));
}

uint32_t pgn_read(PgnReader *r, const char *text, uint32_t length, uint32_t flags) {
    PgnToken t;
    Next next;
    begin(r, text, length, flags);
    r->facts.begin = (uint32_t)(pgn_lexer_skip(&r->lexer) - text);
    do {
        if (r->seen.in_moves && !r->letters && is_live(r)) read_fast(r);
        const char *number = r->lexer.number;
        r->lexer.rubbish = !r->seen.found;
        if (pgn_lexer_next(&r->lexer, &t) == PGN_MORE) return stop_for_more(r, t.start);
        r->line.numbered |= r->lexer.number != number && r->lexer.bare && is_live(r);
        next = read_token(r, &t);
        if (r->facts.result && !r->open.depth && (next == GO_ON || next == STOP_AFTER)) next = read_rest(r);
    } while (next == GO_ON && !r->seen.out_of_memory);
    if (r->seen.out_of_memory) return stop(r, PGN_NOTHING, text);
    if (next == NEED_MORE) return stop_for_more(r, t.start);
    r->seen.found |= r->seen.early_comments && flag(r, PGN_FIRST);
    if (!flag(r, PGN_TAGS_ONLY)) finish(r, t.start);
    else if (!r->seen.in_moves) r->facts.tags_size = r->tree.size;
    return stop(r, r->seen.found ? PGN_COMPLETE : PGN_NOTHING, next == STOP_AFTER ? r->lexer.at : t.start);
}

COLD Game *pgn_game(const PgnReader *r, DrawMode draws) {
    Game *g = game_new(r->facts.has_start ? &r->start : NULL, r->facts.variant, draws);
    if (!g) return NULL;
    for (uint32_t i = 0; i < r->tree.count; i++) {
        if (!game_append(g, (Move)r->tree.words[i])) continue;
        game_free(g);
        return NULL;
    }
    game_settle(g);
    return g;
}

COLD void pgn_reader_free(PgnReader *r) {
    pgn_tree_free(&r->tree);
    free(r->open.frames);
    *r = (PgnReader){.default_variant = r->default_variant, .letters = r->letters};
}
