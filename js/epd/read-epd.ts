// SPDX-License-Identifier: Apache-2.0
// Files of EPD, record by record.

import { checkOptions } from '../core/options.js'
import type { VariantName } from '../game/variants.js'
import { readVariant } from '../game/variants.js'
import type { PgnSource } from '../pgn/source.js'
import { checkSource } from '../pgn/source.js'
import type { Epd } from './epd.js'
import { readLine, unread } from './epd.js'
import { epdError } from './errors.js'
import { linesOf } from './lines.js'

/** How a file is read. */
export type ReadEpdOptions = {
  /** Default 'standard'. */
  variant?: VariantName | undefined
  /** Ends the reading: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

const OPTION_NAMES = ['variant', 'signal']
/** Of a comment. */
const COMMENT = /^[#%]/

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
  for await (const { text, number } of linesOf(source, signal)) {
    if (text === undefined)
      yield unread('', epdError('ERR_EPD_FIELDS', 'the line is too long', { line: number }))
    else if (text.trim() !== '' && !COMMENT.test(text.trimStart())) yield readLine(text, number, { variant })
  }
}
