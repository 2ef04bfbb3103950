// SPDX-License-Identifier: Apache-2.0
// Drags a man with mouse, pen or finger, until it is let go over a square or beside the board.

import { picture } from '../board/pieces.js'

/** @typedef {import('binbo').Square} Square */

/** Pixels that a finger may shake before a press becomes a drag. */
const SLOP = 6

/**
 * @param {PointerEvent} event that pressed the man
 * @param {string} letter the man
 * @param {(square: Square | null) => void} drop null beside the board; not called for a mere press
 */
export function dragMan({ pointerId, clientX, clientY, button, currentTarget }, letter, drop) {
  if (button !== 0) return
  const ghost = picture(letter)
  ghost.classList.add('dragged')
  const ended = new AbortController()
  /** @param {(event: PointerEvent) => void} act @returns {(event: PointerEvent) => void} */
  const ofThisPointer = act => event => {
    if (event.pointerId === pointerId) act(event)
  }
  const end = () => {
    ended.abort()
    ghost.remove()
  }
  const move = ofThisPointer(event => {
    const isFar = Math.hypot(event.clientX - clientX, event.clientY - clientY) > SLOP
    // Inside the dialog: what is outside lies below it.
    if (isFar && !ghost.isConnected) /** @type {Element} */ (currentTarget).closest('dialog')?.append(ghost)
    ghost.style.setProperty('--x', `${event.clientX}px`)
    ghost.style.setProperty('--y', `${event.clientY}px`)
  })
  const release = ofThisPointer(event => {
    const dragged = ghost.isConnected
    end()
    if (dragged) drop(squareAt(event.clientX, event.clientY))
  })
  const { signal } = ended
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', release, { signal })
  addEventListener('pointercancel', ofThisPointer(end), { signal })
}

/** @param {number} x @param {number} y @returns {Square | null} */
function squareAt(x, y) {
  const square = document.elementFromPoint(x, y)?.closest('.setup-square')
  return square instanceof HTMLElement ? /** @type {Square} */ (square.dataset.square) : null
}
