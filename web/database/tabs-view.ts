// SPDX-License-Identifier: Apache-2.0
// The tabs of the games found: their groups by opening, player and year, names that may be one player's, and doubles.

import { html, nothing } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { isChecked } from '../page/dom.js'
import { exactly } from '../page/figures.js'
import { rove } from '../page/roving.js'
import type { Rows } from '../page/row-list.js'
import { RowList } from '../page/row-list.js'
import { button } from '../page/templates.js'
import { say } from '../page/texts.js'
import { keysOf } from '../page/unknown.js'
import { countText } from '../pgn/game-index.js'
import { resultSign } from '../study/descriptions.js'
import { knownDate, playersOf } from '../study/headers.js'
import type { DatabaseState, Tab } from './database-state.js'
import { resultBar } from './game-list.js'
import type { GamesDatabase, Page } from './games-database.js'
import type { Copy, GroupRow } from './service.js'

const TABS: Readonly<Record<Tab, string>> = {
  ...{ games: say`Games`, opening: say`By opening`, player: say`By player`, year: say`By year` },
  ...{ names: say`Names`, doubles: say`Doubles` },
}

const KINDS = { opening: say`Opening`, year: say`Year`, player: say`Player` }

export function tabsView({ tab, criteria, doubles, names, found }: DatabaseState, model: GamesDatabase) {
  const counts: Partial<Record<Tab, number>> = {
    ...(names?.version === found.version && { names: names.same.length }),
    ...(doubles?.version === found.version && { doubles: doubles.groups }),
  }
  const press = (event: KeyboardEvent) => rove(event, { wraps: true })?.click()
  return html`<div class="db-tabs" role="tablist" aria-label=${say`The games found`} @keydown=${press}>${keysOf(
    TABS,
  ).map(
    name => html`<button type="button" role="tab" id=${`database-tab-${name}`} aria-selected=${name === tab}
      aria-controls="database-tab" tabindex=${name === tab ? 0 : -1} @click=${() => model.showTab(name)}>${
        name === 'player' && criteria.player.trim() ? say`By opponent` : TABS[name]
      }${counts[name] ? html` <b>${exactly(counts[name])}</b>` : nothing}</button>`,
  )}</div>`
}

/** @param redraw draws the room again @returns the view of all tabs but the games */
export function makeTabs(
  { store }: Page,
  model: GamesDatabase,
  redraw: () => void,
): (shown: DatabaseState) => unknown {
  const groups = new RowList<GroupRow>(
    {
      ...{ id: 'database-group-', label: say`Groups`, read: () => groupRows(model.shown), look: () => {} },
      select: place => model.selectGroup(place),
      open: place => {
        const { grouped } = model.shown
        if (grouped?.rows[place]) model.openGroup(grouped.rows[place], grouped.by)
      },
      cells: row => groupCells(row, model.shown.grouped?.isOfPlayer ?? false),
      isCurrent: () => false,
    },
    redraw,
  )
  const copies = new RowList<Copy>(
    {
      ...{ id: 'database-copy-', label: say`Doubles`, read: () => copyRows(model.shown), look: () => {} },
      // A click or Enter chooses the copy that stays.
      select: () => {},
      open: place => {
        const copy = model.shown.doubles?.copies[place]
        if (copy) model.chooseCopy(copy.group, copy.head.id)
      },
      cells: copy => copyCells(copy, model.shown),
      isCurrent: copy => isStaying(copy, model.shown),
    },
    redraw,
  )
  store.react(() => groups.follow())
  return shown =>
    shown.tab === 'names'
      ? namesView(shown, model)
      : shown.tab === 'doubles'
        ? doublesView(shown, model, copies)
        : groupsView(shown, groups)
}

const groupRows = ({ grouped, group, restarts }: DatabaseState): Rows<GroupRow> | null =>
  grouped && {
    ...{ found: grouped.rows.length, from: 0, rows: grouped.rows, asked: 0, restarts, selection: group },
  }

function groupsView(shown: DatabaseState, list: RowList<GroupRow>) {
  const { grouped, tab } = shown
  const rows = groupRows(shown)
  if (!grouped || !rows || grouped.by !== tab) return html`<p class="soft pgn-none">${say`Counting …`}</p>`
  const { total } = grouped
  const what = tab === 'opening' || tab === 'year' ? tab : 'player'
  const all = countText(total, what)
  return html`<p class="soft pgn-none">${
    total > rows.found
      ? say`${all}; these are the ${exactly(rows.found)} with most games. A click shows the games.`
      : say`${all}. A click shows the games.`
  }</p><div
    class="db-group-heads" aria-hidden="true"><span>${KINDS[what]}</span><span>${say`Games`}</span><span>${
      grouped.isOfPlayer ? say`Won, drawn, lost` : say`White won, drawn, Black won`
    }</span><span>${say`Score`}</span><span>Elo</span></div>${list.view(rows)}`
}

function groupCells({ key, games, won, drawn, lost, averageElo }: GroupRow, isOfPlayer: boolean) {
  const decided = won + drawn + lost
  const score = decided === 0 ? '–' : `${Math.round((100 * (won + drawn / 2)) / decided)} %`
  return html`<span class="pgn-white">${key ?? say`Unknown`} </span><span class="pgn-plies">${exactly(games)} </span><span
    class=${isOfPlayer ? 'db-bar of-player' : 'db-bar'}>${resultBar({ white: won, draws: drawn, black: lost }, undefined, isOfPlayer)} </span><span
    class="pgn-result">${score} </span><span class="pgn-elo">${averageElo ?? ''}</span>`
}

function namesView({ names, joining, found }: DatabaseState, model: GamesDatabase) {
  if (!names) return html`<p class="soft pgn-none">${say`Looking for names …`}</p>`
  const { same, joined } = names
  const isChosen = (index: number) => joining.get(index) ?? same[index].isSafe
  const count = same.filter((_, index) => isChosen(index)).length
  const isOld = names.version !== found.version
  return html`<div class="db-say pgn-none"><p class="soft">${
    same.length === 0
      ? say`No player seems to be written in several ways.`
      : say`${countText(same.length, 'player')} may be written in several ways. Joining changes how names are counted and found; the games keep what is written in them.`
  }</p>${
    same.length > 0
      ? button({
          class: 'primary',
          label: say`Join the ${count} chosen`,
          off: count === 0 || isOld,
          run: () => model.joinNames(),
        })
      : nothing
  }</div><ul class="db-names">${same.map(
    (
      { names: [first, ...others], games, isSafe },
      index,
    ) => html`<li><label class="check"><input type="checkbox"
      .checked=${live(isChosen(index))} @change=${(event: Event) => model.chooseNames(index, isChecked(event))}><span><b>${first.name}</b> <span
      class="soft">${say`${countText(games, 'game')} together`}</span>${isSafe ? nothing : html` <b class="db-warning">${say`several players fit: look before you join`}</b>`}<span
      class="db-spellings">${[first, ...others].map(({ name, games }) => html`<span>${name} <i>${exactly(games)}</i></span> `)}</span></span></label></li>`,
  )}${joined.map(
    player =>
      html`<li><span><b>${player.name}</b> <span class="soft">${say`joined with ${player.aliases.join(', ')}`}</span></span>${button(
        {
          ...{ label: say`Separate`, name: say`Separate ${player.name}`, off: isOld },
          run: () => model.separate(player),
        },
      )}</li>`,
  )}</ul>`
}

const copyRows = ({ doubles, restarts }: DatabaseState): Rows<Copy> | null =>
  doubles && {
    ...{ found: doubles.copies.length, from: 0, rows: doubles.copies },
    ...{ asked: 0, restarts, selection: NO_SELECTION },
  }
const NO_SELECTION = { place: -1 }

function isStaying({ group, head, isWorse }: Copy, { staying }: DatabaseState): boolean {
  const chosen = staying.get(group)
  return chosen === undefined ? !isWorse : chosen === head.id
}

function doublesView(shown: DatabaseState, model: GamesDatabase, list: RowList<Copy>) {
  const rows = copyRows(shown)
  const { doubles } = shown
  if (!doubles || !rows) return html`<p class="soft pgn-none">${say`Comparing games …`}</p>`
  const leaving = doubles.copies.filter(copy => !isStaying(copy, shown)).map(({ head }) => head.id)
  const last = doubles.copies.at(-1)?.group ?? 0
  const rest = doubles.groups > last ? ` ${say`These are the first ${exactly(last)}.`}` : ''
  return html`<div class="db-say pgn-none"><p class="soft">${
    doubles.groups === 0
      ? say`No game is here twice.`
      : `${
          doubles.groups === 1
            ? say`1 game is here more than once: the same players, date and moves. The fuller copy stays; a click on another one keeps that instead.`
            : say`${doubles.groups} games are here more than once: the same players, date and moves. The fuller copy stays; a click on another one keeps that instead.`
        }${rest}`
  }</p>${
    leaving.length > 0
      ? button({
          ...{ class: 'primary', label: say`Remove the ${exactly(leaving.length)}` },
          ...{ off: doubles.version !== shown.found.version, run: () => model.remove(leaving) },
        })
      : nothing
  }</div>${doubles.groups > 0 ? list.view(rows) : nothing}`
}

function copyCells(copy: Copy, shown: DatabaseState) {
  const { group, head, notes } = copy
  const stays = isStaying(copy, shown)
  const others = shown.doubles?.copies.filter(other => other.group === group && other !== copy) ?? []
  const longest = Math.max(...others.map(other => other.head.plies))
  const most = Math.max(...others.map(other => other.notes ?? 0))
  const reason = stays
    ? head.plies > longest
      ? say`stays: more moves`
      : (notes ?? 0) > most
        ? say`stays: more notes`
        : say`stays`
    : head.plies < longest
      ? say`goes: fewer moves`
      : (notes ?? 0) < most
        ? say`goes: fewer notes`
        : say`goes: equal`
  const place = [head.event || head.site, knownDate(head.date)].filter(Boolean).join(', ')
  return html`<span class="pgn-white">${playersOf(head)} </span><span class="pgn-result">${resultSign(
    head.result,
  )} </span><span class="pgn-event">${place} </span><span class="pgn-plies">${countText((head.plies + 1) >> 1, 'move')}${
    notes === undefined ? '' : `, ${notes === 0 ? say`no notes` : countText(notes, 'note')}`
  } </span><span class=${stays ? 'db-stays' : 'db-goes'}>${reason}</span>`
}
