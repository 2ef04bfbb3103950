// SPDX-License-Identifier: Apache-2.0
// Random sessions: two players, strangers and the server send everything that they may and may not, at all times.

import { COLORS, otherColor } from '#js/game/squares.js'
import { pick, randomFrom } from '../../random.js'
import { Game } from './binbo.js'
import { Played, session } from './sessions.js'

const { dueAt } = session

/** @type {[name: string, clock: object | null][]} One of each kind, short enough that flags fall. */
export const CLOCKS = [
  ['none', null],
  ['sudden death', { base: 20_000 }],
  ['sudden death from the start', { base: 20_000, start: 'now' }],
  ['increment', { base: 6_000, increment: 2_000 }],
  ['increment alone', { base: 0, increment: 3_000, start: 'now' }],
  ['delay', { base: 6_000, delay: 2_000 }],
  ['Bronstein', { base: 6_000, delay: 2_000, show: 'bronstein', start: 'now' }],
  ['byo-yomi', { base: 5_000, periods: 3, period: 2_000 }],
  ['byo-yomi with increment', { base: 2_000, increment: 500, periods: 3, period: 2_000, start: 'now' }],
  [
    'stages',
    {
      base: 8_000,
      increment: 500,
      stages: [
        { moves: 3, base: 9_000 },
        { moves: 9, base: 5_000, increment: 1_000 },
      ],
    },
  ],
  ['per move', { perMove: 30_000 }],
]

const OFFERS = [
  'offerDraw',
  'acceptDraw',
  'declineDraw',
  'offerTakeback',
  'acceptTakeback',
  'declineTakeback',
  'claimDraw',
  'claimWin',
  'claimAbsenceDraw',
  'pause',
  'resume',
  'flag',
  'rematch',
  'declineRematch',
]
const ENDS = ['resign', 'abort']

/**
 * Plays one game and calls `visit` after each command.
 * @param {object} options
 * @param {number} options.seed
 * @param {object} options.setup of create
 * @param {number} options.steps
 * @param {(step: { before: object, command: object, now: number, decision: object, game: Played }) => void} visit
 * @returns {Played}
 */
export function playRandom({ seed, setup, steps }, visit) {
  const random = randomFrom(seed)
  const game = new Played(setup)
  let ids = 0
  const sent = []
  let afterEnd = 12
  while (steps-- > 0 && afterEnd > 0) {
    if (game.state.status === 'over') afterEnd--
    const before = game.state
    const now = nextTime(random, game)
    const again = sent.length > 0 && random() < 0.05
    // A state knows the last 16 ids of each player.
    const command = again ? pick(random, sent.slice(-14)) : commandOf(random, game, now)
    if (command.by !== undefined && command.id === undefined && random() < 0.7) {
      ids += 1
      command.id = `id-${seed}-${ids}`
    }
    const decision = game.send(command, now)
    if (command.by !== undefined) sent.push(command)
    visit({ before, command, now, decision, game })
  }
  return game
}

/** Mostly a moment later; now and then next to a deadline, or before the last event. */
function nextTime(random, { state, now }) {
  const due = dueAt(state)
  if (due !== null && state.status === 'playing') {
    const choice = random()
    if (choice < 0.005) return due + pick(random, [0, 1, 500])
    if (choice < 0.018) return due - pick(random, [1, 100, 500, 1_500])
  }
  if (random() < 0.03) return state.at - 1000
  return Math.max(now, state.at) + Math.floor(random() ** 20 * 3_000)
}

function commandOf(random, game, now) {
  const { state, turn } = game
  const color = pick(random, COLORS)
  const offer = state.draw ?? state.takeback?.by
  if (offer !== undefined && random() < 0.3) {
    const answer = `${pick(random, ['accept', 'accept', 'decline'])}${state.draw === null ? 'Takeback' : 'Draw'}`
    if (answer !== 'acceptDraw' || random() < 0.2)
      return { type: answer, by: state.players[otherColor(offer)].id }
  }
  const choice = random()
  if (choice < 0.72) return moveOf(random, game, turn)
  if (choice < 0.9) return { type: pick(random, OFFERS), by: state.players[color].id }
  if (choice < 0.905) return { type: pick(random, ENDS), by: { id: state.players[color].id, name: 'Named' } }
  if (choice < 0.92) return { type: 'giveTime', ms: 5_000, by: state.players[color].id }
  if (choice < 0.93) return { ...moveOf(random, game, color), by: 'a stranger' }
  if (choice < 0.95) return { type: pick(random, ['away', 'back']), color }
  if (choice < 0.97) return { type: 'due' }
  if (choice < 0.985) {
    const to = now - Math.floor(random() * 2_000)
    return { type: 'compensate', from: to - Math.floor(random() * 5_000), to }
  }
  if (choice < 0.986) return { type: 'adjudicate', winner: pick(random, [...COLORS, null]) }
  return { ...moveOf(random, game, pick(random, COLORS)), ply: Math.max(0, state.ply - 1) }
}

/** A legal move, seldom another one; what ends a game is not preferred. */
function moveOf(random, { state }, color) {
  const position = gameOf(state)
  const legal = position.legalMoves('uci')
  position.stop()
  const uci =
    legal.length === 0 || random() < 0.03 ? pick(random, ['e2e5', 'a1a1', 'P@e4', 'x']) : pick(random, legal)
  return {
    type: 'move',
    by: state.players[color].id,
    ply: state.ply,
    uci,
    lag: Math.floor(random() ** 3 * 1_500),
  }
}

/** A Game of the state, from nothing but the state. */
export function gameOf({ variant, fen, draws, moves }) {
  const game = new Game({ variant, fen: fen ?? undefined, draws })
  if (moves !== '') game.playMoves(moves.split(' '))
  return game
}
