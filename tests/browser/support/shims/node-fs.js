// SPDX-License-Identifier: Apache-2.0
// Stands in for node:fs in Chromium: the files of tests/data, which the bundle carries.

// @ts-expect-error made by bundle-suite.js
import { files } from 'test-data'

/**
 * @param {string | URL} path
 * @param {string} [encoding]
 * @returns {string | Uint8Array}
 */
export function readFileSync(path, encoding) {
  const name = String(path).split('/data/').at(-1) ?? ''
  if (!Object.hasOwn(files, name)) throw new Error(`tests/data has no ${name}`)
  return encoding ? files[name] : new TextEncoder().encode(files[name])
}
