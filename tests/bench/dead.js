// SPDX-License-Identifier: Apache-2.0
/**
 * Dead positions: how many are found, what is wrong, and how long it takes, for a file of positions.
 *
 * Each line is `XY FEN` with X = W or - and Y = B or -: who can mate by any series of legal moves; or a FEN alone, of
 * which only the time and the number of answers is reported. Lines that begin with # and FENs that are not valid are
 * left out. Of a file that ends with .pgn every 23rd position is taken. Fails when an answer is wrong.
 *
 * usage: node tests/bench/dead.js POSITIONS [EFFORT ...]    (after make build; efforts: low, normal, high or a number)
 */

import { readFileSync } from 'node:fs'
import { COLORS } from '#js/game/squares.js'
import { Game, validateFen } from '../../dist/index.js'
import { parsePgn } from '../../dist/pgn.js'

const MOST_TRIES = 3
const TRIES_BELOW = 50 // milliseconds: longer calls are timed once

const PGN_STEP = 23

/**
 * @param {string} file
 * @returns {{ fen: string, truth: string | null }[]}
 */
function readPositions(file) {
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.pgn')) {
    const nodes = parsePgn(text).flatMap(game => [...game.mainline()])
    const fens = nodes.filter((_, i) => i % PGN_STEP === 0).map(({ fen }) => fen)
    return fens.filter(fen => validateFen(fen).ok).map(fen => ({ fen, truth: null }))
  }
  return text.split(/\r?\n/).flatMap(line => {
    const match = /^(?:([W-][B-]) +)?([^#\s].*)$/.exec(line)
    return match && validateFen(match[2]).ok ? [{ fen: match[2], truth: match[1] ?? null }] : []
  })
}

/**
 * @param {Game} game
 * @param {'white' | 'black'} color
 * @param {object} options
 * @returns {{ answer: string, time: number }} the time is in microseconds, the least of some tries
 */
function timed(game, color, options) {
  let time = Number.POSITIVE_INFINITY
  let answer = ''
  for (let i = 0; i < MOST_TRIES && (i === 0 || time < 1000 * TRIES_BELOW); i++) {
    const start = performance.now()
    answer = game.canWin(color, options)
    time = Math.min(time, 1000 * (performance.now() - start))
  }
  return { answer, time }
}

/**
 * @param {ReturnType<typeof readPositions>} positions
 * @param {object} effort
 */
function measure(positions, effort) {
  const counts = { dead: 0, no: 0, alive: 0, yes: 0, unknown: 0, unlabelled: { no: 0, yes: 0, unknown: 0 } }
  /** @type {string[]} */
  const wrong = []
  /** @type {number[]} */
  const times = []
  for (const { fen, truth } of positions) {
    const game = new Game({ fen, draws: 'none' })
    for (const [index, color] of COLORS.entries()) {
      const { answer, time } = timed(game, color, { effort })
      times.push(time)
      if (truth === null) {
        counts.unlabelled[answer]++
        continue
      }
      const expected = truth[index] === '-' ? 'no' : 'yes'
      counts[expected === 'no' ? 'dead' : 'alive']++
      if (answer === expected) counts[expected]++
      else if (answer === 'unknown') counts.unknown++
      else wrong.push(`${color} ${fen}: ${answer}`)
    }
    game.stop()
  }
  return { counts, wrong, times: times.sort((a, b) => a - b) }
}

const [file, ...efforts] = process.argv.slice(2)
if (!file) throw new Error('name a file of positions: make dead POSITIONS=file')
const positions = readPositions(file)
measure(positions.slice(0, 200), 'low') // warms up
for (const name of efforts.length ? efforts : ['low', 'normal']) {
  const { counts, wrong, times } = measure(positions, Number(name) ? { positions: Number(name) } : name)
  const at = part => times[Math.min(times.length - 1, Math.floor(part * times.length))].toFixed(1)
  const share = (found, all) => `${found} of ${all}${all ? ` (${((100 * found) / all).toFixed(1)} %)` : ''}`
  console.log(
    `${name}: 'no' ${share(counts.no, counts.dead)}, 'yes' ${share(counts.yes, counts.alive)}, wrong ${wrong.length}`,
  )
  if (positions.some(({ truth }) => truth === null))
    console.log(`  unlabelled ${JSON.stringify(counts.unlabelled)}`)
  console.log(`  µs: median ${at(0.5)}, 99 % ${at(0.99)}, 99.9 % ${at(0.999)}, worst ${at(1)}`)
  for (const text of wrong) console.log(`  wrong: ${text}`)
  if (wrong.length) process.exitCode = 1
}
