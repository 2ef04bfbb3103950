// SPDX-License-Identifier: Apache-2.0
// Replaces the page by a sheet while it is printed.

import { h } from '../page/dom.js'

/** Sources of sheets; the last one is printed. */
const sources: (() => HTMLElement)[] = []
let sheet: HTMLElement | null = null

/**
 * Prints what a source draws instead of the page.
 * @param draw is called when the printing begins
 * @returns ends it: the source before is printed again
 */
export function printInstead(draw: () => HTMLElement): () => void {
  if (sources.length === 0) listen()
  sources.push(draw)
  return () => {
    sources.splice(sources.indexOf(draw), 1)
  }
}

let isListening = false

function listen() {
  if (isListening) return
  isListening = true
  addEventListener('beforeprint', layOut)
  addEventListener('afterprint', takeAway)
  // Tools that show the styles of a print send no other event.
  matchMedia('print').addEventListener('change', ({ matches }) => (matches ? layOut() : takeAway()))
}

function layOut() {
  const draw = sources.at(-1)
  if (sheet || !draw) return
  // Before the dialog that shows the same pictures: references lead to the first element with an id.
  sheet = h('div', { class: 'print-only' }, draw())
  document.body.prepend(sheet)
}

function takeAway() {
  sheet?.remove()
  sheet = null
}
