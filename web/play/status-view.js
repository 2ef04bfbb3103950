// SPDX-License-Identifier: Apache-2.0
// The status card: the side to move or the result, the engine's activity, why it does not move, and the buttons of
// actions.js.

import { verdictOf } from '../analysis/verdict.js'
import { h, writeText } from '../page/dom.js'
import { focusBoard, keepFocus } from '../page/focus.js'
import { loadPart } from '../page/load.js'
import { paced } from '../page/pace.js'
import { onSetting, setting } from '../page/settings.js'
import { mountActions } from './actions.js'
import { engineName, standing } from './standing.js'

/** @import { Thought } from './match.js' */
/** @import { Questions } from './questions.js' */
/** @import { App } from '../app.js' */

/** The setting's name; off by default. */
const SHOW_THOUGHTS = 'show-thoughts'

/** @param {HTMLElement} root @param {App} app */
export function mountStatus(root, app) {
  new StatusCard(root, app).render()
  keepHumanAtBottom(app)
  showClock(app)
}

class StatusCard {
  #root
  #app
  #questions
  #renderActions
  #wasEnded = false
  #dot = h('span', { class: 'dot', 'aria-hidden': 'true' })
  #headline = h('h2', { class: 'headline', tabindex: -1 })
  #back = h('button', { type: 'button', class: 'back', onclick: () => this.#goBack() }, 'Back to the game')
  #detail = h('p', { class: 'detail soft' })
  #place = h('p', { class: 'place soft' })
  #activity = h('p', { class: 'activity' })
  #thought = h('p', { class: 'thought soft' })
  #engineSide = h('div', { class: 'engine-side' }, this.#activity, this.#place, this.#thought)

  /** @param {HTMLElement} root @param {App} app */
  constructor(root, app) {
    this.#root = root
    this.#app = app
    this.#questions = app.questions
    const trouble = h('div', { class: 'trouble', role: 'alert' })
    const actions = h('div', { class: 'play-row' })
    root.append(
      h('div', { class: 'headline-row' }, this.#dot, this.#headline, this.#back),
      this.#detail,
      this.#engineSide,
      trouble,
      actions,
    )
    this.#renderActions = mountActions(actions, app, this.#questions)
    const render = () => this.render()
    app.study.onChange(render)
    this.#questions.onChange(render)
    app.proposal.onChange(render)
    onSetting(() => this.#renderThought())
    app.room.onChange(render)
    app.match.onThought(paced(() => this.#renderThought()))
    app.match.onChange(render)
    mountTrouble(trouble, this.#headline, app, this.#questions)
  }

  render() {
    keepFocus(
      this.#root,
      () => this.#headline,
      () => this.#renderAll(),
    )
  }

  #renderAll() {
    const { study, match } = this.#app
    const now = standing(this.#app)
    this.#root.dataset.tone = now.status.tone
    this.#root.dataset.match = match.setup ? 'engine' : 'hand'
    // On low screens the panel scrolls: what happened comes into view.
    if (now.ended && !this.#wasEnded) this.#root.parentElement?.scrollTo(0, 0)
    this.#wasEnded = now.ended
    this.#dot.dataset.side = now.status.side
    this.#back.hidden = match.setup === null || study.node === study.end
    writeText(this.#headline, now.status.headline)
    this.#detail.textContent = now.status.detail
    this.#place.textContent = now.place
    this.#renderEngine()
    this.#renderActions(now)
  }

  #goBack() {
    const { study } = this.#app
    study.goTo(study.end)
    focusBoard()
  }

  #renderEngine() {
    const { match, room } = this.#app
    const activity = this.#activity
    writeText(activity, activityText(this.#app, this.#questions))
    // One line: the answer to a question, then the place in the game, then what the engine does.
    const hasPlace = this.#place.textContent !== '' && !this.#questions.asking && !this.#questions.hint
    this.#place.hidden = !hasPlace
    activity.hidden = hasPlace || activity.textContent === ''
    this.#engineSide.hidden = match.failure !== '' || (match.thinking && room.delay !== '')
    this.#renderThought()
  }

  #renderThought() {
    const { study, match } = this.#app
    const isShown = match.setup !== null && setting(SHOW_THOUGHTS, false)
    const isOver = study.outcome !== null || study.status.over
    const shown = isShown && !isOver ? match.thought : null
    this.#thought.hidden = !isShown
    writeText(this.#thought, shown ? thoughtText(shown) : '')
  }
}

/**
 * @param {App} app
 * @param {Questions} questions
 * @returns {string} what the engine or the human does now; '' in a game by hand
 */
function activityText({ match, room, study }, { asking, hint }) {
  const name = engineName(room)
  if (asking === 'hint') return `${name} looks for a hint…`
  if (asking === 'draw') return `${name} considers the draw…`
  if (hint) return `Hint: ${hint}`
  if (match.setup?.friend) return match.remote?.activity ?? 'Connecting…'
  if (!match.setup || match.failure || study.outcome) return ''
  if (match.paused) return 'Paused.'
  if (match.thinking) return room.state === 'ready' ? `${name} is thinking …` : `${name} is starting …`
  return study.node === study.end && !study.status.over ? 'Your move.' : ''
}

/** @param {Thought} thought @returns {string} */
function thoughtText({ depth, score, line, played }) {
  const text = `${depth}, ${verdictOf(score).text}: ${line.join(' ')}`
  if (played === '') return `Depth ${text}`
  return `It thought: depth ${text}${played === line[0] ? '' : `, but it played ${played}`}`
}

/** @param {App} app loads what shows the clock with the first game that has one */
function showClock(app) {
  const { match } = app
  let isLoaded = false
  match.onChange(() => {
    if (isLoaded || !match.clock) return
    isLoaded = true
    void loadPart(
      () => import('./clock-view.js'),
      part => part.mountClock(app),
    )
  })
}

/** @param {App} app turns the board when the human's side changes */
function keepHumanAtBottom({ board, match }) {
  let seen = match.setup
  const turn = () => {
    if (match.setup && board.flipped !== (match.setup.human === 'black')) board.flip()
  }
  match.onChange(() => {
    if (match.setup !== seen) turn()
    seen = match.setup
  })
  turn()
}

/**
 * Shows why the engine does not move or answer, with buttons to continue.
 * @param {HTMLElement} root empty without trouble
 * @param {HTMLElement} next gets the focus from a button that was used
 * @param {App} app
 * @param {Questions} questions
 */
function mountTrouble(root, next, { match, room }, questions) {
  /** What is shown: rendered again, it would be announced again and lose the focus. */
  let shown = ''

  const show = () => {
    const isWaiting = match.thinking || questions.asking !== ''
    const text = match.failure || (isWaiting ? room.delay : '')
    const now = text && `${room.source.kind} ${text}`
    if (now === shown) return
    shown = now
    root.dataset.kind = match.failure ? 'failure' : 'delay'
    keepFocus(
      root,
      () => next,
      () => root.replaceChildren(...(text ? contents(text) : [])),
    )
  }

  /** @param {string} text */
  const contents = text => [
    h('p', { class: match.failure === '' ? '' : 'error' }, text),
    h('p', { class: 'soft' }, 'The game is kept; it waits for the engine.'),
    h(
      'div',
      { class: 'row' },
      makeButton('Try again', () => match.tryAgain()),
      room.source.kind === 'remote' && makeButton('Use the built-in engine', () => match.useBuiltIn()),
      match.setup && makeButton('Play on without the engine', () => match.playByHand()),
    ),
  ]

  match.onChange(show)
  room.onChange(show)
  questions.onChange(show)
  show()
}

/** @param {string} label @param {() => void} run */
const makeButton = (label, run) => h('button', { type: 'button', onclick: run }, label)
