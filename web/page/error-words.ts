// SPDX-License-Identifier: Apache-2.0
// Errors as sentences for players: what happened, and what to do. The page shows the error's stable code beside the sentence,
// but not the library's message, which is for developers.

import { ChessError } from 'binbo'

/** `code`: the error's, or ''. */
export type Words = { text: string; code: string }

/** By code, for errors that no other module explains better. */
const SENTENCES: Record<string, string> = {
  ERR_FEN_EMPTY: 'Type or paste a FEN.',
  ERR_FEN_FIELDS:
    'This is no FEN: it has 4 or 6 fields with a blank between them: board, side, castling, en passant and two counters.',
  ERR_FEN_RANKS: 'The board has 8 ranks with / between them.',
  ERR_FEN_RANK_EMPTY: 'A rank is missing: write 8 for an empty one.',
  ERR_FEN_RANK_SHORT: 'This rank has fewer than 8 squares.',
  ERR_FEN_RANK_LONG: 'This rank has more than 8 squares.',
  ERR_FEN_RANK_DIGITS: 'Two digits in a row: write their sum.',
  ERR_FEN_PIECE: 'A board has only the letters KQRBNP and kqrbnp, 1 to 8 and /.',
  ERR_FEN_SIDE: 'The side to move is w or b.',
  ERR_FEN_CASTLING: 'Castling is -, or some of KQkq, each once.',
  ERR_FEN_EN_PASSANT: 'En passant is -, or a square on rank 3 or 6.',
  ERR_FEN_HALFMOVE: 'The counter of moves without a capture is a number up to 65535.',
  ERR_FEN_FULLMOVE: 'The move number is a number up to 65535.',
  ERR_FEN_POCKET: 'A pocket has the letters QRBNP and qrbnp in brackets, as in [QNp], at most 64 of each.',
  ERR_FEN_CHECKS: 'Checks are those still to give, as in 3+3, or those given, as in +0+0; at most 3.',
  ERR_FEN_NO_KING: 'Each side needs a king.',
  ERR_FEN_TOO_MANY_KINGS: 'A side has more kings than it may have.',
  ERR_FEN_TOO_MANY_PAWNS: 'A side has more pawns than it may have.',
  ERR_FEN_TOO_MANY_PIECES: 'There are more pieces than a game can have.',
  ERR_FEN_PAWN_ON_EDGE: 'No pawn can stand on the first or the last rank.',
  ERR_FEN_KINGS_ADJACENT: 'The kings stand next to each other.',
  ERR_FEN_OPPONENT_IN_CHECK: 'The side that has just moved is in check.',
  ERR_FEN_CASTLING_KING: 'A king that may castle has left its square.',
  ERR_FEN_CASTLING_ROOK: 'A rook that may castle has left its square.',
  ERR_FEN_CASTLING_VARIANT:
    'These castling rights are for Chess960: in standard chess the king castles from the e-file with a rook from the corner.',
  ERR_FEN_EN_PASSANT_SIDE: 'The en passant square is on the wrong side of the board for the side to move.',
  ERR_FEN_EN_PASSANT_PAWN: 'No pawn can just have passed the en passant square.',
  ERR_FEN_NO_CASTLING: 'There is no castling in Racing Kings.',
  ERR_FEN_RACE_CHECK: 'In Racing Kings no side can be in check.',
  ERR_FEN_RACE_OVER: 'Both kings have arrived, so it cannot be Black’s move.',
  ERR_FEN_POCKET_VARIANT: 'Only Crazyhouse has pockets and promoted pieces.',
  ERR_FEN_CHECKS_VARIANT: 'Only Three-check counts checks.',
  ERR_FEN_STRICT_PROMOTED: 'One side has more promoted pieces than missing pawns.',
  ERR_FEN_STRICT_CHECKERS: 'No single move can have given check from so many pieces.',
  ERR_FEN_STRICT_CHECK_PAIR: 'No single move can have given check from both pieces.',
  ERR_FEN_STRICT_EN_PASSANT: 'No game can have reached this position by that double step.',
  ERR_FEN_STRICT_CASTLING: 'No game can leave both sides these castling rights.',
  ERR_FEN_STRICT_PAWNS: 'The pawns need more captures than there are missing pieces and pawns.',
  ERR_FEN_STRICT_CLOCK: 'The move number is too low for so many moves without a capture.',
  ERR_FEN_STRICT_UNMOVED: 'A king, queen or rook stands where it cannot go before a pawn has moved.',
  ERR_FEN_STRICT_SIDE: 'Only knights and rooks have moved, so it is the other side’s turn.',
  ERR_MOVE_SYNTAX: 'This is not a move. Moves look like Nf3, exd5, O-O or a8=Q.',
  ERR_MOVE_SQUARE: 'There is no such square: the board goes from a1 to h8.',
  ERR_MOVE_NO_PIECE: 'There is no piece on that square.',
  ERR_MOVE_WRONG_SIDE: 'It is the other side’s turn.',
  ERR_MOVE_OWN_CAPTURE: 'Your own piece stands there.',
  ERR_MOVE_ILLEGAL: 'The piece cannot go there.',
  ERR_MOVE_KING_IN_CHECK: 'That would leave your king in check.',
  ERR_MOVE_PROMOTION: 'A pawn that reaches the last rank becomes a queen, rook, bishop or knight.',
  ERR_MOVE_DROP: 'This piece cannot be dropped there.',
  ERR_SAN_SYNTAX: 'This is not a move. Moves look like Nf3, exd5, O-O or a8=Q.',
  ERR_SAN_ILLEGAL: 'No piece of yours can make this move.',
  ERR_SAN_AMBIGUOUS: 'More than one piece can make this move: name its file or rank, as in Nbd2.',
  ERR_PGN_EMPTY: 'There is no game in it.',
  ERR_PGN_TAG: 'A line of its header does not read [Name "value"].',
  ERR_PGN_TAG_FEN: 'The position that it starts from is not possible.',
  ERR_PGN_VARIANT: 'This page does not know its rules.',
  ERR_PGN_TOKEN: 'A word in it is not a move.',
  ERR_PGN_MOVE: 'A move in it is not possible.',
  ERR_PGN_AMBIGUOUS: 'More than one piece can make a move in it.',
  ERR_PGN_NULL_MOVE: 'A side passes its turn, which chess does not allow here.',
  ERR_PGN_COMMENT: 'A comment is not closed with }: all that follows was read as a part of it.',
  ERR_PGN_VARIATION: 'The brackets around a variation do not match.',
  ERR_PGN_TOO_LARGE: 'It is too long for a game of chess.',
  ERR_PGN_FEN_MENDED: 'The position that it starts from was not quite right, and was mended.',
  ERR_PGN_LETTER: 'P was read as a pawn, but it may mean a knight: the game seems to be in another language.',
  ERR_PGN_RESULT: 'The result in its header is not the one after its moves.',
  ERR_COMPACT_DAMAGED: 'The link is damaged or cut off: ask for it again, or for the game as PGN.',
  ERR_COMPACT_VERSION: 'The link is from a newer version of this page: reload the page.',
  ERR_STATE_FORMAT: 'The saved game is damaged.',
  ERR_STATE_VERSION: 'The saved game is from a newer version of this page: reload the page.',
  ERR_STATE_CHECKSUM: 'The saved game is damaged.',
  ERR_STATE_INVALID: 'The saved game is damaged.',
  ERR_UCI_ENGINE_DEAD: 'The engine stopped answering. Start it again.',
  ERR_UCI_CANCELLED: 'The engine was asked to stop.',
  ERR_UCI_NO_ENGINE: 'No engine plays in this game.',
  ERR_UCI_MOVE: 'The engine made a move that is not allowed. Start it again, or choose another one.',
  ERR_UCI_OPTION: 'The engine does not have this setting.',
  ERR_UCI_VARIANT: 'The engine does not play by these rules. Choose another one.',
  ERR_UCI_LINE: 'The engine cannot read this.',
  ERR_UCI_BUSY: 'The engine is thinking. Try again when it is done.',
  ERR_STORE_UNKNOWN: 'The game server did not say whether it has the move. Reload the page to see.',
  ERR_STORE_AWAY: 'The game server does not answer. The game waits there; try again later.',
  ERR_SESSION_FORMAT: 'The game is from a newer version of this page: reload the page.',
  ERR_GAME_OVER: 'The game is over.',
  ERR_GAME_STOPPED: 'The game was closed.',
  ERR_DRAW_CLAIM: 'There is no draw to claim here.',
  ERR_ARGUMENT: 'This page made a mistake. Reload it; your game is kept.',
  ERR_MEMORY: 'There is not enough memory. Close other tabs, then try again.',
  ERR_DATABASE_MEMORY: 'The games need more memory than there is. Those before are here.',
  ERR_DATABASE_FULL:
    'The browser’s storage is full: the games that were added last are gone when the page is closed. Remove some, or save them as a file.',
  ERR_DATABASE_STORAGE: 'The files of the database cannot be reached. Reload the page.',
  ERR_WASM: 'This browser cannot run the page: it needs WebAssembly with SIMD.',
  ERR_INIT: 'A part of the page could not be loaded. Check your connection, then reload the page.',
}

/** By code, for errors about a word of the input. */
const WITH_INPUT: Record<string, (input: string) => string> = {
  ERR_PGN_TOKEN: input => addressWords(input) || `${quoted(input)} is not a move.`,
  ERR_PGN_VARIANT: input => `This page does not know the rules of ${quoted(input)}.`,
}
const QUOTED = 40

/** By name, for the browser's errors. */
const OF_BROWSER: Record<string, string> = {
  QuotaExceededError: 'The browser’s storage is full. Save older games as a file, then delete them here.',
  NotReadableError: 'The file has changed or is gone. Open it again.',
  NotFoundError: 'The file has changed or is gone. Open it again.',
  NotAllowedError: 'The browser does not allow it.',
  SecurityError: 'The browser does not allow it.',
  NetworkError: 'A part of the page did not arrive. Check your connection, then try again.',
}
const UNKNOWN = 'Something went wrong in this page. Reload it; your game is kept.'

/** Instructions for users who pasted an address in place of a game, by site. */
const SITES: [RegExp, string][] = [
  [/(^|\.)lichess\.org$/, 'On lichess, choose “Share & export” at the game, copy the PGN and paste it here.'],
  [/(^|\.)chess\.com$/, 'On chess.com, press “Share” at the game, choose “PGN”, copy it and paste it here.'],
]
const ADDRESS = /^\s*(?:https?:\/\/|(?=www\.|lichess\.org\/|chess\.com\/))([\w.-]+)(?:[^\s\w.-]\S*)?\s*$/i

/** @returns words that hold without knowing the position or the game */
export function errorWords(error: unknown): Words {
  if (error instanceof ChessError) {
    const { code, input = '' } = error
    return { text: (input && WITH_INPUT[code]?.(input)) || sentenceOf(code), code }
  }
  const { name = '', message = '' }: Partial<Error> = error ?? {}
  const isNetwork = name === 'TypeError' && /fetch|import|load|network/i.test(message)
  return { text: OF_BROWSER[isNetwork ? 'NetworkError' : name] ?? UNKNOWN, code: '' }
}

/** @returns the text in quotes, cut if it is long */
export const quoted = (text: string): string =>
  `“${text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text}”`

export const sentenceOf = (code: string): string => SENTENCES[code] ?? UNKNOWN

/** @returns what to do instead of pasting an address; '' if the text is not an address */
export function addressWords(text: string): string {
  const [, host] = ADDRESS.exec(text) ?? []
  if (host === undefined) return ''
  const [, way = 'Copy the PGN there and paste it here.'] =
    SITES.find(([site]) => site.test(host.toLowerCase())) ?? []
  return `This is an address, not a game. ${way}`
}
