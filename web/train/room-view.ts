// SPDX-License-Identifier: Apache-2.0
// The views of the room of training: what can be trained, with what is due, and the current session.

import { html, nothing } from 'lit-html'
import type { State as AnalysisState } from '../analysis/analysis-view.js'
import { element, h, listenerOf, openPicker, takeFiles } from '../page/dom.js'
import { exactly } from '../page/figures.js'
import { onKeys } from '../page/keys.js'
import { loadPart } from '../page/load.js'
import type { Views } from '../page/store.js'
import { button, picture } from '../page/templates.js'
import { language, say, sayWith } from '../page/texts.js'
import { oneOf } from '../page/unknown.js'
import { COLORS, colorName, sideName } from '../study/descriptions.js'
import { titleOf } from '../study/headers.js'
import { dueAt, nextDue } from './boxes.js'
import { lastDays, runAt } from './days.js'
import type { Source } from './due.js'
import { dueTomorrow, dueView, SOURCE_NAMES, SOURCES } from './due.js'
import type { Entry, Page, TrainRoom, TrainState } from './room.js'
import { roomOf } from './room.js'
import type { Training } from './training.js'
import { nextText } from './training.js'
import { printCards } from './worksheet.js'

/** The part of the snapshot that the views read; `train`: null until the room is used. */
export type State = AnalysisState & { train: TrainState | null; due: Record<Source, number> }

type Session = Training['shown']

/** The numbers of games that can be looked through at once. */
const GAMES = [10, 50, 200]
/** Minutes that a game takes, about. */
const MINUTES = 0.25
/** Marks that are shown, at most. */
const MARKS = 24
const DAY = 86_400_000

export function mountTrain(page: { store: Views<State> } & Page) {
  const room = roomOf(page)
  const root = h('section', { id: 'train', class: 'panel train', 'aria-label': say`Train`, tabindex: -1 })
  element('start', HTMLElement).after(root)
  const add = makeAdding(page, room, () => redraw())
  const redraw = page.store.show(
    root,
    ({ view, due }) => (view === 'train' ? roomView(room, due, add) : nothing),
    () => root.querySelector<HTMLElement>('.train-acts button, .train-home button') ?? root,
  )
  let wasShown = !room.shown.isOpen
  page.store.drawWith(({ view }) => {
    const isShown = view === 'train'
    if (isShown && !wasShown) void room.refresh()
    wasShown = isShown
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && page.store.state.view === 'train') void room.refresh()
  })
  const whenAsked = (act: (training: Training) => void) => () => {
    const { training } = room
    const phase = training?.shown.phase
    if (!training || phase === 'right' || phase === 'over') return false
    act(training)
    return true
  }
  onKeys({
    next: () => {
      if (room.training?.shown.phase !== 'right') return false
      room.training.next()
      return true
    },
    hint: whenAsked(training => training.hint()),
    tell: whenAsked(training => training.tell()),
  })
}

function roomView(room: TrainRoom, due: State['due'], add: () => unknown) {
  const { shown, training } = room
  return html`<h2 class="visually-hidden">${say`Train`}</h2>${sourcesView(room, due)}${
    !shown.isOpen && shown.unread === ''
      ? html`<p class="soft">${say`Reading what is saved …`}</p>`
      : training
        ? sessionView(training.shown, training)
        : room.against
          ? room.against.view()
          : homeView(room, add)
  }${shown.isOpen && !room.against ? daysView(shown, due) : nothing}<p class="error" role="alert">${[shown.unread, shown.failure].filter(Boolean).join(' ') || nothing}</p>${
    shown.damaged.length === 0
      ? nothing
      : html`<div class="row">${shown.damaged.map(name =>
          button({ icon: 'delete', label: say`Delete ${name}`, run: () => room.removeOpenings(name) }),
        )}</div>`
  }`
}

function sourcesView(room: TrainRoom, due: State['due']) {
  const { source, mistakes, puzzles, entries } = room.shown
  const facts = {
    openings: entries.length === 1 ? entries[0].name : say`${entries.length} repertoires`,
    mistakes: mistakes.games.length === 1 ? say`of 1 game` : say`of ${mistakes.games.length} games`,
    puzzles: say`${unsolved(puzzles)} of ${puzzles.cards.length} new`,
  }
  return html`<div class="train-sources" role="radiogroup" aria-label=${say`What to train`}>${SOURCE_NAMES.map(
    name =>
      html`<label><input type="radio" class="visually-hidden" name="train-source" value=${name}
        .checked=${name === source} @change=${() => room.choose(name)}><span>${SOURCES[name]}${dueView(
          due[name],
        )}</span><small>${facts[name]}</small></label>`,
  )}</div>`
}

const unsolved = ({ cards, progress }: TrainState['puzzles']): number =>
  cards.filter(({ key }) => progress[key] === undefined).length

// The session.

function sessionView(shown: Session, training: Training) {
  const { title, phase, task, color, origin, moves, feedback, isAway, hints } = shown
  const isOver = phase === 'over'
  const mayAsk = phase === 'asked' || phase === 'wrong' || phase === 'judged'
  const acts: [
    isOffered: boolean,
    label: string,
    run: () => void,
    rest?: { key?: string; class?: string },
  ][] = [
    [phase === 'right', say`Next`, () => training.next(), { key: 'Enter', class: 'primary' }],
    [phase === 'right', say`Look at it with the engine`, () => training.analyse()],
    [isAway, say`Back to the position`, () => training.goBack()],
    [mayAsk && hints < 2, say`Hint`, () => training.hint(), { key: 'H' }],
    [mayAsk, say`Show the move`, () => training.tell(), { key: 'S' }],
    [mayAsk || phase === 'told', say`Later`, () => training.postpone()],
    [isOver, say`Done`, () => training.end(), { class: 'primary' }],
  ]
  const text = feedback || (isOver || phase === 'told' ? '' : say`Your move, with ${sideName(color)}.`)
  return html`<section class="train-task" aria-labelledby="train-title"><div class="train-head"><h2
    id="train-title">${title}</h2>${marksView(shown)}${
      isOver ? nothing : button({ label: say`End`, class: 'quiet', run: () => training.end() })
    }</div><p class="task">${task}</p>${origin ? html`<p class="soft origin">${origin}</p>` : nothing}${
      moves && !isOver
        ? html`<p class="soft led" aria-label=${say`The moves that led here`}>${moves}</p>`
        : nothing
    }<div class="feedback" data-phase=${phase}>${
      isOver
        ? nothing
        : html`<span class="sign" data-color=${color}>${
            phase === 'right'
              ? picture('confirm')
              : phase === 'wrong' || phase === 'told'
                ? picture('cancel')
                : nothing
          }</span>`
    }<p role="status">${text}</p></div><div class="row train-acts">${acts.map(
      ([isOffered, label, run, rest]) => (isOffered ? button({ label, run, ...rest }) : nothing),
    )}</div></section>`
}

/** How the cards of the session were answered, as dots and as text. */
function marksView({ marks, left, phase }: Session) {
  // The current card has its mark once it is answered.
  const open = phase === 'right' ? left - 1 : left
  const all = marks.length + open
  if (all === 0) return nothing
  const missed = marks.filter(isRight => !isRight).length
  const first = Math.max(0, Math.min(marks.length - MARKS / 2, all - MARKS))
  return html`<span class="train-marks" role="img" aria-label=${say`${marks.length} of ${all} answered, ${missed} missed`}>${Array.from(
    { length: Math.min(all, MARKS) },
    (_, at) => {
      const isRight = marks[first + at]
      return html`<i class=${isRight === undefined ? '' : isRight ? 'right' : 'missed'}></i>`
    },
  )}</span><span class="soft left">${say`${open} left`}</span>`
}

// What can be trained.

function homeView(room: TrainRoom, add: () => unknown) {
  const { source, work, remark } = room.shown
  return html`<div class="train-home">${
    source === 'openings'
      ? openingsView(room, add)
      : source === 'mistakes'
        ? mistakesView(room)
        : puzzlesView(room)
  }${
    work
      ? html`<div class="train-work"><span>${work.text}</span><progress aria-label=${work.text} max=${work.total}
          .value=${work.done}></progress>${button({ label: say`Stop`, run: () => room.cancel() })}</div>`
      : nothing
  }<p class="soft" role="status">${remark}</p></div>`
}

function openingsView(room: TrainRoom, add: () => unknown) {
  const { entries } = room.shown
  return html`${
    entries.length === 0
      ? html`<p class="soft">${say`A repertoire is one or more games with variations: you choose a side, and are asked for its moves. What you miss comes again sooner, what you know later.`}</p><div class="row">${button(
          {
            ...{ label: say`Example repertoire`, class: 'primary' },
            run: () => useExamples(part => part.addExampleRepertoire(room)),
          },
        )}</div>`
      : html`<ul class="train-list">${entries.map(entry => entryView(entry, room))}</ul>`
  }${add()}`
}

function entryView(entry: Entry, room: TrainRoom) {
  const { name, repertoire, cards } = entry
  const { color, progress } = repertoire
  const due = dueAt(cards, progress, Date.now()).length
  return html`<li><span><strong>${name}</strong><span class="soft">${say`${colorName(color)}, ${due} of ${cards.length} due`}</span></span>${[
    button({
      ...{ label: say`Train`, name: say`Train ${name}`, class: due > 0 ? 'primary' : '' },
      run: () => room.trainOpenings(entry),
    }),
    button({
      ...{ label: say`Games`, name: say`Compare ${name} with games` },
      run: () => room.compare(entry),
    }),
    button({
      ...{ label: say`Reset`, name: say`Reset ${name}`, off: Object.keys(progress).length === 0 },
      run: () => room.resetOpenings(entry),
    }),
    button({ icon: 'delete', title: say`Delete ${name}`, run: () => room.removeOpenings(name) }),
  ]}</li>`
}

const useExamples = (use: (part: typeof import('./examples.js')) => unknown) =>
  loadPart(() => import('./examples.js'), use)

/** The form that makes a repertoire of the game on the board, or adds the game to one. */
function makeAdding({ study }: Page, room: TrainRoom, redraw: () => void) {
  let failure = ''
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    const data = new FormData(listenerOf(event, HTMLFormElement))
    const color = oneOf(COLORS, data.get('color')) ?? 'white'
    failure = await room.addOpenings(String(data.get('name')).trim(), color, study.snapshot().pgn)
    redraw()
  }
  return () =>
    study.tree.root.children.length === 0
      ? html`<p class="soft">${say`Put a game with your moves on the board to make a repertoire of it.`}</p>`
      : html`<form @submit=${add}><h3>${say`From the game on the board`}</h3><label>${say`Name`}<input type="text" name="name"
          autocomplete="off" maxlength="80" .value=${titleOf(study.tree)}></label><p class="soft">${say`The name of a repertoire adds the game to it.`}</p><div class="row" role="radiogroup" aria-label=${say`Your side`}>${COLORS.map(
            color =>
              html`<label class="check"><input type="radio" name="color" value=${color}
                ?checked=${color === 'white'}>${color === 'white' ? say`White’s moves` : say`Black’s moves`}</label>`,
          )}</div><p class="error" role="alert">${failure || nothing}</p><div class="actions"><button type="submit"
          class="primary">${say`Add`}</button></div></form>`
}

function mistakesView(room: TrainRoom) {
  const { mistakes, player, work } = room.shown
  const look = (event: SubmitEvent) => {
    event.preventDefault()
    const data = new FormData(listenerOf(event, HTMLFormElement))
    const name = String(data.get('player')).trim()
    if (name && !work) void room.lookThrough(name, Number(data.get('most')))
  }
  return html`${deckView(room, 'mistakes')}<form @submit=${look}><h3>${
    mistakes.cards.length === 0 ? say`No mistakes are collected yet` : say`More games`
  }</h3><p class="soft">${say`The engine looks through your games in the database, the newest first. After “Analyse the game” the mistakes of one game can be kept, too.`}</p><label>${say`Your name in the games`}<input type="text" name="player"
    autocomplete="off" maxlength="80" .value=${player}></label><label>${say`Games`}<select name="most">${GAMES.map(
      count =>
        html`<option value=${count} .selected=${count === GAMES[1]}>${say`${count} (about ${Math.ceil(
          count * MINUTES,
        )} minutes)`}</option>`,
    )}</select></label><div class="actions"><button type="submit" class=${mistakes.cards.length === 0 ? 'primary' : ''}
    aria-disabled=${work ? 'true' : nothing}>${say`Look through them`}</button>${button({
      ...{
        icon: 'download',
        label: say`Your games`,
        title: say`Fetches your games from Lichess or Chess.com`,
      },
      run: () => room.fetchGames(),
    })}</div></form>`
}

function puzzlesView(room: TrainRoom) {
  const { cards } = room.shown.puzzles
  const read = (event: Event) => {
    const [file] = takeFiles(event)
    if (file) void room.readPuzzleFile(file)
  }
  return html`${deckView(room, 'puzzles')}<h3>${say`More puzzles`}</h3><p class="soft">${sayWith`Open a CSV file of ${html`<a
    href="https://database.lichess.org/#puzzles" target="_blank">${say`Lichess’ puzzles`}</a>`}, or a part of it: the first 2,000 are kept. Blunders of yours where only one move was good become puzzles by themselves.`}</p><div class="row"><input type="file"
    accept=".csv,text/csv" hidden aria-label=${say`A file of puzzles`} @change=${read}>${button({
      icon: 'open',
      label: say`Open a file of puzzles`,
      run: openPicker,
    })}${button({
      ...{ label: say`Example puzzles`, class: cards.length === 0 ? 'primary' : '' },
      ...{ title: say`Of the games of masters in the example database` },
      run: () => useExamples(part => part.addExamplePuzzles(room)),
    })}</div>`
}

function deckView(room: TrainRoom, source: 'mistakes' | 'puzzles') {
  const { cards, progress } = room.shown[source]
  if (cards.length === 0) return nothing
  const due = dueAt(cards, progress, Date.now()).length
  const isPuzzles = source === 'puzzles'
  const text =
    due > 0
      ? isPuzzles
        ? say`${due} of ${cards.length} to solve`
        : say`${due} of ${cards.length} due`
      : `${say`All done.`} ${nextText(nextDue(cards, progress))}`
  return html`<div class="train-deck"><p>${text}</p>${[
    button({
      ...{ label: say`Train`, class: due > 0 ? 'primary' : '', off: due === 0 },
      run: () => room.train(source),
    }),
    button({
      label: say`Print`,
      name: isPuzzles ? say`Print a worksheet of puzzles` : say`Print a worksheet of mistakes`,
      run: () => printCards(SOURCES[source], cards, progress),
    }),
    button({
      icon: 'delete',
      title: isPuzzles ? say`Delete these puzzles` : say`Delete these mistakes`,
      run: () => room.clear(source),
    }),
  ]}</div>`
}

type Figure = [figure: string, words: string]

/** What was trained in the last two weeks as a chart, and below it what is due, in figures. @param due how much is due now */
function daysView(state: TrainState, due: Record<Source, number>) {
  const now = Date.now()
  const figures = [...(state.source === 'puzzles' ? ofPuzzles(state) : ofDue(due)), ofRun(state, now)]
  return html`<section class="train-days" aria-label=${say`Your training`}>${
    state.days.days.length > 0 ? chartView(state, now) : nothing
  }<dl>${[...figures, [exactly(dueTomorrow(due, now)), say`due tomorrow`]].map(
    ([figure, words]) => html`<div><dt>${words}</dt><dd>${figure}</dd></div>`,
  )}</dl></section>`
}

const ofDue = ({ mistakes, openings }: Record<Source, number>): Figure[] => [
  [exactly(mistakes), mistakes === 1 ? say`mistake due` : say`mistakes due`],
  [exactly(openings), openings === 1 ? say`opening move due` : say`opening moves due`],
]

function ofPuzzles({ puzzles: { cards, progress } }: TrainState): Figure[] {
  const solved = cards.flatMap(({ key }) => progress[key] ?? [])
  const atOnce = solved.filter(({ box }) => box > 0).length
  return [
    [exactly(solved.length), say`solved of ${cards.length}`],
    [percent(atOnce, solved.length), say`at once`],
  ]
}

function ofRun({ days }: TrainState, now: number): Figure {
  const run = runAt(days, now)
  return [run === 1 ? say`1 day` : say`${run} days`, say`in a row, best ${days.best}`]
}

const percent = (part: number, of: number): string =>
  of === 0 ? '–' : (part / of).toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 })

/** Bars for the eye, and each day with its numbers as text. */
function chartView({ days }: TrainState, now: number) {
  const shown = lastDays(days, now)
  const total = shown.reduce((all, { answered }) => all + answered, 0)
  const right = shown.reduce((all, day) => all + day.right, 0)
  const most = Math.max(1, ...shown.map(({ answered }) => answered))
  const bar = ({ day, answered, right }: (typeof shown)[number]) => {
    const text =
      answered === 0
        ? say`${dateText(day, 'long')}: none`
        : say`${dateText(day, 'long')}: ${answered}, of which ${right} at once`
    return html`<p title=${text}><i style=${`height: ${(100 * answered) / most}%`}></i><span class="visually-hidden">${text}</span></p>`
  }
  return html`<div class="train-chart"><p class="title">${say`Positions answered, the last two weeks`}</p><p class="soft">${say`${total}, of which ${percent(
    right,
    total,
  )} at once`}</p><div class="bars">${shown.map(bar)}</div><p class="soft ends" aria-hidden="true"><time>${dateText(shown[0].day, 'numeric')}</time><span>${say`today`}</span></p></div>`
}

/** @param day since 1970 */
const dateText = (day: number, month: 'numeric' | 'long'): string =>
  new Date(day * DAY).toLocaleDateString(language, { day: 'numeric', month, timeZone: 'UTC' })
