// SPDX-License-Identifier: Apache-2.0
// The built page, which tests do not change. Building takes seconds: tests/runner/run.js does it once for all files of tests,
// and names the folder in TEST_PAGE; a file that runs by itself builds its own.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import { buildPage } from '../../../js/tools/build-page.js'
import { root } from './browser.js'

const { TEST_PAGE } = process.env
/** Holds the page as soon as builtPage() has resolved. */
export const PAGE_FOLDER = TEST_PAGE ?? join(root, `build/test-page-${process.pid}`)

/** @type {Promise<string> | undefined} */
let built
if (!TEST_PAGE) after(() => rm(PAGE_FOLDER, { recursive: true, force: true }))

/** @returns {Promise<string>} the folder */
export async function builtPage() {
  if (TEST_PAGE) return PAGE_FOLDER
  built ??= buildPage(PAGE_FOLDER)
  return built
}
