// SPDX-License-Identifier: Apache-2.0
// Settings that the page saves, such as its theme, its open parts, and the strength of the engine.

import { ownKey } from './local-storage.js'
import { oneOf } from './unknown.js'

const NAME = 'settings'

type Setting = string | number | boolean | null

const settings = read()

/**
 * Reads a setting.
 * @param name such as 'sound'
 * @param fallback returned if no value of its type was saved
 */
export function setting<T extends Setting>(name: string, fallback: T): T {
  const saved = Object.hasOwn(settings, name) ? settings[name] : undefined
  return isLike(saved, fallback) ? saved : fallback
}

const isLike = <T>(value: unknown, example: T): value is T => typeof value === typeof example

let changed = () => {}

/** @param follow called after each change of a setting from now on */
export const onSetting = (follow: () => void) => {
  changed = follow
}

/** Saves a setting in the browser. */
export function saveSetting(name: string, value: Setting) {
  settings[name] = value
  keepSetting(name, value)
  changed()
}

function keepSetting(name: string, value: Setting) {
  try {
    // Another tab may have saved other settings in the meantime.
    localStorage.setItem(ownKey(NAME), JSON.stringify({ ...settings, ...read(), [name]: value }))
  } catch {
    // Full or forbidden: the value lasts until the page is closed.
  }
}

/** @returns {} if something else is stored there, or storage is forbidden */
function read(): Record<string, Setting> {
  try {
    const saved = JSON.parse(localStorage.getItem(ownKey(NAME)) ?? '{}')
    return saved !== null && typeof saved === 'object' && !Array.isArray(saved) ? saved : {}
  } catch {
    return {}
  }
}

const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const theme = (): Theme => oneOf(THEMES, setting<string>('theme', '')) ?? 'system'

/** Shows the page in a theme. @param chosen default: as saved */
export function applyTheme(chosen: Theme = theme()) {
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
  else delete document.documentElement.dataset.theme
}

/** Saves the theme and shows the page in it. */
export function chooseTheme(chosen: Theme) {
  saveSetting('theme', chosen)
  applyTheme()
}

/** The choices for the analysis time of a position, in seconds; 0: no limit. */
export const ANALYSIS_SECONDS = [20, 60, 300, 0]
const DEFAULT_SECONDS = 60

/** @returns one of ANALYSIS_SECONDS */
export function analysisSeconds(): number {
  const seconds = setting('analysis-seconds', DEFAULT_SECONDS)
  return ANALYSIS_SECONDS.includes(seconds) ? seconds : DEFAULT_SECONDS
}
