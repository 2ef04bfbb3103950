// SPDX-License-Identifier: Apache-2.0
// Adds games of files, or of players of Lichess and Chess.com, to a database, in its Worker.

import type { AddError, Database } from 'binbo/database'
import { originText } from '../../js/database/origin-folder.js'
import type { NoteStore, Notes } from '../../js/sites/add-games.js'
import { addPlayerGames, isNotes } from '../../js/sites/add-games.js'
import type { GameSite } from '../../js/sites/player-games.js'
import { SITE_HOSTS, SiteError } from '../../js/sites/player-games.js'
import type { Words } from '../page/error-words.js'
import { errorWords } from '../page/error-words.js'
import type { Source } from '../pgn/input.js'

/** Whether the database stores copies of the games' texts, or references into the files. */
export type Keep = 'text' | 'reference'
/** The files of a Source, joined. */
export type SourceFiles = Pick<Source, 'blob' | 'parts'>
/** An error of an import. */
export type Fault = {
  /** of the file; '' if there is only one */
  file: string
  /** number of the game in its file, from 1 */
  game: number
  /** of the file, from 1; undefined if it is not known */
  line: number | undefined
  words: Words
}
/** `skipped`: games that could not be read; `faults`: number of errors; `list`: the first ones. */
export type Outcome = { skipped: number; faults: number; list: Fault[] }
/**
 * `from`: games since then, as the site's times are written, such as '2026.10.30 00:00:00'; '': all games; default: the ones after
 * those fetched before.
 */
export type PlayerSource = { site: GameSite; player: string; from?: string }
/** A player whose games were fetched. `upTo`: when the newest was played, such as '2026.11.27'. */
export type Fetched = { site: GameSite; player: string; upTo: string }

/** The largest number of errors of an import that are listed. */
const MOST_FAULTS = 1000
/** Of the notes, beside the files of a database. */
const FILE = 'sites.json'
const SECOND = 1000

/** @param name of a database @returns its notes, which are deleted with it; damaged ones count as none */
export function savedNotes(name: string): NoteStore {
  const text = originText(name, FILE)
  return {
    async read() {
      try {
        const notes: unknown = JSON.parse((await text.read()) || '{}')
        if (isNotes(notes)) return notes
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
      }
      return { marks: {} }
    },
    write: notes => text.write(JSON.stringify(notes)),
  }
}

/** @returns the notes of a database that is not saved */
export function unsavedNotes(): NoteStore {
  let kept: Notes = { marks: {} }
  return {
    read: async () => kept,
    write: async notes => {
      kept = notes
    },
  }
}

/** @returns the players of the notes */
export const fetchedIn = ({ marks }: Notes): Fetched[] =>
  Object.entries(marks).map(([key, { at }]) => {
    const [site, player] = key.split(' ')
    const [upTo] = at.replaceAll('/', '.').split(' ')
    return { site: site === 'lichess' ? site : 'chesscom', player, upTo }
  })

/** Removes a player from the notes. */
export async function forgetIn(store: NoteStore, { site, player }: Fetched) {
  const notes = await store.read()
  delete notes.marks[`${site} ${player}`]
  await store.write(notes)
}

/**
 * Adds the games of a player that the database does not have; if it is cancelled or fails, those before stay.
 * @param tell called with the number of games so far, and the seconds until the site allows the next request, or 0
 * @returns `problem`: why the site gave no more games, as text for users, or ''
 * @throws {ChessError} of the database
 */
export async function addFromSite(
  database: Database,
  store: NoteStore,
  { site, player, from }: PlayerSource,
  signal: AbortSignal,
  tell: (fetched: number, wait: number) => void,
): Promise<Outcome & { problem: string }> {
  const outcome: Outcome & { problem: string } = { skipped: 0, faults: 0, list: [], problem: '' }
  let fetched = 0
  try {
    outcome.skipped = await addPlayerGames(database, store, { site, player }, 'text', {
      signal,
      from,
      onGame(games) {
        fetched = games
        tell(fetched, 0)
      },
      onError(id, error) {
        outcome.faults++
        const file = id.startsWith('http') ? id : SITE_HOSTS[site]
        const { game = 1 } = error
        if (outcome.list.length < MOST_FAULTS)
          outcome.list.push({ file, game, line: undefined, words: errorWords(error) })
      },
      async wait(milliseconds) {
        for (let left = Math.ceil(milliseconds / SECOND); left > 0; left--) {
          tell(fetched, left)
          await new Promise(resolve => setTimeout(resolve, SECOND))
          signal.throwIfAborted()
        }
      },
    })
  } catch (error) {
    if (error instanceof SiteError) outcome.problem = error.message
    else if (!signal.aborted) throw error
  }
  return outcome
}

/**
 * Adds the games of files, which are committed together.
 * @param options `signal`: ends the import; the games added before stay
 * @param report called with the bytes read so far
 * @returns resolves also if the signal ended the import
 * @throws {ChessError} see Database.add()
 */
export async function addSource(
  database: Database,
  { blob, parts }: SourceFiles,
  { keep, signal }: { keep: Keep; signal: AbortSignal },
  report: (read: number) => void,
): Promise<Outcome> {
  const outcome: Outcome = { skipped: 0, faults: 0, list: [] }
  const onError = (error: AddError) => {
    if (error.warning) return
    outcome.faults++
    const { source = 0, game = 1, line } = error
    if (outcome.list.length < MOST_FAULTS)
      outcome.list.push({ file: parts[source].name, game, line, words: errorWords(error) })
  }
  const onProgress = ({ bytes }: { bytes: number }) => report(bytes)
  try {
    // Separately: the last line of a file may lack its line break.
    const files = parts.map(({ from, to }) => blob.slice(from, to))
    outcome.skipped = (await database.add(files, { keep, signal, onProgress, onError })).skipped
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return outcome
}
