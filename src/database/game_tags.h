// SPDX-License-Identifier: Apache-2.0
// The tags of games: the head that is made of them, and their texts, which are all kept. A game's words are names: its
// shape, then the values that its row does not give.
//
//     shape    for each tag, in their order: a mark, its name, 0
//     mark     TAG_GIVEN or TAG_KEPT
#ifndef DATABASE_GAME_TAGS_H
#define DATABASE_GAME_TAGS_H

#include "store.h"

enum {
    TAG_GIVEN = '=', // the value is the text that the row gives for this tag
    TAG_KEPT = '+',  // the value is the next word
};

// The tags that a row, or the columns beside it, have a field for.
typedef enum {
    OTHER_TAG,
    EVENT_TAG,
    SITE_TAG,
    DATE_TAG,
    ROUND_TAG,
    WHITE_TAG,
    BLACK_TAG,
    RESULT_TAG,
    WHITE_ELO_TAG,
    BLACK_ELO_TAG,
    ECO_TAG,
    FEN_TAG,
    UTC_DATE_TAG, // most often that of Date
    TIME_CONTROL_TAG,
} TagKind;

// The input for the head of a game. Tags have the form of a tree's (src/pgn/tags.h), in UTF-8.
typedef struct {
    const char *tags, *fen; // borrowed
    uint32_t tags_size, fen_length, plies;
    Variant variant;
    uint8_t result;
    uint8_t noted; // as in Facts
} NewGame;

typedef struct {
    const char *value;     // borrowed
    uint32_t size;         // of the value
    uint32_t name, length; // of its name in the shape
    TagKind kind;
    uint32_t id; // the value as a name; 0: unknown, or not looked up
} ReadTag;

// Room for the tags of games of one store, and for their words. It keeps the last game's shape: that of the next one is
// most often the same.
typedef struct {
    ReadTag *tags; // owned, like the others
    uint32_t *words;
    char *shape;
    uint32_t capacity; // in bytes of tags
    uint32_t count;    // of the last game's tags, whose shape is words[0]
} TagRoom;

// Makes the head of a game. Its tags are borrowed, valid until the next call. False if memory is exhausted.
bool tags_read(Store *s, TagRoom *room, const NewGame *g, Head *head);

void tags_free(TagRoom *room);

// The place of a tag, for all games of a shape; of several tags of a name the last one.
enum {
    TAG_MISSING = 1,
    TAG_IN_ROW = 2, // the row gives its value
    TAG_WORDS = 3,  // + its index in the words of the game
};
uint32_t tags_place(const Names *names, uint32_t shape, const char *name, uint32_t length);

enum { TAG_ANSWERS = 1 << 15 };

// A tag that is looked for in many games.
typedef struct {
    char *name; // owned, like `places`
    uint32_t length;
    TagKind kind;
    uint32_t *places; // by shape; 0: not looked up yet
    uint32_t place_count;
    uint32_t answers[TAG_ANSWERS]; // what callers keep for numbers of rows; 0 after tag_choose()
} Tag;

// Chooses the tag. False if memory is exhausted.
bool tag_choose(Tag *tag, const Names *names, const char *name, uint32_t length);

TagKind tags_kind(const char *name, uint32_t length);

NOINLINE uint32_t tag_find_place(Tag *tag, const Names *names, uint32_t shape);
INLINE uint32_t tag_place(Tag *tag, const Names *names, uint32_t shape) {
    return tag->places[shape] ? tag->places[shape] : tag_find_place(tag, names, shape);
}

// The name that the row has for a tag; NULL if it is not a name.
INLINE const uint32_t *tags_name_in(TagKind kind, const Row *row, const Players *players) {
    switch (kind) {
    case EVENT_TAG: return &row->event;
    case SITE_TAG: return &row->site;
    case ROUND_TAG: return &row->round;
    case WHITE_TAG: return &players->white;
    case BLACK_TAG: return &players->black;
    default: return NULL;
    }
}

// The name that is the value of a tag with that place and kind; TAG_NO_NAME without the tag, TAG_TEXT where only
// tags_given() has its value.
enum { TAG_NO_NAME = UINT32_MAX, TAG_TEXT = UINT32_MAX - 1 };
INLINE uint32_t tags_value(const Segment *seg, uint32_t game, uint32_t place, TagKind kind) {
    if (place == TAG_MISSING) return TAG_NO_NAME;
    if (place == TAG_IN_ROW) {
        const uint32_t *value = tags_name_in(kind, &seg->rows[game], &seg->players[game]);
        return value && *value ? *value : TAG_TEXT;
    }
    // A forged game may have fewer words than its shape.
    const uint32_t word = place - TAG_WORDS;
    return word < segment_tag_count(seg, game) ? seg->tags[seg->facts[game].tags + word] : TAG_NO_NAME;
}

// For TAG_TEXT: a number, less than 2³¹, which decides what the text of a tag of that kind is.
INLINE uint32_t tags_number(const Segment *seg, uint32_t game, TagKind kind) {
    const Brief *brief = &seg->briefs[game];
    switch (kind) {
    case DATE_TAG:
    case UTC_DATE_TAG: return brief->date;
    case RESULT_TAG: return brief->result;
    case WHITE_ELO_TAG: return brief->white_elo;
    case BLACK_ELO_TAG: return brief->black_elo;
    case ECO_TAG: return seg->rows[game].eco;
    case FEN_TAG: return seg->rows[game].start;
    default: return 0; // an unknown name
    }
}

// The text that the row gives for a tag; borrowed, valid until names are added and the next call. NULL for other tags.
enum { MOST_TAG_TEXT = 16 };
const char *tags_given(const Store *s, const Row *row, const Players *players, const char *name, uint32_t length,
                       char room[MOST_TAG_TEXT], uint32_t *size);

// Calls `each` with all tags of a game, in their order.
typedef void TagTaker(void *taken, const char *name, uint32_t length, const char *value, uint32_t size);
void tags_each(const Store *s, const Segment *seg, uint32_t game, TagTaker *each, void *taken);

#endif
