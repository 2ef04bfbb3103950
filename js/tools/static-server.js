// SPDX-License-Identifier: Apache-2.0
// A small web server, only for this machine: for the demo, the replay and the browser tests. It serves the files of folders with
// a strict Content-Security-Policy; if a file has a compressed copy beside it (.br, .gz), it sends that.

import { createServer } from 'node:http'
import { extname } from 'node:path'
import sirv from 'sirv'

/** The types of texts that are not files. */
const TYPES = /** @type {Record<string, string>} */ ({
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
})
const PLAIN = 'text/plain; charset=utf-8'

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

/** Allowed in headers, but not in <meta> elements. */
const UNFRAMED = "; frame-ancestors 'none'"

/** Enough for the library. */
export const STRICT_CSP = written(POLICY) + UNFRAMED

/** The policy of the page: its board sets style attributes, and it may connect to any engine server and any endgame tables. */
export const PAGE_META_CSP = written({
  ...POLICY,
  'style-src-attr': "'unsafe-inline'",
  'connect-src': "'self' http: https: ws: wss:",
  'manifest-src': "'self'",
})

export const PAGE_CSP = PAGE_META_CSP + UNFRAMED

/** The policy of the frame for other websites: it loads only files of its own host. */
export const EMBED_META_CSP = written({ ...POLICY, 'style-src-attr': "'unsafe-inline'" })

/** Any website may show the frame, even one that isolates itself. */
const EMBED_HEADERS = Object.entries({
  'Content-Security-Policy': `${EMBED_META_CSP}; frame-ancestors *`,
  'Cross-Origin-Resource-Policy': 'cross-origin',
})
const EMBED = /\/embed(\.html)?$/

const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/** A file or folder that is named after its contents: it never changes. */
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
  const always = new Map(
    Object.entries(
      plain
        ? { 'Cache-Control': 'max-age=600' }
        : { 'Cache-Control': 'no-cache', 'Content-Security-Policy': csp, ...ISOLATION },
    ),
  )
  // With `dev`, files are read at each request, because tests change them.
  const options = { dev: true, etag: true, brotli: true, gzip: true, extensions: ['html'] }
  const folders = Object.entries(roots)
    .sort(([a], [b]) => b.length - a.length)
    .map(([prefix, folder]) => ({ prefix, serve: sirv(folder, options) }))
  const server = createServer((request, response) => {
    response.setHeaders(always)
    const answer = (/** @type {number} */ status, /** @type {string} */ body, type = PLAIN) => {
      response.writeHead(status, { 'Content-Type': type }).end(body)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'Only GET and HEAD\n')
    const [path] = (request.url ?? '/').split(/[?#]/, 1)
    if (Object.hasOwn(texts, path)) return answer(200, texts[path], TYPES[extname(path)])
    const found = folders.find(({ prefix }) => path.startsWith(prefix))
    if (found === undefined) return answer(404, 'Not found\n')
    if (!plain && EMBED.test(path)) for (const header of EMBED_HEADERS) response.setHeader(...header)
    if (HASHED.test(path)) response.setHeader('Cache-Control', 'max-age=31536000, immutable')
    request.url = `/${path.slice(found.prefix.length)}`
    return found.serve(request, response, () => answer(404, 'Not found\n'))
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
