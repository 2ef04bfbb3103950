// SPDX-License-Identifier: Apache-2.0
// The score sheet of portrait phones: the current line in a horizontal row, one column for each move, White above Black.

import { html, nothing } from 'lit-html'
import { lineTo, partsOfLine } from './blocks.js'
import { moveButton } from './move-blocks.js'
import type { Kind } from './move-list.js'

export const SHEET: Kind = {
  isOfLine: true,
  partsOf({ tree, node }) {
    const line = lineTo(node)
    for (let at = line.at(-1) ?? tree.root; at.children.length > 0; ) line.push((at = at.children[0]))
    return partsOfLine(line, tree)
  },
  view({ nodes, ply }, beside, { at, stop }) {
    const columns = []
    for (let index = ply % 2 === 1 ? -1 : 0; index < nodes.length; index += 2) {
      const [white, black] = [index, index + 1].map(
        place => nodes[place] && moveButton(nodes[place], ply + place, beside, place === at, place === stop),
      )
      const number = ((ply + index) >> 1) + 1
      columns.push(
        html`<li><span class="number" aria-hidden="true">${number}</span>${white ?? html`<span class="gap">…</span>`}${black ?? nothing}</li>`,
      )
    }
    return html`<ol role="list">${columns}</ol>`
  },
  empty: parts =>
    html`<div class="unbuilt" .parts=${parts} .style=${`--columns: ${parts.reduce((sum, { nodes }) => sum + (nodes.length >> 1), 0)}`}></div>`,
  frame: parts => parts,
}
