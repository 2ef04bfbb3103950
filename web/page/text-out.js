// SPDX-License-Identifier: Apache-2.0
// Text leaves the page: to the clipboard, or as a file.

import { h } from './dom.js'
import { notify } from './notices.js'

/** @param {string} text @returns {Promise<boolean>} whether the browser let the page copy it */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

export const COPIED = 'Copied.'
export const FORBIDDEN =
  'This browser does not let the page copy. The text is selected: press Ctrl+C, or ⌘C on a Mac.'

/**
 * Copies the text of a field, or selects it if copying is forbidden.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @returns {Promise<string>} the outcome, as text for users
 */
export async function copyField(field) {
  if (await copyText(field.value)) return COPIED
  field.focus()
  field.select()
  return FORBIDDEN
}

/** Copies the text of an element, or selects it if copying is forbidden, and says so in a notice. @param {Element} shown */
export async function copyShown(shown) {
  const isCopied = await copyText(shown.textContent ?? '')
  if (!isCopied) getSelection()?.selectAllChildren(shown)
  notify({ text: isCopied ? COPIED : FORBIDDEN })
}

/**
 * Saves a text with the browser's downloads.
 * @param {string} name of the file
 * @param {string} text
 * @param {string} [type] of its content
 */
export const download = (name, text, type = 'text/plain') => save(name, new Blob([text], { type }))

/** Saves a file with the browser's downloads. @param {string} name @param {Blob} contents */
export function save(name, contents) {
  const url = URL.createObjectURL(contents)
  h('a', { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
