// SPDX-License-Identifier: Apache-2.0
// Small things that the page remembers, such as its theme, what is shown, and how strong the engine plays.

import { ownKey } from './keep.js'

const NAME = 'settings'

/** @typedef {string | number | boolean | null} Setting */

const settings = read()

/**
 * Reads a setting.
 * @template {Setting} T
 * @param {string} name such as 'sound'
 * @param {T} fallback returned if no value of its type was saved
 * @returns {T}
 */
export function setting(name, fallback) {
  const saved = Object.hasOwn(settings, name) ? settings[name] : undefined
  return typeof saved === typeof fallback ? /** @type {T} */ (saved) : fallback
}

let changed = () => {}

/** @param {() => void} follow called after each change of a setting from now on */
export const onSetting = follow => {
  changed = follow
}

/** Saves a setting in the browser. @param {string} name @param {Setting} value */
export function saveSetting(name, value) {
  settings[name] = value
  keepSetting(name, value)
  changed()
}

/** @param {string} name @param {Setting} value */
function keepSetting(name, value) {
  try {
    // Another tab may have saved others in the meantime.
    localStorage.setItem(ownKey(NAME), JSON.stringify({ ...settings, ...read(), [name]: value }))
  } catch {
    // Full or forbidden: the value lasts until the page is closed.
  }
}

/** @returns {Record<string, Setting>} empty if something else is stored there, or storage is forbidden */
function read() {
  try {
    const saved = JSON.parse(localStorage.getItem(ownKey(NAME)) ?? '{}')
    return saved !== null && typeof saved === 'object' && !Array.isArray(saved) ? saved : {}
  } catch {
    return {}
  }
}

/** @typedef {'system' | 'light' | 'dark'} Theme */

/** @returns {Theme} */
export const theme = () => /** @type {Theme} */ (setting('theme', 'system'))

/** Shows the page in a theme. @param {Theme} [chosen] default: as saved */
export function applyTheme(chosen = theme()) {
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
  else delete document.documentElement.dataset.theme
}

/** Saves the theme and shows the page in it. @param {Theme} chosen */
export function chooseTheme(chosen) {
  saveSetting('theme', chosen)
  applyTheme()
}

/** How long a position is analysed, in seconds; 0: no limit. */
export const ANALYSIS_SECONDS = [20, 60, 300, 0]
const DEFAULT_SECONDS = 60

/** @returns {number} one of ANALYSIS_SECONDS */
export function analysisSeconds() {
  const seconds = setting('analysis-seconds', DEFAULT_SECONDS)
  return ANALYSIS_SECONDS.includes(seconds) ? seconds : DEFAULT_SECONDS
}
