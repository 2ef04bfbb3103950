// SPDX-License-Identifier: Apache-2.0
// The picture of a piece by its letter in a FEN, and drags such a picture from a palette or a pocket: the board's library drags
// only pieces on the board.

import { html, render } from 'lit-html'
import { find, h, listenerOf } from '../page/dom.js'
import { colorOfLetter } from '../study/descriptions.js'

type DragHandlers = {
  /** called when the press becomes a drag */
  start?: () => void
  /** called at the end with the pointer's place in the window, in pixels */
  drop: (x: number, y: number) => void
  /** called if the browser cancels the drag */
  cancel?: () => void
}

/** Pixels that a pointer moves before a press becomes a drag. */
const MIN_DISTANCE = 6

/** @returns a template; the board has loaded the set of pieces. Screen readers skip the picture. */
export const picture = (letter: string) =>
  html`<svg class=${`piece-image ${colorOfLetter(letter)}`} viewBox="0 0 40 40" aria-hidden="true"><use
    href=${`#${colorOfLetter(letter)[0]}${letter.toLowerCase()}`}></use></svg>`

/**
 * Drags a piece with mouse, pen or finger until it is dropped. No handler is called for a press without a drag.
 * @param press the event on the piece
 * @param letter of the piece in a FEN
 */
export function drag(press: PointerEvent, letter: string, handlers: DragHandlers) {
  const { pointerId, clientX, clientY, button } = press
  if (button !== 0) return
  // The picture moves through the page without a view of its own.
  const holder = h('div')
  render(picture(letter), holder)
  const ghost = find(holder, 'svg', SVGElement)
  ghost.classList.add('dragged')
  // An open dialog covers everything outside it.
  const place = listenerOf(press, Element).closest('dialog') ?? document.body
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
    const isFar = Math.hypot(event.clientX - clientX, event.clientY - clientY) > MIN_DISTANCE
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
