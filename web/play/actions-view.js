// SPDX-License-Identifier: Apache-2.0
// The buttons of the status card: what a player may do beside moving.

import { colorName } from '../game/words.js'
import { allow } from '../page/allow.js'
import { h, icon } from '../page/dom.js'
import { openPart } from '../page/lazy.js'
import { notify } from '../page/notices.js'
import { askResign } from './resign-dialog.js'

/** @typedef {import('binbo').Color} Color */
/** @typedef {import('../app.js').App} App */
/** @typedef {import('binbo/pgn').PgnGame} PgnGame */
/** @typedef {import('./questions.js').Questions} Questions */
/** @typedef {import('./standing.js').Standing} Standing */

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {Questions} questions
 * @returns {(now: Standing) => void} shows what may be done now
 */
export function mountActions(root, app, questions) {
  const { study, match } = app
  /** @type {Standing} */
  let now
  /** @type {{ tree: PgnGame, how: string, closeNotice: () => void } | null} as long as there is a way back from it */
  let resigned = null

  const takeBack = button('takeback', 'Take back', () => {
    if (match.setup) match.takeBack()
    else if (now.takesBack) study.remove(now.takesBack)
  })
  const hint = button('hint', 'Hint', () => questions.askHint())
  const draw = button('draw', 'Offer draw', () => {
    if (now.claim) study.finish('1/2-1/2', `${colorName(now.human)} claimed ${now.claim}`)
    else if (match.setup) questions.offerDraw(match.setup.human)
    else study.finish('1/2-1/2', 'The players agreed to a draw')
  })
  const resign = button('resign', 'Resign', () => {
    const { human } = now
    const { tree } = study
    const winner = human === 'white' ? 'Black' : 'White'
    // The engine may have ended the game meanwhile.
    askResign(`${winner} wins it then.`, () => study.tree === tree && now.live && giveUp(human))
  })
  const result = button('result', 'Result', () =>
    openPart(
      () => import('./result-dialog.js'),
      ({ openResult }) => openResult(app),
    ),
  )
  root.append(takeBack, hint, draw, resign, result)
  study.onChange(() => {
    if (!resigned || (study.tree === resigned.tree && study.outcome?.how === resigned.how)) return
    resigned.closeNotice()
    resigned = null
  })

  return standing => {
    now = standing
    allow(takeBack, now.takesBack !== null)
    allow(hint, !match.thinking && mayAskHint(app, now))
    renderDraw(questions.asking !== '')
    allow(resign, now.live)
    setLabel(resign, match.setup ? 'Resign' : `${colorName(now.human)} resigns`)
  }

  /** @param {Color} human */
  function giveUp(human) {
    const { tree } = study
    const how = `${colorName(human)} resigned`
    study.finish(human === 'white' ? '0-1' : '1-0', how)
    const playOn = { label: 'Play on', run: () => study.finish('*') }
    resigned = { tree, how, closeNotice: notify({ text: `${how}.`, actions: [playOn], seconds: 10 }) }
  }

  /** @param {boolean} asks is the engine thinking about a question? */
  function renderDraw(asks) {
    // Who may claim a draw needs nobody's agreement to it.
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
 * @returns {boolean} in a match only for the human's own moves, in its last position as when looking back
 */
function mayAskHint({ study, match }, { words }) {
  return words.tone !== 'over' && (match.setup === null || study.game.sideToMove === match.setup.human)
}

/** @param {string} name of its icon @param {string} label @param {() => void} run */
const button = (name, label, run) =>
  h('button', { type: 'button', id: `play-${name}`, onclick: run }, icon(name), h('span', {}, label))

/** @param {HTMLButtonElement} target @param {string} label */
function setLabel(target, label) {
  const span = target.lastElementChild
  if (span && span.textContent !== label) span.textContent = label
}
