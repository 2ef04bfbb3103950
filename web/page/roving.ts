// SPDX-License-Identifier: Apache-2.0
// Arrow keys, Home and End among buttons that share one tab stop: tabs, toolbars and menus.

import { listenerOf } from './dom.js'

const ROW = { ArrowLeft: -1, ArrowRight: 1 }
const COLUMN = { ArrowUp: -1, ArrowDown: 1 }
/** How many places a key moves on. */
const STEPS: Record<string, Record<string, number>> = {
  row: ROW,
  column: COLUMN,
  both: { ...ROW, ...COLUMN },
}

/**
 * Moves the focus to another button of the group that handles the key.
 * @param event of the group, or of one of its buttons
 * @param options.items in visual order; default: the group's visible buttons
 * @param options.way the arrow keys that move the focus
 * @param options.wraps whether the first button follows the last one
 * @returns the button with the focus now; null for another key
 */
export function rove(
  event: KeyboardEvent,
  {
    items,
    way = 'row',
    wraps = false,
  }: { items?: HTMLElement[]; way?: 'row' | 'column' | 'both'; wraps?: boolean } = {},
): HTMLElement | null {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event
  if (ctrlKey || altKey || metaKey || shiftKey) return null
  const group = listenerOf(event, HTMLElement).closest(':not(button)')
  const all = items ?? [...(group?.querySelectorAll('button') ?? [])].filter(one => one.checkVisibility())
  const last = all.length - 1
  const at = all.findIndex(one => one === document.activeElement)
  const to = key === 'Home' ? 0 : key === 'End' ? last : at + STEPS[way][key]
  const next = wraps ? all.at(to % all.length) : all[Math.min(Math.max(to, 0), last)]
  if (Number.isNaN(to) || !next) return null
  event.preventDefault()
  next.focus()
  return next
}
