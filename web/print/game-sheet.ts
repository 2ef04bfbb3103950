// SPDX-License-Identifier: Apache-2.0
// A game on paper: headers, moves with comments and variations, and diagrams.

import type { PgnGame, PgnNode } from 'binbo/pgn'
import type { Block } from '../moves/blocks.js'
import { blocksOf, DEEPEST_INDENT, verdictIn } from '../moves/blocks.js'
import { glyphSign, isDiagram, isMoveGlyph } from '../moves/glyphs.js'
import { h } from '../page/dom.js'
import { language, say } from '../page/texts.js'
import { resultSign, turnText } from '../study/descriptions.js'
import { known, knownDate, placeOf, titleOf } from '../study/headers.js'
import { moveName, moveNumber, readable, shownSan } from '../study/nodes.js'
import { diagram } from './paper.js'

export type GameChoice = {
  /** 'marked': at marked moves, by default at the move on the board; 'ten': every ten moves */
  diagrams: 'marked' | 'ten' | 'none'
  comments: boolean
  variations: boolean
  evaluations: boolean
  columns: 'one' | 'two'
}

export type PrintedGame = {
  tree: PgnGame
  /** the position on the board */
  node: PgnNode
  flipped: boolean
  /** its name; '' for none */
  opening: string
  /** whether the moves are to be found: only the position is printed */
  isAsked: boolean
}

/** A diagram with Black at the bottom. */
const FROM_BLACK = 221
const TEN_MOVES = 20

export function gameSheet(game: PrintedGame, choice: GameChoice): HTMLElement {
  const { tree, isAsked, node, flipped } = game
  if (isAsked)
    return h('article', { class: 'sheet' }, pictureOf(node, flipped, turnText(node.position.sideToMove)))
  const flow = new Flow(choice, diagramsIn(game, choice), flipped)
  flow.root(tree.root)
  for (const block of blocksOf(tree.root)) flow.block(block)
  if (tree.result !== '*') flow.word(h('span', {}, resultSign(tree.result)), 0)
  return h(
    'article',
    { class: 'sheet', lang: language },
    h('header', {}, h('h1', {}, titleOf(tree)), h('p', {}, aboutOf(game))),
    h('div', { class: 'sheet-text', 'data-columns': choice.columns }, ...flow.parts),
  )
}

/** @returns such as 'New York 1924, round 6 · Dutch Defense (A80) · 1–0' */
function aboutOf({ tree: { headers, result }, opening }: PrintedGame): string {
  const round = known(headers.get('Round'))
  const where = [known(headers.get('Event')), placeOf(headers.get('Site')), knownDate(headers.get('Date'))]
  const event = [...new Set(where), round && say`round ${round}`].filter(Boolean).join(', ')
  return [event, opening, result === '*' ? '' : resultSign(result)].filter(Boolean).join(' · ')
}

/** @returns the positions with a diagram */
function diagramsIn({ tree, node }: PrintedGame, { diagrams, variations }: GameChoice): Set<PgnNode> {
  if (diagrams === 'none') return new Set()
  const main = [...tree.mainline()]
  const found: PgnNode[] = []
  if (diagrams === 'ten') found.push(...main.filter((_, at) => (at + 1) % TEN_MOVES === 0))
  else {
    const all = variations ? Array.from(blocksOf(tree.root), block => block.nodes).flat() : main
    found.push(...all.filter(isMarked))
    if (found.length === 0 && node.parent) found.push(node)
  }
  if (tree.headers.has('FEN') || main.length === 0) found.push(tree.root)
  return new Set(found)
}

const isMarked = ({ nags, arrows, squares }: PgnNode): boolean =>
  nags.some(isDiagram) || (arrows?.length ?? 0) + (squares?.length ?? 0) > 0

function pictureOf(node: PgnNode, flipped: boolean, caption: string): HTMLElement {
  const isTurned = flipped !== node.nags.includes(FROM_BLACK)
  const { position, arrows, squares } = node
  return diagram(position, { below: isTurned ? 'black' : 'white', caption, arrows, circles: squares })
}

/** Paragraphs of moves, and what interrupts them. */
class Flow {
  readonly parts: HTMLElement[] = []
  #choice: GameChoice
  #diagrams: Set<PgnNode>
  #flipped: boolean
  /** The paragraph of moves that the next move continues. */
  #moves: HTMLElement | null = null
  #depth = 0

  constructor(choice: GameChoice, diagrams: Set<PgnNode>, flipped: boolean) {
    this.#choice = choice
    this.#diagrams = diagrams
    this.#flipped = flipped
  }

  /** What comes before the first move. */
  root(root: PgnNode) {
    if (this.#diagrams.has(root))
      this.#add(pictureOf(root, this.#flipped, turnText(root.position.sideToMove)))
    this.#comments(root.comments, 0)
  }

  block({ nodes, depth, ply, begins }: Block) {
    if (depth > 0 && !this.#choice.variations) return
    if (begins && depth > 0) this.#moves = null
    for (const [index, node] of nodes.entries()) this.#move(node, ply + index, depth)
  }

  /** Adds to the paragraph of moves. */
  word(word: HTMLElement, depth: number) {
    if (!this.#moves || this.#depth !== depth) {
      const level = Math.min(depth, DEEPEST_INDENT)
      const name = depth === 0 ? 'sheet-main' : 'sheet-variation'
      const paragraph = h('p', { class: name })
      paragraph.style.setProperty('--depth', String(level))
      this.#add(paragraph)
      this.#moves = paragraph
      this.#depth = depth
    }
    this.#moves.append(word, ' ')
  }

  #move(node: PgnNode, ply: number, depth: number) {
    const isNew = !this.#moves || this.#depth !== depth
    const isCommented = this.#comments(node.startingComments, depth)
    const isNumbered = isNew || isCommented || this.#isInterrupted || ply % 2 === 0
    this.#isInterrupted = false
    const number = isNumbered ? `${moveNumber(ply)}\u00a0` : ''
    this.word(h('span', {}, number + shownSan(node.san ?? '') + signsOf(node)), depth)
    const verdict = this.#choice.evaluations ? verdictIn(node) : null
    if (verdict) this.word(h('small', {}, verdict.text), depth)
    if (this.#diagrams.has(node)) this.#add(pictureOf(node, this.#flipped, say`After ${shownName(node)}`))
    if (this.#comments(node.comments, depth)) this.#isInterrupted = true
  }

  /** Whether the next move of Black is numbered: a comment came before it in the same paragraph. */
  #isInterrupted = false

  /** @returns whether there was one */
  #comments(comments: string[], depth: number): boolean {
    const texts = this.#choice.comments ? comments.map(readable).filter(Boolean) : []
    for (const text of texts)
      if (depth > 0) this.word(h('bdi', {}, text), depth)
      else this.#add(h('p', { class: 'sheet-comment', dir: 'auto' }, text))
    return texts.length > 0
  }

  /** Adds what ends the paragraph of moves. */
  #add(part: HTMLElement) {
    this.#moves = null
    this.parts.push(part)
  }
}

const shownName = (node: PgnNode): string => shownSan(moveName(node))

/** @returns such as '!' or ' ±' */
const signsOf = ({ nags }: PgnNode): string =>
  nags
    .filter(nag => !isDiagram(nag))
    .toSorted((one, other) => Number(isMoveGlyph(other)) - Number(isMoveGlyph(one)))
    .map(nag => (isMoveGlyph(nag) ? '' : '\u00a0') + glyphSign(nag))
    .join('')
