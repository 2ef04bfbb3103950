// SPDX-License-Identifier: Apache-2.0
// Writes tests/data/sessions/NAME.logs.br: logs of random games as stores keep them, with the states that they fold to.
// All later versions must read these logs to the same states. tests/js/session-logs.test.js reads them.
//
// usage: node tests/js/support/write-session-fixture.js NAME    an existing file is never overwritten

import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { brotliCompressSync, constants } from 'node:zlib'
import { encodeEvent } from '#js/session/codec.js'
import { binbo } from './binbo.js'
import { CLOCKS, playRandom } from './random-sessions.js'
import { data } from './sessions.js'

const COMMON = 300
const MOST_BYTES = 100_000
const FENS = [undefined, '4k3/P6p/8/8/8/8/p6P/4K2R b K - 0 40', undefined, '7k/8/8/8/8/8/4Q3/K7 w - - 90 60']

const [name] = process.argv.slice(2)
const games = []
const seen = new Set()
for (let seed = 1; seed < 4_000; seed++) {
  const variant = binbo.VARIANTS[seed % binbo.VARIANTS.length]
  const clock = CLOCKS[(seed * 7) % CLOCKS.length][1]
  const fen = variant === 'standard' ? FENS[seed % FENS.length] : undefined
  const allow = seed % 5 === 0 ? { takeback: false, spectators: false } : undefined
  const setup = { variant, clock, fen, allow, draws: seed % 2 === 0 ? 'claim' : 'automatic' }
  const { log, state } = playRandom({ seed, setup, steps: 100 }, () => {})
  // What an event is made of: its type, its fields, and how a game has ended.
  const kinds = log.map(event => `${event.type}${event.reason ?? ''} ${Object.keys(event)}`)
  if (games.length >= COMMON && kinds.every(kind => seen.has(kind))) continue
  for (const kind of kinds) seen.add(kind)
  games.push(JSON.stringify({ log: log.map(encodeEvent), state }))
}
const text = games.join('\n')
const packed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
})
if (packed.length > MOST_BYTES) throw new Error(`${packed.length} bytes`)
writeFileSync(`${data}${name}.logs.br`, packed, { flag: 'wx' })
console.log(`${games.length} logs, ${packed.length} bytes of ${text.length}:\n${[...seen].sort().join('\n')}`)
