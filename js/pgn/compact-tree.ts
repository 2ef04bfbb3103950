// SPDX-License-Identifier: Apache-2.0
// The moves, variations, comments and glyphs of a game, as C has read them: the words that src/pgn/tree.h draws. They are read
// when nodes are made, and never changed. A move is identified by the index of its word.

import { decodeText } from '../core/buffer.js'
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
import { START_FEN } from '../game/fen.js'
import { takesRook } from '../game/move-lists.js'
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
   * UTF-8, or Latin-1 if the whole text is not valid UTF-8
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
const START_ERRORS = ['ERR_PGN_VARIANT', 'ERR_PGN_TAG_FEN']

/** The start of most trees. */
let usualStart: Position | undefined

export class CompactTree {
  /** The owner; the PgnGame sets it. */
  owner: TreeOwner | undefined
  #changes: Changes | undefined
  #takesRook: boolean | undefined
  #start: Position | undefined
  /** The decoded text; null if its indexes differ from those of the bytes. */
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
      traits & TRAIT_STANDARD_RULES ? (traits & TRAIT_ANY_START) !== 0 : takesRook(this.start)
    return this.#takesRook
  }

  /** @returns the tags at the beginning of `text` */
  tags(): string {
    const tags = decodeText(this.text.subarray(0, this.tagsSize))
    // Multi-byte characters are UTF-8 only if the comments are UTF-8, too.
    return tags.length === this.tagsSize || isUtf8(this.text, this.tagsSize)
      ? tags
      : this.#decode(0, this.tagsSize)
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

  #decode(start: number, end: number): string {
    if (this.#flatText === undefined) {
      const text = decodeText(this.text)
      this.#flatText = text.length === this.text.length ? text : null
    }
    return this.#flatText?.slice(start, end) ?? decodeText(this.text.subarray(start, end))
  }
}

/**
 * Several times faster than a decoder. Source: The Unicode Standard, table 3-7.
 * @returns whether the text from there on is valid UTF-8
 */
export function isUtf8(text: Uint8Array, from: number): boolean {
  const { length } = text
  const numbers = new DataView(text.buffer, text.byteOffset, length)
  for (let at = from; at < length; ) {
    while (at + 8 <= length && ((numbers.getInt32(at) | numbers.getInt32(at + 4)) & 0x80808080) === 0) at += 8
    while (at < length && text[at] < 0x80) at++
    if (at === length) break
    const lead = text[at++]
    const second = text[at++]
    const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
    const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
    if (lead < 0xc2 || lead > 0xf4 || !(second >= least && second <= most)) return false
    if (lead >= 0xe0 && (text[at++] & 0xc0) !== 0x80) return false
    if (lead >= 0xf0 && (text[at++] & 0xc0) !== 0x80) return false
  }
  return true
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
