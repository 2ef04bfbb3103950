// SPDX-License-Identifier: Apache-2.0
// Drags a piece from outside the board, which knows only its own: from a palette or a pocket.

import { render } from 'lit-html'
import { h } from '../page/dom.js'
import { picture } from './pieces.js'

/**
 * @typedef {object} DragHandlers
 * @property {() => void} [start] called when the press becomes a drag
 * @property {(x: number, y: number) => void} drop where it ends, in pixels of the window
 * @property {() => void} [cancel] called if the browser ends the drag
 */

/** Pixels that a pointer moves before a press becomes a drag. */
const SLOP = 6

/**
 * Drags a piece with mouse, pen or finger until it is dropped. No handler is called for a press without a drag.
 * @param {PointerEvent} event that pressed the piece
 * @param {string} letter of the piece
 * @param {DragHandlers} handlers
 */
export function drag({ pointerId, clientX, clientY, button, currentTarget }, letter, handlers) {
  if (button !== 0) return
  const holder = h('div')
  render(picture(letter), holder)
  const ghost = /** @type {SVGElement} */ (holder.firstElementChild)
  ghost.classList.add('dragged')
  // Inside an open dialog: anything outside is drawn below it.
  const place = /** @type {Element} */ (currentTarget).closest('dialog') ?? document.body
  const ended = new AbortController()
  /** @param {(event: PointerEvent) => void} act @returns {(event: PointerEvent) => void} */
  const ofThisPointer = act => event => {
    if (event.pointerId === pointerId) act(event)
  }
  const end = () => {
    const dragged = ghost.isConnected
    ended.abort()
    ghost.remove()
    return dragged
  }
  const move = ofThisPointer(event => {
    const isFar = Math.hypot(event.clientX - clientX, event.clientY - clientY) > SLOP
    if (isFar && !ghost.isConnected) {
      place.append(ghost)
      handlers.start?.()
    }
    ghost.style.setProperty('--x', `${event.clientX}px`)
    ghost.style.setProperty('--y', `${event.clientY}px`)
  })
  const release = ofThisPointer(event => {
    if (end()) handlers.drop(event.clientX, event.clientY)
  })
  const cancel = ofThisPointer(() => {
    if (end()) handlers.cancel?.()
  })
  const { signal } = ended
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', release, { signal })
  addEventListener('pointercancel', cancel, { signal })
}
