// SPDX-License-Identifier: Apache-2.0
// Searches every reachable position, the ones that look nearest to a mate first: a single search finds helpmates
// quickly and, if it completes, proves that there is none.
//
// Positions are compared in full, never by a hash alone. A key has four bitboards: three encode the man on each
// square, the last its colour. Empty squares of the last one encode the side to move. Clocks are ignored.
#include <stdlib.h>
#include <string.h>

#include "dead_parts.h"

// Six words for the additional state of variants; four are enough for standard chess.
typedef struct {
    uint64_t words[6];
} Key;

typedef struct {
    Key key;
    uint32_t parent, next; // in `nodes`; next in the same bucket
    Move move;             // from the parent
} Node;

enum {
    BUCKETS = 256,
    NONE = 0xFFFFFFFF,
    FIRST_CAPACITY = 512,
    MOST_MAKES = 6,    // moves tried for each position of the budget, since moves take most of the time
    WALL_SHARE = 4,    // walls may use 1/WALL_SHARE of the budget,
    WALL_BUDGET = 256, // and each of them
};

typedef struct {
    Node *nodes;     // owned
    uint32_t *slots; // owned; open addressing, 2 * capacity of them
    uint32_t count, capacity;
    uint32_t buckets[BUCKETS]; // the newest node of each score
    int lowest;                // all buckets below it are empty
    size_t key_size;
    int32_t makes, walls;
    const Board *root; // borrowed
    Color us;
} Search;

static bool is_won(Status s, Color us) {
    return s == status_won(STATUS_CHECKMATE_WHITE, us) || (s >= STATUS_VARIANT && (s & 1) == (unsigned)us);
}

bool dead_has_won(const Board *b, Color us) {
    if (b->rules != STANDARD) return is_won(row_status(b, DRAWS_NONE, 1), us);
    return b->side != us && board_is_check(b) && !movegen_count(b);
}

// The first three bitboards are the bits of a code: bishop 1, rook 2, queen 3, pawn 4, knight 5, king 6. 7 is a
// rook that may castle or, in the middle of the board, a pawn that can be captured en passant.
static Key key_of(const Board *b) {
    Bitboard special = b->castling;
    if (b->en_passant != NO_SQUARE && board_en_passant_is_pseudo(b) && rules_en_passant_is_legal(b))
        special |= pawn_ahead(!b->side, bit(b->en_passant));
    const Bitboard black = b->color[BLACK];
    Key key = {{b->diagonal | b->knights | special, b->orthogonal | b->kings | special,
                b->pawns | b->knights | b->kings | special, b->side == BLACK ? ~black : black}};
    if (b->rules == STANDARD) return key;
    key.words[4] = b->promoted;
    key.words[5] = (uint64_t)b->checks[WHITE] << 2 | b->checks[BLACK];
    for (int i = 0; i < 10; i++) key.words[5] = key.words[5] << 6 | b->pocket[i / 5][i % 5];
    return key;
}

static Board board_of(const Key *key, const Board *root) {
    const Bitboard a = key->words[0], b = key->words[1], c = key->words[2], occupied = a | b | c;
    const Bitboard special = a & b & c, rights = special & (rank_mask(0) | rank_mask(7));
    const Color side = key->words[3] & ~occupied ? BLACK : WHITE;
    const Bitboard black = (side == BLACK ? ~key->words[3] : key->words[3]) & occupied;
    Board board = {.pawns = (c & ~a & ~b) | (special & ~rights),
                   .knights = c & a & ~b,
                   .diagonal = a & ~c,
                   .orthogonal = (b & ~c) | rights,
                   .kings = c & b & ~a,
                   .color = {occupied & ~black, black},
                   .castling = rights,
                   .side = (uint8_t)side,
                   .en_passant = (uint8_t)lsb_or_none(pawn_ahead(side, special & ~rights)),
                   .rules = root->rules,
                   .geometry = root->geometry};
    if (root->rules == STANDARD) return board;
    uint64_t rest = key->words[5];
    for (int i = 10; i-- > 0; rest >>= 6) board.pocket[i / 5][i % 5] = rest & 63;
    board.checks[BLACK] = rest & 3;
    board.checks[WHITE] = rest >> 2 & 3;
    board.promoted = key->words[4];
    return board;
}

// The slot of this position, or the free slot for it.
static uint32_t *slot_of(const Search *s, const Key *key) {
    const uint32_t mask = 2 * s->capacity - 1;
    uint64_t hash = key->words[4] ^ key->words[5];
    for (int i = 0; i < 4; i++) {
        hash = (hash ^ key->words[i]) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 29;
    }
    uint32_t i = (uint32_t)(hash >> 16) & mask;
    while (s->slots[i] != NONE && memcmp(&s->nodes[s->slots[i]].key, key, s->key_size) != 0) i = (i + 1) & mask;
    return &s->slots[i];
}

static bool grow(Search *s) {
    const uint32_t capacity = s->capacity ? 2 * s->capacity : FIRST_CAPACITY;
    uint32_t *slots = malloc(sizeof *slots * 2 * capacity);
    Node *nodes = slots ? realloc(s->nodes, capacity * sizeof *nodes) : NULL;
    if (!nodes) {
        free(slots);
        return false;
    }
    free(s->slots);
    s->nodes = nodes;
    s->slots = slots;
    s->capacity = capacity;
    memset(slots, 0xFF, sizeof *slots * 2 * capacity);
    for (uint32_t i = 0; i < s->count; i++) *slot_of(s, &nodes[i].key) = i;
    return true;
}

static int distance(Square a, Square b) {
    const int files = file_of(a) - file_of(b), ranks = rank_of(a) - rank_of(b);
    const int f = files < 0 ? -files : files, r = ranks < 0 ? -ranks : ranks;
    return f > r ? f : r;
}

// The distance to a corner or the diagonally opposite one, in steps along ranks and files.
static int distance_to_corner(Square s, Square corner) {
    const int near = (s ^ corner) & 7, up = (s ^ corner) >> 3;
    return near + up < 7 ? near + up : 14 - near - up;
}

// An estimate of the distance to a mate by `us`; less is nearer. It only orders the search: bare the other king,
// drive it into a corner, bring the own king near, get a queen.
static int score_of(const Board *b, Color us) {
    const Bitboard own = b->color[us], other = b->color[!us], majors = own & b->orthogonal;
    int score = 4 * popcount(other);
    if (b->rules != STANDARD) return score < BUCKETS ? score : BUCKETS - 1;
    const Square king = board_king(b, !us), helper = board_king(b, us);
    const int file = file_of(king), rank = rank_of(king);
    const int left = file < 4 ? file : 7 - file, low = rank < 4 ? rank : 7 - rank;
    Bitboard hits = king_attacks[helper];
    int corner = left + low;
    if (!majors) {
        int first = 6;
        while (first && !(own & b->pawns & rank_for(us, first))) first--;
        score += first ? 30 + 5 * (6 - first) : 60;
        // A few men must mate together, a bishop only on its colour.
        for (Bitboard men = own & b->knights; men;) hits |= knight_attacks[pop(&men)];
        for (Bitboard men = own & b->diagonal; men;) hits |= bishop_attacks(pop(&men), board_occupied(b));
        const Bitboard bishops = own & b->diagonal;
        if (bishops && !first) {
            const int dark = distance_to_corner(king, A1), light = distance_to_corner(king, H1);
            corner = !(bishops & ~DARK_SQUARES) ? dark : !(bishops & DARK_SQUARES) ? light : corner;
        }
    } else if (!(majors & b->diagonal)) {
        score += 8;
    }
    score += 3 * corner + 2 * distance(king, helper) + 2 * popcount(king_attacks[king] & ~other & ~hits);
    return score < BUCKETS ? score : BUCKETS - 1;
}

static void enqueue(Search *s, uint32_t node, int score) {
    s->nodes[node].next = s->buckets[score];
    s->buckets[score] = node;
    if (score < s->lowest) s->lowest = score;
}

// Removes and returns the position nearest to a mate; NONE if there are none left.
static uint32_t take(Search *s) {
    while (s->lowest < BUCKETS && s->buckets[s->lowest] == NONE) s->lowest++;
    if (s->lowest == BUCKETS) return NONE;
    const uint32_t node = s->buckets[s->lowest];
    s->buckets[s->lowest] = s->nodes[node].next;
    return node;
}

// Adds a new position to its slot. If it is proved that `us` cannot win from it, it is stored, so that it is
// recognised, but not searched. With `is_new` pawns or men, there may be a new wall.
static void add(Search *s, const Board *b, const Key *key, uint32_t *slot, Node from, bool is_new) {
    const uint32_t node = *slot = s->count++;
    s->nodes[node] = from;
    s->nodes[node].key = *key;
    if (is_new && s->walls > 0 && dead_wall_may_help(b, ANY_STEPS)) {
        int32_t budget = WALL_BUDGET;
        const CanWin answer = dead_wall(b, s->us, &budget);
        s->walls -= WALL_BUDGET - budget;
        if (answer == CAN_WIN_NO) return;
    }
    enqueue(s, node, score_of(b, s->us));
}

// Copies the moves that lead to `node`, then `last`. False if memory is exhausted.
static bool copy_line(const Search *s, uint32_t node, Move last, Move **line, int *count) {
    int length = 1;
    for (uint32_t i = node; i; i = s->nodes[i].parent) length++;
    Move *moves = malloc((size_t)length * sizeof *moves);
    if (!moves) return false;
    *count = length;
    *line = moves;
    moves[--length] = last;
    for (uint32_t i = node; i; i = s->nodes[i].parent) moves[--length] = s->nodes[i].move;
    return true;
}

static CanWin expand(Search *s, uint32_t node, int32_t *budget, Move **line, int *count) {
    Move list[MAX_MOVES];
    const Board b = board_of(&s->nodes[node].key, s->root);
    const int moves = rules_list(&b, list);
    for (int i = 0; i < moves; i++) {
        if (--s->makes < 0) return CAN_WIN_UNKNOWN;
        if (s->count == s->capacity && !grow(s)) return CAN_WIN_UNKNOWN;
        Board child = b;
        rules_play(&child, list[i]);
        const Key key = key_of(&child);
        uint32_t *slot = slot_of(s, &key);
        if (*slot != NONE) continue;
        if (dead_has_won(&child, s->us))
            return !line || copy_line(s, node, list[i], line, count) ? CAN_WIN_YES : CAN_WIN_UNKNOWN;
        if (!material_can_mate(&child, s->us)) continue;
        if (--*budget < 0) return CAN_WIN_UNKNOWN;
        const bool is_new = (b.pawns & bit(move_from(list[i]))) || (board_occupied(&b) & bit(move_to(list[i])));
        add(s, &child, &key, slot, (Node){.parent = node, .move = list[i]}, is_new);
    }
    return CAN_WIN_NO;
}

CanWin dead_search(const Board *b, Color us, int32_t *budget, Move **line, int *count) {
    Search s = {.us = us, .root = b, .lowest = BUCKETS, .makes = MOST_MAKES * *budget, .walls = *budget / WALL_SHARE};
    s.key_size = b->rules == STANDARD ? 4 * sizeof(uint64_t) : sizeof(Key);
    memset(s.buckets, 0xFF, sizeof s.buckets);
    if (!grow(&s)) return CAN_WIN_UNKNOWN;
    const Key key = key_of(b);
    add(&s, b, &key, slot_of(&s, &key), (Node){.move = NO_MOVE}, false);
    CanWin answer = CAN_WIN_NO;
    for (uint32_t node; answer == CAN_WIN_NO && (node = take(&s)) != NONE;)
        answer = expand(&s, node, budget, line, count);
    free(s.nodes);
    free(s.slots);
    return answer;
}
