// SPDX-License-Identifier: Apache-2.0
// Imports into the database: their requests to its Worker, and their outcome as text for users.

import { SITE_HOSTS } from '../../js/sites/player-games.js'
import { siteSentence } from '../page/site-words.js'
import { say } from '../page/texts.js'
import { countText } from '../pgn/game-index.js'
import type { Source } from '../pgn/input.js'
import type { PlayerSource } from './adding.js'
import type { DatabaseState, Importing } from './database-state.js'
import { NO_WORDS } from './database-state.js'
import type { DatabaseLink } from './link.js'
import type { Added, ImportProgress } from './service.js'

/** `begin`: what is shown at first. `run`: sends the request; `follow` shows its progress. */
export type Import = {
  begin: Importing
  run: (
    link: DatabaseLink,
    signal: AbortSignal,
    follow: (importing: Importing, totals: ImportProgress['totals']) => void,
  ) => Promise<Added>
}

export const fileImport = ({ name, blob, parts }: Source): Import => ({
  begin: { name, read: 0, totalBytes: blob.size, added: 0 },
  run: (link, signal, follow) =>
    link.request(
      'add',
      { blob, parts },
      { signal, onProgress: ({ totals, ...progress }) => follow({ name, ...progress }, totals) },
    ),
})

export function playerImport(source: PlayerSource): Import {
  const host = SITE_HOSTS[source.site]
  const begin = { name: say`${source.player} at ${host}`, host, added: 0, wait: 0 }
  return {
    begin,
    run: (link, signal, follow) =>
      link.request('addPlayer', source, {
        signal,
        onProgress: ({ fetched, wait, totals }) => follow({ ...begin, added: fetched, wait }, totals),
      }),
  }
}

/**
 * @param name of the file, or of the player
 * @param added `problem`: why a site gave no more games, such as "lichess.org has no player 'x'"
 * @param isStopped whether the user has cancelled it
 */
export function outcomeOf(
  name: string,
  {
    added,
    skipped,
    faults,
    list = [],
    problem = '',
  }: Pick<Added, 'added' | 'skipped' | 'faults'> & Partial<Pick<Added, 'list'>> & { problem?: string },
  isStopped: boolean,
): Pick<DatabaseState, 'remark' | 'faults' | 'failure'> {
  const isNone = problem !== '' && added === 0
  return {
    remark: isNone ? '' : addedText(name, added, skipped, isStopped),
    faults: { count: faults, list: list.map(fault => ({ ...fault, file: fault.file || name })) },
    failure: problem ? { text: siteWords(problem, added), code: '' } : NO_WORDS,
  }
}

function addedText(name: string, added: number, skipped: number, isStopped: boolean) {
  const begin = isStopped
    ? say`${name}: stopped. ${countText(added, 'game')} read before that`
    : say`${name}: ${countText(added, 'game')} added`
  return skipped > 0 ? say`${begin}; ${countText(skipped, 'game')} could not be read.` : `${begin}.`
}

function siteWords(problem: string, added: number): string {
  const kept =
    added > 0
      ? ` ${added === 1 ? say`1 game is kept; the rest can be fetched later.` : say`${added} games are kept; the rest can be fetched later.`}`
      : ''
  const hint = problem.includes('has no player')
    ? ` ${say`Look at the spelling, or choose the other site.`}`
    : ''
  const offline = problem.includes('cannot be reached')
    ? ` ${say`Check your connection, then try again.`}`
    : ''
  return `${siteSentence(problem)}${hint}${offline}${kept}`
}
