// SPDX-License-Identifier: Apache-2.0
// The keys of the page: a table with the place and the act of each key, and the one listener that runs the acts. A widget
// with the focus handles keys of its own, such as arrows among tabs.

/** Elements that take letters or arrow keys; a checkbox, which keeps the focus after a click, takes neither. */
export const FIELDS = 'input:not([type="checkbox"]), select, textarea, [contenteditable]'
/** Elements that use arrow keys: fields, the board, the engine's lines, and scrolling regions. */
const ARROWS = `${FIELDS}, [role="slider"], [role="grid"], [role="region"], [role="toolbar"], #board`
/** The board by keyboard. */
const SQUARES = '[role="application"]'
/** Matches no element. */
const NOTHING = ':not(*)'
/** Elements that use Enter. */
const CONTROLS = 'button, a, input, select, textarea, summary'

type Key<Name extends string> = {
  /**
   * names of acts, by KeyboardEvent.key, letters small; 'mod+' is Ctrl or ⌘. A letter that is held down acts once.
   */
  acts: Record<string, Name>
  /** a selector: the focus must be there */
  within?: string
  /** a selector: the focus must not be there; default: fields */
  outside?: string
  /** before all other keys, including those of widgets */
  first?: boolean
  /** also with Shift */
  shift?: boolean
  /** also with Alt */
  alt?: boolean
}

/** Checks a table, and keeps the names of its acts in its type. */
const keyTable = <Name extends string>(rows: readonly Key<Name>[]) => rows

/** Only the first row with an effect acts. keyboard-help.js has the texts for users, by act: they are loaded on demand. */
export const KEYS = keyTable([
  { acts: { Enter: 'confirm' }, outside: CONTROLS, shift: true, alt: true, first: true },
  { acts: { Escape: 'cancel' }, outside: NOTHING, shift: true, alt: true, first: true },
  { acts: { ArrowLeft: 'back', ArrowRight: 'forward' }, outside: ARROWS },
  { acts: { ArrowUp: 'before', ArrowDown: 'after' }, outside: ARROWS },
  { acts: { Home: 'start', End: 'end' }, outside: ARROWS },
  { acts: { f: 'turn' } },
  { acts: { m: 'type' } },
  { acts: { x: 'threat' } },
  // Before Enter on the board.
  { acts: { Enter: 'next' }, outside: CONTROLS },
  { acts: { h: 'hint' } },
  { acts: { s: 'tell' } },
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
])

export type ActName = typeof KEYS extends readonly Key<infer Name>[] ? Name : never

/** returns false if the key has no effect now: other rows may act */
type Act = (event: KeyboardEvent) => unknown
type Acts = Partial<Record<ActName, Act>>

const acts: Acts = {}

/** Adds the functions of acts. */
export const onKeys = (more: Acts) => void Object.assign(acts, more)

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

/** @returns whether the key had an effect */
function run(key: Key<ActName>, event: KeyboardEvent): boolean {
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

/** @returns the key's name in KEYS, such as 'mod+z'; '' with other modifiers */
function nameOf(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  { shift, alt }: Key<ActName>,
): string {
  const name = key.length === 1 ? key.toLowerCase() : key
  if (altKey && !alt) return ''
  if (ctrlKey || metaKey) return `mod+${shiftKey ? 'shift+' : ''}${name}`
  return shiftKey && !shift ? '' : name
}
