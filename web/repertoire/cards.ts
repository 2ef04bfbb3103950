// SPDX-License-Identifier: Apache-2.0
// A repertoire as questions: each position of a game with variations in which one side is to move, and the moves that the game
// has there. The same position by other moves is one question.

import type { Color } from 'binbo'
import type { PgnGame, PgnNode } from 'binbo/pgn'

export type Card = {
  /** of the position: its FEN without the counters */
  key: string
  /** the moves that lead there first, in UCI */
  line: string[]
  /** any of them is right; the first one stands in the main line there */
  answers: { uci: string; san: string }[]
}

/** @param color whose moves are asked for @returns in the order of the game, main lines first */
export function cardsOf({ root }: PgnGame, color: Color): Card[] {
  const cards: Map<string, Card> = new Map()
  /** Nodes whose moves are still to be read, the next one last. */
  const open: { node: PgnNode; line: string[] }[] = [{ node: root, line: [] }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, line } = next
    const { children, position } = node
    const answers = position.sideToMove === color ? children.filter(({ move }) => move !== null) : []
    if (answers.length > 0) {
      const key = keyOf(position.fen)
      const card = cards.get(key) ?? { key, line, answers: [] }
      cards.set(key, card)
      for (const { uci, san } of answers)
        if (!card.answers.some(known => known.uci === uci)) card.answers.push({ uci, san })
    }
    for (const child of children.toReversed()) open.push({ node: child, line: [...line, child.uci] })
  }
  return [...cards.values()]
}

/** @returns without the counters of moves */
const keyOf = (fen: string): string => fen.split(' ').slice(0, 4).join(' ')
