// SPDX-License-Identifier: Apache-2.0
// Links that carry a position or a game behind the #, a part that never leaves the browser: written, read and followed.

import { ChessError, validateFen } from 'binbo'
import { PgnGame, parsePgn } from 'binbo/pgn'
import { notify } from '../page/notices.js'
import { errorText } from './descriptions.js'
import { replaceGame } from './earlier-games.js'
import { tidyFen } from './fen-text.js'
import { UNKNOWN } from './headers.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./earlier-games.js').Page} Page */
/** @typedef {import('./study.js').Study} Study */

/** Browsers accept longer links; chats and mail do not. */
export const LONG_LINK = 2000
const VARIANTS = ['standard', 'chess960']
const HEADER = /^\[(\w+) "(.*)"\]\n/gm
/** Lone surrogates, which no URL can carry. */
const LONE_SURROGATES = /\p{Surrogate}/gu

/**
 * @param {Study} study
 * @returns {{ fen: string, pgn: string }} links to this page with the position, and with the whole game
 */
export function linksOf({ game, tree }) {
  const page = location.href.replace(/#.*/s, '')
  const variant = game.options.variant === 'chess960' ? '&variant=chess960' : ''
  const pgn = tree
    .toString()
    .replace(HEADER, (line, name, value) => (value === UNKNOWN[name] ? '' : line))
    .replace(LONE_SURROGATES, '\ufffd')
    .trim()
  return {
    fen: `${page}#fen=${encodeURIComponent(game.fen).replaceAll('%20', '_').replaceAll('%2F', '/')}${variant}`,
    pgn: `${page}#pgn=${encodeURIComponent(pgn)}`,
  }
}

/** @param {string} text @returns {string | null} the hash of a link to such a page */
export const hashOf = text => /^\s*https?:\/\/[^\s#]+(#(?:\S*&)?(?:fen|pgn)=\S*)\s*$/.exec(text)?.[1] ?? null

/**
 * @param {string} hash such as location.hash
 * @returns {{ game: PgnGame, count: number } | null} the first of `count` games; null if the link carries none
 * @throws {ChessError} ERR_FEN_*, ERR_PGN_*: its content cannot be read
 */
export function readLink(hash) {
  // A + is a check in SAN, not a space.
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
  const error = errorOf(game)
  if (error && game.root.children.length === 0) throw error
  return { game, count: games.length }
}

/**
 * @param {string} pgn
 * @returns {PgnGame[]}
 */
function gamesOfLink(pgn) {
  const games = gamesIn(pgn)
  if (countErrors(games) === 0) return games
  // Forms write spaces as +.
  const spaced = gamesIn(pgn.replaceAll('+', ' '))
  return countErrors(spaced) < countErrors(games) ? spaced : games
}

/** @param {PgnGame[]} games @returns {number} with warnings */
const countErrors = games => games.reduce((sum, { errors }) => sum + errors.length, 0)

/** @param {PgnGame} game @returns {ChessError | undefined} its first error that is not a warning */
const errorOf = ({ errors }) => errors.find(({ warning }) => !warning)

/** @param {string} text read as PGN even if it looks like a file name @returns {PgnGame[]} */
export const gamesIn = text => parsePgn(`${text}\n`)

/**
 * A game that starts from a position; it is Chess960 if asked for or if its castling rights need it.
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

/** Shows the game of the page's address, now and after each change of the address. @param {App} app */
export function followLinks(app) {
  follow(app)
  addEventListener('hashchange', () => follow(app))
}

/** @param {App} app */
function follow(app) {
  openLink(app, location.hash, true)
  // Otherwise a reload would load the link's game again.
  history.replaceState(null, '', location.pathname + location.search)
}

/**
 * Loads the game of a link, or reports why that cannot be read.
 * @param {Page} page
 * @param {string} hash of a link
 * @param {boolean} [quiet] no notice if no game was replaced and nothing is missing
 */
export function openLink({ study, match }, hash, quiet = false) {
  try {
    const linked = readLink(hash)
    if (!linked) return
    const { game, count } = linked
    const text =
      count > 1 ? `This is the first of the link’s ${count} games.` : 'This game came with the link.'
    replaceGame({ study, match }, () => study.load(game), text, { quiet: quiet && count === 1 })
    const error = errorOf(game)
    if (error) notify({ text: `The link’s game: ${errorText(error, game.startFen)}`, tone: 'error' })
  } catch (error) {
    if (!(error instanceof ChessError)) throw error
    notify({ text: `The link cannot be read. ${errorText(error)}`, tone: 'error' })
  }
}
