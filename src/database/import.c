// SPDX-License-Identifier: Apache-2.0
// Reads PGN games, checks that tags are UTF-8, and adds them to the store.
#include "import.h"

#include <stdlib.h>

// The length of the UTF-8 character at a byte above 127; 0 if it is invalid. RFC 3629.
static uint32_t character_length(const unsigned char *at, const unsigned char *end) {
    const uint32_t first = *at, length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (length == 0 || end - at < (int)length) return 0;
    for (uint32_t i = 1; i < length; i++)
        if ((at[i] & 0xC0) != 0x80) return 0;
    const bool is_long = (first == 0xE0 && at[1] < 0xA0) || (first == 0xF0 && at[1] < 0x90);
    const bool is_none = (first == 0xED && at[1] > 0x9F) || (first == 0xF4 && at[1] > 0x8F);
    return is_long || is_none ? 0 : length;
}

static bool is_utf8(const char *text, uint32_t length) {
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    while (at < end) {
        uint64_t eight;
        while (end - at >= 8 && (memcpy(&eight, at, 8), !(eight & 0x8080808080808080ull))) at += 8;
        while (at < end && *at < 0x80) at++;
        if (at == end) return true;
        const uint32_t taken = character_length(at, end);
        if (taken == 0) return false;
        at += taken;
    }
    return true;
}

const Move *import_copy_moves(Import *im, const uint32_t *words, uint32_t count) {
    if (count > im->move_capacity || !im->moves) {
        Move *grown = realloc(im->moves, (2 * (size_t)count + 512) * sizeof *grown);
        if (!grown) return NULL;
        im->moves = grown;
        im->move_capacity = 2 * count + 512;
    }
    for (uint32_t i = 0; i < count; i++) im->moves[i] = (Move)words[i];
    return im->moves;
}

_Static_assert((int)DOUBLES_NO_MEMORY == IMPORT_NO_MEMORY && (int)DOUBLES_LEFT_OUT == IMPORT_DOUBLE &&
                   (int)DOUBLES_UNFOLDED == IMPORT_UNFOLDED,
               "results");

// `begin` is the offset of the game's text, which has `length` bytes, relative to the import's offset.
static ImportResult add_game(Import *im, Store *s, const NewGame *g, const Move *moves, uint32_t begin,
                             uint32_t length) {
    const uint64_t offset = im->offset + begin;
    const Place place = {(uint32_t)offset, im->source << 8 | (uint32_t)(offset >> 32), length};
    Head head;
    Board start;
    if (!tags_read(s, &im->tags, g, &head)) return IMPORT_NO_MEMORY;
    const uint32_t beaten = im->known.beaten_count;
    if (im->dedupe) {
        const DoublesResult result = doubles_judge(&im->known, s, im->dedupe, &head, moves, im->source != 0);
        if (result != DOUBLES_DONE) return (ImportResult)result;
    }
    store_start(s, &head.row, &start);
    const bool is_added = store_place(s, &head, &start, moves, im->source ? &place : NULL) != UINT32_MAX;
    if (is_added && doubles_remove_beaten(&im->known, beaten)) return IMPORT_ADDED;
    im->known.beaten_count = beaten;
    return IMPORT_NO_MEMORY;
}

static bool add_read(Import *im, Store *s, uint32_t at, uint32_t length) {
    char fen[MAX_FEN];
    Writer w = writer_of(fen, sizeof fen);
    const PgnReader *r = &im->reader;
    if (r->facts.has_start) fen_write(&w, &r->start, EN_PASSANT_ALWAYS, CASTLING_XFEN);
    const NewGame game = {
        .tags = r->tree.text,
        .fen = fen,
        .tags_size = r->facts.tags_size,
        .fen_length = r->facts.has_start ? (uint32_t)writer_length(&w) : 0,
        .plies = r->facts.plies,
        .variant = r->facts.variant,
        .result = (uint8_t)(r->facts.result ? r->facts.result : r->tags.result),
        .noted = pgn_is_noted(r),
    };
    const Move *moves = import_copy_moves(im, r->tree.words, game.plies);
    const uint32_t begin = r->facts.begin;
    const ImportResult result = moves ? add_game(im, s, &game, moves, at + begin, length - begin) : IMPORT_NO_MEMORY;
    return result == IMPORT_ADDED || result == IMPORT_DOUBLE;
}

ImportResult import_add(Import *im, Store *s, const NewGame *g, const Move *moves, uint32_t length) {
    return add_game(im, s, g, moves, 0, length);
}

uint32_t import_games(Import *im, Store *s, const char *text, uint32_t at, uint32_t end, uint32_t flags) {
    PgnReader *r = &im->reader;
    r->default_variant = STANDARD;
    for (im->games = 0; at < end; im->games++) {
        const uint32_t length = pgn_read(r, text + at, end - at, flags);
        if (length == UINT32_MAX || r->facts.state != PGN_COMPLETE || r->facts.error_count) break;
        if (!is_utf8(r->tree.text, r->facts.tags_size) || !add_read(im, s, at, length)) break;
        at += length;
        flags &= ~(uint32_t)PGN_FIRST;
    }
    return at;
}
