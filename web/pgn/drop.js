// SPDX-License-Identifier: Apache-2.0
// Files and text that are dropped on the page or pasted into it, wherever that is.

import { h } from '../page/dom.js'
import { notify } from '../page/notices.js'

/** @typedef {import('../app.js').App} App */

/** @param {App} app */
export function takeDrops(app) {
  const cover = h(
    'div',
    { class: 'pgn-drop', popover: 'manual' },
    'Drop it here: PGN files, a game or a position',
  )
  document.body.append(cover)
  const hide = () => cover.hidePopover()
  addEventListener('dragover', event => {
    if (!isTaken(event)) return
    event.preventDefault()
    if (!cover.matches(':popover-open')) cover.showPopover()
  })
  addEventListener('dragleave', event => {
    // Between two elements there is a next one; out of the window there is none.
    if (event.relatedTarget === null) hide()
  })
  addEventListener('drop', event => {
    if (!isTaken(event)) return
    event.preventDefault()
    hide()
    if (event.dataTransfer) take(app, event.dataTransfer)
  })
  addEventListener('paste', event => {
    if (isField(event.target) || document.querySelector('dialog[open]') || !event.clipboardData) return
    take(app, event.clipboardData)
  })
}

/** @param {App} app @param {DataTransfer} data */
async function take(app, data) {
  // They are gone after the event.
  const files = Array.from(data.files)
  const text = data.getData('text/plain')
  try {
    const games = await import('./games.js')
    if (files.length > 0) await games.openFiles(app, files)
    else if (text.trim() !== '') games.openText(app, text)
  } catch (error) {
    console.error(error)
    const reason = error instanceof Error ? error.message : String(error)
    notify({ text: `This part of the page could not be loaded: ${reason}`, tone: 'error' })
  }
}

/** @param {DragEvent} event */
function isTaken({ dataTransfer, target }) {
  const types = dataTransfer?.types ?? []
  return types.includes('Files') || (types.includes('text/plain') && !isField(target))
}

/** @param {EventTarget | null} target */
const isField = target => target instanceof Element && target.matches('input, textarea, [contenteditable]')
