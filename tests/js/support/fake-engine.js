// SPDX-License-Identifier: Apache-2.0
// A UCI engine that misbehaves as its script says: a program for the tests of binbo/uci.
//
// usage: node fake-engine.js '{"log": "/path", "go": ["info depth 1", {"wait": 50}, "bestmove e2e4"]}'
//
// Script, all fields optional:
//   log       a file that gets '. start', every line received ('> go depth 1'), every uciok, readyok and bestmove
//             said ('< bestmove e2e4'), and '. end of input'
//   lives     scripts for the first start with this log, the second …; the last stays
//   start     actions before anything is received
//   uci, isready, position, setoption, ucinewgame, go, stop, ponderhit, quit
//             what is done at a command of this word: a list of actions, or { "each": [list, list …] } for the first
//             time, the second …; the last list stays
//   deaf      signals that do not end it, such as ["SIGTERM"]
//   immortal  true: the end of input does not end it
// A word that the script does not name gets a good engine's answer.
//
// Actions, one after the other; those of different commands run side by side:
//   "text"                     prints one line
//   { raw: "text" }            writes it as one chunk, with no line break added
//   { hex: "0d0a00ff" }        the same for bytes
//   { bytes: "text" }          one byte at a time
//   { long: 3000000, head }    head and that many 'x' as one line
//   { noise: 10000 }           that many random bytes
//   { flood: "info depth {i}", count }   many lines, {i} counts from 1
//   { drip: "info", every: 50 }   the same line again and again, with as many milliseconds between
//   { wait: 100 }              milliseconds
//   { until: "stop" }          the next time that this word comes
//   { best: true }             `bestmove` with the first legal move of the last position; { best: "ponder" } with
//                              an answer to it
//   { default: true }          what a good engine does
//   { ignore: ["stop"] }       these words do nothing from now on
//   { exit: 3 }, { kill: "SIGKILL" }     dies
//   { close: true }            closes its output and lives on

import { appendFileSync, closeSync, existsSync, readFileSync, writeSync } from 'node:fs'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

const { log, lives, ...only } = JSON.parse(process.argv[2] ?? '{}')
const note = text => log && appendFileSync(log, `${text}\n`)
const starts = log && existsSync(log) ? readFileSync(log, 'utf8').match(/^\. start$/gm)?.length : 0
const script = lives ? lives[Math.min(starts ?? 0, lives.length - 1)] : only
note('. start')
const OPTIONS = [
  'option name Threads type spin default 1 min 1 max 512',
  'option name Hash type spin default 16 min 1 max 1024',
  'option name Clear Hash type button',
  'option name Ponder type check default false',
  'option name MultiPV type spin default 1 min 1 max 500',
  'option name Style type combo default Normal var Solid var Normal var Risky',
  'option name Book File type string default <empty>',
  'option name UCI_Chess960 type check default false',
]
const LOGGED = /^(uciok|readyok|bestmove\b.*)/
const LINES_A_TURN = 500

/** The last settings received. */
const current = { position: 'startpos', chess960: false, multipv: 1 }
/** How often each word came, and who waits for the next time. */
const counts = new Map()
const waiting = new Map()
const ignored = new Set()
/** A search that has not said bestmove yet. */
let searching = false

/** What was written of a line that has not ended. */
let begun = ''

/** Writes all of it before it returns, and first notes what it means to the one who reads it. */
function write(data) {
  const bytes = Buffer.from(data)
  const lines = (begun + bytes).split('\n')
  begun = lines.pop().slice(0, 1000)
  for (const line of lines) announce(line.trim())
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at)
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
    }
  }
}

function announce(line) {
  if (!LOGGED.test(line)) return
  note(`< ${line}`)
  if (line.startsWith('bestmove')) searching = false
}

const say = line => write(`${line}\n`)

// --- a good engine ---------------------------------------------------------------------------------

/** Loaded when it is needed: most engines here never play. */
const rules = () => import(new URL('../../../dist/index.js', import.meta.url).href)

/** The last position received, as a game; draws do not end it. */
async function game() {
  const { Game } = await rules()
  const [, fen, moves = ''] = /^(?:startpos|fen (.*?))(?: moves (.*))?$/.exec(current.position) ?? []
  const variant = current.chess960 ? 'chess960' : 'standard'
  let now = new Game({ ...(fen && { fen }), variant })
  for (const move of moves.split(' ').filter(Boolean)) {
    if (now.status.over) now = new Game({ fen: now.fen, variant })
    now.move(move)
  }
  return now.status.over ? new Game({ fen: now.fen, variant }) : now
}

/** What both sides can play first, White from rank 1 and 2, Black from 8 and 7. */
function firstMoves([home, pawns, one, two]) {
  const pushes = to => [...'abcdefgh'].map(file => `${file}${pawns}${file}${to}`)
  return [...pushes(one), ...pushes(two), ...['ba', 'bc', 'gf', 'gh'].map(([a, b]) => a + home + b + one)]
}

async function legalMoves() {
  if (current.position === 'startpos') return firstMoves('1234')
  if (/^startpos moves [a-h]2[a-h][34]$/.test(current.position)) return firstMoves('8765')
  return (await game()).legalMoves('uci')
}

/** Legal moves, cut to those of `searchmoves`. */
async function candidates(line) {
  const legal = await legalMoves()
  const words = line.split(' ')
  const chosen = words.includes('searchmoves') ? words.slice(words.indexOf('searchmoves') + 1) : []
  return chosen.length > 0 ? legal.filter(move => chosen.includes(move)) : legal
}

/** @param {boolean} always also where no search is running any more */
async function sayBest(line, withPonder, always = false) {
  const [move = '(none)'] = await candidates(line)
  let ponder
  if (withPonder && current.position === 'startpos') ponder = 'e7e6'
  else if (withPonder && move !== '(none)') {
    const after = await game()
    after.move(move)
    ponder = after.legalMoves('uci')[0]
  }
  if (searching || always) say(`bestmove ${move}${ponder ? ` ponder ${ponder}` : ''}`)
}

let goLine = 'go'
const good = {
  uci: () => {
    for (const line of ['id name Fake 1.0', 'id author The tests', ...OPTIONS, 'uciok']) say(line)
  },
  isready: () => say('readyok'),
  go: async line => {
    const moves = await candidates(line)
    for (let i = 1; i <= Math.min(current.multipv, moves.length); i++) {
      const move = moves[i - 1]
      say(
        `info depth 1 seldepth 2 multipv ${i} score cp ${20 - i} nodes ${20 * i} nps 1000 time 1 pv ${move}`,
      )
    }
    if (!/\b(infinite|ponder)\b/.test(line)) await sayBest(line, true)
  },
  stop: () => sayBest(goLine, true),
  ponderhit: () => sayBest(goLine, true),
  quit: () => process.exit(0),
}

// --- actions ---------------------------------------------------------------------------------------

const actions = {
  raw: ({ raw }) => write(raw),
  hex: ({ hex }) => write(Buffer.from(hex, 'hex')),
  bytes: async ({ bytes }) => {
    for (const byte of Buffer.from(bytes)) {
      write([byte])
      await wait(1)
    }
  },
  long: ({ long, head = '' }) => say(head + 'x'.repeat(long)),
  noise: ({ noise }) => {
    let state = 1
    const bytes = Buffer.alloc(noise)
    for (let i = 0; i < noise; i++) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0
      bytes[i] = state >>> 16
    }
    write(bytes)
    write('\n')
  },
  flood: async ({ flood, count }) => {
    for (let i = 1; i <= count; ) {
      let lines = ''
      for (const end = Math.min(count, i + LINES_A_TURN - 1); i <= end; i++)
        lines += `${flood.replaceAll('{i}', i)}\n`
      write(lines)
      await turn()
    }
  },
  drip: async ({ drip, every }) => {
    for (;;) {
      say(drip)
      await wait(every)
    }
  },
  wait: action => wait(action.wait),
  until: ({ until }) => new Promise(resolve => waiting.set(until, [...(waiting.get(until) ?? []), resolve])),
  best: ({ best }) => sayBest(goLine, best === 'ponder', true),
  default: (_, word, line) => good[word]?.(line),
  ignore: ({ ignore }) => {
    for (const word of ignore) ignored.add(word)
  },
  exit: ({ exit }) => process.exit(exit),
  kill: async ({ kill }) => {
    process.kill(process.pid, kill)
    await wait(60_000)
  },
  close: () => closeSync(1),
}

async function run(list, word, line) {
  for (const action of list) {
    if (typeof action === 'string') say(action)
    else {
      const name = Object.keys(action).find(key => Object.hasOwn(actions, key))
      if (!name) throw new Error(`no such action: ${JSON.stringify(action)}`)
      await actions[name](action, word, line)
    }
  }
}

function receive(line) {
  note(`> ${line}`)
  const [word, ...rest] = line.split(' ')
  if (word === 'go') {
    searching = true
    goLine = line
  }
  if (word === 'position') current.position = rest.join(' ')
  if (word === 'setoption') {
    const [, name, value] = /^name (.*?) value (.*)$/.exec(rest.join(' ')) ?? []
    if (name === 'UCI_Chess960') current.chess960 = value === 'true'
    if (name === 'MultiPV') current.multipv = Number(value)
  }
  for (const resolve of waiting.get(word) ?? []) resolve()
  waiting.delete(word)
  if (ignored.has(word)) return
  const time = counts.get(word) ?? 0
  counts.set(word, time + 1)
  const said = script[word] ?? [{ default: true }]
  run(Array.isArray(said) ? said : said.each[Math.min(time, said.each.length - 1)], word, line)
}

// --- life ------------------------------------------------------------------------------------------

for (const signal of script.deaf ?? []) process.on(signal, () => note(`. ${signal}`))
let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', text => {
  const lines = (rest + text).split('\n')
  rest = lines.pop()
  for (const line of lines) receive(line)
})
process.stdin.on('end', () => {
  note('. end of input')
  if (script.immortal) setInterval(() => {}, 60_000)
  else process.exit(0)
})
await run(script.start ?? [], 'start', '')
