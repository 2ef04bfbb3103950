// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs'

/** Lets finalizers run, as they do in a program that is not one synchronous loop. */
export const eventLoopTurn = () => new Promise(resolve => setImmediate(resolve))

/**
 * What all libraries write alike; they differ in when they show an en passant square.
 * @param {string} fen
 */
export const placementSideCastling = fen => fen.split(' ', 3).join(' ')

/** @param {string[]} paths @returns {string[]} */
export const readTexts = paths => paths.map(path => readFileSync(path, 'utf8'))

/**
 * What was read in bulk: `errors` counts games that were not read to the end.
 * @typedef {{ games: number, plies: number, errors: number }} BulkAnswer
 */

/** What a walk of one game saw, comments before the first move included. @typedef {{ nodes: number, letters: number, comments: number, nags: number }} Sums */

/**
 * How a library makes trees of a text, and visits every node of one.
 * @typedef {{ parse(text: string): any[], walk(game: any): Sums }} Trees
 */

/** Milliseconds for making the trees and for walking them. @typedef {Sums & { parse: number, walk: number }} TreeAnswer */

/** @param {Trees} trees @param {string} text @returns {TreeAnswer} */
export const parseAndWalk = (trees, text) => {
  const start = performance.now()
  const games = trees.parse(text)
  const parsed = performance.now()
  const sums = { nodes: 0, letters: 0, comments: 0, nags: 0 }
  for (const game of games) {
    const { nodes, letters, comments, nags } = trees.walk(game)
    sums.nodes += nodes
    sums.letters += letters
    sums.comments += comments
    sums.nags += nags
  }
  return { ...sums, parse: parsed - start, walk: performance.now() - parsed }
}
