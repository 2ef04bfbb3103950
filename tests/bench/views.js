// SPDX-License-Identifier: Apache-2.0
/**
 * What a move costs a game server that sends both players events, or views (`as: 'view'`): CPU of its process, in
 * microseconds. Crazyhouse has both pockets full, which makes 300 legal moves. Medians of rounds that take turns, so that
 * a busy machine slows all alike. Fails where a view costs more than three times what events cost.
 *
 * usage: node tests/bench/views.js    (after make build)
 */
import { loadavg } from 'node:os'
import process from 'node:process'
import { Game } from '../../dist/index.js'
import { GameNode } from '../js/support/game-nodes.js'
import { Wire } from '../js/support/served-games.js'
import { pick, randomFrom } from '../random.js'
import { median } from './harness.js'

const ROUNDS = 9
const GAMES = 4
const PLIES = 80
const MOST = 3

const POCKETS = 'QQRRBBNNPPPPPPPPqqrrbbnnpppppppp'
const SETUPS = {
  standard: { variant: 'standard', fen: null },
  'crazyhouse, full pockets': { variant: 'crazyhouse', fen: `4k3/8/8/8/8/8/8/4K3[${POCKETS}] w - - 0 1` },
}

/** @param {{ variant: string, fen: string | null }} setup @param {number} seed @returns {string[]} random moves, no drops */
function movesOf(setup, seed) {
  const random = randomFrom(seed)
  for (;;) {
    const game = new Game({
      variant: /** @type {any} */ (setup.variant),
      fen: setup.fen ?? undefined,
      draws: 'claim',
    })
    const moves = []
    while (moves.length < PLIES && !game.status.over) {
      moves.push(
        pick(
          random,
          game.legalMoves('uci').filter(uci => uci[1] !== '@'),
        ),
      )
      game.move(moves[moves.length - 1])
    }
    const isLong = !game.status.over
    game.stop()
    if (isLong) return moves
  }
}

const node = new GameNode({
  limits: { messagesPerSecond: 1_000_000, gamesPerUser: 10_000, openGames: 10_000 },
})
await node.start()
const players = [0, 1].map(() => new Wire(node.url, { autoPong: false }))
for (const player of players) await player.hello()

/**
 * @param {object} setup
 * @param {'events' | 'view'} as
 * @param {string[]} moves
 * @returns {Promise<number>} µs a move
 */
async function play(setup, as, moves) {
  const { game } = await players[0].ask('create', setup)
  for (const player of players) await player.ask('open', { game, as })
  await players[1].ask('join', { game })
  const before = await node.ask('usage')
  for (const [ply, uci] of moves.entries()) {
    const answer = await players[ply % 2].ask('move', { game, ply, uci })
    if (!answer.ok) throw new Error(answer.code)
    for (const player of players) player.messages.length = 0
  }
  const after = await node.ask('usage')
  for (const player of players) player.send({ type: 'close', game })
  return (after.cpu - before.cpu) / moves.length
}

let isGood = true
try {
  for (const [name, setup] of Object.entries(SETUPS)) {
    /** @type {Record<string, number[]>} */
    const costs = { events: [], view: [] }
    for (let round = 0; round < ROUNDS; round++)
      for (const as of /** @type {const} */ (['events', 'view']))
        for (let i = 0; i < GAMES; i++) costs[as].push(await play(setup, as, movesOf(setup, 100 * round + i)))
    const [events, view] = [costs.events, costs.view].map(list => median(list.slice(GAMES)))
    const ratio = view / events
    if (ratio > MOST) isGood = false
    console.log(
      `${name}: events ${events.toFixed(0)} µs a move, views ${view.toFixed(0)} µs, ${ratio.toFixed(2)} times`,
    )
  }
  console.log(`load average ${loadavg()[0].toFixed(1)}`)
} finally {
  for (const { socket } of players) socket.terminate()
  await node.end()
}
process.exitCode = isGood ? 0 : 1
