// SPDX-License-Identifier: Apache-2.0
// A tree of moves as a flat sequence of blocks in PGN order, and the elements that show them: the list does not nest, no
// matter how deep the variations do.

import { scoreText } from '../analysis/verdict.js'
import { h } from '../page/dom.js'
import { moveNumber, plyAt, readable } from '../study/nodes.js'
import { repetitionName } from '../study/repetition.js'
import { glyphMeaning, glyphSign, isMoveGlyph } from './glyphs.js'

/** @import { PgnNode } from 'binbo/pgn' */

/**
 * Moves in a row without a variation between them.
 * @typedef {object} Block
 * @property {PgnNode[]} nodes at least one
 * @property {number} depth 0 on the main line, 1 in its variations, 2 in theirs
 * @property {number} ply of the first one, 0 for White's move 1
 * @property {boolean} begins whether its line begins here, rather than going on after a variation
 */

/** Longer blocks are cut, so that the browser lays out only the visible ones. */
const LONGEST = 60
/** @type {readonly PgnNode[]} */
const NONE = []

/**
 * Without recursion, and one block at a time: trees may be very deep and very large.
 * @param {PgnNode} root
 * @returns {Generator<Block, void>}
 */
export function* blocksOf(root) {
  if (root.children.length === 0) return
  /** @type {{ node: PgnNode, depth: number, ply: number, begins: boolean }[]} lines still to be written, the next one last */
  const open = [{ node: root.children[0], depth: 0, ply: plyAt(root), begins: true }]
  for (let line = open.pop(); line; line = open.pop()) {
    const { depth, ply, begins } = line
    const nodes = [line.node]
    let last = line.node
    while (others(last).length === 0 && last.children.length > 0 && nodes.length < LONGEST) {
      last = last.children[0]
      nodes.push(last)
    }
    yield { nodes, depth, ply, begins }
    const end = ply + nodes.length
    if (last.children.length > 0) open.push({ node: last.children[0], depth, ply: end, begins: false })
    for (const node of [...others(last)].reverse())
      open.push({ node, depth: depth + 1, ply: end - 1, begins: true })
  }
}

/** @param {PgnNode} node @returns {readonly PgnNode[]} the alternatives to a first choice, written after it */
function others(node) {
  const siblings = node.parent?.children ?? []
  return siblings.length > 1 && siblings[0] === node ? siblings.slice(1) : NONE
}

/** Nested variations are indented up to this depth; deeper ones show their level. */
const DEEPEST_INDENT = 5
/** Estimate for a variation, for its height before it is laid out. */
const MOVES_A_ROW = 5

/**
 * What stands beside a move, though the game need not have it.
 * @typedef {object} Marks
 * @property {(node: PgnNode) => readonly number[]} glyphsOf those of the game, and those that are not written into it
 * @property {(node: PgnNode) => number} repetitionsAt how often the position has occurred; 0 for less than three times
 */

/**
 * @param {Block} block
 * @param {Marks} marks
 * @returns {string} all that it shows besides its moves: blocks with equal texts look equal
 */
export function blockText({ nodes, depth, ply, begins }, { glyphsOf, repetitionsAt }) {
  const beside = nodes.map(node => [
    glyphsOf(node),
    repetitionsAt(node),
    node.comments,
    node.startingComments,
    node.clock,
    node.eval,
  ])
  return JSON.stringify([depth, ply, begins, beside])
}

/**
 * @param {Block} block
 * @param {Marks} marks
 * @param {(node: PgnNode, button: HTMLButtonElement) => void} onButton called for each move's button
 * @returns {HTMLOListElement} its buttons are not in the tab order; the caller puts one into it
 */
export function blockElement(block, { glyphsOf, repetitionsAt }, onButton) {
  const { nodes, depth, ply } = block
  const list = h('ol', {
    role: 'list',
    class: depth === 0 ? 'main-line' : 'variation',
    'aria-label': blockName(block),
    'data-level': depth > DEEPEST_INDENT && depth,
  })
  list.style.setProperty('--depth', String(Math.min(depth, DEEPEST_INDENT)))
  list.style.setProperty('--rows', String(Math.ceil(nodes.length / (depth === 0 ? 2 : MOVES_A_ROW))))
  let isNumbered = true
  for (const [index, node] of nodes.entries()) {
    const at = ply + index
    const [before, after] = [node.startingComments, node.comments].map(shownComments)
    const nags = glyphsOf(node)
    const button = moveButton(node.san, nags, at)
    const number =
      (isNumbered || before.length > 0 || at % 2 === 0) &&
      h('span', { class: 'number', 'aria-hidden': 'true' }, moveNumber(at))
    const side = at % 2 === 0 ? 'white' : 'black'
    list.append(
      ...before,
      h('li', { class: side }, number, button, ...glyphs(nags), repetition(repetitionsAt(node)), facts(node)),
      ...after,
    )
    isNumbered = after.length > 0
    onButton(node, button)
  }
  return list
}

/** @param {Block} block @returns {string} */
function blockName({ depth, ply, begins }) {
  const number = moveNumber(ply)
  if (depth === 0) return begins ? 'Main line' : `Main line from ${number}`
  const level = depth === 1 ? '' : `, level ${depth}`
  return begins ? `Variation at ${number}${level}` : `Variation from ${number}${level}`
}

/**
 * @param {string | null} san
 * @param {readonly number[]} nags
 * @param {number} ply
 * @returns {HTMLButtonElement} its label names all glyphs
 */
function moveButton(san, nags, ply) {
  const meanings = nags.map(nag => `, ${glyphMeaning(nag)}`).join('')
  return h(
    'button',
    { type: 'button', tabindex: -1, 'aria-label': `${moveNumber(ply)} ${san}${meanings}` },
    san,
    ...nags.filter(isMoveGlyph).map(nag => h('span', { class: 'sign', 'data-glyph': nag }, glyphSign(nag))),
  )
}

/** @param {readonly number[]} nags @returns {HTMLSpanElement[]} the glyphs that are printed apart from the move */
const glyphs = nags =>
  nags
    .filter(nag => !isMoveGlyph(nag))
    .map(nag =>
      h('span', { class: 'glyph', title: glyphMeaning(nag), 'aria-hidden': 'true' }, glyphSign(nag)),
    )

/** @param {number} count @returns {HTMLSpanElement | false} */
function repetition(count) {
  if (count === 0) return false
  const name = repetitionName(count)
  return h(
    'span',
    { class: 'repetition', title: name },
    h('span', { 'aria-hidden': 'true' }, `${count}×`),
    h('span', { class: 'visually-hidden' }, name),
  )
}

/** @param {string[]} comments @returns {HTMLLIElement[]} without those that have only commands */
const shownComments = comments =>
  comments
    .map(readable)
    .filter(Boolean)
    .map(text => h('li', { class: 'comment', dir: 'auto' }, text))

/** @param {PgnNode} node @returns {HTMLSpanElement | false} evaluation and clock */
function facts({ clock, eval: evaluation }) {
  const score = evaluation && scoreText(evaluation)
  const time = clock !== undefined && clockText(clock)
  if (!score && !time) return false
  return h(
    'span',
    { class: 'facts' },
    score && h('span', { title: 'Evaluation from White’s side' }, score),
    time && h('span', { title: 'Left on the clock' }, time),
  )
}

/** @param {number} seconds @returns {string} such as '1:05:09' or '5:09' */
function clockText(seconds) {
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor)
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
