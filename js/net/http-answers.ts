// SPDX-License-Identifier: Apache-2.0
// HTTP answers of servers that speak WebSocket.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** Why a request is refused; status 0 for no reason. */
export type Objection = readonly [status: number, reason: string, headers?: Record<string, string>]

/** An answer must be read within this time, in milliseconds. */
export const READ_TIME = 5000

export const NOTHING_HERE = [404, 'there is nothing here'] as const satisfies Objection

/** @returns its path, without a query */
export function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0]
}

/** Reports of a server's state, by path. */
export type Reports = Record<string, () => Objection>

/** @returns a report with the facts as JSON */
export const jsonReport = (facts: object): Objection => [
  200,
  JSON.stringify(facts),
  { 'Content-Type': 'application/json' },
]

/**
 * Answers a request for a report.
 * @returns false for another request, which is not answered
 */
export function answerReport(request: IncomingMessage, response: ServerResponse, reports: Reports): boolean {
  const path = pathOf(request)
  if (!Object.hasOwn(reports, path)) return false
  if (isRead(request, response)) end(response, ...reports[path]())
  else end(response, 405, 'GET only', { Allow: 'GET, HEAD' })
  return true
}

/**
 * Answers a request that should have been for a WebSocket.
 * @param path the path of the WebSocket
 */
export function answerRest(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  [status, reason, headers]: Objection,
) {
  const isKnown = pathOf(request) === path
  if (!isRead(request, response) && isKnown) return end(response, 405, 'GET only', { Allow: 'GET, HEAD' })
  if (!isKnown) return end(response, ...NOTHING_HERE)
  end(response, status, reason, { ...headers, Connection: 'Upgrade' })
}

/** @returns whether the method is GET or HEAD; a body is not waited for */
function isRead({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  const hasBody = (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined
  if (!isRead || hasBody) response.shouldKeepAlive = false
  return isRead
}

/** Answers a request with a refusal, and closes the connection. */
export function refuseRequest(response: ServerResponse, objection: Objection) {
  response.shouldKeepAlive = false
  end(response, ...objection)
}

/**
 * @param excess what was too much
 * @param ms milliseconds to wait
 */
export function tooManyRequests(excess: string, ms: number): Objection {
  return [429, `too ${excess} came from this address`, { 'Retry-After': String(Math.ceil(ms / 1000)) }]
}

function end(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) {
  const body = text.endsWith('\n') ? text : `${text}\n`
  response.writeHead(status, { ...commonHeaders(body), ...headers }).end(body)
}

/** Answers an upgrade with a refusal, and closes the connection. */
export function refuseUpgrade(
  socket: Socket,
  status: number,
  reason: string,
  headers: Record<string, string> = {},
) {
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

function commonHeaders(body: string) {
  return {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
}
