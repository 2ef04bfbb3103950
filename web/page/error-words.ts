// SPDX-License-Identifier: Apache-2.0
// Errors as sentences for players: what happened, and what to do. The sentence
// is the library's own unless players can do something else here than developers.

import { ChessError } from 'binbo'
import { ERRORS } from '../../js/core/generated/errors.js'
import { say } from './texts.js'

/** `code`: the error's, or ''. */
export type Words = { text: string; code: string }

/** The sentences of src/error.h, by code. */
const MESSAGES = new Map<string, string>(ERRORS.values())
/** By code, for errors that no other module explains better. */
const OVERRIDES: Record<string, string> = {
  ERR_FEN_EMPTY: say`Type or paste a FEN.`,
  ERR_FEN_FIELDS: say`This is no FEN: it has 4 or 6 fields with a blank between them: board, side, castling, en passant and two counters.`,
  ERR_FEN_CASTLING_VARIANT: say`These castling rights are for Chess960: in standard chess the king castles from the e-file with a rook from the corner.`,
  ERR_FEN_POCKET_VARIANT: say`Only Crazyhouse has pockets and promoted pieces.`,
  ERR_FEN_CHECKS_VARIANT: say`Only Three-check counts checks.`,
  ERR_MOVE_SYNTAX: say`This is not a move. Moves look like Nf3, exd5, O-O or a8=Q.`,
  ERR_MOVE_SQUARE: say`There is no such square: the board goes from a1 to h8.`,
  ERR_PGN_TAG: say`A line of its header does not read [Name "value"].`,
  ERR_PGN_TAG_FEN: say`The position that it starts from is not possible.`,
  ERR_PGN_TOKEN: say`A word in it is not a move.`,
  ERR_PGN_MOVE: say`A move in it is not possible.`,
  ERR_PGN_AMBIGUOUS: say`More than one piece can make a move in it.`,
  ERR_PGN_NULL_MOVE: say`A side passes its turn, which chess does not allow here.`,
  ERR_PGN_COMMENT: say`A comment is not closed with }: all that follows was read as a part of it.`,
  ERR_PGN_TOO_LARGE: say`It is too long for a game of chess.`,
  ERR_PGN_FEN_MENDED: say`The position that it starts from was not quite right, and was mended.`,
  ERR_PGN_LETTER: say`P was read as a pawn, but it may mean a knight: the game seems to be in another language.`,
  ERR_PGN_RESULT: say`The result in its header is not the one after its moves.`,
  ERR_COMPACT_DAMAGED: say`The link is damaged or cut off: ask for it again, or for the game as PGN.`,
  ERR_COMPACT_VERSION: say`The link is from a newer version of this page: reload the page.`,
  ERR_STATE_FORMAT: say`The saved game is damaged.`,
  ERR_STATE_VERSION: say`The saved game is from a newer version of this page: reload the page.`,
  ERR_STATE_CHECKSUM: say`The saved game is damaged.`,
  ERR_STATE_INVALID: say`The saved game is damaged.`,
  ERR_UCI_ENGINE_DEAD: say`The engine stopped answering. Start it again.`,
  ERR_UCI_CANCELLED: say`The engine was stopped before it had an answer.`,
  ERR_UCI_NO_ENGINE: say`No engine plays in this game.`,
  ERR_UCI_MOVE: say`The engine made a move that is not allowed. Start it again, or choose another one.`,
  ERR_UCI_VARIANT: say`The engine does not play by these rules. Choose another one.`,
  ERR_UCI_OPTION: say`The engine does not accept this setting.`,
  ERR_UCI_LINE: say`This page made a mistake. Reload it; your game is kept.`,
  ERR_UCI_BUSY: say`The engine is thinking. Try again when it is done.`,
  ERR_STORE_UNKNOWN: say`The game server did not say whether it has the move. Reload the page to see.`,
  ERR_STORE_AWAY: say`The game server does not answer. The game waits there; try again later.`,
  ERR_SESSION_FORMAT: say`The game is from a newer version of this page: reload the page.`,
  ERR_GAME_OVER: say`The game is over.`,
  ERR_GAME_STOPPED: say`The game was closed.`,
  ERR_DRAW_CLAIM: say`There is no draw to claim here.`,
  ERR_ARGUMENT: say`This page made a mistake. Reload it; your game is kept.`,
  ERR_MEMORY: say`There is not enough memory. Close other tabs, then try again.`,
  ERR_DATABASE_MEMORY: say`The games need more memory than there is. Those before are here.`,
  ERR_DATABASE_FULL: say`The browser’s storage is full: the games that were added last are gone when the page is closed. Remove some, or save them as a file.`,
  ERR_DATABASE_READONLY: say`The database is open in another tab: change it there.`,
  ERR_DATABASE_STORAGE: say`The files of the database cannot be reached. Reload the page.`,
  ERR_WASM: say`This browser cannot run the page: it needs WebAssembly with SIMD.`,
  ERR_INIT: say`A part of the page could not be loaded. Check your connection, then reload the page.`,
}

/** By code, for errors about a word of the input. */
const WITH_INPUT: Record<string, (input: string) => string> = {
  ERR_PGN_TOKEN: input => addressWords(input) || say`${quoted(input)} is not a move.`,
  ERR_PGN_MOVE: input => say`${quoted(input)} is not possible there.`,
  ERR_PGN_AMBIGUOUS: input => say`${quoted(input)}: more than one piece can make this move.`,
  ERR_PGN_VARIANT: input => say`This page does not know the rules of ${quoted(input)}.`,
}
const QUOTED = 40

/** By name, for the browser's errors. */
const OF_BROWSER: Record<string, string> = {
  QuotaExceededError: say`The browser’s storage is full. Save older games as a file, then delete them here.`,
  NotReadableError: say`The file has changed or is gone. Open it again.`,
  NotFoundError: say`The file has changed or is gone. Open it again.`,
  NotAllowedError: say`The browser does not allow it.`,
  SecurityError: say`The browser does not allow it.`,
  NetworkError: say`A part of the page did not arrive. Check your connection, then try again.`,
}
const UNKNOWN = say`Something went wrong in this page. Reload it; your game is kept.`

/** Instructions for users who pasted an address in place of a game, by site. */
const SITES: [RegExp, string][] = [
  [
    /(^|\.)lichess\.org$/,
    say`On lichess, choose “Share & export” at the game, copy the PGN and paste it here.`,
  ],
  [
    /(^|\.)chess\.com$/,
    say`On chess.com, press “Share” at the game, choose “PGN”, copy it and paste it here.`,
  ],
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

export function sentenceOf(code: string): string {
  const message = MESSAGES.get(code)
  return OVERRIDES[code] ?? (message === undefined ? UNKNOWN : say([`${message}.`]))
}

/** @returns what to do instead of pasting an address; '' if the text is not an address */
export function addressWords(text: string): string {
  const [, host] = ADDRESS.exec(text) ?? []
  if (host === undefined) return ''
  const [, way = say`Copy the PGN there and paste it here.`] =
    SITES.find(([site]) => site.test(host.toLowerCase())) ?? []
  return say`This is an address, not a game. ${way}`
}
