// SPDX-License-Identifier: Apache-2.0
// Moves in a scrolling box: the list of the whole tree, and the score sheet of the current line. Each frame draws a few parts;
// of long games only the parts around the current move or the scroll position are drawn, so that the cost does not depend
// on the length of a game.

import type { PgnGame, PgnNode } from 'binbo/pgn'
import { html, nothing, render } from 'lit-html'
import { guard } from 'lit-html/directives/guard.js'
import { repeat } from 'lit-html/directives/repeat.js'
import { keepFocus } from '../page/focus.js'
import { Pace } from '../page/pace.js'
import { say } from '../page/texts.js'
import { hasFields } from '../page/unknown.js'
import { resultSign } from '../study/descriptions.js'
import { hasFigurines, readable } from '../study/nodes.js'
import type { Outcome } from '../study/study.js'
import type { Block } from './blocks.js'
import { blocksOf, lineTo, partsOfLine } from './blocks.js'
import type { Beside, Places } from './move-blocks.js'
import { blockView, emptyBlocks, textBeside } from './move-blocks.js'

/** The fields of State that the list shows. */
type Shown = {
  tree: PgnGame
  /** changes with the tree */
  version: number
  /** the current node */
  node: PgnNode | null
  outcome: Outcome | null
  match?: { setup: object | null }
  evaluations?: Beside['evaluations']
  review?: { findings: Beside['findings'] }
  /** the position of an exercise's task: later moves are left out, except those that lead to the current node */
  asks?: PgnNode | null
}

/** Moves that are drawn together. `text`: textBeside(), computed when it is needed. */
type Part = Block & { text?: string }

/** A drawn part; or null, and the parts that are not drawn yet. */
type Item = { part: Part | null; rest: Part[] }

/** The differences between the list and the score sheet. */
export type Kind = {
  partsOf: (shown: Shown) => Iterable<Part>
  view: (part: Part, beside: Beside, places: Places) => unknown
  /** a placeholder for consecutive parts until they are drawn; its element has them as `parts` */
  empty: (parts: Part[]) => unknown
  /** wraps the parts */
  frame: (parts: unknown, shown: Shown) => unknown
  /** whether the parts depend on the current node */
  isOfLine?: boolean
}

/** Pixels kept free around the current move; a third of the rest in low boxes. */
const MARGIN = 84
/** Moves that are drawn around the centre: shorter games are drawn whole, also for screen readers. */
const AROUND = 200
/** Moves around the centre that stay drawn. */
const STAYING = 300
/** The most moves that one frame adds. */
const A_FRAME = 40

export class MoveList {
  #root: HTMLElement
  #kind: Kind
  #shown: Shown | null = null
  /** Whether the drawn moves have figurines. */
  #hasFigurines = hasFigurines()
  #parts: Part[] = []
  /** By first move: the identity of the drawn part. */
  #keys: WeakMap<PgnNode, { length: number }> = new WeakMap()
  /** First moves of the drawn parts. */
  #built: Set<PgnNode> = new Set()
  /** The move around which parts are drawn. */
  #centre: PgnNode | null = null
  /** The requested frame, which draws more parts; 0: none. */
  #frame = 0

  constructor(root: HTMLElement, goTo: (node: PgnNode) => unknown, kind: Kind = LIST) {
    this.#root = root
    this.#kind = kind
    root.addEventListener('click', ({ target }) => {
      const button = target instanceof Element && target.closest('button')
      if (hasFields<{ node: PgnNode }>(button, 'node')) goTo(button.node)
    })
    root.addEventListener('scroll', () => this.#follow())
    // A hidden box cannot be scrolled.
    new IntersectionObserver(() => this.#reveal()).observe(root)
  }

  draw(shown: Shown) {
    const before = this.#shown
    this.#shown = shown
    const drawn = this.#hasFigurines
    this.#hasFigurines = hasFigurines()
    const isOther = shown.tree !== before?.tree
    const isChanged =
      isOther ||
      this.#hasFigurines !== drawn ||
      shown.version !== before.version ||
      shown.asks !== before.asks ||
      shown.evaluations !== before.evaluations ||
      shown.review?.findings !== before.review?.findings
    const isMoved = shown.node !== before?.node
    if (!isChanged && !isMoved && shown.outcome === before.outcome) return
    if (isOther) {
      this.#built.clear()
      this.#root.scrollTop = 0
    }
    if (isChanged || (isMoved && (shown.asks || this.#kind.isOfLine)))
      this.#parts = [...(shown.asks ? askedParts(shown, shown.asks) : this.#kind.partsOf(shown))]
    if (isMoved || isOther) this.#centre = shown.node
    this.#grow()
    if (isMoved || shown.version !== before?.version) requestAnimationFrame(() => this.#reveal())
  }

  /** Draws the built parts and a few more, and the rest in the next frames. @param after called in each of them */
  #grow(after: () => void = () => this.#reveal()) {
    const shown = this.#shown
    if (!shown) return
    cancelAnimationFrame(this.#frame)
    this.#built = new Set(
      this.#around(STAYING).flatMap(({ nodes: [first] }) => (this.#built.has(first) ? first : [])),
    )
    const missing = this.#around(AROUND).filter(({ nodes: [first] }) => !this.#built.has(first))
    const pace = new Pace()
    let moves = 0
    while (missing.length > 0 && moves < A_FRAME && !(pace.isOver && moves > 0)) {
      const [part] = missing.splice(0, 1)
      moves += part.nodes.length
      textOf(part, shown)
      this.#built.add(part.nodes[0])
    }
    this.#render()
    this.#frame = 0
    if (missing.length === 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#grow(after)
      after()
      this.#follow()
    })
  }

  /** @returns the current part, then the parts around the centre, with about `moves` moves */
  #around(moves: number): Part[] {
    const parts = this.#parts
    const at = (node: PgnNode | null | undefined) =>
      Math.max(0, node ? parts.findIndex(({ nodes }) => nodes.includes(node)) : 0)
    const centre = at(this.#centre)
    const near: Set<Part> = new Set(parts.slice(at(this.#shown?.node)).slice(0, 1))
    let sum = 0
    for (let away = 0; away < parts.length; away++)
      for (const part of [parts[centre + away], parts[centre - away]])
        if (part && sum < moves) {
          near.add(part)
          sum += away === 0 ? part.nodes.length / 2 : part.nodes.length
        }
    return [...near]
  }

  /** Draws the parts at the scroll position. */
  #follow() {
    if (this.#frame !== 0) return
    const root = this.#root
    const view = root.getBoundingClientRect()
    const element = [...root.querySelectorAll('.unbuilt')].find(element => isNear(element, view))
    if (!hasFields<{ parts: Part[] }>(element, 'parts')) return
    const nodes = element.parts.flatMap(part => part.nodes)
    const { top, left, width, height } = element.getBoundingClientRect()
    const share = Math.max((view.top - top) / height, (view.left - left) / width)
    this.#centre = nodes[Math.floor(Math.min(Math.max(share, 0), 0.999) * nodes.length)]
    this.#frame = requestAnimationFrame(() => this.#grow(() => {}))
  }

  #render() {
    const root = this.#root
    const shown = this.#shown
    if (!shown) return
    const { tree, node } = shown
    const hadFocus = root.contains(document.activeElement)
    const stop = this.#parts.some(({ nodes }) => node && nodes.includes(node)) ? node : tree.root.children[0]
    const view = ({ part, rest }: Item) => {
      if (!part) return this.#kind.empty(rest)
      const places = { at: indexIn(part, node), stop: indexIn(part, stop) }
      const given = [textOf(part, shown), part.begins, places.at, places.stop, ...part.nodes]
      return guard(given, () => this.#kind.view(part, besideOf(shown), places))
    }
    const parts = repeat(this.#items(), ({ part, rest }) => (part ? this.#keyOf(part) : rest[0]), view)
    const tabStop = () => root.querySelector<HTMLElement>('button[tabindex="0"]')
    keepFocus(root, tabStop, () => render(this.#kind.frame(parts, shown), root))
    if (hadFocus && root.contains(document.activeElement)) tabStop()?.focus({ preventScroll: true })
  }

  /** A part that has lost moves, such as to a new variation, is drawn anew in one piece, which is cheaper. */
  #keyOf({ nodes: [first, ...others] }: Part): object {
    const length = others.length + 1
    const before = this.#keys.get(first)
    const key = before && before.length <= length ? before : { length }
    key.length = length
    this.#keys.set(first, key)
    return key
  }

  #items(): Item[] {
    const items: Item[] = []
    for (const part of this.#parts) {
      const last = items.at(-1)
      if (this.#built.has(part.nodes[0])) items.push({ part, rest: [] })
      else if (last && !last.part) last.rest.push(part)
      else items.push({ part: null, rest: [part] })
    }
    return items
  }

  /** Scrolls the box, never the page, to the current move. It repeats, as scrolling may draw parts of another size. */
  #reveal(attempts = 4) {
    const root = this.#root
    const current = root.querySelector('[aria-current]')
    const { scrollTop, scrollLeft } = root
    if (current) {
      const box = root.getBoundingClientRect()
      const place = current.getBoundingClientRect()
      root.scrollTop += outside(place.top - box.top, box.bottom - place.bottom)
      root.scrollLeft += outside(place.left - box.left, box.right - place.right)
    } else if (!this.#shown?.node?.parent) root.scrollTo(0, 0)
    const isDone = root.scrollTop === scrollTop && root.scrollLeft === scrollLeft
    if (!isDone && attempts > 1) requestAnimationFrame(() => this.#reveal(attempts - 1))
  }
}

/** @returns textBeside() of a part, which is slow and called once */
function textOf(part: Part, shown: Shown): string {
  part.text ??= textBeside(part.nodes, besideOf(shown))
  return part.text
}

/** @returns whether the element is in the box, or less than the box's size away */
function isNear(element: Element, { top, bottom, left, right, height, width }: DOMRect): boolean {
  const place = element.getBoundingClientRect()
  return (
    place.top < bottom + height &&
    place.bottom > top - height &&
    place.left < right + width &&
    place.right > left - width
  )
}

/** @returns the index of the node in the part; -1 if it is not there */
const indexIn = ({ nodes }: Part, node: PgnNode | null | undefined): number =>
  node ? nodes.indexOf(node) : -1

const besideOf = ({ tree, evaluations, review }: Shown): Beside => ({
  tree,
  evaluations,
  findings: review?.findings,
})

/** @param before pixels from the start of the box @param after pixels to its end @returns pixels to scroll */
function outside(before: number, after: number): number {
  const margin = Math.min(MARGIN, (before + after) / 3)
  if (before < margin) return before - margin
  return after < margin ? margin - after : 0
}

function askedParts({ tree, node }: Shown, asks: PgnNode): Iterable<Part> {
  const line = lineTo(node)
  return partsOfLine(!asks.parent || line.includes(asks) ? line : lineTo(asks), tree)
}

/** The whole tree. */
const LIST: Kind = {
  partsOf: ({ tree }) => blocksOf(tree.root),
  view: blockView,
  empty: emptyBlocks,
  frame(parts, { tree, outcome, match }) {
    const isEmpty = tree.root.children.length === 0 && !match?.setup
    const result = outcome && [resultSign(outcome.result), outcome.how].filter(Boolean).join(' · ')
    const ending = result ?? (isEmpty ? say`Move a piece, or choose an opponent.` : '')
    const opening = tree.root.comments.map(readable).join(' ')
    return html`${opening ? html`<p class="comment" dir="auto">${opening}</p>` : nothing}${parts}${
      ending ? html`<p class="ending">${ending}</p>` : nothing
    }`
  },
}
