// SPDX-License-Identifier: Apache-2.0
// Going through the moves: the row of buttons under the board, the keys that work anywhere on the page, and the help
// that lists all keys.

import { openDialog } from '../page/dialog.js'
import { h, icon } from '../page/dom.js'
import { allow } from '../page/focus.js'
import { announce, undoLast } from '../page/notices.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../game/study.js').Study} Study */

/** @param {HTMLElement} root @param {App} app */
export function mountNavigation(root, { study, board }) {
  const first = button('first', 'To the start', () => study.toStart())
  const back = button('back', 'One move back', () => study.back())
  const forward = button('forward', 'One move forward', () => study.forward())
  const last = button('last', 'To the end of this line', () => study.toEnd())
  const flip = button('flip', 'Turn the board', () => {
    board.flip()
    announce(`The board is turned: ${board.flipped ? 'Black' : 'White'} is at the bottom.`)
  })
  const keys = button('keyboard', 'Keyboard shortcuts', openKeyboardHelp)
  root.append(first, back, forward, last, flip, keys)

  const show = () => {
    const { node } = study
    for (const button of [first, back]) allow(button, node.parent !== null)
    for (const button of [forward, last]) allow(button, node.children.length > 0)
  }
  study.onChange(show)
  show()
  listenToKeys(study)
}

/** @param {string} name @param {string} label @param {() => void} onclick */
const button = (name, label, onclick) =>
  h('button', { type: 'button', id: `nav-${name}`, 'aria-label': label, title: label, onclick }, icon(name))

const FIELDS = 'input, select, textarea, [contenteditable]'
/** These use arrow keys themselves: fields, the board, the engine's lines, and what scrolls. */
const TAKEN = `${FIELDS}, [role="slider"], [role="grid"], [role="region"], [role="toolbar"], #board`

/** @type {Record<string, (study: Study) => void>} */
const KEYS = {
  ArrowLeft: study => study.back(),
  ArrowRight: study => study.forward(),
  ArrowUp: study => goBeside(study, -1),
  ArrowDown: study => goBeside(study, 1),
  Home: study => study.toStart(),
  End: study => study.toEnd(),
}

/** @param {Study} study */
function listenToKeys(study) {
  document.addEventListener('keydown', event => {
    const { key, target, defaultPrevented } = event
    if (defaultPrevented || event.altKey || event.shiftKey || document.querySelector('dialog[open]')) return
    const at = target instanceof Element ? target : document.body
    if (event.ctrlKey || event.metaKey) {
      if (key === 'z' && !at.closest(FIELDS) && undoLast()) event.preventDefault()
      return
    }
    if (!Object.hasOwn(KEYS, key) || at.closest(TAKEN)) return
    const before = study.node
    KEYS[key](study)
    // Otherwise the key may scroll the page.
    if (study.node !== before) event.preventDefault()
  })
}

/**
 * Goes to a sibling of the current move.
 * @param {Study} study
 * @param {-1 | 1} places before or after it
 */
function goBeside(study, places) {
  const siblings = study.node.parent?.children ?? []
  const beside = siblings[siblings.indexOf(study.node) + places]
  if (beside) study.goTo(beside)
}

/** @type {[place: string, keys: [keys: string[], what: string][]][]} */
const HELP = [
  [
    'On the page',
    [
      [['←', '→'], 'One move back, one move forward'],
      [['↑', '↓'], 'Where variations begin: to the one before, to the one after'],
      [['Home', 'End'], 'To the start, to the end of this line'],
      [['Ctrl Z', '⌘ Z'], 'Undoes a deletion, as long as the page offers it'],
      [['Tab'], 'To the next part of the page'],
    ],
  ],
  [
    'On the board',
    [
      [['←', '→', '↑', '↓'], 'From square to square'],
      [['Enter', 'Space'], 'Picks a piece up, puts it down'],
      [['Esc'], 'Puts it back'],
    ],
  ],
  [
    'In the list of moves',
    [[['Delete'], 'Deletes the current move and all that follows; this can be undone']],
  ],
]

function openKeyboardHelp() {
  openDialog(
    'Keyboard shortcuts',
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
