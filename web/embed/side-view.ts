// SPDX-License-Identifier: Apache-2.0
// The side of a frame: players, moves, and buttons that go through the moves. The elements are made once for each game; a step
// only moves the mark. Frames load no template library, which would be a third of their own scripts.

import type { PgnGame, PgnNode } from 'binbo/pgn'
import { blocksOf } from '../moves/blocks.js'
import { h, icon } from '../page/dom.js'
import { allow } from '../page/focus.js'
import { say } from '../page/texts.js'
import { linksOf } from '../storage/links.js'
import { resultSign, turnText } from '../study/descriptions.js'
import { known, knownDate, placeOf, playersIn } from '../study/headers.js'
import { readable } from '../study/nodes.js'
import type { Shown } from './address.js'
import { blockElement } from './block-element.js'
import type { Embed } from './embed.js'

/** Pixels kept free above and below the current move. */
const MARGIN = 24

export class SideView {
  #root: HTMLElement
  #moves = h('section', { class: 'move-list', 'aria-label': say`Moves` })
  #steps = h('div', { class: 'steps', role: 'group', 'aria-label': say`Steps` })
  #back: HTMLButtonElement[]
  #forward: HTMLButtonElement[]
  #link = h(
    'a',
    { target: '_blank', rel: 'noopener', title: say`Open in Binbo`, 'aria-label': say`Open in Binbo` },
    h('img', { class: 'logo', src: 'icon.svg', alt: '' }),
  )
  #buttons: Map<PgnNode, HTMLButtonElement> = new Map()
  #nodes: Map<Element, PgnNode> = new Map()
  /** The move in the tab order. */
  #tabStop: HTMLButtonElement | undefined
  /** The game, and the hash of its link. */
  #shown: Pick<Shown, 'game' | 'hash'> = { game: null, hash: '' }

  constructor(root: HTMLElement, embed: Embed) {
    this.#back = [
      step('first', say`To the start`, () => embed.toStart()),
      step('back', say`One move back`, () => embed.back()),
    ]
    this.#forward = [
      step('forward', say`One move forward`, () => embed.forward()),
      step('last', say`To the end of this line`, () => embed.toEnd()),
    ]
    const flip = step('flip', say`Turn the board`, () => embed.flip())
    this.#steps.append(...this.#back, ...this.#forward, flip, this.#link)
    this.#moves.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null
      if (button) embed.goTo(this.#nodes.get(button))
    })
    this.#root = root
  }

  /** Replaces what the side shows, such as a puzzle. */
  open(shown: Shown) {
    this.#root.replaceChildren(this.#moves, this.#steps)
    this.#shown = shown
    const { game, note } = shown
    this.#buttons.clear()
    this.#nodes.clear()
    const problem = h('p', { class: 'note', role: 'alert', hidden: note === '' }, note)
    const rest = game ? [...aboutOf(game), ...this.#listsOf(game), endingOf(game)] : []
    this.#moves.replaceChildren(titleFor(game), problem, ...rest)
    // The box may scroll, so either a move in it or the box itself must be focusable.
    this.#moves.tabIndex = this.#buttons.size > 0 ? -1 : 0
  }

  /** Marks the current move and scrolls the box of moves to it. */
  markCurrent(node: PgnNode | null) {
    const { game, hash } = this.#shown
    const hadFocus = this.#moves.contains(document.activeElement)
    this.#tabStop?.removeAttribute('aria-current')
    this.#tabStop?.setAttribute('tabindex', '-1')
    const current = node ? this.#buttons.get(node) : undefined
    current?.setAttribute('aria-current', 'step')
    this.#tabStop = current ?? this.#buttons.values().next().value
    this.#tabStop?.setAttribute('tabindex', '0')
    if (hadFocus) this.#tabStop?.focus({ preventScroll: true })
    this.#reveal(current)
    for (const button of this.#back) allow(button, Boolean(node?.parent))
    for (const button of this.#forward) allow(button, Boolean(node?.children.length))
    this.#link.setAttribute('href', game && node ? linkTo(game, node) : `./${hash}`)
  }

  /** Scrolls the box only, never the surrounding page. @param button undefined: scrolls to the top */
  #reveal(button: HTMLButtonElement | undefined) {
    const box = this.#moves
    if (!button) box.scrollTop = 0
    else {
      const { top, bottom } = box.getBoundingClientRect()
      const place = button.getBoundingClientRect()
      const above = place.top - top - MARGIN
      const below = place.bottom - bottom + MARGIN
      if (above < 0 || below > 0) box.scrollTop += above < 0 ? above : below
    }
  }

  #listsOf({ root, variant }: PgnGame): Iterable<HTMLElement> {
    const note = (node: PgnNode, button: HTMLButtonElement) => {
      this.#buttons.set(node, button)
      this.#nodes.set(button, node)
    }
    return Array.from(blocksOf(root), block => blockElement(block, variant, note))
  }
}

/** @returns a heading with the players */
function titleFor(game: PgnGame | null): HTMLElement {
  const players = game && playersIn(game)
  return h('h1', { class: !players && 'visually-hidden', dir: 'auto' }, players || say`A game of chess`)
}

/** @returns event, site and date, and the comment before the moves */
function aboutOf({ headers, root }: PgnGame): HTMLElement[] {
  const about = [known(headers.get('Event')), placeOf(headers.get('Site')), knownDate(headers.get('Date'))]
  const lines = [
    { class: 'soft', text: about.filter(Boolean).join(', ') },
    { class: 'comment', text: root.comments.map(readable).filter(Boolean).join(' ') },
  ]
  return lines.map(({ class: name, text }) => h('p', { class: name, dir: 'auto', hidden: text === '' }, text))
}

/** @returns the result, or for a position without moves the side to move */
function endingOf({ result, root }: PgnGame): HTMLElement {
  const turn = root.children.length === 0 ? turnText(root.position.sideToMove) : ''
  return h('p', { class: 'ending' }, result === '*' ? turn : resultSign(result))
}

/** @returns a link to the whole page with the game at the node */
function linkTo(tree: PgnGame, node: PgnNode): string {
  const { pgn, fen } = linksOf({ position: node.position, tree, node }, './')
  return tree.root.children.length > 0 ? pgn : fen
}

const step = (name: string, label: string, onclick: () => void) =>
  h('button', { type: 'button', 'aria-label': label, title: label, onclick }, icon(name))
