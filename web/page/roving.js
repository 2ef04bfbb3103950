// SPDX-License-Identifier: Apache-2.0
// Arrow keys, Home and End among controls that share one tab stop: toolbars, tabs, lists, menus and grids.

/** Where keys lead, in places along the row and rows. @type {Record<string, [along: number, rows: number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/**
 * Moves the focus to another control of the group that handles the key.
 * @param {KeyboardEvent} event
 * @param {object} [options]
 * @param {Iterable<Element>} [options.items] in the order in which they are seen; default: the group's visible buttons
 * @param {'row' | 'column' | 'both'} [options.way] the arrow keys that move; 'both': all four
 * @param {number} [options.columns] of a grid, whose arrow keys keep to the row and the column
 * @param {boolean} [options.wraps] whether the first follows the last one
 * @returns {HTMLElement | null} what has the focus now; null: the key is none of these, or leads nowhere
 */
export function rove(event, { items, way = 'row', columns = 0, wraps = false } = {}) {
  const { key, currentTarget, ctrlKey, altKey, metaKey, shiftKey } = event
  if (ctrlKey || altKey || metaKey || shiftKey) return null
  const group = /** @type {Element} */ (currentTarget)
  const all = /** @type {HTMLElement[]} */ (
    items ? [...items] : [...group.querySelectorAll('button')].filter(button => button.checkVisibility())
  )
  const { activeElement } = document
  const to = targetOf(
    key,
    all.findIndex(item => item === activeElement),
    all.length,
    { way, columns, wraps },
  )
  const next = to === null ? null : all[to]
  if (!next) return null
  event.preventDefault()
  next.focus()
  return next
}

/**
 * @param {string} key
 * @param {number} at -1: none of them has the focus
 * @param {number} count
 * @param {{ way: 'row' | 'column' | 'both', columns: number, wraps: boolean }} options
 * @returns {number | null}
 */
function targetOf(key, at, count, { way, columns, wraps }) {
  if (count === 0) return null
  if (key === 'Home' && !columns) return 0
  if (key === 'End' && !columns) return count - 1
  if (!Object.hasOwn(STEPS, key)) return null
  const [along, rows] = STEPS[key]
  if (columns > 0) {
    const column = (at % columns) + along
    const row = Math.floor(at / columns) + rows
    const isInside = column >= 0 && column < columns && row >= 0 && row < count / columns
    return at >= 0 && isInside ? row * columns + column : null
  }
  const step = way === 'row' ? along : way === 'column' ? rows : along + rows
  if (step === 0) return null
  if (wraps) return (Math.max(at, step < 0 ? 0 : -1) + step + count) % count
  return Math.min(Math.max(at + step, 0), count - 1)
}
