// SPDX-License-Identifier: Apache-2.0
// Implements the slow model, and compares every answer of the exported functions with it.
#include "slow_game.h"

#include <ctype.h>
#include <string.h>

#include "api.h"
#include "boundary.h"
#include "error.h"
#include "reference.h"
#include "zobrist_keys.h"

enum { MOST_PLIES = 300, MOST_CALLS = 400, MOST_COUNTED = 65535 };

#define HOLDS(condition)                     \
    do {                                     \
        if (!(condition)) return #condition; \
    } while (0)

typedef struct {
    Reference board;
    int clock, number;
} SlowPosition;

typedef struct {
    SlowPosition at[MOST_PLIES + 1];
    Move moves[MOST_PLIES]; // NO_MOVE is a null move
    int ply, total;
    int draws;       // DrawMode
    int32_t result;  // by claim or by hand
    int32_t variant; // STANDARD or CHESS960
} SlowGame;

static const SlowPosition *now(const SlowGame *g) { return &g->at[g->ply]; }

// --- the laws --------------------------------------------------------------------------------------

static bool en_passant_is_legal(const Reference *r) {
    Move list[MAX_MOVES];
    if (r->en_passant < 0) return false;
    for (int i = reference_moves(r, list) - 1; i >= 0; i--)
        if (list[i] >> 12 == MOVE_EN_PASSANT) return true;
    return false;
}

// FIDE 9.2.3: the same side to move, the same men on the same squares, and the same possible moves.
static bool repeats(const Reference *a, const Reference *b) {
    Reference x = *a, y = *b;
    if (!en_passant_is_legal(a)) x.en_passant = -1;
    if (!en_passant_is_legal(b)) y.en_passant = -1;
    return reference_equals(&x, &y);
}

static int occurrences_of(const SlowGame *g) {
    int count = 0;
    for (int i = 0; i <= g->ply; i++) count += repeats(&g->at[i].board, &now(g)->board);
    return count;
}

// Bare kings, one knight, or bishops on squares of one colour.
static bool nobody_can_mate(const Reference *r) {
    int knights = 0, bishops[2] = {0, 0};
    for (int s = 0; s < 64; s++) {
        const char type = (char)toupper(r->square[s]);
        if (type == 'P' || type == 'R' || type == 'Q') return false;
        knights += type == 'N';
        if (type == 'B') bishops[(s / 8 + s % 8) % 2]++;
    }
    if (knights) return knights == 1 && !bishops[0] && !bishops[1];
    return !bishops[0] || !bishops[1];
}

static int32_t status_by_rule(const SlowGame *g) {
    Move list[MAX_MOVES];
    const SlowPosition *p = now(g);
    const bool automatic = g->draws == DRAWS_AUTOMATIC;
    if (!reference_moves(&p->board, list)) {
        if (!reference_in_check(&p->board, p->board.white)) return STATUS_STALEMATE;
        return p->board.white ? STATUS_CHECKMATE_BLACK : STATUS_CHECKMATE_WHITE;
    }
    if (g->draws == DRAWS_NONE) return STATUS_CONTINUE;
    if (p->clock >= (automatic ? 100 : 150)) return automatic ? STATUS_RULE50 : STATUS_RULE75;
    if (nobody_can_mate(&p->board)) return STATUS_INSUFFICIENT_MATERIAL;
    if (occurrences_of(g) >= (automatic ? 3 : 5))
        return automatic ? STATUS_THREEFOLD_REPETITION : STATUS_FIVEFOLD_REPETITION;
    return STATUS_CONTINUE;
}

static int32_t status_now(const SlowGame *g) { return g->result ? g->result : status_by_rule(g); }

static int32_t claimable_now(const SlowGame *g) {
    if (status_now(g) || g->draws != DRAWS_CLAIM) return 0;
    return (occurrences_of(g) >= 3 ? CLAIM_THREEFOLD : 0) | (now(g)->clock >= 100 ? CLAIM_RULE50 : 0);
}

// --- making moves ----------------------------------------------------------------------------------

static int counted(int n) { return n < MOST_COUNTED ? n + 1 : n; }

static void play(SlowGame *g, Move m) {
    const SlowPosition before = *now(g);
    SlowPosition *after = &g->at[g->ply + 1];
    const int from = m & 63, to = m >> 6 & 63;
    const bool castles = m >> 12 == MOVE_CASTLE, pawn = toupper(before.board.square[from]) == 'P';
    after->board = reference_make(&before.board, m);
    after->clock = pawn || (!castles && before.board.square[to] != '.') ? 0 : counted(before.clock);
    after->number = before.board.white ? before.number : counted(before.number);
    g->moves[g->ply++] = m;
    g->total = g->ply;
    g->result = STATUS_CONTINUE;
}

static void pass(SlowGame *g) {
    SlowPosition *after = &g->at[g->ply + 1];
    *after = *now(g);
    if (!after->board.white) after->number = counted(after->number);
    after->clock = counted(after->clock);
    after->board.white = !after->board.white;
    after->board.en_passant = -1;
    g->moves[g->ply++] = NO_MOVE;
    g->total = g->ply;
    g->result = STATUS_CONTINUE;
}

static bool has_null_move(const SlowGame *g) {
    for (int i = 0; i < g->ply; i++)
        if (g->moves[i] == NO_MOVE) return true;
    return false;
}

// --- answers of the model --------------------------------------------------------------------------

// A move as it crosses the boundary: castling as the king's squares, in Chess960 as king takes rook.
static uint16_t packed_of(const SlowGame *g, Move m) {
    const int from = m & 63, to = m >> 6 & 63, kind = m >> 12;
    if (kind >= MOVE_PROMOTE_KNIGHT && kind <= MOVE_PROMOTE_QUEEN) return m;
    if (kind == MOVE_CASTLE && g->variant == STANDARD) return (uint16_t)(from | (to > from ? from + 2 : from - 2) << 6);
    return m & 0xFFF;
}

static uint64_t hash_of(const Reference *r) {
    static const char men[] = "pPnNbBrRqQkK";
    uint64_t hash = r->white ? zobrist_keys[780] : 0;
    for (int s = 0; s < 64; s++)
        if (r->square[s] != '.') hash ^= zobrist_keys[64 * (strchr(men, r->square[s]) - men) + s];
    for (int i = 0; i < 4; i++)
        if (r->rook[i / 2][i % 2] >= 0) hash ^= zobrist_keys[768 + i];
    if (r->en_passant < 0) return hash;
    const int file = r->en_passant % 8, beside = r->en_passant + (r->white ? -8 : 8);
    const char pawn = r->white ? 'P' : 'p';
    const bool left = file > 0 && r->square[beside - 1] == pawn, right = file < 7 && r->square[beside + 1] == pawn;
    return left || right ? hash ^ zobrist_keys[772 + file] : hash;
}

static char *write_number_at(char *out, int n) {
    if (n >= 10) out = write_number_at(out, n / 10);
    *out = (char)('0' + n % 10);
    return out + 1;
}

// The FEN with castling as in Shredder-FEN and every en passant square.
static size_t fen_text(const SlowPosition *p, char *out) {
    const char *start = out;
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            const char man = p->board.square[rank * 8 + file];
            if (man == '.') {
                empty++;
                continue;
            }
            if (empty) *out++ = (char)('0' + empty);
            empty = 0;
            *out++ = man;
        }
        if (empty) *out++ = (char)('0' + empty);
        if (rank) *out++ = '/';
    }
    *out++ = ' ';
    *out++ = p->board.white ? 'w' : 'b';
    *out++ = ' ';
    const char *rights = out;
    for (int i = 0; i < 4; i++)
        if (p->board.rook[i / 2][i % 2] >= 0) *out++ = (char)((i < 2 ? 'A' : 'a') + p->board.rook[i / 2][i % 2] % 8);
    if (out == rights) *out++ = '-';
    *out++ = ' ';
    if (p->board.en_passant < 0) {
        *out++ = '-';
    } else {
        *out++ = (char)('a' + p->board.en_passant % 8);
        *out++ = (char)('1' + p->board.en_passant / 8);
    }
    *out++ = ' ';
    out = write_number_at(out, p->clock);
    *out++ = ' ';
    return (size_t)(write_number_at(out, p->number) - start);
}

// --- comparing -------------------------------------------------------------------------------------

// The same set of moves, in any order.
static const char *check_moves(const SlowGame *g, int32_t game, bool over) {
    Move list[MAX_MOVES];
    uint16_t listed[MAX_MOVES];
    const int expected = over ? 0 : reference_moves(&now(g)->board, list);
    const int32_t count = binbo_game_legal_moves(game, BINBO_LIST_PACKED, BINBO_ANY_SQUARE);
    HOLDS(count == expected && binbo_game_legal_count(game, BINBO_ANY_SQUARE) == expected);
    if (count) memcpy(listed, io_buffer(), (size_t)count * sizeof *listed);
    for (int i = 0; i < expected; i++) {
        const uint16_t packed = packed_of(g, list[i]);
        int found = 0;
        for (int k = 0; k < count; k++) found += listed[k] == packed;
        HOLDS(found == 1);
    }
    return NULL;
}

static const char *check_pieces(const SlowGame *g, int32_t game) {
    static const char men[] = " PNBRQK";
    const Reference *r = &now(g)->board;
    HOLDS(binbo_game_pieces(game) == 64);
    for (int s = 0; s < 64; s++) {
        const uint8_t piece = (uint8_t)io_buffer()[s];
        const char upper = men[piece & 7];
        HOLDS(r->square[s] == (piece == 0 ? '.' : piece & 8 ? (char)tolower(upper) : upper));
    }
    return NULL;
}

static const char *check_game(const SlowGame *g, int32_t game) {
    char fen[128];
    const SlowPosition *p = now(g);
    const int32_t status = status_now(g);
    HOLDS(binbo_game_status(game) == status);
    HOLDS(binbo_game_ply(game) == g->ply);
    HOLDS(binbo_game_halfmove_clock(game) == p->clock);
    HOLDS(binbo_game_fullmove_number(game) == p->number);
    HOLDS(binbo_game_side_to_move(game) == !p->board.white);
    HOLDS(binbo_game_is_check(game) == reference_in_check(&p->board, p->board.white));
    HOLDS(binbo_game_hash(game) == hash_of(&p->board));
    HOLDS(binbo_game_claimable(game) == claimable_now(g));
    const size_t length = fen_text(p, fen);
    HOLDS(binbo_game_fen(game, EN_PASSANT_ALWAYS, CASTLING_SHREDDER) == (int32_t)length);
    HOLDS(memcmp(io_buffer(), fen, length) == 0);
    const char *broken = check_pieces(g, game);
    return broken ? broken : check_moves(g, game, status != STATUS_CONTINUE);
}

// --- calls -----------------------------------------------------------------------------------------

typedef struct {
    const uint8_t *at, *end;
} Bytes;

static uint8_t take(Bytes *in) { return in->at < in->end ? *in->at++ : 0; }

// A legal move in squares, or any number.
static const char *try_move(Bytes *in, SlowGame *g, int32_t game) {
    Move list[MAX_MOVES];
    const int count = reference_moves(&now(g)->board, list);
    const uint8_t choice = take(in);
    const bool over = status_now(g) != STATUS_CONTINUE;
    const Move wanted = count ? list[choice % count] : NO_MOVE;
    uint16_t packed = packed_of(g, wanted);
    if (choice >= 240 || !count) packed = (uint16_t)(take(in) | (take(in) & 0x4F) << 8);
    Move move = NO_MOVE;
    for (int i = 0; i < count; i++)
        if (packed_of(g, list[i]) == packed) move = list[i];
    const int32_t result = binbo_game_move(game, packed);
    if (move && !over) {
        play(g, move);
        HOLDS(result == status_now(g));
    } else if (over) {
        HOLDS(result == -ERR_GAME_OVER);
    } else if (result >= 0) { // an implied queen, castling in its other form
        HOLDS(binbo_game_last_move(game) > 0);
        const Move made = (Move)binbo_game_last_move(game);
        for (int i = 0; i < count; i++)
            if (list[i] == made) move = made;
        const int kind = move >> 12;
        HOLDS(move && (move & 63) == (packed & 63) && (kind == MOVE_CASTLE || kind == MOVE_PROMOTE_QUEEN));
        play(g, move);
    }
    return NULL;
}

// Moves the own king or rook back to its last square, so that positions repeat.
static const char *shuffle(SlowGame *g, int32_t game) {
    Move list[MAX_MOVES];
    if (g->ply < 2 || status_now(g)) return NULL;
    const Move last = g->moves[g->ply - 2], back = (Move)((last & 63) << 6 | (last >> 6 & 63));
    for (int i = reference_moves(&now(g)->board, list) - 1; i >= 0; i--)
        if (list[i] == back) {
            const int32_t result = binbo_game_move(game, back);
            play(g, back);
            HOLDS(result == status_now(g));
            return NULL;
        }
    return NULL;
}

static const char *try_claim(SlowGame *g, int32_t game) {
    const int32_t claimable = claimable_now(g), over = status_now(g), result = binbo_game_claim(game);
    if (over) HOLDS(result == -ERR_GAME_OVER);
    else if (!claimable) HOLDS(result == -ERR_DRAW_CLAIM);
    else g->result = claimable & CLAIM_THREEFOLD ? STATUS_THREEFOLD_REPETITION : STATUS_RULE50;
    return NULL;
}

static const char *try_result(Bytes *in, SlowGame *g, int32_t game) {
    const int32_t wanted = take(in) & 1 ? STATUS_MANUAL_DRAW : STATUS_MANUAL_WINNER, over = status_now(g);
    HOLDS(binbo_game_set_result(game, wanted) == (over ? -ERR_GAME_OVER : wanted));
    if (!over) g->result = wanted;
    return NULL;
}

static const char *try_undo(SlowGame *g, int32_t game) {
    const int32_t word = binbo_game_undo(game);
    HOLDS(word >= 0 && (word & 0xFFFF) == (g->ply ? g->moves[g->ply - 1] : 0));
    if (!g->ply) return NULL;
    g->ply--;
    g->result = STATUS_CONTINUE;
    return NULL;
}

static const char *try_redo(SlowGame *g, int32_t game) {
    const bool possible = g->ply < g->total && !g->result;
    const int32_t word = binbo_game_redo(game);
    HOLDS(word >= 0 && (word & 0xFFFF) == (possible ? g->moves[g->ply] : 0));
    g->ply += possible;
    return NULL;
}

static const char *try_pass(SlowGame *g, int32_t game) {
    const bool check = reference_in_check(&now(g)->board, now(g)->board.white);
    const int32_t result = binbo_game_pass(game);
    if (check) HOLDS(result == -ERR_PGN_NULL_MOVE);
    else pass(g);
    return NULL;
}

// A clone, or a game from a state, is the same game, without moves for redo.
static const char *swap(SlowGame *g, int32_t *game, bool by_state) {
    int32_t copy;
    if (by_state) {
        const int32_t size = binbo_game_state(*game, 0);
        if (size < 0) {
            HOLDS(has_null_move(g));
            return NULL;
        }
        copy = binbo_game_from_state((uint32_t)size);
    } else {
        copy = binbo_game_clone(*game);
    }
    HOLDS(copy > 0 && binbo_game_free(*game) == 0);
    g->total = g->ply;
    *game = copy;
    return NULL;
}

static const char *call(Bytes *in, SlowGame *g, int32_t *game) {
    const uint8_t choice = take(in) % 32;
    const bool full = g->ply == MOST_PLIES;
    if (choice < 16) return full ? NULL : try_move(in, g, *game);
    if (choice < 21) return full ? NULL : shuffle(g, *game);
    switch (choice) {
    case 21: return try_claim(g, *game);
    case 22: return try_result(in, g, *game);
    case 23:
    case 24:
    case 25: return try_undo(g, *game);
    case 26:
    case 27: return try_redo(g, *game);
    case 28: return swap(g, game, false);
    case 29: return swap(g, game, true);
    case 30: return full ? NULL : try_pass(g, *game);
    default:
        for (int n = take(in) % 64; n > 0 && g->ply; n--) {
            const char *broken = try_undo(g, *game);
            if (broken) return broken;
        }
        return NULL;
    }
}

static const char *const STARTS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 90 70",
    "8/PPPP3k/8/8/8/8/K3pppp/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 140 65534",
    "4k3/8/8/8/8/8/1n6/B1B1K3 w - - 0 1",
    "2r1kr2/8/8/8/8/8/8/1R2KR2 w FBfc - 65534 65535",
    "8/8/8/K1PpP2r/8/8/8/7k w - d6 0 1",
};

// 1 for a rook left of the king.
static int wing_of(char letter, int king) { return letter - 'A' < king % 8; }

// Reads one of the FENs above.
static SlowPosition slow_position(const char *fen, bool by_file) {
    SlowPosition p = {.board = {.en_passant = -1, .rook = {{-1, -1}, {-1, -1}}}};
    int s = 56, kings[2] = {0, 0};
    for (; *fen != ' '; fen++) {
        if (*fen == '/') s -= 16;
        else
            for (int n = isdigit(*fen) ? *fen - '0' : 1; n > 0; n--) {
                if (*fen == 'K' || *fen == 'k') kings[*fen == 'k'] = s;
                p.board.square[s++] = isdigit(*fen) ? '.' : *fen;
            }
    }
    p.board.white = fen[1] == 'w';
    for (fen += 3; *fen != ' '; fen++) {
        if (*fen == '-') continue;
        const int us = islower(*fen) != 0, upper = toupper(*fen);
        if (by_file) p.board.rook[us][wing_of((char)upper, kings[us])] = 56 * us + upper - 'A';
        else p.board.rook[us][upper == 'Q'] = 56 * us + (upper == 'Q' ? 0 : 7);
    }
    if (fen[1] != '-') p.board.en_passant = fen[1] - 'a' + 8 * (fen[2] - '1');
    fen = strchr(fen + 1, ' ') + 1;
    for (; *fen != ' '; fen++) p.clock = p.clock * 10 + *fen - '0';
    for (fen++; *fen; fen++) p.number = p.number * 10 + *fen - '0';
    return p;
}

const char *slow_game_run(const uint8_t *bytes, size_t size) {
    static SlowGame g;
    Bytes in = {bytes, bytes + size};
    const uint8_t choice = take(&in);
    const int start = choice % 8;
    const char *fen = STARTS[start];
    g.ply = g.total = 0;
    g.result = STATUS_CONTINUE;
    g.draws = choice / 8 % 3;
    g.variant = start == 6 || choice >= 128 ? CHESS960 : STANDARD;
    g.at[0] = slow_position(fen, start == 6);
    memcpy(io_buffer(), fen, strlen(fen));
    int32_t game = binbo_game_new((uint32_t)strlen(fen), g.variant, g.draws, 0);
    HOLDS(game > 0);
    const char *broken = check_game(&g, game);
    for (int i = 0; i < MOST_CALLS && in.at < in.end && !broken; i++) {
        broken = call(&in, &g, &game);
        if (!broken) broken = check_game(&g, game);
    }
    HOLDS(binbo_game_forget(game) == 0 || broken);
    return broken;
}
