// SPDX-License-Identifier: Apache-2.0
// Text leaves the page: to the clipboard, or as a file.

import { h } from './dom.js'

/** @param {string} text @returns {Promise<boolean>} whether it was copied */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/**
 * Copies what a field says; where that is forbidden it is selected.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @returns {Promise<string>} what became of it, in words
 */
export async function copyField(field) {
  if (await copyText(field.value)) return 'Copied.'
  field.focus()
  field.select()
  return 'This browser does not let the page copy. The text is selected: press Ctrl+C, or ⌘C on a Mac.'
}

/**
 * @param {string} name of the file
 * @param {string} text
 * @param {string} [type] of its content
 */
export function download(name, text, type = 'text/plain') {
  const url = URL.createObjectURL(new Blob([text], { type }))
  h('a', { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
