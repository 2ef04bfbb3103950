// SPDX-License-Identifier: Apache-2.0
// Which engine to use: the built-in one or a remote one. The choice survives a reload; a token is a secret, so it stays
// with the tab.

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

/** @typedef {{ url: string } | { problem: string }} CheckedAddress problem: what is wrong and what to write instead */

const EXAMPLE = 'ws://127.0.0.1:8080'
const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/**
 * @param {string} text
 * @param {string} pageProtocol such as 'https:'
 * @returns {CheckedAddress}
 */
export function checkAddress(text, pageProtocol) {
  const typed = text.trim()
  if (typed === '') return { problem: `Enter the address of an engine server, such as ${EXAMPLE}.` }
  if (/\s/.test(typed)) return { problem: 'There is a blank in the address: take it out.' }
  const [, scheme = '', rest = ''] = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/i.exec(typed) ?? []
  const secure = pageProtocol === 'https:' ? 'wss://' : 'ws://'
  if (scheme === '') return { problem: `An address begins with ws:// or wss://, such as ${secure}${rest}` }
  if (/^https?$/i.test(scheme)) {
    const mended = `${scheme.toLowerCase() === 'https' ? 'wss' : 'ws'}://${rest}`
    return { problem: `That is the address of a website. Engines are at ws:// or wss://: try ${mended}` }
  }
  if (!/^wss?$/i.test(scheme))
    return { problem: `Engines are at ws:// or wss:// addresses, not at ${scheme}://.` }
  const address = URL.canParse(typed) ? new URL(typed) : null
  if (!address) return { problem: `This is no address that a browser can open. One looks like ${EXAMPLE}.` }
  if (address.username || address.password)
    return { problem: 'Take the name and the password out of the address; a token has its own field.' }
  address.hash = ''
  if (pageProtocol === 'https:' && address.protocol === 'ws:' && !isOfThisComputer(address.href)) {
    return {
      problem:
        'This page came over https, so the browser lets it open only wss:// addresses; ws:// is for engines of this computer.',
    }
  }
  return { url: address.href }
}

/** @param {string} url @returns {boolean} whether it leads to the computer that the browser runs on */
export const isOfThisComputer = url => URL.canParse(url) && LOOPBACK.test(new URL(url).hostname)
