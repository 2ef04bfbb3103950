// SPDX-License-Identifier: Apache-2.0
// Makes the elements of a block of moves, like the template of moves/move-blocks.js. Frames load no template library, which
// would be a third of their own scripts.

import type { PgnNode } from 'binbo/pgn'
import type { Block } from '../moves/blocks.js'
import {
  blockName,
  DEEPEST_INDENT,
  isTight,
  shortScore,
  styleOf,
  titleFor,
  verdictIn,
} from '../moves/blocks.js'
import { glyphMeaning, glyphSign, isMoveGlyph } from '../moves/glyphs.js'
import { h } from '../page/dom.js'
import { moveNumber, readable } from '../study/nodes.js'
import { repetitionName, repetitionsAt } from '../study/repetition.js'

/**
 * @param variant of the game
 * @param onButton called for each move's button
 * @returns a list whose buttons are not in the tab order: the caller adds one of them to it
 */
export function blockElement(
  block: Block,
  variant: string,
  onButton: (node: PgnNode, button: HTMLButtonElement) => void,
): HTMLOListElement {
  const { nodes, depth, ply } = block
  const isMain = depth === 0
  const list = h('ol', {
    role: 'list',
    class: isMain ? 'main-line' : 'variation',
    'aria-label': blockName(block),
    'data-level': depth > DEEPEST_INDENT && depth,
  })
  list.style.cssText = styleOf(block)
  let isNumbered = true
  for (const [index, node] of nodes.entries()) {
    const at = ply + index
    const [before, after] = [node.startingComments, node.comments].map(shownComments)
    list.append(...before)
    if (isNumbered || before.length > 0 || at % 2 === 0) list.append(...numbers(at, isMain))
    const button = moveButton(node, at, variant)
    list.append(h('li', { class: at % 2 === 0 ? 'white' : 'black' }, button), ...after)
    isNumbered = after.length > 0
    onButton(node, button)
  }
  return list
}

/** @param isMain in the main line, Black's move without White's leaves a gap */
function numbers(ply: number, isMain: boolean): HTMLElement[] {
  const cell = (name: string, text: string | number) => h('li', { class: name, 'aria-hidden': 'true' }, text)
  const number = cell('number', isMain ? (ply >> 1) + 1 : moveNumber(ply))
  return isMain && ply % 2 === 1 ? [number, cell('gap', '…')] : [number]
}

/** @returns a button whose label names all glyphs */
function moveButton(node: PgnNode, ply: number, variant: string): HTMLButtonElement {
  const { san, nags } = node
  const verdict = verdictIn(node)
  const meanings = nags.map(nag => `, ${glyphMeaning(nag)}`).join('')
  const sorted = nags.toSorted((one, other) => Number(isMoveGlyph(other)) - Number(isMoveGlyph(one)))
  return h(
    'button',
    {
      type: 'button',
      tabindex: -1,
      'aria-label': `${moveNumber(ply)} ${san}${meanings}`,
      title: titleFor(node, verdict) || null,
    },
    san,
    ...sorted.map(nag =>
      h('span', { class: isMoveGlyph(nag) ? 'sign' : 'glyph', 'data-glyph': nag }, glyphSign(nag)),
    ),
    repetition(repetitionsAt(node, variant)),
    verdict && h('small', { class: isTight(node, nags) && 'tight' }, shortScore(verdict.text)),
  )
}

function repetition(count: number): HTMLSpanElement | false {
  if (count === 0) return false
  const name = repetitionName(count)
  return h(
    'span',
    { class: 'repetition', title: name },
    h('span', { 'aria-hidden': 'true' }, `${count}×`),
    h('span', { class: 'visually-hidden' }, name),
  )
}

/** @returns elements of the comments that have more than commands */
const shownComments = (comments: string[]): HTMLLIElement[] =>
  comments
    .map(readable)
    .filter(Boolean)
    .map(text => h('li', { class: 'comment', dir: 'auto' }, text))
