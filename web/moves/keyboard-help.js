// SPDX-License-Identifier: Apache-2.0
// The keys of the page: their list, and the dialog that shows it.

import { html, render } from 'lit-html'
import { openDialog } from '../page/dialog.js'
import { h } from '../page/dom.js'

/** @type {[place: string, keys: [keys: string[], what: string][]][]} */
const HELP = [
  [
    'On the page',
    [
      [['←', '→'], 'One move back, one move forward'],
      [['↑', '↓'], 'Where variations begin: to the one before, to the one after'],
      [['Home', 'End'], 'To the start, to the end of this line'],
      [['F'], 'Turns the board'],
      [['M'], 'To the field for a typed move'],
      [['X'], 'While analysing: shows what the other side threatens, or hides it'],
      [['Ctrl Z', '⌘ Z'], 'Undoes the last change of variations and comments'],
      [['Ctrl Shift Z', '⌘ Shift Z'], 'Redoes it'],
      [['Tab'], 'To the next part of the page'],
    ],
  ],
  [
    'On the board',
    [
      [['←', '→', '↑', '↓'], 'From square to square'],
      [['Enter', 'Space'], 'Picks a piece up, puts it down'],
      [['Esc'], 'Puts it back, or cancels a premove'],
      [['Alt'], 'Held when a pawn promotes: asks for the piece, also if the page takes a queen by itself'],
    ],
  ],
  [
    'In a game with a friend',
    [
      [['D'], 'Offers a draw, or claims one'],
      [['T'], 'Asks to take a move back'],
      [['Y', 'N'], 'Accepts or declines what the opponent offers'],
      [['R'], 'Resigns or aborts; after the end: a rematch'],
    ],
  ],
  [
    'In the list of moves',
    [
      [
        ['Delete'],
        'Deletes the current move and all that follows; this can be undone. Asks first in a game that is played',
      ],
    ],
  ],
]

/** The list of keys. */
export const keyList = () =>
  html`<div class="key-list">${HELP.map(
    ([place, keys]) => html`<h3>${place}</h3>
      <dl>${keys.map(
        ([names, what]) =>
          html`<div><dt>${names.map(name => html`<kbd>${name}</kbd>`)}</dt><dd>${what}</dd></div>`,
      )}</dl>`,
  )}</div>`

/** Opens the list of keys. */
export function openKeyboardHelp() {
  const root = h('div')
  render(keyList(), root)
  openDialog('Keyboard shortcuts', {}, root)
}
