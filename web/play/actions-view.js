// SPDX-License-Identifier: Apache-2.0
// The buttons of the status card: what a player may do beside moving.

import { colorName } from '../game/words.js'
import { h, icon } from '../page/dom.js'
import { notify } from '../page/notices.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./questions.js').Questions} Questions */
/** @typedef {import('./standing.js').Standing} Standing */

const CLAIMS = {
  threefold_repetition: 'threefold repetition',
  rule50: 'the fifty-move rule',
}

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

  const takeBack = button('takeback', 'Take back', () => {
    if (match.setup) match.takeBack()
    else if (now.takesBack) study.remove(now.takesBack)
  })
  const hint = button('hint', 'Hint', () => questions.askHint())
  const draw = button('draw', 'Offer draw', () => {
    if (match.setup) questions.offerDraw(match.setup.human)
    else study.finish('1/2-1/2', 'The players agreed to a draw')
  })
  const resign = button('resign', 'Resign', () => {
    const loser = colorName(now.human)
    study.finish(now.human === 'white' ? '0-1' : '1-0', `${loser} resigned`)
    notify({
      text: `${loser} resigned.`,
      actions: [{ label: 'Play on', run: () => study.finish('*') }],
      seconds: 10,
    })
  })
  const result = button('result', 'Result', async () => (await import('./result-dialog.js')).openResult(app))
  const claims = h('div', { class: 'claims' })
  root.append(claims, takeBack, hint, draw, resign, result)
  root.addEventListener('click', keepFocus)

  return standing => {
    now = standing
    const asks = questions.asking !== ''
    takeBack.disabled = now.takesBack === null
    hint.disabled = match.thinking || !mayAskHint(app, now)
    draw.disabled = asks || !now.mayMove
    setLabel(draw, match.setup ? 'Offer draw' : 'Agree a draw')
    resign.disabled = !now.live
    setLabel(resign, match.setup ? 'Resign' : `${colorName(now.human)} resigns`)
    renderClaims()
  }

  /**
   * A button that was used and now is off, or gone, gives the focus to the next one.
   * @param {Event} event
   */
  function keepFocus({ target }) {
    const used = target instanceof Element ? target.closest('button') : null
    if (!used || (used.isConnected && !used.disabled)) return
    const [next] = [takeBack, hint, result].filter(({ disabled }) => !disabled)
    next.focus()
  }

  function renderClaims() {
    const key = now.claims.join()
    if (claims.dataset.key === key) return
    claims.dataset.key = key
    claims.hidden = key === ''
    claims.replaceChildren(
      ...now.claims.map(claim =>
        h(
          'button',
          {
            type: 'button',
            class: 'primary',
            onclick: () => study.finish('1/2-1/2', `${colorName(now.human)} claimed ${CLAIMS[claim]}`),
          },
          `Claim a draw by ${CLAIMS[claim]}`,
        ),
      ),
    )
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
