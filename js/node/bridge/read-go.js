// SPDX-License-Identifier: Apache-2.0
// `go`, word by word, with its numbers below the ceilings.

import { goCommand, LIMIT_NAMES } from '../../uci/text/commands.js'
import { LARGEST_INT } from '../../uci/text/word-cursor.js'
import { readMoves } from './read-position.js'
import { Refusal } from './refusal.js'

/** @typedef {import('../../uci/text/commands.js').Limits} Limits */

/**
 * The most that a search may take; Infinity for no ceiling.
 * @typedef {object} SearchCeilings
 * @property {number} movetime in milliseconds
 * @property {number} nodes
 * @property {number} depth in plies
 */

/**
 * @typedef {object} Go
 * @property {Limits} limits
 * @property {boolean} ponder
 * @property {string[]} searchMoves
 */

const INTEGER = /^[+-]?\d{1,20}$/
/** Less of them than there may be counts as the least. */
const TIMES = new Set(['wtime', 'btime', 'winc', 'binc', 'movetime'])
const WORDS = new Set([...LIMIT_NAMES, 'infinite', 'ponder', 'searchmoves'])

/**
 * @param {readonly string[]} words after `go`
 * @param {SearchCeilings} ceilings those of nodes and depth are put into every search
 * @param {(moves: string[]) => string[]} checkMoves throws for moves that are not legal
 * @returns {{ line: string, ponder: boolean }} the command, printed anew
 * @throws {Refusal}
 * @throws {ChessError} ERR_MOVE_*
 */
export function readGo(words, ceilings, checkMoves) {
  const { limits, ponder, searchMoves } = readWords(words)
  for (const name of /** @type {const} */ (['movetime', 'nodes', 'depth'])) {
    const ceiling = ceilings[name]
    const given = limits[name]
    if (given !== undefined) limits[name] = Math.min(given, ceiling)
    else if (name !== 'movetime' && ceiling < Infinity) limits[name] = ceiling
  }
  if (Object.keys(limits).length === 0) limits.infinite = true
  return { line: goCommand(limits, { ponder, searchMoves: checkMoves(searchMoves) }), ponder }
}

/**
 * @param {readonly string[]} words
 * @returns {Go}
 */
function readWords(words) {
  /** @type {Go} */
  const go = { limits: {}, ponder: false, searchMoves: [] }
  const seen = new Set()
  for (let i = 0; i < words.length; ) {
    const word = words[i++].toLowerCase()
    if (!WORDS.has(word)) throw new Refusal(`'go ${word}' is not allowed here`)
    if (seen.has(word)) throw new Refusal(`'${word}' stands twice`)
    seen.add(word)
    if (word === 'infinite') go.limits.infinite = true
    else if (word === 'ponder') go.ponder = true
    else if (word === 'searchmoves') {
      const end = words.findIndex((next, at) => at >= i && WORDS.has(next.toLowerCase()))
      const moves = words.slice(i, end < 0 ? words.length : end)
      if (moves.length === 0) throw new Refusal("after 'searchmoves' come moves")
      go.searchMoves = readMoves([...new Set(moves)])
      i += moves.length
    } else Object.assign(go.limits, { [word]: readNumber(word, words[i++]) })
  }
  return go
}

/**
 * @param {string} name
 * @param {string | undefined} text
 * @returns {number} that an engine can read
 */
function readNumber(name, text) {
  const least = name === 'winc' || name === 'binc' ? 0 : 1
  if (text === undefined || !INTEGER.test(text)) throw new Refusal(`after '${name}' comes an integer`)
  const number = Number(text)
  if (number < least && !TIMES.has(name)) throw new Refusal(`${name} is at least ${least}`)
  return Math.min(Math.max(number, least), name === 'nodes' ? Number.MAX_SAFE_INTEGER : LARGEST_INT)
}
