// SPDX-License-Identifier: Apache-2.0
// Bytes whose class, or whose memory, is not what it says: what takes bytes reads those that are there, or refuses them with
// ERR_ARGUMENT, and keeps what it had.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ChessError, dist, Game, START_FEN } from './support/binbo.js'

const load = name => import(pathToFileURL(`${dist}${name}.js`).href)
const { parsePgn, readPgn, validatePgn } = await load('pgn')
const { decodeGame, encodeGame } = await load('compact')
const { Book } = await load('book')

const PGN = '[White "Anna"]\n\n1. e4 e5 *\n'
const game = new Game()
game.playMoves(['e4', 'e5'])
const STATE = game.state()
const PACKED = encodeGame(game)

/** What takes bytes, and bytes for it. */
const TAKERS = {
  parsePgn: [PGN, bytes => parsePgn(bytes).length],
  validatePgn: [PGN, async bytes => (await validatePgn(bytes)).games],
  readPgn: [PGN, bytes => countOf(readPgn(bytes))],
  'readPgn, in an iterable': [PGN, bytes => countOf(readPgn([bytes]))],
  loadPgn: [PGN, bytes => new Game().loadPgn(bytes)],
  fromState: [STATE, bytes => Game.fromState(bytes).fen],
  setState: [STATE, bytes => new Game().setState(bytes)],
  decodeGame: [PACKED, bytes => decodeGame(bytes).fen],
  'Book.open': [new Uint8Array(32), async bytes => (await Book.open(bytes)).find(START_FEN)],
}
async function countOf(games) {
  let count = 0
  for await (const _ of games) count++
  return count
}

const lie = (name, value) => bytes =>
  new (class extends Uint8Array {
    get [name]() {
      return typeof value === 'function' ? value() : value
    }
  })(bytes)
const throws = () => {
  throw new Error('of the class')
}
const LIARS = {
  'a length that is too large': lie('length', 1e9),
  'a length that is none': lie('length', 'many'),
  'a negative length': lie('length', -1),
  'a length that throws': lie('length', throws),
  'too many bytes': lie('byteLength', 1e9),
  'bytes that throw': lie('byteLength', throws),
  'another place': lie('byteOffset', 1e9),
  'a buffer that is none': lie('buffer', { length: 1e9 }),
  'a buffer without end': lie('buffer', {
    *[Symbol.iterator]() {
      for (;;) yield 0
    },
  }),
  'an iterator without end': lie(Symbol.iterator, function* () {
    for (;;) yield 0
  }),
  'another class of its parts': bytes =>
    new (class extends Uint8Array {
      static get [Symbol.species]() {
        return Uint32Array
      }
      subarray() {
        return new Uint8Array(1e6)
      }
    })(bytes),
  'a Proxy': bytes => new Proxy(bytes, {}),
  'a prototype alone': () => Object.create(Uint8Array.prototype),
  'only a name': () => ({ [Symbol.toStringTag]: 'Uint8Array', length: 1e9 }),
  'the name of a buffer': () => ({ [Symbol.toStringTag]: 'ArrayBuffer', length: 1e9, byteLength: 1e9 }),
  'a proxy': bytes => new Proxy(bytes, {}),
  'detached memory': bytes => {
    const copy = bytes.slice()
    structuredClone(copy.buffer, { transfer: [copy.buffer] })
    return copy
  },
  'a view of detached memory that had an offset': bytes => {
    const whole = new Uint8Array(bytes.length + 3)
    const part = whole.subarray(3)
    structuredClone(whole.buffer, { transfer: [whole.buffer] })
    return part
  },
  'memory that shrinks': bytes => {
    const buffer = new ArrayBuffer(bytes.length, { maxByteLength: bytes.length + 8 })
    const view = new Uint8Array(buffer, 0, bytes.length)
    view.set(bytes)
    if (buffer.resizable) buffer.resize(1)
    return view
  },
  'memory that shrinks as it is asked': bytes => {
    const buffer = new ArrayBuffer(bytes.length, { maxByteLength: bytes.length + 8 })
    class Shrinking extends Uint8Array {
      get byteLength() {
        const size = super.byteLength
        if (buffer.resizable) buffer.resize(1)
        return size
      }
    }
    const view = new Shrinking(buffer, 0, bytes.length)
    view.set(bytes)
    return view
  },
}

const bytesOf = given => (typeof given === 'string' ? new TextEncoder().encode(given) : given)

for (const [taker, [given, take]] of Object.entries(TAKERS))
  test(`${taker}: the bytes that are there, or ERR_ARGUMENT`, async () => {
    const bytes = bytesOf(given)
    const right = await take(bytes)
    for (const [name, make] of Object.entries(LIARS)) {
      const before = process.memoryUsage().arrayBuffers
      let outcome
      try {
        outcome = await take(make(bytes))
      } catch (error) {
        // It is an iterable, and what an iterator throws passes through.
        if (name === 'a proxy' && error instanceof TypeError && /readPgn|validate/.test(taker)) continue
        assert.ok(error instanceof ChessError && error.code.startsWith('ERR_'), `${name}: ${error.stack}`)
        continue
      } finally {
        assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 27, name)
      }
      // Memory that has shrunk, or parts of it, may be read as what is left.
      if (!name.includes('shrink') && !name.includes('detached')) assert.deepEqual(outcome, right, name)
    }
    assert.deepEqual(await take(bytes), right)
  })

test('shared memory is read, and a class of its own is a Uint8Array', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(PGN.length))
  shared.set(bytesOf(PGN))
  assert.equal(parsePgn(shared).length, 1)
  assert.equal(parsePgn(Buffer.from(PGN)).length, 1)
  assert.equal(parsePgn(new (class extends Uint8Array {})(bytesOf(PGN))).length, 1)
})

test('memory that goes while games are read', async () => {
  const many = bytesOf(PGN.repeat(30_000))
  for (const end of [
    buffer => structuredClone(buffer, { transfer: [buffer] }),
    buffer => buffer.resizable && buffer.resize(0),
  ]) {
    const buffer = new ArrayBuffer(many.length, { maxByteLength: many.length })
    const view = new Uint8Array(buffer)
    view.set(many)
    let count = 0
    const filter = () => {
      if (++count === 3) end(buffer)
      return true
    }
    try {
      for (const { errors } of parsePgn(view, { filter })) assert.ok(Array.isArray(errors))
    } catch (error) {
      assert.ok(error instanceof ChessError, error.stack)
    }
    assert.equal(parsePgn(PGN).length, 1)
  }
})
