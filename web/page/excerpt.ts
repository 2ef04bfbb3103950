// SPDX-License-Identifier: Apache-2.0
// Marks the faulty part of a text and shows the rest of its line.

import { html } from 'lit-html'

/** Characters shown on each side of the faulty part. */
const AROUND = 24

/**
 * Shows the line of a fault, shortened, with the faulty part marked.
 * @param from start of the faulty part
 * @param length of the faulty part; default one character
 */
export function excerpt(text: string, from: number, length: number = characterAt(text, from)) {
  const to = from + length
  const before = text.slice(0, from)
  const line = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1
  const start = Math.max(line, from - AROUND)
  const [rest] = text.slice(to).split(/[\r\n]/, 1)
  return html`<span class="code excerpt">${start > line ? '…' : ''}${text.slice(start, from)}<mark>${
    text.slice(from, to).trim() || '␣'
  }</mark>${rest.slice(0, AROUND)}${rest.length > AROUND ? '…' : ''}</span>`
}

/** @returns the length of the character at an index: 2 beyond U+FFFF */
const characterAt = (text: string, at: number): number => Array.from(text.slice(at, at + 2))[0]?.length ?? 0
