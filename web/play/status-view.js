// SPDX-License-Identifier: Apache-2.0
// The card that says how the game stands: whose turn it is or how it ended, what the engine does, and what a
// player may do beside moving.

import { colorName, describeStatus } from '../game/words.js'
import { h } from '../page/dom.js'
import { announce } from '../page/notices.js'
import { saveSetting, setting } from '../page/settings.js'
import { mountActions } from './actions-view.js'
import { Questions } from './questions.js'
import { engineName, players, standing } from './standing.js'

/** @typedef {import('binbo').Color} Color */
/** @typedef {import('../app.js').App} App */

const SHOW = 'show-thoughts'
const COLORS = /** @type {Color[]} */ (['white', 'black'])

/** @param {HTMLElement} root @param {App} app */
export function mountStatus(root, app) {
  const { study, match, room } = app
  const questions = new Questions(app)

  const dot = h('span', { class: 'dot', 'aria-hidden': 'true' })
  const headline = h('h2', { class: 'headline' })
  const detail = h('p', { class: 'detail soft' })
  const place = h('p', { class: 'place soft' })
  const names = h('p', { class: 'players' })
  const doing = h('p', { class: 'doing' })
  const thought = h('p', { class: 'thought soft' })
  const show = h('input', { type: 'checkbox', checked: setting(SHOW, true) })
  const showLabel = h('label', { class: 'check show-thoughts' }, show, 'Show its thoughts')
  const engineSide = h('div', { class: 'engine-side' }, doing, showLabel, thought)
  const failure = h('div', { class: 'failure', role: 'alert' })
  const actions = h('div', { class: 'actions-row', role: 'group', 'aria-label': 'What you may do' })

  root.append(
    h('div', { class: 'headline-row' }, dot, headline),
    detail,
    place,
    names,
    engineSide,
    failure,
    actions,
  )
  const renderActions = mountActions(actions, app, questions)

  function render() {
    const now = standing(app)
    root.dataset.tone = now.words.tone
    dot.dataset.side = now.words.side
    setText(headline, now.words.headline)
    setText(detail, now.words.detail)
    setText(place, now.place)
    renderPlayers()
    setText(doing, doingWords(app, questions))
    engineSide.hidden = match.failure !== '' || (!match.setup && doing.hidden)
    showLabel.hidden = !match.setup
    renderThought()
    renderActions(now)
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
    const seen = show.checked ? match.thought : null
    thought.hidden = !match.setup || !show.checked
    setText(thought, seen ? `Depth ${seen.depth}, ${seen.score}: ${seen.line.join(' ')}` : '')
  }

  function renderFailure() {
    if (!match.failure) return failure.replaceChildren()
    const buttons = [
      { label: 'Try again', run: () => match.tryAgain() },
      room.source.kind === 'remote' && {
        label: 'Use the built-in engine',
        run: () => match.useBuiltIn(),
      },
      { label: 'Play both sides by hand', run: () => match.playByHand() },
    ]
    failure.replaceChildren(
      h('p', { class: 'error' }, match.failure),
      h('p', { class: 'soft' }, 'The game is kept; it waits for the engine.'),
      h(
        'div',
        { class: 'row' },
        ...buttons.map(
          button => button && h('button', { type: 'button', onclick: button.run }, button.label),
        ),
      ),
    )
  }

  show.addEventListener('change', () => {
    saveSetting(SHOW, show.checked)
    renderThought()
  })
  study.onChange(render)
  questions.onChange(render)
  room.onChange(render)
  match.onThought(renderThought)
  match.onChange(() => {
    render()
    renderFailure()
  })
  keepHumanBelow(app)
  sayWhatIsNotSeen(app)
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

/** @param {App} app results by hand, and moves of the engine while somebody looks elsewhere */
function sayWhatIsNotSeen({ study }) {
  let { end, outcome } = study
  study.onChange(change => {
    const before = { end, outcome }
    ;({ end, outcome } = study)
    if (change === 'game') return
    if (outcome && outcome.result !== before.outcome?.result) {
      const { headline, detail } = describeStatus(study.game, outcome)
      announce(`${headline}. ${detail}`)
    } else if (end.parent === before.end && study.node !== end && end.move) {
      announce(`${colorName(end.move.color)} has answered: ${end.move.san}.`)
    }
  })
}

/** @param {HTMLElement} target @param {string} text written only when it is another one; without any it is hidden */
function setText(target, text) {
  if (target.textContent !== text) target.textContent = text
  target.hidden = text === '' && !target.classList.contains('thought')
}
