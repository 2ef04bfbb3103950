// SPDX-License-Identifier: Apache-2.0
// The nodes of a game's tree. They are made of the compact tree where somebody looks; what has been made
// stays, and is what counts from then on.

import { argumentError } from '../core/errors.js'
import { MOVE_MASK, MOVE_WORD_MASK, sanOf } from '../core/move-word.js'
import { moveOf, packMove, uciOf } from '../game/move.js'
import { COLORS } from '../game/squares.js'
import { checkCommand } from './commands.js'
import { ADDED, NO_MOVE, ROOT } from './compact-tree.js'
import { gameOfLine } from './tree-game.js'
import { fenAfter, wordOfSquares, wordOfText } from './tree-moves.js'

/** @typedef {import('../game/game.js').Game} Game */
/** @typedef {import('../game/move.js').Move} Move */
/** @typedef {import('../game/move.js').MoveSquares} MoveSquares */
/** @typedef {import('../game/options.js').GameOptions} GameOptions */
/** @typedef {import('./commands.js').Arrow} Arrow */
/** @typedef {import('./commands.js').CommandField} CommandField */
/** @typedef {import('./commands.js').Commands} Commands */
/** @typedef {import('./commands.js').Evaluation} Evaluation */
/** @typedef {import('./commands.js').SquareMark} SquareMark */
/** @typedef {import('./compact-tree.js').CompactTree} CompactTree */

/**
 * What only few nodes are asked for.
 * @typedef {object} Extra
 * @property {string | undefined} fen
 * @property {string[] | undefined} startingComments
 * @property {Commands | undefined} commands
 */

/**
 * All that is written beside a move.
 * @typedef {object} Annotations
 * @property {number[]} nags
 * @property {string[]} comments
 * @property {string[]} startingComments
 * @property {Commands} commands
 */

/** Bits of a node's word, above the move: it was Black's; there is none. */
const BLACK = 1 << 26
const NO_WORD = 1 << 27

// What follows is set inside the class. Private methods would cost every node a field.

/** @type {(tree: CompactTree) => PgnNode} */
export let rootOf

/** @type {(node: PgnNode) => number} its move word */
export let wordOf

/** @type {(node: PgnNode) => Annotations} borrowed; what nobody has asked for is not kept */
export let annotationsOf

/**
 * @type {(node: PgnNode) => readonly PgnNode[]} the same as `children`
 * @throws {ChessError} ERR_ARGUMENT when somebody has put other things into them
 */
export let checkedChildren

/** @type {(node: PgnNode) => PgnNode[]} */
let makeChildren

/** @type {(node: PgnNode) => Extra} */
let extraOf

/** @type {(node: PgnNode) => Commands} */
let commandsOf

/** @type {(node: PgnNode, field: CommandField, value: any) => void} */
let setCommand

/** @type {(node: PgnNode) => string} */
let findFen

/** @type {(node: PgnNode, places: number) => void} Moves it among its siblings, as far as there is room. */
let moveBy

/**
 * A position in a game's tree, with the move that led there. The root has no move.
 *
 * `nags`, `comments` and `startingComments` are the node's own arrays, to be changed freely; toString() of the
 * game refuses what cannot be written. `children` changes through add(), promote(), demote() and remove():
 * the array belongs to the node, and is not for others to change; toString() refuses nodes of other parents in it.
 */
export class PgnNode {
  #tree
  #parent
  #at
  #word
  /** @type {PgnNode[] | undefined} */
  #children
  /** @type {number[] | undefined} */
  #nags
  /** @type {string[] | undefined} */
  #comments
  /** @type {Extra | undefined} */
  #extra

  static {
    rootOf = tree => {
      const blackToMove = tree.startFen.split(' ')[1] === 'b'
      return new PgnNode(tree, null, ROOT, NO_WORD | (blackToMove ? 0 : BLACK))
    }

    wordOf = node => node.#word & MOVE_WORD_MASK

    annotationsOf = node => ({
      nags: node.#nags ?? node.#tree.nags(node.#at),
      comments: node.#comments ?? node.#tree.comments(node.#at),
      startingComments: node.#extra?.startingComments ?? node.#tree.startingComments(node.#at),
      commands: node.#extra?.commands ?? node.#tree.commands(node.#at),
    })

    checkedChildren = node => {
      const { children } = node
      for (const [index, child] of children.entries()) {
        if (!(child instanceof PgnNode) || child.#parent !== node || children.indexOf(child) !== index) {
          throw argumentError('children change through add(), promote(), demote() and remove()')
        }
      }
      return node.children
    }

    makeChildren = node => {
      const tree = node.#tree
      const { words } = tree
      const black = ~node.#word & BLACK
      const main = tree.next(node.#at)
      if (main === NO_MOVE) return []
      const children = [new PgnNode(tree, node, main, words[main] | black)]
      const others = tree.alternatives(main)
      if (others !== undefined) {
        for (const at of others) children.push(new PgnNode(tree, node, at, words[at] | black))
      }
      return children
    }

    extraOf = node => {
      node.#extra ??= { fen: undefined, startingComments: undefined, commands: undefined }
      return node.#extra
    }

    commandsOf = node => {
      const extra = extraOf(node)
      extra.commands ??= node.#tree.commands(node.#at)
      return extra.commands
    }

    setCommand = (node, field, value) => {
      checkCommand(field, value)
      commandsOf(node)[field] = value
    }

    findFen = node => {
      /** @type {PgnNode[]} From the node up to the first one below a position that is known. */
      const path = []
      let known = node
      while (known.#extra?.fen === undefined && known.#parent !== null) {
        path.push(known)
        known = known.#parent
      }
      const { startFen, variant } = node.#tree
      let fen = known.#extra?.fen ?? startFen
      for (let i = path.length - 1; i >= 0; i--) {
        fen = fenAfter(fen, variant, path[i].#word & MOVE_WORD_MASK)
        extraOf(path[i]).fen = fen
      }
      return fen
    }

    moveBy = (node, places) => {
      if (node.#parent === null) return
      const siblings = /** @type {PgnNode[]} */ (node.#parent.children)
      const from = siblings.indexOf(node)
      const to = from + places
      if (from < 0 || to < 0 || to >= siblings.length) return
      siblings[from] = siblings[to]
      siblings[to] = node
    }

    // Minifiers rename classes, and people read the names.
    Object.defineProperty(PgnNode, 'name', { value: 'PgnNode', configurable: true })
  }

  /**
   * Nodes come from a PgnGame and from add().
   * @private
   * @param {CompactTree} tree
   * @param {PgnNode | null} parent
   * @param {number} at its place in the tree
   * @param {number} word
   */
  constructor(tree, parent, at, word) {
    if (tree === undefined) throw argumentError('nodes are made by add()')
    this.#tree = tree
    this.#parent = parent
    this.#at = at
    this.#word = word
  }

  /** @returns {PgnNode | null} null for the root, and for a node that was removed */
  get parent() {
    return this.#parent
  }

  /** @returns {readonly PgnNode[]} what can follow here, the main line first */
  get children() {
    this.#children ??= makeChildren(this)
    return this.#children
  }

  /** @returns {string | null} such as 'Nf3', '--' for a null move; null for the root */
  get san() {
    const word = this.#word
    return (word & NO_WORD) !== 0 ? null : sanOf(word)
  }

  /** @returns {string | null} such as 'g1f3', '0000' for a null move; null for the root */
  get uci() {
    if ((this.#word & NO_WORD) !== 0) return null
    return uciOf(this.#word, this.#tree.variant === 'chess960')
  }

  /** @returns {Move | null} null for the root and for a null move */
  get move() {
    if ((this.#word & NO_WORD) !== 0) return null
    return moveOf(this.#word, this.#tree.variant === 'chess960', COLORS[(this.#word & BLACK) === 0 ? 0 : 1])
  }

  /** @returns {string} the position after the move, as Game's `fen`; the start position for the root */
  get fen() {
    return this.#extra?.fen ?? findFen(this)
  }

  /** @type {number[]} Numeric annotation glyphs, 0 to 67,108,863 (PGN standard 10). */
  get nags() {
    this.#nags ??= this.#tree.nags(this.#at)
    return this.#nags
  }

  set nags(nags) {
    this.#nags = requireArray('nags', nags)
  }

  /**
   * @type {string[]} Comments behind the move, those of the root before the first one; without the commands
   *   that are read into `clock`, `emt`, `eval`, `arrows` and `squares`.
   */
  get comments() {
    this.#comments ??= this.#tree.comments(this.#at)
    return this.#comments
  }

  set comments(comments) {
    this.#comments = requireArray('comments', comments)
  }

  /** @type {string[]} Comments before the move: at a variation's start, or between the number and the move. */
  get startingComments() {
    const extra = extraOf(this)
    extra.startingComments ??= this.#tree.startingComments(this.#at)
    return extra.startingComments
  }

  set startingComments(comments) {
    extraOf(this).startingComments = requireArray('startingComments', comments)
  }

  /** @type {number | undefined} Seconds left on the clock of who has moved: %clk. */
  get clock() {
    return commandsOf(this).clock
  }

  set clock(seconds) {
    setCommand(this, 'clock', seconds)
  }

  /** @type {number | undefined} Seconds that the move took: %emt. */
  get emt() {
    return commandsOf(this).emt
  }

  set emt(seconds) {
    setCommand(this, 'emt', seconds)
  }

  /** @type {Evaluation | undefined} Of an engine, seen by White: %eval. */
  get eval() {
    return commandsOf(this).eval
  }

  set eval(evaluation) {
    setCommand(this, 'eval', evaluation)
  }

  /** @type {Arrow[] | undefined} %cal; an empty list is written as none. */
  get arrows() {
    return commandsOf(this).arrows
  }

  set arrows(arrows) {
    setCommand(this, 'arrows', arrows)
  }

  /** @type {SquareMark[] | undefined} %csl; an empty list is written as none. */
  get squares() {
    return commandsOf(this).squares
  }

  set squares(squares) {
    setCommand(this, 'squares', squares)
  }

  /**
   * Lets a move follow here, as the last choice.
   * @param {string | MoveSquares} move SAN, UCI, '--' for a null move, or squares
   * @returns {PgnNode} the new child, or the one that has this move already
   * @throws {ChessError} ERR_SAN_*, ERR_MOVE_*, ERR_PGN_NULL_MOVE (in check), ERR_ARGUMENT
   */
  add(move) {
    const word =
      typeof move === 'string'
        ? wordOfText(this.fen, this.#tree.variant, move)
        : wordOfSquares(this.fen, this.#tree.variant, packMove(move))
    const children = (this.#children ??= makeChildren(this))
    const same = children.find(child => ((child.#word ^ word) & MOVE_MASK) === 0)
    if (same !== undefined) return same
    const child = new PgnNode(this.#tree, this, ADDED, word | (~this.#word & BLACK))
    children.push(child)
    return child
  }

  /**
   * The game up to this node: the moves before it and its own, from the tree's start. Draws by rule do not end it
   * before its last move.
   * @param {GameOptions} [options] `fen` and `variant` are the tree's own
   * @returns {Game} owned by the caller, with the headers of the PgnGame
   * @throws {ChessError} ERR_PGN_NULL_MOVE with its ply, for one on the way; ERR_PGN_VARIANT, ERR_PGN_TAG_FEN where the
   *   start could not be read, or `strict` refuses it; ERR_ARGUMENT, also for a node that was removed; ERR_MEMORY
   */
  toGame(options) {
    if (options !== undefined && Object(options) !== options)
      throw argumentError('options are an object', options)
    /** @type {number[]} From the last one back. */
    const words = []
    /** @type {PgnNode} */
    let at = this
    for (; at.#parent !== null; at = at.#parent) words.push(at.#word & MOVE_WORD_MASK)
    if ((at.#word & NO_WORD) === 0) throw argumentError('this node was removed from its game')
    return gameOfLine(this.#tree, Int32Array.from(words.reverse()), options ?? {})
  }

  /** Goes one place up among its siblings; the first one is the main line. Nothing happens at the top. */
  promote() {
    moveBy(this, -1)
  }

  /** Goes one place down among its siblings. Nothing happens at the bottom. */
  demote() {
    moveBy(this, 1)
  }

  /**
   * Takes the move, and all that follows, out of the tree. It can still be read.
   * @throws {ChessError} ERR_ARGUMENT for the root
   */
  remove() {
    if ((this.#word & NO_WORD) !== 0) throw argumentError('the root cannot be removed')
    if (this.#parent === null) return
    extraOf(this).fen = this.fen
    const siblings = /** @type {PgnNode[]} */ (this.#parent.children)
    const index = siblings.indexOf(this)
    if (index >= 0) siblings.splice(index, 1)
    this.#parent = null
  }
}

/**
 * @template T
 * @param {string} name
 * @param {T[]} value
 * @returns {T[]}
 * @throws {ChessError} ERR_ARGUMENT
 */
function requireArray(name, value) {
  if (!Array.isArray(value)) throw argumentError(`${name} are an array`, value)
  return value
}
