// SPDX-License-Identifier: Apache-2.0
// A game as JSON: its PGN, and the comments that a PGN would change, such as those of several lines.

import { argumentError } from '../core/errors.js'
import { isObject } from '../core/objects.js'
import { RESULTS } from '../core/pgn-text.js'
import { commentText } from './comments.js'
import type { PgnResult } from './pgn-game.js'
import type { PgnMoveNode, PgnNode, PgnNodeJson } from './pgn-node.js'
import { nodeAccess } from './pgn-node.js'
import { AllNodes } from './walk.js'

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

/** @throws {ChessError} ERR_ARGUMENT */
export function checkJson(json: unknown): PgnGameJson {
  const { headers, result, pgn, exact = [] } = isObject(json) ? json : {}
  const isSound =
    isObject(headers) &&
    Object.values(headers).every(value => typeof value === 'string') &&
    RESULTS.includes(result) &&
    typeof pgn === 'string' &&
    Array.isArray(exact) &&
    exact.every(entry => Array.isArray(entry) && Number.isSafeInteger(entry[0]) && isObject(entry[1]))
  if (!isSound) throw argumentError('fromJSON() takes what toJSON() of a PgnGame returned', json)
  return json as PgnGameJson
}
