// SPDX-License-Identifier: Apache-2.0
/**
 * Books and packed games: how fast they are made and read, how many pages a look-up reads, how small games are. CPU time, the
 * least of all rounds; beside it the load average.
 *
 * usage: node tests/bench/knowledge.js [games.pgn]    (after make build; ROUNDS in the environment: default 10)
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import process from 'node:process'
import { Book } from '../../dist/book.js'
import { decodeGame, encodeGame } from '../../dist/compact.js'
import { Game } from '../../dist/index.js'
import { parsePgn } from '../../dist/pgn.js'
import { randomFrom } from '../random.js'

const { ROUNDS = '10' } = process.env
const [path = new URL('../data/games.pgn', import.meta.url)] = process.argv.slice(2)
const games = parsePgn(readFileSync(path, 'latin1')).filter(
  ({ variant, errors }) => variant === 'standard' && errors.length === 0,
)
const lengths = games.map(game => Array.from(game.mainline()).length)
const plies = lengths.reduce((sum, length) => sum + length, 0)
const MILLION = 1_000_000
/** 16 bytes each: a book of 48 MB. */
const ENTRIES = 3 * MILLION
const LOOK_UPS = 2000

/** @type {(work: () => unknown) => Promise<number>} seconds of the processor */
async function secondsOf(work) {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < Number(ROUNDS); round++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / MILLION)
  }
  return least
}

/** @param {string} name @param {number} value @param {string} unit @param {boolean} isMet @param {string} [must] */
function report(name, value, unit, isMet = true, must = '') {
  console.log(
    `| ${name} | ${value.toLocaleString('en', { maximumSignificantDigits: 4 })} ${unit} | ${must}${isMet ? '' : ', missed'} |`,
  )
  if (!isMet) process.exitCode = 1
}

async function measureBooks() {
  const many = []
  for (let sum = 0; sum < MILLION; ) {
    const at = many.length % games.length
    many.push(games[at])
    sum += Math.min(lengths[at], 60)
  }
  const seconds = await secondsOf(() => Book.fromGames(many))
  report('book of 1,000,000 plies of parsed games', seconds, 's', seconds < 3, '< 3 s')
}

/** A book of random keys; look-ups of positions of the games, each with a book that has read nothing yet. */
async function countPages() {
  const random = randomFrom(1)
  const word = () => BigInt(Math.floor(random() * 2 ** 32))
  const keys = BigUint64Array.from({ length: ENTRIES }, () => (word() << 32n) | word()).sort()
  const bytes = new Uint8Array(16 * ENTRIES)
  const view = new DataView(bytes.buffer)
  for (const [i, key] of keys.entries()) view.setBigUint64(16 * i, key)
  let reads = 0
  const source = {
    size: bytes.length,
    read(/** @type {number} */ offset, /** @type {number} */ length) {
      reads++
      return Promise.resolve(bytes.subarray(offset, offset + length))
    },
  }
  let game = new Game()
  for (let i = 0; i < LOOK_UPS; i++) {
    if (game.status.over || game.ply > 60) game = new Game()
    const legal = game.legalMoves('uci')
    game.move(legal[Math.floor(random() * legal.length)])
    await (await Book.open(source)).find(game)
  }
  const mean = reads / LOOK_UPS
  report('pages read by a look-up, 48 MB, nothing kept', mean, 'pages', mean <= 2, '≤ 2')
}

async function measurePacked() {
  const packed = games.map(encodeGame)
  for (const [i, bytes] of packed.entries()) assert.equal(decodeGame(bytes).ply, lengths[i])
  const bytes = packed.reduce((sum, { length }) => sum + length, 0)
  const [pack, unpack] = [
    await secondsOf(() => games.forEach(game => void encodeGame(game))),
    await secondsOf(() => packed.forEach(one => void decodeGame(one).stop())),
  ].map(seconds => plies / seconds)
  report('plies packed in a second', pack, '', pack >= 300_000, '≥ 300,000')
  report('plies unpacked in a second', unpack, '', unpack >= 300_000, '≥ 300,000')
  report(`bytes a game of ${(plies / games.length).toFixed(0)} plies`, bytes / games.length, 'B')
  report('bits a move, all included', (8 * bytes) / plies, 'bits')
}

const load = os.loadavg()[0].toFixed(1)
console.log(
  `${games.length} games, ${plies} plies; load average ${load}\n\n| figure | measured | must be |\n|---|---|---|`,
)
await measureBooks()
await countPages()
await measurePacked()
