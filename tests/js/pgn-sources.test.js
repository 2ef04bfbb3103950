// SPDX-License-Identifier: Apache-2.0
// Sources of PGN: what is read from, how a reader leaves them, their errors, and aborts.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createGunzip, gzipSync } from 'node:zlib'
import { ChessError, root } from './support/binbo.js'
import {
  ALL_WHITES,
  asyncIterable,
  collect,
  cut,
  gamePgn,
  rejection,
  SMALL,
  told,
  webStream,
  whites,
} from './support/chunks.js'
import { parsePgn, readPgn, validatePgn } from './support/pgn.js'
import { textOfGames } from './support/pgn-trees.js'

const file = readFileSync(`${root}tests/data/games.pgn`)

// --- the end ---------------------------------------------------------------------------------------

test('compressed bytes, and streams that were read, are typed errors', async () => {
  const text = '[White "A"]\n\n1. e4 *'
  const packed = new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2, 3, 4])
  const frame = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 4, 0])
  const all = async source => {
    for await (const _ of readPgn(source));
  }
  for (const [bytes, message] of [
    [packed, /gzip.*DecompressionStream/],
    [frame, /Zstandard.*createZstdDecompress/],
  ]) {
    const expected = { code: 'ERR_ARGUMENT', message }
    assert.throws(() => parsePgn(bytes), expected)
    for (const source of [[bytes], new Blob([bytes]), [bytes.subarray(0, 1), bytes.subarray(1)]])
      if (bytes === packed || !Array.isArray(source) || source.length === 1)
        await assert.rejects(all(source), expected)
  }
  const stream = Readable.from([text])
  await all(stream)
  await assert.rejects(all(stream), { code: 'ERR_ARGUMENT', message: /already read/ })
})

test('a source that is read to its end is not told to end', async () => {
  const { source, calls } = told()
  assert.equal(whites(await collect(readPgn(source))), ALL_WHITES)
  assert.deepEqual(calls, { next: SMALL.length + 1, return: 0 })
  const stream = webStream(SMALL)
  await collect(readPgn(stream))
  assert.equal(stream.locked, false)
})

test('a loop that is left tells the source, once, and reads no further', async () => {
  const { source, calls } = told()
  for await (const game of readPgn(source)) {
    if (game.headers.get('White') === 'Ann 2') break
  }
  assert.equal(calls.return, 1)
  assert.ok(calls.next <= 3, `${calls.next} chunks were taken`)
})

test('generators are closed when the loop is left, also where that takes time', async () => {
  for (const leave of ['break', 'throw', 'return']) {
    let closed = 0
    const source = (async function* () {
      try {
        yield* SMALL
      } finally {
        await turn()
        closed++
      }
    })()
    const loop = async () => {
      for await (const _ of readPgn(source)) {
        if (leave === 'break') break
        if (leave === 'return') return
        throw new RangeError('mine')
      }
    }
    if (leave === 'throw') assert.ok((await rejection(loop)) instanceof RangeError)
    else await loop()
    assert.equal(closed, 1, leave)
  }
})

test('an error that is thrown closes the source', async () => {
  for (const read of [
    source => collect(readPgn(source, { onError: 'throw' })),
    source => validatePgn(source, { onError: 'throw' }),
  ]) {
    const { source, calls } = told({ chunks: [SMALL[0], '1. e5 *\n\n', SMALL[1], SMALL[2]] })
    assert.equal((await rejection(() => read(source))).code, 'ERR_PGN_MOVE')
    assert.equal(calls.return, 1)
    assert.ok(calls.next <= 3)
  }
})

test('generators that are not asynchronous are closed, too', async () => {
  let closed = 0
  const source = (function* () {
    try {
      yield* SMALL
    } finally {
      closed++
    }
  })()
  for await (const _ of readPgn(source)) break
  assert.equal(closed, 1)
})

test('a web stream is cancelled, a Node stream destroyed', async () => {
  let cancelled = 0
  const web = new ReadableStream({
    pull: controller => controller.enqueue(Buffer.from(gamePgn(1))),
    cancel: () => {
      cancelled++
    },
  })
  for await (const _ of readPgn(web)) break
  assert.equal(cancelled, 1)

  const node = new Readable({ read: () => node.push(gamePgn(1)) })
  for await (const _ of readPgn(node)) break
  assert.ok(node.destroyed)
})

test('an iterator that was never asked has touched nothing', async () => {
  const { source, calls } = told()
  const games = readPgn(source)
  await games.return()
  assert.deepEqual(await games.next(), { done: true, value: undefined })
  assert.equal(calls.next, 0)
})

test('games that are asked for all at once come in their order', async () => {
  const games = readPgn(asyncIterable(SMALL))
  const results = await Promise.all(Array.from({ length: SMALL.length + 2 }, () => games.next()))
  assert.equal(whites(results.slice(0, SMALL.length).map(result => result.value)), ALL_WHITES)
  assert.deepEqual(
    results.map(result => result.done),
    [false, false, false, false, false, true, true],
  )
})

test('a game is there as soon as the next one has begun', async () => {
  let sent = 0
  const source = (async function* () {
    for (const chunk of SMALL) {
      sent++
      yield chunk
    }
  })()
  for await (const game of readPgn(source)) {
    assert.ok(sent <= Number(game.headers.get('White').slice(4)) + 1, 'no more chunks are taken than needed')
  }
})

// --- errors of the source --------------------------------------------------------------------------

test('errors of the source come through as they are, behind the games before them', async () => {
  const mine = new RangeError('disk full')
  const sources = {
    generator: () =>
      (async function* () {
        yield SMALL.join('')
        throw mine
      })(),
    iterator: () => told({ end: () => Promise.reject(mine) }).source,
    web: () => {
      let pulls = 0
      return new ReadableStream({
        pull(controller) {
          if (pulls++ === 0) controller.enqueue(Buffer.from(SMALL.join('')))
          else controller.error(mine)
        },
      })
    },
    node: () => {
      let reads = 0
      return new Readable({
        read() {
          if (reads++ === 0) this.push(SMALL.join(''))
          else this.destroy(mine)
        },
      })
    },
  }
  for (const [name, make] of Object.entries(sources)) {
    const seen = []
    const error = await rejection(async () => {
      for await (const game of readPgn(make())) seen.push(game)
    })
    assert.equal(error, mine, name)
    if (name !== 'node') assert.ok(seen.length >= SMALL.length - 1, `${name} ${seen.length}`)
    assert.equal(await rejection(() => validatePgn(make())), mine, name)
  }
})

test('a source that fails by itself is not told to end', async () => {
  for (const signal of [undefined, new AbortController().signal]) {
    const { source, calls } = told({ end: () => Promise.reject(new RangeError('mine')) })
    assert.ok((await rejection(() => collect(readPgn(source, { signal })))) instanceof RangeError)
    assert.equal(calls.return, 0)
  }
})

test('what is neither text nor bytes is refused, and its source closed', async () => {
  for (const chunk of [1, null, undefined, {}, [], new Date()]) {
    let closed = 0
    const source = (async function* () {
      try {
        yield gamePgn(1)
        yield chunk
      } finally {
        closed++
      }
    })()
    const error = await rejection(() => collect(readPgn(source)))
    assert.ok(error instanceof ChessError, `${error}`)
    assert.equal(error.code, 'ERR_ARGUMENT')
    assert.equal(closed, 1)
  }
})

test('views of any kind are bytes', async () => {
  const bytes = new TextEncoder().encode(SMALL.join(''))
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  const padded = new Uint8Array(bytes.length + 16)
  padded.set(bytes, 7)
  const kinds = {
    ArrayBuffer: bytes.buffer.slice(0, bytes.length),
    DataView: new DataView(padded.buffer, 7, bytes.length),
    Buffer: Buffer.from(padded.buffer, 7, bytes.length),
    Uint8ClampedArray: new Uint8ClampedArray(bytes),
    shared,
    subarray: padded.subarray(7, 7 + bytes.length),
  }
  for (const [kind, view] of Object.entries(kinds)) {
    assert.equal(whites(await collect(readPgn(asyncIterable([view])))), ALL_WHITES, kind)
  }
  for (const whole of [kinds.Buffer, kinds.subarray, kinds.shared]) {
    assert.equal(whites(parsePgn(whole)), ALL_WHITES)
    assert.equal(whites(await collect(readPgn(whole))), ALL_WHITES)
  }
})

test('streams of every make', async () => {
  const bytes = new TextEncoder().encode(SMALL.join('{ö 😀}'))
  const byteStream = new ReadableStream({
    type: 'bytes',
    start(controller) {
      controller.enqueue(bytes.slice())
      controller.close()
    },
  })
  const streams = {
    'of bytes': byteStream,
    'of decoded text': webStream(cut(bytes, 3)).pipeThrough(new TextDecoderStream()),
    'of a response': new Response(bytes).body,
    'of a blob': new Blob([bytes]).stream(),
    'a response itself': new Response(bytes),
    'an array buffer': bytes.slice().buffer,
    'of Node, decompressed': Readable.from([gzipSync(bytes)]).pipe(createGunzip()),
    'of Node, decoded': Readable.from(cut(Buffer.from(bytes), 5), { objectMode: false }).setEncoding('utf8'),
    'of Node, as a web stream': Readable.toWeb(Readable.from(cut(bytes, 50))),
  }
  for (const [name, stream] of Object.entries(streams)) {
    assert.equal(whites(await collect(readPgn(stream))), ALL_WHITES, name)
  }
})

test('a source may use its buffer again, and games outlive what they were read from', async () => {
  const buffer = new Uint8Array(64)
  async function* reusing() {
    for (const piece of cut(file.subarray(0, 20_000), 64)) {
      buffer.fill(0x21)
      buffer.set(piece)
      yield buffer.subarray(0, piece.length)
    }
  }
  const expected = textOfGames(parsePgn(file.subarray(0, 20_000)))
  assert.equal(textOfGames(await collect(readPgn(reusing()))), expected)

  const bytes = Uint8Array.from(file.subarray(0, 20_000))
  const games = parsePgn(bytes)
  bytes.fill(0x21)
  parsePgn(file)
  assert.equal(textOfGames(games), expected)
})

// --- abort -----------------------------------------------------------------------------------------

test('an abort before the reading rejects with its reason, and nothing is read', async () => {
  for (const [signal, check] of [
    [AbortSignal.abort(), error => error.name === 'AbortError'],
    [AbortSignal.abort('enough'), error => error === 'enough'],
  ]) {
    const { source, calls } = told()
    assert.ok(check(await rejection(() => collect(readPgn(source, { signal })))))
    assert.ok(check(await rejection(() => validatePgn(source, { signal }))))
    assert.ok(check(await rejection(async () => parsePgn(SMALL.join(''), { signal }))))
    assert.equal(calls.next, 0)
  }
})

test('an abort between games ends the loop and closes the source', async () => {
  for (const pieces of [SMALL, [SMALL.join('')]]) {
    const controller = new AbortController()
    const { source, calls } = told({ chunks: pieces })
    const seen = []
    const error = await rejection(async () => {
      for await (const game of readPgn(source, { signal: controller.signal })) {
        seen.push(game)
        if (seen.length === 2) controller.abort()
      }
    })
    assert.equal(error.name, 'AbortError')
    assert.equal(whites(seen), 'Ann 1,Ann 2')
    assert.equal(calls.return, 1)
  }
})

test('an abort ends the reading of pieces that have nothing in them', async () => {
  function* pieces(/** @type {any} */ piece) {
    for (let i = 0; i < 5e6; i++) yield piece
  }
  for (const piece of ['', new Uint8Array(0)]) {
    const controller = new AbortController()
    setImmediate(() => controller.abort())
    const reading = (async () => {
      for await (const _ of readPgn(pieces(piece), { signal: controller.signal }));
    })()
    await assert.rejects(reading, { name: 'AbortError' })
  }
})

test('an abort ends the waiting for a source that hangs', async () => {
  for (const read of [source => o => collect(readPgn(source, o)), source => o => validatePgn(source, o)]) {
    const controller = new AbortController()
    const sources = [
      told({ chunks: [SMALL[0], SMALL[1]], end: () => new Promise(() => {}) }).source,
      (async function* () {
        yield SMALL[0]
        await new Promise(() => {})
      })(),
      new ReadableStream({ start: stream => stream.enqueue(Buffer.from(SMALL[0])) }),
      new Readable({ read() {} }),
    ]
    const reason = new RangeError('enough')
    const all = sources.map(source => rejection(() => read(source)({ signal: controller.signal })))
    await turn()
    controller.abort(reason)
    assert.deepEqual(new Set(await Promise.all(all)), new Set([reason]))
  }
})

test('an abort closes a web stream and a Node stream that hang', async () => {
  const controller = new AbortController()
  let cancelled = 0
  const web = new ReadableStream({
    cancel: () => {
      cancelled++
    },
  })
  const node = new Readable({ read() {} })
  const { signal } = controller
  const all = [web, node].map(source => rejection(() => collect(readPgn(source, { signal }))))
  await turn()
  controller.abort()
  for (const error of await Promise.all(all)) assert.equal(error.name, 'AbortError')
  await turn()
  assert.equal(cancelled, 1)
  assert.ok(node.destroyed)
})

test('an abort from inside a filter or a report counts at once', async () => {
  for (const name of ['filter', 'onProgress']) {
    for (const read of [(source, options) => collect(readPgn(source, options)), validatePgn]) {
      const controller = new AbortController()
      const options = { signal: controller.signal, [name]: () => controller.abort(name) || true }
      const { source, calls } = told()
      assert.equal(await rejection(() => read(source, options)), name)
      assert.equal(calls.return, 1)
    }
  }
})

test('a string of megabytes can be aborted by a timer', async () => {
  const controller = new AbortController()
  const text = file.toString('latin1').repeat(30)
  setTimeout(() => controller.abort('late'), 20)
  let games = 0
  const error = await rejection(async () => {
    for await (const _ of readPgn(text, { signal: controller.signal })) games++
  })
  assert.equal(error, 'late')
  assert.ok(games < 64 * 30)
})

test('a signal keeps nothing of the readings that it served', async () => {
  const { signal } = new AbortController()
  for (let i = 0; i < 50; i++) {
    await collect(readPgn(asyncIterable(SMALL), { signal }))
    for await (const _ of readPgn(asyncIterable(SMALL), { signal })) break
    await rejection(() =>
      collect(readPgn(told({ end: () => Promise.reject(new Error('x')) }).source, { signal })),
    )
  }
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

// --- what is no source ----------------------------------------------------------------------------

const isArgumentError = error => error instanceof ChessError && error.code === 'ERR_ARGUMENT'

test('what is no source is refused', async () => {
  const bad = [
    undefined,
    null,
    1,
    1n,
    true,
    Symbol('x'),
    {},
    () => '',
    Promise.resolve(''),
    new Date(),
    'games.pgn',
    './archive/2024-01.pgn.zst',
  ]
  bad.push([1, 2], [null], new Uint16Array(4), new Map([[1, 2]]))
  for (const source of bad) {
    const shown = typeof source === 'symbol' ? 'a symbol' : Object.prototype.toString.call(source)
    assert.ok(isArgumentError(await rejection(() => collect(readPgn(source)))), shown)
    assert.ok(isArgumentError(await rejection(() => validatePgn(source))), shown)
    assert.throws(() => parsePgn(source), isArgumentError, shown)
  }
  for (const source of [webStream(SMALL), asyncIterable(SMALL), new Blob(SMALL), SMALL]) {
    assert.throws(() => parsePgn(source), isArgumentError, 'parsePgn takes what is there')
  }
})

test('a stream that somebody else reads is refused as the platform does it', async () => {
  const stream = webStream(SMALL)
  stream.getReader()
  assert.ok((await rejection(() => collect(readPgn(stream)))) instanceof TypeError)
})

test('UTF-16 is read in any pieces, the byte order mark among them', async () => {
  const text = '[White "Łukasz"]\n\n1. e4 {Schön 𝄞} e5 *'
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  const swapped = Buffer.from(wide).swap16()
  for (const bytes of [wide, swapped, Buffer.from(text)]) {
    const pieces = [
      Array.from(bytes, byte => Uint8Array.of(byte)),
      [new Uint8Array(0), bytes],
      [bytes.subarray(0, 1), new Uint8Array(0), bytes.subarray(1)],
    ]
    for (const piece of pieces) {
      const [game] = await collect(readPgn(asyncIterable(piece)))
      assert.equal(game.headers.get('White'), 'Łukasz')
      assert.deepEqual(game.root.children[0].comments, ['Schön 𝄞'])
    }
  }
  const [one] = await collect(readPgn(asyncIterable([Uint8Array.of(0x31), '. d4 *'])))
  assert.equal(one.root.children[0].san, 'd4')
  assert.equal((await collect(readPgn(asyncIterable([Uint8Array.of(0x31)])))).length, 1)
})
