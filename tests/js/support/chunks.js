// SPDX-License-Identifier: Apache-2.0
// Text and bytes in pieces, as every kind of source that PGN is read from.

import { Readable } from 'node:stream'

/**
 * @template {string | Uint8Array} T
 * @param {T} whole
 * @param {number | (() => number)} size of each piece; of a string in UTF-16 units
 * @returns {T[]}
 */
export function cut(whole, size) {
  const pieces = []
  for (let at = 0; at < whole.length; ) {
    const end = at + (typeof size === 'number' ? size : size())
    pieces.push(whole.slice(at, end))
    at = end
  }
  return pieces
}

/** @param {Iterable<any>} pieces */
export async function* asyncIterable(pieces) {
  for (const piece of pieces) yield piece
}

/** @param {any[]} pieces one for each pull */
export function webStream(pieces) {
  let next = 0
  return new ReadableStream({
    pull(controller) {
      if (next === pieces.length) controller.close()
      else controller.enqueue(pieces[next++])
    },
  })
}

/** @param {any[]} pieces */
export const nodeStream = pieces => Readable.from(pieces)

/** @param {any[]} pieces its parts */
export const blob = pieces => new Blob(pieces)

/**
 * @template T
 * @param {AsyncIterable<T>} games
 * @returns {Promise<T[]>}
 */
export async function collect(games) {
  const all = []
  for await (const game of games) all.push(game)
  return all
}

/** Small games of one chunk each, whose White is 'Ann 1', 'Ann 2' and so on. */
export const gamePgn = number =>
  `[White "Ann ${number}"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {${number}} 1-0\n\n`
export const SMALL = [1, 2, 3, 4, 5].map(gamePgn)
export const ALL_WHITES = 'Ann 1,Ann 2,Ann 3,Ann 4,Ann 5'
export const whites = games => games.map(game => game.headers.get('White')).join()

/** An asynchronous iterable of these chunks, and how often its iterator was asked to go on or to end. */
export function told({ chunks = SMALL, end = () => ({ done: true, value: undefined }) } = {}) {
  const calls = { next: 0, return: 0 }
  const source = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const value = chunks[calls.next++]
        return value === undefined ? end() : { done: false, value }
      },
      async return() {
        calls.return++
        return { done: true, value: undefined }
      },
    }),
  }
  return { source, calls }
}

/** @returns {Promise<unknown>} what it is rejected with */
export async function rejection(action) {
  try {
    await action()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
