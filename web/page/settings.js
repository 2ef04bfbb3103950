// SPDX-License-Identifier: Apache-2.0
// Small things that the page remembers: which way the board stands, how strong the engine plays.

import { ownKey } from './keep.js'

const NAME = 'settings'

/** @typedef {string | number | boolean | null} Setting */

/** @type {Record<string, Setting>} */
let settings = {}
try {
  const saved = JSON.parse(localStorage.getItem(ownKey(NAME)) ?? '{}')
  if (saved !== null && typeof saved === 'object' && !Array.isArray(saved)) settings = saved
} catch {
  // Whatever stands there, or where storage is forbidden: the page begins anew.
}

/**
 * @template {Setting} T
 * @param {string} name such as 'sound'
 * @param {T} standard also where another type was saved
 * @returns {T}
 */
export function setting(name, standard) {
  const saved = Object.hasOwn(settings, name) ? settings[name] : undefined
  return typeof saved === typeof standard ? /** @type {T} */ (saved) : standard
}

/** @param {string} name @param {Setting} value */
export function saveSetting(name, value) {
  settings[name] = value
  try {
    localStorage.setItem(ownKey(NAME), JSON.stringify(settings))
  } catch {
    // Full or forbidden: it holds until the page is closed.
  }
}
