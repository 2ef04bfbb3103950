// SPDX-License-Identifier: Apache-2.0
// One schedule: everything that happens in some minutes of virtual time, by one seed, and what is wrong afterwards.

import { Database } from './database.js'
import { SimNode } from './node.js'
import { Oracle } from './oracle.js'
import { Player } from './player.js'
import { World } from './world.js'

/** Short, so that games end; of every kind. */
const CLOCKS = [
  { base: 3000 },
  { base: 6000, start: 'now' },
  { base: 2000, increment: 500 },
  { base: 0, increment: 1500 },
  { base: 1500, delay: 1000 },
  { base: 2500, delay: 800, show: 'bronstein', start: 'now' },
  {
    base: 3000,
    stages: [
      { moves: 2, base: 2000 },
      { moves: 4, base: 1500, increment: 300 },
    ],
  },
  { base: 2000, increment: 200, stages: [{ moves: 3, base: 2500, increment: 0 }], start: 'now' },
  { base: 2000, periods: 2, period: 1200 },
  { base: 0, periods: 3, period: 1500, start: 'now' },
  { perMove: 4000 },
  // Longer than an absence that may be claimed.
  { base: 120_000, increment: 1000 },
  { base: 180_000, start: 'now' },
  null,
]
/** Positions in which something ends soon: mate, stalemate, 50 moves, bare kings, a pawn that promotes, walls of pawns. */
const POSITIONS = [
  'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1',
  '7k/8/5K2/5Q2/8/8/8/8 w - - 0 1',
  '4k3/8/8/8/8/8/R7/4K3 w - - 98 90',
  '4k3/p7/8/8/8/8/8/3BK3 w - - 0 1',
  '8/P3k3/8/8/8/8/3p4/K7 w - - 0 1',
  '4k3/p7/8/8/8/8/8/4KN2 b - - 0 1',
  '8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1',
  // Too many pieces for a look, until two of them are taken.
  '6k1/6B1/1B6/1p1p1p1p/1P1P1P1P/3K3b/6b1/8 b - - 0 1',
]
const VARIANTS = [
  'crazyhouse',
  'atomic',
  'antichess',
  'kingofthehill',
  '3check',
  'horde',
  'racingkings',
  'chess960',
]
const NODES = 3
/** While things go wrong, in ms. */
const TROUBLED = 40_000
/** For all to come to rest, in ms: several leases. */
const CALM = 25_000
/** What came later than that may not be known to all yet, in ms. */
const FRESH = 3000
/** A clock has run for so long at most before its player sees what is to be answered, in ms, or for so many ways of a message. */
const LATEST = 300
const WAYS = 6
/** In a schedule without trouble: players who act at the same time. */
const MOST_CONFLICTS = 20
/** Until finished games are removed, and then some. */
const REMOVED = 700_000

/**
 * @typedef {object} Report
 * @property {string[]} complaints
 * @property {number} steps
 * @property {number} events
 * @property {number} conflicts
 * @property {number} time that passed, in ms
 * @property {Map<string, number>} seen how often each event, end and refusal occurred
 */

/**
 * @param {number} seed
 * @param {any} modules the code that is tested
 * @returns {Promise<Report>}
 */
export async function runSchedule(seed, modules) {
  const world = new World(seed)
  const start = world.now
  const isCalm = world.chance(0.1)
  // Otherwise all is well: what is not seen at once is the cut nodes' fault alone.
  const isCut = !isCalm && world.chance(0.15)
  const trouble = isCalm
    ? { longest: 15, lost: 0, doubled: 0 }
    : isCut
      ? { longest: world.pick([5, 50]), lost: 0, doubled: world.pick([0, 0.3]) }
      : {
          longest: world.pick([5, 50, 150, 400]),
          lost: world.pick([0, 0.02, 0.1]),
          doubled: world.pick([0, 0.05, 0.3]),
        }
  const database = new Database(world, modules)
  /** @type {{ game: string, at: number }[]} */
  const archived = []
  const nodes = Array.from({ length: NODES }, () => new SimNode(world, database, modules, trouble, archived))
  database.nodes = nodes
  const cachedGames = world.pick([1, 2, 1000])
  for (const node of nodes) node.start(cachedGames)
  /** @type {Player[]} */
  const players = []
  const games = world.between(1, 2)
  const eventsOf = (/** @type {string} */ game) => database.logs.get(game)?.events.slice() ?? []
  const common = { world, nodes, modules, trouble, eventsOf }
  for (let i = 0; i < games; i++) players.push(...newGame(`g${i}`, common))
  for (const player of players) player.begin()
  if (isCut) makeCuts(world, nodes, start + TROUBLED)
  else if (!isCalm) makeTrouble(world, database, nodes, players, cachedGames, start + TROUBLED)
  const { longest, lost } = trouble
  // A message that is lost may be missed for long: no more than its own node can show.
  const latest = lost > 0 ? Number.POSITIVE_INFINITY : Math.max(LATEST, WAYS * longest)

  await world.run(start + TROUBLED)
  Object.assign(trouble, { longest: 10, lost: 0, doubled: 0 })
  database.onAbsence = undefined
  for (const shard of [0, 1]) database.change(() => (database.up[shard] = true))
  for (const node of nodes) {
    if (node.isCut) node.cut(false)
    if (!node.isAlive) node.start(cachedGames)
  }
  await world.run(world.now + CALM)
  const judge = new Judge({ world, database, nodes, players, modules, isCalm, latest })
  judge.atRest()
  for (const player of players) player.leave()
  await world.run(world.now + REMOVED)
  judge.afterwards(archived)
  return { ...judge.report, steps: world.steps, time: world.now - start }
}

/**
 * @param {string} id
 * @param {any} common
 * @returns {Player[]}
 */
function newGame(id, common) {
  const { world } = common
  const variant = world.chance(0.25) ? world.pick(VARIANTS) : 'standard'
  const users = [`${id}a`, `${id}b`]
  /** @type {any} */
  const setup = { variant, clock: world.pick(CLOCKS), color: world.pick(['white', 'black', 'random']) }
  if (variant === 'standard' && world.chance(0.4)) setup.fen = world.pick(POSITIONS)
  if (world.chance(0.3)) setup.draws = 'automatic'
  if (world.chance(0.6)) setup.opponent = { id: users[1] }
  if (world.chance(0.1)) setup.allow = { takeback: false, giveTime: false }
  else if (setup.clock?.perMove && world.chance(0.6)) setup.allow = { vacation: 1 }
  if (world.chance(0.2)) setup.dead = world.pick(['off', 'normal'])
  const style = () => ({
    slow: world.pick([0.05, 0.2]),
    quick: world.pick([100, 600]),
    odd: world.pick([0.1, 0.3]),
    rematch: world.chance(0.7),
    joins: true,
    patient: world.chance(0.3),
  })
  const list = [
    new Player({ ...common, user: users[0], game: id, setup, style: style() }),
    new Player({ ...common, user: users[1], game: id, style: style() }),
  ]
  if (world.chance(0.3))
    list.push(new Player({ ...common, user: `${id}c`, game: id, style: { ...style(), joins: false } }))
  return list
}

/**
 * Cuts a node at a time off from the store, while the others serve on.
 * @param {World} world
 * @param {SimNode[]} nodes
 * @param {number} end
 */
function makeCuts(world, nodes, end) {
  const node = world.pick(nodes)
  const time = world.between(200, 8000)
  world.in(world.between(500, 4000), () => {
    if (world.now + time > end - 1000) return
    node.cut(true)
    world.in(time, () => {
      node.cut(false)
      makeCuts(world, nodes, end)
    })
  })
}

/**
 * @param {World} world
 * @param {Database} database
 * @param {SimNode[]} nodes
 * @param {Player[]} players
 * @param {number} cachedGames
 * @param {number} end
 */
function makeTrouble(world, database, nodes, players, cachedGames, end) {
  const crash = (/** @type {SimNode} */ node) => {
    if (!node.isAlive) return
    node.crash()
    for (const player of players) player.onCrash(node)
    const pause = world.chance(0.2) ? world.between(3000, 9000) : world.between(200, 3000)
    world.in(pause, () => node.isAlive || node.start(cachedGames))
  }
  const goDown = (/** @type {number} */ shard, /** @type {number} */ time) => {
    database.change(() => (database.up[shard] = false))
    world.in(time, () => database.change(() => (database.up[shard] = true)))
  }
  // While games begin.
  if (world.chance(0.15))
    world.in(world.between(300, 2500), () => goDown(world.between(0, 1), world.between(3000, 4500)))
  // Early enough for a claim. The store may go as it is asked to note the absence, and be back when it was given up.
  if (world.chance(0.2)) {
    world.in(world.between(13_000, 20_000), () => world.pick(players).vanish(60_000))
    if (world.chance(0.5))
      database.onAbsence = game => goDown(database.shardOf(game), world.between(1000, 1200))
  }
  const kinds = [
    () => crash(world.pick(nodes)),
    () => crash(world.pick(nodes)),
    () => world.chance(0.5) && nodes.forEach(crash),
    () => goDown(world.between(0, 1), world.between(200, 7000)),
    () => {
      const node = world.pick(nodes)
      node.cut(true)
      world.in(world.between(200, 6000), () => node.isCut && node.cut(false))
    },
    () => world.pick(players).disconnect(),
    () => world.pick(players).disconnect(),
    () => world.pick(players).vanish(world.between(5000, 60_000)),
    () => world.pick(players).vanish(60_000),
  ]
  const count = world.between(0, 8)
  for (let i = 0; i < count; i++) {
    const kind = world.pick(kinds)
    world.in(world.between(500, end - world.now - 1000), kind)
  }
}

/** Looks at what has come of it. */
class Judge {
  /** @type {Omit<Report, 'steps' | 'time'>} */
  report = { complaints: [], events: 0, conflicts: 0, seen: new Map() }
  /** @type {Map<string, number>} versions of the logs at rest */
  #atRest = new Map()
  #context

  /** @param {any} context */
  constructor(context) {
    this.#context = context
  }

  /** @param {string} sentence */
  #complain(sentence) {
    this.report.complaints.push(sentence)
  }

  /** @param {string} what */
  #count(what) {
    this.report.seen.set(what, (this.report.seen.get(what) ?? 0) + 1)
  }

  /** All is well again, and everybody still watches. */
  atRest() {
    const { world, database, nodes, players, modules, isCalm } = this.#context
    for (const complaint of database.complaints) this.#complain(complaint)
    for (const node of nodes) {
      this.report.conflicts += node.conflicts
      for (const fault of node.faults)
        this.#complain(`a host logs: ${fault.code} ${fault.reason} ${fault.stack ?? ''}`)
    }
    if (isCalm && this.report.conflicts > MOST_CONFLICTS)
      this.#complain(`${this.report.conflicts} conflicts without trouble`)
    const { sent, late } = commandsOf(players)
    for (const [game, log] of database.logs) {
      this.#atRest.set(game, log.events.length)
      this.#checkLog(game, log, sent, late)
    }
    for (const player of players) {
      for (const complaint of player.complaints) this.#complain(`${player.user}: ${complaint}`)
      if (player.waiting > 5000)
        this.#complain(`${player.user} has no answer to ${JSON.stringify(player.current?.command)}`)
      const log = database.logs.get(player.game)
      if (log === undefined || player.isHidden) continue
      const state = modules.foldSession(null, log.events)
      const isFresh = Math.max(state.at, player.connectedAt) > world.now - FRESH
      if (!isFresh && JSON.stringify(player.state) !== JSON.stringify(state))
        this.#complain(`${player.user} sees ${player.state?.version} of ${state.version} of ${player.game}`)
    }
    for (const { command, game, answer } of allSent(players)) {
      this.#count(answer === undefined ? 'unanswered' : answer.ok ? 'ok' : answer.code)
      if (!answer?.ok) continue
      const log = database.logs.get(game)
      if (!log?.events.some((/** @type {any} */ event) => event.command === command.id))
        this.#complain(`${command.type} ${command.id} was accepted, and is not in the log of ${game}`)
    }
  }

  /**
   * @param {string} game
   * @param {any} log
   * @param {Map<string, any>} sent
   * @param {Set<string>} late
   */
  #checkLog(game, log, sent, late) {
    const { world, database, nodes, players, modules } = this.#context
    const { events, due } = log
    const { foldSession, Game } = modules
    this.report.events += events.length
    for (const { type, reason } of events) this.#count(reason === undefined ? type : `ended: ${reason}`)
    const shard = database.shardOf(game)
    const outages = database.outages.filter((/** @type {any} */ outage) => outage.shard === shard)
    const oracle = new Oracle(Game, sent, outages, late)
    oracle.follow(events)
    for (const complaint of oracle.complaints.slice(0, 3)) this.#complain(`${game}: ${complaint}`)
    if (oracle.complaints.length > 0) return
    const state = foldSession(null, events)
    const { ply, running, since } = oracle
    if (
      state.ply !== ply ||
      state.time.running !== running ||
      JSON.stringify(state.time.vacation?.paused ?? null) !== JSON.stringify(oracle.paused) ||
      state.time.since !== since ||
      state.status !== oracle.status
    )
      this.#complain(`${game}: folded to ply ${state.ply}, ${state.status}`)
    if (state.draw !== oracle.draw || JSON.stringify(state.takeback) !== JSON.stringify(oracle.takeback))
      this.#complain(`${game}: folded to other offers`)
    if (due !== oracle.due) this.#complain(`${game}: the timer is at ${due}, not ${oracle.due}`)
    if (oracle.status === 'playing' && oracle.due !== null && world.now > oracle.due + 12_000)
      this.#complain(`${game}: the timer has not come for ${world.now - oracle.due} ms`)
    // It is made when the host that has agreed to it lives, or when somebody looks for it.
    const isWanted = players.some(
      (/** @type {Player} */ player) =>
        player.game === state.rematch && !player.isHidden && world.now > player.connectedAt + FRESH,
    )
    if (isWanted && state.at < world.now - FRESH && !database.logs.has(state.rematch))
      this.#complain(`${game}: no ${state.rematch}`)
    const before = game.endsWith('-2') ? database.logs.get(game.slice(0, -2))?.events : undefined
    if (before !== undefined) {
      const { players: seats } = foldSession(null, before)
      if (state.players.white?.id !== seats.black.id || state.players.black?.id !== seats.white.id)
        this.#complain(`${game}: the colors are not exchanged`)
    }
    this.#checkSeen(game, oracle, players)
    this.#checkPresence(game, oracle, players)
    this.#checkStates(game, events, nodes)
    this.#checkRefusals(game, events, oracle, players)
  }

  /**
   * Nobody's clock runs long before the player can see what is to be answered, on a node that reaches the store.
   * @param {string} game
   * @param {Oracle} oracle
   * @param {Player[]} players
   */
  #checkSeen(game, oracle, players) {
    const { latest } = this.#context
    for (const { number, color, at } of oracle.begins) {
      const player = players.find(({ user }) => user === oracle.created[color]?.id)
      const seen = player?.heard.get(`${game} ${number}`)
      if (seen !== undefined && seen - at > latest)
        this.#complain(`${game}: ${color} sees event ${number} ${seen - at} ms after its clock began to run`)
    }
  }

  /**
   * Who is away is noted, and who is back.
   * @param {string} game
   * @param {Oracle} oracle
   * @param {Player[]} players
   */
  #checkPresence(game, oracle, players) {
    const { world, isCalm } = this.#context
    if (isCalm && oracle.absences > 0) this.#complain(`${game}: nobody was away, and it was noted`)
    if (oracle.status !== 'playing') return
    for (const color of ['white', 'black']) {
      const player = players.find(({ user }) => user === oracle.created[color]?.id)
      if (player === undefined || player.game !== game) continue
      const isAway = oracle.away[color] !== null
      if (!player.isHidden && isAway && world.now > player.connectedAt + 8000)
        this.#complain(`${game}: ${color} is there and counts as away`)
      // Of many events without a move, absences are not noted any more.
      const hasRoom = oracle.history.length - oracle.movedAt < 10
      // Who has not been there cannot leave: a seat is held when its holder has come, and again after 10 s.
      const wasThere = player.hiddenAt > player.arrivedAt + 12_000
      if (player.isHidden && wasThere && !isAway && hasRoom && world.now > player.hiddenAt + 28_000)
        this.#complain(`${game}: ${color} is away, which is not noted`)
    }
  }

  /**
   * What the nodes have made of the log.
   * @param {string} game
   * @param {any[]} events
   * @param {any[]} nodes
   */
  #checkStates(game, events, nodes) {
    const { foldSession } = this.#context.modules
    for (const node of nodes) {
      const known = node.host.stateOf(game)
      if (known === null) continue
      const state = JSON.stringify(foldSession(null, events.slice(0, known.version)))
      if (JSON.stringify(known) !== state)
        this.#complain(`${game}: a node has another state of version ${known.version}`)
    }
  }

  /**
   * Refusals must be right at the version at which they were given.
   * @param {string} game
   * @param {any[]} events
   * @param {Oracle} oracle
   * @param {Player[]} players
   */
  #checkRefusals(game, events, oracle, players) {
    for (const sent of allSent(players)) {
      const { command, answer, user } = sent
      if (sent.game !== game || answer === undefined || answer.ok || answer.version === undefined) continue
      const then = oracle.history[answer.version]
      if (then === undefined) {
        this.#complain(`${game}: ${command.id} was refused at version ${answer.version} of ${events.length}`)
        continue
      }
      const { code } = answer
      const isWrong =
        (code === 'stale' && then.ply === command.ply) ||
        (code === 'over' && then.status !== 'over') ||
        (code === 'noGame' && then.status !== 'none') ||
        (code === 'early' && answer.ms <= 0) ||
        (code === 'late' && then.status !== 'over') ||
        (code === 'notYourTurn' && oracle.created[then.turn]?.id === user) ||
        (code === 'notPlayer' &&
          [oracle.created.white?.id, oracle.created.black?.id].includes(user) &&
          then.status === 'playing') ||
        (code === 'illegal' && command.type === 'move' && this.#isLegal(events, answer.version, command.uci))
      if (isWrong)
        this.#complain(
          `${game}: ${command.type} ${command.id} was wrongly refused: ${JSON.stringify(answer)}`,
        )
    }
  }

  /**
   * @param {any[]} events
   * @param {number} version
   * @param {string} uci
   */
  #isLegal(events, version, uci) {
    const { foldSession, Game } = this.#context.modules
    const { fen, variant, draws, moves } = foldSession(null, events.slice(0, version))
    const game = new Game({ variant, draws, ...(fen === null ? {} : { fen }) })
    if (moves !== '') game.playMoves(moves.split(' '))
    const isLegal = game.isLegal(uci)
    game.stop()
    return isLegal
  }

  /**
   * Finished games have left the store.
   * @param {{ game: string }[]} archived
   */
  afterwards(archived) {
    const { database, modules, world } = this.#context
    for (const [game, version] of this.#atRest) {
      const events = database.removed.get(game) ?? database.logs.get(game)?.events
      if (events === undefined || events.length < version) {
        this.#complain(`${game} has lost events`)
        continue
      }
      const state = modules.foldSession(null, events)
      const isOver = state.status === 'over'
      if (isOver && world.now > state.time.since + 660_000 && !database.removed.has(game))
        this.#complain(`${game} is over and still in the store`)
      if (!isOver && database.removed.has(game)) this.#complain(`${game} was removed before its end`)
      const started = events.some((/** @type {any} */ event) => event.type === 'started')
      const isArchived = archived.some(record => record.game === game)
      if (database.removed.has(game) && started !== isArchived)
        this.#complain(`${game} is${isArchived ? '' : ' not'} in the archive`)
    }
  }
}

/** @param {Player[]} players */
const allSent = players => players.flatMap(player => player.sent)

/** @param {Player[]} players */
function commandsOf(players) {
  const sent = new Map()
  const late = new Set()
  for (const entry of allSent(players)) {
    sent.set(entry.command.id, entry)
    // The answer may be lost: whoever sent a move may have been late.
    if (entry.command.type === 'move') late.add(entry.user)
  }
  return { sent, late }
}
