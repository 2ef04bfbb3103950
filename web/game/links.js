// SPDX-License-Identifier: Apache-2.0
// Links that carry a position or a game: what stands behind the # never leaves the browser.

import { ChessError, validateFen } from 'binbo'
import { PgnGame, parsePgn } from 'binbo/pgn'

/** @typedef {import('binbo').Variant} Variant */
/** @typedef {import('./study.js').Study} Study */

/** Browsers take longer ones, chats and mail do not. */
export const LONG_LINK = 2000
/** What is left out of a link: headers that say nothing. */
const UNKNOWN = /^\[\w+ "(\?|\?\?\?\?\.\?\?\.\?\?|\*)"\]\n/gm

/**
 * @param {Study} study
 * @returns {{ fen: string, pgn: string }} addresses of this page with the position, and with the whole game
 */
export function linksOf({ game, tree }) {
  const page = location.href.replace(/#.*/s, '')
  const variant = game.options.variant === 'chess960' ? '&variant=chess960' : ''
  const pgn = tree.toString().replace(UNKNOWN, '').trim()
  return {
    fen: `${page}#fen=${encodeURIComponent(game.fen).replaceAll('%20', '_').replaceAll('%2F', '/')}${variant}`,
    pgn: `${page}#pgn=${encodeURIComponent(pgn)}`,
  }
}

/**
 * @param {string} hash such as location.hash
 * @returns {PgnGame | null} null where the link carries nothing
 * @throws {ChessError} ERR_FEN_*, ERR_PGN_*: what it carries cannot be read
 */
export function readLink(hash) {
  const values = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'))
  const fen = values.get('fen')
  const pgn = values.get('pgn')
  if (fen !== null) return gameOfFen(fen.replaceAll('_', ' '), values.get('variant') === 'chess960')
  if (pgn === null) return null
  const [game] = parsePgn(pgn)
  if (!game) throw new ChessError('ERR_PGN_EMPTY', 'it has no game')
  return game
}

/**
 * A game that starts from a position; of Chess960 also where only its castling rights need that.
 * @param {string} fen
 * @param {boolean} [chess960]
 * @returns {PgnGame}
 * @throws {ChessError} ERR_FEN_*
 */
export function gameOfFen(fen, chess960 = false) {
  const checked = validateFen(fen)
  const needs = !checked.ok && checked.error.code === 'ERR_FEN_CASTLING_VARIANT'
  return new PgnGame({ fen, variant: chess960 || needs ? 'chess960' : 'standard' })
}
