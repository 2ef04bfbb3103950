// SPDX-License-Identifier: Apache-2.0
// Files and text that are dropped on the page or pasted into it, wherever that is.

import { h } from '../page/dom.js'

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
    if (event.dataTransfer) take(app.openFile, event.dataTransfer)
  })
  addEventListener('paste', event => {
    if (isField(event.target) || !event.clipboardData) return
    take(app.openFile, event.clipboardData)
  })
}

/** @param {App['openFile']} openFile @param {DataTransfer} data gone after the event */
function take(openFile, data) {
  const files = Array.from(data.files)
  const text = data.getData('text/plain')
  if (files.length > 0) openFile.readFiles(files)
  else if (text.trim() !== '') openFile.readText(text)
}

/** @param {DragEvent} event */
function isTaken({ dataTransfer, target }) {
  const types = dataTransfer?.types ?? []
  return types.includes('Files') || (types.includes('text/plain') && !isField(target))
}

/** @param {EventTarget | null} target */
const isField = target => target instanceof Element && target.matches('input, textarea, [contenteditable]')
