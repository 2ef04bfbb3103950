// SPDX-License-Identifier: Apache-2.0
// Splits a message of a client into words. Engines differ in what they take for a blank, so all blanks of Unicode count, and
// messages with line breaks or control characters are refused.

import { plainText } from '../../net/client-socket.js'

/** Thrown while a command is read. It never leaves the bridge. */
export class Refusal extends Error {}

const LONGEST_REASON = 160

/**
 * @param reason may quote the client
 * @returns a line for the client: printable ASCII only, and short
 */
export function refusalLine(reason: string): string {
  return `info string refused: ${plainText(reason, LONGEST_REASON)}`
}

/** Control characters except tab, and Unicode's line and paragraph separators. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds them
const FORBIDDEN = /[\0-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]/

/**
 * @returns its words; none if it has only blanks
 * @throws {Refusal} for line breaks and other control characters, anywhere
 */
export function messageWords(message: string): string[] {
  if (FORBIDDEN.test(message)) throw new Refusal('a message is one line without control characters')
  return message.split(/\s+/u).filter(Boolean)
}

/** @returns its first word, in lower case; '' for blanks only, and for a message that messageWords() refuses */
export function firstWord(message: string): string {
  if (FORBIDDEN.test(message)) return ''
  return /\S+/u.exec(message)?.[0].toLowerCase() ?? ''
}

/**
 * @param word in lower case
 * @returns its first index, in any case of letters, or -1
 */
export function indexOfWord(words: readonly string[], word: string, from = 0): number {
  for (let i = from; i < words.length; i++) if (words[i].toLowerCase() === word) return i
  return -1
}
