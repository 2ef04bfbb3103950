// SPDX-License-Identifier: Apache-2.0
// The headers above the moves: players, event and date, and the dialog that edits them.

import { RESULT_CHOICES } from '../game/descriptions.js'
import { openGameDialog } from '../game/game-dialog.js'
import { known, knownDate, UNKNOWN } from '../game/headers.js'
import { h } from '../page/dom.js'

/** @typedef {import('binbo/pgn').PgnResult} PgnResult */
/** @typedef {import('../game/study.js').Study} Study */

/** @param {HTMLElement} root @param {Study} study */
export function mountHeaders(root, study) {
  const players = h('h2')
  const event = h('p', { class: 'soft' })
  root.append(
    h(
      'header',
      { class: 'game-headers' },
      h('div', {}, players, event),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          'aria-label': 'Edit names, event and result',
          onclick: () => openHeaders(study),
        },
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

/** The seven-tag roster and the ratings. @type {[tag: string, label: string, example: string][]} */
const FIELDS = [
  ['White', 'White', ''],
  ['WhiteElo', 'Rating of White', '2310'],
  ['Black', 'Black', ''],
  ['BlackElo', 'Rating of Black', '1985'],
  ['Event', 'Event', ''],
  ['Site', 'Site', ''],
  ['Round', 'Round', '3'],
  ['Date', 'Date', '2026.11.21'],
]

/** @param {Study} study */
function openHeaders(study) {
  const { headers, result } = study.tree
  const inputs = FIELDS.map(([tag, label, example]) => {
    const value = headers.get(tag) ?? ''
    const input = h('input', {
      name: tag,
      value: value === UNKNOWN[tag] ? '' : value,
      placeholder: example && `such as ${example}`,
      autocomplete: 'off',
      inputmode: tag.endsWith('Elo') && 'numeric',
    })
    return { tag, input, field: h('label', {}, label, input) }
  })
  const results = h(
    'select',
    { name: 'Result' },
    ...RESULT_CHOICES.map(([value, label]) => h('option', { value, selected: value === result }, label)),
  )
  const save = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault()
    study.annotate(() => {
      for (const { tag, input } of inputs) {
        const value = input.value.trim() || UNKNOWN[tag]
        if (value) headers.set(tag, value)
        else headers.delete(tag)
      }
    })
    if (results.value !== result) study.finish(/** @type {PgnResult} */ (results.value))
    dialog.close()
  }
  const dialog = openGameDialog(
    study,
    'About this game',
    {},
    h(
      'form',
      { onsubmit: save },
      h('div', { class: 'header-fields' }, ...inputs.map(({ field }) => field)),
      h('label', {}, 'Result', results),
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
        h('button', { class: 'primary' }, 'Save'),
      ),
    ),
  )
}
