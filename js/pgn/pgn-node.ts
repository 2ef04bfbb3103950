// SPDX-License-Identifier: Apache-2.0
// The nodes of a game's tree. A node is made from the compact tree when it is first used; from then on, the node has the facts.

import { argumentError } from '../core/errors.js'
import { showAs } from '../core/inspect.js'
import { isNullMove, LINE, MOVE_MASK, MOVE_WORD_MASK } from '../core/move-word.js'
import { checkOptions } from '../core/options.js'
import { sanOf } from '../core/san-writer.js'
import type { Game } from '../game/game.js'
import type { Move, MoveSquares } from '../game/move.js'
import { moveOf, packMove, uciOf } from '../game/move.js'
import type { GameOptions } from '../game/options.js'
import { GAME_NAMES } from '../game/options.js'
import { numbering } from '../game/pgn-writer.js'
import type { Position } from '../game/position.js'
import { positionAfter, wordOfPacked, wordOfText } from '../game/position.js'
import { COLORS } from '../game/squares.js'
import type { Status } from '../game/status.js'
import type {
  Arrow,
  ArrowInput,
  CommandField,
  Commands,
  Evaluation,
  SquareMark,
  SquareMarkInput,
} from './comment-commands.js'
import { checkCommand, copyCommands, takeCommands } from './comment-commands.js'
import type { CompactTree } from './compact-tree.js'
import { ADDED, NO_MOVE, ROOT } from './compact-tree.js'
import type { PgnNodeJson } from './game-json.js'
import { statusAfter } from './line-status.js'
import type { Place } from './place.js'
import { noteRemoved, placeOf } from './place.js'
import { gameOfLine } from './tree-game.js'
import { MainLine } from './walk.js'

/** Fields that only few nodes need. */
type RareFields = {
  position: Position | undefined
  status: Status | undefined
  startingComments: string[] | undefined
  commands: Commands | undefined
}

/** The annotations of a move. */
export type Annotations = {
  nags: number[]
  comments: string[]
  startingComments: string[]
  commands: Commands
}

/** Bits of a node's word, above its move word: Black has moved; the node has no move; its place was noted. */
const BLACK = 1 << 26
const NO_WORD = 1 << 27
const IS_PLACED = 1 << 28
/** From this number of children on, a Set finds duplicates: indexOf() is faster for few, but takes quadratic time. */
const MANY = 16

/**
 * A node with a move: any node except the root. Only null moves (`--`), which analyses may contain, have the `move` null;
 * their `san` is '--'.
 */
export type PgnMoveNode = PgnNode & {
  readonly san: string
  readonly uci: string
  readonly move: Move
  readonly label: string
}

/** Where a node is: the index of the child at each ply, from the root. */
export type PgnPath = readonly number[]

/** The access of other modules of the library to nodes. */
type NodeAccess = {
  rootOf: (tree: CompactTree) => PgnNode
  /** the first of `children`; makes no array and no siblings */
  mainChildOf: (node: PgnNode) => PgnMoveNode | undefined
  /** the move word of the node; 0 for a null move and for the root */
  wordOf: (node: PgnNode) => number
  /** `shape` of its tree */
  shapeOf: (node: PgnNode) => number
  /** a mark for place.ts */
  isPlaced: (node: PgnNode) => boolean
  setPlaced: (node: PgnNode) => void
  /** the move words of the main line; makes no nodes */
  mainWordsOf: (root: PgnNode) => number[]
  /** the annotations; borrowed; reading them stores nothing in the node */
  annotationsOf: (node: PgnNode) => Annotations
  /** the same as `children`, checked: throws ERR_ARGUMENT if the array was changed directly */
  childrenOf: (node: PgnNode) => readonly PgnNode[]
  /** adds a legal move that is not yet a child */
  append: (node: PgnNode, word: number) => PgnMoveNode
  /** visits the lists that programs may have, of nodes that were made; `original` reads the first contents of a list */
  eachLive: (root: PgnNode, visit: (list: unknown[], original: () => unknown[]) => void) => void
  isOf: (value: unknown, tree: CompactTree) => value is PgnNode
  /** the root of a copy, for the copy of its tree */
  copy: (root: PgnNode, tree: CompactTree) => PgnNode
}

/** Set in the class. */
export let nodeAccess: NodeAccess

/** @returns a node that is not the root */
const moveNode = (tree: CompactTree, parent: PgnNode, at: number, word: number) =>
  new PgnNode(tree, parent, at, word) as PgnMoveNode

/**
 * A position in a game's tree, with the move that led to it. The root has no move.
 *
 * `nags`, `comments` and `startingComments` are arrays that may be changed; toString() of the game refuses values that cannot
 * be written. Change `children` only with add(), promote(), demote() and remove(); toString() refuses arrays that were
 * changed directly.
 */
export class PgnNode {
  #tree: CompactTree
  #parent: PgnNode | null
  #at: number
  #word: number
  /** Only the first child, if only the main line was iterated. */
  #children: PgnMoveNode[] | PgnMoveNode | undefined
  #nags: number[] | undefined
  #comments: string[] | undefined
  #extra: RareFields | undefined

  static {
    nodeAccess = {
      rootOf(tree) {
        return new PgnNode(tree, null, ROOT, NO_WORD | (tree.blackStarts ? 0 : BLACK))
      },

      mainChildOf(node) {
        const known = node.#children
        if (known !== undefined) return Array.isArray(known) ? known[0] : known
        const tree = node.#tree
        const at = tree.next(node.#at)
        if (at === NO_MOVE) return undefined
        const child = moveNode(tree, node, at, tree.words[at] | (~node.#word & BLACK))
        node.#children = child
        return child
      },

      wordOf: node => node.#word & MOVE_WORD_MASK,
      shapeOf: node => node.#tree.shape,
      isPlaced: node => (node.#word & IS_PLACED) !== 0,
      setPlaced(node) {
        node.#word |= IS_PLACED
      },

      mainWordsOf(root) {
        const words: number[] = []
        let node = root
        for (let known = node.#children; known !== undefined; known = node.#children) {
          const child = Array.isArray(known) ? known[0] : known
          if (child === undefined) return words
          words.push(child.#word & MOVE_WORD_MASK)
          node = child
        }
        const tree = node.#tree
        for (let at = tree.next(node.#at); at !== NO_MOVE; at = tree.next(at))
          words.push(tree.words[at] & MOVE_WORD_MASK)
        return words
      },

      annotationsOf(node) {
        PgnNode.#takeCommands(node)
        return {
          nags: node.#nags ?? node.#tree.nags(node.#at),
          comments: node.#comments ?? node.#tree.comments(node.#at),
          startingComments: node.#extra?.startingComments ?? node.#tree.startingComments(node.#at),
          commands: node.#extra?.commands ?? node.#tree.commands(node.#at),
        }
      },

      childrenOf(node) {
        const { children } = node
        const areFew = children.length < MANY
        let areSound = areFew || new Set(children).size === children.length
        for (let i = 0; i < children.length && areSound; i++) {
          const child = children[i]
          areSound =
            child instanceof PgnNode && child.#parent === node && (!areFew || children.indexOf(child) === i)
        }
        if (!areSound) throw argumentError('children change through add(), promote(), demote() and remove()')
        return children
      },

      append(node, word) {
        const child = moveNode(node.#tree, node, ADDED, word | (~node.#word & BLACK))
        PgnNode.#childrenOf(node).push(child)
        node.#tree.changes.touch()
        return child
      },

      eachLive(root, visit) {
        const open = [root]
        for (let node = open.pop(); node !== undefined; node = open.pop()) {
          const known = node.#children
          if (Array.isArray(known)) open.push(...known)
          else if (known !== undefined) open.push(known)
          PgnNode.#takeCommands(node)
          const tree = node.#tree
          const at = node.#at
          const { startingComments, commands } = node.#extra ?? {}
          if (node.#nags) visit(node.#nags, () => tree.nags(at))
          if (node.#comments) visit(node.#comments, () => tree.comments(at))
          if (startingComments) visit(startingComments, () => tree.startingComments(at))
          if (commands?.arrows) visit(commands.arrows, () => tree.commands(at).arrows ?? [])
          if (commands?.squares) visit(commands.squares, () => tree.commands(at).squares ?? [])
        }
      },

      isOf(value, tree): value is PgnNode {
        return value instanceof PgnNode && value.#tree === tree
      },

      copy(root, tree) {
        const copied = (node: PgnNode, parent: PgnNode | null) => {
          const copy = new PgnNode(tree, parent, node.#at, node.#word & ~IS_PLACED)
          copy.#nags = node.#nags?.slice()
          copy.#comments = node.#comments?.slice()
          const extra = node.#extra
          if (extra !== undefined) {
            copy.#extra = {
              position: extra.position,
              status: extra.status,
              startingComments: extra.startingComments?.slice(),
              commands: extra.commands && copyCommands(extra.commands),
            }
          }
          return copy
        }
        const copy = copied(root, null)
        const open: [node: PgnNode, copy: PgnNode][] = [[root, copy]]
        for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
          const [node, parent] = pair
          const known = node.#children
          if (known === undefined) continue
          const children = (Array.isArray(known) ? known : [known]).map(child => {
            const made = copied(child, parent) as PgnMoveNode
            open.push([child, made])
            return made
          })
          parent.#children = Array.isArray(known) ? children : children[0]
        }
        return copy
      },
    }

    showAs(PgnNode, 'PgnNode', node => {
      const { nags, comments } = nodeAccess.annotationsOf(node)
      return { san: node.san, fen: node.fen, nags, comments, children: node.children.length }
    })
  }

  // Private methods are static: instance methods would cost every node a field.

  /** @returns the children, live; made from the tree on first use */
  static #childrenOf(node: PgnNode): PgnMoveNode[] {
    if (Array.isArray(node.#children)) return node.#children
    const tree = node.#tree
    const { words } = tree
    const black = ~node.#word & BLACK
    const main = nodeAccess.mainChildOf(node)
    const children = main === undefined ? [] : [main]
    const others = main && tree.alternatives(main.#at)
    if (others !== undefined) {
      for (const at of others) children.push(moveNode(tree, node, at, words[at] | black))
    }
    node.#children = children
    return children
  }

  static #extraOf(node: PgnNode): RareFields {
    node.#extra ??= {
      position: undefined,
      status: undefined,
      startingComments: undefined,
      commands: undefined,
    }
    return node.#extra
  }

  static #commandsOf(node: PgnNode): Commands {
    PgnNode.#takeCommands(node)
    const extra = PgnNode.#extraOf(node)
    extra.commands ??= node.#tree.commands(node.#at)
    return extra.commands
  }

  /** A known command in a comment that a program has set, also in the live list, becomes the value of its field. */
  static #takeCommands(node: PgnNode) {
    const taken = node.#comments && takeCommands(node.#comments)
    if (taken === undefined) return
    node.#comments = taken.comments
    const extra = PgnNode.#extraOf(node)
    extra.commands = { ...(extra.commands ?? node.#tree.commands(node.#at)), ...taken.commands }
    node.#tree.changes.touch()
  }

  /** @throws {ChessError} ERR_ARGUMENT */
  static #setCommand<Field extends CommandField>(node: PgnNode, field: Field, value: unknown) {
    checkCommand(field, value)
    PgnNode.#commandsOf(node)[field] = value
    node.#tree.changes.touch()
  }

  /** Plays the moves from the nearest known position; every node on the way keeps its position. */
  static #findPosition(node: PgnNode): Position {
    /** The nodes from this one up to the first one below a known position. */
    const path: PgnNode[] = []
    let known = node
    while (known.#extra?.position === undefined && known.#parent !== null) {
      path.push(known)
      known = known.#parent
    }
    let position = known.#extra?.position ?? node.#tree.start
    for (let i = path.length - 1; i >= 0; i--) {
      position = positionAfter(position, path[i].#word & MOVE_WORD_MASK)
      PgnNode.#extraOf(path[i]).position = position
    }
    return position
  }

  /** @returns the children of its parent, including itself; none for the root, and for a node that was removed */
  static #siblingsOf(node: PgnNode): PgnNode[] {
    return node.#parent === null ? [] : PgnNode.#childrenOf(node.#parent)
  }

  /** @throws {ChessError} ERR_ARGUMENT for a node that was removed, or follows one */
  static #requireTree(node: PgnNode): Place {
    const place = placeOf(node, nodeAccess)
    if ((place.top.#word & NO_WORD) === 0) throw argumentError('This node was removed from its game')
    return place
  }

  /** @returns the nodes up to this one, without the root @throws {ChessError} ERR_ARGUMENT for a node that was removed */
  static #lineOf(node: PgnNode): PgnNode[] {
    const line: PgnNode[] = []
    PgnNode.#requireTree(node)
    for (let at = node; at.#parent !== null; at = at.#parent) line.push(at)
    return line.reverse()
  }

  /** Moves a node among its siblings, if there is room. */
  static #moveBy(node: PgnNode, steps: number) {
    const siblings = PgnNode.#siblingsOf(node)
    const from = siblings.indexOf(node)
    const to = from + steps
    if (from < 0 || to < 0 || to >= siblings.length) return
    siblings[from] = siblings[to]
    siblings[to] = node
    node.#tree.shape++
    node.#tree.changes.touch()
  }

  /**
   * A PgnGame and add() make nodes.
   * @hideconstructor
   * @param at the place in the tree
   */
  constructor(tree: CompactTree, parent: PgnNode | null, at: number, word: number) {
    if (tree === undefined) throw argumentError('Nodes are made by add()')
    this.#tree = tree
    this.#parent = parent
    this.#at = at
    this.#word = word
  }

  /** The previous node; null for the root, and for a node that was removed. */
  get parent(): PgnNode | null {
    return this.#parent
  }

  /** The next moves, the main line first. */
  get children(): readonly PgnMoveNode[] {
    return PgnNode.#childrenOf(this)
  }

  /** The number of half-moves from the start of the game, 0 for the root; a removed node keeps its number. */
  get ply(): number {
    return placeOf(this, nodeAccess).ply
  }

  /**
   * The path of the node, for at() of a PgnGame.
   * @throws {ChessError} ERR_ARGUMENT for a node that was removed, or follows one
   */
  get path(): PgnPath {
    const path: number[] = []
    for (const node of PgnNode.#lineOf(this)) path.push(PgnNode.#siblingsOf(node).indexOf(node))
    return path
  }

  /** Whether the move is on the game's main line; true for the root, false for a node that was removed. */
  get isMainline(): boolean {
    return placeOf(this, nodeAccess).isMainline
  }

  /** The move in SAN with its number, such as '3. Nf3' or '3... Nf6'; null for the root. */
  get label(): string | null {
    if (this.san === null) return null
    const { first, blackFirst } = numbering(this.#tree.startFen)
    const ply = this.ply - 1 + blackFirst
    return `${first + (ply >> 1)}${(ply & 1) === 0 ? '.' : '...'} ${this.san}`
  }

  /**
   * The status after the move, with the history of its line: repetitions and the fifty-move rule count, as in toGame(). The
   * history begins after the last null move.
   * @throws {ChessError} as toGame()
   */
  get status(): Status {
    const { ply, start, startPly } = PgnNode.#requireTree(this)
    const extra = PgnNode.#extraOf(this)
    extra.status ??= statusAfter(this.#tree, this, start, ply - startPly, nodeAccess.wordOf)
    return extra.status
  }

  /**
   * Returns the moves from the first one to this one; [] for the root.
   * @throws {ChessError} ERR_ARGUMENT for a node that was removed, or follows one
   */
  line(): PgnMoveNode[] {
    return PgnNode.#lineOf(this) as PgnMoveNode[]
  }

  /** Returns the line after the node: its first child, the first child of that one, and so on. */
  mainline(): IterableIterator<PgnMoveNode> {
    return new MainLine<PgnNode, PgnMoveNode>(this, nodeAccess.mainChildOf)
  }

  /** The move in SAN, such as 'Nf3', '--' for a null move; null for the root. */
  get san(): string | null {
    const word = this.#word
    return (word & NO_WORD) !== 0 ? null : sanOf(word)
  }

  /** The move in UCI, such as 'g1f3', '0000' for a null move; null for the root. */
  get uci(): string | null {
    if ((this.#word & NO_WORD) !== 0) return null
    return uciOf(this.#word, this.#tree.takesRook)
  }

  /** The move; null for the root and for a null move. */
  get move(): Move | null {
    const word = this.#word
    if ((word & NO_WORD) !== 0 || isNullMove(word)) return null
    return moveOf(word, this.#tree.takesRook, COLORS[(word & BLACK) === 0 ? 0 : 1])
  }

  /** The position after the move, as `fen` of a Game; the game's `startFen` for the root. */
  get fen(): string {
    return this.#parent === null && (this.#word & NO_WORD) !== 0 ? this.#tree.startFen : this.position.fen
  }

  /**
   * The position after the move; the start position for the root.
   * @throws {ChessError} ERR_PGN_VARIANT, ERR_PGN_TAG_FEN, from the game's `errors`, if the start could not be read
   */
  get position(): Position {
    return this.#extra?.position ?? PgnNode.#findPosition(this)
  }

  /**
   * The `hash` of the position; it is computed move by move along the line.
   * @throws {ChessError} as `position`
   */
  get hash(): bigint {
    return this.position.hash
  }

  /** Numeric annotation glyphs, 0 to 67,108,863 (PGN standard 10). */
  get nags(): number[] {
    this.#nags ??= this.#tree.nags(this.#at)
    return this.#tree.watch(this.#nags)
  }

  set nags(nags) {
    this.#nags = requireArray('nags', nags)
    this.#tree.changes.touch()
  }

  /**
   * Comments after the move, without the commands that are read into `clock`, `emt`, `eval`, `arrows` and `squares`; the root
   * has the comments before the first move. A known command in a comment that is set or added replaces the value of its field.
   */
  get comments(): string[] {
    PgnNode.#takeCommands(this)
    this.#comments ??= this.#tree.comments(this.#at)
    return this.#tree.watch(this.#comments)
  }

  set comments(comments) {
    this.#comments = requireArray('comments', comments)
    PgnNode.#takeCommands(this)
    this.#tree.changes.touch()
  }

  /** Comments before the move: at a variation's start, or between the number and the move. */
  get startingComments(): string[] {
    const extra = PgnNode.#extraOf(this)
    extra.startingComments ??= this.#tree.startingComments(this.#at)
    return this.#tree.watch(extra.startingComments)
  }

  set startingComments(comments) {
    PgnNode.#extraOf(this).startingComments = requireArray('startingComments', comments)
    this.#tree.changes.touch()
  }

  /** Seconds left on the clock of the side that moved: %clk. */
  get clock(): number | undefined {
    return PgnNode.#commandsOf(this).clock
  }

  set clock(seconds) {
    PgnNode.#setCommand(this, 'clock', seconds)
  }

  /** Seconds that the move took: %emt. */
  get emt(): number | undefined {
    return PgnNode.#commandsOf(this).emt
  }

  set emt(seconds) {
    PgnNode.#setCommand(this, 'emt', seconds)
  }

  /** The evaluation of an engine, from White's side: %eval. */
  get eval(): Evaluation | undefined {
    return PgnNode.#commandsOf(this).eval
  }

  set eval(evaluation) {
    PgnNode.#setCommand(this, 'eval', evaluation)
  }

  /** Arrows on the board: %cal; an empty list is not written. */
  get arrows(): Arrow[] | undefined {
    const { arrows } = PgnNode.#commandsOf(this)
    return arrows && this.#tree.watch(arrows)
  }

  set arrows(arrows: ArrowInput[] | undefined) {
    PgnNode.#setCommand(this, 'arrows', arrows)
  }

  /** Marked squares: %csl; an empty list is not written. */
  get squares(): SquareMark[] | undefined {
    const { squares } = PgnNode.#commandsOf(this)
    return squares && this.#tree.watch(squares)
  }

  set squares(squares: SquareMarkInput[] | undefined) {
    PgnNode.#setCommand(this, 'squares', squares)
  }

  /**
   * Adds a move after this node, as the last of its children.
   * @param move in SAN or UCI, '--' for a null move, or squares
   * @returns the new child, or the existing child with this move
   * @throws {ChessError} ERR_SAN_*, ERR_MOVE_*, ERR_PGN_NULL_MOVE (in check), ERR_ARGUMENT, also for a node that was
   *   removed; as `position`
   */
  add(move: string | MoveSquares): PgnMoveNode {
    PgnNode.#requireTree(this)
    const word =
      typeof move === 'string' ? wordOfText(this.position, move) : wordOfPacked(this.position, packMove(move))
    const same = PgnNode.#childrenOf(this).find(child => ((child.#word ^ word) & MOVE_MASK) === 0)
    return same === undefined ? nodeAccess.append(this, word) : same
  }

  /**
   * Returns the game up to and including the move of this node. Draws by rule do not end it before its last move.
   * @param options `fen` and `variant` are those of the tree
   * @returns a game with the headers of the PgnGame; owned by the caller
   * @throws {ChessError} ERR_PGN_NULL_MOVE with the ply of a null move; ERR_PGN_VARIANT, ERR_PGN_TAG_FEN if the start could not
   *   be read, or if `strict` refuses it; ERR_ARGUMENT, also for a node that was removed; ERR_MEMORY
   */
  toGame(options?: GameOptions): Game {
    const given = checkOptions(options, GAME_NAMES)
    return gameOfLine(this.#tree, Int32Array.from(this[LINE]().words), given)
  }

  /**
   * Returns one node for JSON.stringify(): its path, its move, the FEN after it, and its annotations.
   * @throws {ChessError} ERR_ARGUMENT for a node that was removed; as `position`
   */
  toJSON(): PgnNodeJson {
    const { path, ply, san, uci, fen } = this
    const { nags, comments, startingComments, commands } = nodeAccess.annotationsOf(this)
    return { path, ply, san, uci, fen, nags, comments, startingComments, ...commands }
  }

  /**
   * The moves up to this node.
   * @internal
   * @throws {ChessError} ERR_ARGUMENT for a node that was removed
   */
  [LINE]() {
    const words = PgnNode.#lineOf(this).map(node => node.#word & MOVE_WORD_MASK)
    const { startFen, variant } = this.#tree
    return { startFen, variant, words }
  }

  /**
   * Moves the node one place up among its siblings, of which the first is the main line; no effect on the first one.
   * @param options `to`: 'main' makes the whole line up to the node the game's main line
   * @throws {ChessError} ERR_ARGUMENT
   */
  promote(options?: { to?: 'main' | undefined }) {
    const { to } = checkOptions(options, ['to'])
    if (to === undefined) return PgnNode.#moveBy(this, -1)
    if (to !== 'main') throw argumentError("to is 'main'", to)
    for (const node of PgnNode.#lineOf(this)) {
      const siblings = PgnNode.#siblingsOf(node)
      siblings.unshift(...siblings.splice(siblings.indexOf(node), 1))
    }
    this.#tree.shape++
    this.#tree.changes.touch()
  }

  /** Moves the node one place down among its siblings; no effect on the last one. */
  demote() {
    PgnNode.#moveBy(this, 1)
  }

  /**
   * Removes the move and all following moves from the tree. Its fields can still be read.
   * @throws {ChessError} ERR_ARGUMENT for the root
   */
  remove() {
    if ((this.#word & NO_WORD) !== 0) throw argumentError('The root cannot be removed')
    if (this.#parent === null) return
    PgnNode.#extraOf(this).position = this.position
    noteRemoved(this, nodeAccess)
    const siblings: PgnNode[] = PgnNode.#childrenOf(this.#parent)
    const index = siblings.indexOf(this)
    if (index >= 0) siblings.splice(index, 1)
    this.#parent = null
    this.#tree.shape++
    this.#tree.changes.touch()
  }
}

/** @throws {ChessError} ERR_ARGUMENT */
function requireArray<T>(name: string, value: T[]): T[] {
  if (!Array.isArray(value)) throw argumentError(`${name} are an array`, value)
  return value
}
