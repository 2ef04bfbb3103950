// SPDX-License-Identifier: Apache-2.0
// A game's moves, variations, comments and glyphs as C has read them (src/pgn/tree.h). The words are looked
// at where somebody asks for nodes, and never changed. A move is told by the index of its word.
//
//    31   26 25          0
//   +-------+-------------+
//   |  op   |    value    |
//   +-------+-------------+
//
//   MOVE      a move word (san-words.js)
//   NAG       the number
//   COMMENT   where its bytes end in `text`; they begin where those of the comment before end, those of the
//             first comment where the tags end
//   STARTING  the same, of a comment before the move that follows
//   BEGIN     a variation, another choice than the MOVE before it; the index of its END
//   END       0
//
// 1. e4 {a} (1. d4 d5) 1... e5 $1 is MOVE e4, COMMENT, BEGIN 5, MOVE d4, MOVE d5, END, MOVE e5, NAG 1.

import { decodeText } from '../core/buffer.js'
import { liftCommands, noCommands } from './commands.js'
import { clockOf, isOnlyCommands } from './comment-bytes.js'
import { commentText } from './comment-text.js'

/** @typedef {import('../core/errors.js').ChessError} ChessError */
/** @typedef {import('./commands.js').Commands} Commands */

/**
 * One game as C has read it.
 * @typedef {object} TreeFacts
 * @property {Uint32Array} words
 * @property {Uint8Array} text the tags, name, 0, value, 0 and so on, last the result under the name ""; then
 *   the comments, as they stand in the PGN. UTF-8, or Latin-1 where the whole of it is not UTF-8
 * @property {number} tagsSize how many of its bytes are tags
 * @property {string} startFen
 * @property {string} variant 'standard', 'chess960', or the words of a tag that names another one
 */

/**
 * What a node needs of its game.
 * @typedef {object} TreeOwner
 * @property {Map<string, string>} headers
 * @property {string} result
 * @property {ChessError[]} errors
 */

/** Where the root is: before all words. */
export const ROOT = -1
/** Where moves are that were added later: behind all words. */
export const ADDED = 0x3fffffff
export const NO_MOVE = -1

const OP_SHIFT = 26
const VALUE_MASK = (1 << OP_SHIFT) - 1
const MOVE = 0
const NAG = 1
const COMMENT = 2
const STARTING = 3
const BEGIN = 4

const NONE = -1

export class CompactTree {
  /** @type {TreeOwner | undefined} The PgnGame, which sets it. */
  owner
  /** @type {string | null | undefined} The text; null where characters do not stand where their bytes do. */
  #flatText

  /** @param {TreeFacts} facts its arrays belong to the tree then */
  constructor({ words, text, tagsSize, startFen, variant }) {
    this.words = words
    this.text = text
    this.tagsSize = tagsSize
    this.startFen = startFen
    this.variant = variant
  }

  /** @returns {string} as `text` begins */
  tags() {
    const tags = decodeText(this.text.subarray(0, this.tagsSize))
    // Only what seems to be UTF-8 of several bytes a character may be Latin-1 for the comments' sake.
    return tags.length === this.tagsSize ? tags : this.#decode(0, this.tagsSize)
  }

  /**
   * @param {number} at
   * @returns {number} the move that follows it, or NO_MOVE
   */
  next(at) {
    const { words } = this
    for (let i = at + 1; i < words.length; i++) {
      const word = words[i]
      const op = word >>> OP_SHIFT
      if (op === MOVE) return i
      if (op === BEGIN) i = word & VALUE_MASK
      else if (op > BEGIN) break
    }
    return NO_MOVE
  }

  /**
   * @param {number} at a move that comes first among its siblings
   * @returns {number[] | undefined} the other ones, in the order of the text; undefined for none
   */
  alternatives(at) {
    const { words } = this
    for (let i = at + 1; i < words.length; i++) {
      const op = words[i] >>> OP_SHIFT
      if (op === BEGIN) return alternativesFrom(words, i)
      if (op !== NAG && op !== COMMENT) break
    }
    return undefined
  }

  /**
   * @param {number} at
   * @returns {number[]}
   */
  nags(at) {
    const { words } = this
    /** @type {number[]} */
    const nags = []
    for (let i = annotation(words, at + 1); i !== NONE; i = annotation(words, i + 1)) {
      if (words[i] >>> OP_SHIFT === NAG) nags.push(words[i] & VALUE_MASK)
    }
    return nags
  }

  /**
   * @param {number} at
   * @returns {string[]} what stands in comments beside known commands
   */
  comments(at) {
    const { words } = this
    /** @type {string[]} */
    const comments = []
    for (let i = annotation(words, at + 1); i !== NONE; i = annotation(words, i + 1)) {
      if (words[i] >>> OP_SHIFT !== COMMENT) continue
      const start = this.#commentStart(i)
      const end = words[i] & VALUE_MASK
      if (isOnlyCommands(this.text, start, end)) continue
      const text = commentText(this.#decode(start, end))
      const rest = liftCommands(text)
      if (rest !== '' || text === '') comments.push(rest)
    }
    return comments
  }

  /**
   * @param {number} at
   * @returns {Commands}
   */
  commands(at) {
    const { words } = this
    const commands = noCommands()
    for (let i = annotation(words, at + 1); i !== NONE; i = annotation(words, i + 1)) {
      if (words[i] >>> OP_SHIFT !== COMMENT) continue
      const start = this.#commentStart(i)
      const end = words[i] & VALUE_MASK
      const clock = clockOf(this.text, start, end)
      if (clock >= 0) commands.clock = clock
      else liftCommands(commentText(this.#decode(start, end)), commands)
    }
    return commands
  }

  /**
   * @param {number} at
   * @returns {string[]}
   */
  startingComments(at) {
    const { words } = this
    /** @type {string[]} */
    const comments = []
    if (at >= words.length) return comments
    for (let i = at - 1; i >= 0 && words[i] >>> OP_SHIFT === STARTING; i--) {
      comments.push(commentText(this.#decode(this.#commentStart(i), words[i] & VALUE_MASK)))
    }
    return comments.reverse()
  }

  /**
   * @param {number} at a comment
   * @returns {number} where its bytes begin
   */
  #commentStart(at) {
    const { words } = this
    for (let i = at - 1; i >= 0; i--) {
      const op = words[i] >>> OP_SHIFT
      if (op === COMMENT || op === STARTING) return words[i] & VALUE_MASK
    }
    return this.tagsSize
  }

  /**
   * @param {number} start
   * @param {number} end
   * @returns {string}
   */
  #decode(start, end) {
    if (this.#flatText === undefined) {
      const text = decodeText(this.text)
      this.#flatText = text.length === this.text.length ? text : null
    }
    return this.#flatText?.slice(start, end) ?? decodeText(this.text.subarray(start, end))
  }
}

/**
 * @param {Uint32Array} words
 * @param {number} from behind a move
 * @returns {number} the first glyph or comment from there on that is the move's, or NONE
 */
function annotation(words, from) {
  for (let i = from; i < words.length; i++) {
    const word = words[i]
    const op = word >>> OP_SHIFT
    if (op === COMMENT || op === NAG) return i
    if (op !== BEGIN) break
    i = word & VALUE_MASK
  }
  return NONE
}

/**
 * A variation's first move may have variations in its turn, which are choices at the same place.
 * @param {Uint32Array} words
 * @param {number} begin of the first variation
 * @returns {number[]} the first moves of all of them
 */
function alternativesFrom(words, begin) {
  /** @type {number[]} */
  const moves = []
  /** @type {number[]} The ENDs of the variations around i. */
  const ends = []
  for (let i = begin; i < words.length; i++) {
    const word = words[i]
    const op = word >>> OP_SHIFT
    if (op === BEGIN) {
      ends.push(word & VALUE_MASK)
      while (words[i + 1] >>> OP_SHIFT === STARTING) i++
      moves.push(++i)
    } else if (op === MOVE) {
      const end = ends.pop()
      if (end === undefined) break
      i = end
    } else if (op > BEGIN && ends.pop() === undefined) {
      break
    }
  }
  return moves
}
