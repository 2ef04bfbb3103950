// SPDX-License-Identifier: Apache-2.0
// Templates of the blocks of a tree of moves.

import type { PgnGame, PgnNode } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
import type { Verdict } from '../analysis/verdict.js'
import { say } from '../page/texts.js'
import { moveNumber, readable, shownSan } from '../study/nodes.js'
import { repetitionName, repetitionsAt } from '../study/repetition.js'
import type { Block } from './blocks.js'
import {
  blockName,
  DEEPEST_INDENT,
  isTight,
  rowsOf,
  shortScore,
  styleOf,
  titleFor,
  verdictIn,
} from './blocks.js'
import { glyphMeaning, glyphSign, isMoveGlyph } from './glyphs.js'

/** Shown beside the moves; it may not be part of the game. */
export type Beside = {
  tree: PgnGame
  /** results of the game's analysis */
  findings?: { marks: ReadonlyMap<PgnNode, number> } | null
  /** take precedence over the evaluations in the game */
  evaluations?: ReadonlyMap<PgnNode, Verdict>
}

/** Indexes in the block. `at`: the current move; `stop`: the move in the tab order; -1 if it is in another block. */
export type Places = { at: number; stop: number }

/** @returns its glyphs; if none of them judges the move, the glyph of the analysis */
export function glyphsOf(node: PgnNode, { findings }: Beside): readonly number[] {
  const mark = findings?.marks.get(node)
  return mark === undefined || node.nags.some(isMoveGlyph) ? node.nags : [mark, ...node.nags]
}

/** @returns a text of everything shown besides the moves: equal texts mean no redraw */
export const textBeside = (nodes: PgnNode[], beside: Beside): string =>
  JSON.stringify(
    nodes.map(node => [
      glyphsOf(node, beside),
      repetitionsAt(node, beside.tree.variant),
      node.comments,
      node.startingComments,
      node.clock,
      verdictFor(node, beside)?.text,
      shownSan(node.san ?? ''),
    ]),
  )

const verdictFor = (node: PgnNode, { evaluations }: Beside): Verdict | null =>
  evaluations?.get(node) ?? verdictIn(node)

/** @returns a placeholder with their height until they are drawn */
export const emptyBlocks = (blocks: Block[]) =>
  html`<div class="unbuilt" .parts=${blocks} .style=${`--rows: ${blocks.reduce((rows, block) => rows + rowsOf(block), 0)}`}></div>`

export function blockView(block: Block, beside: Beside, { at, stop }: Places) {
  const { nodes, depth, ply } = block
  const isMain = depth === 0
  const items: unknown[] = []
  let isNumbered = true
  for (const [index, node] of nodes.entries()) {
    const place = ply + index
    const [before, after] = [node.startingComments, node.comments].map(notes)
    if (isNumbered || before.length > 0 || place % 2 === 0) items.push(before, numberView(place, isMain))
    items.push(
      html`<li class=${place % 2 === 0 ? 'white' : 'black'}>${moveButton(node, place, beside, index === at, index === stop)}</li>`,
      after,
    )
    isNumbered = after.length > 0
  }
  return html`<ol role="list" class=${isMain ? 'main-line' : 'variation'} aria-label=${blockName(block)}
    data-level=${depth > DEEPEST_INDENT ? depth : nothing} data-label=${depth > DEEPEST_INDENT ? say`level ${depth}:` : nothing} .style=${styleOf(block)}>${items}</ol>`
}

/** @param isMain on the main line, Black's move without White's leaves a gap */
const numberView = (ply: number, isMain: boolean) =>
  html`<li class="number" aria-hidden="true">${isMain ? (ply >> 1) + 1 : moveNumber(ply)}</li>${
    isMain && ply % 2 === 1 ? html`<li class="gap" aria-hidden="true">…</li>` : nothing
  }`

/** A move's button; its property `node` is the node, its name has all glyphs, its title the evaluation and the clock. */
export function moveButton(node: PgnNode, ply: number, beside: Beside, isCurrent: boolean, isStop: boolean) {
  const nags = glyphsOf(node, beside)
  const verdict = verdictFor(node, beside)
  const meanings = nags.map(nag => `, ${glyphMeaning(nag)}`).join('')
  return html`<button type="button" tabindex=${isStop ? 0 : -1} aria-current=${isCurrent ? 'step' : nothing}
    aria-label=${`${moveNumber(ply)} ${node.san}${meanings}`} title=${titleFor(node, verdict) || nothing} .node=${node}>${shownSan(
      node.san ?? '',
    )}${signs(nags)}${repetition(node, beside)}${
      verdict
        ? html`<small class=${isTight(node, nags) ? 'tight' : nothing} data-score=${shortScore(verdict.text)}></small>`
        : nothing
    }</button>`
}

/** @param nags glyphs that judge the move stand close to it */
const signs = (nags: readonly number[]) =>
  nags
    .toSorted((one, other) => Number(isMoveGlyph(other)) - Number(isMoveGlyph(one)))
    .map(
      nag =>
        html`<span class=${isMoveGlyph(nag) ? 'sign' : 'glyph'} data-glyph=${nag}>${glyphSign(nag)}</span>`,
    )

function repetition(node: PgnNode, { tree }: Beside) {
  const count = repetitionsAt(node, tree.variant)
  if (count === 0) return nothing
  const name = repetitionName(count)
  return html`<span class="repetition" title=${name}><span aria-hidden="true">${count}×</span><span
    class="visually-hidden">${name}</span></span>`
}

/** The comments that have text besides commands. */
const notes = (comments: string[]) =>
  comments
    .map(readable)
    .filter(Boolean)
    .map(text => html`<li class="comment" dir="auto">${text}</li>`)
