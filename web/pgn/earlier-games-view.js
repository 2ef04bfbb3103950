// SPDX-License-Identifier: Apache-2.0
// The games that were replaced or closed, to be opened again.

import { ChessError } from 'binbo'
import { parsePgn } from 'binbo/pgn'
import { h } from '../page/dom.js'
import { focusBoard } from '../page/focus.js'
import { reportError } from '../page/load.js'
import { bringBack, earlierGames } from '../storage/earlier-games.js'
import { firstMoves, playersIn } from '../study/titles.js'

/** @import { App } from '../app.js' */
/** @import { EarlierGame } from '../storage/earlier-games.js' */

/** Characters of a PGN in which its headers and first moves stand. */
const START = 5000

export class EarlierGamesView {
  #app
  #list = h('ul', {})
  /** The games that were drawn. */
  #drawn = ''
  #isVisible = false
  element = h(
    'section',
    { class: 'pgn-earlier', 'aria-labelledby': 'pgn-earlier', hidden: true },
    h('h3', { id: 'pgn-earlier' }, 'Earlier games'),
    h('p', { class: 'soft' }, 'Games that you had on the board. The last twenty are kept on this device.'),
    this.#list,
  )

  /** @param {App} app */
  constructor(app) {
    this.#app = app
    app.games.onChange(() => this.#isVisible && this.#draw())
    this.#draw()
    // Games may have been kept while it could not be seen, or by another tab.
    const panel = new IntersectionObserver(entries => {
      this.#isVisible = entries.at(-1)?.isIntersecting ?? false
      if (this.#isVisible) this.#draw()
    })
    const place = document.querySelector('#games')
    if (place) panel.observe(place)
  }

  #draw() {
    const { study, games } = this.#app
    const open = games.games.map(({ waiting }) => waiting?.pgn ?? study.snapshot().pgn)
    const earlier = earlierGames().filter(({ pgn }) => !open.includes(pgn))
    this.element.hidden = earlier.length === 0
    const drawn = earlier.map(({ at }) => at).join()
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    const hadFocus = this.#list.contains(document.activeElement)
    this.#list.replaceChildren(...earlier.map(game => row(game, () => this.#open(game))))
    // The game of its button is open now.
    if (hadFocus) focusBoard()
  }

  /** @param {EarlierGame} game */
  #open(game) {
    try {
      this.#app.games.open(() => bringBack(this.#app, game), 'Your earlier game is back.', { quiet: true })
    } catch (error) {
      if (!(error instanceof ChessError)) throw error
      reportError(error, 'This game cannot be opened.')
    }
  }
}

/** @param {EarlierGame} game @param {() => void} onclick */
function row({ pgn, at }, onclick) {
  const [tree] = parsePgn(pgn.slice(0, START))
  const [players, moves] = [playersIn(tree), firstMoves(tree) || 'A position that was set up']
  const time = new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
  return h(
    'li',
    {},
    h(
      'span',
      {},
      players && h('strong', {}, players),
      h('span', {}, moves),
      h('span', { class: 'soft' }, `Left ${time}`),
    ),
    h('button', { type: 'button', 'aria-label': `Open ${players || moves}`, onclick }, 'Open'),
  )
}
