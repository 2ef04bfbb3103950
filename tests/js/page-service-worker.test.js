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
}

/** A worker that is started. */
function worker() {
  /** @type {Map<string, (event: any) => void>} */
  const listeners = new Map()
  /** @type {Map<string, FakeCache>} */
  const stores = new Map()
  /** @type {string[]} */
  const asked = []
  const open = async (/** @type {string} */ name) => {
    const cache = stores.get(name) ?? new FakeCache()
    stores.set(name, cache)
    return cache
  }
  const self = {
    registration: { scope: SCOPE },
    addEventListener: (/** @type {string} */ name, /** @type {any} */ listener) =>
      listeners.set(name, listener),
  }
  vm.runInNewContext(source, {
    ...{ self, URL, Request, Response, Headers, caches: { open, keys: async () => [...stores.keys()] } },
    ...{ SHELL_VERSION: '1', ENGINE_VERSION: '1', DOCUMENTS: ['documents.json', ''], SHELL: [] },
    ENGINE: [['engine/fish.js', '']],
    async fetch(/** @type {Request} */ { method, url }) {
      asked.push(`${method} ${url.slice(SCOPE.length)}`)
      return new Response(method === 'HEAD' ? null : 'the engine', {
        headers: { 'Content-Type': 'text/javascript' },
      })
    },
  })
  /** @param {string} method @param {Record<string, string>} [headers] @returns {Promise<Response>} to a page */
  const ask = async (method, headers) => {
    const request = new Request(`${SCOPE}engine/fish.js`, { method, headers })
    /** @type {Promise<unknown>[]} */
    const waits = []
    /** @type {Promise<Response> | undefined} */
    let answer
    listeners.get('fetch')?.({
      request,
      respondWith: (/** @type {Promise<Response>} */ given) => (answer = given),
      waitUntil: (/** @type {Promise<unknown>} */ work) => waits.push(work),
    })
    const response = await answer
    await Promise.all(waits)
    return response ?? assert.fail('no answer')
  }
  const kept = () => [...stores.values()].flatMap(({ entries }) => [...entries.keys()])
  return { ask, asked, kept }
}

test('a file of the engine is kept when it is used, not when its size is asked for', async () => {
  const { ask, asked, kept } = worker()
  assert.equal(await (await ask('HEAD')).text(), '')
  assert.deepEqual([asked.splice(0), kept()], [['HEAD engine/fish.js'], []])
  assert.equal(await (await ask('GET')).text(), 'the engine')
  assert.deepEqual([asked.splice(0), kept()], [['GET engine/fish.js'], [`${SCOPE}engine/fish.js`]])
  const size = await ask('HEAD')
  assert.deepEqual([size.headers.get('Content-Type'), await size.text()], ['text/javascript', ''])
  const part = await ask('GET', { Range: 'bytes=4-6' })
  assert.deepEqual([part.status, await part.text()], [206, 'eng'])
  assert.deepEqual(asked, [], 'both from the cache')
})
