// SPDX-License-Identifier: Apache-2.0
// A repertoire as cards: the positions of a game with variations in which one side is to move, each with the game's moves.
// Transpositions make one card.

import type { Color } from 'binbo'
import type { PgnGame, PgnNode } from 'binbo/pgn'

export type Card = {
  /** identifies the position: its FEN without the counters */
  key: string
  /** the first moves that lead to the position, in UCI */
  line: string[]
  /** the right answers; the first one is the main line */
  answers: { uci: string; san: string }[]
}

/** @param color the side to train @returns the cards in the order of the game, main lines first */
export function cardsOf({ root }: PgnGame, color: Color): Card[] {
  const cards: Map<string, Card> = new Map()
  /** Nodes still to be read, the next one last. */
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

/** @returns the FEN without its counters */
const keyOf = (fen: string): string => fen.split(' ').slice(0, 4).join(' ')
