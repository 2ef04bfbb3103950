// SPDX-License-Identifier: Apache-2.0
// Diagrams for paper: black on white, drawn with shapes, since browsers print no backgrounds.

import type { Color, Position } from 'binbo'
import { boardSvg } from 'binbo/svg'
import { h } from '../page/dom.js'

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
