// SPDX-License-Identifier: Apache-2.0
/**
 * Doubles among games that are nearly equal: CPU time of add() with dedupe: 'better' above that of add(), and of doubles(), for n,
 * 2n and 4n games. The exponents are those of dedupe and doubles in the last doubling: 1 is linear, 2
 * quadratic, – where adding took no more time with dedupe.
 *
 * usage: node tests/bench/database-doubles.js [n]    (after make build)
 */
import process from 'node:process'
import { openDatabase } from '../../dist/database.js'
import { cpuTime } from '../js/support/cpu-time.js'
import { NEARLY_DOUBLES, nearlyDoubles } from '../js/support/database-doubles.js'
import { randomFrom } from '../random.js'
import { median } from './harness.js'

const GAMES = Number(process.argv[2] ?? 5000)
const ROUNDS = 3

/** @param {string} text @param {boolean | 'better'} dedupe */
async function measure(text, dedupe) {
  const db = await openDatabase()
  const times = [cpuTime()]
  await db.add(text, { dedupe, keep: 'text' })
  times.push(cpuTime())
  for await (const _ of db.doubles());
  times.push(cpuTime())
  const { games } = db
  await db.close()
  return { add: times[1] - times[0], doubles: times[2] - times[1], games }
}

console.log(
  '| what the games share | games | kept | add, ms | dedupe, ms more | doubles, ms | exponents |\n|---|---|---|---|---|---|---|',
)
for (const name of NEARLY_DOUBLES) {
  let last = { dedupe: 0, doubles: 0 }
  for (const games of [GAMES, 2 * GAMES, 4 * GAMES]) {
    const text = nearlyDoubles(randomFrom(1), name, games)
      .map(({ pgn }) => pgn)
      .join('')
    const [all, better] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      all.push(await measure(text, false))
      better.push(await measure(text, 'better'))
    }
    const add = median(all.map(({ add }) => add))
    const now = {
      dedupe: median(better.map(({ add }) => add)) - add,
      doubles: median(all.map(({ doubles }) => doubles)),
    }
    const exponents = /** @type {const} */ (['dedupe', 'doubles']).map(work =>
      last[work] > 0 && now[work] > 0 ? Math.log2(now[work] / last[work]).toFixed(2) : '–',
    )
    const times = [add, now.dedupe, now.doubles].map(time => time.toFixed(0)).join(' | ')
    console.log(`| ${name} | ${games} | ${better[0].games} | ${times} | ${exponents.join(', ')} |`)
    last = now
  }
}
