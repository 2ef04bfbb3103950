// SPDX-License-Identifier: Apache-2.0
// A small web server for this machine only: for the demo, the replay and the browser tests. It serves the files of
// folders with their types, compressed, and with a strict Content-Security-Policy.

import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, sep } from 'node:path'
import { compressFile, encodingFor } from './compression.js'

const TYPES = /** @type {Record<string, string>} */ ({
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.pgn': 'application/vnd.chess-pgn; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
})

/** No inline scripts or styles, and nothing from other origins. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
}

/** @param {Record<string, string>} policy */
const written = policy =>
  Object.entries(policy)
    .map(words => words.join(' '))
    .join('; ')

/** Allowed in headers, but not in a <meta>. */
const UNFRAMED = "; frame-ancestors 'none'"

/** Enough for the library. */
export const STRICT_CSP = written(POLICY) + UNFRAMED

/** The policy of the page: its board sets style attributes, and it may connect to any engine server. */
export const PAGE_META_CSP = written({
  ...POLICY,
  'style-src-attr': "'unsafe-inline'",
  'connect-src': "'self' ws: wss:",
  'manifest-src': "'self'",
})

export const PAGE_CSP = PAGE_META_CSP + UNFRAMED

const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/** A file, or its folder, named after its contents: it never changes. */
const HASHED = /-[0-9A-Z]{8}(\/core)?\.\w+$/

/**
 * @typedef {object} ServerOptions
 * @property {Record<string, string>} roots folders by URL prefix, such as { '/': 'web' }; the longest prefix wins
 * @property {Record<string, string>} [texts] texts by path, typed by its ending
 * @property {number} [port] default 0: any free one
 * @property {string} [csp] default STRICT_CSP
 * @property {boolean} [plain] like a plain static host, without policies and isolation; default false
 */

/**
 * Starts serving on 127.0.0.1.
 * @param {ServerOptions} options
 * @returns {Promise<{ url: string, port: number, server: import('node:http').Server, close: () => Promise<void> }>} url
 *   ends with a slash; `server` may serve WebSockets, too
 * @throws {Error} code EADDRINUSE if the port is in use
 */
export async function startServer({ roots, texts = {}, port = 0, csp = STRICT_CSP, plain = false }) {
  /** @type {Record<string, string>} */
  const always = plain
    ? { 'Cache-Control': 'max-age=600' }
    : { 'Cache-Control': 'no-cache', 'Content-Security-Policy': csp, ...ISOLATION }
  const server = createServer(async (request, response) => {
    const answer = (
      /** @type {number} */ status,
      /** @type {string | Buffer} */ body,
      /** @type {Record<string, string>} */ headers = {},
    ) => {
      const length = `${Buffer.byteLength(body)}`
      const standard = { 'Content-Type': TYPES['.txt'], 'Content-Length': length }
      response.writeHead(status, { ...always, ...standard, ...headers })
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'Only GET and HEAD\n')
    const path = decodePath(request.url ?? '/')
    if (path === null) return answer(400, 'Bad path\n')
    if (Object.hasOwn(texts, path)) return answer(200, texts[path], { 'Content-Type': typeOf(path) })
    const file = await findFile(roots, path)
    if (!file) return answer(404, 'Not found\n')
    const type = typeOf(file.path)
    const encoding = encodingFor(type, file.size, request.headers['accept-encoding'])
    const tag = `"${file.version}${encoding ? `-${encoding}` : ''}"`
    /** @type {Record<string, string>} */
    const headers = { 'Content-Type': type, ETag: tag, Vary: 'Accept-Encoding' }
    if (HASHED.test(path)) headers['Cache-Control'] = 'max-age=31536000, immutable'
    if (request.headers['if-none-match']?.split(/,\s*/).includes(tag)) {
      return response.writeHead(304, { ...always, ...headers }).end()
    }
    if (encoding) {
      const body = await compressFile(file.path, file.version, encoding).catch(() => null)
      return body ? answer(200, body, { ...headers, 'Content-Encoding': encoding }) : response.destroy()
    }
    headers['Content-Length'] = `${file.size}`
    if (request.method === 'HEAD') return answer(200, '', headers)
    response.writeHead(200, { ...always, ...headers })
    const stream = createReadStream(file.path)
    stream.on('error', () => response.destroy())
    response.on('close', () => stream.destroy())
    stream.pipe(response)
  })

  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(undefined))
  })
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${address.port}/`,
    port: address.port,
    server,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** @param {string} path @returns {string} */
const typeOf = path => TYPES[extname(path)] ?? 'application/octet-stream'

/**
 * @param {string} url of a request
 * @returns {string | null} the decoded path; null if it is malformed or leaves the folder
 */
function decodePath(url) {
  try {
    const path = decodeURIComponent(url.split(/[?#]/, 1)[0])
    const climbs = path.split(/[/\\]/).includes('..')
    return path.startsWith('/') && !climbs && !path.includes('\0') ? path : null
  } catch {
    return null
  }
}

/**
 * @param {Record<string, string>} roots
 * @param {string} path
 * @returns {Promise<{ path: string, size: number, version: string } | null>} null if the folder has no such file; the
 *   version changes with the contents
 */
async function findFile(roots, path) {
  const prefixes = Object.keys(roots).filter(prefix => path.startsWith(prefix))
  const prefix = prefixes.sort((a, b) => b.length - a.length)[0]
  if (prefix === undefined) return null
  try {
    const root = await realpath(roots[prefix])
    const rest = path.slice(prefix.length)
    const file = await realpath(join(root, rest === '' || rest.endsWith('/') ? `${rest}index.html` : rest))
    const found = await stat(file)
    if (!file.startsWith(root + sep) || !found.isFile()) return null
    const version = `${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}`
    return { path: file, size: found.size, version }
  } catch {
    return null
  }
}
