// SPDX-License-Identifier: Apache-2.0
// Files of EPD, record by record.

import { checkOptions } from '../core/options.js'
import { Pause } from '../core/pause.js'
import { decodeStrictly } from '../core/utf8.js'
import type { VariantName } from '../game/variants.js'
import { readVariant } from '../game/variants.js'
import type { PgnSource } from '../pgn/source.js'
import { checkSource, chunksOf } from '../pgn/source.js'
import type { Epd } from './epd.js'
import { readLine, unread } from './epd.js'
import { epdError } from './errors.js'

/** How a file is read. */
export type ReadEpdOptions = {
  /** Default 'standard'. */
  variant?: VariantName | undefined
  /** Ends the reading: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

const OPTION_NAMES = ['variant', 'signal']
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
/** The longest line, in bytes. The longest of the known suites have 1,100. */
const LONGEST_LINE = 1 << 16
/** Of a comment. */
const COMMENT = /^[#%]/
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Reads the records of a file, line by line. Blank lines and comments, after '#' or '%', are left out. Text that is not
 * UTF-8 is read as Latin-1. A line that cannot be read is a record without a position, whose `errors` say why; the
 * reading goes on.
 * @param source as of readPgn(): a string, bytes, a Blob, a stream, or an iterable of strings or bytes
 * @returns errors have the `line` from 1, and the `column` from 1 if it is known
 * @throws {ChessError} ERR_ARGUMENT; the signal's reason
 */
export function readEpd(source: PgnSource, options?: ReadEpdOptions): AsyncGenerator<Epd, void, undefined> {
  const given: ReadEpdOptions = checkOptions(options, OPTION_NAMES)
  readVariant(given.variant)
  return recordsOf(typeof source === 'string' ? source : checkSource(source), given)
}

/** @param source checked */
async function* recordsOf(
  source: unknown,
  { variant, signal }: ReadEpdOptions,
): AsyncGenerator<Epd, void, undefined> {
  signal?.throwIfAborted()
  const pause = new Pause()
  let number = 0
  for await (const bytes of linesOf(source, signal)) {
    number++
    if (pause.isDue()) await pause.take()
    signal?.throwIfAborted()
    if (bytes === undefined)
      yield unread('', epdError('ERR_EPD_FIELDS', 'the line is too long', { line: number }))
    else {
      const text = textOf(bytes, number === 1)
      if (text.trim() !== '' && !COMMENT.test(text.trimStart())) yield readLine(text, number, { variant })
    }
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
async function* linesOf(
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
