// SPDX-License-Identifier: Apache-2.0
// "Learn from the mistakes": takes the place of the analysis. The position before each mistake is on the board, and the
// user finds a better move; the engine judges it. Tries that are not in the game leave no trace in it.

import type { Color } from 'binbo'
import type { PgnNode } from 'binbo/pgn'
import { Score } from 'binbo/uci'
import { html, nothing } from 'lit-html'
import { askEngine } from '../engine/engine-room.js'
import { announce } from '../page/notices.js'
import { button } from '../page/templates.js'
import { colorName, otherColor, pieceName } from '../study/descriptions.js'
import { hasNotes, moveName, moveNumber, plyAt } from '../study/nodes.js'
import type { Page, State } from './analysis-view.js'
import type { Mistake, Side } from './mistakes.js'
import { isGoodEnough, Lesson, mistakesOf } from './mistakes.js'
import type { Findings } from './review-run.js'
import { verdictOf } from './verdict.js'

const SIDES: [Side, string][] = [
  ['both', 'Both sides'],
  ['white', 'White'],
  ['black', 'Black'],
]
/** Milliseconds in which the engine judges a try. */
const JUDGING_TIME = 800
/** Plies of the solution that are shown. */
const SHOWN_PLIES = 6

/** The exercises that are done now; the snapshot has what they show. */
export class Exercise {
  #page: Page
  #findings: Findings
  #side: Side = 'both'
  #lesson = new Lesson([])
  #task = ''
  #feedback = ''
  /** Answers to the current mistake that the game has: those stay. */
  #known: Set<PgnNode> = new Set()
  /** A try that is not in the game. */
  #tried: PgnNode | undefined
  /** Ends the engine's judgement of a try. */
  #judging = new AbortController()

  /**
   * Begins the exercises, or begins them anew.
   * @param findings of its review
   */
  static begin(page: Page, findings: Findings) {
    const exercise = new Exercise(page, findings)
    page.analyst.begin(exercise)
    exercise.begin('both')
    page.places.show('analysis')
  }

  constructor(page: Page, findings: Findings) {
    this.#page = page
    this.#findings = findings
  }

  /** @returns what the view shows, as plain data */
  get shown() {
    const { mistake, isOpen, isHinted, count, place } = this.#lesson
    return {
      ...{ side: this.#side, task: this.#task, feedback: this.#feedback, isOpen, isHinted },
      isLast: place + 1 >= count,
      isOver: !mistake,
      isEmpty: count === 0,
      isAway: mistake !== undefined && this.#page.study.node !== mistake.before && isOpen,
    }
  }

  view(shown: Exercise['shown']) {
    return mistakesView(shown, this)
  }

  /** Removes it; the position on the board stays. */
  end() {
    if (!this.#page.analyst.finish(this)) return
    this.#judging.abort()
    this.#forgetTry()
    this.#page.board.showHint(null)
    this.#page.store.change()
  }

  /** @param side whose mistakes */
  begin(side: Side) {
    this.#side = side
    this.#forgetTry()
    this.#lesson = new Lesson(mistakesOf(this.#findings, side))
    this.#pose()
  }

  /** Puts the current mistake on the board, or shows the summary. */
  #pose() {
    const { mistake, count, place } = this.#lesson
    this.#judging.abort()
    this.#page.board.showHint(null)
    if (mistake) {
      const { node, before, mover } = mistake
      this.#known = new Set(before.children)
      this.#task = `${place + 1} of ${count}: ${moveName(node)} was ${nameOf(this.#findings, node)}. Find a better move for ${colorName(mover)}.`
      this.#page.study.goTo(before)
    } else
      this.#task = count > 0 ? this.#lesson.summary() : 'No mistakes here: choose another side, or end it.'
    announce(this.#task)
    this.#say('')
  }

  #say(text: string) {
    this.#feedback = text
    this.#page.store.change()
  }

  /** Called after each change of the page. */
  follow({ tree, mode, node, review }: State, before: State | null) {
    if (tree !== before?.tree || mode === 'play' || review.findings !== this.#findings) return this.end()
    const { mistake, isOpen } = this.#lesson
    if (!mistake || node === before.node) return
    this.#judging.abort()
    if (isOpen && node.parent === mistake.before) void this.#judge(mistake, node)
  }

  /** @param node a try */
  async #judge(mistake: Mistake, node: PgnNode) {
    if (!this.#known.has(node)) this.#tried = node
    if (node === mistake.node) return this.#say(`${node.san} is the move of the game. Find a better one.`)
    if (node.uci === mistake.best[0]) return this.#solve(`${node.san} is the best move.`)
    this.#judging = new AbortController()
    const { signal } = this.#judging
    this.#say(`The engine looks at ${node.san} …`)
    try {
      const score = await this.#scoreOf(signal)
      if (signal.aborted) return
      if (!score) return this.#say('The engine gave no score: try again.')
      const text = verdictOf(score.white()).text
      if (isGoodEnough(mistake, score))
        return this.#solve(`${node.san} is good, too (${text}). The engine prefers ${mistake.sans[0]}.`)
      this.goBack()
      this.#say(`${node.san} is not good enough (${text}). Try again.`)
    } catch (error) {
      if (!signal.aborted) this.#say(this.#page.room.explain(error))
    }
  }

  /** @returns of the position on the board */
  async #scoreOf(signal: AbortSignal): Promise<Score | null> {
    const { study, room } = this.#page
    const { status, position } = study
    if (status.over && status.type === 'draw') return new Score({ kind: 'cp', value: 0 }, 'white')
    if (status.over)
      return new Score(
        { kind: 'mate', value: 0, mated: otherColor(status.winner as Color) },
        position.sideToMove,
      )
    const { info } = await askEngine(room, study.game, { movetime: JUDGING_TIME }, signal)
    return info?.score ?? null
  }

  #solve(text: string) {
    this.#lesson.found()
    this.#say(text)
  }

  giveHint() {
    const { mistake } = this.#lesson
    if (!mistake) return
    this.#lesson.hint()
    const [san] = mistake.sans
    const from = mistake.best[0].slice(0, 2)
    this.#say(
      /^[KQRBN]?@/.test(mistake.best[0])
        ? `Drop a piece: ${san[0]}.`
        : `Move the ${pieceOf(san)} on ${from}.`,
    )
    this.goBack()
  }

  showSolution() {
    const { mistake } = this.#lesson
    if (!mistake) return
    this.goBack()
    this.#lesson.show()
    const ply = plyAt(mistake.before)
    const line = mistake.sans
      .slice(0, SHOWN_PLIES)
      .map((san, index) =>
        index === 0 || (ply + index) % 2 === 0 ? `${moveNumber(ply + index)} ${san}` : san,
      )
    const { from, to } = this.#page.study.position.line([mistake.best[0]])[0]
    this.#page.board.showHint({ from, to })
    this.#say(`${line.join(' ')} (${verdictOf(mistake.score.white()).text})`)
  }

  goOn() {
    this.#forgetTry()
    this.#lesson.next()
    this.#pose()
  }

  /** To the position of the current mistake. */
  goBack() {
    const { mistake } = this.#lesson
    this.#forgetTry()
    if (mistake) this.#page.study.goTo(mistake.before)
  }

  /** Removes the last try, unless the user has gone on from it. */
  #forgetTry() {
    const node = this.#tried
    this.#tried = undefined
    const isThere = ({ parent }: PgnNode) => parent?.children.some(child => child === node)
    if (node && isThere(node) && node.children.length === 0 && !hasNotes(node)) this.#page.study.remove(node)
  }
}

function mistakesView(shown: Exercise['shown'], exercise: Exercise) {
  const { side, task, feedback, isOpen, isHinted, isLast, isOver, isEmpty, isAway } = shown
  const choose = ({ target }: any) => exercise.begin(target.value)
  const acts: [isThere: boolean, label: string, run: () => void, kind?: string][] = [
    [!isOver, isOpen ? 'Skip' : isLast ? 'Finish' : 'Next', () => exercise.goOn(), isOpen ? '' : 'primary'],
    [isOver && !isEmpty, 'Again', () => exercise.begin(side), 'primary'],
    [!isOver && isOpen && !isHinted, 'Hint', () => exercise.giveHint()],
    [!isOver && isOpen, 'Show the solution', () => exercise.showSolution()],
    [isAway, 'Back to the position', () => exercise.goBack()],
  ]
  return html`<section class="mistakes" aria-labelledby="mistakes-title"><div class="mistakes-head"><h2
    id="mistakes-title">Learn from the mistakes</h2><select aria-label="Whose mistakes" @change=${choose}>${SIDES.map(
      ([value, label]) => html`<option value=${value} .selected=${value === side}>${label}</option>`,
    )}</select>${button({ label: 'End', run: () => exercise.end() })}</div><p class="task">${task}</p><p class="feedback"
    role="status">${feedback}</p><div class="row">${acts.map(([isThere, label, run, kind]) =>
      isThere ? button({ label, run, class: kind }) : nothing,
    )}</div></section>`
}

/** @returns such as 'a mistake (+0.30 to −1.20)' */
function nameOf({ analysis: { positions }, nodes }: Findings, node: PgnNode): string {
  const index = nodes.indexOf(node)
  const [from, to] = [positions[index - 1], positions[index]].map(({ score }) =>
    score ? verdictOf(score.white()).text : '?',
  )
  return `a ${positions[index].judgement} (${from} to ${to})`
}

/** @returns the piece that moves */
const pieceOf = (san: string): string => pieceName(san[0] === 'O' ? 'K' : /^[KQRBN]/.test(san) ? san[0] : 'P')
