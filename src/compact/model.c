// SPDX-License-Identifier: Apache-2.0
// Computes the features of moves, and frequencies from the sums of their weights.
#include "model.h"

static const int8_t weights[MODEL_FEATURES] = {
#include "weights.inc"
};

// round(4096 × exp(-i / MODEL_SCALE)), until it is 0.
static const uint16_t frequency[] = {
#include "frequency.inc"
};
enum { FREQUENCIES = sizeof frequency / sizeof *frequency };

// The first index of each family of features; squares are from the side to move.
enum {
    TO = 0,                      // piece type, square
    FROM = TO + 6 * 64,          // piece type, square
    CAPTURE = FROM + 6 * 64,     // captured type, piece type
    PROMOTION = CAPTURE + 6 * 6, // its type
    CASTLING = PROMOTION + 6,    // wing
    EN_PASSANT_CAPTURE = CASTLING + 2,
    CHECK = EN_PASSANT_CAPTURE + 1, // piece type, whether the target is safe
    RECAPTURE = CHECK + 6 * 2,      // piece type
    AGAIN = RECAPTURE + 6,          // piece type: the piece that moved last
    BACK = AGAIN + 6,
    TARGET = BACK + 1,            // cheapest attacker of the target or none, piece type, whether it is a capture
    GUARDED = TARGET + 7 * 6 * 2, // target attacked, guarded, piece type
    ESCAPE = GUARDED + 2 * 2 * 6, // cheapest attacker of the origin or none, piece type, origin guarded
    EVASION = ESCAPE + 7 * 6 * 2, // in check, piece type
    AIM = EVASION + 6,            // attacks this type from the target, piece type
    AIM_SAFE = AIM + 6 * 6,       // the same if the target is not attacked
    HANGING = AIM_SAFE + 6 * 6,   // type of the hanging piece, whether it moves; not for captures
    ENDING = HANGING + 6 * 2,     // a pawn, a king: square
    SPARE = ENDING + 2 * 64,
};
_Static_assert((int)SPARE <= (int)MODEL_FEATURES, "each family has its place");
enum { NOBODY = 6 };

static Bitboard attacks_from(PieceType type, Color us, Square s, Bitboard occupied) {
    switch (type) {
    case PAWN: return pawn_attacks[us][s];
    case KNIGHT: return knight_attacks[s];
    case BISHOP: return bishop_attacks(s, occupied);
    case ROOK: return rook_attacks(s, occupied);
    case QUEEN: return bishop_attacks(s, occupied) | rook_attacks(s, occupied);
    default: return king_attacks[s];
    }
}

static void add_attacks(Scene *s, Bitboard attacks) {
    s->twice |= s->once & attacks;
    s->once |= attacks;
}

void model_scene(Scene *s, const Board *b, Move theirs, Move ours) {
    const Color us = (Color)b->side, them = !us;
    const Bitboard occupied = board_occupied(b);
    *s = (Scene){.board = b, .their_last = NO_SQUARE, .our_last = NO_SQUARE, .our_last_from = NO_SQUARE};
    if (theirs) s->their_last = move_to(theirs);
    if (ours) s->our_last = move_to(ours), s->our_last_from = move_from(ours);
    memset(s->types, NO_PIECE, sizeof s->types);
    for (int type = PAWN; type <= KING; type++) {
        s->theirs[type] = board_pieces(b, them, (PieceType)type);
        for (Bitboard men = s->theirs[type]; men;) {
            const Square at = pop(&men);
            s->types[at] = (uint8_t)type;
            s->threats[type] |= attacks_from((PieceType)type, them, at, occupied);
        }
        for (Bitboard men = board_pieces(b, us, (PieceType)type); men;) {
            const Square at = pop(&men);
            s->types[at] = (uint8_t)type;
            add_attacks(s, attacks_from((PieceType)type, us, at, occupied));
        }
    }
    s->in_check = board_is_check(b);
    s->is_ending = !(board_queens(b) & b->color[us]) || !(board_queens(b) & b->color[them]);
    s->hanging = NO_SQUARE;
    Bitboard cheaper = 0, all = 0;
    for (int type = PAWN; type <= KING; type++) all |= s->threats[type];
    for (int type = PAWN; type < KING; type++) {
        const Bitboard men = board_pieces(b, us, (PieceType)type), lost = men & (cheaper | (all & ~s->once));
        if (lost) s->hanging = lsb(lost);
        cheaper |= s->threats[type];
    }
}

// The type of the cheapest piece of the other side that attacks a square, or NOBODY.
static int cheapest(const Scene *s, Square at) {
    int type = PAWN;
    while (type < NOBODY && !(s->threats[type] & bit(at))) type++;
    return type;
}

// The index of a feature in a family with rows of `width`.
static uint16_t feature(int family, int first, int width, int second) {
    return (uint16_t)(family + first * width + second);
}

int model_features(const Scene *s, Move m, uint16_t list[MODEL_MOST_OF_MOVE]) {
    const Board *b = s->board;
    const Color us = (Color)b->side;
    const Square turned = us == WHITE ? 0 : 56;
    const Square from = move_from(m);
    const MoveKind kind = move_kind(m);
    const bool castles = kind == MOVE_CASTLE;
    const Square to = castles ? castle_king_to(from, move_to(m)) : move_to(m);
    const PieceType piece = castles ? KING : (PieceType)s->types[from];
    const PieceType captured = castles ? NO_PIECE : kind == MOVE_EN_PASSANT ? PAWN : (PieceType)s->types[to];
    const bool promotes = kind >= MOVE_PROMOTE_KNIGHT && kind <= MOVE_PROMOTE_QUEEN;
    const PieceType arrives = promotes ? (PieceType)kind : piece;
    const int attacker = cheapest(s, to), chaser = cheapest(s, from);
    const bool pushes = piece == PAWN && captured == NO_PIECE;
    const bool guarded = (s->twice & bit(to)) != 0 || (pushes && (s->once & bit(to)) != 0);
    const Bitboard occupied = (board_occupied(b) & ~bit(from)) | bit(to);
    int n = 0;
    list[n++] = feature(TO, (int)piece, 64, to ^ turned);
    list[n++] = feature(FROM, (int)piece, 64, from ^ turned);
    if (captured != NO_PIECE) list[n++] = feature(CAPTURE, (int)captured, 6, (int)piece);
    if (promotes) list[n++] = feature(PROMOTION, 0, 0, (int)kind);
    if (castles) list[n++] = feature(CASTLING, 0, 0, (int)castle_wing(from, move_to(m)));
    if (kind == MOVE_EN_PASSANT) list[n++] = EN_PASSANT_CAPTURE;
    const Bitboard aims = attacks_from(arrives, us, to, occupied);
    if (!castles && (aims & s->theirs[KING])) list[n++] = feature(CHECK, (int)piece, 2, attacker == NOBODY);
    if (captured != NO_PIECE && to == s->their_last) list[n++] = feature(RECAPTURE, 0, 0, (int)piece);
    if (from == s->our_last) {
        list[n++] = feature(AGAIN, 0, 0, (int)piece);
        if (to == s->our_last_from) list[n++] = BACK;
    }
    list[n++] = feature(TARGET, attacker * 6 + (int)piece, 2, captured != NO_PIECE);
    list[n++] = feature(GUARDED, (attacker != NOBODY) * 2 + guarded, 6, (int)piece);
    list[n++] = feature(ESCAPE, chaser * 6 + (int)piece, 2, (s->once & bit(from)) != 0);
    if (s->in_check) list[n++] = feature(EVASION, 0, 0, (int)piece);
    if (s->hanging != NO_SQUARE && captured == NO_PIECE)
        list[n++] = feature(HANGING, s->types[s->hanging], 2, from == s->hanging);
    if (s->is_ending && (piece == PAWN || piece == KING)) list[n++] = feature(ENDING, piece == KING, 64, to ^ turned);
    for (int type = PAWN; type < KING; type++)
        if (aims & s->theirs[type]) list[n++] = feature(attacker == NOBODY ? AIM_SAFE : AIM, type, 6, (int)arrives);
    return n;
}

static void sort(Move *moves, int count) {
    for (int i = 1; i < count; i++) {
        const Move m = moves[i];
        int at = i;
        for (; at > 0 && moves[at - 1] > m; at--) moves[at] = moves[at - 1];
        moves[at] = m;
    }
}

int model_moves(const Board *b, Move theirs, Move ours, Move moves[MAX_MOVES], uint16_t frequencies[MAX_MOVES]) {
    int32_t scores[MAX_MOVES];
    uint16_t features[MODEL_MOST_OF_MOVE];
    Scene scene;
    model_scene(&scene, b, theirs, ours);
    const int count = movegen_list(b, moves);
    sort(moves, count);
    int32_t best = INT32_MIN;
    for (int i = 0; i < count; i++) {
        scores[i] = 0;
        for (int n = model_features(&scene, moves[i], features); n > 0;) scores[i] += weights[features[--n]];
        if (scores[i] > best) best = scores[i];
    }
    for (int i = 0; i < count; i++) {
        const int32_t below = best - scores[i];
        frequencies[i] = below < FREQUENCIES ? frequency[below] : 1;
    }
    return count;
}
