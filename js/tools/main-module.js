// SPDX-License-Identifier: Apache-2.0
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * @param {string} url the module's import.meta.url
 * @returns {boolean} whether node was started with this module; false if another module imports it
 */
export function isMain(url) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url)
}
