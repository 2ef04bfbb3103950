// SPDX-License-Identifier: Apache-2.0
/**
 * What readPgn() takes by what is asked of its games, beside validatePgn(); the names of openings; positions as values. CPU
 * time of a process of its own for each figure, the least of all rounds, in which it takes turns with what it is compared with;
 * beside it the load average.
 *
 * usage: node --expose-gc tests/bench/reading.js [games.pgn]    (after make build; ROUNDS in the environment: default 40)
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import os from 'node:os'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Game, Position } from '../../dist/index.js'
import { openingOf } from '../../dist/openings.js'
import { readPgn, validatePgn } from '../../dist/pgn.js'
import { settledMemory } from './settled-memory.js'

/** @import { PgnGame } from '../../dist/pgn.js' */

const PROGRAM = fileURLToPath(import.meta.url)
const [path = fileURLToPath(new URL('../data/games.pgn', import.meta.url)), figure] = process.argv.slice(2)
const ROUNDS = Number(process.env.ROUNDS ?? 40)
const STARTS = 11
const KEPT = 1_000_000
const REPEATED = 20_000
const LINE = ['e4', 'c5', 'Nf3', 'd6', 'd4', 'cxd4', 'Nxd4', 'Nf6', 'Nc3', 'a6']
const FIRST_NAME = `
  import { Game } from '${new URL('../../dist/index.js', import.meta.url)}'
  import { openingAt } from '${new URL('../../dist/openings.js', import.meta.url)}'
  const game = new Game()
  game.legalMoves()
  game.move('e4')
  const before = process.cpuUsage()
  openingAt(game)
  const { user, system } = process.cpuUsage(before)
  console.log(user + system)`

/** @type {(work: () => unknown) => Promise<number>} microseconds */
const cpuOf = async work => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** @param {string} name @param {string} value @param {string} [must] @param {boolean} [isMet] */
const report = (name, value, must = '', isMet = true) => {
  console.log(
    `${name.padEnd(46)}${value.padStart(12)}  ${must}${isMet ? '' : '  MISSED'}  load ${os.loadavg()[0].toFixed(1)}`,
  )
  if (!isMet) process.exitCode = 1
}

const ALONE = 'readPgn, nothing asked'

/** What is asked of every game. @type {Record<string, (game: PgnGame) => unknown>} */
const ASKED = {
  [ALONE]: () => 0,
  'readPgn, one header': game => game.header('White'),
  'readPgn, headers': game => game.headers.size,
  'readPgn, trees walked': game => {
    let moves = 0
    for (const { san } of game.mainline()) moves += san.length
    return moves
  },
  'readPgn, openingOf': game => openingOf(game),
}

/** With what a figure is compared, and how fast it must be beside it. @type {Record<string, [beside: string, must?: number]>} */
const FIGURES = {
  [ALONE]: ['validatePgn', 0.85],
  'readPgn, headers': ['validatePgn', 0.55],
  'readPgn, one header': ['validatePgn', 0.75],
  'readPgn, trees walked': ['validatePgn', 0.5],
  'readPgn, openingOf': [ALONE, 1 / 1.5],
  'readPgn, reaches a position': ['validatePgn'],
}

/** @type {Record<string, (file: Uint8Array) => Promise<unknown>>} */
const WORK = {
  validatePgn: file => validatePgn(file),
  'readPgn, reaches a position': async file => {
    const reaches = Position.from('rnbqkbnr/pp2pppp/3p4/2p5/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3')
    for await (const game of readPgn(file, { reaches })) game.headers
  },
}
for (const [name, ask] of Object.entries(ASKED)) {
  WORK[name] = async file => {
    for await (const game of readPgn(file)) ask(game)
  }
}

/** Measures a figure and what it is compared with, in a process in which nothing else was asked before. @param {string} name */
async function measureAlone(name) {
  const file = readFileSync(path)
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, run] of [WORK[name], WORK[FIGURES[name][0]]].entries())
      least[at] = Math.min(least[at], await cpuOf(() => run(file)))
  }
  console.log(JSON.stringify(least))
}

function measureReading() {
  const { size } = statSync(path)
  for (const [name, [beside, must = 0]] of Object.entries(FIGURES)) {
    const [time, other] = JSON.parse(String(execFileSync(process.execPath, [PROGRAM, path, name])))
    const goal = must && `, must be at least ${must.toFixed(2)}`
    const rate = `${Math.round(size / time)} MB/s`
    report(name, rate, `${(other / time).toFixed(2)} × ${beside}${goal || ''}`, other / time >= must)
  }
}

function measureFirstName() {
  const times = Array.from({ length: STARTS }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', FIRST_NAME])),
  )
  const least = Math.min(...times) / 1000
  report('openingAt, the first call', `${least.toFixed(1)} ms`, 'must be at most 10', least <= 10)
}

/** @typedef {Awaited<ReturnType<typeof settledMemory>>} Memory */

/** @param {Memory} after @param {Memory} before */
const bytesOf = (after, before) => after.heapUsed + after.external - before.heapUsed - before.external

async function measurePositions() {
  const game = new Game()
  game.playMoves(LINE)
  const [from, to] = [Position.from(game.fen), game.legalMoves()]
  /** @type {Record<string, () => void>} */
  const calls = {
    'game.position after a move': () => {
      game.move('h2h3')
      game.position
      game.undo()
    },
    'the same without position': () => {
      game.move('h2h3')
      game.undo()
    },
    'position.play(move)': () => void from.play(to[0]),
  }
  for (const [name, call] of Object.entries(calls)) {
    let least = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS; round++) {
      const time = await cpuOf(() => {
        for (let i = 0; i < REPEATED; i++) call()
      })
      least = Math.min(least, time)
    }
    report(name, `${Math.round((1000 * least) / REPEATED)} ns`)
  }
  const before = await settledMemory()
  const kept = Array.from({ length: KEPT }, () => from.play(to[0]))
  const after = await settledMemory()
  report(
    `a position, of ${kept.length.toLocaleString('en')} kept`,
    `${Math.round(bytesOf(after, before) / KEPT)} B`,
  )
}

if (figure === undefined) {
  console.log(`${path}, ${(statSync(path).size / 1e6).toFixed(2)} MB; Node ${process.versions.node}`)
  measureReading()
  measureFirstName()
  await measurePositions()
} else {
  await measureAlone(figure)
}
