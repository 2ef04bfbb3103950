// SPDX-License-Identifier: Apache-2.0
// The keys of the page: a table that says where each holds and which act it is, and the one listener that runs them. Keys of a
// widget that has the focus, such as arrows among tabs, are the widget's own.

/** They take letters or arrow keys; a checkbox, which keeps the focus after a click, takes neither. */
export const FIELDS = 'input:not([type="checkbox"]), select, textarea, [contenteditable]'
/** These use arrow keys themselves: fields, the board, the engine's lines, and what scrolls. */
const ARROWS = `${FIELDS}, [role="slider"], [role="grid"], [role="region"], [role="toolbar"], #board`
/** The board by keyboard. */
const SQUARES = '[role="application"]'
/** Matches no element. */
const NOTHING = ':not(*)'
/** Enter is theirs. */
const CONTROLS = 'button, a, input, select, textarea, summary'

type Key = {
  /**
   * names of what keys do, by KeyboardEvent.key, letters small; 'mod+' is Ctrl or ⌘. Letters do it once, however long
   * they are held down.
   */
  acts: Record<string, string>
  /** a selector: the focus is there */
  within?: string
  /** a selector: the focus is not there; default: fields */
  outside?: string
  /** before all other keys, also those of widgets */
  first?: boolean
  /** also with Shift */
  shift?: boolean
  /** also with Alt */
  alt?: boolean
}

/** The first one that has an effect is the only one. keyboard-help.js has what users read of each act. */
export const KEYS: Key[] = [
  { acts: { Enter: 'confirm' }, outside: CONTROLS, shift: true, alt: true, first: true },
  { acts: { Escape: 'cancel' }, outside: NOTHING, shift: true, alt: true, first: true },
  { acts: { ArrowLeft: 'back', ArrowRight: 'forward' }, outside: ARROWS },
  { acts: { ArrowUp: 'before', ArrowDown: 'after' }, outside: ARROWS },
  { acts: { Home: 'start', End: 'end' }, outside: ARROWS },
  { acts: { f: 'turn' } },
  { acts: { m: 'type' } },
  { acts: { x: 'threat' } },
  { acts: { 'mod+z': 'undo' } },
  { acts: { 'mod+shift+z': 'redo' } },
  { acts: { 'mod+y': 'redo', 'mod+shift+y': 'redo' } },
  {
    acts: { ArrowLeft: 'square', ArrowRight: 'square', ArrowUp: 'square', ArrowDown: 'square' },
    ...{ within: SQUARES, shift: true },
  },
  { acts: { Enter: 'press', ' ': 'press' }, within: SQUARES, shift: true, alt: true },
  { acts: { Escape: 'putBack' }, within: SQUARES, shift: true },
  { acts: { Escape: 'cancelPremove' }, outside: NOTHING, shift: true, alt: true },
  { acts: { d: 'draw' } },
  { acts: { t: 'takeback' } },
  { acts: { y: 'answer', n: 'answer' } },
  { acts: { r: 'resign' } },
  { acts: { Delete: 'remove' }, within: '.move-list, #score-sheet', shift: true },
]

/** returns false if the key has no effect now: others may have it */
type Act = (event: KeyboardEvent) => unknown

const acts: Record<string, Act> = {}

/** Adds what keys do. @param more by the names in KEYS */
export const onKeys = (more: Record<string, Act>) => void Object.assign(acts, more)

/** Starts to listen. */
export function listenToKeys() {
  const listen = (first: boolean) =>
    document.addEventListener(
      'keydown',
      event => {
        if (event.defaultPrevented || document.querySelector('dialog[open]')) return
        for (const key of KEYS) if (Boolean(key.first) === first && run(key, event)) return
      },
      { capture: first },
    )
  listen(true)
  listen(false)
}

/** @returns whether it has had an effect */
function run(key: Key, event: KeyboardEvent): boolean {
  const { within = '*', outside = FIELDS } = key
  const name = nameOf(event, key)
  const act = acts[key.acts[name]]
  const at = event.target instanceof Element ? event.target : document.body
  if (!act || !at.closest(within) || at.closest(outside)) return false
  const isHeld = event.repeat && /^[a-z]$/.test(name)
  if (!isHeld && act(event) === false) return false
  event.preventDefault()
  if (key.first) event.stopPropagation()
  return true
}

/** @returns as KEYS has it, such as 'mod+z'; '' with other modifiers */
function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, { shift, alt }: Key): string {
  const name = key.length === 1 ? key.toLowerCase() : key
  if (altKey && !alt) return ''
  if (ctrlKey || metaKey) return `mod+${shiftKey ? 'shift+' : ''}${name}`
  return shiftKey && !shift ? '' : name
}
