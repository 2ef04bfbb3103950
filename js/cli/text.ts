// SPDX-License-Identifier: Apache-2.0
// Text for terminals: escapes control characters, counts widths in columns, and uses colors if the terminal has them.

import type { WriteStream } from 'node:tty'
import { codeOf, reasonOf } from '../core/caught.js'

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff01-\uff60\uffe0-\uffe6])/u
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

const segmenter = new Intl.Segmenter()
/** The length of a piece, in UTF-16 units. */
const PIECE = 512

/**
 * A segmenter takes quadratic time, so a long text is cut before ASCII characters, which begin a grapheme; if none follows
 * for long, it is cut anywhere.
 * @param text printable text
 */
function* graphemesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = at + PIECE
    while (end < text.length && end < at + 2 * PIECE && text.charCodeAt(end) > 0x7e) end++
    for (const { segment } of segmenter.segment(text.slice(at, end))) yield segment
    at = end
  }
}

/**
 * @param text of any origin
 * @returns one line, with control and format characters written as \u{…}
 */
export function printable(text: string): string {
  return text.replace(INVISIBLE, character => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/**
 * Makes text of any origin safe for a stream: a terminal gets only printable characters, blanks and line ends.
 * @param text in lines
 * @returns the text; for a terminal, control and format characters are written as \u{…}
 */
export const shown = (output: { isTTY?: boolean }, text: string): string =>
  output.isTTY ? text.replace(/[^\r\n\t]+|\r(?!\n)/g, printable) : text

/** @returns its JSON, with control and format characters as escapes */
export function visibleJson(value: unknown, indent?: number): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  // Keeps the line breaks of the indentation.
  return JSON.stringify(value, null, indent).replace(INVISIBLE, character =>
    character === '\n' ? character : character.split('').map(escaped).join(''),
  )
}

/**
 * @param text printable
 * @returns its columns on a terminal
 */
export function textWidth(text: string): number {
  let width = 0
  for (const grapheme of graphemesOf(text)) width += columnsOf(grapheme)
  return width
}

/** Characters of a column, at most; of longer ones some marks may be lost. */
const LONGEST = 32

/** @returns whether it has more columns; a long text is not read to its end */
function isWider(text: string, columns: number): boolean {
  let left = columns
  for (const grapheme of graphemesOf(text)) {
    left -= columnsOf(grapheme)
    if (left < 0) return true
  }
  return false
}

const columnsOf = (grapheme: string) => (ZERO.test(grapheme) ? 0 : WIDE.test(grapheme) ? 2 : 1)

/**
 * @param text printable
 * @param columns at least 1
 * @returns the text, or as much of its end as fits, after '…'
 */
export function fitEnd(text: string, columns: number): string {
  if (!isWider(text, columns)) return text
  let rest = columns - 1
  let end = ''
  for (const grapheme of [...graphemesOf(text.slice(-LONGEST * columns))].reverse()) {
    rest -= columnsOf(grapheme)
    if (rest < 0) break
    end = grapheme + end
  }
  return `…${end}`
}

/**
 * @param text printable
 * @param columns at least 1
 * @returns the text, or as much of its beginning as fits, before '…'
 */
export function fitStart(text: string, columns: number): string {
  if (!isWider(text, columns)) return text
  let rest = columns - 1
  let start = ''
  for (const grapheme of graphemesOf(text)) {
    rest -= columnsOf(grapheme)
    if (rest < 0) break
    start += grapheme
  }
  return `${start}…`
}

/**
 * @param noun in the singular
 * @returns such as '1,234 games'
 */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${count === 1 ? noun : plural(noun)}`
}

const plural = (noun: string) => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)

/** @returns the number with commas between thousands */
export function grouped(count: number): string {
  return count.toLocaleString('en-US')
}

/**
 * @returns its message; for errors of the system without the call and the file, such as 'no such file or directory
 *   (ENOENT)'
 */
export function failureText(error: unknown): string {
  const message = reasonOf(error)
  const code = codeOf(error)
  const system = /^([A-Z]+): (.*?)(?:, \w+(?: '.*')?)?$/s.exec(message)
  if (system) return `${system[2]} (${system[1]})`
  return `${message}${code === undefined || code.startsWith('ERR_') ? '' : ` (${code})`}`
}

/** @returns the size in decimal units, with three digits */
export function byteSize(bytes: number): string {
  let size = bytes
  let unit = 0
  for (; size >= 999.5 && unit < UNITS.length - 1; unit++) size /= 1000
  const digits = unit === 0 || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2
  return `${size.toFixed(digits)} ${UNITS[unit]}`
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

export const BOLD = '1'
export const DIM = '2'
export const RED = '31'
export const GREEN = '32'
export const YELLOW = '33'

export type Painter = (style: string, text: string) => string

/** @returns a function that adds a style if the output has colors: a terminal that is not dumb, without NO_COLOR */
export function painter(output: WriteStream): Painter {
  const colored = output.isTTY && output.hasColors()
  return (style, text) => (colored ? `\x1b[${style}m${text}\x1b[0m` : text)
}
