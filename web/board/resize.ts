// SPDX-License-Identifier: Apache-2.0
// The handle at the lower right corner of the board, which resizes the board in layouts that allow it. The size is a share of
// the largest possible size; the layout multiplies the width of the board by `--board-scale`.

import { h } from '../page/dom.js'
import { saveSetting } from '../page/settings.js'
import { say } from '../page/texts.js'
import { boardScale, LEAST_SCALE } from '../page/themes.js'

/** Pixels of a step: one for each column, so that all squares have the same width. */
const STEP = 8

export function mountResize(board: HTMLElement) {
  const { style } = document.documentElement
  const handle = h('div', {
    class: 'resize',
    role: 'slider',
    tabindex: 0,
    title: say`Drag to resize the board; a double click gives it all the room`,
    'aria-label': say`Size of the board in per cent`,
    'aria-valuemin': LEAST_SCALE * 100,
    'aria-valuemax': 100,
  })
  const show = (scale: number) => {
    style.setProperty('--board-scale', String(scale))
    handle.setAttribute('aria-valuenow', String(Math.round(scale * 100)))
  }
  /** Resizes the board to the nearest possible width. @param width in pixels */
  const resize = (width: number) => {
    show(1)
    const maxWidth = board.clientWidth
    const steps = Math.max(Math.ceil((LEAST_SCALE * maxWidth) / STEP), Math.round(width / STEP))
    // Half a pixel more, since the layout rounds down.
    show(Math.min(1, (steps * STEP + 0.5) / maxWidth))
  }
  const save = () => saveSetting('board-scale', Number(style.getPropertyValue('--board-scale')))

  handle.addEventListener('pointerdown', ({ button, pointerId, clientX, clientY }) => {
    if (button !== 0) return
    const width = board.clientWidth
    const ended = new AbortController()
    const { signal } = ended
    const move = (event: PointerEvent) => {
      const [across, down] = [event.clientX - clientX, event.clientY - clientY]
      resize(width + (Math.abs(across) > Math.abs(down) ? across : down))
    }
    const end = () => {
      ended.abort()
      save()
    }
    handle.setPointerCapture(pointerId)
    handle.addEventListener('pointermove', move, { signal })
    for (const type of ['pointerup', 'pointercancel']) handle.addEventListener(type, end, { signal })
  })
  handle.addEventListener('dblclick', () => {
    show(1)
    save()
  })
  handle.addEventListener('keydown', event => {
    const { key } = event
    if (key === 'ArrowRight' || key === 'ArrowUp') resize(board.clientWidth + STEP)
    else if (key === 'ArrowLeft' || key === 'ArrowDown') resize(board.clientWidth - STEP)
    else if (key === 'Home') resize(0)
    else if (key === 'End') show(1)
    else return
    // Otherwise the page's own keys would go through the game.
    event.preventDefault()
    event.stopPropagation()
    save()
  })
  show(boardScale())
  board.append(handle)
}
