// SPDX-License-Identifier: Apache-2.0
// A player's program: watches its game through one node after another, folds what it gets, and sends commands, sensible
// and not, each under one id until it is answered.

/** @import { SimNode } from './node.js' */
/** @import { World } from './world.js' */

const RESEND = 1500
/** After this time, in ms, a connection has had all old events. */
const SETTLED = 3000
/** Commands of the same player may be on their way at once only as copies of one. */
const MOST_COMMANDS = 30
/** Thoughts about a game that is over. */
const MOST_AFTERWARDS = 5
/** That may be claimed, in ms. */
const SHORTEST_ABSENCE = 30_000

/**
 * A command that was sent, and its outcome.
 * @typedef {object} Sent
 * @property {any} command
 * @property {string} game
 * @property {string} user
 * @property {any} [answer] the first one but 'unavailable'
 * @property {Map<string, number>} places processes that it came to, each with the time of the first copy; Infinity if the game was not
 *   known there
 * @property {number[]} arrivals of all copies
 * @property {number} [target] when the first copy of it arrives, by chance exactly when a clock runs out
 */

export class Player {
  /** @type {any} folded from news */
  state = null
  /** @type {Sent[]} */
  sent = []
  /** @type {string[]} what must not happen */
  complaints = []
  isDone = false
  /** Whose commands it sends is written here; its seat may be none. */
  #world
  #nodes
  #modules
  #trouble
  #user
  #game
  #setup
  /** How eagerly it does each kind of thing. */
  #style
  /** @type {(game: string) => number} */
  #eventsOf
  /** @type {SimNode | undefined} */
  #node
  #epoch = 0
  /** Counts connections, so that what belongs to an old one is dropped. */
  #connection = 0
  #lastNews = 0
  /** @type {(() => void) | undefined} */
  #unwatch
  /** @type {Sent | undefined} on its way */
  #current
  #sentAt = 0
  #count = 0
  #afterwards = 0

  /**
   * @param {object} options
   * @param {World} options.world
   * @param {SimNode[]} options.nodes
   * @param {any} options.modules
   * @param {any} options.trouble
   * @param {string} options.user
   * @param {string} options.game
   * @param {any} [options.setup] of a player who creates the game
   * @param {any} options.style
   * @param {(game: string) => any[]} options.eventsOf a game's log now
   */
  constructor({ world, nodes, modules, trouble, user, game, setup, style, eventsOf }) {
    this.#eventsOf = eventsOf
    this.#world = world
    this.#nodes = nodes
    this.#modules = modules
    this.#trouble = trouble
    this.#user = user
    this.#game = game
    this.#setup = setup
    this.#style = style
  }

  get user() {
    return this.#user
  }

  get game() {
    return this.#game
  }

  /** For how long a command has been unanswered, in ms. */
  get waiting() {
    return this.#current === undefined ? 0 : this.#world.now - this.#sentAt
  }

  get current() {
    return this.#current
  }

  /** It is away on purpose. */
  isHidden = false
  /** Since when it has had a connection, or has had none. */
  connectedAt = 0
  /** When each event came, by game and number, as far as its node was well. @type {Map<string, number>} */
  heard = new Map()
  /** When it first saw the game. */
  arrivedAt = Number.POSITIVE_INFINITY
  hiddenAt = 0

  begin() {
    this.#world.in(this.#world.between(0, 300), () => {
      this.#connect()
      this.#think()
    })
  }

  // --- the connection ---------------------------------------------------------------------------

  #connect() {
    const world = this.#world
    this.#letGo()
    const alive = this.#nodes.filter(node => node.isAlive)
    const connection = ++this.#connection
    if (alive.length === 0) return world.in(500, () => this.#isCurrent(connection) && this.#connect())
    const node = world.pick(alive)
    const { epoch } = node
    this.#node = node
    this.#epoch = epoch
    this.#lastNews = world.now
    this.connectedAt = world.now
    world.in(world.between(1, this.#trouble.longest), () => {
      if (!this.#isCurrent(connection)) return
      if (!node.is(epoch)) return this.#connect()
      const since = this.state?.version ?? 0
      this.connectedAt = world.now
      this.#unwatch = node.host.watch(
        this.#game,
        since,
        (/** @type {any} */ news) => {
          // One connection keeps the order.
          this.#lastNews = Math.max(this.#lastNews, world.now + world.between(0, this.#trouble.longest))
          world.in(this.#lastNews - world.now, () => this.#isCurrent(connection) && this.#hear(news))
        },
        { id: this.#user },
      )
    })
  }

  /** @param {number} connection */
  #isCurrent(connection) {
    return this.#connection === connection
  }

  /** The connection breaks: the node notices, if it lives. */
  disconnect() {
    this.#letGo()
    this.#connection++
    if (!this.isLeaving)
      this.#world.in(this.#world.between(50, 2000), () => this.isLeaving || this.isHidden || this.#connect())
  }

  /**
   * Is away for a while.
   * @param {number} time in ms
   */
  vanish(time) {
    if (this.isHidden || this.isLeaving) return
    this.isHidden = true
    this.hiddenAt = this.#world.now
    this.disconnect()
    this.#world.in(time, () => {
      this.isHidden = false
      if (!this.isLeaving) this.#connect()
    })
  }

  isLeaving = false

  leave() {
    this.isLeaving = true
    this.disconnect()
  }

  #letGo() {
    const unwatch = this.#unwatch
    this.#unwatch = undefined
    if (this.#node?.is(this.#epoch)) unwatch?.()
  }

  /** A node has died. @param {SimNode} node */
  onCrash(node) {
    if (this.#node === node && !this.isLeaving) this.disconnect()
  }

  /** @param {any} news */
  #hear(news) {
    if (news.gone !== undefined) {
      if (news.gone !== 'noGame' && news.gone !== 'removed') this.complaints.push(`gone: ${news.gone}`)
      this.#unwatch = undefined
      const connection = ++this.#connection
      if (this.isLeaving || news.gone === 'removed') return
      return this.#world.in(1000, () => this.#isCurrent(connection) && this.#connect())
    }
    const { version, events, rewound } = news
    const own = this.state?.version ?? 0
    if (rewound) this.complaints.push('rewound')
    else if (version - events.length !== own)
      this.complaints.push(`news from ${version - events.length} to ${version} at ${own}`)
    if (this.complaints.length > 0) return
    this.state = this.#modules.foldSession(this.state, events)
    // The first news of a connection may be old.
    const isWell = this.#node?.isWell && this.#world.now > this.connectedAt + SETTLED
    for (let at = own; at < version; at++) if (isWell) this.heard.set(`${this.#game} ${at}`, this.#world.now)
    this.arrivedAt = Math.min(this.arrivedAt, this.#world.now)
    if (this.state?.rematch?.startsWith?.(`${this.#game.replace(/-2$/, '')}-2`) && this.#style.rematch)
      this.#moveOn()
  }

  /** To the rematch. */
  #moveOn() {
    if (this.#game.endsWith('-2') || this.isLeaving) return
    this.#game = this.state.rematch
    this.state = null
    this.arrivedAt = Number.POSITIVE_INFINITY
    this.#afterwards = 0
    this.disconnect()
  }

  // --- commands ----------------------------------------------------------------------------------

  #think() {
    const world = this.#world
    if (this.isLeaving || this.sent.length >= MOST_COMMANDS || this.#afterwards > MOST_AFTERWARDS) {
      this.isDone = true
      return
    }
    const { slow, quick } = this.#style
    const pause = world.chance(slow) ? world.between(500, 6000) : world.between(0, quick)
    world.in(pause, () => this.#act())
  }

  #act() {
    const command = this.#choose()
    if (command === undefined) return this.#think()
    const again = this.sent.length > 0 && this.#world.chance(0.03)
    /** @type {Sent} */
    const sent = again
      ? { ...this.#world.pick(this.sent.slice(-8)), answer: undefined }
      : this.#newCommand(command)
    this.sent.push(sent)
    this.#current = sent
    this.#sentAt = this.#world.now
    this.#send(sent)
  }

  /**
   * @param {any} choice
   * @returns {Sent}
   */
  #newCommand({ target, ...command }) {
    const id = `${this.#user}.${++this.#count}`
    return {
      command: { ...command, id },
      game: this.#game,
      user: this.#user,
      target,
      places: new Map(),
      arrivals: [],
    }
  }

  /** @param {Sent} sent */
  #send(sent) {
    const world = this.#world
    const trouble = this.#trouble
    if (this.#current !== sent) return
    world.in(RESEND, () => this.#send(sent))
    const copies = world.chance(trouble.lost) ? 0 : world.chance(trouble.doubled) ? 2 : 1
    for (let i = 0; i < copies; i++) {
      const alive = this.#nodes.filter(node => node.isAlive)
      if (alive.length === 0) return
      const node = this.#node?.isAlive && world.chance(0.85) ? this.#node : world.pick(alive)
      const { epoch } = node
      const delay = sent.target === undefined ? world.between(0, trouble.longest) : sent.target - world.now
      sent.target = undefined
      world.in(delay, async () => {
        if (!node.is(epoch)) return
        const place = `${this.#nodes.indexOf(node)}.${epoch}`
        // A process that does not know the game, as the store is away, cannot keep the command for later.
        const isKnown = node.host.stateOf(sent.game) !== null
        if (!sent.places.has(place)) sent.places.set(place, isKnown ? world.now : Number.POSITIVE_INFINITY)
        sent.arrivals.push(world.now)
        const log = this.#eventsOf(sent.game)
        const answer = await node.host.command(sent.game, { id: sent.user }, sent.command)
        if (!node.is(epoch) || world.chance(trouble.lost)) return
        world.in(world.between(0, trouble.longest), () => this.#onAnswer(sent, answer, log))
      })
    }
  }

  /** @param {Sent} sent @param {any} answer @param {any[]} log when the command came */
  #onAnswer(sent, answer, log) {
    if (answer.code === 'unavailable' || answer.code === 'tooFast') return
    if (!answer.ok && answer.code !== 'badCommand' && answer.version < log.length && this.#mayPlay(sent, log))
      this.complaints.push(`${sent.command.id} was refused for version ${answer.version} of ${log.length}`)
    // Later answers count, too: an acceptance is a promise, whenever it comes.
    if (sent.answer === undefined || answer.ok) sent.answer = answer
    if (this.#current !== sent) return
    this.#current = undefined
    this.#think()
  }

  /** @param {Sent} sent @param {any[]} log @returns {boolean} whether its user has, or may take, a seat in the game */
  #mayPlay({ user }, log) {
    const { players, status } = this.#modules.foldSession(null, log)
    return status === 'waiting' || players.white?.id === user || players.black?.id === user
  }

  /** @returns {any} a command without id; undefined for nothing */
  #choose() {
    const world = this.#world
    const { state } = this
    const style = this.#style
    if (state === null) {
      if (this.#setup && !this.#game.endsWith('-2') && world.chance(this.sent.length === 0 ? 1 : 0.05))
        return { type: 'create', game: this.#game, ...this.#setup }
      return world.chance(0.03) ? { type: 'join' } : undefined
    }
    const seat = ['white', 'black'].find(color => state.players[color]?.id === this.#user)
    if (seat === undefined) {
      if (state.status === 'waiting') return style.joins ? { type: 'join' } : undefined
      if (!world.chance(0.05)) return undefined
      return {
        type: world.pick(['resign', 'join', 'flag', 'abort', 'acceptDraw', 'move']),
        ply: state.ply,
        uci: 'e2e4',
      }
    }
    if (state.status === 'waiting') return world.chance(0.03) ? { type: 'abort' } : undefined
    if (state.status === 'over') {
      this.#afterwards++
      if (style.rematch && state.rematch !== seat && !this.#game.endsWith('-2')) return { type: 'rematch' }
      return world.pick([
        undefined,
        undefined,
        { type: 'declineRematch' },
        this.#move(state),
        { type: 'flag' },
      ])
    }
    const roll = world.random()
    if (state.time.vacation?.paused?.by === seat && world.chance(0.5)) return { type: 'resume' }
    if (state.time.vacation?.paused === null && world.chance(0.15)) return { type: 'pause' }
    if (roll < style.odd) return this.#oddCommand(state, seat)
    if (state.draw !== null && state.draw !== seat && world.chance(0.4))
      return { type: world.pick(['acceptDraw', 'declineDraw', 'offerDraw']) }
    if (state.takeback !== null && state.takeback.by !== seat && world.chance(0.6))
      return { type: world.chance(0.7) ? 'acceptTakeback' : 'declineTakeback' }
    const turn = (state.startPly + state.ply) % 2 === 0 ? 'white' : 'black'
    const goneAt = state.away[seat === 'white' ? 'black' : 'white']
    // Does not move, so that it claims on its own turn, too.
    if (style.patient && goneAt !== null) {
      if (world.now < goneAt + SHORTEST_ABSENCE) return undefined
      return { type: world.pick(['claimWin', 'claimAbsenceDraw']) }
    }
    const edge = this.#edge(state)
    if (edge !== undefined && world.chance(turn === seat ? 0.15 : 0.4)) {
      const target = edge + world.pick([0, 0, -1])
      if (world.chance(0.3))
        return { type: world.pick(['resign', 'offerTakeback', 'giveTime']), ms: 5000, target }
      if (turn !== seat || world.chance(0.2)) return { type: 'flag', target }
      const move = this.#move(state)
      return { ...move, target: edge + world.pick([0, 0, -1, 1]) + world.pick([0, move.lag]) }
    }
    if (turn === seat) return this.#move(state)
    return world.chance(0.1)
      ? { type: world.pick(['flag', 'offerTakeback', 'giveTime']), ms: 5000 }
      : undefined
  }

  /**
   * @param {any} state that is playing
   * @returns {number | undefined} when the flag falls, or the timer comes, if that is soon
   */
  #edge({ clock, time, lag }) {
    if (clock === null || time.running === null) return undefined
    const { delay = 0, period = 0 } = clock
    const periods = time.periods?.[time.running] ?? 0
    const spent = this.#world.chance(0.5) ? periods : this.#world.between(0, periods)
    const flag = time.since + time[time.running] + delay + spent * period
    const edge = this.#world.chance(0.5) ? flag : flag + Math.min(2000, lag[time.running])
    return edge > this.#world.now + 1 && edge < this.#world.now + 3000 ? edge : undefined
  }

  /** @param {any} state */
  #move(state) {
    const world = this.#world
    const { Game } = this.#modules
    const game = new Game({
      variant: state.variant,
      ...(state.fen === null ? {} : { fen: state.fen }),
      draws: state.draws,
    })
    if (state.ply > 0) game.playMoves(state.moves.split(' '))
    const moves = game.legalMoves('uci')
    game.stop()
    // Half of the moves come first in the list: positions then repeat sometimes.
    const uci = moves.length === 0 ? 'e2e4' : world.chance(0.3) ? moves[0] : world.pick(moves)
    return { type: 'move', ply: state.ply, uci, lag: world.chance(0.5) ? world.between(0, 400) : 0 }
  }

  /** @param {any} state @param {string} seat */
  #oddCommand(state, seat) {
    const world = this.#world
    switch (world.between(0, 13)) {
      case 0:
        return { ...this.#move(state), ply: Math.max(0, state.ply + world.pick([-2, -1, 1, 2])) }
      case 1:
        return {
          type: 'move',
          ply: state.ply,
          uci: world.pick(['e2e5', 'a1a1', 'h7h8q', 'nonsense', 'e7e8']),
        }
      case 2:
      case 3:
        return state.ply < 2 || state.draw !== null ? this.#move(state) : { type: 'offerDraw' }
      case 4:
      case 5:
      case 6:
        return state.ply < 2 || state.takeback !== null ? this.#move(state) : { type: 'offerTakeback' }
      case 7:
        return { type: world.pick(['acceptDraw', 'acceptTakeback', 'declineDraw', 'declineTakeback']) }
      case 8:
        return { type: 'claimDraw' }
      case 9:
        return { type: world.pick(['claimWin', 'claimAbsenceDraw']) }
      case 10:
        return { type: 'giveTime', ms: world.pick([5000, 60_000, 1]) }
      case 11:
        return { type: world.pick(['pause', 'pause', 'resume']) }
      case 12:
        return {
          type: world.pick(['abort', 'flag', 'flag', 'rematch', seat === 'white' ? 'resign' : 'flag']),
        }
      default:
        return {
          type: world.pick(['create', 'unknown', 'due', 'away', 'adjudicate']),
          color: 'white',
          winner: seat,
        }
    }
  }
}
