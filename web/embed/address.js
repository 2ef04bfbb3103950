// SPDX-License-Identifier: Apache-2.0
// What a frame shows, and how: read from its address, or from a message of the page around it.

import { ChessError, Setup } from 'binbo'
import { BOARDS } from '../page/themes.js'
import { errorOf, LONE_SURROGATES, readLink } from '../storage/links.js'
import { tidyFen } from '../study/fen-text.js'

/** @import { PgnGame } from 'binbo/pgn' */
/** @import { Color } from 'binbo' */

/**
 * @typedef {object} Shown
 * @property {PgnGame | null} game null if it could not be read
 * @property {string | null} placement of the pieces, where only that could be read
 * @property {number[]} path to the move to start at
 * @property {string} note what is wrong, or missing; '' for nothing
 * @property {string} hash of the link to the whole page
 */

/** Fields of a message that are a part of a link. */
const FIELDS = ['pgn', 'fen', 'variant', 'ply', 'orientation', 'theme', 'board']

const MOST_QUOTED = 40
const NOTHING = 'There is no game here: the address of this frame has no #pgn=, #fen= or #g=.'

/** The hash goes before the rest of the address. @param {string} hash @param {string} search */
const joined = (hash, search) => `${hash.replace(/^#/, '')}&${search.replace(/^\?/, '')}`

/**
 * @param {string} hash such as '#pgn=1.%20e4'
 * @param {string} search such as '?ply=1'
 * @returns {Shown}
 */
export function readShown(hash, search) {
  const text = joined(hash, search)
  const nothing = { game: null, placement: null, path: [], hash }
  try {
    const link = readLink(text)
    if (!link) return { ...nothing, note: NOTHING }
    const { game, count, path } = link
    const error = errorOf(game)
    const first = count > 1 ? `This is the first of ${count} games. ` : ''
    return { ...nothing, game, path, note: error ? problemOf(error) : first.trim() }
  } catch (error) {
    if (!(error instanceof ChessError)) throw error
    return { ...nothing, placement: placementOf(text), note: problemOf(error) }
  }
}

/** @param {ChessError} error @returns {string} short: the whole page says more, and is heavier */
function problemOf({ code, input = '' }) {
  if (code === 'ERR_INIT') return 'A part of this frame could not be loaded. Reload the page.'
  if (code === 'ERR_COMPACT_VERSION') return 'This link is of a newer version of Binbo.'
  if (code.startsWith('ERR_COMPACT')) return `This link is damaged, or cut off (${code}).`
  if (code.startsWith('ERR_FEN')) return `This FEN has no position that can be played (${code}).`
  if (input) return `This game stops at “${input.slice(0, MOST_QUOTED)}” (${code}).`
  return `This game cannot be shown whole (${code}).`
}

/** @param {string} text of a link @returns {string | null} the pieces of its FEN, even if no game can start there */
function placementOf(text) {
  try {
    return new Setup(tidyFen(new URLSearchParams(text.replaceAll('+', '%2B')).get('fen') ?? '')).fen
  } catch {
    return null
  }
}

/**
 * @param {string} hash
 * @param {string} search
 * @returns {{ theme: string | null, board: string | null, orientation: Color | null }} null for what is not said, or unknown
 */
export function looksOf(hash, search) {
  const values = new URLSearchParams(joined(hash, search))
  /** @type {<T extends string>(name: string, known: T[]) => T | null} */
  const among = (name, known) => known.find(value => value === values.get(name)) ?? null
  return {
    theme: among('theme', ['light', 'dark']),
    board: among('board', BOARDS),
    orientation: among('orientation', ['white', 'black']),
  }
}

/**
 * @param {unknown} data of a message, such as { pgn: '1. e4 e5', ply: 2 }
 * @returns {string | null} the same as the hash of a link; null for a message without a game
 */
export function hashOfMessage(data) {
  const fields = Object(data)
  if (typeof fields.pgn !== 'string' && typeof fields.fen !== 'string') return null
  const parts = FIELDS.filter(name => ['string', 'number'].includes(typeof fields[name]))
  return `#${parts.map(name => `${name}=${encodeURIComponent(String(fields[name]).replace(LONE_SURROGATES, '\ufffd'))}`).join('&')}`
}
