// SPDX-License-Identifier: Apache-2.0
// A node's comments as edited text, one line each, and apart from it what they carry for chess programs: commands for
// clocks, evaluations, arrows and squares in PGN syntax. What is edited is read as the saved PGN will be.

import type { PgnNode } from 'binbo/pgn'
import { PgnGame, parsePgn } from 'binbo/pgn'
import { COMMANDS, commandsIn, readable } from '../study/nodes.js'

/** `commands`: such as '[%clk 0:05:00] [%csl Ra1]'. */
type Words = { text: string; commands: string }

/** @returns its comments and commands to edit */
export const wordsOf = (node: PgnNode): Words => ({
  text: textOf(node.comments),
  commands: [valuesOf(node), ...unknownOf(node.comments)].filter(Boolean).join(' '),
})

/**
 * Writes edited words into a node.
 * @param node gets what was edited; commands that were not stay, even if the node has other values by now
 * @param words commands in the text, too, are read as such
 * @param before the words before editing
 */
export function setWords(node: PgnNode, words: Words, before: Words) {
  const [now, former] = [readWords(words), readWords(before)]
  if (!isSame(now.comments, former.comments)) node.comments = now.comments
  for (const name of COMMANDS)
    if (!isSame(now.values[name], former.values[name])) Object.assign(node, { [name]: now.values[name] })
}

/** @returns to edit, a line each, without commands */
export const textOf = (comments: string[]): string => comments.map(readable).filter(Boolean).join('\n')

/**
 * @param text edited
 * @param before the comments before editing
 * @returns its comments, with the commands that were in the ones before
 */
export const commentsOf = (text: string, before: string[]): string[] =>
  withCommands(unknownOf(before), linesOf(text))

/** @returns the lines that are not empty */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** @returns commands that stand in them */
const unknownOf = (comments: string[]): string[] => comments.flatMap(commandsIn)

/** @returns commands come first */
const withCommands = (commands: string[], [first = '', ...rest]: string[]): string[] =>
  [[...commands, first].join(' ').trim(), ...rest].filter(Boolean)

/** @param other both plain data */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function readWords({ text, commands }: Words): { comments: string[]; values: Partial<PgnNode> } {
  const [after, first] = [readAgain(linesOf(text)), readAgain([linesOf(commands).join(' ')])]
  const values = COMMANDS.map(name => [name, joined(first[name], after[name])])
  return { comments: withCommands(first.comments, after.comments), values: Object.fromEntries(values) }
}

/** @returns of lists all items, of values the last one */
function joined(one: unknown, other: unknown): unknown {
  return Array.isArray(one) && Array.isArray(other) ? [...one, ...other] : (other ?? one)
}

/** @returns that has them, as they are read */
function readAgain(comments: string[]): PgnNode {
  const game = new PgnGame()
  game.root.comments = comments.filter(Boolean)
  return parsePgn(game.toString())[0].root
}

/** @returns such as '[%clk 0:05:00] [%csl Ra1]' */
function valuesOf(node: PgnNode): string {
  const game = new PgnGame()
  for (const name of COMMANDS) Object.assign(game.root, { [name]: node[name] })
  const text = game.toString({ headers: false, width: Number.POSITIVE_INFINITY })
  return /^\{(.*)\}/.exec(text)?.[1] ?? ''
}
