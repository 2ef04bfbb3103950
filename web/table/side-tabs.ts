// SPDX-License-Identifier: Apache-2.0
// The main views in the header, and the tabs of panels: below the board on small windows, beside it on wide ones, which
// show most panels together.

import { html } from 'lit-html'
import type { State as FriendState } from '../friend/friends.js'
import { focusTable } from '../page/focus.js'
import { rove } from '../page/roving.js'
import type { Views } from '../page/store.js'
import { button } from '../page/templates.js'
import { say } from '../page/texts.js'
import type { OpenGames, TabsState } from '../storage/open-games.js'
import type { Places, SideTab } from '../study/places.js'
import { BESIDE, PANELS, tabsOf } from '../study/places.js'
import type { Mode, Study } from '../study/study.js'
import type { Source } from '../train/due.js'
import { dueView, sumOf } from '../train/due.js'
import type { Name } from './openings.js'

/** The part of the snapshot that the views of this folder read. */
export type State = FriendState & TabsState & { opening: Name; due: Record<Source, number> }
/** The models that this folder uses. */
export type Page = { study: Study; places: Places; games: OpenGames; store: Views<State> }

const MODES: [Mode, label: string, icon: string, title: string][] = [
  ['play', say`Play`, 'hand', say`Play: the board, the clocks and the moves`],
  ['analyse', say`Analyse`, 'graph', say`Analyse: the engine’s lines, variations and the curve`],
]
export function placesView({ view, match, mode, due }: State, { study, places }: Page) {
  const isPlayed = match.setup !== null || mode === 'play'
  const modes = MODES.map(([name, label, icon, title]) =>
    button({
      ...{
        id: `mode-${name}`,
        label,
        icon,
        title,
        pressed: view === name || (view === 'start' && name === 'play'),
      },
      // Games between people have no engine.
      off: name === 'analyse' && match.isServed && Boolean(match.setup?.human),
      run: () => {
        // Without a game of the user, "Play" shows the offers.
        const isOffer = name === 'play' && !isPlayed
        if (!isOffer) study.setMode(name)
        places.showStart(isOffer)
      },
    }),
  )
  const games = {
    ...{ id: 'mode-games', label: say`Games`, icon: 'list', title: say`Games: open files and earlier games` },
    ...{ pressed: view === 'games', run: () => places.show('games') },
  }
  const train = {
    ...{ id: 'mode-train', icon: 'target', title: say`Train: openings, your mistakes, puzzles` },
    ...{ label: html`${say`Train`}${dueView(sumOf(due))}` },
    ...{ pressed: view === 'train', run: () => places.show('train') },
  }
  const [play, analyse] = modes
  return [play, button(train), analyse, button(games)]
}

/** @returns the tabs of small windows */
export const tabsView = ({ mode, tab, view }: State, page: Page) =>
  view === 'games' || view === 'start' || view === 'train'
    ? null
    : tabsOf(mode).map(name => tabView(name, name === tab, page, `tab-${name}`))

/** The button beside the tabs of portrait phones. */
export const sheetView = ({ isFull }: State, { places }: Page) =>
  html`<button type="button" class="quiet" aria-label=${say`Over the board`} title=${say`Over the board`} aria-expanded=${isFull}
    @click=${() => places.cover(!isFull)}><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path
    d="M6 9.5l6 6 6-6"></path></svg></button>`

/** @returns the tabs of wide windows, which always show lines and moves */
export const workTabsView = ({ mode, tab }: State, page: Page) =>
  mode === 'play'
    ? null
    : BESIDE.map(name =>
        tabView(name, name === (BESIDE.includes(tab) ? tab : BESIDE[0]), page, `work-${name}`),
      )

const tabView = (name: SideTab, isShown: boolean, { places }: Page, id: string) =>
  html`<button type="button" role="tab" id=${id} aria-controls=${PANELS[name].place} aria-selected=${isShown}
    tabindex=${isShown ? 0 : -1} @click=${(event: MouseEvent) => {
      places.show(name)
      // After a click, the arrow keys still step through the game.
      if (event.detail > 0) focusTable()
    }} @keydown=${press}>${PANELS[name].label}</button>`

const press = (event: KeyboardEvent) => rove(event, { wraps: true })?.click()
