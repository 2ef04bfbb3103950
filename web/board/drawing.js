// SPDX-License-Identifier: Apache-2.0
// Arrows and circles that the right mouse button draws.

/** @import { Square } from 'binbo' */
/** @import { Arrow, SquareMark } from 'binbo/pgn' */
/** @typedef {Arrow['color']} MarkColor */

/** @typedef {{ arrows: Arrow[], squares: SquareMark[] }} Marks */

/**
 * Draws from a press of the right button until it is released or Escape is pressed.
 * @param {MouseEvent} event the press
 * @param {(event: MouseEvent) => Square | null} squareAt null beside the board
 * @param {(marks: Marks) => void} preview called for each change on the way, at the end with none
 * @param {(marks: Marks) => void} done called with one arrow or one circle, unless it ends beside the board
 */
export function draw(event, squareAt, preview, done) {
  const from = squareAt(event)
  if (!from) return
  const ended = new AbortController()
  const { signal } = ended
  /** @type {Square | null} */
  let to = from
  /** @param {MouseEvent} at */
  const marks = at => marksOf(from, to, colorOf(at))
  /** @param {MouseEvent} at */
  const move = at => {
    // Released outside the window.
    if ((at.buttons & 2) === 0) return end()
    to = squareAt(at)
    preview(marks(at))
  }
  const end = () => {
    ended.abort()
    preview({ arrows: [], squares: [] })
  }
  addEventListener('mousemove', move, { signal })
  addEventListener('blur', end, { signal })
  addEventListener(
    'mouseup',
    at => {
      if (at.button !== 2) return
      to = squareAt(at)
      end()
      if (to) done(marks(at))
    },
    { signal },
  )
  addEventListener(
    'keydown',
    pressed => {
      if (pressed.key !== 'Escape') return
      pressed.stopPropagation()
      end()
    },
    { signal, capture: true },
  )
  preview(marks(event))
}

/** @param {Square} from @param {Square | null} to @param {MarkColor} color @returns {Marks} */
function marksOf(from, to, color) {
  if (to === from) return { arrows: [], squares: [{ square: from, color }] }
  return { arrows: to ? [{ from, to, color }] : [], squares: [] }
}

/** @param {MouseEvent} event @returns {MarkColor} */
function colorOf({ shiftKey, ctrlKey, altKey, metaKey }) {
  const isFirst = shiftKey || ctrlKey
  if (altKey || metaKey) return isFirst ? 'yellow' : 'blue'
  return isFirst ? 'red' : 'green'
}

/**
 * Adds marks; one that is there already in the same colour is removed, in another colour it is replaced.
 * @param {Marks} marks of the game
 * @param {Marks} drawn
 * @returns {Marks}
 */
export const withDrawn = ({ arrows, squares }, drawn) => ({
  arrows: toggled(arrows, drawn.arrows, ({ from, to }) => from + to),
  squares: toggled(squares, drawn.squares, ({ square }) => square),
})

/**
 * @template {{ color: MarkColor }} T
 * @param {T[]} marks
 * @param {T[]} drawn
 * @param {(mark: T) => string} placeOf
 * @returns {T[]}
 */
function toggled(marks, drawn, placeOf) {
  let all = marks
  for (const mark of drawn) {
    const there = all.find(other => placeOf(other) === placeOf(mark))
    const others = all.filter(other => other !== there)
    all = there?.color === mark.color ? others : [...others, mark]
  }
  return all
}
