// SPDX-License-Identifier: Apache-2.0
// The clients of load-server.js, in a process of their own: pairs of players, the first of a pair on one node, the
// second on the next. The parent sends { op, … }, one at a time, and gets { op, result }.

import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { longGame } from '../../js/support/long-games.js'
import { RawClient } from './raw-client.js'

/** Handshakes and set-ups at the same time. */
const AT_ONCE = 200
const SCRIPTS = 50
const PLIES = 300
const CLOCK = { base: 600_000, increment: 5000 }
/** Between two bursts of moves, in milliseconds. */
const TICK = 4
/** A move must be answered within this time, in milliseconds. */
const PATIENCE = 5000
/** Before another try to connect, in milliseconds: the first one, and the longest. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 2000

/**
 * @typedef {object} LoadClient
 * @property {number} number
 * @property {RawClient | undefined} raw
 * @property {string | undefined} token
 * @property {LoadGame | undefined} game
 * @property {number} version of the game as it knows it
 * @property {number} sentAt of the command that waits for its answer; 0 for none
 * @property {string} waitsFor its id
 * @property {(message: any) => void} resolve
 * @property {boolean} isBack whether it is connected, and knows its game
 */
/**
 * @typedef {object} LoadGame
 * @property {string} id
 * @property {LoadClient[]} players
 * @property {number} ply
 * @property {string[]} script
 * @property {number} sentAt when the last move was sent
 * @property {number} waits how many of the two have not heard of it
 */

/** @type {LoadClient[]} */
const clients = []
/** @type {LoadGame[]} */
let games = []
/** @type {{ port: number }[]} */
let targets = []
/** @type {string[][]} */
const scripts = Array.from({ length: SCRIPTS }, (_, at) => longGame(at + 1, PLIES))
/** Milliseconds until the mover had its answer, and until the opponent had the move. */
let answered = /** @type {number[]} */ ([])
let seen = /** @type {number[]} */ ([])
let commands = 0
/** @type {string[]} */
const faults = []
let onClose = (/** @type {LoadClient} */ client) => {
  faults.push(`client ${client.number} was disconnected`)
}

/** @param {string} text */
function fault(text) {
  if (faults.length < 20) faults.push(text)
}

/**
 * @param {LoadClient} client
 * @param {{ port: number }} target
 * @returns {Promise<boolean>} whether it is welcome
 */
function connect(client, target) {
  return new Promise(resolve => {
    const { token, game } = client
    const raw = new RawClient(target, () => {
      raw.send({ type: 'hello', ...(token && { token }) })
      if (game) raw.send({ type: 'open', game: game.id, since: client.version })
    })
    raw.onMessage = message => {
      if (message.type === 'welcome') {
        client.raw = raw
        client.token = message.token
        if (!client.game) resolve(true)
      } else if (message.type === undefined) receive(client, message)
      if (message.role !== undefined && client.game) {
        client.isBack = true
        resolve(true)
      }
    }
    raw.onClose = () => {
      const isLost = client.raw === raw
      client.raw = undefined
      resolve(false)
      if (isLost) onClose(client)
    }
  })
}

/**
 * @param {LoadClient} client
 * @param {any} message
 */
function receive(client, message) {
  const { game } = client
  if (message.events !== undefined && game !== undefined) {
    const before = message.version - message.events.length
    if (before > client.version) fault(`a gap: ${before} after ${client.version}`)
    if (message.version > client.version) {
      client.version = message.version
      if (game.sentAt > 0 && message.events.some(({ type }) => type === 'moved')) heard(client, game)
    }
  }
  if (message.re === undefined || message.re !== client.waitsFor) return
  if (message.ok === false) fault(`refused: ${JSON.stringify(message)}`)
  client.waitsFor = ''
  client.resolve(message)
}

/**
 * @param {LoadClient} client
 * @param {LoadGame} game
 */
function heard(client, game) {
  const mover = game.players[(game.ply - 1) % 2]
  const times = client === mover ? answered : seen
  times.push(performance.now() - game.sentAt)
  if (--game.waits === 0) game.sentAt = 0
}

/**
 * @param {LoadClient} client
 * @param {object} message
 * @returns {Promise<any>} the answer
 */
function ask(client, message) {
  return new Promise(resolve => {
    client.waitsFor = `c${++commands}`
    client.resolve = resolve
    client.raw?.send({ id: client.waitsFor, ...message })
  })
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {(item: T) => Promise<void>} work
 */
async function forAll(list, work) {
  let next = 0
  const worker = async () => {
    while (next < list.length) await work(list[next++])
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** @param {LoadGame} game of two players that are connected */
async function begin(game) {
  const [white, black] = game.players
  const created = await ask(white, { type: 'create', clock: CLOCK, color: 'white' })
  if (!created.ok) throw new Error(JSON.stringify(created))
  game.id = created.game
  const joined = await ask(black, { type: 'join', game: game.id })
  if (!joined.ok) throw new Error(JSON.stringify(joined))
  await Promise.all(
    game.players.map(
      client =>
        new Promise(resolve => {
          client.game = game
          client.version = 0
          client.waitsFor = `c${++commands}`
          client.resolve = resolve
          client.raw?.send({ type: 'open', game: game.id, id: client.waitsFor })
        }),
    ),
  )
}

/** @param {LoadGame} game */
function move(game) {
  const { ply, script, players } = game
  const client = players[ply % 2]
  game.ply++
  game.waits = 2
  game.sentAt = performance.now()
  client.waitsFor = ''
  client.raw?.send({ type: 'move', id: `m${ply}`, game: game.id, ply, uci: script[ply] })
}

/** @param {number[]} times @param {number} part */
function quantile(times, part) {
  const sorted = Float64Array.from(times).sort()
  return sorted[Math.floor(part * (sorted.length - 1))] ?? Number.POSITIVE_INFINITY
}

/** @type {Record<string, (request: any) => Promise<unknown>>} */
const OPERATIONS = {
  /** Connects so many clients, evenly over the targets. */
  async connect({ ports, count }) {
    targets = ports.map(port => ({ port }))
    const fresh = Array.from({ length: count }, (_, at) => ({
      number: clients.length + at,
      raw: undefined,
      token: undefined,
      game: undefined,
      version: 0,
      sentAt: 0,
      waitsFor: '',
      resolve() {},
      isBack: false,
    }))
    clients.push(...fresh)
    const start = performance.now()
    await forAll(fresh, async client => {
      const isWelcome = await connect(client, targets[client.number % targets.length])
      if (!isWelcome) throw new Error(`client ${client.number} is not welcome`)
    })
    return performance.now() - start
  },

  /** Begins a game for each pair. */
  async begin() {
    games = Array.from({ length: clients.length >> 1 }, (_, at) => ({
      id: '',
      players: [clients[2 * at], clients[2 * at + 1]],
      ply: 0,
      script: scripts[at % SCRIPTS],
      sentAt: 0,
      waits: 0,
    }))
    const start = performance.now()
    await forAll(games, begin)
    return performance.now() - start
  },

  /** Makes moves in all games by turns, so many a second. */
  async play({ rate, seconds }) {
    answered = []
    seen = []
    const start = performance.now()
    const end = start + seconds * 1000
    let sent = 0
    let put = 0
    let at = 0
    for (let now = start; now < end; now = performance.now()) {
      for (const due = ((now - start) * rate) / 1000; sent < due && put < games.length; at++) {
        const game = games[at % games.length]
        // A game whose last move is still under way waits for its next turn.
        if (game.sentAt > 0 || game.ply === game.script.length) put++
        else {
          move(game)
          sent++
        }
      }
      put = 0
      await wait(TICK)
    }
    const elapsed = performance.now() - start
    for (
      const limit = performance.now() + PATIENCE;
      answered.length < sent || seen.length < sent;
      await wait(5)
    )
      if (performance.now() > limit) {
        fault(
          `${sent - answered.length} moves without an answer, ${sent - seen.length} that the opponent did not get`,
        )
        break
      }
    return {
      rate: (answered.length * 1000) / elapsed,
      moves: answered.length,
      p50: quantile(answered, 0.5),
      p99: Math.max(quantile(answered, 0.99), quantile(seen, 0.99)),
      answerP99: quantile(answered, 0.99),
      worst: Math.max(quantile(answered, 1), quantile(seen, 1)),
    }
  },

  /** Waits until all clients whose node has died are back on another one, with their games. */
  async comeBack({ ports }) {
    targets = ports.map(port => ({ port }))
    for (const client of clients) client.isBack = false
    let first = 0
    /** @type {number[]} */
    const back = []
    let tries = 0
    const done = new Promise(resolve => {
      onClose = async client => {
        first ||= performance.now()
        for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
          await wait(pause * (0.5 + Math.random() / 2))
          tries++
          if (await connect(client, targets[client.number % targets.length])) break
        }
        back.push(performance.now() - first)
        if (back.length === clients.length) resolve(undefined)
      }
    })
    process.send?.({ op: 'ready' })
    await done
    onClose = client => fault(`client ${client.number} was disconnected`)
    for (const game of games) game.sentAt = 0
    return { milliseconds: quantile(back, 1), half: quantile(back, 0.5), most: quantile(back, 0.9), tries }
  },

  async faults() {
    return faults.splice(0)
  },

  async usage() {
    const { user, system } = process.cpuUsage()
    return { cpu: user + system }
  },
}

process.on('message', async (/** @type {any} */ request) => {
  try {
    process.send?.({ op: request.op, result: await OPERATIONS[request.op](request) })
  } catch (error) {
    process.send?.({ op: request.op, error: String(error) })
  }
})
process.once('disconnect', () => process.exit(0))
process.send?.({ op: 'started' })
