// SPDX-License-Identifier: Apache-2.0
// The buttons of a game that is played: take back, hint, draw and resign; pause and stop for two engines; confirm and cancel
// for a move that waits; and after the end rematch, analyse and new.

import { h, icon, writeText } from '../page/dom.js'
import { allow, focusBoard } from '../page/focus.js'
import { openPart } from '../page/load.js'
import { notify } from '../page/notices.js'
import { colorName } from '../study/descriptions.js'
import { takeBack } from '../study/removal.js'

/** @import { PgnGame, PgnResult } from 'binbo/pgn' */
/** @import { Questions } from './questions.js' */
/** @import { Standing } from './standing.js' */
/** @import { App } from '../app.js' */
/** @import { Study } from '../study/study.js' */

/** Enter is theirs. */
const CONTROLS = 'button, a, input, select, textarea, summary'

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {Questions} questions
 * @returns {(now: Standing) => void} shows, enables and labels the buttons
 */
export function mountActions(root, app, questions) {
  const { study, match, proposal } = app
  /** @type {Standing} */
  let now
  /** @type {{ tree: PgnGame, how: string, closeNotice: () => void } | null} a result set here, while "Play on" is offered */
  let ended = null

  const hint = button('hint', 'Hint', () => questions.askHint())
  const draw = button('draw', 'Offer draw', () => {
    if (now.claim) end('1/2-1/2', `${colorName(now.human)} claimed ${now.claim}`)
    else if (match.setup) questions.offerDraw(now.human)
    else end('1/2-1/2', 'The players agreed to a draw')
  })
  const resign = button('resign', 'Resign', () => {
    const { human } = now
    const winner = human === 'white' ? 'Black' : 'White'
    const giveUp = () => end(winner === 'White' ? '1-0' : '0-1', `${colorName(human)} resigned`)
    // The engine may end the game while the dialog is open.
    askResign(study, `${winner} will win.`, () => now.live && giveUp())
  })
  const pause = button('pause', 'Pause', () => (match.paused ? match.goOn() : match.pause()))
  const stop = button('stop', 'Stop', () => match.playByHand())
  const backs = [backButton('takeback'), backButton('takeback-end')]
  const confirm = button('confirm', 'Confirm', () => answer(() => proposal.confirm()))
  confirm.classList.add('primary')
  const cancel = button('cancel', 'Cancel', () => answer(() => proposal.cancel()))
  const anew = () =>
    openPart(
      () => import('./rematch.js'),
      part => part.rematch(app),
    )
  const newGame = () =>
    openPart(
      () => import('./new-game.js'),
      part => part.openNewGame(app),
    )
  const rows = {
    play: row('', 'What you may do', backs[0], hint, draw, resign),
    engines: row('', 'What you may do', pause, stop),
    confirm: row('play-answer', 'The move on the board', confirm, cancel),
    over: row(
      'game-over',
      'The game is over',
      button('rematch', 'Rematch', anew),
      button('analyse', 'Analyse', () => study.setMode('analyse')),
      button('new', 'New game', newGame),
      backs[1],
    ),
  }
  root.append(...Object.values(rows))
  study.onChange(() => {
    if (!ended || (study.tree === ended.tree && study.outcome?.how === ended.how)) return
    ended.closeNotice()
    ended = null
  })
  proposal.onChange(() => proposal.move && confirm.focus({ preventScroll: true }))
  // Before the board, where Enter and Escape mean other things while no move waits.
  addEventListener('keydown', takeAnswer, { capture: true })

  return standing => {
    now = standing
    const isEngines = match.setup?.human === null
    const usual = match.setup?.friend ? '' : now.ended ? 'over' : isEngines ? 'engines' : 'play'
    const shown = proposal.move ? 'confirm' : usual
    for (const [name, element] of Object.entries(rows))
      element.hidden = study.mode !== 'play' || name !== shown
    for (const back of backs) allow(back, now.takesBack !== null)
    allow(hint, !match.thinking && mayAskHint(app, now))
    renderDraw(questions.asking !== '')
    allow(resign, now.live)
    setLabel(resign, match.setup ? 'Resign' : `${colorName(now.human)} resigns`)
    setLabel(pause, match.paused ? 'Go on' : 'Pause')
  }

  /** @param {string} name */
  function backButton(name) {
    return button(
      name,
      'Take back',
      () => {
        if (match.setup) match.takeBack()
        else if (now.takesBack) takeBack(study, now.takesBack)
      },
      'takeback',
    )
  }

  /** @param {KeyboardEvent} event */
  function takeAnswer(event) {
    const { key } = event
    const isCancel = key === 'Escape'
    const isConfirm = key === 'Enter' && !document.activeElement?.closest(CONTROLS)
    if (!proposal.move || document.querySelector('dialog:modal') || !(isCancel || isConfirm)) return
    event.preventDefault()
    event.stopPropagation()
    answer(() => (isCancel ? proposal.cancel() : proposal.confirm()))
  }

  /** @param {() => void} act */
  function answer(act) {
    act()
    focusBoard()
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
  return status.tone !== 'over' && (match.setup === null || study.position.sideToMove === match.setup.human)
}

/** @param {string} id @param {string} label of the group @param {...HTMLElement} buttons */
const row = (id, label, ...buttons) =>
  h('div', { class: 'actions-row', id: id || null, role: 'group', 'aria-label': label }, ...buttons)

/** @param {string} name @param {string} label @param {() => void} run @param {string} [picture] an icon's name */
const button = (name, label, run, picture = name) =>
  h('button', { type: 'button', id: `play-${name}`, onclick: run }, icon(picture), h('span', {}, label))

/** @param {HTMLButtonElement} target @param {string} label */
function setLabel(target, label) {
  const span = target.lastElementChild
  if (span) writeText(span, label)
}

/**
 * Asks whether to resign.
 * @param {Study} study
 * @param {string} text the consequence
 * @param {() => void} onResign
 */
export function askResign(study, text, onResign) {
  const words = { title: 'Resign this game?', text, label: 'Resign', other: 'Go on' }
  openPart(
    () => import('../study/game-dialog.js'),
    part => part.askFirst(study, words, onResign),
  )
}
