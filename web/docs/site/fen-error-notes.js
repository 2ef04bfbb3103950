// SPDX-License-Identifier: Apache-2.0
// The part of the error notes that is about positions.

/** @type {Readonly<Record<string, import('./error-notes.js').Note>>} */
export const FEN_NOTES = {
  ERR_FEN_EMPTY: [
    'A field of a form was left blank.',
    'Leave `fen` out for the start position.',
    "new Game({ fen: '' })",
  ],
  ERR_FEN_FIELDS: [
    'Fields are missing, as in diagrams that have the placement only, or there are two blanks in a row.',
    'Complete the FEN, which `new Setup(fen).fen` does: placement, side to move, castling, en passant; the two clocks may be missing together.',
    "new Game({ fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR' })",
  ],
  ERR_FEN_RANKS: [
    'The text was cut, or a `/` is missing.',
    'Write all eight ranks, rank 8 first.',
    "new Game({ fen: '4k3/8/8/8/8/8/4K3 w - - 0 1' })",
  ],
  ERR_FEN_RANK_EMPTY: [
    'There are two `/` in a row.',
    'Write 8 for a rank without pieces.',
    "new Game({ fen: '4k3/8/8//8/8/8/4K3 w - - 0 1' })",
  ],
  ERR_FEN_RANK_SHORT: [
    'A number of empty squares is too small.',
    'Make pieces and empty squares of each rank eight.',
    "new Game({ fen: '4k3/8/8/7/8/8/8/4K3 w - - 0 1' })",
  ],
  ERR_FEN_RANK_LONG: [
    'A number of empty squares is too large.',
    'Make pieces and empty squares of each rank eight.',
    "new Game({ fen: '4k4/8/8/8/8/8/8/4K3 w - - 0 1' })",
  ],
  ERR_FEN_RANK_DIGITS: [
    'A program counted empty squares in parts.',
    'Write the sum: 8 for 44.',
    "new Game({ fen: '4k3/8/8/44/8/8/8/4K3 w - - 0 1' })",
  ],
  ERR_FEN_PIECE: [
    'Letters of another language, figurines, or a 9 or 0.',
    'Use the English letters, capitals for White.',
    "new Game({ fen: '4k3/8/8/8/8/8/8/4X3 w - - 0 1' })",
  ],
  ERR_FEN_SIDE: [
    'A capital letter, or a word.',
    'Write `w` or `b`.',
    "new Game({ fen: '4k3/8/8/8/8/8/8/4K3 white - - 0 1' })",
  ],
  ERR_FEN_CASTLING: [
    'Another letter, or the same one twice.',
    'Write `KQkq`, part of it, or `-`; in Chess960 also the files of rooks, such as `HAha`.',
    "new Game({ fen: 'r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1' })",
  ],
  ERR_FEN_EN_PASSANT: [
    'A file without a rank, or the square of the pawn in place of the one behind it.',
    'Write the square that the pawn passed, such as `e3` after e2e4, or `-`.',
    "new Game({ fen: '4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1' })",
  ],
  ERR_FEN_HALFMOVE: [
    'A sign, a fraction or a `-`.',
    'Write a whole number, 0 where it is not known.',
    "new Game({ fen: '4k3/8/8/8/8/8/8/4K3 w - - -1 1' })",
  ],
  ERR_FEN_FULLMOVE: [
    'A sign, a fraction or a `-`.',
    'Write a whole number, 1 where it is not known.',
    "new Game({ fen: '4k3/8/8/8/8/8/8/4K3 w - - 0 x' })",
  ],
  ERR_FEN_POCKET: [
    'A letter that is no piece, or a bracket without its partner.',
    'Write the pockets of both sides in one pair of brackets, capitals for White.',
    "new Game({ variant: 'crazyhouse', fen: '4k3/8/8/8/8/8/8/4K3[x] w - - 0 1' })",
  ],
  ERR_FEN_CHECKS: [
    'A number above 3, or other text, in the field of checks.',
    'Write `3+3` for a new game.',
    "new Game({ variant: '3check', fen: '4k3/8/8/8/8/8/8/4K3 w - - 3+a 0 1' })",
  ],
  ERR_FEN_NO_KING: [
    'A diagram, or the board of an editor, is not complete.',
    'Use [`Setup`](setups.md) for boards without rules.',
    "new Game({ fen: '4k3/8/8/8/8/8/8/8 w - - 0 1' })",
  ],
  ERR_FEN_TOO_MANY_KINGS: [
    'A king was added where one was moved; or the variant is antichess, and was not named.',
    'Remove one, or pass the `variant`.',
    "new Game({ fen: '4k3/8/8/8/8/8/8/K3K3 w - - 0 1' })",
  ],
  ERR_FEN_TOO_MANY_PAWNS: [
    'An artificial position, or the variant horde, which was not named.',
    'Pass the `variant`, or use a `Setup`.',
    "new Game({ fen: '4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1' })",
  ],
  ERR_FEN_TOO_MANY_PIECES: [
    'An artificial position, or a variant that was not named.',
    'Pass the `variant`, or use a `Setup`.',
    "new Game({ fen: 'rnbqkbnr/pppppppp/n7/8/8/8/8/4K3 w - - 0 1' })",
  ],
  ERR_FEN_PAWN_ON_EDGE: [
    'A pawn was not promoted.',
    'Write the piece that it became.',
    "new Game({ fen: '4k2P/8/8/8/8/8/8/4K3 w - - 0 1' })",
  ],
  ERR_FEN_KINGS_ADJACENT: [
    'No game can reach it.',
    'Move a king.',
    "new Game({ fen: 'kK6/8/8/8/8/8/8/8 b - - 0 1' })",
  ],
  ERR_FEN_OPPONENT_IN_CHECK: [
    'The side to move could take the king. Often the side to move is the wrong one.',
    'Change `w` to `b`, or the reverse.',
    "new Game({ fen: '7k/8/8/8/8/8/1B6/K7 w - - 0 1' })",
  ],
  ERR_FEN_CASTLING_KING: [
    'The king has moved, and the rights were kept.',
    'Remove the letters of that side.',
    "new Game({ fen: 'r3k2r/8/8/8/8/8/4K3/R6R w Kkq - 0 1' })",
  ],
  ERR_FEN_CASTLING_ROOK: [
    'The rook has moved or was taken, and the right was kept.',
    'Remove that letter.',
    "new Game({ fen: '4k3/8/8/8/8/8/8/4K3 b K - 0 1' })",
  ],
  ERR_FEN_CASTLING_VARIANT: [
    'The rights are those of a Chess960 game.',
    "Pass `variant: 'chess960'`.",
    "new Game({ fen: '4k3/8/8/8/8/8/8/4K1R1 w G - 0 1' })",
  ],
  ERR_FEN_EN_PASSANT_SIDE: [
    'The square belongs to the move before the last one.',
    'Write `-`, or change the side to move.',
    "new Game({ fen: '4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1' })",
  ],
  ERR_FEN_EN_PASSANT_PAWN: [
    'There is no pawn before the square, or something stands on or behind it.',
    'Write `-`.',
    "new Game({ fen: '4k3/8/8/8/8/8/8/4K3 w - e6 0 1' })",
  ],
  ERR_FEN_NO_CASTLING: [
    'Rights were copied from another variant.',
    'Write `-`.',
    "new Game({ variant: 'racingkings', fen: '8/8/8/8/8/8/k7/7K w KQ - 0 1' })",
  ],
  ERR_FEN_RACE_CHECK: [
    'A king is attacked, which no move of that variant allows.',
    'Move a piece, or leave the `variant` out.',
    "new Game({ variant: 'racingkings', fen: 'k7/8/8/8/8/8/8/r6K w - - 0 1' })",
  ],
  ERR_FEN_RACE_OVER: [
    'Both kings stand on rank 8 with Black to move: the race was over a move before.',
    'Make White the side to move.',
    "new Game({ variant: 'racingkings', fen: 'k6K/8/8/8/8/8/8/8 b - - 0 1' })",
  ],
  ERR_FEN_POCKET_VARIANT: [
    'The FEN is one of crazyhouse.',
    "Pass `variant: 'crazyhouse'`.",
    "new Game({ fen: '4k3/8/8/8/8/8/8/4K3[] w - - 0 1' })",
  ],
  ERR_FEN_CHECKS_VARIANT: [
    'The FEN is one of three-check.',
    "Pass `variant: '3check'`.",
    "new Game({ fen: '4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1' })",
  ],
  ERR_FEN_STRICT_PROMOTED: [
    'Two queens beside eight pawns, for instance.',
    'Remove pieces or pawns, or leave `strict` out.',
    "new Game({ strict: true, fen: '4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1' })",
  ],
  ERR_FEN_STRICT_CHECKERS: [
    'A move gives at most two checks at once.',
    'Remove a checker, or leave `strict` out.',
    "new Game({ strict: true, fen: '4k3/8/8/1B5B/8/8/4R3/4K3 b - - 0 1' })",
  ],
  ERR_FEN_STRICT_CHECK_PAIR: [
    'Two knights give check, for instance: one of them did before the last move.',
    'Remove a checker, or leave `strict` out.',
    "new Game({ strict: true, fen: '4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1' })",
  ],
  ERR_FEN_STRICT_EN_PASSANT: [
    'The halfmove clock is not 0, or a check cannot come from the push.',
    'Write `-`, or 0 for the clock.',
    "new Game({ strict: true, fen: '4k3/8/8/4p3/8/8/8/4K3 w - e6 5 9' })",
  ],
  ERR_FEN_STRICT_CASTLING: [
    'The rights place the kings on different files.',
    'Remove the rights of one side.',
    "new Game({ strict: true, variant: 'chess960', fen: 'r3k3/8/8/8/8/8/8/R2K4 w Qq - 0 1' })",
  ],
  ERR_FEN_STRICT_PAWNS: [
    'Three pawns on two files need a capture, for instance, and nothing is missing.',
    'Move a pawn, or leave `strict` out.',
    "new Game({ strict: true, fen: 'rnbqkbnr/pppppppp/8/8/8/P7/PP1PPPPP/RNBQKBNR b KQkq - 0 1' })",
  ],
  ERR_FEN_STRICT_CLOCK: [
    'The clocks come from different places.',
    'Write 0 for the clock, or a larger move number.',
    "new Game({ strict: true, fen: '4k3/8/8/8/8/8/8/4K2R w - - 9 5' })",
  ],
  ERR_FEN_STRICT_UNMOVED: [
    'Queen and king changed places behind pawns that have not moved, for instance.',
    'Move a pawn, or leave `strict` out.',
    "new Game({ strict: true, fen: 'rnbqkbnr/8/8/pppppppp/8/8/PPPPPPPP/RNBKQBNR w kq - 0 9' })",
  ],
  ERR_FEN_STRICT_SIDE: [
    'The start position with Black to move, for instance.',
    'Change the side to move, or leave `strict` out.',
    "new Game({ strict: true, fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1' })",
  ],
}
