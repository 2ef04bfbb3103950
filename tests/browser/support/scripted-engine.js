// SPDX-License-Identifier: Apache-2.0
// A UCI engine of Binbo's own rules for tests to which strength does not matter: it looks one move and the answer ahead, and
// thinks as long as it is told to, which costs nothing. While it thinks its lines change from depth to depth; those before
// its answer are always the same. It throws where a command is none of UCI or comes at the wrong time: the page sends none.

import { Position } from 'binbo'

/** @import { Move } from 'binbo' */

/** @typedef {{ send: (line: string) => void }} ScriptedEngine */
/** @typedef {{ move: Move, cp: number, mate: number }} Line a move and its score for the side to move; mate: 0 for none */
/**
 * @typedef {object} Limits
 * @property {number | undefined} depth after which it answers
 * @property {number} time milliseconds after which it answers at the latest
 * @property {boolean} waits for `stop`: there is no other limit
 * @property {string[]} moves to search; none: all
 */

/** Milliseconds for each of the first depths, and for each further one. */
const [STEP, FURTHER_STEP] = [10, 100]
const FIRST_DEPTHS = 8
/** It gets no deeper. */
const DEEPEST = 60
/** Centipawns by which scores change from depth to depth, at most. */
const WAVER = 25
/** Milliseconds for a move on the clock, at most. */
const LONGEST_MOVE = 300
const LONGEST_PV = 6
/** Mates count as more than any material, for the order of lines. */
const MATE = 1e6

const OPTIONS = [
  'Threads type spin default 1 min 1 max 1024',
  'Hash type spin default 16 min 1 max 1024',
  'Clear Hash type button',
  'Ponder type check default false',
  'MultiPV type spin default 1 min 1 max 256',
  'Skill Level type spin default 20 min 0 max 20',
  'UCI_Chess960 type check default false',
  'UCI_LimitStrength type check default false',
  'UCI_Elo type spin default 1320 min 1320 max 3190',
]
const NAMES = OPTIONS.map(option => option.replace(/ type .*/, ''))

/** Centipawns. @type {Record<string, number>} */
const WORTH = { pawn: 100, knight: 300, bishop: 310, rook: 500, queen: 900, king: 0 }

/**
 * @param {(line: string) => void} post takes its answers
 * @returns {ScriptedEngine}
 */
export function createScriptedEngine(post) {
  /** @type {Map<string, string>} */
  const options = new Map()
  let position = Position.from(START)
  /** @type {Search | undefined} */
  let search

  /** @type {Record<string, (words: string[]) => void>} */
  const commands = {
    uci: () => {
      post('id name Stockfish, as scripted for tests')
      post('id author Binbo')
      for (const option of OPTIONS) post(`option name ${option}`)
      post('uciok')
    },
    isready: () => post('readyok'),
    debug: () => {},
    ucinewgame: () => unlessSearching('ucinewgame'),
    setoption: words => {
      unlessSearching('setoption')
      const [, name = '', value = ''] = /^name (.+?)(?: value (.*))?$/.exec(words.join(' ')) ?? []
      if (!NAMES.includes(name)) throw new Error(`it has no option ${name}`)
      options.set(name, value)
    },
    position: words => {
      unlessSearching('position')
      position = readPosition(words, options.get('UCI_Chess960') === 'true')
    },
    go: words => {
      unlessSearching('go')
      const lines = Number(options.get('MultiPV') ?? 1)
      search = new Search(position, lines, readLimits(words, position.sideToMove), post)
      search.start(words.includes('ponder'))
    },
    ponderhit: () => search?.hit(),
    stop: () => search?.stop(),
    quit: () => search?.end(),
  }
  const unlessSearching = (/** @type {string} */ word) => {
    if (search && !search.ended) throw new Error(`${word} came while it was thinking`)
  }
  return {
    send: line => {
      const [word, ...words] = line.trim().split(/\s+/)
      if (!Object.hasOwn(commands, word)) throw new Error(`not a command of UCI: ${line}`)
      commands[word](words)
    },
  }
}

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/** @param {string[]} words of `position` @param {boolean} isChess960 @returns {Position} */
function readPosition(words, isChess960) {
  const end = words.indexOf('moves')
  const [kind, ...fen] = end < 0 ? words : words.slice(0, end)
  const start = kind === 'startpos' ? START : fen.join(' ')
  const first = Position.from(start, { variant: isChess960 ? 'chess960' : 'standard' })
  return (end < 0 ? [] : words.slice(end + 1)).reduce((position, move) => position.play(move), first)
}

/** @param {string[]} words of `go` @param {'white' | 'black'} side @returns {Limits} */
function readLimits(words, side) {
  const number = (/** @type {string} */ name) => {
    const at = words.indexOf(name)
    return at < 0 ? undefined : Number(words[at + 1])
  }
  const clock = number(`${side[0]}time`)
  const increment = number(`${side[0]}inc`) ?? 0
  const [nodes, mate] = [number('nodes'), number('mate')]
  const depth = number('depth') ?? (mate ? 2 * mate : nodes ? Math.ceil(Math.log2(nodes)) : undefined)
  const onClock = clock === undefined ? undefined : Math.min(clock / 40 + increment / 2, LONGEST_MOVE)
  const time = number('movetime') ?? onClock ?? Number.POSITIVE_INFINITY
  const isEndless = depth === undefined && time === Number.POSITIVE_INFINITY
  const moves = words.includes('searchmoves') ? words.slice(words.indexOf('searchmoves') + 1) : []
  return { depth, time, waits: isEndless, moves }
}

class Search {
  #position
  #limits
  #post
  #count
  /** @type {Line[]} */
  #all
  #depth = 0
  #since = performance.now()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  #waits
  ended = false

  /**
   * @param {Position} position
   * @param {number} count of lines
   * @param {Limits} limits
   * @param {(line: string) => void} post
   */
  constructor(position, count, limits, post) {
    this.#position = position
    this.#limits = limits
    this.#post = post
    this.#count = count
    const { moves } = limits
    this.#all = linesOf(position).filter(({ move }) => moves.length === 0 || moves.includes(move.uci))
    this.#waits = limits.waits
  }

  /** @param {boolean} ponders whether it waits for hit(), too */
  start(ponders) {
    this.#waits ||= ponders
    if (this.#all.length > 0) return this.#deepen()
    this.#post(`info depth 0 score ${this.#position.isCheck ? 'mate' : 'cp'} 0`)
    if (!this.#waits) this.stop()
  }

  /** The opponent has played the expected move: from now on time counts. */
  hit() {
    this.#waits = this.#limits.waits
    this.#since = performance.now()
    if (this.#all.length === 0) this.stop()
    else if (this.#timer === undefined) this.#deepen()
  }

  stop() {
    if (this.ended) return
    this.end()
    this.#report(this.#all)
    const [best] = this.#all
    const [move = '(none)', answer] = best ? pvOf(this.#position, best, 2) : []
    this.#post(`bestmove ${move}${answer ? ` ponder ${answer}` : ''}`)
  }

  end() {
    this.ended = true
    clearTimeout(this.#timer)
  }

  #deepen() {
    const { depth, time } = this.#limits
    const deepest = Math.min(depth ?? DEEPEST, DEEPEST)
    const passed = performance.now() - this.#since
    const isLate = !this.#waits && passed >= time
    this.#timer = undefined
    if (this.#depth < deepest && !(isLate && this.#depth > 0)) {
      this.#depth++
      this.#report(wavering(this.#all, this.#depth))
    }
    const isDeep = this.#depth === deepest
    if (!this.#waits && (isLate || (isDeep && depth !== undefined))) return this.stop()
    if (this.#waits && isDeep) return
    // A given time is used up, as other engines do.
    const step = this.#depth < FIRST_DEPTHS ? STEP : FURTHER_STEP
    const left = this.#waits ? Number.POSITIVE_INFINITY : time - passed
    this.#timer = setTimeout(() => this.#deepen(), isDeep ? left : Math.min(step, left))
  }

  /** @param {Line[]} lines the best one first */
  #report(lines) {
    const depth = this.#depth
    const nodes = 40 * depth * depth
    const time = Math.round(performance.now() - this.#since)
    for (const [index, line] of lines.slice(0, this.#count).entries()) {
      const score = line.mate ? `mate ${line.mate}` : `cp ${line.cp}`
      const pv = pvOf(this.#position, line, Math.min(depth, LONGEST_PV)).join(' ')
      this.#post(
        `info depth ${depth} seldepth ${depth} multipv ${index + 1} score ${score} nodes ${nodes} nps 40000 hashfull 0 time ${time} pv ${pv}`,
      )
    }
  }
}

/** @param {Line} line */
const rank = ({ cp, mate }) => (mate ? Math.sign(mate) * MATE - mate : cp)
/** @param {Line} a @param {Line} b */
const byRank = (a, b) => rank(b) - rank(a) || (a.move.uci < b.move.uci ? -1 : 1)

/** @param {Line[]} lines @param {number} depth @returns {Line[]} as they look at this depth */
function wavering(lines, depth) {
  const waver = (/** @type {string} */ uci) =>
    [...uci].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 1009, 17 * depth) % WAVER
  return lines.map(line => ({ ...line, cp: line.cp + waver(line.move.uci) })).sort(byRank)
}

/** @param {Position} position @param {Line} line from there @param {number} length @returns {string[]} */
function pvOf(position, { move }, length) {
  const moves = [move.uci]
  for (let next = position.play(move.uci); moves.length < length; next = next.play(moves[moves.length - 1])) {
    const [best] = linesOf(next)
    if (!best) break
    moves.push(best.move.uci)
  }
  return moves
}

/** Those of the last positions. @type {Map<string, Line[]>} */
const known = new Map()
const MOST_KNOWN = 500

/** @param {Position} position @returns {Line[]} of all legal moves, the best one first */
function linesOf(position) {
  const key = `${position.variant} ${position.fen}`
  let lines = known.get(key)
  if (!lines) {
    if (known.size === MOST_KNOWN) known.clear()
    lines = position.legalMoves().map(move => lineOf(position, move))
    lines.sort(byRank)
    known.set(key, lines)
  }
  return lines
}

/** @param {Position} position @param {Move} move @returns {Line} */
function lineOf(position, move) {
  if (move.san.endsWith('#')) return { move, cp: 0, mate: 1 }
  const next = position.play(move.uci)
  const replies = next.legalMoves()
  if (replies.some(({ san }) => san.endsWith('#'))) return { move, cp: 0, mate: -1 }
  if (replies.length === 0) return { move, cp: 0, mate: 0 }
  const lost = Math.max(0, ...replies.map(reply => gain(next, reply)))
  return { move, cp: balance(next, move.color) - lost + appeal(move), mate: 0 }
}

/** @param {Position} position @param {Move} move @returns {number} what it takes, less the piece if that is taken back */
function gain(position, { uci, to, piece, captured }) {
  if (!captured) return 0
  const next = position.play(uci)
  const isTakenBack = next.attackers(to, next.sideToMove).length > 0
  return WORTH[captured] - (isTakenBack ? WORTH[piece] : 0)
}

/** @param {Position} position @param {'white' | 'black'} color @returns {number} its material less that of the other side */
function balance(position, color) {
  const { white, black } = position.material()
  const sum = Object.entries(WORTH).reduce(
    (sum, [piece, worth]) =>
      sum + worth * (white[/** @type {'pawn'} */ (piece)] - black[/** @type {'pawn'} */ (piece)]),
    0,
  )
  return color === 'white' ? sum : -sum
}

/** Moves to the centre, and castling, are a little better. @param {Move} move @returns {number} */
function appeal({ from, to, flags }) {
  const castles = flags.some(flag => /side/.test(flag))
  return 5 * (centrality(to) - (from ? centrality(from) : 0)) + (castles ? 40 : 0)
}

/** @param {string} square @returns {number} 0 at the edge … 6 in the centre */
const centrality = square =>
  [square.charCodeAt(0) - 97, square.charCodeAt(1) - 49].reduce((sum, at) => sum + Math.min(at, 7 - at), 0)
