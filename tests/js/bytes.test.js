// SPDX-License-Identifier: Apache-2.0
// Bytes that are read in parts: in memory, of Blobs, files and servers of all kinds.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { BytePages } from '#js/bytes/byte-pages.js'
import { openBytes } from '#js/bytes/byte-source.js'
import { fileBytes } from '#js/node/file-bytes.js'
import { serveFiles } from './support/ranges.js'

const whole = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7) ^ (i >> 8))
const part = (offset, length) => whole.slice(offset, offset + length)

/** @param {import('#js/bytes/byte-source.js').ByteSource} source */
async function check(source) {
  assert.equal(source.size, whole.length)
  for (const [offset, length] of [
    [0, 1],
    [5, 70_000],
    [99_999, 1],
    [0, 100_000],
    [7, 0],
  ])
    assert.deepEqual(new Uint8Array(await source.read(offset, length)), part(offset, length))
}

test('memory, Blobs, files and readers', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'binbo-bytes-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'whole')
  writeFileSync(path, whole)
  await check(openBytes(whole))
  await check(openBytes(whole.buffer))
  await check(openBytes(new Blob([whole])))
  await check(openBytes(fileBytes(path)))
  await check(openBytes(fileBytes(pathToFileURL(path))))
  await check(openBytes({ size: whole.length, read: async (offset, length) => part(offset, length) }))
  assert.ok(openBytes(whole).read(3, 4) instanceof Uint8Array, 'at once')
  for (const wrong of [
    null,
    5,
    'text',
    {},
    { size: -1, read: () => whole },
    { size: 1.5, read: () => whole },
  ])
    assert.throws(() => openBytes(wrong), { code: 'ERR_ARGUMENT' })
  for (const wrong of ['', 5, undefined, tmpdir()])
    assert.throws(() => fileBytes(wrong), { code: 'ERR_ARGUMENT' })
  assert.throws(() => fileBytes(join(folder, 'nothing')), { code: 'ENOENT' })
})

test('readers that fail or give other bytes than were asked for', async () => {
  const reader = read => openBytes({ size: 100, read })
  const cause = new Error('unplugged')
  const failing = () => {
    throw cause
  }
  assert.throws(() => reader(failing).read(0, 5), { code: 'ERR_BYTES_AWAY', cause })
  await assert.rejects(reader(async () => failing()).read(0, 5), { code: 'ERR_BYTES_AWAY', cause })
  for (const wrong of [new Uint8Array(4), new Uint8Array(6), 'text', null])
    assert.throws(() => reader(() => wrong).read(0, 5), { code: 'ERR_BYTES_RANGE' })
  await assert.rejects(reader(async () => new Uint8Array(4)).read(0, 5), { code: 'ERR_BYTES_RANGE' })
})

test('a server with ranges', async t => {
  const server = await serveFiles(
    t,
    new Map([
      ['/whole', whole],
      ['/empty', new Uint8Array(0)],
    ]),
  )
  const source = await openBytes(new URL('/whole', server.url), { ahead: 1000 })
  assert.deepEqual(source.head, part(0, 1000))
  await check(source)
  assert.equal((await openBytes(new URL('/empty', server.url))).size, 0)
  assert.equal(await openBytes(new URL('/nothing', server.url)), null)
  server.hidesSize = true
  await check(await openBytes(new URL('/whole', server.url)))
  server.hidesSize = false
  server.files.set('/whole', whole.slice(1))
  await assert.rejects(source.read(0, 5), { code: 'ERR_BYTES_RANGE', message: /has changed/ })
  server.status = 503
  await assert.rejects(source.read(0, 5), { code: 'ERR_BYTES_AWAY', message: /HTTP 503/ })
  await assert.rejects(openBytes(new URL('/whole', server.url)), {
    code: 'ERR_BYTES_AWAY',
    message: /HTTP 503/,
  })
  await server.close()
  await assert.rejects(source.read(0, 5), { code: 'ERR_BYTES_AWAY' })
  await assert.rejects(openBytes(new URL('file:///nothing')), {
    code: 'ERR_BYTES_AWAY',
    message: /fileBytes/,
  })
})

test('a server without ranges gives small files alone', async t => {
  const large = new Uint8Array(4 * 1024 * 1024 + 1)
  const server = await serveFiles(
    t,
    new Map([
      ['/whole', whole],
      ['/large', large],
      ['/limit', large.slice(1)],
    ]),
  )
  server.ranges = false
  await check(await openBytes(new URL('/whole', server.url)))
  assert.equal((await openBytes(new URL('/limit', server.url))).size, large.length - 1)
  const refused = { code: 'ERR_BYTES_RANGE', message: /4 MB/ }
  await assert.rejects(openBytes(new URL('/large', server.url)), refused)
  server.hidesSize = true
  await assert.rejects(openBytes(new URL('/large', server.url)), refused)
})

test('pages: what was read is there, each is read once, the oldest go', async () => {
  const reads = []
  const read = (offset, length) => {
    reads.push(offset / 1000)
    return Promise.resolve(part(offset, length))
  }
  const pages = new BytePages(openBytes({ size: whole.length, read }), { pageSize: 1000, maxPages: 3 })
  assert.equal(pages.size, whole.length)
  assert.deepEqual(await pages.read(999, 2), part(999, 2))
  assert.ok(pages.read(10, 20) instanceof Uint8Array)
  const [a, b] = await Promise.all([pages.read(99_500, 500), pages.read(99_400, 5)])
  assert.deepEqual([a, b], [part(99_500, 500), part(99_400, 5)])
  assert.deepEqual(reads, [0, 1, 99])
  await pages.read(2000, 1)
  await pages.read(0, 1)
  await pages.read(1000, 1)
  assert.deepEqual(reads, [0, 1, 99, 2, 1], 'page 1 was the oldest')
  assert.deepEqual(await pages.read(0, 100_000), whole)
  let isAway = true
  const failing = new BytePages(
    openBytes({ size: 10, read: async () => (isAway ? Promise.reject(new Error('away')) : part(0, 10)) }),
  )
  await assert.rejects(failing.read(0, 5), { code: 'ERR_BYTES_AWAY' })
  isAway = false
  assert.deepEqual(await failing.read(0, 5), part(0, 5), 'a failure is not kept')
})
