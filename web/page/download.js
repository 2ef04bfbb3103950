// SPDX-License-Identifier: Apache-2.0
// A text as a file for the browser's downloads.

import { h } from './dom.js'

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
