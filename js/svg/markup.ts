// SPDX-License-Identifier: Apache-2.0
// Escapes and checks text and colours of users for an SVG.
//
// Sources: XML 1.0, 2.2 (characters) and 2.4 (markup); CSS Color 4 for the notations.

import { argumentError } from '../core/errors.js'

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const NAME = /^[a-z]{3,24}$/i
/** A function of only numbers, percentages and angles. */
const FUNCTION =
  /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\((?:\s*(?:[+-]?[\d.]+(?:%|deg|rad|grad|turn)?|none)(?:\s*[,/]|(?=[\s)]))){3,4}\s*\)$/i
const LONGEST_COLOUR = 100

/** Characters that XML must not contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds them
const NO_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Words that may load a file, or hide a word that does. */
const LOADING_STYLE =
  /[\\<]|@(?!media\b)|(?:url|image|image-set|src|element|expression)\s*\(|javascript:|\/\*/i

/** @returns the text for element content and attributes; characters that XML forbids become U+FFFD */
export const escaped = (text: string): string =>
  text.replace(NO_XML, '\ufffd').replace(/[&<>"']/g, sign => ESCAPES[sign])

/**
 * @param name the attribute: fill, stroke or stop-color
 * @param colour a checked colour
 * @returns the attributes. Alpha becomes an opacity, because many programs that draw SVG do not know colours with alpha
 */
export function paint(name: string, colour: string): string {
  const digits = /^#(?:([\da-f]{3})([\da-f])|([\da-f]{6})([\da-f]{2}))$/i.exec(colour)
  if (digits === null) return `${name}="${colour}"`
  const [, short, nibble, long, byte] = digits
  const alpha = Number.parseInt(byte ?? nibble + nibble, 16) / 255
  return `${name}="#${long ?? short}" ${name.replace('-color', '')}-opacity="${Number(alpha.toFixed(3))}"`
}

/**
 * @param name the name of the option
 * @returns a CSS colour
 * @throws {ChessError} ERR_ARGUMENT
 */
export function requireColour(name: string, colour: unknown): string {
  if (
    typeof colour === 'string' &&
    colour.length <= LONGEST_COLOUR &&
    [HEX, NAME, FUNCTION].some(form => form.test(colour))
  )
    return colour
  throw argumentError(`${name} is a CSS colour, such as '#a97c58', 'tan' or 'rgb(169 124 88 / 0.5)'`, colour)
}

/**
 * @returns a style element, or nothing
 * @throws {ChessError} ERR_ARGUMENT for CSS that could load a file or end its element
 */
export function styleElement(style: unknown): string {
  if (style === undefined) return ''
  if (typeof style !== 'string') throw argumentError('style is CSS text', style)
  if (LOADING_STYLE.test(style))
    throw argumentError(
      'style is CSS without url(), @import and other rules but @media, comments, < and \\',
      style,
    )
  return `<style>${escaped(style).replaceAll('&#39;', "'").replaceAll('&quot;', '"')}</style>`
}
