// SPDX-License-Identifier: Apache-2.0
// Which engine was chosen, kept over a reload. A token is a secret: it stays with the tab, not with the browser.

import { ownKey } from '../page/keep.js'
import { saveSetting, setting } from '../page/settings.js'

/** @typedef {{ kind: 'builtin' } | { kind: 'remote', url: string, token: string }} EngineSource token: '' for none */

/** @type {EngineSource} */
export const BUILT_IN = Object.freeze({ kind: 'builtin' })

const TOKEN = 'engine-token'

/** @returns {EngineSource} the one chosen before; the built-in one when its token is gone */
export function savedSource() {
  const url = savedUrl()
  const token = savedToken()
  const isWhole = url !== '' && (token !== '' || !setting('engine-has-token', false))
  return setting('engine-remote', false) && isWhole ? { kind: 'remote', url, token } : BUILT_IN
}

/** @returns {string} the address of the last remote engine; '' when there was none */
export const savedUrl = () => setting('engine-url', '')

/** @param {EngineSource} source */
export function saveSource(source) {
  saveSetting('engine-remote', source.kind === 'remote')
  if (source.kind === 'builtin') return
  saveSetting('engine-url', source.url)
  saveSetting('engine-has-token', source.token !== '')
  try {
    sessionStorage.setItem(ownKey(TOKEN), source.token)
  } catch {
    // Forbidden: it is asked for again after a reload.
  }
}

/** @returns {string} of the last remote engine; '' when there was none */
export function savedToken() {
  try {
    return sessionStorage.getItem(ownKey(TOKEN)) ?? ''
  } catch {
    return ''
  }
}
