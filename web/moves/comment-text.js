// SPDX-License-Identifier: Apache-2.0
// Comments as edited text: one line each, with the commands for clocks, evaluations, arrows and squares in PGN syntax.
// The edited text is read as the saved PGN will be.

import { PgnGame, parsePgn } from 'binbo/pgn'
import { COMMANDS } from '../study/nodes.js'

/** @import { PgnNode } from 'binbo/pgn' */

/** @param {PgnNode} node @returns {string} its comments and commands as text to edit */
export function textOf(node) {
  const [first = '', ...rest] = node.comments
  const commands = commandsOf(node)
  const isJoined = commands !== '' && !first.includes('}')
  const lines = isJoined ? [`${commands} ${first}`.trim(), ...rest] : [commands, ...node.comments]
  return lines.filter(Boolean).join('\n')
}

/**
 * Writes edited text into a node.
 * @param {PgnNode} node gets the comments and commands of the text; commands that the user did not edit stay, even if the
 *   node has other values by now
 * @param {string} text
 * @param {string} before the text before editing
 */
export function setText(node, text, before) {
  const { root } = readAgain(text)
  const { root: former } = readAgain(before)
  node.comments = root.comments
  for (const name of COMMANDS)
    if (!isSame(root[name], former[name])) Object.assign(node, { [name]: root[name] })
}

/** @param {string} text edited @returns {string[]} its comments: the lines that are not empty */
export const linesOf = text =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** @param {unknown} one @param {unknown} other both plain data */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other)

/** @param {string} text @returns {PgnGame} with the text as comments of its root */
function readAgain(text) {
  const game = new PgnGame()
  game.root.comments = linesOf(text)
  return parsePgn(game.toString())[0]
}

/** @param {PgnNode} node @returns {string} such as '[%clk 0:05:00] [%csl Ra1]' */
function commandsOf(node) {
  const game = new PgnGame()
  for (const name of COMMANDS) Object.assign(game.root, { [name]: node[name] })
  const text = game.toString({ headers: false, width: Number.POSITIVE_INFINITY })
  return /^\{(.*)\}/.exec(text)?.[1] ?? ''
}
