// SPDX-License-Identifier: Apache-2.0
// A message of a client as words. Engines differ in what they take for a blank, so all blanks of Unicode are
// one here, and what could pass for a line break or hide something is no message at all.

import { Refusal } from './refusal.js'

/** Control characters but the tab, and Unicode's line and paragraph separators. */
const FORBIDDEN = /[^\P{Cc}\t]|[\p{Zl}\p{Zp}]/u

/**
 * @param {string} message
 * @returns {string[]} its words, none for blanks only
 * @throws {Refusal} for line breaks and other control characters, anywhere
 */
export function messageWords(message) {
  if (FORBIDDEN.test(message)) throw new Refusal('a message is one line without control characters')
  return message.split(/\s+/u).filter(Boolean)
}

/**
 * @param {readonly string[]} words
 * @param {string} word in lower case
 * @param {number} [from]
 * @returns {number} where it stands first, in whatever case, or -1
 */
export function indexOfWord(words, word, from = 0) {
  for (let i = from; i < words.length; i++) if (words[i].toLowerCase() === word) return i
  return -1
}
