// SPDX-License-Identifier: Apache-2.0
// Arrows and circles that the right mouse button draws.

import type { Square } from 'binbo'
import type { Arrow, SquareMark } from 'binbo/pgn'

type MarkColor = Arrow['color']

type Marks = { arrows: Arrow[]; squares: SquareMark[] }

/**
 * Draws from a press of the right button until it is released or Escape is pressed.
 * @param event the press
 * @param squareAt null beside the board
 * @param preview called for each change on the way, at the end with none
 * @param done called with one arrow or one circle, unless it ends beside the board
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
 * Adds marks; one that is there already in the same colour is removed, in another colour it is replaced.
 * @param marks of the game
 */
export const withDrawn = ({ arrows, squares }: Marks, drawn: Marks): Marks => ({
  arrows: toggled(arrows, drawn.arrows, ({ from, to }) => from + to),
  squares: toggled(squares, drawn.squares, ({ square }) => square),
})

function toggled<T extends { color: MarkColor }>(marks: T[], drawn: T[], placeOf: (mark: T) => string): T[] {
  let all = marks
  for (const mark of drawn) {
    const there = all.find(other => placeOf(other) === placeOf(mark))
    const others = all.filter(other => other !== there)
    all = there?.color === mark.color ? others : [...others, mark]
  }
  return all
}
