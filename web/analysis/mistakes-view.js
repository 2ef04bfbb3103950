// SPDX-License-Identifier: Apache-2.0
// "Learn from your mistakes": takes the place of the analysis. The position before each mistake is on the board, and the
// user finds a better move; the engine judges it. Tries that are not in the game leave no trace in it.

import { Score } from 'binbo/uci'
import { askEngine } from '../engine/engine-room.js'
import { h, writeText } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'
import { announce } from '../page/notices.js'
import { colorName, otherColor } from '../study/descriptions.js'
import { hasNotes, moveName, moveNumber, plyAt } from '../study/nodes.js'
import { isGoodEnough, Lesson, mistakesOf } from './mistakes.js'
import { verdictOf } from './verdict.js'

/** @import { Color } from 'binbo' */
/** @import { PgnNode } from 'binbo/pgn' */
/** @import { Mistake, Side } from './mistakes.js' */
/** @import { Findings } from './review-run.js' */
/** @import { App } from '../app.js' */
/** @import { Change } from '../study/study.js' */

const SIDES = /** @type {[Side, string][]} */ ([
  ['both', 'Both sides'],
  ['white', 'White'],
  ['black', 'Black'],
])
/** Milliseconds in which the engine judges a try. */
const JUDGING_TIME = 800
/** Plies of the solution that are shown. */
const SHOWN_PLIES = 6

/** @type {MistakesView | undefined} */
let current

/**
 * Begins the exercises, or begins them anew.
 * @param {HTMLElement} place of the analysis
 * @param {App} app its review has findings
 * @param {() => HTMLElement} next gets the focus at the end
 */
export function learnFromMistakes(place, app, next) {
  current?.end()
  const { findings } = app.review
  if (findings) current = new MistakesView(place, app, findings, next)
}

class MistakesView {
  #place
  #app
  #findings
  #next
  #lesson = new Lesson([])
  /** Answers to the current mistake that the game has: those stay. @type {Set<PgnNode>} */
  #known = new Set()
  /** A try that is not in the game. @type {PgnNode | undefined} */
  #tried
  /** Ends the engine's judgement of a try. */
  #judging = new AbortController()
  #unlisten
  #side = h('select', { 'aria-label': 'Whose mistakes', onchange: () => this.#begin() })
  #task = h('p', { class: 'task' })
  #feedback = h('p', { class: 'feedback', role: 'status' })
  #hint = button('Hint', () => this.#giveHint())
  #show = button('Show the solution', () => this.#showSolution())
  #back = button('Back to the position', () => this.#goBack())
  #forward = button('Next', () => this.#goOn(), 'primary')
  #again = button('Again', () => this.#begin(), 'primary')
  #end = button('End', () => this.end())
  #root

  /** @param {HTMLElement} place @param {App} app @param {Findings} findings @param {() => HTMLElement} next */
  constructor(place, app, findings, next) {
    this.#place = place
    this.#app = app
    this.#findings = findings
    this.#next = next
    for (const [value, label] of SIDES) this.#side.append(h('option', { value }, label))
    const title = h('h2', { id: 'mistakes-title' }, 'Learn from your mistakes')
    const buttons = [this.#forward, this.#again, this.#hint, this.#show, this.#back]
    this.#root = h(
      'section',
      { class: 'mistakes', 'aria-labelledby': title.id },
      h('div', { class: 'mistakes-head' }, title, this.#side, this.#end),
      this.#task,
      this.#feedback,
      h('div', { class: 'row' }, ...buttons),
    )
    place.prepend(this.#root)
    place.classList.add('learning')
    this.#root.scrollIntoView({ block: 'nearest' })
    app.analyst.hold(true)
    this.#unlisten = [
      app.study.onChange(change => this.#follow(change)),
      app.review.onChange(() => app.review.findings !== findings && this.end()),
    ]
    this.#begin()
  }

  /** Removes it; the position on the board stays. */
  end() {
    if (current !== this) return
    current = undefined
    for (const unlisten of this.#unlisten) unlisten()
    this.#judging.abort()
    this.#forgetTry()
    this.#app.board.showHint(null)
    keepFocus(this.#root, this.#next, () => {
      this.#root.remove()
      this.#place.classList.remove('learning')
    })
    this.#app.analyst.hold(false)
  }

  #begin() {
    this.#forgetTry()
    this.#lesson = new Lesson(mistakesOf(this.#findings, /** @type {Side} */ (this.#side.value)))
    this.#pose()
  }

  /** Puts the current mistake on the board, or shows the summary. */
  #pose() {
    const { mistake, count, place } = this.#lesson
    this.#judging.abort()
    this.#app.board.showHint(null)
    this.#say('')
    if (mistake) {
      const { node, before, mover } = mistake
      this.#known = new Set(before.children)
      const task = `${place + 1} of ${count}: ${moveName(node)} was ${nameOf(this.#findings, node)}. Find a better move for ${colorName(mover)}.`
      writeText(this.#task, task)
      announce(task)
      this.#app.study.goTo(before)
    } else {
      const text = count > 0 ? this.#lesson.summary() : 'No mistakes here: choose another side, or end it.'
      writeText(this.#task, text)
      announce(text)
    }
    this.#showButtons()
  }

  /** @param {string} text */
  #say(text) {
    writeText(this.#feedback, text)
  }

  #showButtons() {
    const { mistake, isOpen, isHinted, count } = this.#lesson
    const isAway = mistake !== undefined && this.#app.study.node !== mistake.before && isOpen
    keepFocus(
      this.#root,
      () => (mistake ? this.#forward : this.#end),
      () => {
        this.#hint.hidden = !mistake || !isOpen || isHinted
        this.#show.hidden = !mistake || !isOpen
        this.#back.hidden = !isAway
        this.#forward.hidden = !mistake
        this.#again.hidden = mistake !== undefined || count === 0
        this.#forward.classList.toggle('primary', !isOpen)
        this.#forward.textContent = isOpen ? 'Skip' : this.#lesson.place + 1 < count ? 'Next' : 'Finish'
      },
    )
  }

  /** @param {Change} change */
  #follow(change) {
    const { study } = this.#app
    if (change === 'game' || study.mode === 'play') return this.end()
    const { mistake, isOpen } = this.#lesson
    const { node } = study
    if (!mistake) return
    this.#judging.abort()
    if (isOpen && node.parent === mistake.before) this.#judge(mistake, node)
    this.#showButtons()
  }

  /** @param {Mistake} mistake @param {PgnNode} node a try */
  async #judge(mistake, node) {
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
      this.#goBack()
      this.#say(`${node.san} is not good enough (${text}). Try again.`)
    } catch (error) {
      if (!signal.aborted) this.#say(this.#app.room.explain(error))
    }
  }

  /** @param {AbortSignal} signal @returns {Promise<Score | null>} of the position on the board */
  async #scoreOf(signal) {
    const { study, room } = this.#app
    const { status, position } = study
    if (status.over && status.type === 'draw') return new Score({ kind: 'cp', value: 0 }, 'white')
    if (status.over)
      return new Score(
        { kind: 'mate', value: 0, mated: otherColor(/** @type {Color} */ (status.winner)) },
        position.sideToMove,
      )
    const { info } = await askEngine(room, study.game, { movetime: JUDGING_TIME }, signal)
    return info?.score ?? null
  }

  /** @param {string} text */
  #solve(text) {
    this.#lesson.found()
    this.#say(text)
    this.#showButtons()
  }

  #giveHint() {
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
    this.#goBack()
    this.#showButtons()
  }

  #showSolution() {
    const { mistake } = this.#lesson
    if (!mistake) return
    this.#goBack()
    this.#lesson.show()
    const ply = plyAt(mistake.before)
    const line = mistake.sans
      .slice(0, SHOWN_PLIES)
      .map((san, index) =>
        index === 0 || (ply + index) % 2 === 0 ? `${moveNumber(ply + index)} ${san}` : san,
      )
    const { from, to } = this.#app.study.position.line([mistake.best[0]])[0]
    this.#app.board.showHint({ from, to })
    this.#say(`${line.join(' ')} (${verdictOf(mistake.score.white()).text})`)
    this.#showButtons()
  }

  #goOn() {
    this.#forgetTry()
    this.#lesson.next()
    this.#pose()
  }

  /** To the position of the current mistake. */
  #goBack() {
    const { mistake } = this.#lesson
    this.#forgetTry()
    if (mistake) this.#app.study.goTo(mistake.before)
  }

  /** Removes the last try, unless the user has gone on from it. */
  #forgetTry() {
    const node = this.#tried
    this.#tried = undefined
    const isThere = (/** @type {PgnNode} */ { parent }) => parent?.children.some(child => child === node)
    if (node && isThere(node) && node.children.length === 0 && !hasNotes(node)) this.#app.study.remove(node)
  }
}

/** @param {string} label @param {() => void} onclick */
const button = (label, onclick, name = '') => h('button', { type: 'button', class: name, onclick }, label)

/** @param {Findings} findings @param {PgnNode} node @returns {string} such as 'a mistake (+0.30 to −1.20)' */
function nameOf({ analysis: { positions }, nodes }, node) {
  const index = nodes.indexOf(node)
  const [from, to] = [positions[index - 1], positions[index]].map(({ score }) =>
    score ? verdictOf(score.white()).text : '?',
  )
  return `a ${positions[index].judgement} (${from} to ${to})`
}

/** @param {string} san @returns {string} the piece that moves */
function pieceOf(san) {
  if (san.startsWith('O')) return 'king'
  return { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' }[san[0]] ?? 'pawn'
}
