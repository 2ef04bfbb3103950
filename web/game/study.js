// SPDX-License-Identifier: Apache-2.0
// The game on the page: its tree of moves, the position that is looked at, and a result. Every change that fails
// leaves it as it was.

import { ChessError } from 'binbo'
import { PgnGame, parsePgn } from 'binbo/pgn'
import { Listeners } from '../page/listeners.js'
import { gameAt } from './game-at.js'
import { firstOfLine, isAbove, lastOfLine, nodeAt, pathTo } from './nodes.js'

/** @typedef {import('binbo').Game} Game */
/** @typedef {import('binbo').Status} Status */
/** @typedef {import('binbo').Variant} Variant */
/** @typedef {import('binbo/pgn').PgnNode} PgnNode */
/** @typedef {import('binbo/pgn').PgnResult} PgnResult */

/**
 * How a game ended that the rules did not end.
 * @typedef {object} Outcome
 * @property {PgnResult} result
 * @property {string} how in words, such as 'Black resigned'; '' where nobody knows
 */

/**
 * What listeners are told; each kind includes the ones before it.
 * 'node': another position is looked at. 'tree': moves, annotations or the result are others. 'game': another game.
 * @typedef {'node' | 'tree' | 'game'} Change
 */

/**
 * A study as plain data. `path` has, for each move from the start to the one that is looked at, its place among
 * its siblings.
 * @typedef {{ pgn: string, path: number[], how: string }} Snapshot
 */

export class Study {
  #tree = new PgnGame()
  #node = this.#tree.root
  #game = gameAt(this.#tree, this.#node)
  #how = ''
  /** @type {Listeners<[change: Change]>} */
  #listeners = new Listeners()

  /** @returns {PgnGame} change it through this class */
  get tree() {
    return this.#tree
  }

  /** @returns {PgnNode} the position that is looked at */
  get node() {
    return this.#node
  }

  /**
   * @returns {Game} at `node`, with all moves before it; draws are claimed. Borrowed until the next change; clone() it
   *   for longer. Its moves are made by play().
   */
  get game() {
    return this.#game
  }

  /** @returns {PgnNode} where the main line ends */
  get end() {
    return lastOfLine(this.#tree.root)
  }

  /** @returns {Outcome | null} by hand or of a PGN; what the rules say is `game.status` */
  get outcome() {
    const { result } = this.#tree
    return result === '*' ? null : { result, how: this.#how }
  }

  /**
   * @param {(change: Change) => void} listener
   * @returns {() => void} listens no more
   */
  onChange(listener) {
    return this.#listeners.add(listener)
  }

  /**
   * Looks at another game.
   * @param {PgnGame} tree owned by the study from now on
   * @param {{ path?: number[], how?: string }} [options] where to look, default at the start
   * @throws {ChessError} ERR_PGN_VARIANT, ERR_PGN_TAG_FEN: there is no position to play from
   */
  load(tree, { path = [], how = '' } = {}) {
    const node = nodeAt(tree.root, path)
    const game = gameAt(tree, node)
    this.#game.stop()
    this.#tree = tree
    this.#node = node
    this.#game = game
    this.#how = how
    this.#listeners.emit('game')
  }

  /**
   * @param {{ fen?: string, variant?: Variant, headers?: [string, string][] }} [options]
   * @throws {ChessError} ERR_FEN_*
   */
  newGame(options) {
    this.load(new PgnGame(options))
  }

  /**
   * Plays a move in the position that is looked at; one that is there already is gone to.
   * @param {string} move UCI or SAN
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*, ERR_GAME_OVER
   */
  play(move) {
    if (this.#game.status.over) throw new ChessError('ERR_GAME_OVER')
    this.#add([move])
  }

  /**
   * Plays a move at the end of the main line. Who looks at that end sees it, who looks elsewhere stays there.
   * @param {string} move UCI or SAN
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*
   */
  append(move) {
    const { end } = this
    const node = end.add(move)
    this.#settle(end)
    if (this.#node === end) this.#look(node, 'tree')
    else this.#listeners.emit('tree')
  }

  /**
   * Plays several moves one after the other; it is one change.
   * @param {string[]} moves UCI or SAN
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*: none of them was played
   */
  playLine(moves) {
    this.#game.line(moves)
    this.#add(moves)
  }

  /** @param {PgnNode} node of this tree */
  goTo(node) {
    if (node !== this.#node) this.#look(node, 'node')
  }

  back() {
    if (this.#node.parent) this.goTo(this.#node.parent)
  }

  forward() {
    if (this.#node.children.length > 0) this.goTo(this.#node.children[0])
  }

  toStart() {
    this.goTo(this.#tree.root)
  }

  /** To the end of the line that is looked at. */
  toEnd() {
    this.goTo(lastOfLine(this.#node))
  }

  /**
   * Moves a line one place up; above the others it is the main line.
   * @param {PgnNode} node
   */
  promote(node) {
    const { end } = this
    firstOfLine(node).promote()
    this.#settle(end)
    this.#listeners.emit('tree')
  }

  /** @param {PgnNode} node its line becomes the main line */
  makeMain(node) {
    const { end } = this
    for (let at = node; at.parent; at = at.parent) {
      while (at.parent.children[0] !== at) at.promote()
    }
    this.#settle(end)
    this.#listeners.emit('tree')
  }

  /**
   * Takes a move, and all that follows it, out of the game.
   * @param {PgnNode} node not the root
   */
  remove(node) {
    const { parent } = node
    if (!parent) return
    const { end } = this
    const isShown = isAbove(node, this.#node)
    node.remove()
    this.#settle(end)
    if (isShown) this.#look(parent, 'tree')
    else this.#listeners.emit('tree')
  }

  /**
   * Changes annotations, or adds a line with its own.
   * @template T
   * @param {() => T} change @returns {T}
   */
  annotate(change) {
    const { end } = this
    const changed = change()
    this.#settle(end)
    this.#listeners.emit('tree')
    return changed
  }

  /**
   * @param {PgnResult} result '*' takes a result back
   * @param {string} [how] in words, such as 'Black resigned'
   */
  finish(result, how = '') {
    this.#setResult(result, how)
    this.#listeners.emit('tree')
  }

  /** @returns {Snapshot} */
  snapshot() {
    return { pgn: this.#tree.toString(), path: pathTo(this.#node), how: this.#how }
  }

  /**
   * @param {Snapshot} snapshot
   * @throws {ChessError} where it is no snapshot
   */
  restore({ pgn, path, how }) {
    const [tree] = parsePgn(pgn)
    this.load(tree ?? new PgnGame(), { path, how })
  }

  /** @returns {Uint8Array} the main line as Binbo's state bytes, with headers and result */
  state() {
    const game = gameAt(this.#tree, this.end)
    try {
      for (const [name, value] of this.#tree.headers) game.headers.set(name, value)
      const { outcome } = this
      if (outcome && !game.status.over) {
        if (outcome.result === '1/2-1/2') game.draw(outcome.how)
        else game.setWinner(outcome.result === '1-0' ? 'white' : 'black', outcome.how)
      }
      return game.state()
    } finally {
      game.stop()
    }
  }

  /** @param {PgnResult} result @param {string} how */
  #setResult(result, how) {
    this.#tree.result = result
    this.#how = how
  }

  /**
   * A result stands at the end of the main line. Where that has become another one, it goes, whoever has set it, and
   * only what the rules have decided is one.
   * @param {PgnNode} before where the main line ended before the change
   */
  #settle(before) {
    if (this.end === before) return
    const game = gameAt(this.#tree, this.end)
    this.#setResult(resultOf(game.status), '')
    game.stop()
  }

  /** Plays moves one after the other; those that are there already are gone to. @param {string[]} moves */
  #add(moves) {
    const { end } = this
    let node = this.#node
    /** @type {Change} */
    let change = 'node'
    for (const move of moves) {
      const before = node.children.length
      const next = node.add(move)
      if (node.children.length > before) change = 'tree'
      node = next
    }
    this.#settle(end)
    this.#look(node, change)
  }

  /** @param {PgnNode} node @param {Change} change */
  #look(node, change) {
    const game = gameAt(this.#tree, node)
    this.#game.stop()
    this.#game = game
    this.#node = node
    this.#listeners.emit(change)
  }
}

/** @param {Status} status @returns {PgnResult} */
function resultOf(status) {
  if (!status.over) return '*'
  if (status.type === 'draw') return '1/2-1/2'
  return status.winner === 'white' ? '1-0' : '0-1'
}
