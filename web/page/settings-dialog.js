// SPDX-License-Identifier: Apache-2.0
// The dialog with the page's settings, credits and a link to the documents.

import { BOARD, ENGINE, PAGE, TEMPLATES, VARIANTS_ENGINE } from './credits.js'
import { openDialog } from './dialog.js'
import { h } from './dom.js'
import { makeLooks } from './looks.js'
import { ANALYSIS_SECONDS, analysisSeconds, chooseTheme, saveSetting, setting, theme } from './settings.js'

/** @import { Theme } from './settings.js' */
/** @import { App } from '../app.js' */

const THEMES = /** @type {[Theme, string][]} */ ([
  ['system', 'Like the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
])

/** @param {App} app */
export function openSettings(app) {
  openDialog(
    'Settings',
    {},
    h(
      'fieldset',
      {},
      h('legend', {}, 'Colours'),
      ...THEMES.map(([value, label]) =>
        h(
          'label',
          { class: 'check' },
          h('input', {
            type: 'radio',
            name: 'theme',
            value,
            checked: theme() === value,
            onchange: () => chooseTheme(value),
          }),
          label,
        ),
      ),
    ),
    h(
      'fieldset',
      {},
      h('legend', {}, 'Board'),
      checkbox('Sound', 'sound', false),
      checkbox('Coordinates', 'coordinates', true, () => app.board.applySettings()),
      checkbox('Promote to a queen without asking (hold Alt to choose)', 'auto-queen', false),
    ),
    h(
      'fieldset',
      {},
      h('legend', {}, 'Playing'),
      checkbox('Confirm moves', 'confirm-moves', false),
      checkbox('Show the opponent’s thoughts', 'show-thoughts', false),
    ),
    ...makeLooks(),
    h('fieldset', {}, h('legend', {}, 'Analysis'), analysisTime()),
    h('h3', {}, 'Credits and licences'),
    h(
      'dl',
      { class: 'credits' },
      ...[PAGE, BOARD, TEMPLATES, ENGINE, VARIANTS_ENGINE].flatMap(({ name, what, licence }) => [
        h('dt', {}, name, ` (${licence})`),
        h('dd', {}, what),
      ]),
    ),
    h(
      'p',
      {},
      h('a', { href: 'licences.txt', target: '_blank' }, 'All licences, and where the engines’ sources are'),
    ),
    h(
      'p',
      {},
      h('a', { href: 'docs/index.html', target: '_blank' }, 'Documents of the package behind this page'),
    ),
  )
}

/** How long a position is analysed, from the next one on. */
function analysisTime() {
  const time = h('select', {
    onchange: () => saveSetting('analysis-seconds', Number(time.value)),
  })
  for (const seconds of ANALYSIS_SECONDS) {
    const unit = seconds < 60 ? 'seconds' : seconds < 120 ? 'minute' : 'minutes'
    const label = seconds === 0 ? 'No limit' : `${seconds < 60 ? seconds : seconds / 60} ${unit}`
    time.append(h('option', { value: seconds, selected: seconds === analysisSeconds() }, label))
  }
  return h('label', {}, 'Time for a position, until “Go deeper”', time)
}

/**
 * @param {string} label
 * @param {string} name
 * @param {boolean} fallback before the user has chosen
 * @param {() => void} [onChange]
 */
function checkbox(label, name, fallback, onChange) {
  /** @param {Event} event */
  const change = event => {
    saveSetting(name, /** @type {HTMLInputElement} */ (event.target).checked)
    onChange?.()
  }
  return h(
    'label',
    { class: 'check' },
    h('input', { type: 'checkbox', checked: setting(name, fallback), onchange: change }),
    label,
  )
}
