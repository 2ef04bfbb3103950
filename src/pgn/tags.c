// SPDX-License-Identifier: Apache-2.0
// Stores tags, and derives variant and start position from them.
#include "tags.h"

#include <string.h>

#include "scan.h"

bool pgn_tag_is(const PgnToken *t, const char *name) {
    for (uint32_t i = 0; i < t->length; i++)
        if (!name[i] || t->text[i] != name[i]) return false;
    return !name[t->length];
}

void pgn_tags_clear(PgnTags *tags) {
    tags->event = tags->fen = tags->variant = (PgnTagPlace){0};
    tags->unreadable_start = false;
    tags->result = PGN_NO_RESULT;
    tags->name_count = 0;
}

static bool is_same_name(const char *a, const char *b, uint32_t length) {
    for (uint32_t i = 0; i < length; i++)
        if (a[i] != b[i] && ((a[i] ^ b[i]) != 32 || (a[i] | 32) < 'a' || (a[i] | 32) > 'z')) return false;
    return true;
}

bool pgn_tags_have(const PgnTags *tags, const char *source, const PgnToken *t) {
    for (uint32_t i = 0; i < tags->name_count; i++)
        if (tags->names[i].length == t->length && is_same_name(source + tags->names[i].offset, t->text, t->length))
            return true;
    return false;
}

// The standard spelling of a name that matters and differs only in case; otherwise NULL.
static const char *standard_name(const PgnToken *t) {
    const char *name = t->length == 3   ? "FEN"
                       : t->length == 5 ? "SetUp"
                       : t->length == 6 ? "Result"
                       : t->length == 7 ? "Variant"
                                        : NULL;
    return name && is_same_name(t->text, name, t->length) ? name : NULL;
}

// Where to record a tag of that name, or NULL if it is not needed.
static PgnTagPlace *tag_place(PgnTags *tags, const PgnToken *t) {
    switch (*t->text) {
    case 'E': return pgn_tag_is(t, "Event") ? &tags->event : NULL;
    case 'F': return pgn_tag_is(t, "FEN") ? &tags->fen : NULL;
    case 'V': return pgn_tag_is(t, "Variant") ? &tags->variant : NULL;
    default: return NULL;
    }
}

// A backslash escapes a quote or a backslash; before anything else it is an ordinary character.
static bool add_value(PgnTree *tree, const char *text, uint32_t length) {
    const char *end = text + length;
    for (const char *slash; (slash = memchr(text, '\\', (size_t)(end - text)));) {
        const bool escapes = slash + 1 < end && (slash[1] == '"' || slash[1] == '\\');
        if (!pgn_tree_add_text(tree, text, (uint32_t)(slash - text) + !escapes)) return false;
        text = slash + 1;
        if (escapes && !pgn_tree_add_text(tree, text++, 1)) return false;
    }
    return pgn_tree_add_text(tree, text, (uint32_t)(end - text));
}

// Line ends and the blanks around them become one space, or nothing at either end of the value.
COLD static void join_lines(PgnTree *tree, uint32_t begin) {
    char *out = tree->text + begin, *at = out, *end = tree->text + tree->size;
    while (at < end) {
        if (*at != '\n' && *at != '\r') {
            *out++ = *at++;
            continue;
        }
        while (out > tree->text + begin && is_blank(out[-1])) out--;
        while (at < end && is_blank(*at)) at++;
        if (out > tree->text + begin && at < end) *out++ = ' ';
    }
    tree->size = (uint32_t)(out - tree->text);
}

static bool has_line_end(const char *text, uint32_t length) {
    return memchr(text, '\n', length) || memchr(text, '\r', length);
}

bool pgn_tags_add(PgnTags *tags, PgnTree *tree, const PgnToken *t, const char *source, uint32_t names) {
    if (tags->name_count < PGN_KNOWN_NAMES) {
        tags->names[tags->name_count].offset = (uint32_t)(t->text - source);
        tags->names[tags->name_count++].length = t->length;
    }
    const uint32_t name = 1u << (*t->text & 15);
    // The known names begin with E, F and V, R, or S.
    if (!(name & (names | 1u << 5 | 1u << 6 | 1u << 2 | 1u << 3))) return true;
    PgnToken named = *t;
    const char *standard = standard_name(t);
    if (standard) named.text = standard;
    if (standard && *standard == 'R') {
        tags->result = pgn_result(t->value, t->value_length);
        tags->result_offset = (uint32_t)(t->value - source);
    }
    PgnTagPlace *place = tag_place(tags, &named);
    if (!place && !(name & names)) return true;
    if (!pgn_tree_add_text(tree, named.text, t->length) || !pgn_tree_add_text(tree, "", 1)) return false;
    const uint32_t begin = tree->size;
    if (place) *place = (PgnTagPlace){begin, (uint32_t)(t->value - source), t->value_length};
    const char *end = t->value + t->value_length;
    const bool is_plain = pgn_scan(t->value, end, '\\') == end;
    if (!(is_plain ? pgn_tree_add_text : add_value)(tree, t->value, t->value_length)) return false;
    if (!is_plain && has_line_end(t->value, t->value_length)) join_lines(tree, begin);
    return pgn_tree_add_text(tree, "", 1);
}

COLD void pgn_tags_note_bad(PgnTags *tags, const PgnToken *t) {
    const char *at = t->text, *end = at + t->length;
    while (at < end && (*at == '[' || *at == ' ')) at++;
    if (end - at < 3) return;
    if (is_same_name(at, "FEN", 3) || is_same_name(at, "SET", 3) || is_same_name(at, "VAR", 3))
        tags->unreadable_start = true;
}

static const char *value_of(const PgnTree *tree, PgnTagPlace place) {
    return place.value ? tree->text + place.value : NULL;
}

// --- variants --------------------------------------------------------------------------------------

// Variants with the rules of standard chess, but a different start position.
COLD static bool has_own_start(const char *folded) {
    static const char *const names[] = {"nocastle", "shuffle", "wild8a"};
    for (int i = 0; i < 3; i++)
        if (strcmp(folded, names[i]) == 0) return true;
    const char digit = folded[4];
    return memcmp(folded, "wild", 4) == 0 && digit >= '0' && digit <= '8' && digit != '7' && !folded[5];
}

// False if the variant is not supported.
COLD static bool read_variant(const char *value, bool has_fen, Variant *variant) {
    char folded[24] = "";
    const size_t length = strlen(value);
    if (!variant_fold(value, length, folded, sizeof folded)) return false;
    if (!*folded || variant_parse(value, length, variant)) return true;
    if (!has_fen || !has_own_start(folded)) return false;
    *variant = STANDARD;
    return true;
}

COLD ErrorCode pgn_tags_start(const PgnTags *tags, const PgnTree *tree, bool strict, Variant *variant, Position *start,
                              bool *has_start, PgnTagPlace *place) {
    const char *fen = value_of(tree, tags->fen), *named = value_of(tree, tags->variant);
    const bool has_fen = fen && *fen && strcmp(fen, "?") != 0;
    *has_start = false;
    *place = tags->variant;
    if (named && !read_variant(named, has_fen, variant)) return ERR_PGN_VARIANT;
    *place = tags->fen;
    if (!has_fen) return ERR_NONE;
    *has_start = true;
    return fen_mend(fen, strlen(fen), strict, variant, start);
}
