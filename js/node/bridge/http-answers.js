// SPDX-License-Identifier: Apache-2.0
// The bridge's answers in HTTP: its health, and the reason why a connection is not upgraded.

import { STATUS_CODES } from 'node:http'

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {import('node:stream').Duplex} Duplex */

/**
 * @typedef {object} Health
 * @property {'ok'} status
 * @property {number} clients
 * @property {number} maxClients
 * @property {number} uptime in seconds
 */

/** @typedef {readonly [status: number, reason: string, headers?: Record<string, string>]} Objection */

/** @satisfies {Objection} */
export const NOTHING_HERE = /** @type {const} */ ([404, 'there is nothing here'])
/** @satisfies {Objection} */
export const NO_WEB_SOCKET = /** @type {const} */ ([
  426,
  'this is a UCI engine behind a WebSocket',
  { Upgrade: 'websocket' },
])

/** @satisfies {Objection} */
export const WRONG_TOKEN = /** @type {const} */ ([
  401,
  'the token is missing or wrong',
  { 'WWW-Authenticate': 'Bearer' },
])

/**
 * @param {number} wait in milliseconds
 * @returns {Objection}
 */
export function tooManyFailures(wait) {
  const seconds = String(Math.ceil(wait / 1000))
  return [429, 'too many wrong tokens came from this address', { 'Retry-After': seconds }]
}

const HEALTH = '/health'
const SOCKET = '/'

/**
 * @param {IncomingMessage} request
 * @returns {string} its path, without a query
 */
function pathOf({ url = '' }) {
  return url.split('?', 1)[0]
}

/**
 * @param {IncomingMessage} request
 * @returns {boolean} whether its path is the WebSocket's
 */
export function isForSocket(request) {
  return pathOf(request) === SOCKET
}

/**
 * Answers a request that is not an upgrade.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {() => Health} health
 */
export function answer(request, response, health) {
  const path = pathOf(request)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  // An unwanted body is not waited for.
  if (!isRead) response.shouldKeepAlive = false
  if (path !== HEALTH && path !== SOCKET) return end(response, ...NOTHING_HERE)
  if (!isRead) return end(response, 405, 'GET only', { Allow: 'GET, HEAD' })
  if (path === HEALTH)
    return end(response, 200, JSON.stringify(health()), { 'Content-Type': 'application/json' })
  const [status, reason, headers] = NO_WEB_SOCKET
  end(response, status, reason, { ...headers, Connection: 'Upgrade' })
}

/**
 * @param {ServerResponse} response
 * @param {number} status
 * @param {string} text
 * @param {Record<string, string>} [headers]
 */
function end(response, status, text, headers = {}) {
  const body = `${text}\n`
  response.writeHead(status, { ...commonHeaders(body), ...headers }).end(body)
}

/**
 * Answers an upgrade with a refusal, and closes the connection.
 * @param {Duplex} socket
 * @param {number} status
 * @param {string} reason
 * @param {Record<string, string>} [headers]
 */
export function refuseUpgrade(socket, status, reason, headers = {}) {
  const body = `${reason}\n`
  const lines = Object.entries({ ...commonHeaders(body), ...headers, Connection: 'close' })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
  ]
  socket.on('error', () => {})
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** @param {string} body */
function commonHeaders(body) {
  return {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
}
