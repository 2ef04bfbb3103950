// SPDX-License-Identifier: Apache-2.0
// The card that says how the game stands: whose turn it is or how it ended, what the engine does, and what a
// player may do beside moving.

import { verdictOf } from '../engine/verdict.js'
import { colorName } from '../game/descriptions.js'
import { h, writeText } from '../page/dom.js'
import { focusBoard, keepFocus } from '../page/focus.js'
import { paced } from '../page/paced.js'
import { saveSetting, setting } from '../page/settings.js'
import { mountActions } from './actions.js'
import { Questions } from './questions.js'
import { engineName, players, standing } from './standing.js'

/** @typedef {import('binbo').Color} Color */
/** @typedef {import('../app.js').App} App */
/** @typedef {import('./match.js').Thought} Thought */

const SHOW = 'show-thoughts'
const COLORS = /** @type {Color[]} */ (['white', 'black'])

/** @param {HTMLElement} root @param {App} app */
export function mountStatus(root, app) {
  const { study, match, room } = app
  const questions = new Questions(app)

  const dot = h('span', { class: 'dot', 'aria-hidden': 'true' })
  const headline = h('h2', { class: 'headline', tabindex: -1 })
  const back = h('button', { type: 'button', class: 'back', onclick: goBack }, 'Back to the game')
  const detail = h('p', { class: 'detail soft' })
  const place = h('p', { class: 'place soft' })
  const names = h('p', { class: 'players' })
  const doing = h('p', { class: 'doing' })
  const thought = h('p', { class: 'thought soft' })
  const show = h('input', { type: 'checkbox', checked: setting(SHOW, true) })
  const showLabel = h('label', { class: 'check show-thoughts' }, show, 'Show its thoughts')
  const engineSide = h('div', { class: 'engine-side' }, doing, showLabel, thought)
  const trouble = h('div', { class: 'trouble', role: 'alert' })
  const actions = h('div', { class: 'actions-row', role: 'group', 'aria-label': 'What you may do' })

  root.append(
    h('div', { class: 'headline-row' }, dot, headline, back),
    detail,
    names,
    place,
    engineSide,
    trouble,
    actions,
  )
  const renderActions = mountActions(actions, app, questions)

  function render() {
    keepFocus(root, () => headline, renderAll)
  }

  function renderAll() {
    const now = standing(app)
    root.dataset.tone = now.words.tone
    root.dataset.match = match.setup ? 'engine' : 'hand'
    dot.dataset.side = now.words.side
    back.hidden = match.setup === null || study.node === study.end
    writeText(headline, now.words.headline)
    detail.textContent = now.words.detail
    place.textContent = now.place
    renderPlayers()
    writeText(doing, doingWords(app, questions))
    doing.hidden = doing.textContent === ''
    // By hand, what the engine is asked takes the place's line.
    place.hidden = !match.setup && !doing.hidden
    const isStuck = match.failure !== '' || (match.thinking && room.delay !== '')
    engineSide.hidden = isStuck || (!match.setup && doing.hidden)
    showLabel.hidden = !match.setup
    renderThought()
    renderActions(now)
  }

  function goBack() {
    study.goTo(study.end)
    focusBoard()
  }

  function renderPlayers() {
    const known = players(app)
    names.hidden = known === null
    const key = known ? `${known.white}\n${known.black}` : ''
    if (!known || names.dataset.key === key) return
    names.dataset.key = key
    names.replaceChildren(
      ...COLORS.map(color =>
        h(
          'span',
          { class: 'player' },
          h('span', { class: 'dot', 'data-side': color, 'aria-hidden': 'true' }),
          h('span', { class: 'visually-hidden' }, `${colorName(color)}: `),
          h('span', { class: 'name' }, known[color]),
        ),
      ),
    )
  }

  function renderThought() {
    const isOver = study.outcome !== null || study.game.status.over
    const seen = show.checked && !isOver ? match.thought : null
    thought.hidden = !match.setup || !show.checked
    writeText(thought, seen ? thoughtWords(seen) : '')
  }

  show.addEventListener('change', () => {
    saveSetting(SHOW, show.checked)
    renderThought()
  })
  study.onChange(render)
  questions.onChange(render)
  room.onChange(render)
  match.onThought(paced(renderThought))
  match.onChange(render)
  mountTrouble(trouble, headline, app, questions)
  keepHumanBelow(app)
  render()
}

/**
 * Who is at work, in a few words.
 * @param {App} app
 * @param {Questions} questions
 * @returns {string} '' in a game by hand
 */
function doingWords({ match, room, study }, { asking, hint }) {
  const name = engineName(room)
  if (asking === 'hint') return `${name} looks for a hint…`
  if (asking === 'draw') return `${name} thinks about the draw…`
  if (hint) return `Hint: ${hint}`
  if (!match.setup || match.failure || study.outcome) return ''
  if (match.thinking) return room.state === 'ready' ? `${name} thinks…` : `${name} is being started…`
  return study.node === study.end && !study.game.status.over ? 'Your move.' : ''
}

/** @param {Thought} thought @returns {string} */
function thoughtWords({ depth, score, line, played }) {
  const words = `${depth}, ${verdictOf(score).text}: ${line.join(' ')}`
  if (played === '') return `Depth ${words}`
  return `It thought: depth ${words}${played === line[0] ? '' : `, but it played ${played}`}`
}

/** @param {App} app turns the board when the human's side changes */
function keepHumanBelow({ board, match }) {
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
 * @param {HTMLElement} root empty where there is no trouble
 * @param {HTMLElement} next has the focus when a way was taken
 * @param {App} app
 * @param {Questions} questions
 */
export function mountTrouble(root, next, { match, room }, questions) {
  /** What is shown: made anew it would be read aloud again, and lose the focus. */
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
      way('Try again', () => match.tryAgain()),
      room.source.kind === 'remote' && way('Use the built-in engine', () => match.useBuiltIn()),
      match.setup && way('Play both sides by hand', () => match.playByHand()),
    ),
  ]

  match.onChange(show)
  room.onChange(show)
  questions.onChange(show)
  show()
}

/** @param {string} label @param {() => void} run */
const way = (label, run) => h('button', { type: 'button', onclick: run }, label)
