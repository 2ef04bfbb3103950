// SPDX-License-Identifier: Apache-2.0
// A tree of moves as a flat sequence of blocks in PGN order, and the texts of blocks and moves. The list of blocks does not
// nest, however deep the variations are.

import type { PgnGame, PgnNode } from 'binbo/pgn'
import type { Verdict } from '../analysis/verdict.js'
import { verdictOf } from '../analysis/verdict.js'
import { say } from '../page/texts.js'
import { moveNumber, plyAt } from '../study/nodes.js'
import { glyphSign } from './glyphs.js'

/** Moves in a row without a variation between them. */
export type Block = {
  /** at least one */
  nodes: PgnNode[]
  /** 0 on the main line, 1 in its variations, 2 in their variations */
  depth: number
  /** ply of the first move, 0 for White's move 1 */
  ply: number
  /** whether its line begins here; otherwise it continues after a variation */
  begins: boolean
}

/** Longer blocks are split: a block is drawn in one piece. */
const LONGEST = 40
const NONE: readonly PgnNode[] = []

/** Works without recursion and yields one block at a time: trees may be very deep and very large. */
export function* blocksOf(root: PgnNode): Generator<Block, void> {
  if (root.children.length === 0) return
  /** the lines still to come, the next one last */
  const open: { node: PgnNode; depth: number; ply: number; begins: boolean }[] = [
    { node: root.children[0], depth: 0, ply: plyAt(root), begins: true },
  ]
  for (let line = open.pop(); line; line = open.pop()) {
    const { depth, ply, begins } = line
    const nodes = [line.node]
    let last = line.node
    while (others(last).length === 0 && last.children.length > 0 && nodes.length < LONGEST) {
      last = last.children[0]
      nodes.push(last)
    }
    yield { nodes, depth, ply, begins }
    const end = ply + nodes.length
    if (last.children.length > 0) open.push({ node: last.children[0], depth, ply: end, begins: false })
    for (const node of [...others(last)].reverse())
      open.push({ node, depth: depth + 1, ply: end - 1, begins: true })
  }
}

/** @returns the moves from the start to the node */
export function lineTo(node: PgnNode | null): PgnNode[] {
  const line = []
  for (let at = node; at?.parent; at = at.parent) line.push(at)
  return line.reverse()
}

/** @param line moves from the start of the tree @returns its blocks, without variations */
export function* partsOfLine(line: PgnNode[], { root }: PgnGame): Generator<Block, void> {
  const start = plyAt(root)
  for (let from = 0; from < line.length; ) {
    // Parts end with a move of Black.
    const to = from + LONGEST - ((start + from) % 2)
    yield { nodes: line.slice(from, to), depth: 0, ply: start + from, begins: from === 0 }
    from = to
  }
}

/** @returns the alternatives to a first choice, written after it */
function others(node: PgnNode): readonly PgnNode[] {
  const siblings = node.parent?.children ?? []
  return siblings.length > 1 && siblings[0] === node ? siblings.slice(1) : NONE
}

/** Nested variations are indented up to this depth; deeper ones show their level. */
export const DEEPEST_INDENT = 5
/** Estimated moves in a row of a variation. */
const MOVES_A_ROW = 4

/** @returns inline style with the block's indent */
export const styleOf = ({ depth }: Block): string => `--depth: ${Math.min(depth, DEEPEST_INDENT)}`

/** @returns the estimated number of rows, for the block's height before it is drawn */
export const rowsOf = ({ nodes, depth }: Block): number =>
  Math.ceil(nodes.length / (depth === 0 ? 2 : MOVES_A_ROW))

export function blockName({ depth, ply, begins }: Block): string {
  const number = moveNumber(ply)
  if (depth === 0) return begins ? say`Main line` : say`Main line from ${number}`
  if (depth === 1) return begins ? say`Variation at ${number}` : say`Variation from ${number}`
  return begins ? say`Variation at ${number}, level ${depth}` : say`Variation from ${number}, level ${depth}`
}

/** @param text such as '+0.35' @returns the score with one decimal: '+0.4' */
export function shortScore(text: string): string {
  const short = text.replace(/(?<!\d)\d+\.\d+/, pawns => (Math.round(Number(pawns) * 10) / 10).toFixed(1))
  return short.endsWith('0.0') && short.length === 4 ? '0.0' : short
}

/** @returns such as '1:05:09' or '5:09' */
function clockText(seconds: number): string {
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor)
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** @returns the evaluation written in the game */
export const verdictIn = (node: PgnNode): Verdict | null => (node.eval ? verdictOf(node.eval) : null)

/** @returns the evaluation and the clock in words; '' without both */
export const titleFor = ({ clock }: PgnNode, verdict: Verdict | null): string =>
  [verdict?.words, clock !== undefined && say`${clockText(clock)} left on the clock`]
    .filter(Boolean)
    .join('; ')

/** The longest move, in characters, that leaves room for the evaluation in a narrow column. */
const ROOM = 7

export const isTight = ({ san }: PgnNode, nags: readonly number[]): boolean =>
  (san ?? '').length + nags.map(glyphSign).join('').length > ROOM
