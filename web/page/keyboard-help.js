// SPDX-License-Identifier: Apache-2.0
// The list of the page's keys, and the dialog that shows it.

import { html } from 'lit-html'
import { openDialog } from './dialog.js'
import { KEYS } from './keys.js'

/** The list of keys. */
export const keyList = () =>
  html`<div class="key-list">${KEYS.map(([place, keys]) => [
    place && html`<h3>${place}</h3>`,
    place &&
      html`<dl>${keys.map(
        ({ names, what }) =>
          names && html`<div><dt>${names.map(name => html`<kbd>${name}</kbd>`)}</dt><dd>${what}</dd></div>`,
      )}</dl>`,
  ])}</div>`

/** Opens the list of keys. */
export const openKeyboardHelp = () => openDialog('Keyboard shortcuts', {}, keyList)
