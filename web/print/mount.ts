// SPDX-License-Identifier: Apache-2.0
// While a game is open, printing the page prints the game, also from the browser's menu.

import type { Page } from './page.js'
import { loadOpenings } from './page.js'
import { printInstead } from './paper.js'
import { sheetOf } from './print-dialog.js'

export async function mountPrint(page: Page) {
  await loadOpenings()
  printInstead(() => sheetOf(page))
}
