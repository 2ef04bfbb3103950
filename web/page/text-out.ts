// SPDX-License-Identifier: Apache-2.0
// Copies text to the clipboard, and saves text and files as downloads.

import { h } from './dom.js'
import { say } from './texts.js'

/** @returns whether the browser allowed it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

export const COPIED = say`Copied.`
export const FORBIDDEN = say`This browser does not let the page copy. The text is selected: press Ctrl+C, or ⌘C on a Mac.`

/**
 * Copies the text of a field, or selects it if copying is forbidden.
 * @returns the outcome, as text for users
 */
export async function copyField(field: HTMLInputElement | HTMLTextAreaElement): Promise<string> {
  if (await copyText(field.value)) return COPIED
  field.focus()
  field.select()
  return FORBIDDEN
}

/**
 * Downloads a text as a file.
 * @param name of the file
 * @param type its MIME type
 */
export const download = (name: string, text: string, type = 'text/plain') =>
  save(name, new Blob([text], { type }))

/** Downloads a file. */
export function save(name: string, contents: Blob) {
  const url = URL.createObjectURL(contents)
  h('a', { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
