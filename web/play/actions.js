// SPDX-License-Identifier: Apache-2.0
// The buttons of the status card: take back, hint, draw, resign and result, with the dialogs that they open.

import { colorName, RESULT_CHOICES } from '../game/descriptions.js'
import { openGameDialog } from '../game/game-dialog.js'
import { takeBack } from '../game/removal.js'
import { h, icon, writeText } from '../page/dom.js'
import { allow } from '../page/focus.js'
import { notify } from '../page/notices.js'

/** @typedef {import('binbo/pgn').PgnGame} PgnGame */
/** @typedef {import('binbo/pgn').PgnResult} PgnResult */
/** @typedef {import('../app.js').App} App */
/** @typedef {import('../game/study.js').Study} Study */
/** @typedef {import('./questions.js').Questions} Questions */
/** @typedef {import('./standing.js').Standing} Standing */

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {Questions} questions
 * @returns {(now: Standing) => void} enables and labels the buttons
 */
export function mountActions(root, app, questions) {
  const { study, match } = app
  /** @type {Standing} */
  let now
  /** @type {{ tree: PgnGame, how: string, closeNotice: () => void } | null} a result set here, while "Play on" is offered */
  let ended = null

  const back = button('takeback', 'Take back', () => {
    if (match.setup) match.takeBack()
    else if (now.takesBack) takeBack(study, now.takesBack)
  })
  const hint = button('hint', 'Hint', () => questions.askHint())
  const draw = button('draw', 'Offer draw', () => {
    if (now.claim) end('1/2-1/2', `${colorName(now.human)} claimed ${now.claim}`)
    else if (match.setup) questions.offerDraw(match.setup.human)
    else end('1/2-1/2', 'The players agreed to a draw')
  })
  const resign = button('resign', 'Resign', () => {
    const { human } = now
    const winner = human === 'white' ? 'Black' : 'White'
    const giveUp = () => end(winner === 'White' ? '1-0' : '0-1', `${colorName(human)} resigned`)
    // The engine may end the game while the dialog is open.
    askResign(study, `${winner} will win.`, () => now.live && giveUp())
  })
  const result = button('result', 'Result', () => openResult(app))
  root.append(back, hint, draw, resign, result)
  study.onChange(() => {
    if (!ended || (study.tree === ended.tree && study.outcome?.how === ended.how)) return
    ended.closeNotice()
    ended = null
  })

  return standing => {
    now = standing
    allow(back, now.takesBack !== null)
    allow(hint, !match.thinking && mayAskHint(app, now))
    renderDraw(questions.asking !== '')
    allow(resign, now.live)
    setLabel(resign, match.setup ? 'Resign' : `${colorName(now.human)} resigns`)
  }

  /** @param {PgnResult} result @param {string} how such as 'Black resigned' */
  function end(result, how) {
    const { tree } = study
    study.finish(result, how)
    const playOn = { label: 'Play on', run: () => study.finish('*') }
    ended = { tree, how, closeNotice: notify({ text: `${how}.`, actions: [playOn], seconds: 10 }) }
  }

  /** @param {boolean} asks whether the engine is thinking about a question */
  function renderDraw(asks) {
    // A claim takes precedence over an offer.
    const { claim } = now
    allow(draw, claim !== '' || (!asks && now.mayMove))
    setLabel(draw, claim ? 'Claim a draw' : match.setup ? 'Offer draw' : 'Agree a draw')
    draw.classList.toggle('primary', claim !== '')
    if (claim) draw.setAttribute('aria-label', `Claim a draw by ${claim}`)
    else draw.removeAttribute('aria-label')
  }
}

/**
 * @param {App} app
 * @param {Standing} now
 * @returns {boolean} in a match only where the human is to move, at any node
 */
function mayAskHint({ study, match }, { status }) {
  return status.tone !== 'over' && (match.setup === null || study.game.sideToMove === match.setup.human)
}

/** @param {string} name of its icon @param {string} label @param {() => void} run */
const button = (name, label, run) =>
  h('button', { type: 'button', id: `play-${name}`, onclick: run }, icon(name), h('span', {}, label))

/** @param {HTMLButtonElement} target @param {string} label */
function setLabel(target, label) {
  const span = target.lastElementChild
  if (span) writeText(span, label)
}

/**
 * @param {Study} study
 * @param {string} text the consequence
 * @param {() => void} onResign
 */
function askResign(study, text, onResign) {
  const dialog = openGameDialog(
    study,
    'Resign this game?',
    {},
    h('p', {}, text),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', onclick: resign }, 'Resign'),
      h(
        'button',
        { type: 'button', class: 'primary', autofocus: true, onclick: () => dialog.close() },
        'Go on',
      ),
    ),
  )

  function resign() {
    dialog.close()
    onResign()
  }
}

/** @param {App} app */
function openResult({ study }) {
  const now = study.outcome?.result ?? '*'
  const dialog = openGameDialog(
    study,
    'Result of the game',
    { class: 'result-dialog' },
    h('p', { class: 'soft' }, 'Checkmate and automatic draws set the result by themselves.'),
    ...RESULT_CHOICES.map(([result, label]) =>
      h(
        'button',
        { type: 'button', 'aria-pressed': String(result === now), onclick: () => choose(result) },
        label,
      ),
    ),
  )

  /** @param {PgnResult} result */
  function choose(result) {
    dialog.close()
    if (result !== now) study.finish(result, result === '*' ? '' : 'The result was set by hand')
  }
}
