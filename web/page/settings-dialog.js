// SPDX-License-Identifier: Apache-2.0
// The dialog with the page's settings, credits and a link to the documents.

import { BOARD, ENGINE, PAGE } from './credits.js'
import { openDialog } from './dialog.js'
import { h } from './dom.js'
import { chooseTheme, saveSetting, setting, theme } from './settings.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./settings.js').Theme} Theme */

const THEMES = /** @type {[Theme, string][]} */ ([
  ['system', 'As the system'],
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
    ),
    h('h3', {}, 'Credits and licences'),
    h(
      'dl',
      { class: 'credits' },
      ...[PAGE, BOARD, ENGINE].flatMap(({ name, what, licence }) => [
        h('dt', {}, name, ` (${licence})`),
        h('dd', {}, what),
      ]),
    ),
    h(
      'p',
      {},
      h('a', { href: 'licences.txt', target: '_blank' }, 'Licences in full, and the source of Stockfish'),
    ),
    h(
      'p',
      {},
      h('a', { href: 'docs/index.html', target: '_blank' }, 'The package behind this page: documents'),
    ),
  )
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
