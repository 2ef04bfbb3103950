// SPDX-License-Identifier: Apache-2.0
// Settings of the page, and whose work is in it.

import { openDialog } from './dialog.js'
import { h } from './dom.js'
import { saveSetting, setting } from './settings.js'
import { chooseTheme, theme } from './theme.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./theme.js').Theme} Theme */

const THEMES = /** @type {[Theme, string][]} */ ([
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
])
const CREDITS = [
  ['Binbo, this page and its pieces', 'Apache-2.0'],
  ['cm-chessboard by Stefan Haack', 'MIT'],
  [
    'Stockfish 19 by the Stockfish developers, as WebAssembly by Nathan Rugg',
    'GPL-3.0; a program of its own in a Web Worker',
  ],
]

/** @param {App} app */
export function openSettings(app) {
  openDialog(
    'Settings',
    { class: 'settings' },
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
      checkbox('Coordinates', 'coordinates', true, () => app.board.redraw()),
    ),
    h('h3', {}, 'Whose work this is'),
    h(
      'dl',
      { class: 'credits' },
      ...CREDITS.flatMap(([what, licence]) => [h('dt', {}, what), h('dd', {}, licence)]),
    ),
    h(
      'p',
      {},
      h('a', { href: 'licences.txt', target: '_blank' }, 'Licences in full, and the source of Stockfish'),
    ),
  )
}

/**
 * @param {string} label
 * @param {string} name
 * @param {boolean} standard
 * @param {() => void} [onChange]
 */
function checkbox(label, name, standard, onChange) {
  /** @param {Event} event */
  const change = event => {
    saveSetting(name, /** @type {HTMLInputElement} */ (event.target).checked)
    onChange?.()
  }
  return h(
    'label',
    { class: 'check' },
    h('input', { type: 'checkbox', checked: setting(name, standard), onchange: change }),
    label,
  )
}
