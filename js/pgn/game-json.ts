// SPDX-License-Identifier: Apache-2.0
// A game as JSON: its PGN, and the comments that a PGN would change, such as those of several lines.

import type { ChessError } from '../core/errors.js'
import { argumentError } from '../core/errors.js'
import { isObject } from '../core/objects.js'
import { RESULTS } from '../core/pgn-text.js'
import type { Arrow, Evaluation, SquareMark } from './comment-commands.js'
import { commentText } from './comments.js'
import { START_ERRORS } from './compact-tree.js'
import type { PgnResult } from './pgn-game.js'
import type { PgnMoveNode, PgnNode, PgnPath } from './pgn-node.js'
import { nodeAccess } from './pgn-node.js'
import { AllNodes } from './walk.js'

/** A node as JSON; fields without a value are left out. */
export type PgnNodeJson = {
  /** The path from the root to the node. */
  path: PgnPath
  /** The number of half-moves from the start of the game. */
  ply: number
  /** The move in SAN; null for the root, like `uci`. */
  san: string | null
  uci: string | null
  /** The position after the move. */
  fen: string
  nags: number[]
  comments: string[]
  startingComments: string[]
  /** The seconds that are left. */
  clock?: number | undefined
  /** The seconds that the move took. */
  emt?: number | undefined
  eval?: Evaluation | undefined
  arrows?: Arrow[] | undefined
  squares?: SquareMark[] | undefined
}

/** A game as JSON. */
export type PgnGameJson = {
  headers: Record<string, string>
  result: PgnResult
  /** The whole game, written by toString(). */
  pgn: string
  /** Annotations that the PGN would change, by the place of their node in nodes(); the root is 0. */
  exact?: [place: number, annotations: Omit<PgnNodeJson, 'path' | 'ply' | 'san' | 'uci' | 'fen'>][]
}

/** @returns whether a reader of the PGN gets the same text */
const isPlain = (comment: string) =>
  comment !== '' && commentText(comment) === comment && !comment.includes('[%')

const nodesOf = (root: PgnNode): PgnNode[] => [root, ...new AllNodes<PgnNode, PgnMoveNode>(root)]

export function exactTexts(root: PgnNode): NonNullable<PgnGameJson['exact']> {
  return nodesOf(root).flatMap((node, place) => {
    const { commands, ...lists } = nodeAccess.annotationsOf(node)
    const areSame = lists.comments.every(isPlain) && lists.startingComments.every(isPlain)
    return areSame ? [] : [[place, { ...lists, ...commands }]]
  })
}

/** @throws {ChessError} ERR_ARGUMENT */
export function restoreTexts(root: PgnNode, exact: NonNullable<PgnGameJson['exact']>) {
  const nodes = exact.length > 0 ? nodesOf(root) : []
  for (const [place, beside] of exact) {
    const node = nodes[place]
    if (node === undefined)
      throw argumentError('The JSON has a comment of a move that is not in its PGN', place)
    const { nags = [], comments = [], startingComments = [] } = beside
    const { clock, emt, eval: evaluation, arrows, squares } = beside
    Object.assign(node, { nags, comments, startingComments, clock, emt, eval: evaluation, arrows, squares })
  }
}

/** @throws {ChessError} ERR_ARGUMENT that names the wrong field */
export function checkJson(json: unknown): PgnGameJson {
  if (!isObject(json)) throw argumentError('fromJSON() takes what toJSON() of a PgnGame returned', json)
  const { headers, result, pgn, exact = [] } = json
  if (!isObject(headers) || Array.isArray(headers)) throw fieldError('headers', 'an object', headers)
  for (const [name, value] of Object.entries(headers))
    if (typeof value !== 'string') throw fieldError(`headers.${name}`, 'a string', value)
  if (!RESULTS.includes(result)) throw fieldError('result', "'1-0', '0-1', '1/2-1/2' or '*'", result)
  if (typeof pgn !== 'string') throw fieldError('pgn', 'a string', pgn)
  if (!Array.isArray(exact)) throw fieldError('exact', 'an array', exact)
  for (const [index, entry] of exact.entries()) {
    if (!Array.isArray(entry) || !Number.isSafeInteger(entry[0]) || !isObject(entry[1]))
      throw fieldError(`exact[${index}]`, 'the number of a node and its annotations', entry)
  }
  return json as PgnGameJson
}

/**
 * Of a wrong PGN, little or nothing would be read. A game without a known start is an exception: its own PGN has the same error.
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkRead(errors: readonly ChessError[], pgn: string) {
  const cause = errors.find(({ code, warning }) => !warning && !START_ERRORS.includes(code))
  if (cause !== undefined) throw fieldError('pgn', `a game without errors (${cause.message})`, pgn)
}

export const notOneGame = (pgn: string): ChessError => fieldError('pgn', 'one game', pgn)

/** @param name the field */
const fieldError = (name: string, expected: string, value: unknown) =>
  argumentError(`The field ${name} of a PgnGame's JSON is ${expected}`, value)
