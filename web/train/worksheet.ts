// SPDX-License-Identifier: Apache-2.0
// Prints cards as a worksheet.

import { ChessError } from 'binbo'
import type { PgnNode } from 'binbo/pgn'
import { PgnGame } from 'binbo/pgn'
import { openPart } from '../page/load.js'
import type { Progress } from './boxes.js'
import { dueAt } from './boxes.js'
import type { Card } from './cards.js'
import { originText } from './cards.js'

/** The largest number of positions of a worksheet. */
const MOST = 24

/** Opens the dialog that prints the cards that are due, or all if none is, up to 24. */
export function printCards(title: string, cards: readonly Card[], progress: Progress) {
  const due = dueAt(cards, progress, Date.now())
  const tasks = (due.length > 0 ? due : cards).slice(0, MOST).flatMap(taskOf)
  return openPart(
    () => import('../print/print-dialog.js'),
    part => part.openPrintWorksheet({ title, tasks }),
  )
}

/** @returns [] for a card that was damaged */
function taskOf(card: Card) {
  const { start, variant, line, answers, rest } = card
  try {
    const { position } = line.reduce(play, new PgnGame({ fen: start, variant }).root)
    const game = new PgnGame({ fen: position.fen, variant })
    const moves = [answers[0].uci, ...rest]
    moves.reduce(play, game.root)
    const solution = game
      .toString({ headers: false, width: Number.POSITIVE_INFINITY })
      .trimEnd()
      .replace(/ ?\*$/, '')
    return [{ position, solution, origin: originText(card) }]
  } catch (error) {
    if (error instanceof ChessError) return []
    throw error
  }
}

const play = (node: PgnNode, uci: string): PgnNode => node.add(uci)
