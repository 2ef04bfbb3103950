// SPDX-License-Identifier: Apache-2.0
// The notes about games of sites, in a file beside the games of the database.

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, reasonOf } from '../core/caught.js'
import type { NoteStore, Notes } from '../sites/add-games.js'
import { isNotes } from '../sites/add-games.js'
import { Failure } from './usage-error.js'

const FILE = 'sites.json'

/** @param folder of the database @returns its notes; reading and writing them fail with a Failure */
export function siteNotes(folder: string): NoteStore {
  const file = join(folder, FILE)
  return {
    read: async () => readNotes(file),
    write: async notes => writeNotes(file, notes),
  }
}

/** @throws {Failure} */
function readNotes(file: string): Notes {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { marks: {} }
    throw new Failure(`${file}: ${reasonOf(error)}`)
  }
  try {
    const notes: unknown = JSON.parse(text)
    if (isNotes(notes)) return notes
  } catch {
    // as below
  }
  throw new Failure(`${file} is damaged; without it all games are fetched again`)
}

/** Replaces the file in one step. @throws {Failure} */
function writeNotes(file: string, notes: Notes) {
  const next = `${file}.new`
  try {
    const open = openSync(next, 'w')
    try {
      const bytes = Buffer.from(JSON.stringify(notes))
      for (let done = 0; done < bytes.length; ) done += writeSync(open, bytes, done)
      fsyncSync(open)
    } finally {
      closeSync(open)
    }
    renameSync(next, file)
  } catch (error) {
    throw new Failure(`cannot write ${file}: ${reasonOf(error)}`)
  }
}
