// SPDX-License-Identifier: Apache-2.0
// What an engine says, line by line. The first word decides; nothing here throws, and everything is linear
// in the line's length.

import { moveWord, saysNoMove } from './move-word.js'
import { parseOption } from './option.js'
import { parseInfo } from './parse-info.js'
import { Words } from './words.js'

/** @typedef {{ kind: 'id', field: 'name' | 'author', value: string }} IdMessage */
/** @typedef {{ kind: 'uciok' } | { kind: 'readyok' }} OkMessage */
/**
 * A move that is null is none: `(none)`, `0000` and the like. A `move` that has not the shape of a move is given
 * as the engine wrote it; such a `ponder` is null.
 * @typedef {{ kind: 'bestmove', move: string | null, ponder: string | null }} BestMoveMessage
 */
/** @typedef {{ kind: 'info', info: import('./parse-info.js').InfoFields }} InfoMessage */
/** @typedef {{ kind: 'option', option: import('./option.js').UciOption }} OptionMessage */
/** @typedef {{ kind: 'copyprotection' | 'registration', value: string }} ProtectionMessage */
/** @typedef {{ kind: 'unknown' }} UnknownMessage */
/**
 * @typedef {IdMessage | OkMessage | BestMoveMessage | InfoMessage | OptionMessage | ProtectionMessage
 *   | UnknownMessage} UciMessage
 */

/**
 * @param {string} line without its line break
 * @returns {UciMessage}
 */
export function parseLine(line) {
  if (typeof line !== 'string') return { kind: 'unknown' }
  const words = new Words(line)
  const kind = words.take()
  switch (kind) {
    case 'info':
      return { kind, info: parseInfo(words) }
    case 'bestmove':
      return parseBestMove(words)
    case 'readyok':
    case 'uciok':
      return { kind }
    case 'id':
      return parseId(words)
    case 'option': {
      const option = parseOption(words.takeRest())
      return option ? { kind, option } : { kind: 'unknown' }
    }
    case 'copyprotection':
    case 'registration':
      return { kind, value: words.takeRest() }
    default:
      return { kind: 'unknown' }
  }
}

/**
 * @param {Words} words behind `bestmove`
 * @returns {BestMoveMessage}
 */
function parseBestMove(words) {
  const word = words.current === 'ponder' ? '' : words.take()
  const move = saysNoMove(word) ? null : (moveWord(word) ?? word)
  let ponder = null
  for (let next = words.take(); next !== '' && ponder === null; next = words.take()) {
    if (next === 'ponder') ponder = moveWord(words.current) ?? null
  }
  return { kind: 'bestmove', move, ponder: move === null ? null : ponder }
}

/**
 * @param {Words} words behind `id`
 * @returns {IdMessage | UnknownMessage}
 */
function parseId(words) {
  const field = words.take()
  if (field !== 'name' && field !== 'author') return { kind: 'unknown' }
  return { kind: 'id', field, value: words.takeRest() }
}
