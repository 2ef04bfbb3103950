// SPDX-License-Identifier: Apache-2.0
// The page's service worker in a realm of its own: what it answers from its caches, and what it keeps.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import vm from 'node:vm'
import { root } from './support/binbo.js'

const SCOPE = 'https://example.org/chess/'
const source = readFileSync(`${root}build/stripped/web/offline/service-worker.js`, 'utf8')

/** A cache, as far as the worker uses it: by address. */
class FakeCache {
  /** @type {Map<string, Response>} */
  entries = new Map()
  keys = async () => [...this.entries.keys()].map(url => new Request(url))
  match = async (/** @type {string} */ url) => this.entries.get(url)?.clone()
  put = async (/** @type {string} */ url, /** @type {Response} */ response) =>
    void this.entries.set(url, response)
  delete = async (/** @type {string} */ url) => this.entries.delete(url)
  addAll = async (/** @type {Request[]} */ requests) => {
    for (const { url } of requests) this.entries.set(url, new Response(url))
  }
}

/** @typedef {{ id: string, url: string, isControlled: boolean }} Client a page that is open */

/**
 * A worker that is started.
 * @param {{ version?: string, stores?: Map<string, FakeCache>, clients?: Client[] }} [browser] the version of the worker, and what it
 *   shares with other versions
 */
function worker({ version = '1', stores = new Map(), clients = [] } = {}) {
  /** @type {Map<string, (event: any) => void>} */
  const listeners = new Map()
  /** @type {string[]} */
  const asked = []
  const open = async (/** @type {string} */ name) => {
    const cache = stores.get(name) ?? new FakeCache()
    stores.set(name, cache)
    return cache
  }
  const registration = { scope: SCOPE, installing: null, waiting: null }
  const self = {
    ...{ registration, skipWaiting: async () => {} },
    clients: {
      async claim() {
        for (const client of clients) client.isControlled = true
      },
      matchAll: async (/** @type {{ includeUncontrolled: boolean }} */ { includeUncontrolled }) =>
        clients.filter(({ isControlled }) => includeUncontrolled || isControlled),
    },
    addEventListener: (/** @type {string} */ name, /** @type {any} */ listener) =>
      listeners.set(name, listener),
  }
  vm.runInNewContext(source, {
    ...{ self, URL, Request, Response, Headers },
    caches: {
      ...{
        open,
        keys: async () => [...stores.keys()],
        delete: async (/** @type {string} */ name) => stores.delete(name),
      },
      match: async (/** @type {string} */ url, /** @type {{ cacheName: string }} */ { cacheName }) =>
        stores.get(cacheName)?.match(url),
    },
    ...{ SHELL_VERSION: version, ENGINE_VERSION: '1', DOCUMENTS: ['documents.json', ''] },
    SHELL: [
      ['./', ''],
      [partOf(version), ''],
    ],
    ENGINE: [['engine/fish.js', '']],
    async fetch(/** @type {Request} */ { method, url }) {
      asked.push(`${method} ${url.slice(SCOPE.length)}`)
      return new Response(method === 'HEAD' ? null : 'the engine', {
        headers: { 'Content-Type': 'text/javascript' },
      })
    },
  })
  /** @param {string} name of an event @param {object} [event] @returns {Promise<Response | undefined>} the answer, when all is done */
  const send = async (name, event) => {
    /** @type {Promise<unknown>[]} */
    const waits = []
    /** @type {Promise<Response> | undefined} */
    let answer
    listeners.get(name)?.({
      ...event,
      respondWith: (/** @type {Promise<Response>} */ given) => (answer = given),
      waitUntil: (/** @type {Promise<unknown>} */ work) => waits.push(work),
    })
    const response = await answer
    await Promise.all(waits)
    return response
  }
  /** @param {string} method @param {Record<string, string>} [headers] @returns {Promise<Response>} to a page */
  const ask = async (method, headers) =>
    (await send('fetch', { request: new Request(`${SCOPE}engine/fish.js`, { method, headers }) })) ??
    assert.fail('no answer')
  const kept = () => [...stores.values()].flatMap(({ entries }) => [...entries.keys()])
  return { ask, asked, kept, send, registration }
}

test('a file of the engine is kept when it is used, not when its size is asked for', async () => {
  const { ask, asked, kept } = worker()
  assert.equal(await (await ask('HEAD')).text(), '')
  assert.deepEqual([asked.splice(0), kept()], [['HEAD engine/fish.js'], []])
  assert.equal(await (await ask('GET')).text(), 'the engine')
  assert.deepEqual([asked.splice(0), kept()], [['GET engine/fish.js'], [`${SCOPE}engine/fish.js`]])
  const size = await ask('HEAD')
  assert.deepEqual([size.headers.get('Content-Type'), await size.text()], ['text/javascript', ''])
  for (const [range, text, place] of [
    ['4-6', 'eng', '4-6'],
    ['4-', 'engine', '4-9'],
    ['4-99', 'engine', '4-9'],
  ]) {
    const part = await ask('GET', { Range: `bytes=${range}` })
    assert.deepEqual([part.status, await part.text()], [206, text])
    assert.equal(part.headers.get('Content-Range'), `bytes ${place}/10`)
  }
  assert.deepEqual(asked, [], 'both from the cache')
})

/** @param {string} version @returns {string} the file that this version alone has, and that its pages load later */
const partOf = version => `part-${version.padStart(8, '0')}.js`

/** The browser: its caches, the pages that are open, and the version in use. */
function browser() {
  /** @type {Map<string, FakeCache>} */
  const stores = new Map()
  /** @type {Client[]} */
  const clients = []
  /** By client: the version that the page was opened with. @type {Map<string, string>} */
  const versions = new Map()
  /** @type {{ version: string, worker: ReturnType<typeof worker> } | null} */
  let active = null
  let count = 0
  /** @param {boolean} [isForced] past the worker, which then does not control the page */
  const open = async (isForced = false) => {
    const isControlled = active !== null && !isForced
    const client = { id: `client-${++count}`, url: `${SCOPE}#analyse`, isControlled }
    const request = { method: 'GET', mode: 'navigate', url: SCOPE, headers: new Headers() }
    if (isControlled) await active?.worker.send('fetch', { request, resultingClientId: client.id })
    clients.push(client)
    versions.set(client.id, active?.version ?? 'network')
    return client
  }
  const close = (/** @type {Client} */ client) => void clients.splice(clients.indexOf(client), 1)
  /** @param {string} version is installed and takes over @param {Client} [source] the page that accepts it, and reloads */
  const takeOver = async (version, source) => {
    const next = worker({ version, stores, clients })
    await next.send('install')
    await next.send('message', { data: 'take over', source: source ?? null })
    await next.send('activate')
    active = { version, worker: next }
    if (source) close(source)
    return source && open()
  }
  /** @param {Client} page @returns {Promise<boolean>} whether the page finds its part without a network */
  const findsPart = async ({ id }) => {
    const before = active?.worker.asked.length
    const url = `${SCOPE}${partOf(versions.get(id) ?? '')}`
    const request = { method: 'GET', mode: 'cors', url, headers: new Headers() }
    await active?.worker.send('fetch', { request })
    return active?.worker.asked.length === before
  }
  return { open, close, takeOver, findsPart, shells: () => shellsIn(stores), stores }
}

/** @param {Map<string, FakeCache>} stores @returns {string[]} the versions whose shells are kept */
const shellsIn = stores =>
  [...stores.keys()].flatMap(name => (name.includes(' shell ') ? (name.split(' ').at(-1) ?? '') : []))

for (const order of ['123', '1234', '1213', '12132', '12321'])
  test(`versions ${[...order].join(', ')}: an open page finds its parts, whenever it was opened`, async () => {
    for (let stays = 0; stays < order.length; stays++) {
      const { open, takeOver, findsPart } = browser()
      /** @type {Client | undefined} */
      let other
      /** @type {Client | undefined} */
      let page
      for (const [at, version] of [...order].entries()) {
        other = (await takeOver(version, other)) ?? (await open())
        if (at === stays) page = await open()
        if (page) assert.ok(await findsPart(page), `opened with ${order[stays]}, now ${version}`)
      }
    }
  })

test('a page of the first visit, whose version is unknown, finds its parts', async () => {
  const { open, takeOver, shells } = browser()
  await open()
  let other
  for (const version of '1234') other = (await takeOver(version, other)) ?? (await open())
  assert.deepEqual(shells(), ['1', '2', '3', '4'])
})

test('shells of closed pages go, and so do the notes of them', async () => {
  const { open, close, takeOver, shells, stores } = browser()
  await takeOver('1')
  const [first, ...others] = await Promise.all([open(), open(), open()])
  let accepts = (await takeOver('2', first)) ?? assert.fail()
  accepts = (await takeOver('3', accepts)) ?? assert.fail()
  assert.deepEqual(shells(), ['1', '2', '3'], 'two pages still use the first')
  for (const page of others) close(page)
  await takeOver('4', accepts)
  assert.deepEqual(shells(), ['3', '4'])
  const notes = [...stores].find(([name]) => name.endsWith(' pages'))?.[1]
  assert.equal(notes?.entries.size, 1)
})

test('a page that was opened past the worker may have any shell', async () => {
  const { open, takeOver, shells } = browser()
  for (const version of '12') await takeOver(version)
  await open(true)
  await takeOver('3')
  assert.deepEqual(shells(), ['1', '2', '3'])
})

test('a page that reloads with the next version keeps no shell, whether its own is known or not', async () => {
  for (const isKnown of [true, false]) {
    const { open, takeOver, shells } = browser()
    if (isKnown) await takeOver('1')
    const page = await open()
    if (!isKnown) await takeOver('1')
    await takeOver('2', await open())
    await takeOver('3', page)
    assert.deepEqual(shells(), ['2', '3'], `known: ${isKnown}`)
  }
})

test('a shell that cannot be cached leaves nothing; one that is complete is not cached again', async () => {
  const name = `binbo ${SCOPE} shell 1`
  const addAll = () => Promise.reject(new TypeError('no network'))
  const stores = new Map([[name, Object.assign(new FakeCache(), { addAll })]])
  await assert.rejects(worker({ stores }).send('install'), /no network/)
  assert.deepEqual([...stores.keys()], [])
  await worker({ stores }).send('install')
  Object.assign(stores.get(name) ?? assert.fail(), { addAll })
  await worker({ stores }).send('install')
  assert.equal(stores.get(name)?.entries.size, 2)
})

test('nothing is removed while the next version is being installed: its shell may be one of these', async () => {
  /** @type {Map<string, FakeCache>} */
  const stores = new Map()
  for (const version of '123') await worker({ version, stores }).send('install')
  const { registration, send } = worker({ version: '3', stores })
  Object.assign(registration, { installing: {} })
  await send('activate')
  assert.deepEqual(shellsIn(stores), ['1', '2', '3'])
  Object.assign(registration, { installing: null })
  await send('activate')
  assert.deepEqual(shellsIn(stores), ['2', '3'])
})
