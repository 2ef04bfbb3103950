// SPDX-License-Identifier: Apache-2.0
// Writes a game's tree in export format (PGN standard 3.2 and 8). Reading the text gives the same tree.

import { argumentError } from '../core/errors.js'
import { checkOptions, flag } from '../core/options.js'
import { sanOf } from '../core/san-writer.js'
import { headersFlag, numbering, readWidth, tagLines, wrap } from '../game/pgn-writer.js'
import { commandTexts } from './comment-commands.js'
import { commentText, isBlank } from './comments.js'
import { VALUE_MASK } from './compact-tree.js'
import type { Annotations, PgnNode } from './pgn-node.js'
import { nodeAccess } from './pgn-node.js'

/** How toString() of a PgnGame writes it. */
export type TreePgnOptions = {
  /** False writes only the moves; default true. */
  headers?: boolean | undefined
  /**
   * The longest line of moves, at least 1; Infinity for a single line; default 79, as in the export format. A word, or a
   * comment with a '}', cannot be broken and may be longer.
   */
  width?: number | undefined
  /** Whether to write variations; default true. */
  variations?: boolean | undefined
  /** Whether to write comments; default true. */
  comments?: boolean | undefined
  /** Whether to write glyphs; default true. */
  nags?: boolean | undefined
  /** Whether to write clocks, evaluations, arrows and squares; default true. */
  commands?: boolean | undefined
}

type WrittenGame = {
  /** the result of ownedTags() */
  tags: () => Map<string, string>
  startFen: string
  root: PgnNode
  result: string
}

/** The parts of the tree that are written. */
type Parts = { variations: boolean; comments: boolean; nags: boolean; commands: boolean }

const OPTION_NAMES = ['headers', 'width', 'variations', 'comments', 'nags', 'commands']
/** A NAG must fit into a word of the tree. */
const LARGEST_NAG = VALUE_MASK

/**
 * @param options TreePgnOptions
 * @returns the PGN, with a line break at its end
 * @throws {ChessError} ERR_ARGUMENT for wrong options, and for values that cannot be written
 */
export function writeTree(game: WrittenGame, options: unknown): string {
  const given = checkOptions(options, OPTION_NAMES)
  const withHeaders = headersFlag(given.headers)
  const width = readWidth(given.width)
  const writer = new TreeWriter(game.startFen, width, {
    variations: flag('variations', given.variations, true),
    comments: flag('comments', given.comments, true),
    nags: flag('nags', given.nags, true),
    commands: flag('commands', given.commands, true),
  })
  const moves = writer.write(game.root, game.result)
  return withHeaders ? `${tagLines(game.tags())}\n${moves}` : moves
}

class TreeWriter {
  #text: MoveText
  #parts: Parts
  #firstNumber: number
  #blackFirst: 0 | 1
  /** Whether a move of Black needs its number (PGN standard 8.2.2.2). */
  #interrupted = true

  constructor(startFen: string, width: number, parts: Parts) {
    const { first, blackFirst } = numbering(startFen)
    this.#text = new MoveText(width)
    this.#parts = parts
    this.#firstNumber = first
    this.#blackFirst = blackFirst
  }

  write(root: PgnNode, result: string): string {
    const annotations = nodeAccess.annotationsOf(root)
    if (annotations.startingComments.length > 0) {
      throw argumentError(
        'The root has no startingComments: what comes before the first move is in its comments',
      )
    }
    this.#annotations(annotations)
    this.#lines(root)
    this.#text.add(result)
    return this.#text.toString()
  }

  /** Writes all moves after a node, without recursion: variations may be very deep. */
  #lines(root: PgnNode) {
    /** The variations that are not yet closed. */
    const open: { children: readonly PgnNode[]; written: number; ply: number }[] = []
    let node = root
    for (let ply = 0; ; ply++) {
      const children = nodeAccess.childrenOf(node)
      if (children.length > 0) this.#move(children[0], ply, false)
      if (children.length > 1 && this.#parts.variations) {
        open.push({ children, written: 1, ply })
        node = this.#openVariation(children[1], ply)
      } else if (children.length > 0) {
        node = children[0]
      } else {
        const around = open.at(-1)
        if (around === undefined) return
        this.#text.close()
        this.#interrupted = true
        ply = around.ply
        around.written++
        if (around.written < around.children.length) {
          node = this.#openVariation(around.children[around.written], ply)
        } else {
          open.pop()
          node = around.children[0]
        }
      }
    }
  }

  /** @returns the same node */
  #openVariation(first: PgnNode, ply: number): PgnNode {
    this.#text.open()
    this.#interrupted = true
    this.#move(first, ply, true)
    return first
  }

  #move(node: PgnNode, ply: number, startsVariation: boolean) {
    const annotations = nodeAccess.annotationsOf(node)
    const before = this.#parts.comments ? Array.from(annotations.startingComments, lineOf) : []
    if (startsVariation) for (const text of before) this.#comment(text)
    this.#number(ply + this.#blackFirst, before.length > 0)
    // Between the number and the move, it is not read as a comment of the move before.
    if (!startsVariation) for (const text of before) this.#comment(text)
    this.#text.add(sanOf(nodeAccess.wordOf(node)))
    this.#interrupted = false
    this.#annotations(annotations)
  }

  /** @param ply from 0; White is to move at even plies */
  #number(ply: number, isNeeded: boolean) {
    const number = this.#firstNumber + (ply >> 1)
    if (ply % 2 === 0) this.#text.add(`${number}.`)
    else if (isNeeded || this.#interrupted) this.#text.add(`${number}...`)
  }

  #annotations({ nags, comments, commands }: Annotations) {
    if (this.#parts.nags) for (const nag of nags) this.#text.add(nagText(nag))
    const words = this.#parts.commands ? commandTexts(commands) : []
    // Unlike map(), from() also visits holes.
    const texts = this.#parts.comments ? Array.from(comments, lineOf) : []
    if (words.length > 0) {
      const [first = ''] = texts
      const isJoined = first !== '' && !first.includes('}')
      this.#braces(isJoined ? [...words, ...first.split(' ')] : words)
      if (isJoined) texts.shift()
    }
    for (const text of texts) this.#comment(text)
  }

  /** @param text a comment on one line */
  #comment(text: string) {
    if (!text.includes('}')) return this.#braces(text.split(' '))
    this.#text.addLine(text)
    this.#interrupted = true
  }

  #braces(words: string[]) {
    this.#text.addBraces(words)
    this.#interrupted = true
  }
}

/**
 * @returns the comment in the form in which it is read: on one line, without blanks around it
 * @throws {ChessError} ERR_ARGUMENT
 */
function lineOf(comment: unknown): string {
  if (typeof comment !== 'string') throw argumentError('comments are strings')
  return commentText(comment)
}

/** @throws {ChessError} ERR_ARGUMENT */
function nagText(nag: number): string {
  if (Number.isInteger(nag) && nag >= 0 && nag <= LARGEST_NAG) return `$${nag}`
  throw argumentError(`nags are whole numbers, 0 to ${LARGEST_NAG}`)
}

/**
 * Builds move text, token by token: parentheses follow their neighbours without a blank, comments are broken into lines where
 * that changes nothing, and a line comment takes the rest of its line.
 */
class MoveText {
  #lines: string[] = []
  /** The text after the finished lines. */
  #tokens: string[] = []
  #opening = ''
  #width: number

  /** @param width the longest line, if it can be broken */
  constructor(width: number) {
    this.#width = width
  }

  add(token: string) {
    this.#tokens.push(this.#opening + token)
    this.#opening = ''
  }

  /** Begins a variation. */
  open() {
    this.#opening = '('
  }

  /** Ends a variation. */
  close() {
    this.add(`${this.#tokens.pop() ?? ''})`)
  }

  /** @param words the words of a comment in braces, with one space between them; no word has a '}' */
  addBraces(words: string[]) {
    const pieces = unbroken(words)
    pieces[0] = `{${pieces[0]}`
    pieces[pieces.length - 1] += '}'
    for (const piece of pieces) this.add(piece)
  }

  /** @param comment a comment to the end of the line (PGN standard 5); it may have a '}', but no line break */
  addLine(comment: string) {
    if (this.#opening !== '') this.add('')
    this.#finishLine()
    this.#lines.push(`;${comment}`)
  }

  #finishLine() {
    if (this.#tokens.length > 0) this.#lines.push(wrap(this.#tokens, this.#width))
    this.#tokens = []
  }

  /** @returns the text, with a line break at its end */
  toString(): string {
    this.#finishLine()
    return `${this.#lines.join('\n')}\n`
  }
}

/**
 * @param words at least one word
 * @returns the same words; words that must be on one line are joined
 */
function unbroken(words: string[]): string[] {
  const pieces: string[] = []
  let before = ''
  for (const word of words) {
    if (mayBreak(before, word) || pieces.length === 0) pieces.push(word)
    else pieces[pieces.length - 1] += ` ${word}`
    before = word
  }
  return pieces
}

/**
 * A line break and the blanks around it are read as one space. After it, there must be no text with a meaning at the beginning
 * of a line: a tag, or the sign of a line to skip (PGN standard 6).
 */
function mayBreak(before: string, after: string) {
  if (before === '' || after === '' || /^(%|\[(?!%))/.test(after)) return false
  return !isBlank(before.charCodeAt(before.length - 1)) && !isBlank(after.charCodeAt(0))
}
