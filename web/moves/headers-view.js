// SPDX-License-Identifier: Apache-2.0
// Who plays, where and when: what the game's headers say, above its moves.

import { known, knownDate } from '../game/headers.js'
import { h } from '../page/dom.js'
import { openPart } from '../page/lazy.js'

/** @typedef {import('../game/study.js').Study} Study */

/** @param {HTMLElement} root @param {Study} study */
export function mountHeaders(root, study) {
  const players = h('h2')
  const event = h('p', { class: 'soft' })
  const edit = () =>
    openPart(
      () => import('./headers-dialog.js'),
      ({ openHeaders }) => openHeaders(study),
    )
  root.append(
    h(
      'header',
      { class: 'game-headers' },
      h('div', {}, players, event),
      h(
        'button',
        { type: 'button', class: 'quiet', 'aria-label': 'Edit names, event and result', onclick: edit },
        'Edit',
      ),
    ),
  )
  const show = () => {
    const { headers } = study.tree
    players.textContent = `${playerText(headers, 'White')} – ${playerText(headers, 'Black')}`
    event.textContent = eventText(headers)
  }
  study.onChange(change => {
    if (change !== 'node') show()
  })
  show()
}

/** @param {Map<string, string>} headers @param {'White' | 'Black'} side @returns {string} such as 'Anna (2310)' */
function playerText(headers, side) {
  const elo = known(headers.get(`${side}Elo`))
  return `${known(headers.get(side)) || side}${elo && ` (${elo})`}`
}

/** @param {Map<string, string>} headers @returns {string} such as 'Club championship, Bern, round 3, 2026.11.21' */
function eventText(headers) {
  const round = known(headers.get('Round'))
  const [event, site] = ['Event', 'Site'].map(name => known(headers.get(name)))
  const date = knownDate(headers.get('Date'))
  return [event, site, round && `round ${round}`, date].filter(Boolean).join(', ')
}
