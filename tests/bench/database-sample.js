// SPDX-License-Identifier: Apache-2.0
/**
 * Writes a large PGN for databases: the moves of real games again and again, each time with other players, ratings, dates and
 * events. The same for the same games, number and seed. Each game comes often: speeds are real, the hits of rare positions
 * are not. Nothing of it is kept in memory but the games that were given.
 *
 * usage: node tests/bench/database-sample.js games.pgn [GAMES [FILE]]    (default: 1,000,000 games to standard output; SEED and
 *   COMMENTS=1, which keeps comments, in the environment)
 */
import { createWriteStream, readFileSync } from 'node:fs'
import process from 'node:process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { splitGames } from './pgn-files.js'
import { seededRandom } from './random.js'

const { SEED = '1', COMMENTS } = process.env
const [source, count = '1000000', target] = process.argv.slice(2)
const PIECE = 1 << 20
/** So many games there are for each player, event and site. */
const GAMES_A_PLAYER = 5
const GAMES_AN_EVENT = 100
const SITES = 500
const NAME_PARTS = 5000
const FIRST_YEAR = 1970
const YEARS = 56
const REPLACED =
  /^\[(?:Event|Site|Date|Round|White|Black|WhiteElo|BlackElo|UTCDate|UTCTime|\w+Diff|\w+Title) .*\r?\n/gm

/** @param {string} game what of it stays */
function bodyOf(game) {
  const kept = game.replace(REPLACED, '').replace(/\r/g, '').trim()
  const [tags, moves] = [/^(?:\[.*\n)*/.exec(kept)?.[0] ?? '', kept.replace(/^(?:\[.*\n)*/, '').trim()]
  if (COMMENTS) return `${tags}\n${moves}\n\n`
  const plain = moves.replace(/\{[^}]*\}|;.*/g, ' ').replace(/\b\d+\.\.\. */g, ' ')
  return `${tags}\n${wrapped(plain)}\n\n`
}

/** @param {string} moves @returns {string} in lines of at most 80 characters, as files have them */
function wrapped(moves) {
  return moves
    .split(/\s+/)
    .reduce(
      (lines, word) => {
        const last = lines.length - 1
        if (lines[last].length + word.length < 80) lines[last] += lines[last] === '' ? word : ` ${word}`
        else lines.push(word)
        return lines
      },
      [''],
    )
    .join('\n')
}

/** @param {string} text of the PGN @returns {string[]} the words of its players' names */
function namePartsOf(text) {
  const names = text.matchAll(/^\[(?:White|Black) "([^"\\]+)"\]/gm)
  const parts = new Set(Array.from(names, ([, name]) => name.split(/[\s,]+/)).flat())
  return [...parts].filter(part => part.length > 2).slice(0, NAME_PARTS)
}

function* pieces() {
  const text = readFileSync(source, 'utf8')
  const bodies = splitGames(text).map(bodyOf)
  const parts = namePartsOf(text)
  if (bodies.length === 0 || parts.length === 0) throw new Error(`${source} has no games with players`)
  const random = seededRandom(Number(SEED))
  const games = Number(count)
  const players = Math.max(2, Math.ceil(games / GAMES_A_PLAYER))
  /** Some play much, most little. */
  const player = () => Math.floor(players * (random(1 << 20) / (1 << 20)) ** 3)
  const nameOf = (/** @type {number} */ n) => {
    const [family, first] = [parts[n % parts.length], parts[Math.floor(n / parts.length) % parts.length]]
    return n < parts.length ** 2
      ? `${family}, ${first}`
      : `${family}, ${first} ${Math.floor(n / parts.length ** 2)}`
  }
  const eloOf = (/** @type {number} */ n) => 1200 + ((Math.imul(n, 0x9e3779b1) >>> 16) % 1500) + random(120)
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0')
  let piece = ''
  for (let i = 0; i < games; i++) {
    const [white, black] = [player(), player()]
    const date = `${FIRST_YEAR + random(YEARS)}.${two(1 + random(12))}.${two(1 + random(28))}`
    piece += `[Event "Open ${random(Math.ceil(games / GAMES_AN_EVENT))}"]\n[Site "${parts[random(Math.min(SITES, parts.length))]}"]\n`
    piece += `[Date "${date}"]\n[Round "${1 + random(11)}"]\n[White "${nameOf(white)}"]\n[Black "${nameOf(black)}"]\n`
    if (random(10) > 0) piece += `[WhiteElo "${eloOf(white)}"]\n[BlackElo "${eloOf(black)}"]\n`
    piece += bodies[random(bodies.length)]
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  yield piece
}

await pipeline(Readable.from(pieces()), target ? createWriteStream(target) : process.stdout)
