// SPDX-License-Identifier: Apache-2.0
// Adds the games of files to a database, file by file.

import type { Database } from 'binbo/database'
import type { Source } from '../pgn/input.js'

/** Whether the database stores copies of the games' texts, or references into the files. */
export type Keep = 'text' | 'reference'
/** The files of a Source, joined. */
export type SourceFiles = Pick<Source, 'blob' | 'parts'>
/** `skipped`: games that could not be read; `faults`: errors in the other games. */
type Outcome = { skipped: number; faults: number }

/**
 * @param options `signal`: ends the import; the games added before stay
 * @param report called with the bytes read so far
 * @returns resolves also if the signal ended the import
 * @throws {import('binbo').ChessError} see Database.add()
 */
export async function addSource(
  database: Database,
  { blob, parts }: SourceFiles,
  { keep, signal }: { keep: Keep; signal: AbortSignal },
  report: (read: number) => void,
): Promise<Outcome> {
  const outcome = { skipped: 0, faults: 0 }
  try {
    // Separately: the last line of a file may lack its line break.
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
