// SPDX-License-Identifier: Apache-2.0
// Templates of the blocks of a tree of moves.

import { html, nothing } from 'lit-html'
import { moveNumber, readable } from '../study/nodes.js'
import { repetitionName, repetitionsAt } from '../study/repetition.js'
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

/** @import { PgnGame, PgnNode } from 'binbo/pgn' */
/** @import { Block } from './blocks.js' */
/** @import { Verdict } from '../analysis/verdict.js' */

/**
 * What is shown beside the moves, though it need not be written into the game.
 * @typedef {object} Beside
 * @property {PgnGame} tree
 * @property {{ marks: ReadonlyMap<PgnNode, number> } | null} [findings] of the analysis of the game
 * @property {ReadonlyMap<PgnNode, Verdict>} [evaluations] that take precedence over those in the game
 */

/** `at`: the current one; `stop`: the one in the tab order; -1 if it is not among them. @typedef {{ at: number, stop: number }} Places */

/** @param {PgnNode} node @param {Beside} beside @returns {readonly number[]} its glyphs; if none of them judges the move, the analysis does */
export function glyphsOf(node, { findings }) {
  const mark = findings?.marks.get(node)
  return mark === undefined || node.nags.some(isMoveGlyph) ? node.nags : [mark, ...node.nags]
}

/** @param {PgnNode[]} nodes @param {Beside} beside @returns {string} all that they show but the moves: what has an equal text looks equal */
export const textBeside = (nodes, beside) =>
  JSON.stringify(
    nodes.map(node => [
      glyphsOf(node, beside),
      repetitionsAt(node, beside.tree.variant),
      node.comments,
      node.startingComments,
      node.clock,
      verdictFor(node, beside)?.text,
    ]),
  )

/** @param {PgnNode} node @param {Beside} beside @returns {Verdict | null} */
const verdictFor = (node, { evaluations }) => evaluations?.get(node) ?? verdictIn(node)

/** @param {Block[]} blocks @returns their place in the list until they are drawn */
export const emptyBlocks = blocks =>
  html`<div class="unbuilt" .parts=${blocks} .style=${`--rows: ${blocks.reduce((rows, block) => rows + rowsOf(block), 0)}`}></div>`

/** @param {Block} block @param {Beside} beside @param {Places} places */
export function blockView(block, beside, { at, stop }) {
  const { nodes, depth, ply } = block
  const isMain = depth === 0
  /** @type {unknown[]} */
  const items = []
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
    data-level=${depth > DEEPEST_INDENT ? depth : nothing} .style=${styleOf(block)}>${items}</ol>`
}

/** @param {number} ply @param {boolean} isMain there Black's move without White's leaves a gap */
const numberView = (ply, isMain) =>
  html`<li class="number" aria-hidden="true">${isMain ? (ply >> 1) + 1 : moveNumber(ply)}</li>${
    isMain && ply % 2 === 1 ? html`<li class="gap" aria-hidden="true">…</li>` : nothing
  }`

/**
 * A move's button, with its node as `node`; its name has all glyphs, its title the evaluation and the clock.
 * @param {PgnNode} node
 * @param {number} ply
 * @param {Beside} beside
 * @param {boolean} isCurrent
 * @param {boolean} isStop
 */
export function moveButton(node, ply, beside, isCurrent, isStop) {
  const nags = glyphsOf(node, beside)
  const verdict = verdictFor(node, beside)
  const meanings = nags.map(nag => `, ${glyphMeaning(nag)}`).join('')
  return html`<button type="button" tabindex=${isStop ? 0 : -1} aria-current=${isCurrent ? 'step' : nothing}
    aria-label=${`${moveNumber(ply)} ${node.san}${meanings}`} title=${titleFor(node, verdict) || nothing} .node=${node}>${
      node.san
    }${signs(nags)}${repetition(node, beside)}${
      verdict
        ? html`<small class=${isTight(node, nags) ? 'tight' : nothing} data-score=${shortScore(verdict.text)}></small>`
        : nothing
    }</button>`
}

/** @param {readonly number[]} nags those of the move stand close to it */
const signs = nags =>
  nags
    .toSorted((one, other) => Number(isMoveGlyph(other)) - Number(isMoveGlyph(one)))
    .map(
      nag =>
        html`<span class=${isMoveGlyph(nag) ? 'sign' : 'glyph'} data-glyph=${nag}>${glyphSign(nag)}</span>`,
    )

/** @param {PgnNode} node @param {Beside} beside */
function repetition(node, { tree }) {
  const count = repetitionsAt(node, tree.variant)
  if (count === 0) return nothing
  const name = repetitionName(count)
  return html`<span class="repetition" title=${name}><span aria-hidden="true">${count}×</span><span
    class="visually-hidden">${name}</span></span>`
}

/** @param {string[]} comments without those that have only commands */
const notes = comments =>
  comments
    .map(readable)
    .filter(Boolean)
    .map(text => html`<li class="comment" dir="auto">${text}</li>`)
