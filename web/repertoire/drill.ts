// SPDX-License-Identifier: Apache-2.0
// The training of a repertoire: the board shows a position with the moves that led to it, and the user plays. It replaces the
// analysis.

import type { PgnNode } from 'binbo/pgn'
import { PgnGame, parsePgn } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
import type { Analyst } from '../analysis/analyst.js'
import type { Board } from '../board/board.js'
import { announce } from '../page/notices.js'
import type { Views } from '../page/store.js'
import { button } from '../page/templates.js'
import type { OpenGames } from '../storage/open-games.js'
import { colorName } from '../study/descriptions.js'
import { moveName } from '../study/nodes.js'
import type { Places } from '../study/places.js'
import type { GameState, Study } from '../study/study.js'
import { dueAt, nextDue, placeAfter, Sitting } from './boxes.js'
import type { Card } from './cards.js'
import { cardsOf } from './cards.js'
import type { Repertoire } from './saved-repertoires.js'
import { saveRepertoire } from './saved-repertoires.js'

/** The models that this folder uses. */
export type Page = {
  study: Study
  board: Board
  analyst: Analyst
  games: OpenGames
  places: Places
  store: Views<GameState>
}

/** The state of the dialog. */
type DrillShown = {
  name: string
  task: string
  feedback: string
  isMissed: boolean
  isOver: boolean
  isAway: boolean
}

const UNKEPT = 'The browser has no room to keep your progress.'

export class Drill {
  #page: Page
  #name: string
  #repertoire: Repertoire
  #cards: Card[]
  #sitting: Sitting<Card>
  #tree: PgnGame
  /** The node of the current card. */
  #node: PgnNode
  #feedback = ''
  /** The reason why progress is not saved, or ''. */
  #remark = ''

  /** Begins the training, in a new tab. */
  static begin(page: Page, name: string, repertoire: Repertoire) {
    const drill = new Drill(page, name, repertoire)
    page.analyst.begin(drill)
    page.games.open(() => page.study.load(drill.#tree), '', { isApart: true, quiet: true })
    // The first card may be the start position.
    page.places.showStart(false)
    page.places.show('analysis')
    if (page.board.flipped !== (repertoire.color === 'black')) page.board.flip()
    drill.#pose()
  }

  constructor(page: Page, name: string, repertoire: Repertoire) {
    this.#page = page
    this.#name = name
    this.#repertoire = repertoire
    const [game] = parsePgn(repertoire.pgn)
    this.#cards = cardsOf(game, repertoire.color)
    this.#sitting = new Sitting(dueAt(this.#cards, repertoire.progress, Date.now()))
    this.#tree = new PgnGame({ fen: game.startFen, variant: game.variant })
    this.#tree.headers.set('Event', name)
    this.#node = this.#tree.root
  }

  get shown(): DrillShown {
    const { card, isMissed } = this.#sitting
    return {
      name: this.#name,
      task: this.#task(),
      feedback: [this.#feedback, this.#remark].filter(Boolean).join(' '),
      isMissed,
      isOver: !card,
      isAway: card !== undefined && this.#page.study.node !== this.#node,
    }
  }

  get asks(): PgnNode | null {
    return this.#sitting.card ? this.#node : null
  }

  #task() {
    const { card, left, right, missed } = this.#sitting
    const color = colorName(this.#repertoire.color)
    if (card) return `${left} left. What do you play for ${color}?`
    const next = nextDue(this.#cards, this.#repertoire.progress)
    const date = new Date(next).toLocaleString('en', { dateStyle: 'medium' })
    const asked =
      right === 0 ? 'Nothing is due now.' : `Done: ${right} right, ${missed} of them after a mistake.`
    return `${asked} The next position comes on ${date}.`
  }

  /** Ends the training; the position on the board stays. */
  end() {
    if (!this.#page.analyst.finish(this)) return
    this.#page.board.showHint(null)
    this.#page.store.change()
  }

  /** Puts the current position on the board, without its answers. */
  #pose() {
    const { study, board, store } = this.#page
    const { card } = this.#sitting
    board.showHint(null)
    if (card) {
      const { root } = this.#tree
      this.#node = root
      for (const child of [...root.children]) study.remove(child)
      let node = root
      if (card.line.length > 0) study.addLine(root, card.line)
      while (node.children.length > 0) node = node.children[0]
      this.#node = node
      study.goTo(node)
    }
    announce(`${this.#feedback} ${this.#task()}`.trim())
    store.change()
  }

  /** Called after each change of the page. */
  follow({ tree, mode, node }: GameState, before: GameState | null) {
    if (tree !== this.#tree || mode === 'play') return this.end()
    if (node !== before?.node && node.parent === this.#node && this.#sitting.card)
      this.#judge(node, this.#sitting.card)
  }

  /** @param node the user's move */
  #judge(node: PgnNode, { key, answers }: Card) {
    const { study, board } = this.#page
    const { uci } = node
    const name = moveName(node)
    if (answers.some(answer => answer.uci === uci)) {
      this.#feedback = `${name} is right.`
      if (!this.#sitting.isMissed) this.#keep(key, true)
      this.#sitting.next()
      return this.#pose()
    }
    study.remove(node)
    const [{ uci: right }] = answers
    if (this.#sitting.miss()) this.#keep(key, false)
    const [move] = this.#node.position.line([right])
    board.showHint(move, this.#node.position)
    this.#feedback = `${name} is not your move. You play ${answers.map(({ san }) => san).join(' or ')}: play it now.`
    announce(this.#feedback)
    this.#page.store.change()
  }

  /** @param key of a card */
  #keep(key: string, isRight: boolean) {
    const { progress } = this.#repertoire
    const place = placeAfter(progress[key], isRight, Date.now())
    this.#repertoire = { ...this.#repertoire, progress: { ...progress, [key]: place } }
    saveRepertoire(this.#name, this.#repertoire).then(
      () => this.#note(''),
      () => this.#note(UNKEPT),
    )
  }

  #note(remark: string) {
    if (remark === this.#remark) return
    this.#remark = remark
    this.#page.store.change()
  }

  /** Goes to the current card's position. */
  goBack() {
    this.#page.study.goTo(this.#node)
  }

  view({ name, task, feedback, isOver, isAway }: DrillShown) {
    return html`<section class="mistakes" aria-labelledby="drill-title"><div class="mistakes-head"><h2
      id="drill-title">${name}</h2>${button({ label: 'End', run: () => this.end() })}</div><p class="task">${task}</p><p
      class="feedback" role="status">${feedback}</p><div class="row">${
        isAway && !isOver ? button({ label: 'Back to the position', run: () => this.goBack() }) : nothing
      }</div></section>`
  }
}
