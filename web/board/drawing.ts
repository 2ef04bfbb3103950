// SPDX-License-Identifier: Apache-2.0
// Draws arrows and circles with the right mouse button.

import type { Square } from 'binbo'
import type { Arrow, SquareMark } from 'binbo/pgn'

type MarkColor = Arrow['color']

type Marks = { arrows: Arrow[]; squares: SquareMark[] }

/**
 * Draws until the right button is released or Escape is pressed.
 * @param event the press of the right button
 * @param squareAt returns null outside the board
 * @param preview called with the marks after each change, and at the end without marks
 * @param done called with one arrow or one circle, unless the button is released outside the board
 */
export function draw(
  event: MouseEvent,
  squareAt: (event: MouseEvent) => Square | null,
  preview: (marks: Marks) => void,
  done: (marks: Marks) => void,
) {
  const from = squareAt(event)
  if (!from) return
  const ended = new AbortController()
  const { signal } = ended
  let to: Square | null = from
  const marks = (at: MouseEvent) => marksOf(from, to, colorOf(at))
  const move = (at: MouseEvent) => {
    // The button was released outside the window.
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

function marksOf(from: Square, to: Square | null, color: MarkColor): Marks {
  if (to === from) return { arrows: [], squares: [{ square: from, color }] }
  return { arrows: to ? [{ from, to, color }] : [], squares: [] }
}

function colorOf({ shiftKey, ctrlKey, altKey, metaKey }: MouseEvent): MarkColor {
  const isFirst = shiftKey || ctrlKey
  if (altKey || metaKey) return isFirst ? 'yellow' : 'blue'
  return isFirst ? 'red' : 'green'
}

/**
 * Adds marks to those of the game. A mark that exists in the same colour is removed; in another colour it is replaced.
 */
export const withDrawn = ({ arrows, squares }: Marks, drawn: Marks): Marks => ({
  arrows: toggled(arrows, drawn.arrows, ({ from, to }) => from + to),
  squares: toggled(squares, drawn.squares, ({ square }) => square),
})

function toggled<T extends { color: MarkColor }>(marks: T[], drawn: T[], placeOf: (mark: T) => string): T[] {
  let all = marks
  for (const mark of drawn) {
    const existing = all.find(other => placeOf(other) === placeOf(mark))
    const others = all.filter(other => other !== existing)
    all = existing?.color === mark.color ? others : [...others, mark]
  }
  return all
}
