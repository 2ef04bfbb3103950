// SPDX-License-Identifier: Apache-2.0
// The analysis of the current position: its lines, the bar beside the board, and arrows on it.

import { describeStatus } from '../game/descriptions.js'
import { plyAt } from '../game/nodes.js'
import { element, h, writeText } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'
import { paced } from '../page/pace.js'
import { saveSetting, setting } from '../page/settings.js'
import { MAX_LINES } from './analyst.js'
import { LinesView, SHOWN_PLIES } from './lines-view.js'
import { BUILT_IN } from './source.js'
import { verdictAt, verdictOf, verdictOfEnd } from './verdict.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./lines-view.js').ShownLine} ShownLine */
/** @typedef {import('./verdict.js').Verdict} Verdict */

const WAITING = 'The engine is busy with something else. The analysis goes on afterwards.'

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} bar beside the board
 * @param {App} app
 */
export function mountAnalysis(root, bar, app) {
  const view = new AnalysisView(root, bar, app)
  const showSoon = paced(() => view.show())
  app.analyst.onChange(showSoon)
  // At once, since lines of another position are wrong here.
  app.study.onChange(() => view.show())
  element('board', HTMLElement).addEventListener('flip', showSoon)
  view.show()
}

class AnalysisView {
  #root
  #app
  #bar
  #head
  #facts
  #lines
  #failure
  #remark = h('p', { class: 'soft' })
  /** @type {ShownLine[]} */
  #shown = []
  /** The arrows on the board, as text. */
  #arrows = ''

  /** @param {HTMLElement} root @param {HTMLElement} bar @param {App} app */
  constructor(root, bar, app) {
    this.#root = root
    this.#app = app
    this.#bar = new EvalBar(bar)
    this.#head = makeHead(app, () => this.#showArrows())
    this.#facts = makeFacts(app)
    this.#lines = new LinesView(moves => app.study.playLine(moves.map(({ uci }) => uci)))
    this.#failure = makeFailure(app, () => this.#head.toggle)
    // In one place, so that nothing below moves when one replaces another.
    const body = h('div', { class: 'analysis-body' }, this.#lines.root, this.#remark, this.#failure.root)
    root.append(this.#head.root, this.#facts.root, body)
  }

  show() {
    this.#root.dataset.state = this.#app.analyst.state
    this.#head.show()
    this.#facts.show()
    this.#showLines()
    this.#failure.show()
    this.#showRemark()
    this.#showArrows()
    this.#showBar()
  }

  #showLines() {
    const { game, lineCount } = this.#app.analyst
    this.#shown = readLines(this.#app)
    this.#lines.resize(lineCount)
    if (!game || this.#shown.length === 0) this.#lines.clear()
    else this.#lines.show(this.#shown, plyAt(game.fen))
  }

  /** After showLines() and the failure. */
  #showRemark() {
    const text = remarkOf(this.#app, this.#remark.textContent)
    writeText(this.#remark, text)
    this.#remark.hidden = text === ''
    const { root } = this.#lines
    const isAway = text !== '' || !this.#failure.root.hidden
    keepFocus(
      root,
      () => this.#head.toggle,
      () => root.classList.toggle('away', isAway),
    )
  }

  #showArrows() {
    const arrows = wantsArrows()
      ? this.#shown.map(({ moves: [{ from, to }] }, index) => ({ from, to, rank: index + 1 }))
      : []
    const text = arrows.map(({ from, to }) => from + to).join()
    if (text === this.#arrows) return
    this.#arrows = text
    this.#app.board.showEngineArrows(arrows)
  }

  #showBar() {
    const { node, game } = this.#app.study
    const verdict = this.#shown[0]?.verdict ?? verdictOfEnd(game.status) ?? verdictAt(node)
    this.#bar.show(verdict, this.#app.board.flipped)
  }
}

/** @param {App} app @returns {ShownLine[]} the best one first */
function readLines({ analyst: { game, lines } }) {
  if (!game) return []
  // While the engine begins, a line may be missing.
  return lines
    .filter(line => line !== undefined)
    .map(({ score, pv }) => ({
      verdict: verdictOf(score.white()),
      moves: game.line(pv.slice(0, SHOWN_PLIES)),
    }))
}

/**
 * @param {App} app
 * @param {string | null} before the last remark
 * @returns {string} why there are no lines
 */
function remarkOf({ analyst: { state }, room, study }, before) {
  if (state === 'off') return 'Turn it on to see the engine’s best moves here.'
  if (state === 'over') return `${describeStatus(study.game).headline}. There is nothing to analyse.`
  if (state === 'waiting') return WAITING
  if (state !== 'starting' || room.delay) return ''
  if (room.state === 'starting') return 'The engine is starting…'
  // Between two other tasks the engine is free for moments.
  return before === WAITING ? WAITING : ''
}

/** @returns {boolean} whether the first moves of the lines are shown on the board */
const wantsArrows = () => setting('arrows', true)

/**
 * @param {App} app
 * @param {() => void} onArrows called when arrows were turned on or off
 * @returns {{ root: HTMLElement, toggle: HTMLButtonElement, show: () => void }}
 */
function makeHead({ analyst }, onArrows) {
  const toggle = h('button', {
    type: 'button',
    id: 'analysis-switch',
    role: 'switch',
    class: 'switch',
    'aria-labelledby': 'analysis-title',
    onclick: () => (analyst.on ? analyst.stop() : analyst.start()),
  })
  const count = h('select', { id: 'line-count' })
  for (let lines = 1; lines <= MAX_LINES; lines++)
    count.append(h('option', { value: lines, selected: lines === analyst.lineCount }, lines))
  count.addEventListener('change', () => {
    analyst.lineCount = Number(count.value)
  })
  const arrows = h('input', { type: 'checkbox', id: 'engine-arrows', checked: wantsArrows() })
  arrows.addEventListener('change', () => {
    saveSetting('arrows', arrows.checked)
    onArrows()
  })
  const choices = h(
    'div',
    { class: 'row analysis-choices' },
    h('span', { class: 'row' }, h('label', { for: 'line-count' }, 'Lines'), count),
    h('label', { class: 'check' }, arrows, 'Arrows'),
  )
  const title = h('h2', { id: 'analysis-title' }, 'Analysis')
  return {
    root: h('div', { class: 'analysis-head' }, title, toggle, choices),
    show() {
      toggle.setAttribute('aria-checked', String(analyst.on))
    },
    toggle,
  }
}

/**
 * @param {App} app
 * @returns {{ root: HTMLElement, show: () => void }} the engine's name, depth and speed
 */
function makeFacts({ analyst, room }) {
  const name = h('span', { class: 'engine-name' })
  const depth = h('span', { class: 'depth' })
  const speed = h('span', { class: 'speed' })
  const root = h('p', { class: 'facts soft' }, name, depth, speed)
  return {
    root,
    show() {
      const { depth: plies, seldepth, nps } = analyst.progress
      const pace = nps === undefined ? '' : speedText(nps)
      name.textContent = analyst.on ? room.name : ''
      depth.textContent = plies === undefined ? '' : `Depth ${plies}${seldepth ? `/${seldepth}` : ''}`
      speed.textContent = analyst.state === 'done' ? 'search complete' : pace
    },
  }
}

/** @param {number} nps @returns {string} such as '1.2 M nodes/s' */
function speedText(nps) {
  if (nps >= 1e6) return `${(nps / 1e6).toFixed(1)} M nodes/s`
  return nps >= 1e3 ? `${Math.round(nps / 1e3)} k nodes/s` : `${nps} nodes/s`
}

/**
 * Why the analysis has failed, or does not begin, and buttons to continue.
 * @param {App} app
 * @param {() => HTMLElement} next gets the focus from a button that is used
 * @returns {{ root: HTMLElement, show: () => void }}
 */
function makeFailure({ analyst, room }, next) {
  /** @param {string} label @param {() => void} mend */
  const makeButton = (label, mend) => {
    const onclick = () => {
      mend()
      analyst.start()
    }
    return h('button', { type: 'button', onclick }, label)
  }
  const text = h('p', { class: 'error' })
  const tryAgain = makeButton('Try again', () => room.mend())
  const useBuiltIn = makeButton('Use the built-in engine', () => room.use(BUILT_IN))
  const buttons = h('div', { class: 'row' }, tryAgain, useBuiltIn)
  const root = h('div', { class: 'analysis-failure', role: 'alert' }, text, buttons)
  return {
    root,
    show() {
      const { state } = analyst
      const failure = state === 'failed' ? analyst.failure : state === 'starting' ? room.delay : ''
      keepFocus(root, next, () => {
        root.hidden = failure === ''
        useBuiltIn.hidden = room.source.kind === 'builtin'
      })
      writeText(text, failure)
    },
  }
}

/** The bar beside the board: White's share of the game. */
class EvalBar {
  #root
  #text = h('span', { class: 'bar-text', 'aria-hidden': 'true' })

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root
    root.setAttribute('role', 'meter')
    root.setAttribute('aria-label', 'Evaluation: White’s share in percent')
    root.setAttribute('aria-valuemin', '0')
    root.setAttribute('aria-valuemax', '100')
    root.append(h('div', { class: 'bar-share' }), this.#text)
  }

  /**
   * @param {Verdict | null} verdict null: not known yet; the bar keeps its last state
   * @param {boolean} flipped is Black at the bottom?
   */
  show(verdict, flipped) {
    const root = this.#root
    root.classList.toggle('flipped', flipped)
    root.classList.toggle('unknown', verdict === null)
    if (!verdict) {
      root.setAttribute('aria-valuetext', 'Not known yet')
      if (!root.hasAttribute('aria-valuenow')) root.setAttribute('aria-valuenow', '50')
      return
    }
    const { share, text, words } = verdict
    if (words === root.getAttribute('aria-valuetext')) return
    root.style.setProperty('--share', String(share))
    root.setAttribute('aria-valuenow', String(Math.round(share * 100)))
    root.setAttribute('aria-valuetext', words)
    root.classList.toggle('black-ahead', share < 0.5)
    // Without the sign: the position of the figure shows the side.
    this.#text.textContent = text.replace(/^[+−]/, '').replace(/(\.\d)\d$/, '$1')
  }
}
