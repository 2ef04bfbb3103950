// SPDX-License-Identifier: Apache-2.0
// A small web server for this machine alone: the demo, the replay and the browser tests. It serves folders
// as they are, with the right types and a strict Content-Security-Policy.

import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, sep } from 'node:path'

const TYPES = /** @type {Record<string, string>} */ ({
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.pgn': 'application/vnd.chess-pgn; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
})

/** No inline scripts or styles, nothing from elsewhere; WebAssembly needs its own word. */
export const STRICT_CSP = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * @typedef {object} ServerOptions
 * @property {Record<string, string>} roots folders by URL prefix, such as { '/': 'web' }; the longest prefix wins
 * @property {Record<string, string>} [texts] texts by path, typed by its ending
 * @property {number} [port] default 0: any free one
 * @property {string} [csp]
 * @property {boolean} [plain] as a plain static host: no policies, no isolation; default false
 */

/**
 * Starts serving on 127.0.0.1.
 * @param {ServerOptions} options
 * @returns {Promise<{ url: string, port: number, close: () => Promise<void> }>} url ends with a slash
 * @throws {Error} code EADDRINUSE when the port is taken
 */
export async function startServer({ roots, texts = {}, port = 0, csp = STRICT_CSP, plain = false }) {
  const server = createServer(async (request, response) => {
    const headers = plain
      ? { 'Cache-Control': 'max-age=600' }
      : {
          'Content-Security-Policy': csp,
          'Cross-Origin-Opener-Policy': 'same-origin',
          'Cross-Origin-Embedder-Policy': 'require-corp',
          'Cross-Origin-Resource-Policy': 'same-origin',
          'X-Content-Type-Options': 'nosniff',
          'Referrer-Policy': 'no-referrer',
          'Cache-Control': 'no-cache',
        }
    const answer = (
      /** @type {number} */ status,
      /** @type {string} */ text,
      type = 'text/plain; charset=utf-8',
    ) => {
      response.writeHead(status, {
        ...headers,
        'Content-Type': type,
        'Content-Length': Buffer.byteLength(text),
      })
      response.end(request.method === 'HEAD' ? undefined : text)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'Only GET and HEAD\n')
    const path = decodePath(request.url ?? '/')
    if (path === null) return answer(400, 'Bad path\n')
    if (Object.hasOwn(texts, path)) return answer(200, texts[path], TYPES[extname(path)])
    const file = await findFile(roots, path)
    if (!file) return answer(404, 'Not found\n')
    const type = TYPES[extname(file.path)] ?? 'application/octet-stream'
    response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': file.size })
    if (request.method === 'HEAD') return response.end()
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
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * @param {string} url as it came, with an escaped path
 * @returns {string | null} the plain path, or null when it makes no sense or climbs
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
 * @returns {Promise<{ path: string, size: number } | null>} null when there is no such file inside its folder
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
    return file.startsWith(root + sep) && found.isFile() ? { path: file, size: found.size } : null
  } catch {
    return null
  }
}
