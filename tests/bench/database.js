// SPDX-License-Identifier: Apache-2.0
/**
 * A database of many games: how fast they come in, what they take, and how long each question takes. Medians of five. Beside
 * each the time of a loop of numbers that ran just before, as a multiple of its least time: others use the machine, too, and
 * a figure is compared with what it must be after division by that.
 *
 * usage: node tests/bench/database.js games.pgn    (after make build; a large one is made by make database-sample)
 */
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { openDatabase } from '../../dist/database.js'
import { Game } from '../../dist/index.js'
import { median } from './harness.js'

const ROUNDS = 5
const LOOP = 3_000_000
const MEGABYTE = 1e6
/** Bytes of an export that are measured. */
const EXPORTED = 32 * MEGABYTE

/** @returns {number} milliseconds */
function loop() {
  const begin = performance.now()
  let state = 1
  for (let i = 0; i < LOOP; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
  }
  if (state === 0) throw new Error('xorshift never is 0')
  return performance.now() - begin
}

/** The least time of the loop. */
let quiet = Math.min(...Array.from({ length: 30 }, loop))

/** @param {() => unknown} work @param {number} [rounds] @returns {Promise<{ ms: number, factor: number }>} */
async function timed(work, rounds = ROUNDS) {
  const [times, loops] = [[], []]
  for (let round = 0; round < rounds; round++) {
    loops.push(loop())
    const begin = performance.now()
    await work()
    times.push(performance.now() - begin)
  }
  quiet = Math.min(quiet, ...loops)
  return { ms: median(times), factor: Math.max(1, median(loops) / quiet) }
}

/** @param {string} name @param {number} value @param {string} unit @param {number} [factor] @param {string} [must] '≤ 5' or '≥ 100' */
function report(name, value, unit, factor = 1, must = '') {
  const shown = value.toLocaleString('en', { maximumSignificantDigits: 3 })
  const bar = Number(must.slice(1).replaceAll(',', ''))
  const isMet = must === '' || (must.startsWith('≤') ? value / factor <= bar : value * factor >= bar)
  console.log(`| ${name} | ${shown} ${unit} | ×${factor.toFixed(2)} | ${must}${isMet ? '' : ', missed'} |`)
  if (!isMet) process.exitCode = 1
}

/** @param {string} name @param {() => unknown} work @param {string} [must] */
async function ask(name, work, must) {
  const { ms, factor } = await timed(work)
  report(name, ms, 'ms', factor, must)
}

/** @param {string} moves */
const after = moves => {
  const game = new Game()
  for (const move of moves.split(' ').filter(Boolean)) game.move(move)
  return game.position
}

async function measureExports(/** @type {import('../../dist/database.js').Database} */ db) {
  const set = await db.filter({ date: ['1990', '1994'] })
  for (const as of /** @type {const} */ ([
    'pgn',
    'csv',
    'jsonl',
    'arrow',
    'parquet',
    'arrow-positions',
    'parquet-positions',
    'polyglot',
  ])) {
    let bytes = 0
    const { ms, factor } = await timed(async () => {
      bytes = 0
      for await (const piece of db.export(set, as)) {
        bytes += piece.length
        if (bytes > EXPORTED) break
      }
    }, 3)
    report(
      `export ${as} of ${set.count} games: ${(bytes / MEGABYTE).toFixed(1)} MB`,
      bytes / ms / 1000,
      'MB/s',
      factor,
    )
  }
}

async function measureReopening() {
  const folder = await mkdtemp(join(tmpdir(), 'binbo-database-'))
  try {
    const kept = await openDatabase({ storage: { folder } })
    const saved = await timed(() => kept.add(source), 1)
    report('import into a folder', kept.games / (saved.ms / 1000), 'games/s', saved.factor)
    await kept.close()
    await ask(
      'open it again, and filter',
      async () => {
        const again = await openDatabase({ storage: { folder } })
        await again.filter({ elo: [2000, 2100] })
        await again.close()
      },
      '≤ 1,500',
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

const source = await openAsBlob(process.argv[2])
const db = await openDatabase()
console.log('| figure | measured | loop | must be |\n|---|---|---|---|')
const imported = await timed(() => db.add(source), 1)
report('import', db.games / (imported.ms / 1000), 'games/s', imported.factor, '≥ 100,000')
report('import', source.size / MEGABYTE / (imported.ms / 1000), 'MB/s', imported.factor)
report(`bytes a game, of ${db.games.toLocaleString('en')}`, db.bytes / db.games, 'B')

const wanted = /** @type {const} */ ({
  elo: [2000, 2500],
  result: '1-0',
  date: ['1980', '2010'],
  eco: ['B00', 'C99'],
})
const { white } = await db.head(Math.floor(db.games / 2))
const first = await timed(() => db.filter({ player: white }), 1)
report('filter by a name, the first', first.ms, 'ms', first.factor)
await ask('filter by a name', () => db.filter({ player: white }), '≤ 5')
await ask('filter by four columns', () => db.filter(wanted), '≤ 5')
await ask('filter by an opening', () => db.filter({ opening: 'B90' }), '≤ 15')
await ask('filter by a speed', () => db.filter({ speed: 'blitz' }), '≤ 15')
await ask('filter by one rating', () => db.filter({ whiteElo: [2000, 2500] }), '≤ 15')
for (const [tag, value] of Object.entries({ Termination: 'Normal', Opening: 'Sicilian*', Round: '1' })) {
  const found = await db.filter({ tags: { [tag]: value } })
  await ask(
    `filter by ${tag} ${value}, ${found.count} games`,
    () => db.filter({ tags: { [tag]: value } }),
    '≤ 15',
  )
}

const set = await db.filter({ elo: [1800, 3000] })
for (const [name, moves] of [
  ['the start', ''],
  ['1. e4', 'e4'],
  ['1. d4', 'd4'],
  ['1. e4 c5 2. Nf3', 'e4 c5 Nf3'],
  ['1. e4 e5 2. Nf3 Nc6 3. Bb5', 'e4 e5 Nf3 Nc6 Bb5'],
]) {
  const position = after(moves)
  const once = await timed(() => db.explore(position), 1)
  report(`explore ${name}, first ask`, once.ms, 'ms', once.factor, '≤ 35')
  await ask(`explore ${name}, then`, () => db.explore(position), '≤ 10')
  await ask(`explore ${name}, of ${set.count} games`, () => db.explore(position, { in: set }), '≤ 30')
}

const doubles = await timed(async () => {
  for await (const _ of db.doubles());
}, 1)
report('doubles', doubles.ms, 'ms', doubles.factor)

const long = await db.filter({ plies: [60, 1000] })
const game = await db.game(long.ids()[long.count >> 1])
const late = Array.from(game.mainline())[39].position
const hits = await db.search({ position: late }).count
await ask(
  `exact position of ply 40, ${hits} hits`,
  () => db.search({ position: late }).count,
  hits < 100 ? '≤ 1' : '',
)
const pattern = /** @type {const} */ ({ board: { f5: 'N', g8: 'k' } })
await ask('pattern Nf5 kg8, all', () => db.search(pattern).count, '≤ 150')
await ask(
  'pattern, the first 100',
  async () => {
    let count = 0
    for await (const _ of db.search(pattern, { limit: 100 })) count++
    return count
  },
  '≤ 10',
)
await ask('material KRPvKR', () => db.search({ material: 'KRPvKR' }).count, '≤ 300')
await ask(
  'any rule: a pawn takes a queen',
  () => db.search({ move: { piece: 'p', captured: 'q' } }).count,
  '≤ 1,200',
)

const all = await db.filter()
for (const sort of /** @type {const} */ (['date', 'elo'])) {
  const once = await timed(() => db.heads(all, { sort, from: 0, to: 50 }), 1)
  report(`50 heads by ${sort}, first ask`, once.ms, 'ms', once.factor)
  await ask(`50 heads by ${sort}, the middle`, () => {
    const from = all.count >> 1
    return db.heads(all, { sort, from, to: from + 50 })
  })
}
await ask('50 heads by number, the middle', () =>
  db.heads(all, { from: all.count >> 1, to: (all.count >> 1) + 50 }),
)
await measureExports(db)
await db.close()
await measureReopening()
report('memory of the process at most', process.resourceUsage().maxRSS / 1024, 'MiB')
