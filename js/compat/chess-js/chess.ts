// SPDX-License-Identifier: Apache-2.0
// The class of chess.js: a game with its headers and annotations.

import { releaseBuffer, takeBytes, writeText } from '../../core/buffer.js'
import { sanOf } from '../../core/san-writer.js'
import { wasm } from '../../core/wasm.js'
import type { Game } from '../../game/game.js'
import type { AnnotatedPosition } from './annotations.js'
import { take } from './annotations.js'
import { ChessMoves, NULL_SAN } from './chess-moves.js'
import type { NAG, Suffix } from './constants.js'
import { SEVEN_TAG_ROSTER } from './constants.js'
import { givenHeaders, removeHeader } from './headers.js'
import { bare } from './legal-moves.js'
import { append, gameOf, handleOf } from './live-games.js'
import type { PgnMove } from './pgn-reader.js'
import { parsePgn } from './pgn-reader.js'
import { pgnText } from './pgn-writer.js'

/** A game and its annotations, with the methods of chess.js. */
export class Chess extends ChessMoves {
  static {
    // Minifiers rename classes, but users read the names.
    Object.defineProperty(Chess, 'name', { value: 'Chess', configurable: true })
  }

  // --- PGN ----------------------------------------------------------------------------------------

  /**
   * Returns the PGN: tags, moves with comments, and result.
   * @param options `maxWidth`: the longest line of moves; default: one line
   */
  pgn({ newline = '\n', maxWidth = 0 }: { newline?: string; maxWidth?: number } = {}): string {
    const { comments } = this._notes
    const isCommented = Object.keys(comments).length > 0
    return pgnText(
      {
        headers: this._headers,
        sans: this.history(),
        comments: isCommented ? this._allFens().map(fen => comments[fen]) : [],
        side: this._side ^ (this._game.words.length & 1),
        move: this._firstMove,
      },
      newline,
      maxWidth,
    )
  }

  /**
   * Reads the first game of a PGN.
   * @param options `strict` accepts only moves in SAN, and a FEN tag only with a SetUp tag; `newlineChar`: a regular expression
   *   for line ends
   * @throws {SyntaxError} if it is not a PGN; the game is then unchanged
   * @throws {Error} for an invalid FEN, and for an illegal move: the moves before it are then played
   */
  loadPgn(pgn: string, { strict = false, newlineChar }: { strict?: boolean; newlineChar?: string } = {}) {
    const text = newlineChar === undefined ? pgn : pgn.replace(new RegExp(newlineChar, 'g'), '\n')
    const { tags, moves, result } = parsePgn(text)
    this.reset()
    for (const [name, value] of tags) this._headers[name] = value
    this._loadSetup(Object.fromEntries(tags), strict)
    const [, ...played] = moves
    try {
      this._playTexts(
        played.map(move => move.text),
        strict,
      )
    } finally {
      this._annotate(moves)
    }
    if (result && this._headers.Result !== result) this._headers.Result = result
  }

  /** @internal */
  _loadSetup(tags: Record<string, string | undefined>, strict: boolean) {
    if (!strict) {
      const name = Object.keys(tags).findLast(tag => tag.toUpperCase() === 'FEN')
      const fen = name && tags[name]
      if (fen) this.load(fen, { preserveHeaders: true })
    } else if (tags.SetUp === '1') {
      if (tags.FEN === undefined) throw new Error('Invalid PGN: FEN tag must be supplied with SetUp tag')
      this.load(tags.FEN, { preserveHeaders: true })
    }
  }

  /** @internal @throws {Error} at the first illegal move */
  _playTexts(texts: string[], strict: boolean) {
    if (this._playSans(texts)) return
    for (const text of texts) {
      const word = text === NULL_SAN ? 0 : this._find(text, strict)
      if (word === 0 && text !== NULL_SAN) throw new Error(`Invalid move in PGN: ${text}`)
      this._push(word)
    }
  }

  /**
   * Plays moves in SAN, with a few calls of C.
   * @internal
   * @returns false if a move is not in SAN; no move is then played
   */
  _playSans(texts: string[]): boolean {
    const { _game: game } = this
    const handle = handleOf(game)
    try {
      const count = texts.length === 0 ? 0 : wasm.binbo_game_line(handle, writeText(texts.join('\n')))
      if (count !== texts.length) return false
      const words = Array.from(new Uint32Array(takeBytes(4 * count).buffer))
      if (!words.every((word, ply) => bare(sanOf(word)) === bare(texts[ply]))) return false
      append(handle, words)
      game.words.push(...words)
    } finally {
      releaseBuffer()
    }
    this._side ^= texts.length & 1
    this._known = {}
    return true
  }

  /** @internal @param moves the comments before the first move, and then the moves */
  _annotate(moves: PgnMove[]) {
    const isNoted = moves.some(
      ({ comment, suffix, nags }) => comment !== undefined || suffix || nags.length > 0,
    )
    if (!isNoted) return
    const fens = this._allFens()
    for (const [ply, { comment, suffix, nags }] of moves.slice(0, fens.length).entries()) {
      const { comments, suffixes } = this._notes
      if (comment !== undefined) comments[fens[ply]] = comment
      if (suffix) suffixes[fens[ply]] = suffix
      if (nags.length > 0) this._notes.nags[fens[ply]] = nags
    }
  }

  /**
   * Sets headers.
   * @deprecated Use setHeader() and getHeaders().
   * @param args names and values, alternately
   * @returns all headers, null for a missing tag
   */
  header(...args: string[]): Record<string, string | null> {
    for (let i = 0; i < args.length; i += 2)
      if (typeof args[i] === 'string' && typeof args[i + 1] === 'string') this._headers[args[i]] = args[i + 1]
    return this._headers
  }

  /** Sets a header, and returns all headers. */
  setHeader(key: string, value: string): Record<string, string> {
    this._headers[key] = value ?? SEVEN_TAG_ROSTER[key] ?? null
    return this.getHeaders()
  }

  /** Removes a header. Returns whether it existed. */
  removeHeader(key: string): boolean {
    return removeHeader(this._headers, key)
  }

  /** Returns all headers with their values. */
  getHeaders(): Record<string, string> {
    return givenHeaders(this._headers)
  }

  // --- annotations --------------------------------------------------------------------------------

  /** Returns the comment on the current position; undefined if there is none. */
  getComment(): string {
    return this._notes.comments[this.fen()]
  }

  /**
   * Sets the comment on the current position.
   */
  setComment(comment: string) {
    this._notes.setComment(this.fen(), comment)
  }

  /** Removes the comment on the current position, and returns it; undefined if there was none. */
  removeComment(): string {
    return take(this._notes.comments, this.fen())
  }

  /**
   * Removes the comment on the current position.
   * @deprecated Use removeComment().
   */
  deleteComment(): string {
    return this.removeComment()
  }

  /** Returns the positions of the game with a comment, and all positions with a suffix or NAGs. */
  getComments(): AnnotatedPosition[] {
    if (this._notes.fens.length === 0) return []
    this._notes.keepComments(this._allFens())
    return this._notes.list()
  }

  /** Removes all comments, and returns them. */
  removeComments(): { fen: string; comment: string }[] {
    this._notes.keepComments(this._allFens())
    const comments = Object.entries(this._notes.comments)
    this._notes.comments = {}
    return comments.map(([fen, comment]) => ({ fen, comment }))
  }

  /**
   * Removes all comments.
   * @deprecated Use removeComments().
   */
  deleteComments(): { fen: string; comment: string }[] {
    return this.removeComments()
  }

  /**
   * Returns the mark of a position, such as '!?'; undefined for none.
   * @param fen default: the FEN of the current position
   */
  getSuffixAnnotation(fen?: string): Suffix | undefined {
    return this._notes.suffixes[fen ?? this.fen()]
  }

  /**
   * Sets the mark of a position, such as '!?'.
   * @param suffix one of SUFFIX_LIST
   * @param fen default: the FEN of the current position
   * @throws {Error}
   */
  setSuffixAnnotation(suffix: Suffix, fen?: string) {
    this._notes.setSuffix(fen || this.fen(), suffix)
  }

  /**
   * Removes the mark of a position, and returns it.
   * @param fen default: the FEN of the current position
   */
  removeSuffixAnnotation(fen?: string): Suffix | undefined {
    return take(this._notes.suffixes, fen || this.fen())
  }

  /**
   * Returns the numeric annotation glyphs of a position.
   * @param fen default: the FEN of the current position
   */
  getNags(fen?: string): NAG[] {
    return [...(this._notes.nags[fen ?? this.fen()] ?? [])]
  }

  /**
   * Adds a numeric annotation glyph to a position.
   * @param fen default: the FEN of the current position
   */
  addNag(nag: NAG, fen?: string) {
    this._notes.addNag(fen || this.fen(), nag)
  }

  /**
   * Sets the numeric annotation glyphs of a position.
   * @param nags they replace those of the position
   * @param fen default: the FEN of the current position
   */
  setNags(nags: NAG[], fen?: string) {
    this._notes.nags[fen || this.fen()] = [...nags]
  }

  /**
   * Removes all glyphs of a position, and returns them.
   * @param fen default: the FEN of the current position
   */
  removeNags(fen?: string): NAG[] {
    return take(this._notes.nags, fen || this.fen()) ?? []
  }

  /**
   * Removes a glyph of a position. Returns whether the position had it.
   * @param fen default: the FEN of the current position
   */
  removeNag(nag: NAG, fen?: string): boolean {
    return this._notes.removeNag(fen || this.fen(), nag)
  }

  // --- Binbo --------------------------------------------------------------------------------------

  /**
   * Returns a Game with this position, its history and headers. The history begins after the last null move or change of the
   * board.
   * @throws {ChessError} ERR_FEN_* if the position is invalid; ERR_ARGUMENT if the program has not imported 'binbo'
   */
  toGame(): Game {
    return gameOf(this._game, this.getHeaders())
  }
}
