// SPDX-License-Identifier: Apache-2.0
// Reads bytes of a URL with range requests: https://www.rfc-editor.org/rfc/rfc9110#name-range-requests

import type { ByteSource } from './byte-source.js'
import { bytesAway, bytesError } from './errors.js'

/** The most bytes that are read from a server without ranges. */
const MOST_WHOLE = 4 * 1024 * 1024
const NO_BYTES = new Uint8Array(0)

/**
 * @param ahead how many bytes are read at once
 * @returns null for 404 and 410
 * @throws {ChessError} ERR_BYTES_AWAY, ERR_BYTES_RANGE
 */
export async function openUrl(url: URL, ahead: number): Promise<ByteSource | null> {
  const { href } = url
  const response = await request(href, 0, ahead)
  if (response.status === 404 || response.status === 410) {
    await drop(response)
    return null
  }
  if (response.status === 200) return wholeOf(href, await wholeBytes(response, href))
  if (response.status === 416) return wholeOf(href, NO_BYTES)
  if (response.status !== 206) throw refusal(response, href)
  const [head, size] = await Promise.all([bodyOf(response, href), totalOf(response) ?? sizeByHead(href)])
  if (head.length !== Math.min(ahead, size))
    throw bytesError('ERR_BYTES_RANGE', `${href}: ${head.length} bytes came for ${Math.min(ahead, size)}`)
  return { size, head, read: (offset, length) => readRange(href, size, offset, length) }
}

const wholeOf = (href: string, whole: Uint8Array): ByteSource => ({
  size: whole.length,
  head: whole,
  read: (offset, length) => {
    if (offset + length > whole.length)
      throw bytesError('ERR_BYTES_RANGE', `${href} has ${whole.length} bytes`)
    return whole.subarray(offset, offset + length)
  },
})

async function readRange(href: string, size: number, offset: number, length: number) {
  if (length === 0) return NO_BYTES
  const response = await request(href, offset, length)
  if (response.status !== 206) throw refusal(response, href)
  const total = totalOf(response)
  if (total !== undefined && total !== size) {
    await drop(response)
    throw bytesError('ERR_BYTES_RANGE', `${href} has changed since it was opened`)
  }
  const bytes = await bodyOf(response, href)
  if (bytes.length !== length)
    throw bytesError('ERR_BYTES_RANGE', `${href}: ${bytes.length} bytes came for ${length}`)
  return bytes
}

function request(href: string, offset: number, length: number): Promise<Response> {
  return fetch(href, { headers: { Range: `bytes=${offset}-${offset + length - 1}` } }).catch(error => {
    const hint = href.startsWith('file:') ? '; files are read by fileBytes() of binbo/node' : ''
    const { message, cause }: { message: string; cause?: Error } = error
    const reason = cause?.message ?? message
    throw bytesError('ERR_BYTES_AWAY', `${href}: ${reason}${hint}`, error)
  })
}

function refusal(response: Response, href: string) {
  drop(response)
  const { status } = response
  return status === 200 || status === 416
    ? bytesError('ERR_BYTES_RANGE', `${href}: HTTP ${status}`)
    : bytesError('ERR_BYTES_AWAY', `${href}: HTTP ${status}`)
}

/** Frees the connection. */
const drop = (response: Response) => response.body?.cancel().catch(() => {})

async function bodyOf(response: Response, href: string) {
  try {
    return new Uint8Array(await response.arrayBuffer())
  } catch (error) {
    throw bytesAway(error, href)
  }
}

/** @returns the size of the file; servers of another origin may hide the header */
function totalOf(response: Response): number | undefined {
  const [, total] = /\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '') ?? []
  return total === undefined ? undefined : Number(total)
}

async function sizeByHead(href: string) {
  const response = await fetch(href, { method: 'HEAD' }).catch(error => {
    throw bytesAway(error, href)
  })
  const length = response.headers.get('Content-Length')
  if (response.ok && length !== null) return Number(length)
  throw bytesError('ERR_BYTES_RANGE', `${href}: the server does not report the size`)
}

/**
 * @param response a response with the whole file
 * @throws {ChessError} ERR_BYTES_RANGE for more than 4 MB
 */
async function wholeBytes(response: Response, href: string): Promise<Uint8Array> {
  const tooLarge = () =>
    bytesError('ERR_BYTES_RANGE', `${href}: HTTP 200 for a range, and the whole has more than 4 MB`)
  if (Number(response.headers.get('Content-Length')) > MOST_WHOLE) {
    await drop(response)
    throw tooLarge()
  }
  const reader = response.body?.getReader()
  const chunks = []
  let size = 0
  try {
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      size += chunk.value.length
      if (size > MOST_WHOLE) throw tooLarge()
      chunks.push(chunk.value)
    }
  } catch (error) {
    reader?.cancel().catch(() => {})
    throw bytesAway(error, href)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
