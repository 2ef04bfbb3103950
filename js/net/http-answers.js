// SPDX-License-Identifier: Apache-2.0
// Answers in HTTP of servers that speak WebSocket.

import { STATUS_CODES } from 'node:http'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Socket } from 'node:net' */

/**
 * Why a request is refused; status 0 for no reason.
 * @typedef {readonly [status: number, reason: string, headers?: Record<string, string>]} Objection
 */

/** An answer must be read within this time, in milliseconds. */
export const READ_TIME = 5000

/** @satisfies {Objection} */
export const NOTHING_HERE = /** @type {const} */ ([404, 'there is nothing here'])

/**
 * @param {IncomingMessage} request
 * @returns {string} its path, without a query
 */
export function pathOf({ url = '' }) {
  return url.split('?', 1)[0]
}

/**
 * Reports of a server's state, by path.
 * @typedef {Record<string, () => Objection>} Reports
 */

/** @param {object} facts @returns {Objection} a report of them */
export const jsonReport = facts => [200, JSON.stringify(facts), { 'Content-Type': 'application/json' }]

/**
 * Answers a request for a report.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {Reports} reports
 * @returns {boolean} false if it asks for something else: it is not answered then
 */
export function answerReport(request, response, reports) {
  const path = pathOf(request)
  if (!Object.hasOwn(reports, path)) return false
  if (isRead(request, response)) end(response, ...reports[path]())
  else end(response, 405, 'GET only', { Allow: 'GET, HEAD' })
  return true
}

/**
 * Answers a request that should have been for a WebSocket.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {string} path of the WebSocket
 * @param {Objection} noWebSocket
 */
export function answerRest(request, response, path, [status, reason, headers]) {
  const isKnown = pathOf(request) === path
  if (!isRead(request, response) && isKnown) return end(response, 405, 'GET only', { Allow: 'GET, HEAD' })
  if (!isKnown) return end(response, ...NOTHING_HERE)
  end(response, status, reason, { ...headers, Connection: 'Upgrade' })
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @returns {boolean} whether the method is GET or HEAD; a body is not waited for
 */
function isRead({ method, headers }, response) {
  const isRead = method === 'GET' || method === 'HEAD'
  const hasBody = (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined
  if (!isRead || hasBody) response.shouldKeepAlive = false
  return isRead
}

/**
 * Answers a request with a refusal, and closes the connection.
 * @param {ServerResponse} response
 * @param {Objection} objection
 */
export function refuseRequest(response, objection) {
  response.shouldKeepAlive = false
  end(response, ...objection)
}

/**
 * @param {string} excess what was too much
 * @param {number} ms to wait
 * @returns {Objection}
 */
export function tooMuch(excess, ms) {
  return [429, `too ${excess} came from this address`, { 'Retry-After': String(Math.ceil(ms / 1000)) }]
}

/**
 * @param {ServerResponse} response
 * @param {number} status
 * @param {string} text
 * @param {Record<string, string>} [headers]
 */
function end(response, status, text, headers = {}) {
  const body = text.endsWith('\n') ? text : `${text}\n`
  response.writeHead(status, { ...commonHeaders(body), ...headers }).end(body)
}

/**
 * Answers an upgrade with a refusal, and closes the connection.
 * @param {Socket} socket
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
  socket.setTimeout(READ_TIME, () => socket.destroy())
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
