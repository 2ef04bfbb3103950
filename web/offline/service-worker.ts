// SPDX-License-Identifier: Apache-2.0
// Serves the page without a network. The shell is cached completely, in one version, or not at all; so are the documents, once
// one of them was opened. The engine's files are cached when they are first used. Each file must have the hash from the build,
// so that nothing is cached from a host that answers with another page or is between two versions.

/// <reference path="./scope.d.ts" />

// The compiler takes `self` for a window.
const worker = self as unknown as ServiceWorkerScope
const SCOPE = worker.registration.scope

/** The prefix of our caches: the origin may have other pages with caches. */
const OURS = `binbo ${SCOPE} `
const SHELL_CACHE = `${OURS}shell ${SHELL_VERSION}`
const ENGINE_CACHE = `${OURS}engine ${ENGINE_VERSION}`
const DOCUMENTS_CACHE = `${OURS}documents ${DOCUMENTS[1]}`
/** The names of the shells that pages were opened with, by client: a page loads parts later, whichever version is in use then. */
const PAGES_CACHE = `${OURS}pages`
const shell = byAddress(SHELL)
const engine = byAddress(ENGINE)
/** The clients that reload as soon as this version is in use. */
const reloading = new Set<string>()
/** Files, or folders, that are named after their contents. */
const HASHED = /-[0-9A-Z]{8}(\.js|\/core\.wasm)$/

worker.addEventListener('install', event => event.waitUntil(install()))
worker.addEventListener('activate', event => event.waitUntil(activate()))
worker.addEventListener('message', event => {
  if (event.data === 'take over') {
    if (event.source) reloading.add(event.source.id)
    worker.skipWaiting()
  }
  if (event.data === 'keep engine') event.waitUntil(keepEngine(event.ports[0]))
})
worker.addEventListener('fetch', event => {
  const { request } = event
  if (request.method !== 'GET' && request.method !== 'HEAD') return
  const url = addressOf(request)
  if (url === SCOPE && request.mode === 'navigate') event.waitUntil(notePage(event.resultingClientId))
  if (shell.has(url)) event.respondWith(fromShell(url, request).then(isolated))
  else if (engine.has(url)) event.respondWith(fromEngine(url, event).then(isolated))
  else if (url.startsWith(`${SCOPE}docs/`)) event.respondWith(fromDocuments(url, event))
  else if (url.startsWith(SCOPE) && HASHED.test(url))
    event.respondWith(fromOlder(url, request).then(isolated))
})

/** Caches the shell. A file with another hash is from another version: the installation fails, and the old version stays. */
async function install() {
  const cache = await caches.open(SHELL_CACHE)
  // It is complete, and pages may be using it.
  if ((await cache.keys()).length > 0) return
  await cache.addAll(Array.from(shell, asListed)).catch(async error => {
    await caches.delete(SHELL_CACHE)
    throw error
  })
}

async function activate() {
  const names = await caches.keys()
  const shells = names.filter(name => name.startsWith(`${OURS}shell `) && name !== SHELL_CACHE)
  const others = names.filter(
    name =>
      /^(engine|documents)/.test(name.slice(OURS.length)) && ![ENGINE_CACHE, DOCUMENTS_CACHE].includes(name),
  )
  const { installing, waiting } = worker.registration
  // The next version may have found its shell here.
  const used = installing || waiting ? null : await usedShells()
  // A page that is being opened, perhaps with the newest of the other shells, is no client yet.
  const unused = used ? shells.slice(0, -1).filter(name => !used.has(name)) : []
  const old = [...unused, ...others.filter(name => name.startsWith(OURS))]
  await Promise.all(old.map(name => caches.delete(name)))
  await worker.clients.claim()
}

const pageKey = (id: string): string => `${SCOPE}?client=${id}`

/** Notes that a page is opened with this shell, and forgets the pages that are closed. @param id '' if the browser does not say it */
async function notePage(id: string) {
  const [pages, clients] = await Promise.all([caches.open(PAGES_CACHE), openPages()])
  const open = new Set([id, ...clients.map(client => client.id)].map(pageKey))
  const closed = (await pages.keys()).filter(({ url }) => !open.has(url))
  await Promise.all(closed.map(({ url }) => pages.delete(url)))
  if (id) await pages.put(pageKey(id), new Response(SHELL_CACHE))
}

/** @returns the shells of the open pages that do not reload now; null: the one of some page is unknown, and may be any */
async function usedShells(): Promise<Set<string> | null> {
  const [pages, clients] = await Promise.all([caches.open(PAGES_CACHE), openPages()])
  const staying = clients.filter(({ id }) => !reloading.has(id))
  const notes = await Promise.all(staying.map(({ id }) => pages.match(pageKey(id))))
  const used = await Promise.all(notes.map(note => note?.text()))
  return used.every(name => name !== undefined) ? new Set(used) : null
}

/** @returns the clients that show the page; documents and frames have no parts of a shell */
async function openPages(): Promise<Client[]> {
  const clients = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return clients.filter(({ url }) => [SCOPE, `${SCOPE}index.html`].includes(url.split(/[?#]/, 1)[0]))
}

/** @param port receives whether the whole engine is cached now */
async function keepEngine(port: MessagePort) {
  const cache = await caches.open(ENGINE_CACHE)
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  // The engine for variants is cached when it is used.
  const missing = [...engine].filter(([url]) => !kept.has(url) && !url.startsWith(`${SCOPE}engine/fairy/`))
  const isKept = await cache.addAll(missing.map(asListed)).then(
    () => true,
    () => false,
  )
  port.postMessage(isKept)
}

/** @returns the request's key in the caches */
function addressOf({ url, mode }: Request): string {
  const [address] = url.split(/[?#]/, 1)
  return mode === 'navigate' && address === `${SCOPE}index.html` ? SCOPE : address
}

async function fromShell(url: string, request: Request) {
  const cache = await caches.open(SHELL_CACHE)
  const found = await cache.match(url)
  return found ? answerKept(found, request) : fetch(request)
}

/** Answers with a file of an older version, which the host may no longer have. */
async function fromOlder(url: string, request: Request) {
  for (const name of await caches.keys()) {
    const found = name.startsWith(OURS) && (await caches.match(url, { cacheName: name }))
    if (found) return answerKept(found, request)
  }
  return fetch(request)
}

async function fromEngine(url: string, event: FetchEvent) {
  const { request } = event
  const cache = await caches.open(ENGINE_CACHE)
  const found = await cache.match(url)
  if (found) return answerKept(found, request)
  if (request.method === 'HEAD') return fetch(request)
  const response = await fetch(asListed([url, engine.get(url) ?? '']))
  // The engine works without a cache, for example if the disk is full.
  event.waitUntil(cache.put(url, response.clone()).catch(() => {}))
  return answerKept(response, request)
}

async function fromDocuments(url: string, event: FetchEvent) {
  const { request } = event
  const cache = await caches.open(DOCUMENTS_CACHE)
  const found = await cache.match(url === `${SCOPE}docs/` ? `${url}index.html` : url)
  if (found) return answerKept(found, request)
  // The response does not wait for it.
  event.waitUntil(keepDocuments(cache).catch(() => {}))
  return fetch(request)
}

let keeping: Promise<void> | undefined

/** Caches all documents, or none, for example if the host has another version. */
function keepDocuments(cache: Cache) {
  keeping ??= (async () => {
    const [path, integrity] = DOCUMENTS
    const list = await fetch(asListed([new URL(path, SCOPE).href, integrity]))
    await cache.addAll([...byAddress(await list.json())].map(asListed))
  })().finally(() => {
    keeping = undefined
  })
  return keeping
}

/** Rejects if the host has other contents. */
function asListed([url, integrity]: [url: string, integrity: string]): Request {
  return new Request(url, { integrity, cache: 'no-cache' })
}

function byAddress(files: ListedFile[]): Map<string, string> {
  return new Map(files.map(([path, integrity]) => [new URL(path, SCOPE).href, integrity]))
}

/**
 * Answers from a cache like the server, including HEAD and range requests.
 * @param kept owned
 * @param request GET or HEAD
 * @returns a response with the server's headers, such as the page's policies
 */
async function answerKept(kept: Response, request: Request): Promise<Response> {
  const headers = new Headers(kept.headers)
  // Cached bodies are uncompressed.
  headers.delete('Content-Encoding')
  if (request.method === 'HEAD') return new Response(null, { headers })
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('Range') ?? '')
  if (!range) return nameless(kept)
  const blob = await kept.blob()
  const start = Number(range[1])
  const end = Math.min(range[2] === '' ? Number.POSITIVE_INFINITY : Number(range[2]), blob.size - 1)
  if (start > end) {
    headers.set('Content-Range', `bytes */${blob.size}`)
    return new Response(null, { status: 416, headers })
  }
  headers.set('Content-Range', `bytes ${start}-${end}/${blob.size}`)
  headers.set('Content-Length', `${end - start + 1}`)
  return new Response(blob.slice(start, end + 1), { status: 206, headers })
}

/**
 * Copies a response without its URL, so that the request's URL is used. A Worker would take the URL of a cached response,
 * without the fragment that marks Stockfish's threads: each would start as a whole engine, with its own threads.
 * @param response owned
 */
function nameless({ body, status, statusText, headers }: Response): Response {
  const plain = new Headers(headers)
  plain.delete('Content-Encoding')
  return new Response(body, { status, statusText, headers: plain })
}

/** Headers required to share memory between threads, as the stronger engine does. Few static hosts can send them. */
const POLICIES = Object.entries({
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
})

/**
 * @param response owned
 * @returns the response with its missing POLICIES
 */
function isolated(response: Response): Response {
  const missing = POLICIES.filter(([name]) => !response.headers.has(name))
  // Opaque and failed responses cannot be copied.
  if (missing.length === 0 || response.status === 0) return response
  const headers = new Headers(response.headers)
  for (const [name, value] of missing) headers.set(name, value)
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}
