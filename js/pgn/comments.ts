// SPDX-License-Identifier: Apache-2.0
// Reads comments, as text and as bytes. Blanks around a comment are dropped, and a line break with the blanks around it becomes
// one space, since lines may be broken anywhere (PGN standard 8.2.1). Most comments are a clock, perhaps with an evaluation:
// these are recognised in the bytes, without a string. comment-commands.ts reads these and all others.

const TAB = 9
const CARRIAGE_RETURN = 13
const SPACE = 32
const LINE_BREAKS = /[\r\n]+/
const [HASH, MINUS, POINT, DIGIT_0, DIGIT_9, COLON, CLOSING] = bytesOf('#-.09:]')
const CLOCK = bytesOf('[%clk ')
const EVALUATION = bytesOf('[%eval ')
const MOST_DIGITS = 9
const NONE = -1

// --- text ----------------------------------------------------------------------------------------

/**
 * Only ASCII blanks count; a no-break space is an ordinary character.
 * @param unit a byte or a UTF-16 unit
 */
export const isBlank = (unit: number) => unit === SPACE || (unit <= CARRIAGE_RETURN && unit >= TAB)

/** @returns the text without blanks at its ends */
export function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/** @returns the comment on one line */
export function commentText(raw: string): string {
  const text = trimBlanks(raw)
  if (!LINE_BREAKS.test(text)) return text
  const lines = text.split(LINE_BREAKS).map(trimBlanks)
  return lines.filter(line => line !== '').join(' ')
}

// --- bytes ---------------------------------------------------------------------------------------

/** @param text ASCII */
function bytesOf(text: string) {
  return Array.from(text, character => character.charCodeAt(0))
}

/** @returns whether the comment has only clocks and evaluations; false if that is uncertain */
export function isOnlyCommands(text: Uint8Array, start: number, end: number): boolean {
  const first = skipBlanks(text, start, end)
  let at = first
  while (at !== NONE && at < end) {
    at = text[at + 2] === CLOCK[2] ? clockEnd(text, at) : evaluationEnd(text, at)
    if (at !== NONE) at = skipBlanks(text, at, end)
  }
  return at === end && first < end
}

/** @returns the seconds of a comment that is only a clock; -1 if that is uncertain */
export function clockOf(text: Uint8Array, start: number, end: number): number {
  const first = skipBlanks(text, start, end)
  const after = clockEnd(text, first)
  if (after === NONE || skipBlanks(text, after, end) !== end) return -1
  // [%clk hh:mm:ss] or, with one digit less, [%clk h:mm:ss]
  const tens = after - first === CLOCK.length + 9 ? text[after - 9] - DIGIT_0 : 0
  const hours = 10 * tens + text[after - 8] - DIGIT_0
  return 3600 * hours + 60 * twoDigits(text, after - 6) + twoDigits(text, after - 3)
}

function twoDigits(text: Uint8Array, at: number) {
  return 10 * text[at] + text[at + 1] - 11 * DIGIT_0
}

function skipBlanks(text: Uint8Array, from: number, end: number) {
  let at = from
  while (at < end && isBlank(text[at])) at++
  return at
}

// These functions may read beyond the comment; a command that ends after the comment does not count.

const isDigit = (byte: number) => byte >= DIGIT_0 && byte <= DIGIT_9

function startsWith(text: Uint8Array, at: number, opening: readonly number[]) {
  for (let i = 0; i < opening.length; i++) if (text[at + i] !== opening[i]) return false
  return true
}

/** @returns the place after '[%clk 0:05:00]' or '[%clk 10:05:00]', or NONE */
function clockEnd(text: Uint8Array, at: number): number {
  if (!startsWith(text, at, CLOCK)) return NONE
  let colon = at + CLOCK.length + 1
  if (isDigit(text[colon])) colon++
  const closing = colon + 6
  const isTime =
    isDigit(text[at + CLOCK.length]) &&
    text[colon] === COLON &&
    isDigit(text[colon + 1]) &&
    isDigit(text[colon + 2]) &&
    text[colon + 3] === COLON &&
    isDigit(text[colon + 4]) &&
    isDigit(text[colon + 5])
  return isTime && text[closing] === CLOSING ? closing + 1 : NONE
}

/** @returns the place after '[%eval -0.25]', '[%eval 1.5]' or '[%eval #3]', or NONE */
function evaluationEnd(text: Uint8Array, at: number): number {
  if (!startsWith(text, at, EVALUATION)) return NONE
  const isMate = text[at + EVALUATION.length] === HASH
  let first = at + EVALUATION.length + (isMate ? 1 : 0)
  if (text[first] === MINUS) first++
  let last = first
  while (isDigit(text[last])) last++
  if (last === first || last - first > MOST_DIGITS) return NONE
  if (!isMate && text[last] === POINT && isDigit(text[last + 1])) last += isDigit(text[last + 2]) ? 3 : 2
  return text[last] === CLOSING ? last + 1 : NONE
}
