// SPDX-License-Identifier: Apache-2.0
// Drags a piece from outside the board, which knows only its own: from a palette or a pocket.

import { render } from 'lit-html'
import { h } from '../page/dom.js'
import { picture } from './pieces.js'

type DragHandlers = {
  /** called when the press becomes a drag */
  start?: () => void
  /** where it ends, in pixels of the window */
  drop: (x: number, y: number) => void
  /** called if the browser ends the drag */
  cancel?: () => void
}

/** Pixels that a pointer moves before a press becomes a drag. */
const SLOP = 6

/**
 * Drags a piece with mouse, pen or finger until it is dropped. No handler is called for a press without a drag.
 * @param event that pressed the piece
 * @param letter of the piece
 */
export function drag(
  { pointerId, clientX, clientY, button, currentTarget }: PointerEvent,
  letter: string,
  handlers: DragHandlers,
) {
  if (button !== 0) return
  const holder = h('div')
  render(picture(letter), holder)
  const ghost = holder.firstElementChild as SVGElement
  ghost.classList.add('dragged')
  // Inside an open dialog: anything outside is drawn below it.
  const place = (currentTarget as Element).closest('dialog') ?? document.body
  const ended = new AbortController()
  const ofThisPointer =
    (act: (event: PointerEvent) => void): ((event: PointerEvent) => void) =>
    event => {
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
