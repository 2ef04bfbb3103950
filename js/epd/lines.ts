// SPDX-License-Identifier: Apache-2.0
// The lines of a source, for formats of one record a line.

import { Pause } from '../core/pause.js'
import { decodeStrictly } from '../core/utf8.js'
import { chunksOf } from '../pgn/stream-source.js'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
/** The longest line, in bytes. The longest of the known suites have 1,100. */
const LONGEST_LINE = 1 << 16
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Ends lines at LF, CR and CRLF. Text that is not UTF-8 is read as Latin-1. The event loop turns meanwhile.
 * @param source checked
 * @returns the lines with their numbers, from 1, without a byte order mark; `text` is undefined where a line is too long
 * @throws the signal's reason
 */
export async function* linesOf(
  source: unknown,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ text: string | undefined; number: number }, void> {
  signal?.throwIfAborted()
  const pause = new Pause()
  let number = 0
  for await (const bytes of bytesOfLines(source, signal)) {
    number++
    if (pause.isDue()) await pause.take()
    signal?.throwIfAborted()
    yield { text: bytes && textOf(bytes, number === 1), number }
  }
}

function textOf(bytes: Uint8Array, isFirst: boolean): string {
  try {
    const text = decodeStrictly(bytes)
    return isFirst && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  } catch {
    return String.fromCharCode(...bytes)
  }
}

/** @returns undefined for a line that is too long */
async function* bytesOfLines(
  source: unknown,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array | undefined, void> {
  /** Of a line that continues in the next chunk; undefined if it is too long. */
  let rest: Uint8Array | undefined = new Uint8Array(0)
  let afterReturn = false
  for await (const { bytes } of chunksOf(source, signal)) {
    let start = 0
    for (let at = 0; at < bytes.length; at++) {
      const isFeed = bytes[at] === LINE_FEED
      if (!isFeed && bytes[at] !== CARRIAGE_RETURN) {
        afterReturn = false
        continue
      }
      if (!(isFeed && afterReturn)) yield joined(rest, bytes.subarray(start, at))
      afterReturn = !isFeed
      rest = new Uint8Array(0)
      start = at + 1
    }
    rest = joined(rest, bytes.subarray(start))
  }
  yield rest
}

function joined(line: Uint8Array | undefined, more: Uint8Array): Uint8Array | undefined {
  if (line === undefined || line.length + more.length > LONGEST_LINE) return undefined
  const bytes = new Uint8Array(line.length + more.length)
  bytes.set(line)
  bytes.set(more, line.length)
  return bytes
}
