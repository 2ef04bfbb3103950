// SPDX-License-Identifier: Apache-2.0
// The view of the explorer: the moves that were played in the position, with their results, and the games of the best
// rated players.

import type { ExploredMove } from 'binbo/database'
import { html, nothing } from 'lit-html'
import { isNarrow } from '../database/criteria.js'
import { listedHead, resultBar, shortList } from '../database/game-list.js'
import { databaseOf } from '../database/games-database.js'
import { element, fieldValue, h } from '../page/dom.js'
import { asSize, exactly } from '../page/figures.js'
import { hasMoved } from '../page/focus.js'
import { rove } from '../page/roving.js'
import { button, codeView } from '../page/templates.js'
import { say } from '../page/texts.js'
import { oneOf } from '../page/unknown.js'
import { countText } from '../pgn/game-index.js'
import { playersOf } from '../study/headers.js'
import type { ExplorerState, Page, Source, State } from './explorer.js'
import { Explorer, hasFile, MAX_GAMES, SOURCES, sourceIn } from './explorer.js'

/** A part of the results bar shows its figure if it has this many per cent or more. */
const MIN_SHOWN = 24

export function mountExplorer(page: Page) {
  const explorer = (page.explorer = new Explorer(page, databaseOf(page)))
  const root = h('section', {
    id: 'explorer',
    class: 'panel explorer',
    'aria-label': say`Explorer`,
    tabindex: -1,
  })
  element('curve', HTMLElement).after(root)
  page.store.show(
    root,
    state => explorerView(state, explorer),
    () => root.querySelector('[tabindex="0"]') ?? root,
  )
  page.store.react(state => explorer.follow(state))
  explorer.follow(page.store.state)
}

function explorerView(state: State, model: Explorer) {
  const { explorer, database } = state
  if (!explorer || !database) return nothing
  const { failure, reading } = explorer
  const source = sourceIn(state)
  return html`${source === '' ? emptyView(database, model) : headView(state, source, model)}${
    reading && source === 'file'
      ? html`<div class="ex-reading"><progress aria-label=${say`How much of the file is read`} max=${reading.totalBytes || 1}
          .value=${reading.read}></progress><span class="soft">${say`${asSize(reading.read)} of ${asSize(reading.totalBytes)}`}</span></div>`
      : nothing
  }<p class="error" role="alert">${failure.text || nothing} ${codeView(failure.code)}</p>${
    source === '' ? nothing : answerView(explorer, source, model)
  }<div class="ex-foot">${button({ label: say`Repertoires`, run: () => model.openRepertoires() })}</div>`
}

const emptyView = ({ isOpen, isReadOnly, importing }: NonNullable<State['database']>, model: Explorer) =>
  isOpen && !importing
    ? html`<p class="soft">${say`Here stands what was played in the position on the board, with results and ratings. It needs games: open a PGN file, or fill the database.`}</p><div class="row">${[
        button({ icon: 'open', label: say`Open a file`, run: () => model.openFile() }),
        button({ icon: 'list', label: say`Database`, run: () => model.openRoom() }),
        isReadOnly ? nothing : button({ label: say`Look at an example`, run: () => model.openExample() }),
      ]}</div>`
    : html`<p class="soft">${say`Looking for games…`}</p>`

function headView(state: State, source: Source, model: Explorer) {
  const { file, database, explorer } = state
  const { games = 0, criteria, found } = database ?? {}
  const choices = SOURCES.filter(one => (one === 'database' ? games > 0 : hasFile(state)))
  const labels = { database: say`Database`, file: file?.name }
  const choose = (event: Event) => model.choose(oneOf(SOURCES, fieldValue(event)) ?? '')
  const isPart = source === 'database' && criteria !== undefined && isNarrow(criteria)
  const count = source === 'database' ? games : (explorer?.fileGames ?? 0)
  return html`<div class="ex-head"><select aria-label=${say`Games to look in`} @change=${choose}>${choices.map(
    value => html`<option value=${value} .selected=${value === source}>${labels[value]}</option>`,
  )}</select>${
    isPart
      ? button({
          ...{
            class: 'ex-part',
            icon: 'close',
            title: say`Look in all games`,
            run: () => model.clearFilter(),
          },
          label: say`Filter: ${exactly(found?.count ?? 0)} of ${exactly(games)}`,
        })
      : html`<span class="soft">${count > 0 ? countText(count, 'game') : ''}</span>`
  }</div>`
}

function answerView({ answer, isWaiting, hasAll }: ExplorerState, source: Source, model: Explorer) {
  if (!answer) return nothing
  const { games, moves, topGames } = answer
  if (games === 0)
    return html`<p class="ex-none" aria-busy=${isWaiting}>${say`None of these games has this position.`}</p>`
  const isMore = source === 'file' && !hasAll && games > topGames.length
  return html`<div class="ex-answer" aria-busy=${isWaiting}>${movesView(answer, model)}${
    moves.length === 0 ? html`<p class="soft">${say`No game goes on from here.`}</p>` : nothing
  }<h3>${say`Games of the best rated`}</h3>${shortList(topGames, {
    ...{ kind: 'ex-games', open: head => model.open(head) },
    listed: head => {
      const date = head.date.slice(0, 4).replace(/\?+/, '')
      return { ...listedHead(head), title: playersOf(head), number: undefined, date }
    },
  })}<div class="row">${
    source === 'database'
      ? button({
          label: games === 1 ? say`Show the game` : say`Show all ${games} games`,
          run: () => model.showGames(),
        })
      : isMore
        ? button({
            label:
              games > MAX_GAMES
                ? say`List ${MAX_GAMES} games`
                : games === 1
                  ? say`List the game`
                  : say`List all ${games} games`,
            run: () => model.showAll(),
          })
        : nothing
  }</div></div>`
}

function movesView(
  { games, white, draws, black, moves }: NonNullable<ExplorerState['answer']>,
  model: Explorer,
) {
  const moveAt = ({ target }: Event) =>
    target instanceof Element ? (target.closest<HTMLElement>('tbody tr')?.dataset.uci ?? '') : ''
  const point = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && hasMoved()) model.point(moveAt(event))
  }
  const reach = (event: FocusEvent) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) model.point(moveAt(event))
  }
  const leave = () => model.point('')
  const press = (event: KeyboardEvent) =>
    rove(event, {
      way: 'column',
      items: [...document.querySelectorAll<HTMLElement>('.ex-moves button')],
    })
  const click = (event: Event) => {
    const uci = moveAt(event)
    if (uci) model.play(uci)
  }
  return html`<table class="ex-moves"><thead><tr><th scope="col">${say`Move`}</th><th scope="col">${say`Games`}</th><th scope="col"
    class="ex-bar" title=${say`White won, draw, Black won`}>${say`Results`}</th><th scope="col" title=${say`Mean rating of those who played it`}>Elo</th><th scope="col"
    class="ex-more"><abbr title=${say`Performance: the rating that the results are worth`}>${say`Perf.`}</abbr></th><th scope="col" class="ex-more"
    title=${say`The last year in which it was played`}>${say`Year`}</th></tr></thead><tbody @click=${click} @keydown=${press}
    @pointermove=${point} @pointerleave=${leave} @focusin=${reach} @focusout=${leave}>${moves.map(moveView)}</tbody><tfoot><tr><th
    scope="row">${say`All`}</th><td>${exactly(games)}</td><td class="ex-bar">${resultBar({ white, draws, black }, MIN_SHOWN)}</td><td></td><td
    class="ex-more"></td><td class="ex-more"></td></tr></tfoot></table>`
}

const moveView = (move: ExploredMove, at: number) =>
  html`<tr data-uci=${move.uci}><th scope="row"><button type="button" class="quiet san"
    tabindex=${at === 0 ? 0 : -1}>${move.san}</button></th><td>${exactly(move.games)}</td><td class="ex-bar">${resultBar(
      move,
      MIN_SHOWN,
    )}</td><td>${move.averageElo ?? '–'}</td><td class="ex-more">${move.performance ?? '–'}</td><td
    class="ex-more">${move.lastYear ?? '–'}</td></tr>`
