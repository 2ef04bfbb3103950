// SPDX-License-Identifier: Apache-2.0
// FENs as users paste them: from a URL, as a PGN tag, with a label in front, as EPD, or a placement alone.

import { Setup } from 'binbo'

/** A URL with the eight ranks of a position in it, and maybe pockets. */
const ADDRESS = /^https?:\/\/\S*?(?<![\w~])((?:[\w~]+\/){7}[\w~]+(?:\[\w*\])?)((?:\s.*)?)$/s
const TAG = /^\[\s*FEN\s+"([^"]*)"\s*\]$/i
/** Four fields, then operations. */
const EPD = /^((?:\S+ ){3}\S+) [a-z]\w* .*;$/i
/** One, two, three or five fields. */
const INCOMPLETE = /^(?:\S+ ){0,2}\S+$|^(?:\S+ ){4}\d+$/
/** Blanks as forms write them. */
const FORM = /\+[wb]\+/
const NAME = /^(?:FEN\s*[:=]\s*|position\s+fen\s+)/i

/** @returns the FEN in it, with single spaces and without missing fields; other text unchanged but for its spaces */
export function tidyFen(text: string): string {
  const plain = decoded(text.trim())
  const inner = (TAG.exec(plain)?.[1] ?? plain).replace(NAME, '').replace(/^(["'])(.*)\1$/s, '$2')
  const spaced = inner.replace(/[\s_]+/g, ' ').trim()
  const [, rows, rest] = ADDRESS.exec(spaced) ?? []
  const fen = rows === undefined ? spaced : lastRows(rows) + rest.replace(/[?#&].*/s, '')
  return EPD.exec(fen)?.[1] ?? completed(fen)
}

/** @returns unchanged where it has all fields, or none that can be read */
function completed(fen: string): string {
  try {
    return INCOMPLETE.test(fen) ? new Setup(fen).fen : fen
  } catch {
    return fen
  }
}

/** @returns whether it is meant as a FEN, right or wrong: one line that starts with ranks */
export const isFenLike = (text: string): boolean =>
  !/[\r\n]/.test(text.trim()) && /^[^\s/[\]{}();.:]*(?:\/[^\s/.]*){5,}(?:\s|$)/.test(tidyFen(text))

/** @param rows of a URL, maybe after folders @returns the last eight */
const lastRows = (rows: string): string => rows.split('/').slice(-8).join('/')

function decoded(text: string): string {
  // Forms write blanks as +, which also counts checks.
  const spaced = FORM.test(text) ? text.replaceAll('+', ' ') : text
  if (!/%[0-9a-f]{2}/i.test(spaced)) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
