// SPDX-License-Identifier: Apache-2.0
// The moves, variations, comments and glyphs of a game, as C has read them: the words that src/pgn/tree.h draws. They are read
// when nodes are made, and never changed. A move is identified by the index of its word.

import { decodeText, decodeTexts } from '../core/buffer.js'
import type { ChessError } from '../core/errors.js'
import type { Variant } from '../core/generated/bindings.js'
import {
  OP_BEGIN,
  OP_COMMENT,
  OP_MOVE,
  OP_NAG,
  OP_STARTING,
  TRAIT_ANY_START,
  TRAIT_STANDARD_RULES,
  VARIANT_TRAITS,
  VARIANTS,
  WORD_OP_SHIFT,
} from '../core/generated/bindings.js'
import type { Lookup } from '../core/options.js'
import { decode } from '../core/utf8.js'
import { START_FEN } from '../game/fen.js'
import { TAKES_ROOK } from '../game/internals.js'
import { Position } from '../game/position.js'
import type { Live } from './changes.js'
import { Changes } from './changes.js'
import type { Commands } from './comment-commands.js'
import { liftCommands, noCommands } from './comment-commands.js'
import { clockOf, commentText, isOnlyCommands } from './comments.js'

/** One game as C has read it. */
type TreeFacts = {
  words: Uint32Array
  /**
   * the tags (name, 0, value, 0 and so on; the last one, with the name "", is the result), and then the unchanged comments.
   * Each is UTF-8, or Latin-1 if it is not valid UTF-8
   */
  text: Uint8Array
  /** the bytes of the tags */
  tagsSize: number
  startFen: string
  /** a Variant, or the value of a Variant tag that names another one */
  variant: string
}

/** The facts of a game that its nodes need. */
export type TreeOwner = {
  headers: Map<string, string>
  result: string
  errors: ChessError[]
}

/** The index of the root, before all words. */
export const ROOT = -1
/** The index of moves that were added later, after all words. */
export const ADDED = 0x3fffffff
export const NO_MOVE = -1

/** The part of a word below its op: a NAG, the end of a comment, the index of an END. */
export const VALUE_MASK = (1 << WORD_OP_SHIFT) - 1

const NONE = -1

/** Errors of games without a start position. */
export const START_ERRORS: readonly string[] = ['ERR_PGN_VARIANT', 'ERR_PGN_TAG_FEN']

/** The start of most trees. */
let usualStart: Position | undefined

export class CompactTree {
  /** The owner; the PgnGame sets it. */
  owner: TreeOwner | undefined
  /** Grows when a node gets another place: a new node, which is the last of its siblings, moves no other one. */
  shape = 0
  #changes: Changes | undefined
  #takesRook: boolean | undefined
  #start: Position | undefined
  /** The text if it is ASCII, whose indexes are those of the bytes; otherwise null. */
  #flatText: string | null | undefined

  declare words: Uint32Array<ArrayBufferLike>
  declare text: Uint8Array<ArrayBufferLike>
  declare tagsSize: number
  declare startFen: string
  declare variant: string

  /** @param facts its arrays are owned by the tree from now on */
  constructor({ words, text, tagsSize, startFen, variant }: TreeFacts) {
    this.words = words
    this.text = text
    this.tagsSize = tagsSize
    this.startFen = startFen
    this.variant = variant
  }

  /** @returns the changes of nodes */
  get changes(): Changes {
    this.#changes ??= new Changes()
    return this.#changes
  }

  /** @returns the same object; from the first listener on, its methods report changes */
  watch<Held extends Live>(held: Held): Held {
    return this.#changes?.watch(held) ?? held
  }

  /** @returns the same moves for another game, which sets `owner` */
  copy(): CompactTree {
    return new CompactTree(this)
  }

  /** @returns the error of a game whose start could not be read: it has no moves */
  get #fault(): ChessError | undefined {
    return this.owner?.errors.find(({ code }) => START_ERRORS.includes(code))
  }

  /**
   * @returns the start position
   * @throws {ChessError} ERR_PGN_VARIANT, ERR_PGN_TAG_FEN, from the errors of the game, if it could not be read
   */
  get start(): Position {
    if (this.#start !== undefined) return this.#start
    const fault = this.#fault
    if (fault !== undefined) throw fault
    const { startFen, variant } = this
    this.#start =
      startFen === START_FEN && variant === 'standard'
        ? (usualStart ??= Position.from(START_FEN))
        : Position.from(startFen, { variant: variant })
    return this.#start
  }

  /** @returns whether Black moves first */
  get blackStarts(): boolean {
    return this.startFen !== START_FEN && this.#fault === undefined && this.start.sideToMove === 'black'
  }

  /** @returns whether castling is written as king takes rook, throughout the game */
  get takesRook(): boolean {
    // A game of an unknown variant has no moves.
    const names: Lookup<Variant> = VARIANTS
    const traits = VARIANT_TRAITS[names.indexOf(this.variant)] ?? TRAIT_STANDARD_RULES
    this.#takesRook ??=
      traits & TRAIT_STANDARD_RULES ? (traits & TRAIT_ANY_START) !== 0 : this.start[TAKES_ROOK]()
    return this.#takesRook
  }

  /** @returns the tags at the beginning of `text` */
  tags(): string {
    return decodeTexts(this.text.subarray(0, this.tagsSize))
  }

  /** @returns the move that follows it, or NO_MOVE */
  next(at: number): number {
    const { words } = this
    for (let i = at + 1; i < words.length; i++) {
      const word = words[i]
      const op = word >>> WORD_OP_SHIFT
      if (op === OP_MOVE) return i
      if (op === OP_BEGIN) i = word & VALUE_MASK
      else if (op > OP_BEGIN) break
    }
    return NO_MOVE
  }

  /**
   * @param at the first move among its siblings
   * @returns its siblings, in the order of the text; undefined if there are none
   */
  alternatives(at: number): number[] | undefined {
    const { words } = this
    for (let i = at + 1; i < words.length; i++) {
      const op = words[i] >>> WORD_OP_SHIFT
      if (op === OP_BEGIN) return alternativesFrom(words, i)
      if (op !== OP_NAG && op !== OP_COMMENT) break
    }
    return undefined
  }

  nags(at: number): number[] {
    const { words } = this
    const nags: number[] = []
    for (let i = annotation(words, at + 1); i !== NONE; i = annotation(words, i + 1)) {
      if (words[i] >>> WORD_OP_SHIFT === OP_NAG) nags.push(words[i] & VALUE_MASK)
    }
    return nags
  }

  /** @returns the comments without the commands that commands() returns */
  comments(at: number): string[] {
    const { words } = this
    const comments: string[] = []
    for (let i = annotation(words, at + 1); i !== NONE; i = annotation(words, i + 1)) {
      if (words[i] >>> WORD_OP_SHIFT !== OP_COMMENT) continue
      const start = this.#commentStart(i)
      const end = words[i] & VALUE_MASK
      if (isOnlyCommands(this.text, start, end)) continue
      const text = commentText(this.#decode(start, end))
      const rest = liftCommands(text)
      if (rest !== '' || text === '') comments.push(rest)
    }
    return comments
  }

  commands(at: number): Commands {
    const { words } = this
    const commands = noCommands()
    for (let i = annotation(words, at + 1); i !== NONE; i = annotation(words, i + 1)) {
      if (words[i] >>> WORD_OP_SHIFT !== OP_COMMENT) continue
      const start = this.#commentStart(i)
      const end = words[i] & VALUE_MASK
      const clock = clockOf(this.text, start, end)
      if (clock >= 0) commands.clock = clock
      else liftCommands(commentText(this.#decode(start, end)), commands)
    }
    return commands
  }

  startingComments(at: number): string[] {
    const { words } = this
    const comments: string[] = []
    if (at >= words.length) return comments
    for (let i = at - 1; i >= 0 && words[i] >>> WORD_OP_SHIFT === OP_STARTING; i--) {
      comments.push(commentText(this.#decode(this.#commentStart(i), words[i] & VALUE_MASK)))
    }
    return comments.reverse()
  }

  /**
   * @param at a comment
   * @returns where its bytes begin
   */
  #commentStart(at: number): number {
    const { words } = this
    for (let i = at - 1; i >= 0; i--) {
      const op = words[i] >>> WORD_OP_SHIFT
      if (op === OP_COMMENT || op === OP_STARTING) return words[i] & VALUE_MASK
    }
    return this.tagsSize
  }

  /** @returns a comment */
  #decode(start: number, end: number): string {
    if (this.#flatText === undefined) {
      const text = decode(this.text)
      this.#flatText = text.length < this.text.length || text.includes('\ufffd') ? null : text
    }
    return this.#flatText?.slice(start, end) ?? decodeText(this.text.subarray(start, end))
  }
}

/**
 * @param from a place after a move
 * @returns the first glyph or comment of that move from there on, or NONE
 */
function annotation(words: Uint32Array, from: number): number {
  for (let i = from; i < words.length; i++) {
    const word = words[i]
    const op = word >>> WORD_OP_SHIFT
    if (op === OP_COMMENT || op === OP_NAG) return i
    if (op !== OP_BEGIN) break
    i = word & VALUE_MASK
  }
  return NONE
}

/**
 * Variations of a variation's first move are siblings of that move, too.
 * @param begin the beginning of the first variation
 * @returns the first moves of all variations
 */
function alternativesFrom(words: Uint32Array, begin: number): number[] {
  const moves: number[] = []
  /** The ENDs of the variations that contain i. */
  const ends: number[] = []
  for (let i = begin; i < words.length; i++) {
    const word = words[i]
    const op = word >>> WORD_OP_SHIFT
    if (op === OP_BEGIN) {
      ends.push(word & VALUE_MASK)
      while (words[i + 1] >>> WORD_OP_SHIFT === OP_STARTING) i++
      moves.push(++i)
    } else if (op === OP_MOVE) {
      const end = ends.pop()
      if (end === undefined) break
      i = end
    } else if (op > OP_BEGIN && ends.pop() === undefined) {
      break
    }
  }
  return moves
}
