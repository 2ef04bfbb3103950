// SPDX-License-Identifier: Apache-2.0
// Dragging a piece with mouse, pen or finger. A press that does not move stays a click.

/**
 * @typedef {object} DragHandlers
 * @property {(square: string) => boolean} canLift
 * @property {(square: string) => void} onLift
 * @property {(from: string, to: string | null) => void} onDrop to is null outside of the board
 */

const THRESHOLD = 5 // CSS pixels

/**
 * @param {HTMLElement} root the board, whose squares carry data-square
 * @param {DragHandlers} handlers
 */
export function followDrag(root, { canLift, onLift, onDrop }) {
  /** @type {{ id: number, from: string, x: number, y: number, ghost: SVGElement | null } | null} */
  let drag = null
  let swallowClick = false

  const squareAt = (/** @type {number} */ x, /** @type {number} */ y) => {
    const found = document.elementFromPoint(x, y)?.closest('[data-square]')
    return found instanceof HTMLElement && root.contains(found) ? found : null
  }

  const markOver = (/** @type {HTMLElement | null} */ square) => {
    root.querySelector('.over')?.classList.remove('over')
    if (square?.classList.contains('target')) square.classList.add('over')
  }

  const lift = () => {
    if (!drag) return
    onLift(drag.from)
    const square = root.querySelector(`[data-square="${drag.from}"]`)
    const piece = square?.querySelector('.piece')
    if (!(square instanceof HTMLElement) || !(piece instanceof SVGElement)) return
    const ghost = /** @type {SVGElement} */ (piece.cloneNode(true))
    ghost.classList.add('ghost')
    ghost.style.width = ghost.style.height = `${square.offsetWidth}px`
    document.body.append(ghost)
    square.classList.add('lifted')
    drag.ghost = ghost
    // Not before the press has become a drag: a captured press would end as a click on the whole board.
    root.setPointerCapture(drag.id)
  }

  const end = (/** @type {string | null} */ to) => {
    const done = drag
    drag = null
    if (!done?.ghost) return
    done.ghost.remove()
    markOver(null)
    root.querySelector('.lifted')?.classList.remove('lifted')
    swallowClick = true
    setTimeout(() => {
      swallowClick = false
    })
    onDrop(done.from, to)
  }

  root.addEventListener('pointerdown', event => {
    const square = squareAt(event.clientX, event.clientY)?.dataset.square
    if (drag || event.button !== 0 || !square || !canLift(square)) return
    drag = { id: event.pointerId, from: square, x: event.clientX, y: event.clientY, ghost: null }
  })

  root.addEventListener('pointermove', event => {
    if (!drag || event.pointerId !== drag.id) return
    const moved = Math.hypot(event.clientX - drag.x, event.clientY - drag.y)
    if (!drag.ghost && moved < THRESHOLD) return
    if (!drag.ghost) lift()
    if (!drag.ghost) return
    const half = drag.ghost.clientWidth / 2
    drag.ghost.style.transform = `translate(${event.clientX - half}px, ${event.clientY - half}px)`
    markOver(squareAt(event.clientX, event.clientY))
  })

  root.addEventListener('pointerup', event => {
    if (event.pointerId === drag?.id) end(squareAt(event.clientX, event.clientY)?.dataset.square ?? null)
  })
  root.addEventListener('pointercancel', () => end(null))
  root.addEventListener('click', event => swallowClick && event.stopImmediatePropagation(), { capture: true })
}
