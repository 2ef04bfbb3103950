// SPDX-License-Identifier: Apache-2.0
// Light or dark: as the system says, or as people choose.

import { saveSetting, setting } from './settings.js'

/** @typedef {'system' | 'light' | 'dark'} Theme */

/** @returns {Theme} */
export const theme = () => /** @type {Theme} */ (setting('theme', 'system'))

/** Shows the page in the theme that was chosen. */
export function applyTheme() {
  const chosen = theme()
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
  else delete document.documentElement.dataset.theme
}

/** @param {Theme} chosen */
export function chooseTheme(chosen) {
  saveSetting('theme', chosen)
  applyTheme()
}
