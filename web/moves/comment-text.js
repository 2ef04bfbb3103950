// SPDX-License-Identifier: Apache-2.0
// A node's comments as edited text, one line each, and apart from it what they carry for chess programs: commands for
// clocks, evaluations, arrows and squares in PGN syntax. What is edited is read as the saved PGN will be.

import { PgnGame, parsePgn } from 'binbo/pgn'
import { COMMANDS, commandsIn, readable } from '../study/nodes.js'

/** @import { PgnNode } from 'binbo/pgn' */

/** `commands`: such as '[%clk 0:05:00] [%csl Ra1]'. @typedef {{ text: string, commands: string }} Words */

/** @param {PgnNode} node @returns {Words} its comments and commands to edit */
export const wordsOf = node => ({
  text: textOf(node.comments),
  commands: [valuesOf(node), ...unknownOf(node.comments)].filter(Boolean).join(' '),
})

/**
 * Writes edited words into a node.
 * @param {PgnNode} node gets what was edited; commands that were not stay, even if the node has other values by now
 * @param {Words} words commands in the text, too, are read as such
 * @param {Words} before the words before editing
 */
export function setWords(node, words, before) {
  const [now, former] = [readWords(words), readWords(before)]
  if (!isSame(now.comments, former.comments)) node.comments = now.comments
  for (const name of COMMANDS)
    if (!isSame(now.values[name], former.values[name])) Object.assign(node, { [name]: now.values[name] })
}

/** @param {string[]} comments @returns {string} to edit, a line each, without commands */
export const textOf = comments => comments.map(readable).filter(Boolean).join('\n')

/**
 * @param {string} text edited
 * @param {string[]} before the comments before editing
 * @returns {string[]} its comments, with the commands that were in the ones before
 */
export const commentsOf = (text, before) => withCommands(unknownOf(before), linesOf(text))

/** @param {string} text @returns {string[]} the lines that are not empty */
const linesOf = text =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** @param {string[]} comments @returns {string[]} commands that stand in them */
const unknownOf = comments => comments.flatMap(commandsIn)

/** @param {string[]} commands @param {string[]} comments @returns {string[]} commands come first */
const withCommands = (commands, [first = '', ...rest]) =>
  [[...commands, first].join(' ').trim(), ...rest].filter(Boolean)

/** @param {unknown} one @param {unknown} other both plain data */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other)

/** @param {Words} words @returns {{ comments: string[], values: Partial<PgnNode> }} */
function readWords({ text, commands }) {
  const [after, first] = [readAgain(linesOf(text)), readAgain([linesOf(commands).join(' ')])]
  const values = COMMANDS.map(name => [name, joined(first[name], after[name])])
  return { comments: withCommands(first.comments, after.comments), values: Object.fromEntries(values) }
}

/** @param {unknown} one @param {unknown} other @returns {unknown} of lists all items, of values the last one */
function joined(one, other) {
  return Array.isArray(one) && Array.isArray(other) ? [...one, ...other] : (other ?? one)
}

/** @param {string[]} comments @returns {PgnNode} that has them, as they are read */
function readAgain(comments) {
  const game = new PgnGame()
  game.root.comments = comments.filter(Boolean)
  return parsePgn(game.toString())[0].root
}

/** @param {PgnNode} node @returns {string} such as '[%clk 0:05:00] [%csl Ra1]' */
function valuesOf(node) {
  const game = new PgnGame()
  for (const name of COMMANDS) Object.assign(game.root, { [name]: node[name] })
  const text = game.toString({ headers: false, width: Number.POSITIVE_INFINITY })
  return /^\{(.*)\}/.exec(text)?.[1] ?? ''
}
