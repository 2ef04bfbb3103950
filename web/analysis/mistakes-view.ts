// SPDX-License-Identifier: Apache-2.0
// "Learn from the mistakes", an exercise that replaces the analysis. The board shows the position before each mistake, the
// user plays a better move, and the engine judges it. Tries that are not in the game are removed from it.

import type { PgnNode } from 'binbo/pgn'
import { Score } from 'binbo/uci'
import { html, nothing } from 'lit-html'
import { askEngine } from '../engine/engine-room.js'
import { fieldValue } from '../page/dom.js'
import { announce } from '../page/notices.js'
import { saveSetting, setting } from '../page/settings.js'
import { button } from '../page/templates.js'
import { say } from '../page/texts.js'
import { keysOf, oneOf } from '../page/unknown.js'
import { COLORS, pieceName, sideName } from '../study/descriptions.js'
import { PLAYERS } from '../study/headers.js'
import { hasNotes, moveName, moveNumber, plyAt } from '../study/nodes.js'
import type { Page, State } from './analysis-view.js'
import type { Mistake, Side } from './mistakes.js'
import { isGoodEnough, Lesson, mistakesOf } from './mistakes.js'
import type { Findings } from './review-run.js'
import { verdictOf } from './verdict.js'

const SIDES: Record<Side, string> = { both: say`Both sides`, white: say`White`, black: say`Black` }
/** The setting: whose mistakes. */
const SIDE = 'mistakes-side'
/** Milliseconds that the engine has to judge a try. */
const JUDGING_TIME = 800
/** Plies of the solution that are shown. */
const SHOWN_PLIES = 6

export class MistakesExercise {
  #page: Page
  #findings: Findings
  #side: Side = 'both'
  #lesson = new Lesson([])
  #task = ''
  #feedback = ''
  /** Moves that the game already has in the position of the current mistake: they are not removed. */
  #known: Set<PgnNode> = new Set()
  /** The last try, if the game did not have it. */
  #tried: PgnNode | undefined
  /** Cancels the engine's judgement of a try. */
  #judging = new AbortController()

  /**
   * Begins the exercise, or begins it anew.
   * @param findings of the game on the board
   */
  static begin(page: Page, findings: Findings) {
    const exercise = new MistakesExercise(page, findings)
    page.analyst.begin(exercise)
    exercise.begin(exercise.#usual())
    page.places.show('analysis')
  }

  constructor(page: Page, findings: Findings) {
    this.#page = page
    this.#findings = findings
  }

  /** @returns the side that the user played or chose last, if it has mistakes */
  #usual(): Side {
    const { headers } = this.#page.study.tree
    const played = COLORS.find(color => headers.get(PLAYERS[color]) === 'You')
    const side = played ?? oneOf(keysOf(SIDES), setting<string>(SIDE, '')) ?? 'both'
    return mistakesOf(this.#findings, side).length > 0 ? side : 'both'
  }

  /** @returns its part of the snapshot */
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

  get asks(): PgnNode | null {
    return this.#lesson.mistake?.before ?? null
  }

  view(shown: MistakesExercise['shown']) {
    return mistakesView(shown, this)
  }

  /** Ends the exercise; the position on the board stays. */
  end() {
    if (!this.#page.analyst.finish(this)) return
    this.#judging.abort()
    this.#removeTry()
    this.#page.board.showHint(null)
    this.#page.store.change()
  }

  /** Begins with the first mistake of a side. */
  begin(side: Side) {
    this.#side = side
    this.#removeTry()
    this.#lesson = new Lesson(mistakesOf(this.#findings, side))
    this.#showTask()
  }

  /** Puts the position of the current mistake on the board, or shows the summary. */
  #showTask() {
    const { mistake, count, place } = this.#lesson
    this.#judging.abort()
    this.#page.board.showHint(null)
    if (mistake) {
      const { node, before, mover } = mistake
      this.#known = new Set(before.children)
      this.#task = `${say`${place + 1} of ${count}`}: ${taskOf(this.#findings, node)} ${say`Find a better move for ${sideName(mover)}.`}`
      const { board, study } = this.#page
      study.goTo(before)
      if (board.flipped !== (mover === 'black')) board.flip()
    } else
      this.#task = count > 0 ? this.#lesson.summary() : say`No mistakes here: choose another side, or end it.`
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
    if (node === mistake.node) return this.#say(say`${node.san} is the move of the game. Find a better one.`)
    if (node.uci === mistake.best[0]) return this.#solve(say`${node.san} is the best move.`)
    this.#judging = new AbortController()
    const { signal } = this.#judging
    this.#say(say`The engine looks at ${node.san} …`)
    const { study } = this.#page
    const { tree } = study
    try {
      const score = await this.#scoreOf(signal)
      // A game that came meanwhile ends the exercise with the next drawing.
      if (signal.aborted || study.tree !== tree) return
      if (!score) return this.#say(say`The engine gave no score: try again.`)
      const text = verdictOf(score.white()).text
      if (isGoodEnough(mistake, score))
        return this.#solve(say`${node.san} is good, too (${text}). The engine prefers ${mistake.sans[0]}.`)
      this.goBack()
      this.#say(say`${node.san} is not good enough (${text}). Try again.`)
    } catch (error) {
      if (!signal.aborted) this.#say(this.#page.room.explain(error))
    }
  }

  /** @returns the score of the position on the board; null if the engine gave none */
  async #scoreOf(signal: AbortSignal): Promise<Score | null> {
    const { study, room } = this.#page
    const { status, position } = study
    if (status.over && status.type === 'draw') return new Score({ kind: 'cp', value: 0 }, 'white')
    if (status.over) {
      const mated = status.winner === 'white' ? 'black' : 'white'
      return new Score({ kind: 'mate', value: 0, mated }, position.sideToMove)
    }
    const { info } = await askEngine(room, study.game, { movetime: JUDGING_TIME }, signal)
    return info?.score ?? null
  }

  #solve(text: string) {
    this.#lesson.found()
    this.#say(text)
  }

  /** Keeps the mistakes of the chosen side for the room of training. */
  async keep() {
    const { keepMistakes, study } = this.#page
    const count = await keepMistakes(this.#findings, study.tree, this.#side)
    if (count === null) return this.#say(say`They could not be kept: this browser did not save them.`)
    this.#say(
      count === 1
        ? say`They come again under Train: 1 position is new there.`
        : say`They come again under Train: ${count} positions are new there.`,
    )
  }

  giveHint() {
    const { mistake } = this.#lesson
    if (!mistake) return
    this.#lesson.hint()
    const [san] = mistake.sans
    const from = mistake.best[0].slice(0, 2)
    this.#say(
      /^[KQRBN]?@/.test(mistake.best[0])
        ? say`Drop a piece: ${san[0]}.`
        : say`Move the ${pieceOf(san)} on ${from}.`,
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
    this.#page.board.showHint({ from, to }, mistake.before.position)
    this.#say(`${line.join(' ')} (${verdictOf(mistake.score.white()).text})`)
  }

  /** Goes to the next mistake, or to the summary. */
  next() {
    this.#removeTry()
    this.#lesson.next()
    this.#showTask()
  }

  /** Returns to the position of the current mistake. */
  goBack() {
    const { mistake } = this.#lesson
    this.#removeTry()
    if (mistake) this.#page.study.goTo(mistake.before)
  }

  /** Removes the last try from the game, unless the user has continued or annotated it. */
  #removeTry() {
    const node = this.#tried
    this.#tried = undefined
    const isInGame = ({ parent }: PgnNode) => parent?.children.some(child => child === node)
    if (node && isInGame(node) && node.children.length === 0 && !hasNotes(node)) this.#page.study.remove(node)
  }
}

function mistakesView(shown: MistakesExercise['shown'], exercise: MistakesExercise) {
  const { side, task, feedback, isOpen, isHinted, isLast, isOver, isEmpty, isAway } = shown
  const sides = keysOf(SIDES)
  const choose = (event: Event) => {
    const chosen = oneOf(sides, fieldValue(event)) ?? 'both'
    saveSetting(SIDE, chosen)
    exercise.begin(chosen)
  }
  const acts: [isOffered: boolean, label: string, run: () => unknown, kind?: string][] = [
    [
      !isOver,
      isOpen ? say`Skip` : isLast ? say`Finish` : say`Next`,
      () => exercise.next(),
      isOpen ? '' : 'primary',
    ],
    [isOver && !isEmpty, say`Again`, () => exercise.begin(side), 'primary'],
    [!isOver && isOpen && !isHinted, say`Hint`, () => exercise.giveHint()],
    [!isOver && isOpen, say`Show the solution`, () => exercise.showSolution()],
    [isAway, say`Back to the position`, () => exercise.goBack()],
    [!isEmpty, say`Keep for training`, () => exercise.keep()],
  ]
  return html`<section class="mistakes" aria-labelledby="mistakes-title"><div class="mistakes-head"><h2
    id="mistakes-title">${say`Learn from the mistakes`}</h2><select aria-label=${say`Whose mistakes`} @change=${choose}>${sides.map(
      value => html`<option value=${value} .selected=${value === side}>${SIDES[value]}</option>`,
    )}</select>${button({ label: say`End`, run: () => exercise.end() })}</div><p class="task">${task}</p><p class="feedback"
    role="status">${feedback}</p><div class="row">${acts.map(([isOffered, label, run, kind]) =>
      isOffered ? button({ label, run, class: kind }) : nothing,
    )}</div>${isOver ? nothing : html`<p class="soft hidden-parts">${say`Report, explorer and later moves are hidden until you end this.`}</p>`}</section>`
}

/** @returns such as '14. Nf3 was a mistake (+0.30 to −1.20).' */
function taskOf({ analysis: { positions }, nodes }: Findings, node: PgnNode): string {
  const index = nodes.indexOf(node)
  const [from, to] = [positions[index - 1], positions[index]].map(({ score }) =>
    score ? verdictOf(score.white()).text : '?',
  )
  return positions[index].judgement === 'blunder'
    ? say`${moveName(node)} was a blunder (${from} to ${to}).`
    : say`${moveName(node)} was a mistake (${from} to ${to}).`
}

/** @returns the name of the piece that moves */
const pieceOf = (san: string): string => pieceName(san[0] === 'O' ? 'K' : /^[KQRBN]/.test(san) ? san[0] : 'P')
