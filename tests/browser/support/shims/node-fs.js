// SPDX-License-Identifier: Apache-2.0
// Stands in for node:fs in Chromium: reads the files that are in the bundle.

// @ts-expect-error made by bundle-suite.js
import { files } from 'test-data'

/**
 * @param {string | URL} path below the root that library.js names, or relative to a test file
 * @param {string} [encoding]
 * @returns {string | Uint8Array}
 */
export function readFileSync(path, encoding) {
  const { pathname } = new URL(path, location.href)
  const name = pathname.slice(1).replace(/^data\//, 'tests/data/')
  if (!Object.hasOwn(files, name)) throw new Error(`the bundle does not carry ${name}`)
  const bytes = Uint8Array.from(atob(files[name]), char => char.charCodeAt(0))
  return encoding ? new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes) : bytes
}
