// SPDX-License-Identifier: Apache-2.0
// A UCI engine for tests to which its strength makes no difference: it knows the rules, sees a mate in one and hanging material,
// and answers the same to the same question, at once.

import { Game } from 'binbo'

/** Centipawns. @type {Record<string, number>} */
const WORTH = { pawn: 100, knight: 320, bishop: 330, rook: 500, queen: 900, king: 0 }
/** Depths that a search without an end reaches: it then waits for `stop`. */
const DEEPEST = 24
/** Milliseconds between two depths. */
const STEP = 4

/** @typedef {{ uci: string, cp?: number, mate?: number, pv: string[] }} Line cp and mate for the side to move */

/** @param {Game} game @returns {number} centipawns for the side to move, by material */
function material(game) {
  let sum = 0
  for (const { type, color } of game.pieces()) sum += (color === game.turn ? 1 : -1) * WORTH[type]
  return sum
}

/** @param {Game} game @param {string} uci @returns {Line} */
function lineOf(game, uci) {
  const after = game.clone()
  after.move(uci)
  const { over, winner } = after.status
  /** @type {Line} */
  const line = { uci, pv: [uci] }
  if (over) Object.assign(line, winner ? { mate: 1 } : { cp: 0 })
  else {
    // The best reply by material.
    const replies = after.legalMoves('uci').map(reply => {
      const next = after.clone()
      next.move(reply)
      const cp = next.status.over && next.status.winner ? -30_000 : material(next)
      next.stop()
      return { reply, cp }
    })
    const worst = replies.reduce((best, one) => (one.cp < best.cp ? one : best))
    Object.assign(line, worst.cp === -30_000 ? { mate: -1 } : { cp: worst.cp })
    line.pv.push(worst.reply)
  }
  after.stop()
  return line
}

/** @param {Line} line */
const rank = ({ cp = 0, mate }) => (mate === undefined ? cp : mate > 0 ? 100_000 - mate : -100_000 - mate)

/**
 * @param {(line: string) => void} post takes what the engine says
 * @returns {{ send: (line: string) => void }}
 */
export function createScriptedEngine(post) {
  let start = new Game().fen
  /** @type {string[]} */
  let moves = []
  let multiPv = 1
  let is960 = false
  /** @type {{ end: () => void } | null} */
  let search = null

  /** @param {string[]} words of go */
  function go(words) {
    const number = (/** @type {string} */ name) =>
      words.includes(name) ? Number(words[words.indexOf(name) + 1]) : undefined
    const game = new Game({ fen: start, draws: 'none', ...(is960 ? { variant: 'chess960' } : {}) })
    for (const uci of moves) game.move(uci)
    const only = words.includes('searchmoves') ? words.slice(words.indexOf('searchmoves') + 1) : null
    const legal = game.legalMoves('uci').filter((/** @type {string} */ uci) => !only || only.includes(uci))
    const lines = legal.map((/** @type {string} */ uci) => lineOf(game, uci))
    lines.sort((/** @type {Line} */ a, /** @type {Line} */ b) => rank(b) - rank(a))
    game.stop()
    const isOpen = words.includes('infinite') || words.includes('ponder')
    const deepest = Math.min(number('depth') ?? DEEPEST, DEEPEST)
    const ends = number('movetime') ?? (number('wtime') === undefined ? Infinity : 4 * STEP)
    const began = performance.now()
    let depth = 0
    let nodes = 0
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer
    const best = () => {
      search = null
      clearTimeout(timer)
      const [first] = lines
      post(`bestmove ${first?.uci ?? '(none)'}${first?.pv[1] ? ` ponder ${first.pv[1]}` : ''}`)
    }
    search = { end: best }
    const look = () => {
      depth++
      nodes += 20 * depth * Math.max(1, lines.length)
      const time = Math.round(performance.now() - began)
      for (const [index, { cp, mate, pv }] of lines.slice(0, multiPv).entries()) {
        const score = mate === undefined ? `cp ${cp}` : `mate ${mate}`
        post(
          `info depth ${depth} seldepth ${depth} multipv ${index + 1} score ${score} nodes ${nodes} nps 100000 time ${time} hashfull 1 pv ${pv.join(' ')}`,
        )
      }
      if (lines.length === 0) post('info depth 0 score cp 0')
      const isDone =
        depth >= deepest || time >= ends || lines.length === 0 || (number('nodes') ?? Infinity) <= nodes
      if (!isDone) timer = setTimeout(look, STEP)
      else if (!isOpen && (ends === Infinity || number('depth') !== undefined || time >= ends)) best()
      else if (!isOpen) timer = setTimeout(best, Math.max(0, ends - time))
    }
    timer = setTimeout(look, 0)
  }

  /** @type {Record<string, (words: string[], line: string) => void>} */
  const commands = {
    uci() {
      post('id name Stockfish scripted')
      post('id author the tests of Binbo')
      post('option name Threads type spin default 1 min 1 max 1024')
      post('option name Hash type spin default 16 min 1 max 33554432')
      post('option name MultiPV type spin default 1 min 1 max 256')
      post('option name Skill Level type spin default 20 min 0 max 20')
      post('option name UCI_LimitStrength type check default false')
      post('option name UCI_Elo type spin default 1320 min 1320 max 3190')
      post('option name UCI_Chess960 type check default false')
      post('option name UCI_ShowWDL type check default false')
      post('option name Ponder type check default false')
      post('option name Clear Hash type button')
      post('uciok')
    },
    isready: () => post('readyok'),
    setoption(_, line) {
      const [, name = '', value = ''] = /name (.*?)(?: value (.*))?$/.exec(line) ?? []
      if (name === 'MultiPV') multiPv = Number(value)
      if (name === 'UCI_Chess960') is960 = value === 'true'
    },
    position(words) {
      const at = words.indexOf('moves')
      const end = at < 0 ? words.length : at
      start = words[1] === 'fen' ? words.slice(2, end).join(' ') : new Game().fen
      moves = at < 0 ? [] : words.slice(at + 1)
    },
    go,
    stop: () => search?.end(),
    ponderhit: () => search?.end(),
    quit: () => {
      search = null
    },
  }
  return {
    send(line) {
      const words = line.trim().split(/\s+/)
      commands[words[0]]?.(words, line)
    },
  }
}
