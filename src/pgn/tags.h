// SPDX-License-Identifier: Apache-2.0
// The tags of one game, and the start position that they give. PGN standard 8.1 and 9.7.
//
// Tags are stored at the beginning of a tree's text: name, 0, value (unescaped), 0, and so on.
#ifndef TAGS_H
#define TAGS_H

#include "fen_mend.h"
#include "lexer.h"
#include "symbols.h"
#include "tree.h"

// The last tag of a name: the offset of its value in the tree's text (0: none), and in the source.
typedef struct {
    uint32_t value, offset, length;
} PgnTagPlace;

enum { PGN_KNOWN_NAMES = 32 };

typedef struct {
    PgnTagPlace event, fen, variant;
    bool unreadable_start;  // a tag that gives the start could not be read
    PgnResult result;       // of the last Result tag, kept or not
    uint32_t result_offset; // of its value, in the source
    struct {
        uint32_t offset, length;
    } names[PGN_KNOWN_NAMES]; // of the first tags, in the source
    uint32_t name_count;
} PgnTags;

void pgn_tags_clear(PgnTags *tags);

// Stores a tag of the source if it gives the start, or if `names` has the bit of its name: that of the low half of its
// first byte. FEN, SetUp, Variant and Result are recognised in any case and stored with this spelling; a line break in
// a value becomes a space. False if memory is exhausted.
bool pgn_tags_add(PgnTags *tags, PgnTree *tree, const PgnToken *t, const char *source, uint32_t names);

// Whether one of the first tags has this tag's name, in any case.
bool pgn_tags_have(const PgnTags *tags, const char *source, const PgnToken *t);

// Whether it is a tag of that name.
bool pgn_tag_is(const PgnToken *t, const char *name);

// Records a line that is not a tag but may have been meant as one.
void pgn_tags_note_bad(PgnTags *tags, const PgnToken *t);

// The variant and the start position. A FEN tag takes precedence over SetUp "0". On entry, *variant is the variant
// of games without a Variant tag. If *has_start becomes false, the start is the standard one. *place is the tag
// that an error, or ERR_PGN_FEN_MENDED, is about.
ErrorCode pgn_tags_start(const PgnTags *tags, const PgnTree *tree, bool strict, Variant *variant, Position *start,
                         bool *has_start, PgnTagPlace *place);

#endif
