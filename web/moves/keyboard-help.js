// SPDX-License-Identifier: Apache-2.0
// The dialog that says what the keyboard does.

import { openDialog } from '../page/dialog.js'
import { h } from '../page/dom.js'

/** @type {[place: string, keys: [keys: string[], what: string][]][]} */
const HELP = [
  [
    'On the page',
    [
      [['←', '→'], 'One move back, one move forward'],
      [['↑', '↓'], 'Where a variation begins: to the choice before, and after'],
      [['Home', 'End'], 'To the start, to the end of this line'],
      [['Ctrl Z', '⌘ Z'], 'Brings back what was deleted, as long as the page offers to undo it'],
      [['Tab'], 'To the next part of the page'],
    ],
  ],
  [
    'On the board',
    [
      [['←', '→', '↑', '↓'], 'From square to square'],
      [['Enter', 'Space'], 'Takes a piece up, puts it down'],
      [['Esc'], 'Puts it back'],
    ],
  ],
  [
    'In the list of moves',
    [[['Delete'], 'Deletes the move that is looked at, and all that follows; it can be undone']],
  ],
]

export function openKeyboardHelp() {
  openDialog(
    'Keyboard',
    { class: 'keyboard-help' },
    ...HELP.flatMap(([place, keys]) => [
      h('h3', {}, place),
      h(
        'dl',
        {},
        ...keys.map(([names, what]) =>
          h('div', {}, h('dt', {}, ...names.map(name => h('kbd', {}, name))), h('dd', {}, what)),
        ),
      ),
    ]),
  )
}
