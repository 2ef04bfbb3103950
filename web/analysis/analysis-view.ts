// SPDX-License-Identifier: Apache-2.0
// The views of the analysis: the current position with figure, depth and lines, the evaluation bar, and the report of the
// game. Loaded when a game or a position is first analysed.

import type { PgnGame } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
import type { Board } from '../board/board.js'
import { savedLocation } from '../endgames/locations.js'
import type { Page as TablesPage, State as TablesState } from '../endgames/tables.js'
import { tablesOf } from '../endgames/tables.js'
import { tablesView } from '../endgames/tables-view.js'
import type { EngineRoom, EngineState } from '../engine/engine-room.js'
import { BUILT_IN } from '../engine/source.js'
import { element, fieldValue, h, setData } from '../page/dom.js'
import { withOneDecimal } from '../page/figures.js'
import { saveSetting } from '../page/settings.js'
import type { Views } from '../page/store.js'
import { button } from '../page/templates.js'
import { say } from '../page/texts.js'
import { describeStatus } from '../study/descriptions.js'
import type { Places } from '../study/places.js'
import type { Study } from '../study/study.js'
import type { AnalysisParts } from './analysis-state.js'
import { switchView } from './analysis-switch.js'
import type { Analyst } from './analyst.js'
import { MAX_LINES } from './analyst.js'
import { mountEvalBar } from './eval-bar.js'
import { mountLineBoard, openLineView } from './line-board.js'
import { LinesView } from './lines-view.js'
import type { Side } from './mistakes.js'
import { mountReport } from './report-view.js'
import type { Review } from './review.js'
import type { Findings } from './review-run.js'

/** The part of the snapshot that the room's views read. */
export type State = TablesState & EngineState & AnalysisParts & { flipped: boolean }

/** The models that the room uses. */
export type Page = {
  study: Study
  board: Board
  room: EngineRoom
  analyst: Analyst
  review: Review
  /** keeps the mistakes of an analysed game for training; resolves to the number of new ones */
  keepMistakes: (findings: Findings, tree: PgnGame, side: Side) => Promise<number | null>
  places: Places
  store: Views<State>
} & TablesPage

/** States without lines that may last: the lines take no space. */
const WITHOUT_LINES: Set<State['analysis']['state']> = new Set(['off', 'over', 'lost', 'failed'])

export function mountAnalysis(page: Page) {
  const root = element('analysis', HTMLElement)
  const lines = new LinesView(page, () => redraw())
  const next = () => lines.toolbar ?? root.querySelector<HTMLElement>('#analysis-switch, .mistakes button')
  const view = (state: State) => {
    setData(root, { state: state.analysis.state })
    return state.exercise ? page.analyst.exercise?.view(state.exercise) : analysisView(state, page, lines)
  }
  const redraw = page.store.show(root, view, next)
  page.store.react((state, before) => page.analyst.exercise?.follow(state, before))
  mountEvalBar(element('eval-bar', HTMLElement), page)
  mountLineBoard(page, lines)
  mountReport(element('curve', HTMLElement), page)
  const book = h('div', { class: 'book-moves', role: 'group', 'aria-label': say`Moves of the opening book` })
  element('opening', HTMLElement).after(book)
  page.store.show(book, state => bookView(state, page))
  if (savedLocation()) tablesOf(page)
}

function analysisView(state: State, page: Page, lines: LinesView) {
  const { analysis, room } = state
  const { state: name, failure } = analysis
  const fault = name === 'failed' || name === 'lost' ? failure : name === 'starting' ? room.delay : ''
  const remark = remarkOf(state)
  const isAway = remark !== '' || fault !== ''
  // Lines, remark and failure share one area, which the lines reserve while the engine starts or is busy: nothing below moves.
  return html`<div class="analysis-head">${headView(state, page)}</div><div class="analysis-body" ?hidden=${name === 'off'}>${lines.view(
    state,
    {
      away: isAway,
      hidden: WITHOUT_LINES.has(name) && (isAway || name === 'off'),
    },
  )}<p class="soft remark" ?hidden=${remark === ''}>${remark}</p><div class="analysis-failure" role="alert" ?hidden=${fault === ''}>${
    fault ? failureView(state, page, fault) : nothing
  }</div></div>${tablesView(state, page)}${openLineView(state, page)}`
}

/** @returns why there are no lines; '' if there are, or will be soon */
function remarkOf({ analysis, room, status, position }: State): string {
  if (analysis.state === 'over')
    return `${describeStatus({ status, position }).headline}. ${say`There is nothing to analyse.`}`
  if (analysis.waits) return say`The engine is busy with something else. The analysis goes on afterwards.`
  if (analysis.state !== 'starting' || room.delay || analysis.started) return ''
  if (room.progress) return say`The engine is coming: ${room.progress}`
  return room.state === 'starting' ? say`The engine is starting…` : ''
}

function headView(state: State, page: Page) {
  const { analyst } = page
  const { analysis, verdict, room } = state
  const { on, progress, lineCount, arrows } = analysis
  const figure = on ? ((analysis.lines[0]?.verdict ?? verdict)?.text ?? '') : ''
  const counts = Array.from({ length: MAX_LINES }, (_, index) => index + 1)
  const isEnough = analysis.state === 'enough'
  const pace = progress.nps === undefined ? '' : speedText(progress.nps)
  return html`${switchView(state, page)}<strong class="figure" aria-hidden="true">${figure}</strong><span
    class="facts soft"><span class="depth">${progress.depth === undefined ? '' : say`Depth ${progress.depth}`}</span>${
      isEnough
        ? button({ class: 'quiet deeper', label: say`Go deeper`, run: () => analyst.deeper() })
        : html`<span class="speed">${analysis.state === 'done' ? say`search complete` : pace}</span>`
    }<span class="engine-name">${on ? room.name : ''}</span></span><select id="line-count" aria-label=${say`Lines`} @change=${(
      event: Event,
    ) => {
      analyst.lineCount = Number(fieldValue(event))
    }}>${counts.map(
      count =>
        html`<option value=${count} .selected=${count === lineCount}>${count === 1 ? say`1 line` : say`${count} lines`}</option>`,
    )}</select><button type="button" id="engine-arrows" class="quiet" aria-pressed=${arrows} title=${say`Arrows on the board`}
    aria-label=${say`Arrows on the board`} @click=${() => saveSetting('arrows', !arrows)}><svg class="icon" viewBox="0 0 24 24"
    aria-hidden="true"><path d="M5 19L19 5M10 5h9v9"></path></svg></button>`
}

/** @returns such as '1.2 M nodes/s' */
function speedText(nps: number): string {
  if (nps >= 1e6) return say`${withOneDecimal(nps / 1e6)} M nodes/s`
  return nps >= 1e3 ? say`${Math.round(nps / 1e3)} k nodes/s` : say`${nps} nodes/s`
}

/** Why the analysis has failed or does not start, and buttons to continue. */
function failureView({ analysis, room: { source } }: State, { analyst, room }: Page, fault: string) {
  const repair = (label: string, act: () => void) =>
    button({
      label,
      run: () => {
        act()
        if (analyst.state !== 'lost') analyst.start()
      },
    })
  return html`<p class="error">${fault}</p>${
    analysis.state === 'lost' ? html`<p class="soft">${say`It is tried again by itself.`}</p>` : nothing
  }<div class="row">${repair(say`Try again`, () => room.retryIfStuck())}${
    source.kind === 'builtin' ? nothing : repair(say`Use the built-in engine`, () => room.use(BUILT_IN))
  }</div>`
}

/** The moves of the opening book in this position; a click plays one. */
export const bookView = ({ bookMoves, node }: State, { study }: Page) => {
  if (bookMoves.length === 0) return nothing
  const total = bookMoves.reduce((sum, { weight }) => sum + weight, 0)
  return html`<span class="soft">${say`Book`}</span>${bookMoves.map(
    ({ uci, san, weight }) =>
      html`<button type="button" class="quiet" @click=${() => study.node === node && study.play(uci)}>${san} <small
        class="soft">${Math.round((100 * weight) / total)} %</small></button>`,
  )}`
}
