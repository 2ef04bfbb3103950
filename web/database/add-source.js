// SPDX-License-Identifier: Apache-2.0
// Adds the games of files to a database, part by part.

/** @import { Database } from 'binbo/database' */
/** @import { Source } from '../pgn/input.js' */

/** Copies of the texts, or where they stand in the files. @typedef {'text' | 'reference'} Keep */
/** What is read of a Source. @typedef {Pick<Source, 'blob' | 'parts'>} Readable */
/** Games that could not be read, and errors in the others. @typedef {{ skipped: number, faults: number }} Outcome */

/**
 * @param {Database} database
 * @param {Readable} source
 * @param {{ keep: Keep, signal: AbortSignal }} options keep: what is kept of the texts; the signal ends it, and the games before stay
 * @param {(read: number) => void} report called with the bytes read so far
 * @returns {Promise<Outcome>} also when it was ended
 * @throws {import('binbo').ChessError} as Database.add()
 */
export async function addSource(database, { blob, parts }, { keep, signal }, report) {
  const outcome = { skipped: 0, faults: 0 }
  try {
    // One by one: the last line of a file may have no end.
    for (const { from, to } of parts) {
      const onProgress = (/** @type {{ bytes: number }} */ { bytes }) => report(from + bytes)
      const { skipped, errors } = await database.add(blob.slice(from, to), { keep, signal, onProgress })
      outcome.skipped += skipped
      outcome.faults += errors.filter(({ warning }) => !warning).length
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return outcome
}
