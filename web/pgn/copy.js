// SPDX-License-Identifier: Apache-2.0
// Copies what a field says, also where the clipboard is forbidden.

/**
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @returns {Promise<string>} what became of it, in words
 */
export async function copyField(field) {
  try {
    await navigator.clipboard.writeText(field.value)
    return 'Copied.'
  } catch {
    field.focus()
    field.select()
    return 'This browser does not let the page copy. The text is selected: press Ctrl+C, or ⌘C on a Mac.'
  }
}
