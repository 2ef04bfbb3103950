// SPDX-License-Identifier: Apache-2.0
// Lists of legal moves in the forms that users ask for, made as late as possible of packed ones.

import { io16, io32 } from '../core/buffer.js'
import { argumentError } from '../core/errors.js'
import { checked } from '../core/failure.js'
import { ANY_SQUARE, LIST_PACKED, LIST_RECORDS, LIST_SAN } from '../core/generated/bindings.js'
import { checkOptions } from '../core/options.js'
import { sanText } from '../core/sans.js'
import { wasm } from '../core/wasm.js'
import { indexMove, readMoves, uciTextsOf } from './move.js'
import { requireSquare } from './squares.js'

/** @typedef {import('./squares.js').Square} Square */
/** @typedef {{ from?: Square | number | undefined }} LegalMovesOptions */
/** @typedef {'move' | 'uci' | 'san' | 'index' | 'packed' | 'count'} LegalMovesForm */

const OPTION_NAMES = ['from']

/**
 * @param {number} game a handle
 * @param {unknown} form a LegalMovesForm
 * @param {unknown} options LegalMovesOptions
 * @returns {unknown} what Game.legalMoves() promises for the form
 * @throws {ChessError} ERR_ARGUMENT, ERR_MOVE_SQUARE, ERR_GAME_STOPPED
 */
export function legalMoves(game, form, options) {
  const from = options === undefined ? ANY_SQUARE : readFrom(options)
  switch (form) {
    case 'uci':
      return uciTextsOf(checked(wasm.binbo_game_legal_moves(game, LIST_PACKED, from)), io16())
    case 'san':
      return sanList(checked(wasm.binbo_game_legal_moves(game, LIST_SAN, from)))
    case 'move':
      return moveList(checked(wasm.binbo_game_legal_moves(game, LIST_RECORDS, from)))
    case 'index':
      return indexList(checked(wasm.binbo_game_legal_moves(game, LIST_PACKED, from)))
    case 'packed':
      return packedList(checked(wasm.binbo_game_legal_moves(game, LIST_PACKED, from)))
    case 'count':
      return checked(wasm.binbo_game_legal_count(game, from))
    default:
      throw argumentError("a list of moves is 'move', 'uci', 'san', 'index', 'packed' or 'count'", form)
  }
}

/** @param {unknown} options */
function readFrom(options) {
  const { from } = checkOptions(options, OPTION_NAMES)
  return from === undefined ? ANY_SQUARE : requireSquare(from)
}

/** @param {number} count */
function sanList(count) {
  const words = io32()
  /** @type {string[]} */
  const list = new Array(count)
  for (let i = 0; i < count; i++) list[i] = sanText(words[2 * i], words[2 * i + 1])
  return list
}

/** @param {number} count */
function indexList(count) {
  const packed = io16()
  /** @type {ReturnType<typeof indexMove>[]} */
  const list = new Array(count)
  for (let i = 0; i < count; i++) list[i] = indexMove(packed[i])
  return list
}

/** @param {number} count */
const moveList = count => readMoves(io32(), count)

/** @param {number} count */
const packedList = count => io16().slice(0, count)
