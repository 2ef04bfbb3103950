// SPDX-License-Identifier: Apache-2.0
// What is asked: the positions of a repertoire, of the user's mistakes, and of puzzles, each with its right answers. A position
// is asked once, whichever moves lead to it.

import type { Color, Variant } from 'binbo'
import { ChessError, Position } from 'binbo'
import type { Puzzle } from 'binbo/epd'
import type { Evaluation, PgnGame, PgnNode } from 'binbo/pgn'
import type { Side } from '../analysis/mistakes.js'
import { isGoodEnough, mistakesOf } from '../analysis/mistakes.js'
import type { Findings } from '../analysis/review-run.js'
import { say } from '../page/texts.js'
import { sideName } from '../study/descriptions.js'
import { known, playersIn } from '../study/headers.js'
import { moveName } from '../study/nodes.js'
import { movesTo } from '../study/removal.js'
import type { Progress } from './boxes.js'

/** Plain data, which can be saved. */
export type Card = {
  /** of the position, as Position.key */
  key: string
  /** the FEN of the start of its line */
  start: string
  variant: Variant
  /** the moves that lead to the position, in UCI */
  line: string[]
  /** the right answers; the first one is the main line, or the best move */
  answers: { uci: string; san: string }[]
  /** after the first answer: the opponent's reply, the next move to find, and so on, in UCI */
  rest: string[]
  /** what is asked, if it is more than the move; in English, as taskText() reads it */
  task: string
  /** where it is from, as originText() reads it: shown once it is answered */
  origin: string
  /** the evaluation of the best move: other moves that are about as good are right; null: only `answers` are */
  best: Evaluation | null
}

/** The winning chance that the second best move loses, at least, if there is only one good move. */
const ONLY = 0.3

/** What a puzzle of the user's own games begins with. */
const OWN = 'Only one move is good for'
/** @returns whether a puzzle is from a game of the user, not from a file */
export const isOwn = ({ task }: Card): boolean => task.startsWith(OWN)

/** Cards are saved in English, so that they are shown in whichever language the page is then. */
const ENGLISH: Readonly<Record<Color, string>> = { white: 'White', black: 'Black' }
const TASK =
  /^(?:(.+) was a (mistake|blunder)\. )?(Find a better move|Only one move is good|Find the best move) for (White|Black)\.$/
const PUZZLE = /^Puzzle (\S+), rated (\d+)(:.*)?$/

/** @returns what is asked, in the user's language */
export function taskText({ task }: Card): string {
  const [, move, judgement, words, color] = TASK.exec(task) ?? []
  if (!words) return task
  const side = sideName(color === ENGLISH.white ? 'white' : 'black')
  if (judgement === 'mistake') return say`${move} was a mistake. Find a better move for ${side}.`
  if (judgement) return say`${move} was a blunder. Find a better move for ${side}.`
  return task.startsWith(OWN) ? say`Only one move is good for ${side}.` : say`Find the best move for ${side}.`
}

/** @returns where a card is from, in the user's language */
export function originText({ origin }: Card): string {
  const [, id, rating, address = ''] = PUZZLE.exec(origin) ?? []
  return id ? `${say`Puzzle ${id}, rated ${rating}`}${address}` : origin
}

/**
 * @param games trees; the same position in several of them is one card
 * @param color the side to train
 * @returns the cards in the order of the games, main lines first; nothing that follows a null move
 */
export function cardsOf(games: readonly PgnGame[], color: Color): Card[] {
  const cards: Map<string, Card> = new Map()
  for (const { root, startFen: start } of games) {
    const { variant } = root.position
    /** Nodes still to be read, the next one last. */
    const open: { node: PgnNode; line: string[] }[] = [{ node: root, line: [] }]
    for (let next = open.pop(); next; next = open.pop()) {
      const { node, line } = next
      const { position } = node
      const moves = node.children.filter(({ move }) => move !== null)
      if (moves.length > 0 && position.sideToMove === color) {
        const { key } = position
        const card: Card = cards.get(key) ?? { ...NO_PUZZLE, key, start, variant, line, answers: [] }
        cards.set(key, card)
        for (const { uci, san } of moves)
          if (!card.answers.some(known => known.uci === uci)) card.answers.push({ uci, san })
      }
      for (const child of moves.toReversed()) open.push({ node: child, line: [...line, child.uci] })
    }
  }
  return [...cards.values()]
}

const NO_PUZZLE: Pick<Card, 'rest' | 'task' | 'origin' | 'best'> = {
  ...{ rest: [], task: '', origin: '', best: null },
}

/**
 * @param findings of a game
 * @param side whose mistakes
 * @returns `puzzles`: the blunders where only one move was good, which the other cards leave out
 */
export function cardsOfMistakes(
  findings: Pick<Findings, 'analysis' | 'nodes'>,
  tree: PgnGame,
  side: Side,
): { mistakes: Card[]; puzzles: Card[] } {
  const { analysis, nodes } = findings
  const mistakes: Card[] = []
  const puzzles: Card[] = []
  for (const mistake of mistakesOf(findings, side)) {
    const { node, before, mover, best, sans, score } = mistake
    const index = nodes.indexOf(before)
    const { judgement } = analysis.positions[index + 1]
    const second = analysis.positions[index].lines[1]
    const { kind, value } = score.white()
    const name = `${moveName(node)} was a ${judgement}. Find a better move for ${ENGLISH[mover]}.`
    const card: Card = {
      ...{ key: before.position.key, start: tree.startFen, variant: before.position.variant },
      line: movesTo(before),
      answers: [{ uci: best[0], san: sans[0] }],
      rest: [],
      task: name,
      origin: originOf(tree),
      best: { kind, value },
    }
    const isOnly =
      judgement === 'blunder' &&
      second !== undefined &&
      score.pov(mover).winningChance() - second.score.pov(mover).winningChance() >= ONLY
    if (isOnly) puzzles.push({ ...card, task: `${OWN} ${ENGLISH[mover]}.`, best: null })
    else {
      if (second && second.pv.length > 0 && isGoodEnough(mistake, second.score))
        card.answers.push({ uci: second.pv[0], san: second.san[0] })
      mistakes.push(card)
    }
  }
  return { mistakes, puzzles }
}

/** @returns such as 'Anna – Ben, 2024' */
function originOf(tree: PgnGame): string {
  const year = known(tree.headers.get('Date')).slice(0, 4)
  return [playersIn(tree), year].filter(Boolean).join(', ')
}

/** @param puzzle of Lichess */
export function cardOfPuzzle({
  id,
  position,
  solution,
  rating,
  url,
}: Pick<Puzzle, 'id' | 'position' | 'solution' | 'rating' | 'url'>): Card {
  const [{ uci, san }, ...rest] = solution
  return {
    ...{ key: position.key, start: position.fen, variant: position.variant, line: [], best: null },
    answers: [{ uci, san }],
    rest: rest.map(move => move.uci),
    task: `Find the best move for ${ENGLISH[position.sideToMove]}.`,
    origin: `Puzzle ${id}, rated ${rating}${url ? `: ${url}` : ''}`,
  }
}

/** @returns `cards`, and those of `more` whose positions are new; at most `most`, the newest ones */
export function joined(cards: readonly Card[], more: readonly Card[], most: number): Card[] {
  const all = new Map([...more, ...cards].map(card => [card.key, card]))
  return [...all.values()].slice(0, most)
}

/**
 * Earlier versions of the page identified positions by the first four fields of their FEN.
 * @param variant of the repertoire
 * @returns the progress by the keys of positions; of two places of one position, the one that is due first
 */
export function readProgress(saved: Progress, variant: Variant): Progress {
  const progress: Progress = {}
  for (const [name, place] of Object.entries(saved)) {
    const key = name.includes(' ') ? keyOf(name, variant) : name
    const other = progress[key]
    if (!other || place.due < other.due) progress[key] = place
  }
  return progress
}

/** @param fields of a FEN without its counters @returns the same text, if it is not a position */
function keyOf(fields: string, variant: Variant): string {
  try {
    return Position.from(`${fields} 0 1`, { variant }).key
  } catch (error) {
    if (error instanceof ChessError) return fields
    throw error
  }
}
