// SPDX-License-Identifier: Apache-2.0
// Links that carry a position or a game: what stands behind the # never leaves the browser.

import { ChessError, validateFen } from 'binbo'
import { PgnGame, parsePgn } from 'binbo/pgn'
import { notify } from '../page/notices.js'
import { errorText } from './descriptions.js'
import { replaceGame } from './earlier-games.js'
import { tidyFen } from './fen-text.js'
import { UNKNOWN } from './headers.js'

/** @typedef {import('./study.js').Study} Study */

/** Browsers take longer ones, chats and mail do not. */
export const LONG_LINK = 2000
const VARIANTS = ['standard', 'chess960']
const HEADER = /^\[(\w+) "(.*)"\]\n/gm
/** Halves of characters, which no address can carry. */
const HALVES = /\p{Surrogate}/gu

/**
 * @param {Study} study
 * @returns {{ fen: string, pgn: string }} addresses of this page with the position, and with the whole game
 */
export function linksOf({ game, tree }) {
  const page = location.href.replace(/#.*/s, '')
  const variant = game.options.variant === 'chess960' ? '&variant=chess960' : ''
  const pgn = tree
    .toString()
    .replace(HEADER, (line, name, value) => (value === UNKNOWN[name] ? '' : line))
    .replace(HALVES, '\ufffd')
    .trim()
  return {
    fen: `${page}#fen=${encodeURIComponent(game.fen).replaceAll('%20', '_').replaceAll('%2F', '/')}${variant}`,
    pgn: `${page}#pgn=${encodeURIComponent(pgn)}`,
  }
}

/** @param {string} text @returns {string | null} what stands behind the # where it is a link of such a page */
export const hashOf = text => /^\s*https?:\/\/[^\s#]+(#(?:\S*&)?(?:fen|pgn)=\S*)\s*$/.exec(text)?.[1] ?? null

/**
 * @param {string} hash such as location.hash
 * @returns {{ game: PgnGame, count: number } | null} the first of so many games; null where the link carries nothing
 * @throws {ChessError} ERR_FEN_*, ERR_PGN_*: what it carries cannot be read
 */
export function readLink(hash) {
  // A + is the sign of a check, and no space.
  const values = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'))
  const fen = values.get('fen')
  const pgn = values.get('pgn')
  const variant = values.get('variant') ?? 'standard'
  if (!VARIANTS.includes(variant))
    throw new ChessError('ERR_PGN_VARIANT', `This page does not know the rules of '${variant}'.`)
  if (fen !== null) return { game: gameOfFen(fen.replaceAll('+', ' '), variant === 'chess960'), count: 1 }
  if (pgn === null) return null
  const games = gamesOfLink(pgn)
  const [game] = games
  if (!game) throw new ChessError('ERR_PGN_EMPTY', 'There is no game in it.')
  const isEmpty = game.root.children.length === 0
  if (isEmpty && game.errors.length > 0) throw game.errors[0]
  return { game, count: games.length }
}

/**
 * @param {string} pgn
 * @returns {PgnGame[]}
 */
function gamesOfLink(pgn) {
  const games = gamesIn(pgn)
  if (!games.some(({ errors }) => errors.length > 0)) return games
  // Forms write blanks as +.
  const spaced = gamesIn(pgn.replaceAll('+', ' '))
  return spaced.some(({ errors }) => errors.length > 0) ? games : spaced
}

/** @param {string} text never taken for a file's name, as that has no end of line @returns {PgnGame[]} */
export const gamesIn = text => parsePgn(`${text}\n`)

/**
 * A game that starts from a position; of Chess960 also where only its castling rights need that.
 * @param {string} text a FEN, as tidyFen() takes it
 * @param {boolean} [chess960]
 * @returns {PgnGame}
 * @throws {ChessError} ERR_FEN_*
 */
export function gameOfFen(text, chess960 = false) {
  const fen = tidyFen(text)
  const checked = validateFen(fen)
  const needs =
    !checked.ok &&
    (checked.error.code === 'ERR_FEN_CASTLING_VARIANT' || validateFen(fen, { variant: 'chess960' }).ok)
  return new PgnGame({ fen, variant: chess960 || needs ? 'chess960' : 'standard' })
}

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./earlier-games.js').Page} Page */

/** Follows the address now, and whenever it is another. @param {App} app */
export function followLinks(app) {
  follow(app)
  addEventListener('hashchange', () => follow(app))
}

/** @param {App} app */
function follow(app) {
  openLink(app, location.hash, true)
  // Otherwise a reload would bring the link's game back as it came.
  history.replaceState(null, '', location.pathname + location.search)
}

/**
 * @param {Page} page
 * @param {string} hash of a link
 * @param {boolean} [quiet] says nothing where there is nothing but the game
 */
export function openLink({ study, match }, hash, quiet = false) {
  try {
    const linked = readLink(hash)
    if (!linked) return
    const { game, count } = linked
    const which =
      count > 1 ? `This is the first of the link’s ${count} games.` : 'This game came with the link.'
    replaceGame({ study, match }, () => study.load(game), which, { quiet: quiet && count === 1 })
    for (const error of game.errors.slice(0, 1))
      notify({ text: `The link's game: ${errorText(error, game.startFen)}`, tone: 'error' })
  } catch (error) {
    if (!(error instanceof ChessError)) throw error
    notify({ text: `The link carries nothing that can be shown. ${errorText(error)}`, tone: 'error' })
  }
}
