// SPDX-License-Identifier: Apache-2.0
// Adds the games of files to a database, part by part.

import type { Database } from 'binbo/database'
import type { Source } from '../pgn/input.js'

/** Copies of the texts, or where they stand in the files. */
export type Keep = 'text' | 'reference'
/** What is read of a Source. */
export type Readable = Pick<Source, 'blob' | 'parts'>
/** Games that could not be read, and errors in the others. */
type Outcome = { skipped: number; faults: number }

/**
 * @param options keep: what is kept of the texts; the signal ends it, and the games before stay
 * @param report called with the bytes read so far
 * @returns also when it was ended
 * @throws {import('binbo').ChessError} as Database.add()
 */
export async function addSource(
  database: Database,
  { blob, parts }: Readable,
  { keep, signal }: { keep: Keep; signal: AbortSignal },
  report: (read: number) => void,
): Promise<Outcome> {
  const outcome = { skipped: 0, faults: 0 }
  try {
    // One by one: the last line of a file may have no end.
    for (const { from, to } of parts) {
      const onProgress = ({ bytes }: { bytes: number }) => report(from + bytes)
      const { skipped, errors } = await database.add(blob.slice(from, to), { keep, signal, onProgress })
      outcome.skipped += skipped
      outcome.faults += errors.filter(({ warning }) => !warning).length
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return outcome
}
