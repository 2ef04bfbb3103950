// SPDX-License-Identifier: Apache-2.0
// The report of the game: the accuracy of both sides, the curve, the turning points, and buttons that use the findings.

import type { Judgement } from 'binbo/uci'
import { html, nothing } from 'lit-html'
import { openDialog } from '../page/dialog.js'
import { element, fieldValue, listenerOf } from '../page/dom.js'
import { announce, notify } from '../page/notices.js'
import { saveSetting, setting } from '../page/settings.js'
import { button } from '../page/templates.js'
import { say } from '../page/texts.js'
import { moveName } from '../study/nodes.js'
import { notifyUndo } from '../study/removal.js'
import type { Page, State } from './analysis-view.js'
import { EvaluationCurve, signView } from './evaluation-curve.js'
import { MistakesExercise } from './mistakes-view.js'
import type { Report, SideFigures } from './report.js'
import { reportOf } from './report.js'
import type { End } from './review.js'
import type { WriteOptions } from './review-run.js'

const PACES: [milliseconds: number, label: string][] = [
  [200, say`0.2 s a move`],
  [1000, say`1 s a move`],
  [5000, say`5 s a move`],
]
const DEFAULT_PACE = PACES[0][0]
const ENDS: Record<End, string> = {
  finished: say`The game is analysed.`,
  cancelled: say`The analysis of the game was cancelled.`,
  changed: say`The analysis of the game was cancelled: its moves have changed.`,
}
const JUDGEMENTS: [judgement: Judgement, sign: string, words: (count: number) => string][] = [
  ['inaccuracy', '?!', count => (count === 1 ? say`1 inaccuracy` : say`${count} inaccuracies`)],
  ['mistake', '?', count => (count === 1 ? say`1 mistake` : say`${count} mistakes`)],
  ['blunder', '??', count => (count === 1 ? say`1 blunder` : say`${count} blunders`)],
]

export function mountReport(root: HTMLElement, page: Page) {
  const curve = new EvaluationCurve(page, () => redraw())
  let failure = ''

  async function run() {
    failure = ''
    try {
      const end = await page.review.run(setting('analysis-pace', DEFAULT_PACE), page.tables?.forAnalysis)
      announce(ENDS[end])
      // The user is in another room.
      if (end !== 'finished' || page.store.state.view !== 'analyse') return
      // Show the result of the button that was pressed.
      page.places.cover(matchMedia('(max-height: 700px)').matches)
      page.store.draw()
      page.places.show('report', element('analyse-game', HTMLElement))
      root.querySelector('.game-result')?.scrollIntoView({ block: 'nearest' })
    } catch (error) {
      failure = page.room.explain(error)
      page.store.change()
      redraw()
    }
  }

  const redraw = page.store.show(
    root,
    state => {
      const report = reportOf(state)
      const { running, findings } = state.review
      root.classList.toggle('done', findings !== null)
      return html`<div class="game-result" ?hidden=${!report.hasCurve}>${
        report.hasCurve ? resultView(state, report, page, curve) : nothing
      }</div><div class="game-controls">${controlsView(state, page, run)}</div>${failureView(state, running, failure)}`
    },
    () => root.querySelector('.game-controls > :not(.away) button'),
  )
}

/** @param failure of the last analysis */
function failureView({ room }: State, running: boolean, failure: string) {
  // An earlier failure is out of date once the analysis runs again.
  const shown = running ? room.delay : room.state === 'starting' ? '' : failure
  return html`<p class="error" role="alert">${shown}</p>`
}

function controlsView(
  { review: { running, progress, findings }, tree }: State,
  { review }: Page,
  run: () => void,
) {
  const chosen = setting('analysis-pace', DEFAULT_PACE)
  const choose = (event: Event) => saveSetting('analysis-pace', Number(fieldValue(event)))
  return html`<div class=${running ? 'row game-start away' : 'row game-start'}>${button({
    ...{ id: 'analyse-game', icon: 'graph', class: findings ? '' : 'primary', run },
    ...{
      label: findings ? say`Analyse again` : say`Analyse the game`,
      off: tree.root.children.length === 0,
    },
  })}<select aria-label=${say`Time for each move`} @change=${choose}>${PACES.map(
    ([value, label]) => html`<option value=${value} .selected=${value === chosen}>${label}</option>`,
  )}</select></div><div class=${running ? 'row game-progress' : 'row game-progress away'}><progress
    aria-label=${say`Analysis of the game`} max=${progress.total || 1} .value=${progress.done}></progress><span
    class="soft count">${running ? say`${progress.done} of ${progress.total}` : ''}</span>${button({
      ...{ label: say`Cancel`, run: () => review.cancel() },
    })}</div>`
}

function resultView(state: State, report: Report, page: Page, curve: EvaluationCurve) {
  const { findings, isCurrent } = state.review
  const book = findings?.book ? findings.nodes[findings.book] : null
  return html`${findings ? html`<div class="accuracies">${report.sides.map(sideView)}</div>` : nothing}${curve.view(
    state,
    report,
  )}${turnsView(state, report, page)}${book ? html`<p class="soft book">${say`Book until ${moveName(book)}`}</p>` : nothing}${
    findings
      ? html`<div class="row">${button({
          ...{ id: 'learn', class: 'primary', label: say`Learn from the mistakes`, off: !isCurrent },
          run: () => MistakesExercise.begin(page, findings),
        })}${button({
          ...{
            id: 'write-analysis',
            label: say`Write into the game`,
            off: !isCurrent,
            run: () => openWriting(page),
          },
        })}</div><p class="soft" ?hidden=${isCurrent}>${say`The game has changed since. Analyse it again to go on from here.`}</p>`
      : nothing
  }`
}

/** @param name such as 'Kasparov, Garry' */
const surname = (name: string): string => name.split(',')[0]

function sideView({ side, name, accuracy, loss, counts }: SideFigures) {
  const percent = accuracy === null ? '–' : String(Math.round(accuracy))
  const lost = loss === null ? [] : [say`average loss ${Math.round(loss)} centipawns`]
  const words = JUDGEMENTS.map(([judgement, , wordsFor]) => wordsFor(counts[judgement]))
  return html`<div class="side-card" role="group" data-side=${side}
    aria-label=${`${name}: ${[say`accuracy ${percent} %`, ...words, ...lost].join(', ')}`} title=${[say`Accuracy`, ...lost].join(', ')}><b class="percent"
    aria-hidden="true">${percent}<small> %</small><span class="word">${say`accuracy`}</span></b><span class="who" aria-hidden="true">${surname(name)}</span><span class="counts"
    aria-hidden="true">${JUDGEMENTS.map(
      ([judgement, sign]) => html`<span><b class=${judgement}>${counts[judgement]}</b> ${sign}</span>`,
    )}</span></div>`
}

function turnsView({ node }: State, { turns }: Report, { study, places }: Page) {
  const goTo = (to: State['node']) => {
    study.goTo(to)
    places.cover(false)
  }
  return html`<div class="turns"><h3>${say`Where the game turned`}</h3>${
    turns.length === 0 ? html`<p class="soft">${say`No move has changed it much.`}</p>` : nothing
  }<ol class="turning-points">${turns.map(
    point => html`<li><button type="button" class="quiet" aria-current=${point.node === node ? 'step' : nothing}
      @click=${() => goTo(point.node)}><span class="san">${point.name}${signView(point.mark)}</span> <span
      class="better">${point.better ? say`better ${point.better}` : ''}</span> <span class="change">${point.before.text} →
      ${point.after.text}</span></button></li>`,
  )}</ol></div>`
}

/** The parts of the analysis that can be written into the game. */
const WRITABLE: [name: keyof WriteOptions, label: string][] = [
  ['evaluations', say`Evaluation of each move`],
  ['glyphs', say`Signs: ?!, ?, ??, and ! for an only move`],
  ['lines', say`A comment on each bad move, and the better line as a variation`],
]

/** Opens the dialog in which users choose what to write into the game. */
function openWriting({ review, study }: Page) {
  const write = async (event: SubmitEvent) => {
    event.preventDefault()
    const chosen = new FormData(listenerOf(event, HTMLFormElement))
    dialog.close()
    const [evaluations, glyphs, lines] = WRITABLE.map(([name]) => chosen.has(name))
    const edit = await review.write({ evaluations, glyphs, lines })
    if (edit) notifyUndo(study, edit, say`The analysis is written into the game.`)
    else notify({ text: say`The game has changed: analyse it again.` })
  }
  const dialog = openDialog(
    say`Write the analysis into the game`,
    {},
    () => html`<form @submit=${write}>${WRITABLE.map(
      ([name, label]) =>
        html`<label class="check"><input type="checkbox" name=${name} checked>${label}</label>`,
    )}<p class="soft">${say`What the game has stays, but for earlier evaluations.`}</p><div class="actions"><button
      type="submit" class="primary">${say`Write`}</button></div></form>`,
  )
}
