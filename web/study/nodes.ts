// SPDX-License-Identifier: Apache-2.0
// The nodes of a game's tree: comments, lines, move numbers, and the Game at a node.

import type { Color, Game, Position, Setup } from 'binbo'
import type { PgnNode, PgnPath } from 'binbo/pgn'
import { PgnGame } from 'binbo/pgn'
import { setting } from '../page/settings.js'
import { say } from '../page/texts.js'

/** A null move as UCI. */
export const NULL_MOVE = '0000'

/** The fields of a node that comments carry as commands such as [%clk]. */
export const COMMANDS = ['clock', 'emt', 'eval', 'arrows', 'squares'] as const

/** A command in a comment, including unknown ones such as [%c_effect …]. A command without an end is text. */
const COMMAND = /\[%[^\]]*\]?/g
const isWhole = (command: string) => command.endsWith(']')

/** @returns the commands in it */
export const commandsIn = (comment: string): string[] => comment.match(COMMAND)?.filter(isWhole) ?? []

/** @returns the text for readers: without commands */
export const readable = (comment: string): string =>
  comment
    .replace(COMMAND, found => (isWhole(found) ? ' ' : found))
    .replace(/ +/g, ' ')
    .trim()

/** @returns whether it has comments or drawings */
export const hasNotes = ({ comments, arrows, squares }: PgnNode): boolean =>
  comments.length + (arrows?.length ?? 0) + (squares?.length ?? 0) > 0

/** @returns the side to move */
export const turnOf = (node: PgnNode): Color => node.position.sideToMove

/** @returns the end of its line */
export function lastOfLine(node: PgnNode): PgnNode {
  let last = node
  while (last.children.length > 0) last = last.children[0]
  return last
}

/** @returns the first move of its line: where it leaves another line, or the first move of the game */
export function firstOfLine(node: PgnNode): PgnNode {
  let first = node
  while (first.parent?.parent && first.parent.children[0] === first) first = first.parent
  return first
}

/** @returns the node as far along the path as the tree has it */
export function nodeAt(root: PgnNode, path: PgnPath): PgnNode {
  let node = root
  for (const index of path) {
    const next = node.children[index]
    if (!next) break
    node = next
  }
  return node
}

/** @param node not the root @throws {TypeError} it is the root, or was removed */
export function parentOf({ parent }: PgnNode): PgnNode {
  if (!parent) throw new TypeError('the node has no parent')
  return parent
}

/** @returns whether `above` is `node` or an ancestor of it */
export function isAbove(above: PgnNode, node: PgnNode): boolean {
  for (let at: PgnNode | null = node; at; at = at.parent) if (at === above) return true
  return false
}

/** @returns variant, start and main line, which identify a game */
export const mainLineText = (tree: PgnGame): string =>
  [tree.variant, tree.startFen, ...Array.from(tree.mainline(), ({ uci }) => uci)].join(' ')

/** @param at a node or a game @returns the ply of the next move, 0 for White's move 1 */
export function plyAt({ position }: { readonly position: Position | Setup }): number {
  return (position.fullmoveNumber - 1) * 2 + (position.sideToMove === 'black' ? 1 : 0)
}

/** @returns the ply of its move, 0 for White's move 1 */
export const plyOf = (node: PgnNode): number => (node.parent ? plyAt(node.parent) : plyAt(node) - 1)

const FIGURINES = '♔♕♖♗♘'

/** @returns whether the user wants figurines */
export const hasFigurines = (): boolean => setting('figurines', false)

/** @returns the move as lists show it: with figurines, if the user has chosen them */
export const shownSan = (san: string): string =>
  hasFigurines() ? san.replace(/[KQRBN]/g, letter => FIGURINES['KQRBN'.indexOf(letter)]) : san

/** @returns such as '12.', or '12…' for Black */
export const moveNumber = (ply: number): string => `${(ply >> 1) + 1}${ply % 2 === 0 ? '.' : '…'}`

/** @returns such as '14. Nf3' or '14… Qd2' */
export const moveName = ({ label }: PgnNode): string => label?.replace('...', '…') ?? say`Start|position`

/**
 * The game up to a node, to play on from it: draws by repetition and by 50 moves are claimable.
 * @param node of the tree
 * @returns owned by the caller; a Game has no null moves, so it starts after the last one
 * @throws {ChessError} ERR_PGN_VARIANT, ERR_PGN_TAG_FEN: the start of the tree could not be read
 */
export function gameAt({ headers, variant }: PgnGame, node: PgnNode): Game {
  const moves: string[] = []
  let start = node
  for (; start.parent && start.uci !== null && start.uci !== NULL_MOVE; start = start.parent)
    moves.push(start.uci)
  if (!start.parent) return node.toGame({ draws: 'claim' })
  const { root } = new PgnGame({ fen: start.fen, variant, headers })
  return moves.reduceRight((at, move) => at.add(move), root).toGame({ draws: 'claim' })
}
