// SPDX-License-Identifier: Apache-2.0
// The analysis of the current position: its lines, the bar beside the board, and arrows on it.

import { describeStatus } from '../game/descriptions.js'
import { plyAt } from '../game/nodes.js'
import { element, h, writeText } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'
import { paced } from '../page/pace.js'
import { saveSetting, setting } from '../page/settings.js'
import { MOST_LINES } from './analyst.js'
import { LinesView, SHOWN_PLIES } from './lines-view.js'
import { BUILT_IN } from './source.js'
import { verdictAt, verdictOf, verdictOfEnd } from './verdict.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./lines-view.js').ShownLine} ShownLine */

const WAITING = 'The engine is busy with something else. The analysis goes on afterwards.'

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} bar beside the board
 * @param {App} app
 */
export function mountAnalysis(root, bar, app) {
  const { study, board, analyst } = app
  const evalBar = new EvalBar(bar)
  const head = makeHead(app, () => showArrows())
  const facts = makeFacts(app)
  const lines = new LinesView(moves => study.playLine(moves.map(({ uci }) => uci)))
  const remark = h('p', { class: 'soft' })
  const failure = makeFailure(app, () => head.toggle)
  // In one place: whatever there is to say, what stands below stays where it is.
  const body = h('div', { class: 'analysis-body' }, lines.root, remark, failure.root)

  /** @type {ShownLine[]} */
  let shown = []
  let shownArrows = ''

  const showLines = () => {
    const { game } = analyst
    shown = readLines(app)
    lines.resize(analyst.lineCount)
    if (!game || shown.length === 0) lines.clear()
    else lines.show(shown, plyAt(game.fen))
  }

  const showArrows = () => {
    const wanted = wantsArrows()
      ? shown.map(({ moves: [{ from, to }] }, index) => ({ from, to, rank: index + 1 }))
      : []
    const text = wanted.map(({ from, to }) => from + to).join()
    if (text === shownArrows) return
    shownArrows = text
    board.showEngineArrows(wanted)
  }

  const showBar = () => {
    const { node, game } = study
    const written = verdictAt(node)
    evalBar.show(shown[0]?.verdict ?? verdictOfEnd(game.status) ?? written, board.flipped)
  }

  const showRemark = () => {
    const text = remarkOf(app, remark.textContent)
    writeText(remark, text)
    remark.hidden = text === ''
    const isAway = text !== '' || !failure.root.hidden
    keepFocus(
      lines.root,
      () => head.toggle,
      () => lines.root.classList.toggle('away', isAway),
    )
  }

  const show = () => {
    root.dataset.state = analyst.state
    head.show()
    facts.show()
    showLines()
    failure.show()
    showRemark()
    showArrows()
    showBar()
  }

  root.append(head.root, facts.root, body)
  const showSoon = paced(show)
  analyst.onChange(showSoon)
  // At once: lines of another position are no lines of this one.
  study.onChange(show)
  element('board', HTMLElement).addEventListener('flip', showSoon)
  show()
}

/** @param {App} app @returns {ShownLine[]} the best one first */
function readLines({ analyst: { game, lines } }) {
  if (!game) return []
  // A line may be missing while the engine begins.
  return lines
    .filter(line => line !== undefined)
    .map(({ score, pv }) => ({
      verdict: verdictOf(score.white()),
      moves: game.line(pv.slice(0, SHOWN_PLIES)),
    }))
}

/**
 * @param {App} app
 * @param {string | null} before the last one
 * @returns {string} why there are no lines
 */
function remarkOf({ analyst: { state }, room, study }, before) {
  if (state === 'off') return 'Turn it on to see the engine’s best moves here.'
  if (state === 'over') return `${describeStatus(study.game).headline}. There is nothing to analyse.`
  if (state === 'waiting') return WAITING
  if (state !== 'starting' || room.delay) return ''
  if (room.state === 'starting') return 'The engine is starting…'
  // Between two things that it is busy with it is free for moments.
  return before === WAITING ? WAITING : ''
}

/** @returns {boolean} whether the first moves of the lines are shown on the board */
const wantsArrows = () => setting('arrows', true)

/**
 * @param {App} app
 * @param {() => void} onArrows they are wanted, or no more
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
  for (let lines = 1; lines <= MOST_LINES; lines++)
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
 * @returns {{ root: HTMLElement, show: () => void }} who searches, how deep and how fast
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
      const pace = nps === undefined ? '' : speedWords(nps)
      name.textContent = analyst.on ? room.name : ''
      depth.textContent = plies === undefined ? '' : `Depth ${plies}${seldepth ? `/${seldepth}` : ''}`
      speed.textContent = analyst.state === 'done' ? 'searched to the end' : pace
    },
  }
}

/** @param {number} nps @returns {string} such as '1.2 M nodes/s' */
function speedWords(nps) {
  if (nps >= 1e6) return `${(nps / 1e6).toFixed(1)} M nodes/s`
  return nps >= 1e3 ? `${Math.round(nps / 1e3)} k nodes/s` : `${nps} nodes/s`
}

/**
 * @param {App} app
 * @param {() => HTMLElement} next has the focus where it was on a way on that is done
 * @returns {{ root: HTMLElement, show: () => void }}
 */
function makeFailure({ analyst, room }, next) {
  /** @param {string} label @param {() => void} mend */
  const way = (label, mend) => {
    const onclick = () => {
      mend()
      analyst.start()
    }
    return h('button', { type: 'button', onclick }, label)
  }
  const text = h('p', { class: 'error' })
  const tryAgain = way('Try again', () => room.mend())
  const useBuiltIn = way('Use the built-in engine', () => room.use(BUILT_IN))
  const ways = h('div', { class: 'row' }, tryAgain, useBuiltIn)
  const root = h('div', { class: 'analysis-failure', role: 'alert' }, text, ways)
  return {
    root,
    show() {
      const { state } = analyst
      const failure = state === 'failed' ? analyst.failure : state === 'starting' ? room.delay : ''
      keepFocus(root, next, () => {
        root.hidden = failure === ''
        useBuiltIn.hidden = room.source.kind === 'builtin'
      })
      // Screen readers say it once, when it changes.
      writeText(text, failure)
    },
  }
}

/** @typedef {import('./verdict.js').Verdict} Verdict */

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
   * @param {Verdict | null} verdict null: not known yet; the last one stays to be seen
   * @param {boolean} flipped is Black below?
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
    // The side is told by where the figure stands.
    this.#text.textContent = text.replace(/^[+−]/, '').replace(/(\.\d)\d$/, '$1')
  }
}
