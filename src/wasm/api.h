// SPDX-License-Identifier: Apache-2.0
// The export surface: everything that JS can call, and nothing else. No chess logic lives here.
//
// js/tools/generate-bindings.js generates the linker's export list and the JS bindings from this header. Its
// grammar is strict, one declaration per line:
//     type name(type name, ...);   with type int32_t, uint32_t, uint64_t or double, or (void)
//     #define BINBO_NAME number
//     #include "../header.h"
// JS gets the enumerators of those headers under their own names, if each has its own line with its value;
// enumerations on one line stay in C. A uint64_t crosses as BigInt. Any other line that is not a comment, blank or
// a preprocessor guard stops the build.
//
// Results. A function with the type int32_t returns a value >= 0, or the negated ErrorCode of error.h. After a
// failure binbo_error_offset() and binbo_error_ply() return its position. A failed call changes nothing.
//
// Text and lists pass through one I/O buffer, owned by C. An argument *_length is the number of
// bytes of UTF-8 text that the caller has written at its start; results are written at its start and
// are valid until the next call.
//
// Handles. A game is an int32_t > 0, slot and generation; owned by the caller until binbo_game_free(). For a stale
// or invalid handle the result is -ERR_GAME_STOPPED.
#ifndef API_H
#define API_H

#include <stdint.h>

#include "../bitboard.h"
#include "../fen/fen.h"
#include "../lan.h"
#include "../move.h"
#include "../move_word.h"
#include "../openings.h"
#include "../pgn/reaches.h"
#include "../pgn/reader.h"
#include "../pgn/symbols.h"
#include "../pgn/tree.h"
#include "../rules/dead.h"
#include "../rules/rules.h"
#include "../rules/status.h"
#include "../rules/variant.h"
#include "../san.h"

#define BINBO_ABI_VERSION 2

// Moves cross as numbers. Most are move words, uint32_t, with everything that SAN and a description need:
//
//    31      26 25    24 23      22 21        19 18     16 15    12 11      6 5       0
//   +----------+--------+----------+------------+---------+--------+---------+---------+
//   |    op    | check  |  origin  |  captured  |  piece  |  kind  |   to    |  from   |
//   +----------+--------+----------+------------+---------+--------+---------+---------+
//
//   op        0; trees also have other words (src/pgn/tree.h)
//   check     WORD_CHECK, WORD_MATE, or 0
//   origin    the part of the piece's origin that SAN must name: SAN_FILE, SAN_RANK; 0 for pawns and castling
//   captured  BINBO_PAWN to BINBO_QUEEN, 0 for none
//   piece     the moving piece, BINBO_PAWN to BINBO_KING
//   kind      a MoveKind of src/move.h. Castling is the king taking its own rook, also in standard chess
//
// A null move is 0. Moves given by users, and lists that need no more, are packed moves, uint16_t:
// from | to << 6 | code << 12, with a promotion's or a drop's code (src/lan.h) or 0. Castling is the king's move to g
// or c, or king takes rook, according to binbo_game_geometry().

// Piece types. A piece is colour << BINBO_PIECE_COLOR_SHIFT | type; 0 is an empty square.
#define BINBO_PIECE_COLOR_SHIFT 3
#define BINBO_PAWN 1
#define BINBO_KNIGHT 2
#define BINBO_BISHOP 3
#define BINBO_ROOK 4
#define BINBO_QUEEN 5
#define BINBO_KING 6

// Kinds of lists of legal moves, and the moves in them: those from a square, all, or the drops of a piece, whose
// type is added to BINBO_DROPS.
#define BINBO_LIST_PACKED 0
#define BINBO_LIST_WORDS 1
#define BINBO_ANY_SQUARE 64
#define BINBO_DROPS 64

// --- module -------------------------------------------------------------------------------------

// Fills the attack tables; call once, before anything else. Returns BINBO_ABI_VERSION.
int32_t binbo_init(void);

// The address of the I/O buffer, and its size in bytes. The address changes only between binbo_buffer_reserve(n)
// and binbo_buffer_reserve(0).
uint32_t binbo_buffer_address(void);
uint32_t binbo_buffer_capacity(void);

// Makes the buffer hold at least size bytes, losing its contents; 0 returns to the fixed one.
// Returns 0 or -ERR_MEMORY. Calls with larger results reserve memory themselves: read the address again after a
// call that may return a long list, text or state.
int32_t binbo_buffer_reserve(uint32_t size);

// The position of the last failure: byte offset in the text passed in (-1 if none), and the failing move, counted
// from 1 (0 if none).
int32_t binbo_error_offset(void);
int32_t binbo_error_ply(void);

// The number of live games.
uint32_t binbo_game_count(void);

// --- names --------------------------------------------------------------------------------------

// Writes a variant's name by a NameForm, or the FEN of its start position; returns the length.
int32_t binbo_variant_name(int32_t variant, int32_t form);
int32_t binbo_variant_start_fen(int32_t variant);

// Returns the Variant that a text names in any spelling, or -ERR_ARGUMENT.
int32_t binbo_variant_parse(uint32_t text_length);

// --- positions without a game -------------------------------------------------------------------

// Returns 0 or -ERR_FEN_*.
int32_t binbo_fen_validate(uint32_t fen_length, int32_t variant, int32_t strict);

// The parts of a well-formed FEN of any variant, legal or not, one byte each: the pieces on a1 to h8, with
// SETUP_PROMOTED for promoted pieces; then the side to move, the en passant square (64 for none), SETUP_HAS_* bits,
// the checks still to give and the pockets, white's first, pawns to queens; halfmove clock and fullmove number as
// two bytes each, the lower first. The castling field follows as text.
#define BINBO_SETUP_PROMOTED 16
#define BINBO_SETUP_SIDE 64
#define BINBO_SETUP_EN_PASSANT 65
#define BINBO_SETUP_EXTRAS 66
#define BINBO_SETUP_CHECKS 67
#define BINBO_SETUP_POCKETS 69
#define BINBO_SETUP_HALFMOVE 79
#define BINBO_SETUP_FULLMOVE 81
#define BINBO_SETUP_CASTLING 83
#define BINBO_SETUP_HAS_POCKETS 1
#define BINBO_SETUP_HAS_CHECKS 2

// Writes these parts; returns their length or -ERR_FEN_*. A placement alone, or 2, 3 or 5 fields, are completed:
// White to move, the castling rights of kings and rooks on their home squares, no en passant square, clocks 0 and
// 1.
int32_t binbo_setup_read(uint32_t fen_length);

// Writes all problems of a FEN, four 32-bit numbers each: ErrorCode, byte offset, and its squares, the lower 32 bits
// first. Returns their number; the first one is the error of binbo_fen_validate().
int32_t binbo_setup_problems(uint32_t fen_length, int32_t variant, int32_t strict);

// Writes the Chess960 start position number 0 to 959 as a FEN; returns its length.
int32_t binbo_chess960_fen(int32_t number);

// The number of leaf nodes of the legal move tree, or a negated ErrorCode. bulk 0 lists the moves of the last ply
// instead of counting them.
double binbo_perft(uint32_t fen_length, int32_t variant, int32_t depth, int32_t bulk);

// Prepares a divided perft: writes the root's packed moves (u16) and returns their number; then
// binbo_perft_divide_next(i) counts below move i, in that order, at depth - 1.
int32_t binbo_perft_divide(uint32_t fen_length, int32_t variant, int32_t depth, int32_t bulk);
double binbo_perft_divide_next(int32_t index);

// --- positions ----------------------------------------------------------------------------------

// JS stores a position as 32-bit numbers, which api_position.c draws; passing numbers that it did not write
// violates the contract. One position is loaded at a time: every function that reads a game accepts it as the game
// BINBO_LOADED, which has no moves and can only end by mate, stalemate or the variant's end.
#define BINBO_LOADED 1

// JS reads some of these numbers itself. Three bitboards distinguish the men, and one has Black's men, the lower
// half (a1 to h4) first:
//
//                pawn  knight  bishop  rook  queen  king
//     DIAGONAL           x       x             x
//     ORTHOGONAL                        x      x      x
//     STEPS       x      x                            x
//
// In FIELDS, bit 23 is the side to move, bit 28 binbo_game_geometry(); the lower half of CLOCKS is the halfmove clock,
// the upper half the fullmove number.
#define BINBO_POSITION_DIAGONAL 0
#define BINBO_POSITION_ORTHOGONAL 2
#define BINBO_POSITION_STEPS 4
#define BINBO_POSITION_BLACK 6
#define BINBO_POSITION_FIELDS 8
#define BINBO_POSITION_CLOCKS 9

// Writes the numbers of a game's position; returns their count: 10, or 15 in crazyhouse and three-check.
int32_t binbo_position_of(int32_t game);

// Loads the position whose numbers are in the buffer. Returns 0.
int32_t binbo_position_load(void);

// Loads the position of a FEN and writes its numbers; returns their count, or -ERR_FEN_*.
int32_t binbo_position_read(uint32_t fen_length, int32_t variant, int32_t strict);

// The following functions are about the loaded position. Its status, as for a new game with automatic draws.
int32_t binbo_position_status(void);

// Whether the position in the buffer is the same, except for the parts in IGNORE_* bits (1, 0).
int32_t binbo_position_equals(int32_t ignored);

// The word of a move: packed, as for binbo_game_move(), or as text, in SAN or squares. With in_tree a text may be a
// null move, and moves in squares fail with -ERR_MOVE_*.
int32_t binbo_position_move(int32_t packed);
int32_t binbo_position_text(uint32_t length, int32_t in_tree);

// Loads the position after a move, given by its word, and writes its numbers; returns their count.
int32_t binbo_position_play(int32_t word);

// --- games --------------------------------------------------------------------------------------

// Creates a game from the FEN in the buffer, or from the variant's start position if fen_length is 0. Returns a
// handle > 0 or a negated ErrorCode.
int32_t binbo_game_new(uint32_t fen_length, int32_t variant, int32_t draws, int32_t strict);
int32_t binbo_game_clone(int32_t game);
int32_t binbo_game_free(int32_t game);

// For finalizers, once for each unreferenced handle. Frees the game if it is alive.
int32_t binbo_game_forget(int32_t game);

// Restarts this game from a FEN. Returns the status.
int32_t binbo_game_set_fen(int32_t game, uint32_t fen_length, int32_t strict);

// Plays one move: packed, both forms of castling accepted, promotion 0 means queen if a pawn promotes; with
// IF_PROMOTING a promotion counts only in that case. Returns the status.
int32_t binbo_game_move(int32_t game, int32_t packed);

// Plays one move in SAN, or in squares ('e1e8'). Returns the status. After ERR_SAN_*, binbo_error_candidates()
// writes the move words of the moves that may have been meant and returns their number.
int32_t binbo_game_san(int32_t game, uint32_t san_length);
int32_t binbo_error_candidates(void);

// Plays moves in UCI or SAN, separated by '\n': all or none. Returns the status. The offset of an error counts from
// the start of the failing move, whose number is binbo_error_ply().
int32_t binbo_game_play(int32_t game, uint32_t text_length);

// The same for `count` packed moves (u16) in the buffer, without the offset of an error.
int32_t binbo_game_play_packed(int32_t game, uint32_t count);

// Plays the `count` moves whose words are in the buffer, using only their lower 16 bits: all or none. Draws by rule
// do not end the game before the last move, since recorded games continue after them. Returns the status.
int32_t binbo_game_append(int32_t game, uint32_t count);

// Writes the words of moves in UCI or SAN, separated by '\n'. Plays nothing, ignores draws. Returns their number.
int32_t binbo_game_line(int32_t game, uint32_t text_length);

// Whether a move is legal now (1, 0). If the game is over, every move is illegal.
int32_t binbo_game_is_legal(int32_t game, int32_t packed);
int32_t binbo_game_is_legal_text(int32_t game, uint32_t text_length);

// Takes back or replays one move. Returns its word, 0 if there is none.
int32_t binbo_game_undo(int32_t game);
int32_t binbo_game_redo(int32_t game);

// For libraries that edit boards; Game offers neither. binbo_game_pass() plays a null move, which undo takes back:
// -ERR_PGN_NULL_MOVE in check. binbo_game_edit() replaces the current board by that of a FEN, which need not be a
// legal position: the history is kept; a game without history then starts from there. Sides without a king move by
// the rules of standard chess. Games changed in these ways have no state. Both return the status.
int32_t binbo_game_pass(int32_t game);
int32_t binbo_game_edit(int32_t game, uint32_t fen_length);

// Returns the castling rights, 1 for White's kingside, 2 for its queenside, 4 and 8 for Black's; plus 16 times the
// en passant square that a FEN in this mode (EN_PASSANT_*) has, 64 for none.
int32_t binbo_game_rights(int32_t game, int32_t en_passant);

// Writes the words of all moves played. Returns their number.
int32_t binbo_game_moves(int32_t game);

// Returns the word of the last move, 0 if there is none.
int32_t binbo_game_last_move(int32_t game);

// Writes the legal moves from one square, BINBO_ANY_SQUARE or BINBO_DROPS + a piece type as a BINBO_LIST_*. Returns
// their number; 0 if the game is over.
int32_t binbo_game_legal_moves(int32_t game, int32_t list, int32_t from);
int32_t binbo_game_legal_count(int32_t game, int32_t from);

// Writes the FEN; returns its length. The start FEN is written with 'always' and 'xfen'.
int32_t binbo_game_fen(int32_t game, int32_t en_passant, int32_t castling);
int32_t binbo_game_start_fen(int32_t game);

// The variant with which the game was created; a PGN may have changed it since.
int32_t binbo_game_own_variant(int32_t game);

int32_t binbo_game_status(int32_t game);
int32_t binbo_game_variant(int32_t game);

// How castling is written throughout the game: 1 for king takes rook, 0 for the king's move to g or c.
int32_t binbo_game_geometry(int32_t game);
int32_t binbo_game_draws(int32_t game);
int32_t binbo_game_side_to_move(int32_t game);
int32_t binbo_game_is_check(int32_t game);
int32_t binbo_game_halfmove_clock(int32_t game);
int32_t binbo_game_fullmove_number(int32_t game);
int32_t binbo_game_ply(int32_t game);

// Crazyhouse: writes the number of pieces that each side can drop, white first, pawns to queens, one byte each;
// returns 10. Three-check: writes the checks that each side must still give, white first; returns 2. Other
// variants: returns 0.
int32_t binbo_game_pockets(int32_t game);
int32_t binbo_game_checks(int32_t game);

// The Polyglot key, with binbo's own keys for pockets, promoted pieces and checks; 0 for a stale handle.
uint64_t binbo_game_hash(int32_t game);

// Writes 64 pieces, a1 to h8, one byte each. Returns 64.
int32_t binbo_game_pieces(int32_t game);
int32_t binbo_game_piece_at(int32_t game, int32_t square);

// Writes squares, one byte each. Returns their number.
int32_t binbo_game_attackers(int32_t game, int32_t square, int32_t color);
int32_t binbo_game_pinned(int32_t game, int32_t color);

int32_t binbo_game_has_mating_material(int32_t game, int32_t color);

// Dead positions (src/rules/dead.h). effort is a number of positions, 1 to EFFORT_MOST. The results of the first two
// are CAN_WIN_*; helpmate writes the packed moves of a win and returns their number + 1, or 0 if it finds none.
int32_t binbo_game_can_win(int32_t game, int32_t color, int32_t effort);
int32_t binbo_game_any_can_win(int32_t game, int32_t effort);
int32_t binbo_game_helpmate(int32_t game, int32_t color, int32_t effort);

// The effort with which the status checks for dead positions: a DEAD_*, DEAD_OFF in a new game. set returns the
// status.
int32_t binbo_game_dead(int32_t game);
int32_t binbo_game_set_dead(int32_t game, int32_t mode);

// Results by agreement or decision: status is STATUS_MANUAL_DRAW or STATUS_MANUAL_WINNER. Returns it.
int32_t binbo_game_set_result(int32_t game, int32_t status);

// Draws that can be claimed now, as CLAIM_* bits, and claiming one. claim returns the status.
int32_t binbo_game_claimable(int32_t game);
int32_t binbo_game_claim(int32_t game);

// --- state --------------------------------------------------------------------------------------

// Writes the game's state followed by extra_length bytes that the caller has left at the start of
// the buffer (JS stores headers and the details of manual results there). Returns the length.
int32_t binbo_game_state(int32_t game, uint32_t extra_length);

// Reads a state into a new game; returns its handle. The binbo_state_extra_length() extra bytes are then at the
// start of the buffer.
int32_t binbo_game_from_state(uint32_t state_length);
uint32_t binbo_state_extra_length(void);

// --- PGN ----------------------------------------------------------------------------------------

// A flag of binbo_pgn_read(), in addition to those of src/pgn/reader.h: moves use the letters of
// binbo_pgn_letters().
#define BINBO_PGN_LOCAL 256

// PGN text has its own buffer. Makes it hold at least size bytes and returns its address, which is valid until the
// next call; 0 if memory is exhausted. The contents are kept. Size 0 frees the memory.
uint32_t binbo_pgn_reserve(uint32_t size);

// Sets the letters of king, queen, rook, bishop, knight and pawn, in the I/O buffer, for moves that are read with
// BINBO_PGN_LOCAL; others have English letters. They apply until the next call.
int32_t binbo_pgn_letters(uint32_t length);

// Reads one game from the bytes start to end of the text (src/pgn/reader.h); variant applies to games without a
// Variant tag. Returns the offset in the buffer at which the next read starts, or -ERR_MEMORY.
int32_t binbo_pgn_read(uint32_t start, uint32_t end, int32_t flags, int32_t variant);

// The offset of the first token in the bytes start to end of the text; end if there is none yet.
int32_t binbo_pgn_skip(uint32_t start, uint32_t end);

// The last game read, as 32-bit numbers at a fixed address. They, and addresses among them, are valid until the
// next read. BEGIN is the offset of the game's first token in the buffer. LINE is set by binbo_pgn_lines().
#define BINBO_PGN_STATE 0
#define BINBO_PGN_WORDS 1
#define BINBO_PGN_WORD_COUNT 2
#define BINBO_PGN_TEXT 3
#define BINBO_PGN_TEXT_SIZE 4
#define BINBO_PGN_TAGS_SIZE 5
#define BINBO_PGN_PLIES 6
#define BINBO_PGN_RESULT 7
#define BINBO_PGN_VARIANT 8
#define BINBO_PGN_HAS_START 9
#define BINBO_PGN_ERROR_COUNT 10
#define BINBO_PGN_CAPITALS 11
#define BINBO_PGN_BEGIN 12
#define BINBO_PGN_LINE 13
#define BINBO_PGN_PASSED_VARIATIONS 14
#define BINBO_PGN_NOTED 15
#define BINBO_PGN_FACTS 16
uint32_t binbo_pgn_facts(void);

// Returns the negated ErrorCode of an error of that game. binbo_error_offset() is then its offset in the buffer,
// and binbo_error_ply() its move.
int32_t binbo_pgn_error(int32_t index);

// Writes the FEN of the game's start position; returns its length.
int32_t binbo_pgn_start_fen(void);

// Sets the goal of binbo_pgn_reached(), a PgnGoalKind (src/pgn/reaches.h): the position of a FEN in the I/O buffer,
// or the men of a PgnGoal there, which are not checked. Returns 0 or the error of the FEN.
int32_t binbo_pgn_goal(int32_t kind, uint32_t fen_length, int32_t variant);

// The first ply on the main line of the last game read that meets the goal: 0 is the start, -1 none.
int32_t binbo_pgn_reached(void);

// Replaces a game's contents with the last game read, which must have been read with PGN_MAIN_LINE and PGN_PLAYABLE
// and without errors. Returns the status.
int32_t binbo_pgn_load(int32_t game);

// The number of line ends in the bytes start to end of the text: LF, CRLF and CR are one line end each. LINE
// becomes the offset of the last line in the buffer.
int32_t binbo_pgn_lines(uint32_t start, uint32_t end);

// --- named openings ------------------------------------------------------------------------------

// Reads the named lines of standard chess in the buffer, replacing those read before, as openings_read() of
// src/openings.h has them. Returns the number of lines, or -ERR_ARGUMENT for an invalid text; a move may leave a king
// in check.
int32_t binbo_openings_read(uint32_t count, uint32_t length);

// Looks up a position by its hash: 0 if it is on no line, 1 if no line ends there, otherwise 2 + the index of a
// line that ends there.
int32_t binbo_openings_at(uint64_t hash);

// The same for the last position of a game at which a line ends, 0 for none; its ply is written as 32 bits. The
// game is a FEN of standard chess or Chess960 (length 0: the start of standard chess) and `count` move words from
// BINBO_LINE_WORDS on, up to the first that is null or illegal. May also return -ERR_FEN_*.
#define BINBO_LINE_WORDS 160
int32_t binbo_openings_of(uint32_t fen_length, int32_t variant, uint32_t count);

// Writes the move words of a line. Returns their number.
int32_t binbo_openings_line(uint32_t index);

#endif
