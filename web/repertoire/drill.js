// SPDX-License-Identifier: Apache-2.0
// A repertoire is asked: the board shows a position with the moves that led there, and the user plays. It takes the place of
// the analysis.

import { PgnGame, parsePgn } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
import { announce } from '../page/notices.js'
import { button } from '../page/templates.js'
import { colorName } from '../study/descriptions.js'
import { moveName } from '../study/nodes.js'
import { dueAt, nextDue, placeAfter, Sitting } from './boxes.js'
import { cardsOf } from './cards.js'
import { keepRepertoire } from './kept.js'

/** @import { PgnNode } from 'binbo/pgn' */
/** @import { Analyst } from '../analysis/analyst.js' */
/** @import { Board } from '../board/board.js' */
/** @import { Views } from '../page/store.js' */
/** @import { OpenGames } from '../storage/open-games.js' */
/** @import { Places } from '../study/places.js' */
/** @import { GameState, Study } from '../study/study.js' */
/** @import { Card } from './cards.js' */
/** @import { Repertoire } from './kept.js' */

/** What it needs of the page. @typedef {{ study: Study, board: Board, analyst: Analyst, games: OpenGames, places: Places, store: Views<GameState> }} Page */

/** What the view shows. @typedef {{ name: string, task: string, feedback: string, isMissed: boolean, isOver: boolean, isAway: boolean }} DrillShown */

const UNKEPT = 'The browser has no room to keep your progress.'

export class Drill {
  #page
  #name
  #repertoire
  #cards
  /** @type {Sitting<Card>} */
  #sitting
  #tree
  /** The position that is asked. @type {PgnNode} */
  #node
  #feedback = ''
  /** Why progress is not kept, or ''. */
  #remark = ''

  /**
   * Begins to ask, in a tab of its own.
   * @param {Page} page
   * @param {string} name
   * @param {Repertoire} repertoire
   */
  static begin(page, name, repertoire) {
    const drill = new Drill(page, name, repertoire)
    page.analyst.begin(drill)
    page.games.open(() => page.study.load(drill.#tree), '', { isApart: true, quiet: true })
    // It may begin with an empty board.
    page.places.showStart(false)
    page.places.show('analysis')
    if (page.board.flipped !== (repertoire.color === 'black')) page.board.flip()
    drill.#pose()
  }

  /** @param {Page} page @param {string} name @param {Repertoire} repertoire */
  constructor(page, name, repertoire) {
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

  /** @returns {DrillShown} */
  get shown() {
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

  /** Ends it; the position on the board stays. */
  end() {
    if (!this.#page.analyst.finish(this)) return
    this.#page.board.showHint(null)
    this.#page.store.change()
  }

  /** Puts the current position on the board, without the moves that are asked for. */
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

  /** Called after each change of the page. @param {GameState} state @param {GameState | null} before */
  follow({ tree, mode, node }, before) {
    if (tree !== this.#tree || mode === 'play') return this.end()
    if (node !== before?.node && node.parent === this.#node && this.#sitting.card)
      this.#judge(node, this.#sitting.card)
  }

  /** @param {PgnNode} node that the user played @param {Card} card */
  #judge(node, { key, answers }) {
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
    board.showHint(move)
    this.#feedback = `${name} is not your move. You play ${answers.map(({ san }) => san).join(' or ')}: play it now.`
    announce(this.#feedback)
    this.#page.store.change()
  }

  /** @param {string} key of a card @param {boolean} isRight */
  #keep(key, isRight) {
    const { progress } = this.#repertoire
    const place = placeAfter(progress[key], isRight, Date.now())
    this.#repertoire = { ...this.#repertoire, progress: { ...progress, [key]: place } }
    keepRepertoire(this.#name, this.#repertoire).then(
      () => this.#note(''),
      () => this.#note(UNKEPT),
    )
  }

  /** @param {string} remark */
  #note(remark) {
    if (remark === this.#remark) return
    this.#remark = remark
    this.#page.store.change()
  }

  /** To the position that is asked. */
  goBack() {
    this.#page.study.goTo(this.#node)
  }

  /** @param {DrillShown} shown */
  view({ name, task, feedback, isOver, isAway }) {
    return html`<section class="mistakes" aria-labelledby="drill-title"><div class="mistakes-head"><h2
      id="drill-title">${name}</h2>${button({ label: 'End', run: () => this.end() })}</div><p class="task">${task}</p><p
      class="feedback" role="status">${feedback}</p><div class="row">${
        isAway && !isOver ? button({ label: 'Back to the position', run: () => this.goBack() }) : nothing
      }</div></section>`
  }
}
