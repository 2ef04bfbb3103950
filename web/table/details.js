// SPDX-License-Identifier: Apache-2.0
// What is known about the game: players, event, date and all other tags.

import { h } from '../page/dom.js'
import { openPart } from '../page/load.js'
import { known, knownDate, placeOf, website } from '../study/headers.js'

/** @import { Study } from '../study/study.js' */

/** Tags that the page shows in words, or in another place. */
const SHOWN = new Set(['White', 'Black', 'WhiteElo', 'BlackElo', 'Event', 'Site', 'Round', 'Date', 'Result'])
/** Tags that only programs need. */
const TECHNICAL = new Set(['SetUp', 'FEN'])

/** @param {HTMLElement} root @param {Study} study */
export function mountDetails(root, study) {
  const players = h('h2')
  const event = h('p', { class: 'soft' })
  const tags = h('dl', { class: 'tags' })
  const open = () =>
    openPart(
      () => import('./details-dialog.js'),
      part => part.openDetails(study),
    )
  const edit = h(
    'button',
    { type: 'button', id: 'edit-details', onclick: open },
    'Edit names, event and result',
  )
  root.append(h('header', { class: 'game-headers' }, players, event), tags, h('div', { class: 'row' }, edit))
  const show = () => {
    const { headers } = study.tree
    players.textContent = `${playerText(headers, 'White')} – ${playerText(headers, 'Black')}`
    event.replaceChildren(...eventWords(headers))
    tags.replaceChildren(
      ...Array.from(headers)
        .filter(([name, value]) => !SHOWN.has(name) && !TECHNICAL.has(name) && known(value) !== '')
        .flatMap(([name, value]) => [h('dt', {}, labelOf(name)), h('dd', {}, linked(value))]),
    )
  }
  study.onChange(change => {
    if (change === 'tree' || change === 'game') show()
  })
  show()
}

/** @param {Map<string, string>} headers @param {'White' | 'Black'} side @returns {string} such as 'Anna (2310)' */
function playerText(headers, side) {
  const elo = known(headers.get(`${side}Elo`))
  return `${known(headers.get(side)) || side}${elo && ` (${elo})`}`
}

/** @param {Map<string, string>} headers @returns {(string | HTMLElement)[]} such as 'Club championship, Bern, round 3, 2026.11.21' */
function eventWords(headers) {
  const round = known(headers.get('Round'))
  // Sites name tournaments by their addresses, too.
  const [event, site] = ['Event', 'Site'].map(name => known(headers.get(name))).map(linked)
  const words = [event, site, round && `round ${round}`, knownDate(headers.get('Date'))].filter(Boolean)
  return words.flatMap((word, at) => (at > 0 ? [', ', word] : [word]))
}

/** @param {string} value of a header @returns {string | HTMLElement} a website as a link with its name */
function linked(value) {
  const url = website(value)
  if (!url) return value
  return h(
    'a',
    { href: url.href, target: '_blank', rel: 'noopener noreferrer', title: url.href },
    placeOf(value),
  )
}

/** @param {string} tag such as 'UTCDate' @returns {string} such as 'UTC date' */
function labelOf(tag) {
  const words = tag
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[ _]+/)
  return words.map((word, at) => (at > 0 && !/^[A-Z]+$/.test(word) ? word.toLowerCase() : word)).join(' ')
}
