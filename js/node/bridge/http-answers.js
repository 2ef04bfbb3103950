// SPDX-License-Identifier: Apache-2.0
// The bridge's own answers in HTTP: its health, and the reasons why a connection is not upgraded.

import { end, NOTHING_HERE, pathOf } from '../../net/http-answers.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Objection } from '../../net/http-answers.js' */

/**
 * @typedef {object} Health
 * @property {'ok'} status
 * @property {number} clients
 * @property {number} maxClients
 * @property {number} uptime in seconds
 */

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
