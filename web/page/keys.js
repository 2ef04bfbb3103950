// SPDX-License-Identifier: Apache-2.0
// The keys of the page: a table that says where each holds and what it does, for users too, and the one listener that runs
// them. Keys of a widget that has the focus, such as arrows among tabs, are the widget's own.

/** They take letters or arrow keys; a checkbox, which keeps the focus after a click, takes neither. */
export const FIELDS = 'input:not([type="checkbox"]), select, textarea, [contenteditable]'
/** These use arrow keys themselves: fields, the board, the engine's lines, and what scrolls. */
const ARROWS = `${FIELDS}, [role="slider"], [role="grid"], [role="region"], [role="toolbar"], #board`
/** The board by keyboard. */
const SQUARES = '[role="application"]'
/** Enter is theirs. */
const CONTROLS = 'button, a, input, select, textarea, summary'

/**
 * @typedef {object} Key
 * @property {Record<string, string>} [acts] names of what keys do, by KeyboardEvent.key, letters small; 'mod+' is Ctrl or ⌘
 * @property {string} [within] a selector: the focus is there
 * @property {string} [outside] a selector: the focus is not there
 * @property {boolean} [first] before all other keys, also those of widgets
 * @property {boolean} [shift] also with Shift
 * @property {boolean} [alt] also with Alt
 * @property {boolean} [once] not again while it is held down
 * @property {string[]} [names] as users see them; without it users are not told
 * @property {string} [what] it does, for users
 */

/** By the part of the page. @type {[place: string, keys: Key[]][]} */
export const KEYS = [
  [
    '',
    [
      { acts: { Enter: 'confirm' }, outside: CONTROLS, shift: true, alt: true, first: true },
      { acts: { Escape: 'cancel' }, shift: true, alt: true, first: true },
    ],
  ],
  [
    'On the page',
    [
      {
        acts: { ArrowLeft: 'back', ArrowRight: 'forward' },
        outside: ARROWS,
        names: ['←', '→'],
        what: 'One move back, one move forward',
      },
      {
        acts: { ArrowUp: 'before', ArrowDown: 'after' },
        outside: ARROWS,
        names: ['↑', '↓'],
        what: 'Where variations begin: to the one before, to the one after',
      },
      {
        acts: { Home: 'start', End: 'end' },
        outside: ARROWS,
        names: ['Home', 'End'],
        what: 'To the start, to the end of this line',
      },
      { acts: { f: 'turn' }, outside: FIELDS, once: true, names: ['F'], what: 'Turns the board' },
      {
        acts: { m: 'type' },
        outside: FIELDS,
        once: true,
        names: ['M'],
        what: 'To the field for a typed move',
      },
      {
        ...{ acts: { x: 'threat' }, outside: FIELDS, once: true, names: ['X'] },
        what: 'While analysing: shows what the other side threatens, or hides it',
      },
      {
        ...{ acts: { 'mod+z': 'undo' }, outside: FIELDS, names: ['Ctrl Z', '⌘ Z'] },
        what: 'Undoes the last change of variations and comments',
      },
      {
        acts: { 'mod+shift+z': 'redo', 'mod+y': 'redo', 'mod+shift+y': 'redo' },
        ...{ outside: FIELDS, names: ['Ctrl Shift Z', '⌘ Shift Z'], what: 'Redoes it' },
      },
      { names: ['Tab'], what: 'To the next part of the page' },
    ],
  ],
  [
    'On the board',
    [
      {
        acts: { ArrowLeft: 'square', ArrowRight: 'square', ArrowUp: 'square', ArrowDown: 'square' },
        ...{ within: SQUARES, shift: true, names: ['←', '→', '↑', '↓'], what: 'From square to square' },
      },
      {
        acts: { Enter: 'press', ' ': 'press' },
        ...{ within: SQUARES, shift: true, alt: true, names: ['Enter', 'Space'] },
        what: 'Picks a piece up, puts it down',
      },
      {
        ...{ acts: { Escape: 'putBack' }, within: SQUARES, shift: true, names: ['Esc'] },
        what: 'Puts it back, or cancels a premove',
      },
      { acts: { Escape: 'cancelPremove' }, shift: true, alt: true },
      {
        names: ['Alt'],
        what: 'Held when a pawn promotes: asks for the piece, also if the page takes a queen by itself',
      },
    ],
  ],
  [
    'In a game with a friend',
    [
      {
        acts: { d: 'button' },
        outside: FIELDS,
        once: true,
        names: ['D'],
        what: 'Offers a draw, or claims one',
      },
      { acts: { t: 'button' }, outside: FIELDS, once: true, names: ['T'], what: 'Asks to take a move back' },
      {
        ...{ acts: { y: 'button', n: 'button' }, outside: FIELDS, once: true, names: ['Y', 'N'] },
        what: 'Accepts or declines what the opponent offers',
      },
      {
        ...{ acts: { r: 'button' }, outside: FIELDS, once: true, names: ['R'] },
        what: 'Resigns or aborts; after the end: a rematch',
      },
    ],
  ],
  [
    'In the list of moves',
    [
      {
        ...{ acts: { Delete: 'remove' }, within: '.move-list, #score-sheet', shift: true, names: ['Delete'] },
        what: 'Deletes the current move and all that follows; this can be undone. Asks first in a game that is played',
      },
    ],
  ],
]

/** @typedef {(event: KeyboardEvent) => unknown} Act returns false if the key has no effect now: others may have it */

/** @type {Record<string, Act>} */
const acts = {}

/** Adds what keys do. @param {Record<string, Act>} more by the names in KEYS */
export const onKeys = more => void Object.assign(acts, more)

/** Starts to listen. */
export function listenToKeys() {
  const keys = KEYS.flatMap(([, all]) => all)
  const listen = (/** @type {boolean} */ first) =>
    document.addEventListener(
      'keydown',
      event => {
        if (event.defaultPrevented || document.querySelector('dialog[open]')) return
        for (const key of keys) if (Boolean(key.first) === first && run(key, event)) return
      },
      { capture: first },
    )
  listen(true)
  listen(false)
}

/** @param {Key} key @param {KeyboardEvent} event @returns {boolean} whether it has had an effect */
function run(key, event) {
  const { target, repeat } = event
  const act = acts[key.acts?.[nameOf(event, key)] ?? '']
  const at = target instanceof Element ? target : document.body
  if (!act || (key.within && !at.closest(key.within)) || (key.outside && at.closest(key.outside)))
    return false
  if (!(key.once && repeat) && act(event) === false) return false
  event.preventDefault()
  if (key.first) event.stopPropagation()
  return true
}

/** @param {KeyboardEvent} event @param {Key} wanted @returns {string} as KEYS has it, such as 'mod+z'; '' with other modifiers */
function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }, { shift, alt }) {
  const name = key.length === 1 ? key.toLowerCase() : key
  if (altKey && !alt) return ''
  if (ctrlKey || metaKey) return `mod+${shiftKey ? 'shift+' : ''}${name}`
  return shiftKey && !shift ? '' : name
}
