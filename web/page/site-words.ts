// SPDX-License-Identifier: Apache-2.0
// Failures of websites with games, as sentences for players.

import { say } from './texts.js'

/** What js/sites/ says, and the same for players. */
const KINDS: [RegExp, (first: string, second: string, third: string) => string][] = [
  [
    /^(\S+) has no game (\S+) at (\S+)$/,
    (player, game, host) => say`${player} has no game ${game} at ${host}.`,
  ],
  [/^(\S+) cannot be reached$/, host => say`${host} cannot be reached.`],
  [/^(\S+) has no player ('.*')$/, (host, player) => say`${host} has no player ${player}.`],
  [/^(\S+) has no game ('.*')$/, (host, game) => say`${host} has no game ${game}.`],
  [
    /^(\S+) redirects to another address,/,
    host => say`${host} redirects to another address, which is not followed.`,
  ],
  [/^(\S+) has had too many/, host => say`${host} has had too many requests; try again later.`],
  [
    /^(\S+) answers with an error \((\d+)\)$/,
    (host, status) => say`${host} answers with an error (${status}).`,
  ],
  [/^the connection to (\S+) was lost$/, host => say`The connection to ${host} was lost.`],
  [/^(\S+) answers with something/, host => say`${host} answers with something other than games.`],
]

/** @param message of a SiteError @returns a sentence; in English for an unknown message */
export function siteSentence(message: string): string {
  for (const [kind, words] of KINDS) {
    const [found, ...names] = kind.exec(message) ?? []
    if (found) return capitalised(words(names[0], names[1], names[2]))
  }
  return `${capitalised(message)}.`
}

const capitalised = (text: string): string => text[0].toUpperCase() + text.slice(1)
