// SPDX-License-Identifier: Apache-2.0
// The earlier games that are not open, and how one of them is opened again.

import { ChessError } from 'binbo'
import { reportError } from '../page/load.js'
import { say } from '../page/texts.js'
import type { Places } from '../study/places.js'
import type { EarlierGame } from './earlier-games.js'
import { earlierGames } from './earlier-games.js'
import type { OpenGames } from './open-games.js'
import type { Board } from './record.js'
import { putOnBoard } from './record.js'

type Page = Board & { games: OpenGames; places: Places }

/** @returns the newest first */
export function unopened({ study, games }: Page): EarlierGame[] {
  const open = games.games.map(({ waiting }) => waiting?.pgn ?? study.snapshot().pgn)
  return earlierGames().filter(({ pgn }) => !open.includes(pgn))
}

export function openEarlier(page: Page, game: EarlierGame) {
  try {
    page.games.open(() => putOnBoard(page, game), say`Your earlier game is back.`, { quiet: true })
    page.places.showGame()
  } catch (error) {
    if (!(error instanceof ChessError)) throw error
    reportError(error, say`This game cannot be opened.`)
  }
}
