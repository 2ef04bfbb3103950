// SPDX-License-Identifier: Apache-2.0
// Doubles: games of the same players from the same start, of the same year or without one, whose months, days and
// results do not differ where both are known, and whose moves are equal, or the moves of one, DOUBLES_PLIES or more,
// begin those of the other. New games are compared with those of a store by a hash table, built on first use: games
// with equal players, starts, years and first moves have one place in it, where a tree has them by their moves. So the
// games that a new one continues, or that continue it, are found without reading the others.
#ifndef DATABASE_DOUBLES_H
#define DATABASE_DOUBLES_H

#include "player_names.h"
#include "store.h"

enum { DOUBLES_PLIES = 20 };

// A game as others are compared with it. Borrowed, valid until games are added.
typedef struct {
    uint32_t white, black; // players
    uint32_t start;        // name; 0: its variant's own start
    const Row *row;
    const Move *moves;
    bool is_noted; // has variations, comments or glyphs in a text that is kept
} Compared;

// Which games are left out.
typedef enum {
    DEDUPE_NONE,
    DEDUPE_EQUAL,  // doubles with equal moves
    DEDUPE_BETTER, // doubles, the better of which stays
} Dedupe;

// A node of a tree. The trees are splay trees (Sleator and Tarjan, 1985): nothing but the links, and no input for which
// many searches are slow.
typedef struct {
    uint32_t hash;
    uint32_t before, after; // 1 + the game of the node below, with lower or higher keys; 0: none
    uint32_t same;          // 1 + the next game with these moves, which has no node of its own; 0: none
} DoublesLink;

typedef struct {
    Dedupe kind;           // for which the table is
    uint32_t *slots;       // owned, like the others; by hash: 1 + the game at the top of a tree
    DoublesLink *links;    // by game
    uint32_t places;       // a power of two
    uint32_t games;        // the number of the store's games in the table
    uint32_t capacity;     // of `links`
    uint32_t *removed;     // a bit for each game that is not compared
    uint32_t bit_words;    // of `removed`; games beyond them are compared
    uint32_t *sources;     // a bit for each source whose texts can be read
    uint32_t source_words; // of `sources`; sources beyond them can be read
    uint32_t *beaten;      // games that new games have replaced
    uint32_t beaten_count, beaten_capacity;
    PlayerNames players;
} Doubles;

typedef enum { DOUBLES_NO_MEMORY, DOUBLES_DONE, DOUBLES_LEFT_OUT, DOUBLES_UNFOLDED } DoublesResult;

// Sets the games that are not compared: one bit each, the lowest first. False if memory is exhausted.
bool doubles_without(Doubles *d, const uint32_t *removed, uint32_t words);

// Sets the sources whose texts can be read. False if memory is exhausted.
bool doubles_set_sources(Doubles *d, const uint32_t *sources, uint32_t words);

// Forgets players and the table.
void doubles_forget(Doubles *d);

// Compares a new game, with the head of tags_read(), with all games of the store. DOUBLES_LEFT_OUT: it is not to be
// added. Otherwise the games that it replaces are added to `beaten`. DOUBLES_UNFOLDED: a name is to be folded first.
DoublesResult doubles_judge(Doubles *d, const Store *s, Dedupe kind, const Head *head, const Move *moves, bool is_kept);

// The games of `beaten` from `from` on do not count any more. False if memory is exhausted.
bool doubles_remove_beaten(Doubles *d, uint32_t from);

// A game of the store. DOUBLES_UNFOLDED, DOUBLES_NO_MEMORY or DOUBLES_DONE.
DoublesResult doubles_compared(Doubles *d, const Store *s, uint32_t game, Compared *out);

// Equal for all doubles of a game; with DEDUPE_EQUAL only for those with equal moves.
uint64_t doubles_hash(const Compared *game, Dedupe kind);

// Whether games are doubles if their moves are.
bool doubles_agree(const Compared *a, const Compared *b);

// The number of moves from the start on that are equal.
uint32_t doubles_common(const Compared *a, const Compared *b);

// Whether the moves of `a` are those of `b` and possibly more.
bool doubles_continues(const Compared *a, const Compared *b);

// Whether only `a` is to be kept, which continues `b`.
INLINE bool doubles_beats(const Compared *a, const Compared *b) { return a->is_noted || !b->is_noted; }

uint32_t doubles_bytes(const Doubles *d);

#endif
