// SPDX-License-Identifier: Apache-2.0
// The game on the page: the tree of moves, the current node, the result, and the mode in which the page shows them. A failed
// change leaves everything unchanged.

import type { ClaimableDraw, Game, Position, Status, Variant } from 'binbo'
import { ChessError } from 'binbo'
import type { PgnNode, PgnPath, PgnResult } from 'binbo/pgn'
import { PgnGame, parsePgn } from 'binbo/pgn'
import { TRAIT_POCKETS } from '../../js/core/generated/bindings.js'
import { hasTrait } from '../../js/game/traits.js'
import { History } from './history.js'
import { firstOfLine, gameAt, isAbove, lastOfLine, NULL_MOVE, nodeAt } from './nodes.js'

/** A position comes for the third time after so many halfmoves without a capture or pawn move, at least. */
const FIRST_CLAIM = 8

/** A result that the rules did not decide. */
export type Outcome = {
  result: PgnResult
  /** such as 'Black resigned'; '' if unknown */
  how: string
}

/** 'play': the game is in play, and no analysis is shown. 'analyse': the game is studied. */
export type Mode = 'play' | 'analyse'

/**
 * The kind of a change; each kind may include the previous ones. 'mode': the mode. 'node': the current node. 'tree': moves,
 * annotations or the result. 'game': the whole game.
 */
export type Change = 'mode' | 'node' | 'tree' | 'game'

/** A study as plain data. `path`: for each move from the start to the current node, its index among its siblings. */
export type Snapshot = { pgn: string; path: PgnPath; how: string; mode?: Mode }

/** The part of the snapshot about the game. */
export type GameState = Study['shown']

export class Study {
  /** Set by the page: called after each change. */
  changed: (change: Change) => void = () => {}
  #tree = new PgnGame()
  #node = this.#tree.root
  #game = gameAt(this.#tree, this.#node)
  /** The status of #game, computed once a move. */
  #status = this.#game.status
  /** The claims of #game, computed when they are needed. */
  #claims: ClaimableDraw[] | undefined
  #how = ''
  #version = 0
  #lineVersion = 0
  /** The main line as bytes; null until they are needed. */
  #state: Uint8Array | null = null
  /** Whether #game has the headers and the result of the tree. */
  #isGameWhole = true
  /** The game as PGN, which is slow to write; '' until it is needed. */
  #pgn = ''
  #mode: Mode = 'analyse'
  /** Number of requests and of loaded games so far. */
  #requests = 0
  /** Edits of the tree that can be undone. */
  history = new History(this)

  /** @returns the tree; change it only through this class */
  get tree(): PgnGame {
    return this.#tree
  }

  get variant(): Variant {
    return this.#tree.root.position.variant
  }

  /** @returns the current node: the position on the board */
  get node(): PgnNode {
    return this.#node
  }

  /** @returns the position at `node`: shared by the views, so that it is computed once */
  get position(): Position {
    return this.#node.position
  }

  /** @returns the status at `node`, with its history; draws by repetition and by 50 moves are claimable */
  get status(): Status {
    return this.#status
  }

  /** @returns the draws that can be claimed at `node` */
  get claimableDraws(): readonly ClaimableDraw[] {
    // Pockets let a position return after captures.
    const isEarly = this.position.halfmoveClock < FIRST_CLAIM && !hasTrait(this.variant, TRAIT_POCKETS)
    this.#claims ??= isEarly ? [] : this.#game.claimableDraws
    return this.#claims
  }

  /**
   * @returns the game at `node`, with all moves before it, for engines. Borrowed, valid until the next change; clone() it to
   *   keep it. Must not be changed: play() plays moves.
   */
  get game(): Game {
    return this.#game
  }

  /** @returns the end of the main line */
  get end(): PgnNode {
    return this.#tree.end
  }

  /** @returns the outcome set by hand or read from a PGN; `status` has the result by the rules */
  get outcome(): Outcome | null {
    const { result } = this.#tree
    return result === '*' ? null : { result, how: this.#how }
  }

  /** @returns a number that changes with moves, annotations, headers and the result */
  get version(): number {
    return this.#version
  }

  /** @returns a number that changes with the main line, headers and the result; variations may change it, too */
  get lineVersion(): number {
    return this.#lineVersion
  }

  get mode(): Mode {
    return this.#mode
  }

  /** The state for views. */
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

  setMode(mode: Mode) {
    if (mode === this.#mode) return
    this.#mode = mode
    this.#emit('mode')
  }

  /**
   * Call before a game is read or fetched: it may come late.
   * @returns tells whether no other game was asked for or loaded in the meantime
   */
  request(): () => boolean {
    const number = ++this.#requests
    return () => number === this.#requests
  }

  /**
   * Loads another game.
   * @param tree owned by the study from now on
   * @param options the path to the current node, default the start; `mode`: default 'analyse'
   * @throws {ChessError} ERR_PGN_VARIANT, ERR_PGN_TAG_FEN: there is no position to play from
   */
  load(
    tree: PgnGame,
    { path = [], how = '', mode = 'analyse' }: { path?: PgnPath; how?: string; mode?: Mode } = {},
  ) {
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
   * @throws {ChessError} ERR_FEN_*
   */
  newGame(options?: { fen?: string; variant?: Variant; headers?: [string, string][] }) {
    this.load(new PgnGame(options), { mode: 'play' })
  }

  /**
   * Plays a move at the current node, or goes to it if the tree has it already.
   * @param move UCI or SAN
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*, ERR_GAME_OVER
   */
  play(move: string) {
    if (this.#status.over) throw new ChessError('ERR_GAME_OVER')
    this.#grow(this.#node, [move])
  }

  /**
   * Plays a move at the end of the main line. If that is the current node, the move becomes the current node.
   * @param move UCI or SAN
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*
   */
  append(move: string) {
    const { end } = this
    const node = end.add(move)
    if (this.#node === end) this.#go(node)
    this.#settle(end)
    this.#emit('tree')
  }

  /**
   * Plays several moves in a row as one change.
   * @param moves UCI or SAN
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*: none of them is played
   */
  playLine(moves: string[]) {
    this.#game.line(moves)
    this.#grow(this.#node, moves)
  }

  /**
   * Adds moves after a node, as a variation or at the end of a line; the current node stays.
   * @param moves UCI or SAN
   * @throws {ChessError} ERR_MOVE_*, ERR_SAN_*
   */
  addLine(node: PgnNode, moves: string[]) {
    this.#grow(node, moves, false)
  }

  /** @param node a node of a game that was replaced has no effect: answers and clicks may come late */
  goTo(node: PgnNode) {
    if (node === this.#node || !isAbove(this.#tree.root, node)) return
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

  /** Goes to the end of the current line. */
  toEnd() {
    this.goTo(lastOfLine(this.#node))
  }

  /** Moves a line one place up; the first one is the main line. */
  promote(node: PgnNode) {
    const { end } = this
    firstOfLine(node).promote()
    this.#settle(end)
    this.#emit('tree')
  }

  /** @param node its line becomes the main line */
  makeMain(node: PgnNode) {
    const { end } = this
    for (let at = node; at.parent; at = at.parent) {
      while (at.parent.children[0] !== at) at.promote()
    }
    this.#settle(end)
    this.#emit('tree')
  }

  /**
   * Removes a move and all that follows.
   * @param node not the root; as of goTo()
   */
  remove(node: PgnNode) {
    const { parent } = node
    if (!parent || !isAbove(this.#tree.root, node)) return
    const { end } = this
    if (isAbove(node, this.#node)) this.#go(parent)
    node.remove()
    this.#settle(end)
    this.#emit('tree')
  }

  /**
   * Changes annotations, headers or moves as one change.
   * @returns what `change` returns
   */
  annotate<T>(change: () => T): T {
    const { end } = this
    const changed = change()
    this.#isGameWhole = false
    this.#settle(end)
    this.#emit('tree')
    return changed
  }

  /**
   * @param result '*' removes the result
   * @param how such as 'Black resigned'
   */
  finish(result: PgnResult, how = '') {
    this.#setResult(result, how)
    this.#emit('tree')
  }

  snapshot(): Snapshot {
    this.#pgn ||= this.#tree.toString()
    return { pgn: this.#pgn, path: this.#node.path, how: this.#how, mode: this.#mode }
  }

  /**
   * @param tree the snapshot's tree, if it was read before
   * @throws {ChessError} if it is not a snapshot
   */
  restore({ pgn, path, how, mode }: Snapshot, tree: PgnGame | null = null) {
    const game = tree ?? parsePgn(pgn)[0] ?? new PgnGame()
    this.load(game, { path, how, mode: mode === 'play' ? mode : 'analyse' })
  }

  /** @returns the main line as Binbo's state bytes, with headers and result; borrowed */
  state(): Uint8Array {
    const isGame = this.#node === this.end && this.#isGameWhole && !this.outcome
    this.#state ??= isGame ? this.#game.state() : this.#writeState()
    return this.#state
  }

  #writeState(): Uint8Array {
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

  /** @param isLineKept whether main line, headers and result are as before */
  #emit(change: Change, isLineKept = false) {
    if (change === 'game') this.#requests++
    if (change === 'tree' || change === 'game') {
      this.#pgn = ''
      this.#version++
      if (!isLineKept) {
        this.#lineVersion = this.#version
        this.#state = null
      }
    }
    this.changed(change)
  }

  #setResult(result: PgnResult, how: string) {
    if (result !== this.#tree.result) this.#isGameWhole = false
    this.#tree.result = result
    this.#how = how
  }

  /**
   * A result belongs to the end of the main line. If the end has changed, the result by the rules replaces it.
   * @param before the end of the main line before the change
   */
  #settle(before: PgnNode) {
    const { end } = this
    if (end === before) return
    if (end === this.#node) return this.#setResult(resultOf(this.#status), '')
    const game = gameAt(this.#tree, end)
    this.#setResult(resultOf(game.status), '')
    game.stop()
  }

  /**
   * Adds moves in a row after a node; moves that the tree already has are not added again.
   * @param follows whether the last one becomes the current node
   */
  #grow(node: PgnNode, moves: string[], follows = true) {
    const { end, outcome } = this
    let first: PgnNode | undefined
    let last = node
    for (const move of moves) {
      const { length } = last.children
      last = last.add(move)
      if (last.parent?.children.length !== length) first ??= last
    }
    if (follows) this.#go(last)
    this.#settle(end)
    this.#emit(first ? 'tree' : 'node', end === this.end)
    if (first) this.history.played(first, outcome)
  }

  /**
   * Makes a node the current one. The game follows by one move or one undo if it can, so that a click on the board does
   * not play all moves again.
   */
  #go(node: PgnNode) {
    const game = this.#game
    const { uci, parent } = node
    this.#claims = undefined
    // A tree may have null moves and moves after a draw by rule, which a Game cannot play or undo.
    if (parent === this.#node && uci && uci !== NULL_MOVE && !this.#status.over) {
      this.#status = game.move(uci)
    } else if (this.#node.parent === node && game.undo()) {
      this.#status = game.status
    } else this.#replaceGame(gameAt(this.#tree, node))
    this.#node = node
  }

  /** @param game owned by the study from now on */
  #replaceGame(game: Game) {
    this.#game.stop()
    this.#claims = undefined
    this.#game = game
    this.#isGameWhole = true
    this.#status = game.status
  }
}

function resultOf(status: Status): PgnResult {
  if (!status.over) return '*'
  if (status.type === 'draw') return '1/2-1/2'
  return status.winner === 'white' ? '1-0' : '0-1'
}
