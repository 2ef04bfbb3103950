// SPDX-License-Identifier: Apache-2.0
// A node's comments as edited text, one line each, and separately their commands for chess programs: clocks, evaluations,
// arrows and squares in PGN syntax. The edited text is parsed as the saved PGN will be.

import type { PgnNode } from 'binbo/pgn'
import { PgnGame, parsePgn } from 'binbo/pgn'
import { COMMANDS, commandsIn, readable } from '../study/nodes.js'

/** `commands`: such as '[%clk 0:05:00] [%csl Ra1]'. */
type Words = { text: string; commands: string }

/** @returns the comments and commands to edit */
export const wordsOf = (node: PgnNode): Words => ({
  text: textOf(node.comments),
  commands: [valuesOf(node), ...unknownOf(node.comments)].filter(Boolean).join(' '),
})

/**
 * Writes edited words into a node.
 * @param node gets the edited parts only: other commands stay, even if the node has changed in the meantime
 * @param words commands in the text are read as commands
 * @param before the words before editing
 */
export function setWords(node: PgnNode, words: Words, before: Words) {
  const [now, former] = [readWords(words), readWords(before)]
  if (!isSame(now.comments, former.comments)) node.comments = now.comments
  for (const name of COMMANDS)
    if (!isSame(now.values[name], former.values[name])) Object.assign(node, { [name]: now.values[name] })
}

/** @returns the text to edit: a line for each comment, without commands */
export const textOf = (comments: string[]): string => comments.map(readable).filter(Boolean).join('\n')

/**
 * @param text edited
 * @param before the comments before editing
 * @returns the comments of the text, with the commands of the comments before editing
 */
export const commentsOf = (text: string, before: string[]): string[] =>
  withCommands(unknownOf(before), linesOf(text))

/** @returns the lines that are not empty */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** @returns the commands in comments */
const unknownOf = (comments: string[]): string[] => comments.flatMap(commandsIn)

/** @returns comments that begin with the commands */
const withCommands = (commands: string[], [first = '', ...rest]: string[]): string[] =>
  [[...commands, first].join(' ').trim(), ...rest].filter(Boolean)

/** @param other plain data, like `one` */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function readWords({ text, commands }: Words): { comments: string[]; values: Partial<PgnNode> } {
  const [after, first] = [readAgain(linesOf(text)), readAgain([linesOf(commands).join(' ')])]
  const values = COMMANDS.map(name => [name, joined(first[name], after[name])])
  return { comments: withCommands(first.comments, after.comments), values: Object.fromEntries(values) }
}

/** @returns all items of two lists; the last one of two values */
function joined(one: unknown, other: unknown): unknown {
  return Array.isArray(one) && Array.isArray(other) ? [...one, ...other] : (other ?? one)
}

/** @returns a node with the comments, as they are parsed */
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
