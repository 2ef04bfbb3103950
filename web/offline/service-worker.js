// SPDX-License-Identifier: Apache-2.0
// Serves the page without a network. The shell comes whole from one version's cache, or not at all; the engine's
// files are kept when they are first used.

/// <reference path="./scope.d.ts" />

import { ENGINE_FILES } from './engine-files.js'
import { isolated } from './isolation.js'
import { answerKept, nameless } from './kept-answer.js'

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self))
const SCOPE = worker.registration.scope

/** Caches belong to the origin, which other pages may share. */
const OURS = `binbo ${SCOPE} `
const SHELL_CACHE = `${OURS}shell ${versionOf(SHELL)}`
const ENGINE_CACHE = `${OURS}engine`
const ENGINE = new URL('engine/', SCOPE).href
const shell = new Map(SHELL.map(([path, integrity]) => [new URL(path, SCOPE).href, integrity]))

worker.addEventListener('install', event => event.waitUntil(install()))
worker.addEventListener('activate', event => event.waitUntil(activate()))
worker.addEventListener('message', event => {
  if (event.data === 'take over') worker.skipWaiting()
  if (event.data === 'keep engine') event.waitUntil(keepEngine(event.ports[0]))
})
worker.addEventListener('fetch', event => {
  const { request } = event
  if (request.method !== 'GET' && request.method !== 'HEAD') return
  const url = addressOf(request)
  if (shell.has(url)) event.respondWith(fromShell(url, request).then(isolated))
  else if (url.startsWith(ENGINE)) event.respondWith(fromEngine(url, event).then(isolated))
})

/** What does not match its hash is of another version, and the whole is given up: the old one stays. */
async function install() {
  const cache = await caches.open(SHELL_CACHE)
  const requests = Array.from(shell, ([url, integrity]) => new Request(url, { integrity, cache: 'no-cache' }))
  await cache.addAll(requests).catch(async error => {
    await caches.delete(SHELL_CACHE)
    throw error
  })
}

async function activate() {
  const names = await caches.keys()
  const old = names.filter(name => name.startsWith(`${OURS}shell `) && name !== SHELL_CACHE)
  await Promise.all(old.map(name => caches.delete(name)))
  const engines = await caches.open(ENGINE_CACHE)
  for (const { url } of await engines.keys()) {
    if (!ENGINE_FILES.some(path => new URL(path, SCOPE).href === url)) await engines.delete(url)
  }
  await worker.clients.claim()
}

/** @param {MessagePort} port told whether all of it is kept now */
async function keepEngine(port) {
  const engines = await caches.open(ENGINE_CACHE)
  const urls = ENGINE_FILES.map(path => new URL(path, SCOPE).href)
  const kept = await Promise.all(urls.map(url => engines.match(url)))
  const isKept = await engines.addAll(urls.filter((_, index) => !kept[index])).then(
    () => true,
    () => false,
  )
  port.postMessage(isKept)
}

/** @param {Request} request @returns {string} as the caches know it */
function addressOf({ url, mode }) {
  const [address] = url.split(/[?#]/, 1)
  return mode === 'navigate' && address === `${SCOPE}index.html` ? SCOPE : address
}

/** @param {string} url @param {Request} request */
async function fromShell(url, request) {
  const cache = await caches.open(SHELL_CACHE)
  const found = await cache.match(url)
  return found ? answerKept(found, request) : fetch(request)
}

/** @param {string} url @param {FetchEvent} event */
async function fromEngine(url, event) {
  const { request } = event
  const cache = await caches.open(ENGINE_CACHE)
  const found = await cache.match(url)
  if (found) return answerKept(found, request)
  const response = await fetch(request)
  if (request.method === 'GET' && response.status === 200) {
    // A full disk keeps nobody from playing.
    event.waitUntil(cache.put(url, response.clone()).catch(() => {}))
  }
  return nameless(response)
}

/** @param {[path: string, integrity: string][]} files @returns {string} another one for other contents */
function versionOf(files) {
  let hash = 0n
  for (const letter of JSON.stringify(files)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(letter.charCodeAt(0))) * 0x100000001b3n)
  }
  return hash.toString(36)
}
