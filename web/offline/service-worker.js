// SPDX-License-Identifier: Apache-2.0
// Serves the page without a network. The shell comes whole from one version's cache, or not at all; the engine's
// files are kept when they are first used. What is kept has the hash that the build knows: a host that answers with
// another page, or with half of a new version, leaves no trace.

/// <reference path="./scope.d.ts" />

import { isolated } from './isolation.js'
import { answerKept } from './kept-answer.js'

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self))
const SCOPE = worker.registration.scope

/** Caches belong to the origin, which other pages may share. */
const OURS = `binbo ${SCOPE} `
const SHELL_CACHE = `${OURS}shell ${SHELL_VERSION}`
const ENGINE_CACHE = `${OURS}engine ${ENGINE_VERSION}`
const shell = byAddress(SHELL)
const engine = byAddress(ENGINE)
/** Other contents have another name. */
const HASHED = /-[0-9A-Z]{8}(\.js|\/core\.wasm)$/

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
  else if (engine.has(url)) event.respondWith(fromEngine(url, event).then(isolated))
  else if (url.startsWith(SCOPE) && HASHED.test(url))
    event.respondWith(fromOlder(url, request).then(isolated))
})

/** What does not match its hash is of another version, and the whole is given up: the old one stays. */
async function install() {
  const cache = await caches.open(SHELL_CACHE)
  // All of it came at once, and a page may be served from it.
  if ((await cache.keys()).length > 0) return
  await cache.addAll(Array.from(shell, asListed)).catch(async error => {
    await caches.delete(SHELL_CACHE)
    throw error
  })
}

async function activate() {
  const names = await caches.keys()
  const shells = names.filter(name => name.startsWith(`${OURS}shell `) && name !== SHELL_CACHE)
  const engines = names.filter(name => name.startsWith(`${OURS}engine`) && name !== ENGINE_CACHE)
  // The newest of the others is for the pages that still are of that version.
  const old = [...shells.slice(0, -1), ...engines]
  await Promise.all(old.map(name => caches.delete(name)))
  await worker.clients.claim()
}

/** @param {MessagePort} port told whether all of it is kept now */
async function keepEngine(port) {
  const cache = await caches.open(ENGINE_CACHE)
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  const missing = [...engine].filter(([url]) => !kept.has(url))
  const isKept = await cache.addAll(missing.map(asListed)).then(
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

/**
 * A part of a page that was there before this version, which the host may no longer have.
 * @param {string} url
 * @param {Request} request
 */
async function fromOlder(url, request) {
  for (const name of await caches.keys()) {
    const found = name.startsWith(OURS) && (await caches.match(url, { cacheName: name }))
    if (found) return answerKept(found, request)
  }
  return fetch(request)
}

/** @param {string} url @param {FetchEvent} event */
async function fromEngine(url, event) {
  const { request } = event
  const cache = await caches.open(ENGINE_CACHE)
  const found = await cache.match(url)
  if (found) return answerKept(found, request)
  if (request.method === 'HEAD') return fetch(request)
  const response = await fetch(asListed([url, engine.get(url) ?? '']))
  // A full disk keeps nobody from playing.
  event.waitUntil(cache.put(url, response.clone()).catch(() => {}))
  return answerKept(response, request)
}

/** @param {[url: string, integrity: string]} file @returns {Request} that fails when the host has another one */
function asListed([url, integrity]) {
  return new Request(url, { integrity, cache: 'no-cache' })
}

/** @param {ListedFile[]} files @returns {Map<string, string>} */
function byAddress(files) {
  return new Map(files.map(([path, integrity]) => [new URL(path, SCOPE).href, integrity]))
}
