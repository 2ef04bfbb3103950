// SPDX-License-Identifier: Apache-2.0
// One session of training: the board shows a position with the moves that led to it, and the user plays. It replaces the
// analysis.

import type { PgnNode } from 'binbo/pgn'
import { PgnGame } from 'binbo/pgn'
import { Score } from 'binbo/uci'
import { nothing } from 'lit-html'
import type { State as AnalysisState } from '../analysis/analysis-view.js'
import type { Analyst, Exercise } from '../analysis/analyst.js'
import { isGoodEnough } from '../analysis/mistakes.js'
import type { Board } from '../board/board.js'
import type { EngineRoom } from '../engine/engine-room.js'
import { askEngine } from '../engine/engine-room.js'
import { announce } from '../page/notices.js'
import type { Views } from '../page/store.js'
import { language, say } from '../page/texts.js'
import type { OpenGames } from '../storage/open-games.js'
import { sideName } from '../study/descriptions.js'
import { moveName } from '../study/nodes.js'
import type { Places } from '../study/places.js'
import type { Study } from '../study/study.js'
import { Sitting } from './boxes.js'
import type { Card } from './cards.js'
import { originText, taskText } from './cards.js'
import type { Source } from './due.js'

/** The models that a session uses. */
export type Page = {
  study: Study
  board: Board
  room: EngineRoom
  analyst: Analyst
  games: OpenGames
  places: Places
  store: Views<AnalysisState>
}

export type Lesson = {
  source: Source
  title: string
  cards: readonly Card[]
  /** saves an answer, once for each time that the card is asked; returns the days until it is asked again */
  keep: (key: string, isRight: boolean) => number
  /** @returns the time when the next card is due, in milliseconds; 0: some are due now; Infinity if there is none */
  next: () => number
}

/**
 * 'wrong': the user tries again; 'told': the move is shown, and the user plays it; 'judged': the engine looks at the user's move.
 */
type Phase = 'asked' | 'wrong' | 'told' | 'judged' | 'right' | 'over'

/** Milliseconds that the engine has to judge a move. */
const JUDGING_TIME = 800

export class Training implements Exercise {
  #page: Page
  #lesson: Lesson
  #sitting: Sitting<Card>
  #phase: Phase = 'asked'
  #tree = new PgnGame()
  /** The node of the task. */
  #node: PgnNode = this.#tree.root
  /** Moves of the user that were right on the current card, which may have several. */
  #step = 0
  #hints = 0
  #feedback = ''
  /** By answered card: whether it was right at once. */
  #marks: boolean[] = []
  #judging = new AbortController()

  /** Begins a session, in a tab of its own. */
  static begin(page: Page, lesson: Lesson) {
    const training = new Training(page, lesson)
    page.analyst.begin(training)
    training.#pose(true)
  }

  constructor(page: Page, lesson: Lesson) {
    this.#page = page
    this.#lesson = lesson
    this.#sitting = new Sitting(lesson.cards)
  }

  get shown() {
    const { card, left } = this.#sitting
    const isAnswered = this.#phase === 'right'
    return {
      ...{ source: this.#lesson.source, title: this.#lesson.title, phase: this.#phase, hints: this.#hints },
      task: this.#task(),
      color: this.#node.position.sideToMove,
      // The names may be a hint.
      origin: card && isAnswered ? originText(card) : '',
      moves: lineText(this.#node),
      feedback: this.#feedback,
      marks: [...this.#marks],
      left,
      isAway: card !== undefined && !isAnswered && this.#page.study.node !== this.#node,
    }
  }

  get asks(): PgnNode | null {
    return this.#sitting.card && this.#phase !== 'right' ? this.#node : null
  }

  #task(): string {
    const { card, right, missed } = this.#sitting
    if (card) return taskText(card) || say`What do you play for ${sideName(this.#node.position.sideToMove)}?`
    const next = this.#lesson.next()
    const asked =
      right === 0 ? say`Nothing is due now.` : say`Done: ${right} right, ${missed} of them after a mistake.`
    if (!Number.isFinite(next)) return asked
    return `${asked} ${next === 0 ? say`More are waiting.` : nextText(next)}`
  }

  /** The page draws this exercise in the room of training. */
  view() {
    return nothing
  }

  /** Ends the session; the position on the board stays. */
  end() {
    if (!this.#page.analyst.finish(this)) return
    const { board, games, study, store } = this.#page
    this.#judging.abort()
    board.showHint(null)
    // The next game that is opened takes its tab.
    if (study.tree === this.#tree) games.current.look = true
    store.change()
  }

  /** Puts the current position on the board, without its answers. @param isFirst in a new tab */
  #pose(isFirst = false) {
    const { study, board, games, store } = this.#page
    const { card } = this.#sitting
    board.showHint(null)
    this.#step = 0
    this.#hints = 0
    this.#phase = card ? 'asked' : 'over'
    if (card || isFirst) this.#load(card, isFirst)
    if (card && board.flipped !== (study.position.sideToMove === 'black')) board.flip()
    games.current.look = true
    announce(this.#task())
    store.change()
  }

  #load(card: Card | undefined, isFirst: boolean) {
    const { study, games } = this.#page
    const tree = new PgnGame(card ? { fen: card.start, variant: card.variant } : {})
    tree.headers.set('Event', this.#lesson.title)
    let node = tree.root
    for (const move of card?.line ?? []) node = node.add(move)
    this.#tree = tree
    this.#node = node
    const load = () => study.load(tree, { path: Array(card?.line.length ?? 0).fill(0) })
    // Later cards stay in the tab of the first one, and need no entries of the browser's history.
    if (isFirst) games.open(load, '', { isApart: !games.current.look, isLook: true, quiet: true })
    else load()
  }

  /** Called after each change of the page. */
  follow({ tree, mode, node, view }: AnalysisState, before: AnalysisState | null) {
    const isHere = view === 'train' || view === 'games'
    if (tree !== this.#tree || mode === 'play' || !isHere) return this.end()
    if (node === before?.node || this.#phase === 'right') return
    this.#judging.abort()
    if (this.#phase === 'judged') this.#phase = 'asked'
    if (node.parent === this.#node && this.#sitting.card) void this.#judge(node, this.#sitting.card)
  }

  /** @param node the user's move */
  async #judge(node: PgnNode, card: Card) {
    const { answers, rest, best } = card
    const expected = this.#step === 0 ? answers.map(({ uci }) => uci) : [rest[2 * this.#step - 1]]
    const { status } = node.position
    const isWon =
      this.#lesson.source !== 'openings' &&
      status.over &&
      status.type !== 'draw' &&
      status.winner === this.#node.position.sideToMove
    if (isWon || expected.includes(node.uci ?? '')) return this.#accept(node, card, isWon)
    if (!best || this.#phase === 'told') return this.#refuse(node)
    const { signal } = (this.#judging = new AbortController())
    this.#phase = 'judged'
    this.#say(say`The engine looks at ${moveName(node)} …`)
    try {
      const score = await this.#scoreOf(node, signal)
      // A game that came meanwhile ends the session with the next drawing.
      if (signal.aborted || this.#page.study.tree !== this.#tree) return
      const mover = this.#node.position.sideToMove
      const isGood = score && isGoodEnough({ score: new Score(best, 'white'), mover }, score)
      if (!isGood) return this.#refuse(node)
      this.#finish(say`${moveName(node)} is good, too. The best move is ${answers[0].san}.`)
    } catch (error) {
      if (!signal.aborted) this.#say(this.#page.room.explain(error))
    }
  }

  /** @returns the score of the position on the board; null if the engine gave none */
  async #scoreOf({ position }: PgnNode, signal: AbortSignal): Promise<Score | null> {
    if (position.status.over)
      return position.status.type === 'draw' ? new Score({ kind: 'cp', value: 0 }, 'white') : null
    const { room, study } = this.#page
    const { info } = await askEngine(room, study.game, { movetime: JUDGING_TIME }, signal)
    return info?.score ?? null
  }

  #accept(node: PgnNode, { rest }: Card, isWon: boolean) {
    const { study } = this.#page
    const [reply, next] = rest.slice(2 * this.#step)
    if (isWon || next === undefined) return this.#finish(say`${moveName(node)} is right.`)
    this.#step++
    this.#hints = 0
    this.#phase = 'asked'
    study.play(reply)
    this.#node = study.node
    this.#page.board.showHint(null)
    this.#say(say`${moveName(node)} is right. ${moveName(study.node)} is the answer: go on.`)
  }

  /** The card is answered. */
  #finish(text: string) {
    const { card, isMissed } = this.#sitting
    if (!card) return
    const days = isMissed ? 0 : this.#lesson.keep(card.key, true)
    this.#marks.push(!isMissed)
    this.#page.board.showHint(null)
    this.#phase = 'right'
    const isOpening = this.#lesson.source === 'openings'
    this.#say(days > 0 && !isOpening ? `${text} ${say`The position comes back ${inDays(days)}.`}` : text)
    // The moves of an opening follow each other.
    if (isOpening) this.next()
  }

  #refuse(node: PgnNode) {
    const name = moveName(node)
    this.#page.study.remove(node)
    this.#miss()
    if (this.#phase === 'told') return this.#tell(say`${name} is not the move.`)
    this.#phase = 'wrong'
    this.#say(
      this.#lesson.source === 'openings'
        ? say`${name} is not your move. Try again.`
        : say`${name} is not it. Try again.`,
    )
  }

  #miss() {
    const { card } = this.#sitting
    if (card && this.#sitting.miss()) this.#lesson.keep(card.key, false)
  }

  #say(text: string) {
    this.#feedback = text
    this.#page.store.change()
  }

  /** @returns the main right move */
  #answer(): string {
    const { card } = this.#sitting
    return (this.#step === 0 ? card?.answers[0].uci : card?.rest[2 * this.#step - 1]) ?? ''
  }

  /** First the piece, then its square. */
  hint() {
    this.goBack()
    const [{ piece, from, drop }] = this.#node.position.line([this.#answer()])
    this.#hints = Math.min(this.#hints + 1, 2)
    const name = say([piece])
    this.#say(
      drop
        ? say`Drop a ${name}.`
        : this.#hints === 1
          ? say`Move a ${name}.`
          : say`Move the ${name} on ${from}.`,
    )
  }

  /** Shows the move, which counts as a miss. */
  tell() {
    this.goBack()
    this.#miss()
    this.#phase = 'told'
    this.#tell('')
  }

  #tell(before: string) {
    const { card } = this.#sitting
    const [move] = this.#node.position.line([this.#answer()])
    const names = this.#step === 0 ? card?.answers.map(({ san }) => san) : [move.san]
    this.#page.board.showHint(move, this.#node.position)
    this.#say(
      `${before} ${say`${names?.reduce((all, name) => say`${all} or ${name}`)} is right: play it now.`}`.trim(),
    )
  }

  /** Asks the next card. */
  next() {
    if (this.#phase !== 'right') return
    this.#sitting.next()
    if (this.#lesson.source !== 'openings') this.#feedback = ''
    this.#pose()
  }

  /** Leaves the current card for another session. */
  postpone() {
    this.#judging.abort()
    this.#sitting.postpone()
    this.#feedback = ''
    this.#pose()
  }

  /** Goes to the position of the task. */
  goBack() {
    this.#judging.abort()
    if (this.#phase === 'judged') this.#phase = 'wrong'
    for (const child of [...this.#node.children]) this.#page.study.remove(child)
    this.#page.study.goTo(this.#node)
  }

  /** Ends the session, and shows the engine's lines of the position on the board. */
  analyse() {
    this.end()
    this.#page.places.show('analysis')
    this.#page.analyst.start()
  }
}

/** @returns such as 'tomorrow', or 'in 3 days' */
const inDays = (days: number): string =>
  new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')

/** @param time when the next card is due, in milliseconds of Date.now() */
export function nextText(time: number): string {
  const date = new Date(time).toLocaleString(language, { dateStyle: 'medium' })
  return say`The next position comes on ${date}.`
}

/** @returns the moves from the start to the node, such as '1. d4 d5 2. c4' */
export function lineText(last: PgnNode): string {
  const names: string[] = []
  for (let node = last; node.parent; node = node.parent)
    names.unshift(
      node.parent.parent === null || node.move?.color === 'white' ? moveName(node) : (node.san ?? ''),
    )
  return names.join(' ')
}
