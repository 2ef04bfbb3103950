// SPDX-License-Identifier: Apache-2.0
// The user's last games on the start page; loaded if there are any.

import { ChessError } from 'binbo'
import { parsePgn } from 'binbo/pgn'
import { html } from 'lit-html'
import { button, miniBoard } from '../page/templates.js'
import { language, say } from '../page/texts.js'
import type { EarlierGame } from '../storage/earlier-games.js'
import { openEarlier, unopened } from '../storage/reopen.js'
import { resultSign } from '../study/descriptions.js'
import { known, playersIn } from '../study/headers.js'
import type { Page } from './standing.js'
import { MOST_LAST, offerLast } from './start-view.js'

/** A game with its texts. `isOver`: it can only be looked at. */
type Last = {
  game: EarlierGame
  players: string
  text: string
  isOver: boolean
  placement: string
  marked: string[]
}

export function mountLastGames(page: Page) {
  let last = readLast(page)
  page.store.react(({ view }, before) => {
    if (view !== 'start' || before?.view === view) return
    last = readLast(page)
    page.store.change()
  })
  offerLast(() => last.map(one => lastView(one, page)))
  page.store.change()
}

/** @returns the newest first, without those that this page cannot read */
const readLast = (page: Page): Last[] =>
  unopened(page)
    .slice(0, MOST_LAST)
    .flatMap(game => {
      try {
        return [lastOf(game)]
      } catch (error) {
        if (error instanceof ChessError) return []
        throw error
      }
    })

function lastOf(game: EarlierGame): Last {
  const [tree] = parsePgn(game.pgn)
  const { move, position } = tree.end
  const result = known(tree.headers.get('Result'))
  const isOver = game.mode !== 'play' || (result !== '' && result !== '*')
  const day = new Date(game.at).toLocaleDateString(language, { dateStyle: 'medium' })
  return {
    ...{ game, isOver },
    players: playersIn(tree) || say`A game without names`,
    text: isOver && result !== '' && result !== '*' ? `${resultSign(result)} · ${day}` : day,
    placement: position.fen.split(' ')[0],
    marked: move ? [move.from, move.to] : [],
  }
}

const lastView = ({ game, players, text, isOver, placement, marked }: Last, page: Page) =>
  html`<li>${miniBoard(placement, marked)}<span><b>${players}</b>${text}</span>${button({
    label: isOver ? say`Look at it` : say`Play on`,
    name: isOver ? say`Look at ${players}` : say`Play on: ${players}`,
    run: () => openEarlier(page, game),
  })}</li>`
