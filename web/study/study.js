// SPDX-License-Identifier: Apache-2.0
// The store of the page: the tree of moves, the current node, the result, and the mode in which the page shows them. A
// change that fails leaves all as it was.

import { ChessError } from 'binbo'
import { PgnGame, parsePgn } from 'binbo/pgn'
import { History } from './history.js'
import { firstOfLine, gameAt, isAbove, lastOfLine, NULL_MOVE, nodeAt, pathTo } from './nodes.js'

/** @import { ClaimableDraw, Game, Position, Status, Variant } from 'binbo' */
/** @import { PgnNode, PgnResult } from 'binbo/pgn' */

/**
 * A result that the rules did not decide.
 * @typedef {object} Outcome
 * @property {PgnResult} result
 * @property {string} how such as 'Black resigned'; '' if unknown
 */

/**
 * 'play': the game is played; nothing of analysis is shown. 'analyse': it is studied.
 * @typedef {'play' | 'analyse'} Mode
 */

/**
 * What has changed; each kind may include the ones before it. 'mode': the mode. 'node': the current node. 'tree': moves,
 * annotations or the result. 'game': all of the game.
 * @typedef {'mode' | 'node' | 'tree' | 'game'} Change
 */

/**
 * A study as plain data. `path`: for each move from the start to the current node, its index among its siblings.
 * @typedef {{ pgn: string, path: number[], how: string, mode?: Mode }} Snapshot
 */

/** What views show of the game. @typedef {Study['shown']} GameState */

export class Study {
  /** The page sets it: called after each change. @type {(change: Change) => void} */
  changed = () => {}
  #tree = new PgnGame()
  #node = this.#tree.root
  #game = gameAt(this.#tree, this.#node)
  /** Of #game, asked for once a move. */
  #status = this.#game.status
  /** The same, asked for when first needed. @type {ClaimableDraw[] | undefined} */
  #claims
  #how = ''
  #version = 0
  /** The game as PGN; '' until it is needed, as writing it is slow. */
  #pgn = ''
  /** @type {Mode} */
  #mode = 'analyse'
  /** Edits of the tree that can be undone. */
  history = new History(this)

  /** @returns {PgnGame} change it through this class */
  get tree() {
    return this.#tree
  }

  /** @returns {Variant} */
  get variant() {
    return /** @type {Variant} */ (this.tree.variant)
  }

  /** @returns {PgnNode} the current node: the position on the board */
  get node() {
    return this.#node
  }

  /** @returns {Position} at `node`: what the views read, so that the core is asked once */
  get position() {
    return this.#node.position
  }

  /** @returns {Status} at `node`, by all moves before it; draws by repetition and by 50 moves are claimable */
  get status() {
    return this.#status
  }

  /** @returns {readonly ClaimableDraw[]} at `node` */
  get claimableDraws() {
    this.#claims ??= this.#game.claimableDraws
    return this.#claims
  }

  /**
   * @returns {Game} at `node`, with all moves before it, for engines. Borrowed, valid until the next change: clone() it for
   *   longer. Must not be changed; play() plays moves.
   */
  get game() {
    return this.#game
  }

  /** @returns {PgnNode} the end of the main line */
  get end() {
    return lastOfLine(this.#tree.root)
  }

  /** @returns {Outcome | null} set by hand or read from a PGN; for the rules' result see `status` */
  get outcome() {
    const { result } = this.#tree
    return result === '*' ? null : { result, how: this.#how }
  }

  /** @returns {number} another one after each change of moves, annotations, headers or result */
  get version() {
    return this.#version
  }

  /** @returns {Mode} */
  get mode() {
    return this.#mode
  }

  /** What views show. */
  get shown() {
    const { mode, version, node, end, position, status, claimableDraws, outcome, history } = this
    return Object.freeze({
      mode,
      /** The same object after a change: compare `version`. */
      tree: this.#tree,
      version,
      ...{ node, end, position, status, claimableDraws, outcome },
      edits: history.names,
    })
  }

  /** @param {Mode} mode */
  setMode(mode) {
    if (mode === this.#mode) return
    this.#mode = mode
    this.#emit('mode')
  }

  /**
   * Loads another game.
   * @param {PgnGame} tree owned by the study from now on
   * @param {{ path?: number[], how?: string, mode?: Mode }} [options] the path to the current node, default the start;
   *   `mode`: default 'analyse'
   * @throws {ChessError} ERR_PGN_VARIANT, ERR_PGN_TAG_FEN: there is no position to play from
   */
  load(tree, { path = [], how = '', mode = 'analyse' } = {}) {
    const node = nodeAt(tree.root, path)
    const game = gameAt(tree, node)
    this.#tree = tree
    this.#node = node
    this.#replaceGame(game)
    this.#how = how
    this.#mode = mode
    this.#emit('game')
  }

  /**
   * Starts a game to be played.
   * @param {{ fen?: string, variant?: Variant, headers?: [string, string][] }} [options]
   * @throws {ChessError} ERR_FEN_*
   */
  newGame(options) {
    this.load(new PgnGame(options), { mode: 'play' })
  }

  /**
   * Plays a move at the current node, or goes to it if the tree has it already.
   * @param {string} move UCI or SAN
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*, ERR_GAME_OVER
   */
  play(move) {
    if (this.#status.over) throw new ChessError('ERR_GAME_OVER')
    this.#grow(this.#node, [move])
  }

  /**
   * Plays a move at the end of the main line. If that is the current node, the move becomes the current node.
   * @param {string} move UCI or SAN
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*
   */
  append(move) {
    const { end } = this
    const node = end.add(move)
    if (this.#node === end) this.#go(node)
    this.#settle(end)
    this.#emit('tree')
  }

  /**
   * Plays several moves in a row as one change.
   * @param {string[]} moves UCI or SAN
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*: none of them is played
   */
  playLine(moves) {
    this.#game.line(moves)
    this.#grow(this.#node, moves)
  }

  /**
   * Adds moves after a node, as a variation or at the end of a line; the current node stays.
   * @param {PgnNode} node
   * @param {string[]} moves UCI or SAN
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*
   */
  addLine(node, moves) {
    this.#grow(node, moves, false)
  }

  /** @param {PgnNode} node of this tree */
  goTo(node) {
    if (node === this.#node) return
    this.#go(node)
    this.#emit('node')
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

  /** To the end of the current line. */
  toEnd() {
    this.goTo(lastOfLine(this.#node))
  }

  /**
   * Moves a line one place up; the first one is the main line.
   * @param {PgnNode} node
   */
  promote(node) {
    const { end } = this
    firstOfLine(node).promote()
    this.#settle(end)
    this.#emit('tree')
  }

  /** @param {PgnNode} node its line becomes the main line */
  makeMain(node) {
    const { end } = this
    for (let at = node; at.parent; at = at.parent) {
      while (at.parent.children[0] !== at) at.promote()
    }
    this.#settle(end)
    this.#emit('tree')
  }

  /**
   * Removes a move and all that follows.
   * @param {PgnNode} node not the root
   */
  remove(node) {
    const { parent } = node
    if (!parent) return
    const { end } = this
    if (isAbove(node, this.#node)) this.#go(parent)
    node.remove()
    this.#settle(end)
    this.#emit('tree')
  }

  /**
   * Changes annotations, headers or moves as one change.
   * @template T
   * @param {() => T} change
   * @returns {T} what `change` returns
   */
  annotate(change) {
    const { end } = this
    const changed = change()
    this.#settle(end)
    this.#emit('tree')
    return changed
  }

  /**
   * @param {PgnResult} result '*' removes the result
   * @param {string} [how] such as 'Black resigned'
   */
  finish(result, how = '') {
    this.#setResult(result, how)
    this.#emit('tree')
  }

  /** @returns {Snapshot} */
  snapshot() {
    this.#pgn ||= this.#tree.toString()
    return { pgn: this.#pgn, path: pathTo(this.#node), how: this.#how, mode: this.#mode }
  }

  /**
   * @param {Snapshot} snapshot
   * @param {PgnGame | null} [tree] that was read from it before
   * @throws {ChessError} if it is not a snapshot
   */
  restore({ pgn, path, how, mode }, tree = null) {
    const game = tree ?? parsePgn(pgn)[0] ?? new PgnGame()
    this.load(game, { path, how, mode: mode === 'play' ? mode : 'analyse' })
  }

  /** @returns {Uint8Array} the main line as Binbo's state bytes, with headers and result */
  state() {
    const game = gameAt(this.#tree, this.end)
    try {
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

  /** @param {Change} change */
  #emit(change) {
    if (change === 'tree' || change === 'game') {
      this.#pgn = ''
      this.#version++
    }
    this.changed(change)
  }

  /** @param {PgnResult} result @param {string} how */
  #setResult(result, how) {
    this.#tree.result = result
    this.#how = how
  }

  /**
   * A result belongs to the end of the main line. If that has changed, the result becomes that of the rules.
   * @param {PgnNode} before the end of the main line before the change
   */
  #settle(before) {
    const { end } = this
    if (end === before) return
    if (end === this.#node) return this.#setResult(resultOf(this.#status), '')
    const game = gameAt(this.#tree, end)
    this.#setResult(resultOf(game.status), '')
    game.stop()
  }

  /**
   * Adds moves in a row after a node; those that the tree has already are none.
   * @param {PgnNode} node
   * @param {string[]} moves
   * @param {boolean} [follows] whether the last one becomes the current node
   */
  #grow(node, moves, follows = true) {
    const { end, outcome } = this
    /** @type {PgnNode | undefined} */
    let first
    let last = node
    for (const move of moves) {
      const { length } = last.children
      last = last.add(move)
      if (last.parent?.children.length !== length) first ??= last
    }
    if (follows) this.#go(last)
    this.#settle(end)
    this.#emit(first ? 'tree' : 'node')
    if (first) this.history.played(first, outcome)
  }

  /**
   * Makes a node the current one. The game follows by one move or one undo if it can, so that a click on the board does
   * not play all moves again.
   * @param {PgnNode} node
   */
  #go(node) {
    const game = this.#game
    const { uci, parent } = node
    this.#claims = undefined
    // Trees have null moves and moves after a draw by rule; a Game can neither play nor undo these.
    if (parent === this.#node && uci && uci !== NULL_MOVE && !this.#status.over) {
      this.#status = game.move(uci)
    } else if (this.#node.parent === node && game.undo()) {
      this.#status = game.status
    } else this.#replaceGame(gameAt(this.#tree, node))
    this.#node = node
  }

  /** @param {Game} game owned by the study from now on */
  #replaceGame(game) {
    this.#game.stop()
    this.#claims = undefined
    this.#game = game
    this.#status = game.status
  }
}

/** @param {Status} status @returns {PgnResult} */
function resultOf(status) {
  if (!status.over) return '*'
  if (status.type === 'draw') return '1/2-1/2'
  return status.winner === 'white' ? '1-0' : '0-1'
}
