// SPDX-License-Identifier: Apache-2.0
// Any bytes as PGN into a database, and a query made from the first of them: games found by replaying all are among
// the candidates, with and without postings; games leave a repertoire of their positions where a comparison with each
// says; a file restores everything, and a truncated or changed one is refused.
#include <stdlib.h>
#include <string.h>

#include "../c/database_store.h"
#include "database/double_groups.h"
#include "database/file.h"
#include "database/import.h"
#include "database/postings.h"
#include "database/query.h"
#include "database/repertoire.h"
#include "fuzz.h"

enum { SEGMENT_GAMES = 64, QUERY_BYTES = 48, LEVELS = 3, MOST_GAMES = 4 * SEGMENT_GAMES };

static const char GAMES[] =
    "[White \"A\"]\n[WhiteElo \"2400\"]\n[Date \"2001.02.03\"]\n[Result \"1-0\"]\n\n"
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0\n\n"
    "[FEN \"8/P6k/8/8/8/8/p6K/8 w - - 0 1\"]\n\n1. a8=Q a1=N 2. Qxa1 *\n\n"
    "[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Qxe4+ 4. Be2 P@f3 *\n\n"
    "[Variant \"Chess960\"]\n[FEN \"bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRQNB w KQkq - 0 "
    "1\"]\n\n1. e4 e5 2. f4 exf4 *\n\n"
    "1. e4 c5 2. e5 d5 3. exd6 Kd7 4. -- Kc6 1/2-1/2\n\n"
    // More plies than postings cover.
    "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 "
    "Nc3 Nc6 Nd5 Nd4 Nxe7 Bxe7 e4 d5 exd5 *\n\n";

static Import import;
// --- queries ---------------------------------------------------------------------------------------

// A position of the games, chosen by the input.
static Board position_in(Input *in, const Store *s) {
    const Segment *seg = &s->segments[take_byte(in) % s->segment_count];
    const Row *row = &seg->rows[take_byte(in) % seg->games];
    const uint32_t plies = row->plies ? take_byte(in) % (row->plies + 1) : 0;
    Board b;
    store_start(s, row, &b);
    for (uint32_t ply = 0; ply < plies; ply++) store_play(&b, seg->moves[row->moves + ply]);
    return b;
}

static void put_set(uint32_t *words, uint64_t set) {
    words[0] = (uint32_t)set;
    words[1] = (uint32_t)(set >> 32);
}

// Writes a node and returns its size.
static uint32_t write_node(Input *in, const Store *s, Query *q, uint32_t *node, uint32_t *positions, int level) {
    const uint32_t op = take_byte(in) % (level < LEVELS ? 9 : 4);
    const Board b = position_in(in, s);
    Men men;
    men_of(&b, &men);
    uint32_t size = 2;
    node[0] = op;
    switch (op) {
    case QUERY_POSITION: {
        q->positions[*positions] = b;
        men_of(&b, &q->men[*positions]);
        const uint8_t ignored = take_byte(in);
        q->ignored[*positions] = ignored & 8 ? ignored & 7 : 0;
        node[size++] = (*positions)++;
        break;
    }
    case QUERY_BOARD: {
        const uint64_t some = take_byte(in) * 0x0101010101010101ull & take_byte(in) * 0x8040201008040201ull;
        for (Square at = 0; at < 64; at++)
            if (some >> at & 1) node[size++] = (uint32_t)at | (uint32_t)men.at[at] << 8;
        if (size == 2) node[size++] = (uint32_t)men.at[0] << 8;
        break;
    }
    case QUERY_MATERIAL: {
        uint8_t *counts = (uint8_t *)(node + size);
        for (int man = 0; man < NOBODY; man++) counts[man] = counts[(man + 6) % NOBODY + NOBODY] = men.counts[man];
        size += 2 * NOBODY / sizeof *node;
        break;
    }
    case QUERY_MOVE:
        for (int set = 0; set < 7; set++) // sets of men, then the others
            node[size++] = (take_byte(in) | (take_byte(in) & 1 ? 0x1fff : (uint32_t)take_byte(in) << 8)) &
                           (set == 0 ? 0xfff : 0x1fff);
        for (int set = 0; set < 2; set++, size += 2) {
            const uint64_t files = take_byte(in) * 0x0101010101010101ull;
            put_set(node + size, take_byte(in) & 1 ? ~0ull : files);
        }
        break;
    default: {
        if (op == QUERY_THEN || op == QUERY_STREAK) node[size++] = 0;
        const int count = op == QUERY_NOT ? 1 : 1 + take_byte(in) % 3;
        for (int i = 0; i < count; i++) size += write_node(in, s, q, node + size, positions, level + 1);
        break;
    }
    }
    return node[1] = size;
}

typedef struct {
    int32_t plies[MOST_GAMES]; // -1: not found
    uint32_t next[MOST_GAMES];
} Found;

static void find_all(Store *s, Query *q, Found *found) {
    uint64_t bits[SEGMENT_GAMES / 64];
    uint32_t game = 0;
    for (uint32_t i = 0; i < s->segment_count; i++) {
        const Segment *seg = &s->segments[i];
        LAW(query_candidates(s, seg, q, bits));
        for (uint32_t local = 0; local < seg->games && game < MOST_GAMES; local++, game++) {
            QueryHit hit;
            found->plies[game] = query_find(s, seg, local, q, &hit) ? (int32_t)hit.ply : -1;
            if (found->plies[game] >= 0) found->next[game] = hit.next;
            LAW(found->plies[game] < 0 || bits[local / 64] >> local % 64 & 1);
            LAW(found->plies[game] <= (int32_t)seg->rows[local].plies);
        }
    }
    for (; game < MOST_GAMES; game++) found->plies[game] = -1;
}

static void check_same(const Found *a, const Found *b) {
    for (uint32_t game = 0; game < MOST_GAMES; game++) {
        LAW(a->plies[game] == b->plies[game]);
        LAW(a->plies[game] < 0 || a->next[game] == b->next[game]);
    }
}

// --- repertoires -----------------------------------------------------------------------------------

enum { REPERTOIRE = 70 }; // more than the first table has space for

static void check_leaves(const Store *s) {
    Repertoire r = {0};
    static Board boards[REPERTOIRE];
    uint32_t count = 0;
    const Segment *first = &s->segments[0];
    for (uint32_t game = 0; game < first->games; game++) {
        const Row *row = &first->rows[game];
        Board b;
        store_start(s, row, &b);
        for (uint32_t ply = 0; ply < row->plies && count < REPERTOIRE; ply++) {
            if (ply % 3 == game % 3) {
                const uint32_t number = repertoire_add(&r, &b);
                uint32_t known = 0;
                while (known < count && !rules_same_position(&boards[known], &b, 0)) known++;
                LAW(number == known);
                if (known == count) boards[count++] = b;
            }
            store_play(&b, first->moves[row->moves + ply]);
        }
    }
    for (uint32_t i = 0; i < s->segment_count; i++) {
        const Segment *seg = &s->segments[i];
        for (uint32_t game = 0; game < seg->games; game++) {
            const Row *row = &seg->rows[game];
            RepertoireHit hit, expected = {UINT32_MAX, 0};
            Board b;
            store_start(s, row, &b);
            for (uint32_t ply = 0; ply <= row->plies; ply++) {
                const uint32_t next = ply < row->plies ? seg->moves[row->moves + ply] : (uint32_t)QUERY_END;
                for (uint32_t known = 0; known < count; known++)
                    if (rules_same_position(&boards[known], &b, 0)) expected = (RepertoireHit){known, next};
                if (ply < row->plies) store_play(&b, seg->moves[row->moves + ply]);
            }
            const bool found = repertoire_leave(&r, s, seg, game, &hit);
            LAW(found == (expected.position != UINT32_MAX));
            LAW(!found || (hit.position == expected.position && hit.next == expected.next && r.reached[hit.position]));
        }
    }
    repertoire_free(&r);
}

// --- doubles ---------------------------------------------------------------------------------------

// Folds names as they are. Returns whether games wait for them.
static bool fold_names(PlayerNames *players, const Names *names) {
    const bool wanted = players->wanted[0] != 0;
    for (uint32_t name; (name = player_names_unfolded(players, names));) {
        uint32_t length;
        const char *text = names_get(names, name, &length);
        LAW(player_names_fold(players, names, name, text, length));
    }
    return wanted;
}

// Whether game `a` of two is the first one of a group that game `b` may be in.
static bool may_lead(const Compared *a, uint32_t first, const Compared *b, uint32_t other) {
    const bool is_before = a->row->plies > b->row->plies || (a->row->plies == b->row->plies && first < other);
    return is_before && doubles_agree(a, b) && doubles_continues(a, b);
}

// Groups are those that comparing all games with each other gives.
static void check_groups(Doubles *d, const Store *s) {
    static Compared games[MOST_GAMES];
    uint32_t numbers[MOST_GAMES], first[MOST_GAMES];
    GroupedGame groups[MOST_GAMES];
    const uint32_t count = games_of(s) < MOST_GAMES ? games_of(s) : MOST_GAMES;
    bool is_done[MOST_GAMES] = {false};
    do {
        for (uint32_t i = 0; i < count; i++) numbers[i] = count - 1 - i;
    } while (double_groups_find(d, s, numbers, count, groups) == DOUBLES_UNFOLDED &&
             fold_names(&d->players, &s->names));
    for (uint32_t i = 0; i < count; i++) LAW(doubles_compared(d, s, i, &games[i]) == DOUBLES_DONE);
    for (uint32_t round = 0; round < count; round++) { // the longest game that is left, then the first one
        uint32_t next = count;
        for (uint32_t i = 0; i < count; i++)
            if (!is_done[i] && (next == count || games[i].row->plies > games[next].row->plies)) next = i;
        is_done[next] = true;
        first[next] = next;
        for (uint32_t i = 0; i < count; i++) {
            const bool is_first =
                i != next && is_done[i] && first[i] == i && may_lead(&games[i], i, &games[next], next);
            const uint32_t best = first[next];
            if (is_first && (best == next || games[i].row->plies > games[best].row->plies ||
                             (games[i].row->plies == games[best].row->plies && i < best)))
                first[next] = i;
        }
        LAW(groups[count - 1 - next].first == first[next]);
    }
}

static void free_doubles(Doubles *d) {
    doubles_forget(d);
    free(d->slots);
    free(d->links);
    free(d->removed);
    free(d->sources);
    free(d->beaten);
    memset(d, 0, sizeof *d);
}

// --- files -----------------------------------------------------------------------------------------

// Copies all games of `s` to another store, through files.
static void copy_store(const Store *s, Store *copy, Input *in) {
    store_init(copy, SEGMENT_GAMES);
    for (uint32_t i = 0; i < s->segment_count; i++) {
        uint32_t size = 0;
        char *room = file_bytes(s, i, 0, &size);
        LAW(room);
        const uint32_t games = games_of(copy), at = (take_byte(in) | (uint32_t)take_byte(in) << 8) % size;
        const char bit = (char)(1 << take_byte(in) % 8);
        room[at] ^= bit;
        LAW(file_read(copy, room, size, false, NULL) == FILE_DAMAGED);
        room[at] ^= bit;
        LAW(file_read(copy, room, at, false, NULL) == FILE_DAMAGED && games_of(copy) == games);
        LAW(file_read(copy, room, size, take_byte(in) & 1, NULL) == (int32_t)s->segments[i].games);
        free(room);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Query query;
    static Found replayed, indexed, copied;
    if (size < QUERY_BYTES || size > 1 << 14) return 0;
    Input in = {data, data + QUERY_BYTES};
    Store store, copy;
    store_init(&store, SEGMENT_GAMES);
    if (size & 1) store.posted_plies = ALL_PLIES;
    import.dedupe = DEDUPE_NONE;
    import_games(&import, &store, GAMES, 0, sizeof GAMES - 1, PGN_LAST | PGN_FIRST | PGN_MAIN_LINE);
    LAW(games_of(&store) == 6);
    const uint32_t length = (uint32_t)size - QUERY_BYTES;
    char *text = malloc(length + 1);
    memcpy(text, data + QUERY_BYTES, length);
    for (int round = 0; round < 12; round++)
        import_games(&import, &store, text, 0, length, PGN_LAST | PGN_FIRST | PGN_MAIN_LINE);

    uint32_t positions = 0;
    const uint32_t words = write_node(&in, &store, &query, query.words, &positions, 1);
    LAW(query_check(&query, words));
    find_all(&store, &query, &replayed);
    for (uint32_t i = 0; i < store.segment_count; i++) LAW(postings_make(&store, &store.segments[i]));
    find_all(&store, &query, &indexed);
    check_same(&replayed, &indexed);
    check_leaves(&store);
    copy_store(&store, &copy, &in);
    find_all(&copy, &query, &copied);
    check_same(&replayed, &copied);

    // All of them are doubles.
    const uint32_t games = games_of(&store);
    for (import.dedupe = DEDUPE_EQUAL; import.dedupe <= DEDUPE_BETTER; import.dedupe++) do
            import_games(&import, &store, text, 0, length, PGN_LAST | PGN_FIRST | PGN_MAIN_LINE);
        while (fold_names(&import.known.players, &store.names));
    LAW(games_of(&store) == games && import.known.beaten_count == 0);
    check_groups(&import.known, &store);
    free_doubles(&import.known);
    free(text);
    free_store(&store);
    free_store(&copy);
    return 0;
}
