// SPDX-License-Identifier: Apache-2.0
// Parses tags into heads, and writes them again.
#include "game_tags.h"

#include <stdlib.h>

#include "../pgn/symbols.h"

// --- the values of a row -----------------------------------------------------------------------------

// The number at the beginning of a text; 0 for no digits, or too many.
static uint32_t number_of(const char *text, uint32_t most) {
    uint32_t number = 0;
    while (*text == ' ') text++;
    for (; is_digit(*text); text++) {
        number = 10 * number + (uint32_t)(*text - '0');
        if (number > most) return 0;
    }
    return number;
}

// Reads '2650', '1500?', and '1,500' with any separator of thousands; 0 for no digits, or too many.
static uint16_t elo_of(const char *text) {
    while (*text == ' ') text++;
    const bool is_cut = is_digit(text[0]) && (text[1] == ',' || text[1] == '.' || text[1] == ' ' || text[1] == '\'') &&
                        is_digit(text[2]) && is_digit(text[3]) && is_digit(text[4]) && !is_digit(text[5]);
    const uint32_t thousands = is_cut ? (uint32_t)(*text - '0') * 1000 : 0;
    return (uint16_t)(thousands + number_of(is_cut ? text + 2 : text, MOST_ELO));
}

// Reads one or two digits behind a separator; 0 if there are no such digits, or the number is more than `most`.
static uint32_t part_of(const char **at, uint32_t most) {
    if (!**at || !is_digit((*at)[1])) return 0;
    uint32_t part = (uint32_t)(*++*at - '0');
    if (is_digit(*++*at)) part = 10 * part + (uint32_t)(*(*at)++ - '0');
    return is_digit(**at) || part > most ? 0 : part;
}

// Reads '2026.11.27', '2026.11.??', '2026-11-27', '2026.5.3', '2026'.
static uint32_t date_of(const char *text) {
    for (int i = 0; i < 4; i++)
        if (!is_digit(text[i])) return 0;
    const uint32_t year = number_of(text, 9999);
    if (is_digit(text[4]) || year == 0) return 0;
    const char *at = text + 4;
    const uint32_t month = part_of(&at, 12), day = month ? part_of(&at, 31) : 0;
    return year << 9 | month << 5 | day;
}

// Reads 'B90', 'b90'.
static uint16_t eco_of(const char *text) {
    const char letter = (char)(text[0] & ~('a' - 'A'));
    if (letter < 'A' || letter > 'E' || !is_digit(text[1]) || !is_digit(text[2])) return 0;
    return (uint16_t)(1 + (letter - 'A') * 100 + (text[1] - '0') * 10 + text[2] - '0');
}

static TagKind kind_if(bool is, TagKind kind) { return is ? kind : OTHER_TAG; }

static TagKind kind_of(const char *name, uint32_t length) {
#define IS(text) (length == sizeof text - 1 && memcmp(name, text, sizeof text - 1) == 0)
    switch (length ? name[0] : 0) { // most tags are not among these
    case 'B': return IS("Black") ? BLACK_TAG : kind_if(IS("BlackElo"), BLACK_ELO_TAG);
    case 'D': return kind_if(IS("Date"), DATE_TAG);
    case 'E': return IS("Event") ? EVENT_TAG : kind_if(IS("ECO"), ECO_TAG);
    case 'F': return kind_if(IS("FEN"), FEN_TAG);
    case 'R': return IS("Round") ? ROUND_TAG : kind_if(IS("Result"), RESULT_TAG);
    case 'S': return kind_if(IS("Site"), SITE_TAG);
    case 'T': return kind_if(IS("TimeControl"), TIME_CONTROL_TAG);
    case 'U': return kind_if(IS("UTCDate"), UTC_DATE_TAG);
    case 'W': return IS("White") ? WHITE_TAG : kind_if(IS("WhiteElo"), WHITE_ELO_TAG);
    default: return OTHER_TAG;
    }
#undef IS
}

static char *put_number(char *at, uint32_t number, uint32_t digits) {
    for (uint32_t i = digits; i-- > 0; number /= 10) at[i] = (char)('0' + number % 10);
    return at + digits;
}

static char *put_part(char *at, uint32_t part) {
    *at++ = '.';
    if (part) return put_number(at, part, 2);
    *at++ = '?';
    *at++ = '?';
    return at;
}

static char *put_date(char *at, uint32_t date) {
    if (date) at = put_number(at, date >> 9, 4);
    for (int i = 0; !date && i < 4; i++) *at++ = '?';
    return put_part(put_part(at, date >> 5 & 15), date & 31);
}

static char *put_eco(char *at, uint32_t eco) {
    if (eco == 0) return at;
    *at++ = (char)('A' + (eco - 1) / 100);
    return put_number(at, (eco - 1) % 100, 2);
}

static char *put_elo(char *at, uint32_t elo) {
    if (elo == 0) return at;
    return put_number(at, elo, elo > 999 ? 4 : elo > 99 ? 3 : elo > 9 ? 2 : 1);
}

static const char *given(const Store *s, const Row *row, const Players *players, TagKind kind, char room[MOST_TAG_TEXT],
                         uint32_t *size) {
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2", "*"};
    const uint32_t *name = tags_name_in(kind, row, players);
    char *end;
    *size = 1;
    if (name) return *name ? names_get(&s->names, *name, size) : "?";
    switch (kind) {
    case RESULT_TAG: *size = (uint32_t)strlen(results[row->result]); return results[row->result];
    case FEN_TAG: return names_get(&s->names, row->start, size);
    case DATE_TAG:
    case UTC_DATE_TAG: end = put_date(room, row->date); break;
    case WHITE_ELO_TAG: end = put_elo(room, row->white_elo); break;
    case BLACK_ELO_TAG: end = put_elo(room, row->black_elo); break;
    case ECO_TAG: end = put_eco(room, row->eco); break;
    default: return NULL;
    }
    *size = (uint32_t)(end - room);
    return room;
}

const char *tags_given(const Store *s, const Row *row, const Players *players, const char *name, uint32_t length,
                       char room[MOST_TAG_TEXT], uint32_t *size) {
    return given(s, row, players, kind_of(name, length), room, size);
}

// --- reading -------------------------------------------------------------------------------------------

static bool is_unknown(const ReadTag *tag) { return tag->size == 1 && tag->value[0] == '?'; }

// The value as a name, which is added if new; UINT32_MAX if memory is exhausted.
static uint32_t value_of(Store *s, const ReadTag *tag) {
    return tag->id ? tag->id : names_add(&s->names, tag->value, tag->size);
}

static bool add_name(Store *s, ReadTag *tag, uint32_t *out) {
    tag->id = is_unknown(tag) ? 0 : value_of(s, tag);
    if (tag->id == UINT32_MAX) return false;
    *out = tag->id;
    return true;
}

static bool read_tag(Store *s, Head *head, ReadTag *tag) {
    Row *row = &head->row;
    switch (tag->kind) {
    case EVENT_TAG: return add_name(s, tag, &row->event);
    case SITE_TAG: return add_name(s, tag, &row->site);
    case ROUND_TAG: return add_name(s, tag, &row->round);
    case WHITE_TAG: return add_name(s, tag, &head->players.white);
    case BLACK_TAG: return add_name(s, tag, &head->players.black);
    case DATE_TAG: row->date = date_of(tag->value); return true;
    case WHITE_ELO_TAG: row->white_elo = elo_of(tag->value); return true;
    case BLACK_ELO_TAG: row->black_elo = elo_of(tag->value); return true;
    case ECO_TAG: row->eco = eco_of(tag->value); return true;
    case TIME_CONTROL_TAG: head->facts.speed = (uint8_t)speed_of(tag->value); return true;
    default: return true;
    }
}

// A tag has two bytes at least. In a shape it takes no more bytes than in the tags.
static bool reserve(TagRoom *room, uint32_t size) {
    if (size < room->capacity) return true;
    const size_t count = (size_t)size / 2 + 1;
    ReadTag *tags = realloc(room->tags, count * sizeof *tags);
    if (tags) room->tags = tags;
    uint32_t *words = tags ? realloc(room->words, count * sizeof *words) : NULL;
    if (words) room->words = words;
    char *shape = words ? realloc(room->shape, (size_t)size + 1) : NULL;
    if (!shape) return false;
    room->shape = shape;
    room->capacity = size + 1;
    return true;
}

// Whether the row gives this value.
static bool row_gives(const Store *s, const Head *head, const ReadTag *tag) {
    char room[MOST_TAG_TEXT];
    uint32_t size;
    if (tag->kind == OTHER_TAG) return false;
    const uint32_t *name = tags_name_in(tag->kind, &head->row, &head->players);
    if (name) return *name == tag->id && (tag->id || is_unknown(tag));
    const char *in_row = given(s, &head->row, &head->players, tag->kind, room, &size);
    return in_row && size == tag->size && memcmp(in_row, tag->value, size) == 0;
}

// Fills the words of a game from its row. `size` is that of the shape, which is known if it is the last game's.
static bool keep_tags(Store *s, TagRoom *room, Head *head, uint32_t count, uint32_t size, bool is_known) {
    uint32_t kept = 1;
    for (uint32_t i = 0; i < count; i++) {
        const ReadTag *tag = &room->tags[i];
        const char mark = row_gives(s, head, tag) ? TAG_GIVEN : TAG_KEPT;
        char *in_shape = &room->shape[tag->name - 1];
        if (*in_shape != mark) is_known = false;
        *in_shape = mark;
        if (mark == TAG_GIVEN) continue;
        const uint32_t value = value_of(s, tag);
        if (value == UINT32_MAX) return false;
        room->words[kept++] = value;
    }
    if (!is_known) room->words[0] = names_add(&s->names, room->shape, size);
    head->tags = room->words;
    head->tag_count = kept;
    return room->words[0] != UINT32_MAX;
}

// The date of a game without Date: some sites write only UTCDate. 0 if there is none.
static uint32_t utc_date_of(const TagRoom *room, uint32_t count) {
    uint32_t date = 0;
    for (uint32_t i = 0; i < count; i++)
        if (room->tags[i].kind == UTC_DATE_TAG) date = date_of(room->tags[i].value);
    return date;
}

// Whether a name is in a shape at this place, with the 0 behind it.
static bool is_there(const char *name, const char *in_shape) {
    while (*name && *name == *in_shape) name++, in_shape++;
    return *name == *in_shape;
}

// Whether the value becomes a name, except when the row gives it.
static bool is_name(const ReadTag *tag) {
    switch (tag->kind) {
    case DATE_TAG:
    case UTC_DATE_TAG:
    case RESULT_TAG:
    case WHITE_ELO_TAG:
    case BLACK_ELO_TAG:
    case ECO_TAG: return false;
    default: return true;
    }
}

static void find_values(const Store *s, TagRoom *room, uint32_t count) {
    NameText texts[NAMES_FOUND];
    ReadTag *tags[NAMES_FOUND];
    uint32_t wanted = 0;
    for (uint32_t i = 0; i < count; i++) {
        ReadTag *tag = &room->tags[i];
        tag->id = 0;
        if (wanted == NAMES_FOUND || !is_name(tag)) continue;
        tags[wanted] = tag;
        texts[wanted++] = (NameText){.text = tag->value, .length = tag->size};
    }
    names_find(&s->names, texts, wanted);
    for (uint32_t i = 0; i < wanted; i++) tags[i]->id = texts[i].name;
}

bool tags_read(Store *s, TagRoom *room, const NewGame *g, Head *head) {
    uint32_t count = 0, size = 0;
    bool is_known = true;
    *head = (Head){.row = {.plies = g->plies, .result = g->result, .variant = (uint8_t)g->variant}};
    head->facts.noted = g->noted;
    if (!reserve(room, g->tags_size)) return false;
    const uint32_t known = room->count;
    room->count = 0;
    for (const char *at = g->tags, *end = at + g->tags_size; at < end; count++) {
        ReadTag *tag = &room->tags[count];
        is_known = is_known && count < known && is_there(at, &room->shape[tag->name]);
        if (!is_known) {
            const uint32_t length = (uint32_t)strlen(at);
            memcpy(&room->shape[size + 1], at, length + 1);
            *tag = (ReadTag){.name = size + 1, .length = length, .kind = kind_of(at, length)};
        }
        tag->value = at + tag->length + 1;
        at = memchr(tag->value, 0, (size_t)(end - tag->value));
        tag->size = (uint32_t)(at++ - tag->value);
        size = tag->name + tag->length + 1;
    }
    find_values(s, room, count);
    for (uint32_t i = 0; i < count; i++)
        if (!read_tag(s, head, &room->tags[i])) return false;
    if (head->row.date == 0) head->row.date = utc_date_of(room, count);
    if (g->fen_length && (head->row.start = names_add(&s->names, g->fen, g->fen_length)) == UINT32_MAX) return false;
    if (!keep_tags(s, room, head, count, size, is_known && count == known && known > 0)) return false;
    room->count = count;
    return true;
}

void tags_free(TagRoom *room) {
    free(room->tags);
    free(room->words);
    free(room->shape);
    *room = (TagRoom){0};
}

// --- finding -------------------------------------------------------------------------------------------

// The tags of a shape, one after the other. A forged shape ends anywhere.
typedef struct {
    const char *at, *end;
    const char *name;
    uint32_t length, word; // word: index of the value, if it is kept
    bool is_kept;
} ShapeReader;

static ShapeReader tags_in(const Names *names, uint32_t shape) {
    uint32_t size;
    const char *at = names_get(names, shape, &size);
    return (ShapeReader){.at = at, .end = at + size};
}

static bool next_in_shape(ShapeReader *r) {
    if (r->at == r->end) return false;
    r->is_kept = *r->at++ == TAG_KEPT;
    r->word += r->is_kept;
    const char *zero = memchr(r->at, 0, (size_t)(r->end - r->at));
    const char *end = zero ? zero : r->end;
    r->name = r->at;
    r->length = (uint32_t)(end - r->at);
    r->at = zero ? end + 1 : end;
    return true;
}

uint32_t tags_place(const Names *names, uint32_t shape, const char *name, uint32_t length) {
    uint32_t place = TAG_MISSING;
    for (ShapeReader r = tags_in(names, shape); next_in_shape(&r);)
        if (r.length == length && memcmp(r.name, name, length) == 0)
            place = r.is_kept ? TAG_WORDS + r.word : TAG_IN_ROW;
    return place;
}

bool tag_choose(Tag *tag, const Names *names, const char *name, uint32_t length) {
    char *grown = realloc(tag->name, length + 1);
    if (!grown) return false;
    tag->name = grown;
    memcpy(tag->name, name, length);
    tag->length = length;
    tag->kind = kind_of(name, length);
    memset(tag->answers, 0, sizeof tag->answers);
    uint32_t *places = realloc(tag->places, (names->count + 1) * sizeof *places);
    if (!places) return false;
    memset(places, 0, (names->count + 1) * sizeof *places);
    tag->places = places;
    tag->place_count = names->count + 1;
    return true;
}

TagKind tags_kind(const char *name, uint32_t length) { return kind_of(name, length); }

uint32_t tag_find_place(Tag *tag, const Names *names, uint32_t shape) {
    tag->places[shape] = tags_place(names, shape, tag->name, tag->length);
    return tag->places[shape];
}

void tags_each(const Store *s, const Segment *seg, uint32_t game, TagTaker *each, void *taken) {
    const uint32_t count = segment_tag_count(seg, game);
    const uint32_t *words = count ? &seg->tags[seg->facts[game].tags] : NULL;
    for (ShapeReader r = tags_in(&s->names, count ? words[0] : 0); next_in_shape(&r);) {
        char room[MOST_TAG_TEXT];
        uint32_t size = 0;
        const char *value = NULL;
        if (r.is_kept && r.word < count) value = names_get(&s->names, words[r.word], &size);
        if (!r.is_kept) value = tags_given(s, &seg->rows[game], &seg->players[game], r.name, r.length, room, &size);
        if (value) each(taken, r.name, r.length, value, size);
    }
}
