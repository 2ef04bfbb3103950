// SPDX-License-Identifier: Apache-2.0
// The nodes of a game's tree: side to move, move number, place among the others, and the Game at a node.

import { PgnGame } from 'binbo/pgn'

/** @import { Color, Game, Position, Setup, Variant } from 'binbo' */
/** @import { PgnNode } from 'binbo/pgn' */

/** A null move as UCI. */
export const NULL_MOVE = '0000'

/** The fields of a node that comments carry as commands such as [%clk]. */
export const COMMANDS = /** @type {const} */ (['clock', 'emt', 'eval', 'arrows', 'squares'])

/** A command in a comment: also one that this page does not know, such as [%c_effect …]. One without an end is text. */
const COMMAND = /\[%[^\]]*\]?/g
const isWhole = (/** @type {string} */ command) => command.endsWith(']')

/** @param {string} comment @returns {string[]} the commands in it */
export const commandsIn = comment => comment.match(COMMAND)?.filter(isWhole) ?? []

/** @param {string} comment @returns {string} what people read of it: without commands */
export const readable = comment =>
  comment
    .replace(COMMAND, found => (isWhole(found) ? ' ' : found))
    .replace(/ +/g, ' ')
    .trim()

/** @param {PgnNode} node @returns {boolean} whether it has comments or drawings */
export const hasNotes = ({ comments, arrows, squares }) =>
  comments.length + (arrows?.length ?? 0) + (squares?.length ?? 0) > 0

/** @param {PgnNode} node @returns {Color} the side to move */
export const turnOf = node => node.position.sideToMove

/** @param {PgnNode} node @returns {PgnNode} the end of its line */
export function lastOfLine(node) {
  let last = node
  while (last.children.length > 0) last = last.children[0]
  return last
}

/**
 * @param {PgnNode} node
 * @returns {PgnNode} the first move of its line: where it leaves another line, or the first move of the game
 */
export function firstOfLine(node) {
  let first = node
  while (first.parent?.parent && first.parent.children[0] === first) first = first.parent
  return first
}

/**
 * @param {PgnNode} node
 * @returns {number[]} for each move from the start to the node, its index among its siblings
 */
export function pathTo(node) {
  const path = []
  for (let at = node; at.parent; at = at.parent)
    path.push(/** @type {readonly PgnNode[]} */ (at.parent.children).indexOf(at))
  return path.reverse()
}

/**
 * @param {PgnNode} root
 * @param {number[]} path
 * @returns {PgnNode} the node as far along the path as the tree has it
 */
export function nodeAt(root, path) {
  let node = root
  for (const index of path) {
    const next = node.children[index]
    if (!next) break
    node = next
  }
  return node
}

/** @param {PgnNode} above @param {PgnNode} node @returns {boolean} whether `above` is `node` or an ancestor of it */
export function isAbove(above, node) {
  for (let at = /** @type {PgnNode | null} */ (node); at; at = at.parent) if (at === above) return true
  return false
}

/** @param {PgnGame} tree @returns {string} rules, start and main line, to tell games apart */
export const mainLineText = tree =>
  [tree.variant, tree.startFen, ...Array.from(tree.mainline(), ({ uci }) => uci)].join(' ')

/** @param {PgnNode} node @returns {boolean} */
export function isOnMainLine(node) {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false
  return true
}

/** @param {{ readonly position: Position | Setup }} at a node or a game @returns {number} the ply of the next move, 0 for White's move 1 */
export function plyAt({ position }) {
  return (position.fullmoveNumber - 1) * 2 + (position.sideToMove === 'black' ? 1 : 0)
}

/** @param {PgnNode} node @returns {number} the ply of its move, 0 for White's move 1 */
export const plyOf = node => (node.parent ? plyAt(node.parent) : plyAt(node) - 1)

/** @param {number} ply @returns {string} such as '12.', or '12…' for Black */
export const moveNumber = ply => `${(ply >> 1) + 1}${ply % 2 === 0 ? '.' : '…'}`

/** @param {PgnNode} node @returns {string} such as '14. Nf3' or '14… Qd2' */
export const moveName = node => (node.parent ? `${moveNumber(plyOf(node))} ${node.san}` : 'Start')

/**
 * The game up to a node, for play to go on from it: its draws by repetition and by 50 moves are claimable.
 * @param {PgnGame} tree
 * @param {PgnNode} node of it
 * @returns {Game} owned by the caller; after a null move, which a Game cannot have, it starts anew
 * @throws {ChessError} ERR_PGN_VARIANT, ERR_PGN_TAG_FEN: the start of the tree could not be read
 */
export function gameAt({ headers, variant }, node) {
  /** @type {string[]} */
  const moves = []
  let start = node
  for (; start.parent && start.uci !== NULL_MOVE; start = start.parent)
    moves.push(/** @type {string} */ (start.uci))
  if (!start.parent) return node.toGame({ draws: 'claim' })
  const { root } = new PgnGame({ fen: start.fen, variant: /** @type {Variant} */ (variant), headers })
  return moves.reduceRight((at, move) => at.add(move), root).toGame({ draws: 'claim' })
}
