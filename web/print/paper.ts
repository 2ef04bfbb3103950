// SPDX-License-Identifier: Apache-2.0
// Paper: replaces the page by a sheet while it is printed, and draws diagrams: black on white, with shapes, since browsers print
// no backgrounds.

import type { Color, Position } from 'binbo'
import { boardSvg } from 'binbo/svg'
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

const THEME = { light: '#fff', dark: '#c9c9c9' }

/**
 * @param options.below the side at the bottom
 * @param options.caption the text below the diagram
 */
export function diagram(
  position: Position,
  { below, caption, ...marks }: { below: Color; caption: string } & Parameters<typeof boardSvg>[1],
): HTMLElement {
  const text = boardSvg(position, {
    ...{ orientation: below, theme: THEME, lastMove: false, check: false },
    ...{ ...marks, title: `${caption}: ${position.fen}` },
  })
  const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml')
  return h('figure', {}, document.importNode(documentElement, true), h('figcaption', {}, caption))
}
