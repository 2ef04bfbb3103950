// SPDX-License-Identifier: Apache-2.0
// Input of games: dropped, pasted and opened files and text.

import { h } from '../page/dom.js'
import { reportError } from '../page/load.js'
import { say } from '../page/texts.js'
import type { Page } from './open-file.js'

/** Only some browsers have it. */
declare global {
  interface Window {
    launchQueue?: { setConsumer(take: (launch: Launch) => void): void }
  }
}

type Launch = { files: readonly { getFile(): Promise<File> }[] }

/** The bytes of one file in a Blob; the name is '' if it is the only file. */
export type Part = { name: string; from: number; to: number }

/** The input. `isKept`: it is a file, which the user still has later. */
export type Source = { name: string; blob: Blob; parts: Part[]; isKept: boolean }

/** Takes files and text that are dropped or pasted anywhere on the page. */
export function takeDrops(page: Page) {
  const cover = h(
    'div',
    { class: 'pgn-drop', popover: 'manual' },
    say`Drop it here: PGN files, a game, a position or an opening book`,
  )
  document.body.append(cover)
  const hide = () => cover.hidePopover()
  addEventListener('dragover', event => {
    if (!isTaken(event)) return
    event.preventDefault()
    if (!cover.matches(':popover-open')) cover.showPopover()
  })
  addEventListener('dragleave', event => {
    // Without a related target the pointer has left the window.
    if (event.relatedTarget === null) hide()
  })
  addEventListener('drop', event => {
    if (!isTaken(event)) return
    event.preventDefault()
    hide()
    if (event.dataTransfer) take(page.openFile, event.dataTransfer)
  })
  // On Linux the middle button pastes the current selection: a click that closes a tab must not open another game.
  addEventListener('mouseup', event => {
    if (event.button === 1 && !isField(event.target)) event.preventDefault()
  })
  addEventListener('paste', event => {
    if (isField(event.target) || !event.clipboardData) return
    event.preventDefault()
    take(page.openFile, event.clipboardData)
  })
}

/** @param data valid during the event */
function take(openFile: Page['openFile'], data: DataTransfer) {
  const files = Array.from(data.files)
  const text = data.getData('text/plain')
  if (files.length > 0) openFile.readFiles(files)
  else if (text.trim() !== '') openFile.readText(text)
}

function isTaken({ dataTransfer, target }: DragEvent) {
  const types = dataTransfer?.types ?? []
  return types.includes('Files') || (types.includes('text/plain') && !isField(target))
}

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.matches('input:not([type="checkbox"]), textarea, [contenteditable]')

/** Takes files that the system opens with the installed page, if the browser supports it. */
export function takeOpenedFiles({ openFile }: Page) {
  window.launchQueue?.setConsumer(async ({ files }) => {
    if (files.length === 0) return
    try {
      openFile.readFiles(await Promise.all(files.map(file => file.getFile())))
    } catch (error) {
      reportError(error, say`The file could not be opened.`)
    }
  })
}

/** @param blob of UTF-8 or Latin-1 */
export const sourceOf = (name: string, blob: Blob): Source => ({
  name,
  blob,
  parts: [{ name: '', from: 0, to: blob.size }],
  isKept: true,
})
