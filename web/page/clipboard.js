// SPDX-License-Identifier: Apache-2.0
// Copies text, as far as the browser lets it.

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
