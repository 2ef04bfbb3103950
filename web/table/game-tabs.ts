// SPDX-License-Identifier: Apache-2.0
// The tabs of the open games: a row above the page, or, if they do not fit, one button with a list. Loaded with the second
// game.

import { html, nothing } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import { element, listenerOf } from '../page/dom.js'
import { reportError } from '../page/load.js'
import { rove } from '../page/roving.js'
import { button } from '../page/templates.js'
import { say } from '../page/texts.js'
import { fieldsOf } from '../page/unknown.js'
import type { OpenGame } from '../storage/open-games.js'
import type { Page, State } from './side-tabs.js'

export function mountGameTabs(page: Page) {
  const root = element('game-tabs', HTMLElement)
  const { games, store } = page
  const currentTab = () => root.querySelector<HTMLElement>('[aria-selected="true"]')

  const show = (game: OpenGame) => {
    try {
      games.show(game)
    } catch (error) {
      reportError(error, say`This game cannot be shown.`)
    }
    store.draw()
  }

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' || event.ctrlKey || event.altKey || event.metaKey)
      return rove(event, { wraps: true })?.click()
    event.preventDefault()
    games.close(games.current)
    store.draw()
    currentTab()?.focus()
  }

  const tab = (
    { game, title }: State['games'][number],
    isCurrent: boolean,
  ) => html`<button type="button" role="tab" aria-controls="main"
    aria-selected=${isCurrent} tabindex=${isCurrent ? 0 : -1} title=${hint(game, title)}
    @click=${() => show(game)} @keydown=${press}
    @auxclick=${(event: MouseEvent) => event.button === 1 && games.close(game)}
    @mousedown=${keepStill}>${title}</button>`

  const view = ({ games: all, current }: State) => {
    if (all.length < 2) return nothing
    const shown = all.find(({ game }) => game === current)?.title ?? ''
    return html`<div class="game-tab-list" role="tablist" aria-label=${say`Open games`}>${repeat(
      all,
      ({ game }) => game,
      open => tab(open, open.game === current),
    )}</div>
    <button type="button" class="game-menu" popovertarget="game-menu"><span>${shown}</span><b>${say`${all.length} games`}</b></button>
    <div id="game-menu" popover @click=${hidePopover}>${all.map(
      ({ game, title }) =>
        html`<button type="button" aria-current=${game === current ? 'true' : nothing} @click=${() => show(game)}>${title}</button>`,
    )}</div>
    ${button({ id: 'close-game', class: 'quiet', icon: 'close', title: say`Close ${shown}`, run: () => games.close(current) })}
    ${button({ id: 'add-game', class: 'quiet', icon: 'new', title: say`New tab`, run: () => games.add() })}`
  }

  const fit = () => {
    const [list] = root.children
    root.classList.toggle('full', list !== undefined && list.scrollWidth > list.clientWidth)
  }
  store.drawWith(({ games: { length } }) => {
    root.hidden = length < 2
  })
  store.show(root, view, currentTab)
  store.drawWith(fit)
  new ResizeObserver(fit).observe(root)
}

/** Keeps the middle button from scrolling. */
const keepStill = (event: MouseEvent) => event.button === 1 && event.preventDefault()

const hidePopover = (event: Event) => listenerOf(event, HTMLElement).hidePopover()

/** @returns the tab's tooltip; a match waits unless it is between people */
const hint = ({ waiting }: OpenGame, title: string): string =>
  waiting?.match && fieldsOf(waiting.match).friend === undefined ? say`${title}: the match waits` : title
