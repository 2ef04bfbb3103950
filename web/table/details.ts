// SPDX-License-Identifier: Apache-2.0
// The card with the game's players, event, date and all other tags.

import { html } from 'lit-html'
import { element } from '../page/dom.js'
import { openPart } from '../page/load.js'
import { button } from '../page/templates.js'
import { say } from '../page/texts.js'
import { colorName } from '../study/descriptions.js'
import { known, knownDate, placeOf, website } from '../study/headers.js'
import type { Page, State } from './side-tabs.js'

/** Tags that the page shows as text, or in another panel. */
const SHOWN = new Set(['White', 'Black', 'WhiteElo', 'BlackElo', 'Event', 'Site', 'Round', 'Date', 'Result'])
/** Tags for programs, and tags that the card shows in another form. */
const TECHNICAL = new Set(['SetUp', 'FEN', 'GameId', 'UTCDate', 'UTCTime', 'Termination'])

export const mountDetails = (page: Page) =>
  page.store.show(element('about', HTMLElement), state => detailsView(state, page))

export function detailsView({ tree: { headers } }: State, { study }: Page) {
  const open = () =>
    openPart(
      () => import('./details-dialog.js'),
      part => part.openDetails(study),
    )
  const tags = Array.from(headers).filter(
    ([name, value]) => !SHOWN.has(name) && !TECHNICAL.has(name) && known(value) !== '',
  )
  return html`<header class="game-headers"><h2>${playerText(headers, 'White')} – ${playerText(headers, 'Black')}</h2><p
    class="soft">${eventWords(headers)}</p></header><dl class="tags">${tags.map(
      ([name, value]) => html`<dt>${labelOf(name)}</dt><dd>${linked(value)}</dd>`,
    )}</dl><div class="row">${button({
      ...{ id: 'edit-details', label: say`Edit names, event and result`, run: open },
    })}</div>`
}

/** @returns such as 'Anna (2310)' */
function playerText(headers: Map<string, string>, side: 'White' | 'Black'): string {
  const elo = known(headers.get(`${side}Elo`))
  return `${known(headers.get(side)) || colorName(side === 'White' ? 'white' : 'black')}${elo && ` (${elo})`}`
}

/** @returns such as 'Club championship, Bern, round 3, 2026.11.21' */
function eventWords(headers: Map<string, string>): unknown[] {
  const round = known(headers.get('Round'))
  // Websites may name a tournament by its address.
  const [event, site] = ['Event', 'Site'].map(name => known(headers.get(name))).map(linked)
  const words = [event, site, round && say`round ${round}`, knownDate(headers.get('Date'))].filter(Boolean)
  return words.flatMap((word, at) => (at > 0 ? [', ', word] : [word]))
}

/** @param value of a header; a website becomes a link with its name */
function linked(value: string) {
  const url = website(value)
  if (!url) return value
  return html`<a href=${url.href} target="_blank" rel="noopener noreferrer" title=${url.href}>${placeOf(value)}</a>`
}

/** @param tag such as 'UTCDate' @returns such as 'UTC date' */
function labelOf(tag: string): string {
  const words = tag
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[ _]+/)
  return words.map((word, at) => (at > 0 && !/^[A-Z]+$/.test(word) ? word.toLowerCase() : word)).join(' ')
}
