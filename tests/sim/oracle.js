// SPDX-License-Identifier: Apache-2.0
// What a log must be like, written down a second time: clocks, offers, ends and outages by the tables of the documents, not
// by the code that is tested. The rules of chess are the core's.

import { otherColor } from '#js/game/squares.js'

const FIRST_MOVE = 30_000
const WAITING = 24 * 3_600_000
const KEPT = 600_000
const RULE_ENDS = new Set([
  'dead_position',
  'checkmate',
  'stalemate',
  'insufficient_material',
  'rule50',
  'rule75',
  'threefold_repetition',
  'fivefold_repetition',
])
/** Events with which a clock may begin to run, in a game that both players watch. */
const BEGINS = new Set(['moved', 'tookBack'])
/** Events that may follow the end. */
const AFTERWARDS = new Set(['rematchOffered', 'rematchDeclined', 'rematched'])

/** Follows one log. Complaints are sentences; none means that all is well. */
export class Oracle {
  /** @type {string[]} */
  complaints = []
  status = 'none'
  ply = 0
  /** @type {string[]} */
  moves = []
  /** @type {any} */
  time = { white: null, black: null }
  /** @type {string | null} */
  running = null
  since = 0
  /** @type {any} */
  quota = { white: 0, black: 0 }
  /** @type {any} */
  stage = { white: 0, black: 0 }
  /** @type {any} */
  periods = { white: 0, black: 0 }
  /** @type {any} */
  draw = null
  /** @type {any} */
  takeback = null
  /** @type {any} */
  rematch = null
  /** @type {any} */
  away = { white: null, black: null }
  /** Whose clock stands in vacation, and what is left of it, ms. @type {{ by: string, since: number, until: number } | null} */
  paused = null
  /** @type {any} */
  vacation = { white: 0, black: 0 }
  absences = 0
  outage = 0
  /** The version after the last move. */
  movedAt = 1
  /** Events with which a clock began to run: their numbers, whose clock, and as of when. @type {{ number: number, color: string, at: number }[]} */
  begins = []
  /** By version: what a refusal at that version is judged by. @type {{ ply: number, turn: string, status: string, moves: number }[]} */
  history = []
  /** @type {any} */
  created
  #game
  #Game
  #sent
  #outages
  #at = 0
  #before = 0
  /** When moves began to fit that did not before. */
  #openedAt = 0
  #ids = new Set()
  /** @type {any} */
  #offers = { white: null, black: null }
  /** What the rules say about the position after the last move. @type {any} */
  #mustEnd = null
  #late

  /**
   * @param {any} Game
   * @param {Map<string, any>} sent commands by id
   * @param {{ from: number, to: number }[]} outages that concern this game
   * @param {Set<string>} late users who were told that they are late
   */
  constructor(Game, sent, outages, late) {
    this.#Game = Game
    this.#sent = sent
    this.#outages = outages
    this.#late = late
  }

  get turn() {
    return (this.#startPly + this.ply) % 2 === 0 ? 'white' : 'black'
  }

  get clock() {
    return this.created.clock
  }

  get #startPly() {
    return this.created?.fen?.split(' ')[1] === 'b' ? 1 : 0
  }

  /** @returns {number | null} when the timer must come */
  get due() {
    if (this.status === 'waiting') return this.created.at + WAITING
    if (this.status === 'over') return this.since + KEPT
    if (this.clock === null) return null
    if (this.paused !== null) return this.paused.until
    if (this.running === null) return this.since + FIRST_MOVE
    return this.since + this.#allowance(this.running) + Math.min(2000, this.quota[this.running])
  }

  /** @param {any[]} events a whole log */
  follow(events) {
    this.history.push({ ply: 0, turn: 'white', status: 'none', moves: 0 })
    for (const event of events) {
      this.#next(event)
      if (this.running !== null && BEGINS.has(event.type))
        this.begins.push({ number: this.history.length - 1, color: this.running, at: event.at })
      this.history.push({ ply: this.ply, turn: this.turn, status: this.status, moves: this.moves.length })
    }
    if (this.#mustEnd) this.#complain(`the log lacks the end: ${this.#mustEnd}`)
    this.#game?.stop()
  }

  /** @param {string} sentence */
  #complain(sentence) {
    this.complaints.push(sentence)
  }

  /** @param {any} event */
  #next(event) {
    const { type, at, by, command } = event
    if (at < this.#at) this.#complain(`${type} at ${at} after ${this.#at}`)
    this.#before = this.#at
    this.#at = at
    if (command !== undefined) {
      if (this.#ids.has(command)) this.#complain(`command ${command} is in the log twice`)
      this.#ids.add(command)
      const sent = this.#sent.get(command)
      if (
        sent !== undefined &&
        by !== undefined &&
        this.created &&
        sent.user !== this.created[by]?.id &&
        type !== 'joined'
      )
        this.#complain(`${command} of ${sent.user} counts as that of ${by}`)
    }
    if (this.status === 'over' && !AFTERWARDS.has(type)) this.#complain(`${type} after the end`)
    if (this.#mustEnd && type !== 'ended') this.#complain(`${type} instead of the end: ${this.#mustEnd}`)
    if (this.status === 'playing' && type !== 'compensated') this.#checkTime(event)
    const follow = /** @type {any} */ (this)[`_${type}`]
    if (follow === undefined) this.#complain(`unknown event ${type}`)
    else follow.call(this, event)
  }

  /**
   * As of when a command may count: when it came to a process, however long that took to append it, and not before the current move
   * began or an outage that was given back has ended. What came to one process counts as it came there first.
   * @param {any} event
   * @returns {number[]} the first one first
   */
  #timesOf({ type, at, command }) {
    const { arrivals = [], places = new Map() } = this.#sent.get(command) ?? {}
    const [first] = places.values()
    // What did not fit at first may fit after another event.
    const openedAt = type === 'moved' ? this.#openedAt : this.#before
    const isOne = places.size === 1 && openedAt < first && first < Number.POSITIVE_INFINITY
    /** @type {number[]} */
    const times = (isOne ? [first] : arrivals).filter((/** @type {number} */ came) => came <= at)
    if (times.length === 0) return [at]
    return times.map(came => Math.min(at, Math.max(came, this.since, this.outage))).sort((a, b) => a - b)
  }

  /**
   * @param {any} event
   * @param {(ms: number) => boolean} fits whether it says what follows when so much of the current move was used; may change the clocks
   * @returns {number} the first time that fits, or the first one at all
   */
  #cameAt(event, fits) {
    const times = this.#timesOf(event)
    const clocks = { time: this.time, periods: this.periods, stage: this.stage }
    const found = times.find(came => {
      Object.assign(this, structuredClone(clocks))
      return fits(came - this.since)
    })
    Object.assign(this, clocks)
    return found ?? times[0]
  }

  /** No play when time is up; no outage that was not given back. @param {any} event */
  #checkTime(event) {
    const { type, at, reason } = event
    if (this.clock === null) return
    const due = this.due
    const byTime =
      reason === 'time' || reason === 'time_no_material' || reason === 'time_no_win' || reason === 'no_start'
    const [came] = this.#timesOf(event)
    if (due !== null && came >= due && !byTime && !this.#mustEnd && type !== 'resumed')
      this.#complain(`${type} ${came - due} ms after the timer`)
    if (this.paused !== null) return
    for (const outage of this.#outages) {
      if (outage.to > at || outage.to <= this.outage) continue
      const ms = outage.to - Math.max(outage.from, this.outage, this.since)
      if (ms > 0) this.#complain(`${type} at ${at} before the outage until ${outage.to} was given back`)
    }
  }

  // --- clocks --------------------------------------------------------------------------------------

  get #gain() {
    const { clock } = this
    if (clock === null || 'perMove' in clock) return 0
    return Math.min(1000, 150 + Math.floor((4 * (clock.base + 40 * (clock.increment ?? 0))) / 1000))
  }

  /** @param {string} color */
  #allowance(color) {
    const { clock } = this
    if ('perMove' in clock) return this.time[color]
    return this.time[color] + (clock.delay ?? 0) + this.periods[color] * (clock.period ?? 0)
  }

  /** @param {string} color @param {number} used */
  #spend(color, used) {
    const { clock } = this
    const counted = 'perMove' in clock ? used : Math.max(0, used - (clock.delay ?? 0))
    const over = counted - this.time[color]
    if (this.periods[color] > 0 && over > 0)
      this.periods[color] = Math.max(0, this.periods[color] - Math.floor(over / clock.period))
    this.time[color] = Math.max(0, -over)
  }

  /** @param {number} ply */
  #runs(ply) {
    const { clock } = this
    return clock !== null && ('perMove' in clock || clock.start === 'now' || ply >= 2)
  }

  // --- events --------------------------------------------------------------------------------------

  /** @param {any} event */
  _created(event) {
    if (this.status !== 'none') this.#complain('created twice')
    this.created = { ...event }
    this.status = 'waiting'
    this.since = event.at
    const { variant, fen, draws, allow } = event
    const days = 86_400_000 * (allow.vacation ?? 0)
    this.vacation = { white: days, black: days }
    this.#game = new this.#Game({ variant, draws, ...(fen === null ? {} : { fen }) })
  }

  /** @param {any} event */
  _joined({ color, player }) {
    if (this.created[color] !== null) this.#complain('joined a seat that was taken')
    this.created[color] = player
  }

  /** @param {any} event */
  _started({ at, white, black, running }) {
    const { clock } = this
    this.status = 'playing'
    this.#openedAt = at
    const { base, increment = 0 } = clock ?? {}
    const start =
      clock === null
        ? null
        : 'perMove' in clock
          ? clock.perMove
          : base === 0 && increment > 0
            ? Math.max(3000, increment)
            : base
    if (white !== start || black !== start)
      this.#complain(`started with ${white} and ${black} instead of ${start}`)
    this.time = { white: start, black: start }
    this.running = this.#runs(0) ? this.turn : null
    if (running !== this.running) this.#complain(`started with ${running} running`)
    this.since = at
    this.quota = { white: 3 * this.#gain, black: 3 * this.#gain }
    this.periods = { white: clock?.periods ?? 0, black: clock?.periods ?? 0 }
  }

  /** @param {any} event */
  _moved(event) {
    const { at, by, command, uci, left, credit, stage, periods } = event
    const { clock } = this
    if (this.status !== 'playing') this.#complain('moved before the start')
    if (by !== this.turn) this.#complain(`${by} moved out of turn`)
    const sent = this.#sent.get(command)?.command
    if (sent === undefined) this.#complain(`nobody sent ${command}`)
    else if (sent.ply !== this.ply)
      this.#complain(`${command} was meant for ply ${sent.ply}, not ${this.ply}`)
    else if (sent.uci.slice(0, 4) !== uci.slice(0, 4))
      this.#complain(`${command} was ${sent.uci}, not ${uci}`)
    if (!this.#game.isLegal(uci)) return this.#complain(`${uci} is illegal at ply ${this.ply}`)
    const status = this.#game.move(uci)
    this.#mustEnd = status.over ? (status.reason ?? 'checkmate') : this.#isDead() ? 'dead_position' : null
    const isOver = this.#mustEnd !== null
    this.moves.push(uci)
    this.movedAt = this.history.length
    this.ply++
    if (clock !== null) {
      if (this.running !== null) {
        const creditOf = (/** @type {number} */ ms) => Math.min(sent?.lag ?? 0, this.quota[by], ms)
        const came = this.#cameAt(event, ms => {
          this.#spend(by, ms - creditOf(ms))
          if (!isOver) this.#earn(by)
          return (
            this.time[by] === left &&
            credit === creditOf(ms) &&
            (periods ?? this.periods[by]) === this.periods[by]
          )
        })
        const spent = came - this.since
        const due = creditOf(spent)
        if (credit !== due) this.#complain(`credit ${credit} instead of ${due}`)
        if (spent - credit >= this.#allowance(by))
          this.#complain(`moved ${spent - credit} ms of ${this.#allowance(by)}`)
        this.#spend(by, spent - credit)
        this.quota[by] = Math.min(7 * this.#gain, this.quota[by] - credit + this.#gain)
        if (!isOver) this.#earn(by)
      } else if (credit !== 0) this.#complain('credit without a clock that runs')
      if (left !== this.time[by]) this.#complain(`${left} ms left instead of ${this.time[by]}`)
      if (stage !== undefined && stage !== this.stage[by])
        this.#complain(`stage ${stage} instead of ${this.stage[by]}`)
      if (periods !== undefined && periods !== this.periods[by])
        this.#complain(`${periods} periods instead of ${this.periods[by]}`)
    }
    this.running = this.#runs(this.ply) ? this.turn : null
    this.since = this.#openedAt = at
    if (this.draw !== by) this.draw = null
    // What its maker still asks for is the move just made.
    this.takeback = this.takeback?.by === by && !isOver ? { by, plies: 1 } : null
  }

  /** FIDE 5.2.2: with effort 'low' where it is quickly proved, with few men or pawns that lock the board. */
  #isDead() {
    if (this.created.dead === undefined) return false
    if (this.created.dead === 'normal') return this.#game.isDead() === true
    const board = this.#game.fen.split(' ')[0].replace(/\[.*/, '')
    const men = board.match(/[a-z]/gi)?.length ?? 0
    const pieces = board.match(/[nbrq]/gi)?.length ?? 0
    const ranks = board
      .split('/')
      .map((/** @type {string} */ rank) =>
        rank.replace(/~/g, '').replace(/\d/g, count => ' '.repeat(Number(count))),
      )
    let pairs = 0
    let free = 0
    for (let rank = 0; rank < 8; rank++) {
      for (let file = 0; file < 8; file++) {
        const man = ranks[rank][file]
        const ahead = man === 'P' ? ranks[rank - 1]?.[file] : man === 'p' ? ranks[rank + 1]?.[file] : 'none'
        if (man === 'P' && ahead === 'p') pairs++
        if (ahead !== 'none' && ahead !== 'p' && ahead !== 'P') free++
      }
    }
    return (
      (men <= 4 || (pieces <= 3 && pairs >= 2 && free <= 2)) && this.#game.isDead({ effort: 'low' }) === true
    )
  }

  /** @param {string} color */
  #earn(color) {
    const { clock } = this
    if ('perMove' in clock) {
      this.time[color] = clock.perMove
      return
    }
    const { increment = 0, stages = [] } = clock
    const entered = this.stage[color]
    this.time[color] += entered > 0 ? (stages[entered - 1].increment ?? increment) : increment
    const own = (this.ply + 1) >> 1
    if (entered < stages.length && own >= stages[entered].moves) {
      this.time[color] += stages[entered].base
      this.stage[color]++
    }
  }

  /** @param {any} event */
  _drawOffered({ by }) {
    const last = this.#offers[by]
    if (this.draw !== null || this.ply < 2 || (last !== null && this.ply - last < 20))
      this.#complain('drawOffered')
    this.draw = by
    this.#offers[by] = this.ply
  }

  /** @param {any} event */
  _drawDeclined({ by }) {
    if (this.draw !== otherColor(by)) this.#complain('declined a draw that nobody offers')
    this.draw = null
  }

  /** @param {any} event */
  _takebackOffered({ by, plies }) {
    if (this.takeback !== null) this.#complain('a second takeback is offered')
    if (plies !== (this.turn === by ? 2 : 1) || plies > this.ply) this.#complain(`takeback of ${plies}`)
    this.takeback = { by, plies }
  }

  /** @param {any} event */
  _takebackDeclined({ by }) {
    if (this.takeback?.by !== otherColor(by)) this.#complain('declined a takeback that nobody offers')
    this.takeback = null
  }

  /** @param {any} event */
  _tookBack(event) {
    const { at, by, plies, white, black, periods } = event
    if (this.takeback?.by !== otherColor(by) || this.takeback.plies !== plies)
      this.#complain('took back without an offer')
    const { running } = this
    if (running !== null) {
      const came = this.#cameAt(event, ms => {
        this.#spend(running, ms)
        const isRight = (periods ?? this.periods)[running] === this.periods[running]
        return isRight && this.time.white === white && this.time.black === black
      })
      this.#spend(running, came - this.since)
    }
    if (this.clock !== null && (white !== this.time.white || black !== this.time.black))
      this.#complain(
        `took back to ${white} and ${black} instead of ${this.time.white} and ${this.time.black}`,
      )
    this.#openedAt = at
    for (let i = 0; i < plies; i++) this.#game.undo()
    this.moves.length -= plies
    this.ply -= plies
    this.running = this.#runs(this.ply) ? this.turn : null
    this.since = at
    this.draw = this.takeback = null
    this.#endPause(at)
  }

  /** @param {any} event */
  _paused(event) {
    const { at, by, left, until } = event
    if (by !== this.turn || this.paused !== null || !('perMove' in this.clock)) this.#complain('paused')
    const came = this.#cameAt(event, ms => left === this.time[by] - ms)
    if (left !== this.time[by] - (came - this.since) || until !== at + this.vacation[by])
      this.#complain(`paused with ${left} left until ${until}`)
    this.time[by] = left
    this.paused = { by, since: at, until }
    this.running = null
    this.since = at
  }

  /** @param {any} event */
  _resumed({ at, by, since }) {
    if (this.paused === null) return this.#complain('resumed what was not paused')
    const isUsedUp = at >= this.paused.until
    if (since !== Math.min(at, this.paused.until) || (by === undefined ? !isUsedUp : by !== this.paused.by))
      this.#complain(`resumed by ${by} at ${since}`)
    this.running = this.paused.by
    this.since = since
    this.#openedAt = at
    this.#endPause(since)
  }

  /** @param {number} at */
  #endPause(at) {
    if (this.paused === null) return
    this.vacation[this.paused.by] -= at - this.paused.since
    this.paused = null
  }

  /** @param {any} event */
  _timeGiven({ by, ms, left }) {
    this.time[otherColor(by)] += ms
    if (left !== this.time[otherColor(by)]) this.#complain(`given up to ${left}`)
  }

  /** @param {any} event */
  _away({ color, at }) {
    if (this.away[color] !== null) this.#complain('away twice')
    this.away[color] = at
    this.absences++
  }

  /** @param {any} event */
  _back({ color }) {
    if (this.away[color] === null) this.#complain('back without being away')
    this.away[color] = null
  }

  /** @param {any} event */
  _compensated({ at, ms, outage }) {
    const known = this.#outages.find(({ from, to }) => Math.min(to, at) === outage && from < outage)
    if (known === undefined) this.#complain(`no outage until ${outage}`)
    else if (this.paused !== null) {
      if (ms !== 0) this.#complain('an outage is given back to a clock that stands')
    } else if (ms !== outage - Math.max(known.from, this.outage, this.since) || ms <= 0)
      this.#complain(`${ms} ms are given back`)
    if (outage <= this.outage) this.#complain('an outage is given back twice')
    this.since += ms
    this.outage = outage
  }

  /** @param {any} event */
  _ended(event) {
    const { at, by, winner, reason, flagged, white, black } = event
    this.#checkEnd(event)
    for (const left of [white, black]) if (left !== undefined && left < 0) this.#complain('a clock below 0')
    if (flagged !== undefined && event[flagged] !== 0) this.#complain('the flagged clock is not at 0')
    if (by !== undefined && winner === by && reason === 'resignation') this.#complain('won by resigning')
    this.status = 'over'
    this.running = null
    this.since = at
    this.draw = this.takeback = this.#mustEnd = null
    this.#endPause(at)
  }

  /**
   * @param {string} color
   * @returns {'time_no_material' | 'time_no_win' | null} why a flag of the other side is a draw (FIDE 6.9); null: it is a win
   */
  #flagDraw(color) {
    if (!this.#game.hasMatingMaterial(color)) return 'time_no_material'
    return this.#game.canWin(color, { effort: { positions: 10_000 } }) === 'no' ? 'time_no_win' : null
  }

  /** @param {any} event */
  #checkEnd({ at, by, winner, reason, flagged, detail }) {
    const must = this.#mustEnd
    if (must) {
      if (reason !== must) this.#complain(`ended by ${reason} instead of ${must}`)
      const right = must === 'checkmate' ? otherColor(this.turn) : null
      if (RULE_ENDS.has(must) && winner !== right) this.#complain(`${must}, won by ${winner}`)
      return
    }
    switch (reason) {
      case 'time':
      case 'time_no_material':
      case 'time_no_win': {
        const { running } = this
        if (running === null || flagged !== running) return this.#complain('a flag without a clock that runs')
        const other = otherColor(running)
        const draw = this.#flagDraw(other)
        if (reason !== (draw ?? 'time') || winner !== (draw === null ? other : null))
          this.#complain(`${reason}, won by ${winner}`)
        const flag = this.since + this.#allowance(running)
        const isOwn = by === running || (by === undefined && this.#late.has(this.created[running].id))
        if (at < flag || (at < Number(this.due) && !isOwn))
          this.#complain(`the flag falls ${flag - at} ms too early`)
        return
      }
      case 'no_start':
        if (this.running !== null || this.clock === null || at < this.since + FIRST_MOVE)
          this.#complain('no_start')
        return
      case 'aborted':
        if (this.ply >= 2) this.#complain('aborted too late')
        return
      case 'resignation':
        if (this.ply < 2 || winner !== otherColor(by)) this.#complain('resigned')
        return
      case 'agreement':
        if (this.draw !== otherColor(by)) this.#complain('agreed on a draw that nobody offers')
        return
      case 'abandonment':
      case 'abandonment_draw': {
        const since = this.away[otherColor(by)]
        const { clock } = this
        const wait =
          clock === null
            ? 180_000
            : Math.min(180_000, Math.max(30_000, Math.floor((clock.base + 40 * (clock.increment ?? 0)) / 10)))
        if (since === null || at < since + wait) this.#complain('the opponent has not been away so long')
        if (by === this.turn) this.#complain('who is on the move claims')
        if (winner !== null && this.#game.canWin(winner, { effort: 'low' }) === 'no')
          this.#complain(`${winner} cannot win, and has claimed it`)
        return
      }
      case 'rule50':
      case 'threefold_repetition': {
        const game = this.#game.clone()
        if (detail !== undefined) game.move(detail)
        const claims = [
          ...game.claimableDraws,
          game.status.reason?.replace('fivefold', 'threefold').replace('75', '50'),
        ]
        if (by !== this.turn || !claims.includes(reason)) this.#complain(`${reason} was claimed`)
        return game.stop()
      }
      default:
        this.#complain(`ended by ${reason}`)
    }
  }

  /** @param {any} event */
  _rematchOffered({ by }) {
    if (this.rematch !== null) this.#complain('a second rematch is offered')
    this.rematch = by
  }

  /** @param {any} event */
  _rematchDeclined({ by }) {
    if (by === undefined) {
      const isOffered = this.rematch === 'white' || this.rematch === 'black'
      if (!isOffered || (this.clock !== null && 'perMove' in this.clock))
        this.#complain('a rematch is withdrawn that nobody offers')
    } else if (this.rematch !== otherColor(by)) this.#complain('declined a rematch that nobody offers')
    this.rematch = null
  }

  /** @param {any} event */
  _rematched({ by, game }) {
    if (this.rematch !== otherColor(by)) this.#complain('a rematch that nobody offered')
    this.rematch = game
  }
}
