// SPDX-License-Identifier: Apache-2.0
// The tabs of the open games, above the page; hidden while there is one game only.

import { h, icon, writeText } from '../page/dom.js'
import { focusBoard } from '../page/focus.js'
import { reportError } from '../page/load.js'

/** @import { App } from '../app.js' */
/** @import { OpenGame } from '../storage/open-games.js' */

/** The place of the next tab after a key. @type {Record<string, (at: number, count: number) => number>} */
const KEYS = {
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** @param {any} match @returns {boolean} whether it is a game between people: that goes on */
const isServed = match => match.friend !== undefined

/** @param {HTMLElement} root @param {App} app */
export function mountGameTabs(root, { games, study, match }) {
  const list = h('div', { class: 'game-tab-list', role: 'tablist', 'aria-label': 'Open games' })
  const close = h(
    'button',
    { type: 'button', class: 'quiet', id: 'close-game', onclick: () => closeGame(games.current) },
    icon('close'),
  )
  const add = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      id: 'add-game',
      title: 'New tab',
      'aria-label': 'New tab',
      onclick: () => games.add(),
    },
    icon('new'),
  )
  root.append(list, close, add)
  /** @type {WeakMap<OpenGame, HTMLButtonElement>} */
  const tabs = new WeakMap()

  /** @param {OpenGame} game */
  const showGame = game => {
    try {
      games.show(game)
    } catch (error) {
      reportError(error, 'This game cannot be shown.')
    }
  }

  /** @param {OpenGame} game */
  function closeGame(game) {
    const hadFocus = root.contains(document.activeElement)
    games.close(game)
    if (hadFocus && !root.hidden) tabs.get(games.current)?.focus()
  }

  /** @param {OpenGame} game */
  const makeTab = game =>
    h('button', {
      type: 'button',
      role: 'tab',
      'aria-controls': 'main',
      onclick: () => showGame(game),
      onauxclick: (/** @type {MouseEvent} */ event) => event.button === 1 && closeGame(game),
      // Otherwise the middle button scrolls.
      onmousedown: (/** @type {MouseEvent} */ event) => event.button === 1 && event.preventDefault(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => press(event, game),
    })

  /** @param {KeyboardEvent} event @param {OpenGame} game */
  function press(event, game) {
    const { key } = event
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (key === 'Delete') closeGame(game)
    else if (Object.hasOwn(KEYS, key)) {
      const all = games.games
      const next = all[KEYS[key](all.indexOf(game), all.length)]
      showGame(next)
      tabs.get(next)?.focus()
    } else return
    event.preventDefault()
  }

  const render = () => {
    const hadFocus = root.contains(document.activeElement)
    draw()
    if (!hadFocus) return
    if (root.hidden) focusBoard()
    // Tabs that are moved lose it.
    else if (!root.contains(document.activeElement)) tabs.get(games.current)?.focus()
  }

  function draw() {
    root.hidden = games.games.length < 2
    if (root.hidden) return
    const shown = games.games.map(game => {
      const tab = tabs.get(game) ?? makeTab(game)
      tabs.set(game, tab)
      const isCurrent = game === games.current
      const title = games.titleOf(game)
      writeText(tab, title)
      tab.title = game.waiting?.match && !isServed(game.waiting.match) ? `${title}: the match waits` : title
      tab.setAttribute('aria-selected', String(isCurrent))
      tab.tabIndex = isCurrent ? 0 : -1
      return tab
    })
    const isSame =
      shown.length === list.children.length && shown.every((tab, at) => tab === list.children[at])
    if (!isSame) list.replaceChildren(...shown)
    const name = `Close ${games.titleOf(games.current)}`
    close.title = name
    close.setAttribute('aria-label', name)
  }
  const scroll = () => tabs.get(games.current)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

  games.onChange(() => {
    render()
    if (!root.hidden) scroll()
  })
  study.onChange(change => change === 'tree' && render())
  match.onChange(render)
  render()
}
