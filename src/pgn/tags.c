// SPDX-License-Identifier: Apache-2.0
#include "tags.h"

#include <string.h>

bool pgn_tag_is(const PgnToken *t, const char *name) {
    return t->length == strlen(name) && memcmp(t->text, name, t->length) == 0;
}

// Where to note a tag of that name, or NULL when nobody will ask for it.
static PgnTagPlace *tag_place(PgnTags *tags, const PgnToken *t) {
    switch (*t->text) {
    case 'E': return pgn_tag_is(t, "Event") ? &tags->event : NULL;
    case 'F': return pgn_tag_is(t, "FEN") ? &tags->fen : NULL;
    case 'S': return pgn_tag_is(t, "SetUp") ? &tags->setup : NULL;
    case 'V': return pgn_tag_is(t, "Variant") ? &tags->variant : NULL;
    default: return NULL;
    }
}

// A backslash stands before a quote or a backslash; before anything else it is one itself.
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

bool pgn_tags_add(PgnTags *tags, PgnTree *tree, const PgnToken *t, uint32_t value_offset, bool any) {
    PgnTagPlace *place = tag_place(tags, t);
    if (!place && !any) return true;
    if (!pgn_tree_add_text(tree, t->text, t->length) || !pgn_tree_add_text(tree, "", 1)) return false;
    if (place) *place = (PgnTagPlace){tree->size, value_offset, t->value_length};
    return add_value(tree, t->value, t->value_length) && pgn_tree_add_text(tree, "", 1);
}

COLD void pgn_tags_note_bad(PgnTags *tags, const PgnToken *t) {
    const char *at = t->text, *end = at + t->length;
    while (at < end && (*at == '[' || *at == ' ')) at++;
    if (end - at < 3) return;
    if (memcmp(at, "FEN", 3) == 0 || memcmp(at, "Set", 3) == 0 || memcmp(at, "Var", 3) == 0)
        tags->unreadable_start = true;
}

static const char *value_of(const PgnTree *tree, PgnTagPlace place) {
    return place.value ? tree->text + place.value : NULL;
}

// --- variants --------------------------------------------------------------------------------------

// Letters and digits alone, in lower case.
static void fold(const char *text, char *out, size_t size) {
    size_t n = 0;
    for (; *text && n + 1 < size; text++) {
        const char c = *text >= 'A' && *text <= 'Z' ? (char)(*text + 32) : *text;
        if ((c >= 'a' && c <= 'z') || is_digit(c)) out[n++] = c;
    }
    out[n] = 0;
}

COLD static bool read_variant(const char *value, Variant *variant) {
    // Standard chess first, then Chess960.
    static const char names[] = "\0standard\0normal\0chess\0classic\0classical\0fromposition\0regular\0"
                                "9chess960\0009fischerandom\0009fischerrandom\0009fischerandomchess\0"
                                "9fischerrandomchess\0009freestyle\0009freestylechess\0009frc\0009960\0009chess9lx\0";
    char folded[24];
    fold(value, folded, sizeof folded);
    if (!*folded) return true;
    for (const char *name = names + 1; *name; name += strlen(name) + 1) {
        const bool is_960 = *name == '9';
        if (strcmp(name + is_960, folded) != 0) continue;
        *variant = is_960 ? CHESS960 : STANDARD;
        return true;
    }
    return false;
}

COLD ErrorCode pgn_tags_start(const PgnTags *tags, const PgnTree *tree, bool strict, Variant *variant, Position *start,
                              bool *has_start, PgnTagPlace *place) {
    const char *fen = value_of(tree, tags->fen), *setup = value_of(tree, tags->setup);
    const char *named = value_of(tree, tags->variant);
    *has_start = false;
    *place = tags->variant;
    if (named && !read_variant(named, variant)) return ERR_PGN_VARIANT;
    *place = tags->fen;
    if (!fen || !*fen || strcmp(fen, "?") == 0 || (setup && strcmp(setup, "0") == 0)) return ERR_NONE;
    *has_start = true;
    return fen_mend(fen, strlen(fen), strict, variant, start);
}
