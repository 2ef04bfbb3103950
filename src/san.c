// SPDX-License-Identifier: Apache-2.0
// Reads SAN: a fast path for the usual forms, and a parser that matches a pattern with legal moves.
#include "san.h"

#include <string.h>

// A text parsed into a pattern for legal moves.
typedef struct {
    PieceType type;
    int file, rank; // of the origin, -1 if not given
    Square to;
    PieceType promotion; // NO_PIECE if not given
    bool takes, en_passant;
    bool castles, drops;
    Wing wing;
} Pattern;

// --- origins ---------------------------------------------------------------------------------------

// The pieces of one type, not pawns or kings, that reach `to`. They are few, and this reads fewer bytes of tables
// than magic lookups.
static Bitboard reaching(const Board *b, PieceType type, Bitboard pieces, Square to) {
    if (type == KNIGHT) return knight_attacks[to] & pieces;
    const Bitboard occupied = board_occupied(b);
    Bitboard lines = 0, from = 0;
    if (type != ROOK) lines = bishop_rays[to];
    if (type != BISHOP) lines |= rook_rays[to];
    for (Bitboard rest = lines & pieces; rest;) {
        const Square s = pop(&rest);
        if (!(between[s][to] & occupied)) from |= bit(s);
    }
    return from;
}

// By the rules of variants: the other pieces of one type with a legal move to `to`.
COLD static Bitboard rivals_by_rules(const Board *b, Bitboard others, Square to) {
    Move list[MAX_MOVES];
    Bitboard rivals = 0;
    for (int i = rules_list(b, list) - 1; i >= 0; i--)
        if (move_to(list[i]) == to && move_kind(list[i]) == MOVE_PLAIN) rivals |= bit(move_from(list[i])) & others;
    return rivals;
}

uint32_t san_origin(const Board *b, PieceType type, Move m) {
    const Square from = move_from(m);
    Bitboard others = board_pieces(b, b->side, type) & ~bit(from), rivals = 0;
    if (!others || type == PAWN) return 0;
    if (b->rules != STANDARD) rivals = rivals_by_rules(b, others, move_to(m));
    else
        for (others = reaching(b, type, others, move_to(m)); others;) {
            const Square s = pop(&others);
            if (move_is_safe(b, move_of(s, move_to(m), MOVE_PLAIN))) rivals |= bit(s);
        }
    if (!rivals) return 0;
    if (!(rivals & file_mask(file_of(from)))) return SAN_FILE;
    return rivals & rank_mask(rank_of(from)) ? SAN_FILE | SAN_RANK : SAN_RANK;
}

// --- reading ---------------------------------------------------------------------------------------

static PieceType piece_of_letter(int c) {
    switch (c) {
    case 'P': return PAWN;
    case 'N': return KNIGHT;
    case 'B': return BISHOP;
    case 'R': return ROOK;
    case 'Q': return QUEEN;
    case 'K': return KING;
    default: return NO_PIECE;
    }
}

// A piece letter or figurine (U+2654 to U+265F, with an optional variation selector), or NO_PIECE.
COLD static PieceType take_piece(Reader *r) {
    const PieceType letter = piece_of_letter(reader_peek(r));
    if (letter != NO_PIECE) {
        r->at++;
        return letter;
    }
    static const PieceType figurines[6] = {KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN};
    if (r->end - r->at < 3 || memcmp(r->at, "\xE2\x99", 2) != 0) return NO_PIECE;
    const int index = (unsigned char)r->at[2] - 0x94;
    if (index < 0 || index > 11) return NO_PIECE;
    r->at += 3;
    if (r->end - r->at >= 3 && memcmp(r->at, "\xEF\xB8", 2) == 0 && (r->at[2] == '\x8E' || r->at[2] == '\x8F'))
        r->at += 3;
    return figurines[index % 6];
}

static bool take_o(Reader *r) { return reader_take(r, 'O') || reader_take(r, '0') || reader_take(r, 'o'); }

COLD static bool take_castling(Reader *r, Pattern *p) {
    const char *start = r->at;
    if (take_o(r) && reader_take(r, '-') && take_o(r)) {
        p->castles = true;
        p->wing = KINGSIDE;
        if (!reader_take(r, '-')) return true;
        p->wing = QUEENSIDE;
        if (take_o(r)) return true;
    }
    r->at = start;
    return false;
}

static bool take_square(Reader *r, int *file, int *rank) {
    if (r->end - r->at < 2 || !is_file(r->at[0]) || !is_rank(r->at[1])) return false;
    *file = *r->at++ - 'a';
    *rank = *r->at++ - '1';
    return true;
}

// Origin, separator and target. The last square read is the target.
COLD static bool take_squares(Reader *r, Pattern *p) {
    if (is_file(reader_peek(r))) p->file = *r->at++ - 'a';
    if (is_rank(reader_peek(r))) p->rank = *r->at++ - '1';
    bool separator = reader_take(r, 'x') || reader_take(r, ':');
    p->takes = separator;
    if (!separator) separator = reader_take(r, '-');
    int file, rank;
    if (take_square(r, &file, &rank)) {
        p->to = square_at(file, rank);
        return true;
    }
    if (separator || p->file < 0 || p->rank < 0) return false;
    p->to = square_at(p->file, p->rank);
    p->file = p->rank = -1;
    return true;
}

COLD static bool take_promotion(Reader *r, Pattern *p, bool kings) {
    const bool open = reader_take(r, '(');
    const bool sign = open || reader_take(r, '=') || reader_take(r, '/');
    const int next = reader_peek(r);
    const PieceType lower = next >= 'a' ? piece_of_letter(next - 32) : NO_PIECE;
    const char *start = r->at;
    if (lower == NO_PIECE) p->promotion = take_piece(r);
    else p->promotion = lower, r->at++;
    if (p->promotion == PAWN || (p->promotion == KING && !kings)) {
        r->at = start;
        return false;
    }
    if (p->promotion == NO_PIECE) return !sign;
    return !open || reader_take(r, ')');
}

COLD static bool take_en_passant(Reader *r) {
    const char *start = r->at;
    while (reader_take(r, ' ')) {
    }
    bool taken = reader_take(r, 'e');
    reader_take(r, '.');
    taken = taken && reader_take(r, 'p');
    if (taken) reader_take(r, '.');
    else r->at = start;
    return taken;
}

static bool take_suffix(Reader *r) {
    return reader_take(r, '+') || reader_take(r, '#') || reader_take(r, '!') || reader_take(r, '?');
}

COLD static ErrorCode parse_pattern(const Board *b, Reader *r, Pattern *p) {
    static const Pattern unknown = {.type = PAWN, .file = -1, .rank = -1, .promotion = NO_PIECE};
    *p = unknown;
    reader_trim(r);
    if (!take_castling(r, p)) {
        const PieceType type = take_piece(r);
        if (type != NO_PIECE) p->type = type;
        p->drops = board_has(b, TRAIT_POCKETS) && p->type != KING && reader_take(r, '@');
        if (p->drops) {
            int file, rank;
            if (!take_square(r, &file, &rank)) return ERR_SAN_SYNTAX;
            p->to = square_at(file, rank);
        } else {
            if (!take_squares(r, p)) return ERR_SAN_SYNTAX;
            if (!take_promotion(r, p, board_has(b, TRAIT_COMMON_KING))) return ERR_SAN_SYNTAX;
            if (p->promotion != NO_PIECE && p->type != PAWN) return ERR_SAN_SYNTAX;
            p->en_passant = take_en_passant(r);
        }
    }
    while (take_suffix(r)) {
    }
    if (!p->en_passant && !p->castles && !p->drops) p->en_passant = take_en_passant(r);
    return r->at == r->end ? ERR_NONE : ERR_SAN_SYNTAX;
}

// --- meaning ---------------------------------------------------------------------------------------

static bool origin_matches(const Pattern *p, Square from) {
    return (p->file < 0 || p->file == file_of(from)) && (p->rank < 0 || p->rank == rank_of(from));
}

static void add_if_legal(const Board *b, Move m, Move *list, int *count) {
    if (move_is_legal(b, m)) list[(*count)++] = m;
}

// A pawn move without a file of origin goes straight ahead, or captures if it has an 'x'.
COLD static int matching_pawn_moves(const Board *b, const Pattern *p, Move list[4]) {
    const Color us = b->side, them = !us;
    const Bitboard to = bit(p->to), behind = pawn_ahead(them, to);
    const Bitboard pushes =
        behind | (to & rank_for(us, 3) && !(behind & board_occupied(b)) ? pawn_ahead(them, behind) : 0);
    const Bitboard takes = pawn_attacks[them][p->to];
    const bool promotes = (to & rank_for(us, 7)) != 0;
    if (!promotes && p->promotion != NO_PIECE) return 0;
    const MoveKind promotion = p->promotion == NO_PIECE ? MOVE_PROMOTE_QUEEN : (MoveKind)p->promotion;
    Bitboard from = (p->file < 0 ? (p->takes ? takes : pushes) : pushes | takes) & b->pawns & b->color[us];
    int count = 0;
    while (from) {
        const Square s = pop(&from);
        if (!origin_matches(p, s)) continue;
        const bool en_passant = p->to == b->en_passant && (takes & bit(s));
        if (p->en_passant && !en_passant) continue;
        const bool twice = p->to - s == 16 || s - p->to == 16;
        const MoveKind kind = promotes ? promotion : en_passant ? MOVE_EN_PASSANT : twice ? MOVE_DOUBLE : MOVE_PLAIN;
        add_if_legal(b, move_of(s, p->to, kind), list, &count);
    }
    return count;
}

COLD static int matching_castling(const Board *b, Wing wing, Move list[8]) {
    const Square king = board_king(b, b->side);
    int count = 0;
    for (Bitboard rooks = b->castling & b->color[b->side]; rooks;) {
        const Square rook = pop(&rooks);
        if (castle_wing(king, rook) == wing) add_if_legal(b, move_of(king, rook, MOVE_CASTLE), list, &count);
    }
    return count;
}

// Whether a legal move fits, by the same rules as for standard chess below.
static bool matches_by_rules(const Board *b, const Pattern *p, Move m) {
    const Square from = move_from(m), to = move_to(m);
    const MoveKind kind = move_kind(m);
    if (p->castles) return kind == MOVE_CASTLE && castle_wing(from, to) == p->wing;
    if (kind == MOVE_CASTLE || to != p->to || p->drops != move_is_drop(m)) return false;
    if (p->drops) return move_dropped(m) == p->type;
    if (board_piece_at(b, from) != p->type || !origin_matches(p, from)) return false;
    if (p->en_passant && kind != MOVE_EN_PASSANT) return false;
    if (p->type != PAWN) return true;
    if (p->file < 0 && p->takes != (file_of(from) != file_of(to))) return false;
    const PieceType promotion = kind == MOVE_PROMOTE_KING ? KING : move_is_promotion(m) ? (PieceType)kind : NO_PIECE;
    return promotion == (promotion != NO_PIECE && p->promotion == NO_PIECE ? QUEEN : p->promotion);
}

COLD static int matching_by_rules(const Board *b, const Pattern *p, Move list[MAX_MOVES]) {
    const int legal = rules_list(b, list);
    int count = 0;
    for (int i = 0; i < legal; i++)
        if (matches_by_rules(b, p, list[i])) list[count++] = list[i];
    return count;
}

COLD static int matching_moves(const Board *b, const Pattern *p, Move list[MAX_MOVES]) {
    if (b->rules != STANDARD) return matching_by_rules(b, p, list);
    if (p->castles) return matching_castling(b, p->wing, list);
    if (p->type == PAWN) return matching_pawn_moves(b, p, list);
    if (p->en_passant || (b->color[b->side] & bit(p->to))) return 0;
    const Bitboard pieces = board_pieces(b, b->side, p->type);
    Bitboard from = p->type == KING ? king_attacks[p->to] & pieces : reaching(b, p->type, pieces, p->to);
    int count = 0;
    while (from) {
        const Square s = pop(&from);
        const Move m = move_of(s, p->to, MOVE_PLAIN);
        if (origin_matches(p, s) && move_is_safe(b, m)) list[count++] = m;
    }
    return count;
}

// --- fast path -------------------------------------------------------------------------------------
// Branches on moves are unpredictable, and one misprediction costs as much as this whole path.

// The piece type of each letter, indexed by letter & 31; 0 for other letters, and for 'P', which is rare.
static const uint8_t piece_letters[32] = {
    ['B' & 31] = BISHOP, ['K' & 31] = KING, ['N' & 31] = KNIGHT, ['Q' & 31] = QUEEN, ['R' & 31] = ROOK};

// How to find the pieces of a type: one bitboard, without or only with the squares of another one. And the squares
// from which they reach a square on an empty board.
typedef struct {
    const Bitboard *reach, *reach_too;
    uint32_t set, other;
    Bitboard flip; // applied to the other bitboard
} PieceSets;

static const PieceSets piece_sets[] = {
    [KNIGHT] = {knight_attacks, knight_attacks, offsetof(Board, knights), offsetof(Board, knights), 0},
    [BISHOP] = {bishop_rays, bishop_rays, offsetof(Board, diagonal), offsetof(Board, orthogonal), ~0ull},
    [ROOK] = {rook_rays, rook_rays, offsetof(Board, orthogonal), offsetof(Board, diagonal), ~0ull},
    [QUEEN] = {bishop_rays, rook_rays, offsetof(Board, diagonal), offsetof(Board, orthogonal), 0},
    [KING] = {king_attacks, king_attacks, offsetof(Board, kings), offsetof(Board, kings), 0},
};

static Bitboard set_at(const Board *b, uint32_t offset) { return *(const Bitboard *)((const char *)b + offset); }

// The squares that match a letter or digit of origin: a file, a rank, or none if it is neither.
static Bitboard origin_mask(uint32_t ch) {
    const uint32_t file = ch - 'a', rank = ch - '1';
    return (file < 8 ? FILE_A << file : 0) | (rank < 8 ? RANK_1 << 8 * rank : 0);
}

// Whether no piece of the other side attacks the king after a plain move.
static bool plain_move_is_safe(const Board *b, Square from, Square to) {
    const Color us = b->side;
    const Bitboard occupied = (board_occupied(b) & ~bit(from)) | bit(to);
    const Bitboard kings = b->kings & b->color[us];
    const Square king = kings == bit(from) ? to : lsb(kings);
    const Bitboard steps =
        (pawn_attacks[us][king] & b->pawns) | (knight_attacks[king] & b->knights) | (king_attacks[king] & b->kings);
    const Bitboard enemies = b->color[!us] & ~bit(to);
    Bitboard snipers = ((bishop_rays[king] & b->diagonal) | (rook_rays[king] & b->orthogonal)) & enemies;
    if (steps & enemies) return false;
    if (!snipers) return true;
    // The first and the last one; there are rarely more.
    const Bitboard *lines = between[king];
    if (!(lines[lsb(snipers)] & occupied) || !(lines[63 - __builtin_clzll(snipers)] & occupied)) return false;
    snipers &= snipers - 1;
    while (UNLIKELY(more_than_one(snipers)))
        if (!(lines[pop(&snipers)] & occupied)) return false;
    return true;
}

static Move fast_pawn_move(const Board *b, Square to, Bitboard file, bool takes) {
    const Color us = b->side;
    const Bitboard own = b->pawns & b->color[us], occupied = board_occupied(b);
    const int back = us == WHITE ? -8 : 8;
    if ((unsigned)(to - 8) >= 48) return NO_MOVE; // a promotion, or nothing
    if (takes) {
        const Bitboard origin = own & file & pawn_attacks[!us][to];
        return origin & -(b->color[!us] >> to & 1) ? move_of(lsb(origin), to, MOVE_PLAIN) : NO_MOVE;
    }
    const Square behind = to + back;
    const int middle = us == WHITE ? 3 : 4, is_double = (rank_of(to) == middle) & ~(int)(occupied >> behind);
    const Square from = is_double ? behind + back : behind;
    if ((occupied & bit(to)) || !(own & bit(from))) return NO_MOVE;
    return move_of(from, to, is_double ? MOVE_DOUBLE : MOVE_PLAIN);
}

static Move fast_piece_move(const Board *b, PieceType type, Square to, Bitboard origins) {
    const Bitboard occupied = board_occupied(b), own = b->color[b->side];
    const PieceSets *p = &piece_sets[type];
    Bitboard pieces =
        set_at(b, p->set) & (set_at(b, p->other) ^ p->flip) & (p->reach[to] | p->reach_too[to]) & own & origins;
    if (!pieces || (own & bit(to))) return NO_MOVE;
    Square from = lsb(pieces);
    if (UNLIKELY(more_than_one(pieces))) {
        Bitboard free = 0;
        while (pieces) {
            const Square s = pop(&pieces);
            if (!(between[s][to] & occupied)) free |= bit(s);
        }
        if (!free || more_than_one(free)) return NO_MOVE;
        from = lsb(free);
    } else if (between[from][to] & occupied) return NO_MOVE;
    return move_of(from, to, MOVE_PLAIN);
}

Move san_parse_fast(const Board *b, uint64_t text, uint32_t length) {
    uint64_t rest = text << (64 - 8 * length); // its last byte in the highest byte
    const uint32_t mark = (uint32_t)(rest >> 56);
    const bool marked = mark == '+' || mark == '#';
    rest <<= 8 * marked;
    const uint32_t rank = (uint32_t)(rest >> 56) - '1', file = (uint32_t)(rest >> 48 & 255) - 'a';
    rest <<= 16;
    const bool takes = rest >> 56 == 'x';
    rest <<= 8 * takes;
    length -= 2 + (uint32_t)marked + (uint32_t)takes;
    if ((file | rank) > 7 || length > 2) return NO_MOVE;
    const Square to = square_at((int)file, (int)rank);
    const uint32_t last = (uint32_t)(rest >> 56), first = length == 2 ? (uint32_t)(rest >> 48 & 255) : last;
    const PieceType type = first >> 5 == 2 ? (PieceType)piece_letters[first & 31] : PAWN;
    Move m = NO_MOVE;
    if (type != PAWN) m = fast_piece_move(b, type, to, UNLIKELY(length == 2) ? origin_mask(last) : ~0ull);
    else if (length == 0 && !takes) m = fast_pawn_move(b, to, 0, false);
    else if (length == 1 && last >= 'a') m = fast_pawn_move(b, to, origin_mask(last), true);
    return m != NO_MOVE && plain_move_is_safe(b, move_from(m), to) ? m : NO_MOVE;
}

COLD Move san_castling(const Board *b, Wing wing) {
    Move list[8];
    return matching_castling(b, wing, list) == 1 ? list[0] : NO_MOVE;
}

static Move parse_fast(const Board *b, const char *text, size_t length) {
    uint64_t bytes = 0;
    if (length == 0 || length >= sizeof bytes || b->rules != STANDARD) return NO_MOVE;
    for (size_t i = 0; i < length; i++) bytes |= (uint64_t)(unsigned char)text[i] << 8 * i;
    return san_parse_fast(b, bytes, (uint32_t)length);
}

ErrorCode san_parse(const Board *b, const char *text, size_t length, Move *out, int *offset) {
    Reader r = reader_of(text, length);
    Pattern p;
    Move list[MAX_MOVES];
    *out = parse_fast(b, text, length);
    *offset = 0;
    if (*out != NO_MOVE) return ERR_NONE;
    const ErrorCode error = parse_pattern(b, &r, &p);
    *offset = reader_offset(&r);
    if (error) return error;
    const int count = matching_moves(b, &p, list);
    *offset = 0;
    if (count == 0) return ERR_SAN_ILLEGAL;
    if (count > 1) return ERR_SAN_AMBIGUOUS;
    *out = list[0];
    return ERR_NONE;
}

// Takes the last square in a text, in letters of any case, as the target for any piece.
COLD static bool take_last_square(const char *text, size_t length, Pattern *p) {
    for (size_t i = length; i >= 2; i--) {
        const int file = text[i - 2] | 32, rank = text[i - 1];
        if (!is_file(file) || !is_rank(rank)) continue;
        p->to = square_at(file - 'a', rank - '1');
        p->type = NO_PIECE;
        return true;
    }
    return false;
}

COLD int san_candidates(const Board *b, const char *text, size_t length, Move list[MAX_MOVES]) {
    Reader r = reader_of(text, length);
    Pattern p;
    int count = 0;
    if (!parse_pattern(b, &r, &p)) {
        count = matching_moves(b, &p, list);
        if (count || p.castles) return count;
    } else if (!take_last_square(text, length, &p)) return 0;
    Move legal[MAX_MOVES];
    const int moves = rules_list(b, legal);
    for (int pass = 0; pass < 2 && !count; pass++)
        for (int i = 0; i < moves; i++) {
            if (move_to(legal[i]) != p.to || move_kind(legal[i]) == MOVE_CASTLE) continue;
            const PieceType type =
                move_is_drop(legal[i]) ? move_dropped(legal[i]) : board_piece_at(b, move_from(legal[i]));
            if (pass == 0 && type != p.type) continue;
            list[count++] = legal[i];
        }
    return count;
}
