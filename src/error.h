// SPDX-License-Identifier: Apache-2.0
// The error codes. Values are fixed: they cross the boundary and are stored in users' logs.
//
// The lists are also the source of the error reference: js/tools/generate-bindings.js reads every
// `X(NAME, value, "message")` line, writes js/core/generated/errors.ts and stops at a line that it cannot read. The
// message names the error and the remedy; JS adds the input and its position.
#ifndef ERROR_H
#define ERROR_H

// clang-format off
#define ERROR_CODES(X) \
    /* FEN: the text, field by field */ \
    X(ERR_FEN_EMPTY, 101, "The FEN is empty") \
    X(ERR_FEN_FIELDS, 102, "A FEN has 4 or 6 fields with exactly one space between them") \
    X(ERR_FEN_RANKS, 103, "A board has 8 ranks, separated by '/'") \
    X(ERR_FEN_RANK_EMPTY, 104, "A rank is empty: write 8 for it") \
    X(ERR_FEN_RANK_SHORT, 105, "A rank has fewer than 8 squares") \
    X(ERR_FEN_RANK_LONG, 106, "A rank has more than 8 squares") \
    X(ERR_FEN_RANK_DIGITS, 107, "Two digits in a row: write their sum") \
    X(ERR_FEN_PIECE, 108, "A board has only pnbrqkPNBRQK, 1 to 8 and '/', and '~' after a promoted piece of crazyhouse") \
    X(ERR_FEN_SIDE, 109, "The side to move must be 'w' or 'b'") \
    X(ERR_FEN_CASTLING, 110, "Castling must be '-' or distinct letters of KQkq (or rook files)") \
    X(ERR_FEN_EN_PASSANT, 111, "En passant must be '-' or a square on rank 3 or 6") \
    X(ERR_FEN_HALFMOVE, 112, "The halfmove clock is a number up to 65535") \
    X(ERR_FEN_FULLMOVE, 113, "The move number is a number up to 65535") \
    X(ERR_FEN_POCKET, 114, "Pockets are letters of QRBNPqrbnp in brackets, as in [QNp], at most 64 of each") \
    X(ERR_FEN_CHECKS, 115, "Checks are those still to give, as in 3+3, or those given, as in +0+0, each 0 to 3") \
    /* FEN: the position that it describes */ \
    X(ERR_FEN_NO_KING, 120, "Each side needs a king") \
    X(ERR_FEN_TOO_MANY_KINGS, 121, "A side has more than one king, or in horde White has one") \
    X(ERR_FEN_TOO_MANY_PAWNS, 122, "A side has more than 8 pawns, or in racing kings any") \
    X(ERR_FEN_TOO_MANY_PIECES, 123, "A side has more than 16 men, or board and pockets of crazyhouse have more than 64") \
    X(ERR_FEN_PAWN_ON_EDGE, 124, "A pawn cannot stand on rank 1 or 8, but for White's of horde on rank 1") \
    X(ERR_FEN_KINGS_ADJACENT, 125, "The kings stand next to each other") \
    X(ERR_FEN_OPPONENT_IN_CHECK, 126, "The side not to move is in check") \
    X(ERR_FEN_CASTLING_KING, 127, "A castling right needs its king on its square") \
    X(ERR_FEN_CASTLING_ROOK, 128, "A castling right needs its rook") \
    X(ERR_FEN_CASTLING_VARIANT, 129, "This castling right needs variant: 'chess960'") \
    X(ERR_FEN_EN_PASSANT_SIDE, 130, "The en passant square is on rank 6 when White is to move, on rank 3 when Black is") \
    X(ERR_FEN_EN_PASSANT_PAWN, 131, "No pawn can just have passed the en passant square") \
    X(ERR_FEN_NO_CASTLING, 132, "There is no castling in racing kings: write '-'") \
    X(ERR_FEN_RACE_CHECK, 133, "In racing kings neither side can be in check") \
    X(ERR_FEN_RACE_OVER, 134, "In racing kings Black cannot be to move when both kings have arrived") \
    X(ERR_FEN_POCKET_VARIANT, 135, "Pockets and promoted pieces (~) need variant: 'crazyhouse'") \
    X(ERR_FEN_CHECKS_VARIANT, 136, "A count of checks needs variant: '3check'") \
    /* FEN with strict: true: what no game can reach */ \
    X(ERR_FEN_STRICT_PROMOTED, 140, "More pieces than promotions can explain") \
    X(ERR_FEN_STRICT_CHECKERS, 141, "More than two pieces give check") \
    X(ERR_FEN_STRICT_CHECK_PAIR, 142, "No move can have given these checks") \
    X(ERR_FEN_STRICT_EN_PASSANT, 143, "No double pawn push can just have led to this position") \
    X(ERR_FEN_STRICT_CASTLING, 144, "No game can have these castling rights together") \
    X(ERR_FEN_STRICT_PAWNS, 145, "The pawns need more captures than there are missing men") \
    X(ERR_FEN_STRICT_CLOCK, 146, "The move number is too low for the halfmove clock") \
    X(ERR_FEN_STRICT_UNMOVED, 147, "Pieces stand where they cannot go before a pawn has moved") \
    X(ERR_FEN_STRICT_SIDE, 148, "The side to move does not follow from the moves that were made") \
    /* moves given by squares */ \
    X(ERR_MOVE_SYNTAX, 201, "A move is UCI, such as 'e2e4', 'a7a8n' or 'N@f3', or SAN, such as 'Nf3'") \
    X(ERR_MOVE_SQUARE, 202, "A square is a name 'a1' to 'h8' or an index 0 to 63") \
    X(ERR_MOVE_NO_PIECE, 203, "There is no piece on the square") \
    X(ERR_MOVE_WRONG_SIDE, 204, "It is the other side's turn to move") \
    X(ERR_MOVE_OWN_CAPTURE, 205, "The move would capture a piece of its own side") \
    X(ERR_MOVE_ILLEGAL, 206, "The piece cannot move like that here") \
    X(ERR_MOVE_KING_IN_CHECK, 207, "The move would leave its own king in check") \
    X(ERR_MOVE_PROMOTION, 208, "A promotion is q, r, b or n, in antichess also k, for a pawn that reaches the last rank") \
    X(ERR_MOVE_DROP, 209, "A drop needs the piece in the pocket and an empty square, for a pawn not on the first or last rank") \
    /* SAN */ \
    X(ERR_SAN_SYNTAX, 301, "This is not a move in SAN, such as 'Nf3', 'exd5', 'O-O' or 'a8=Q'") \
    X(ERR_SAN_ILLEGAL, 302, "The side to move has no legal move that fits") \
    X(ERR_SAN_AMBIGUOUS, 303, "More than one legal move fits: give its file or rank, as in 'Nbd2'") \
    /* PGN */ \
    X(ERR_PGN_EMPTY, 401, "There is no game in this PGN") \
    X(ERR_PGN_TAG, 402, "A tag must be [Name \"value\"]") \
    X(ERR_PGN_TAG_FEN, 403, "The FEN tag does not hold a valid position") \
    X(ERR_PGN_VARIANT, 404, "This chess variant is not supported") \
    X(ERR_PGN_TOKEN, 405, "This has no meaning in PGN move text") \
    X(ERR_PGN_MOVE, 406, "This is not a legal move here") \
    X(ERR_PGN_AMBIGUOUS, 407, "More than one legal move fits") \
    X(ERR_PGN_NULL_MOVE, 408, "A null move cannot be played in a game, nor while in check") \
    X(ERR_PGN_COMMENT, 409, "A comment is not closed with '}'") \
    X(ERR_PGN_VARIATION, 410, "Parentheses of variations do not match") \
    X(ERR_PGN_TOO_LARGE, 411, "A game, tag or token is too long") \
    /* state bytes */ \
    X(ERR_STATE_FORMAT, 501, "These bytes are not a game state") \
    X(ERR_STATE_VERSION, 502, "This game state was written by a newer version: update binbo") \
    X(ERR_STATE_CHECKSUM, 503, "The game state is damaged: its checksum does not match") \
    X(ERR_STATE_INVALID, 504, "The game state has an illegal position, move or result") \
    /* games */ \
    X(ERR_GAME_OVER, 601, "The game is over, as its status says") \
    X(ERR_GAME_STOPPED, 602, "The game was stopped, by stop() or its idle timeout") \
    X(ERR_DRAW_CLAIM, 603, "There is no draw to claim: claimableDraws is empty") \
    X(ERR_ARGUMENT, 604, "An argument has the wrong type or is out of range") \
    X(ERR_MEMORY, 605, "Out of memory: stop() games that are done, or let the event loop turn so that unused ones are collected") \
    X(ERR_WASM, 606, "The core of binbo, which is WebAssembly, does not start") \
    X(ERR_INIT, 607, "The core is not loaded: await init(source) of binbo/slim first")

// Input that is not read as written: reported, never thrown.
#define WARNING_CODES(X) \
    /* PGN */ \
    X(ERR_PGN_FEN_MENDED, 412, "The FEN tag is not valid and was mended") \
    X(ERR_PGN_LETTER, 413, "'P' is read as a pawn, and no move begins with 'N': if 'P' is a knight, as in Dutch, pass the locale") \
    X(ERR_PGN_RESULT, 414, "The Result tag contradicts the end of the moves") \
    X(ERR_PGN_SKIPPED, 415, "This has no meaning here and is skipped") \
    X(ERR_PGN_NO_START, 416, "A Chess960 game without a FEN tag is read from the usual start")
// clang-format on

#define ERROR_ENUMERATOR(name, value, message) name = (value),
typedef enum { ERR_NONE = 0, ERROR_CODES(ERROR_ENUMERATOR) WARNING_CODES(ERROR_ENUMERATOR) } ErrorCode;
#undef ERROR_ENUMERATOR

#endif
