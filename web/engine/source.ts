// SPDX-License-Identifier: Apache-2.0
// The user's choice of an engine: the built-in one or a remote one. The choice survives a reload; the token is secret, so it
// is saved for the tab only.

import { ownKey } from '../page/local-storage.js'
import { saveSetting, setting } from '../page/settings.js'
import { say } from '../page/texts.js'

/** `token`: '' for none. */
export type EngineSource = { kind: 'builtin' } | { kind: 'remote'; url: string; token: string }

export const BUILT_IN: EngineSource = Object.freeze({ kind: 'builtin' })

/** Text for users if the part that starts engines could not be loaded. */
export const UNLOADED = say`A part of this page could not be loaded. Check your connection and reload the page; your game is kept.`

const TOKEN = 'engine-token'

/** @returns the last choice; the built-in engine if its token is gone */
export function savedSource(): EngineSource {
  const url = savedUrl()
  const token = savedEngineToken()
  const isWhole = url !== '' && (token !== '' || !setting('engine-has-token', false))
  return setting('engine-remote', false) && isWhole ? { kind: 'remote', url, token } : BUILT_IN
}

/** @returns the address of the last remote engine, or '' */
export const savedUrl = (): string => setting('engine-url', '')

/** Saves the choice. */
export function saveSource(source: EngineSource) {
  saveSetting('engine-remote', source.kind === 'remote')
  if (source.kind === 'builtin') return
  saveSetting('engine-url', source.url)
  saveSetting('engine-has-token', source.token !== '')
  try {
    sessionStorage.setItem(ownKey(TOKEN), source.token)
  } catch {
    // Forbidden: the user enters it again after a reload.
  }
}

/** @returns the token of the last remote engine, or '' */
export function savedEngineToken(): string {
  try {
    return sessionStorage.getItem(ownKey(TOKEN)) ?? ''
  } catch {
    return ''
  }
}

/** `problem`: text for users, with a suggestion. */
type CheckedAddress = { url: string } | { problem: string }

const ENGINES = { a: say`an engine server`, all: say`Engines` }
const EXAMPLE = 'ws://127.0.0.1:8080'
const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Checks an address as typed: whether this page may open it, and what is wrong with it.
 * @param pageProtocol such as 'https:'
 * @param kind of server, for the texts
 */
export function checkAddress(
  text: string,
  pageProtocol: string,
  { a, all }: { a: string; all: string } = ENGINES,
): CheckedAddress {
  const typed = text.trim()
  if (typed === '') return { problem: say`Enter the address of ${a}, such as ${EXAMPLE}.` }
  if (/\s/.test(typed)) return { problem: say`The address contains a blank: remove it.` }
  const [, scheme = '', rest = ''] = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/i.exec(typed) ?? []
  const secure = pageProtocol === 'https:' ? 'wss://' : 'ws://'
  if (scheme === '') return { problem: say`An address begins with ws:// or wss://, such as ${secure + rest}` }
  if (/^https?$/i.test(scheme)) {
    const corrected = `${scheme.toLowerCase() === 'https' ? 'wss' : 'ws'}://${rest}`
    return { problem: say`That is the address of a website. ${all} are at ws:// or wss://: try ${corrected}` }
  }
  if (!/^wss?$/i.test(scheme))
    return { problem: say`${all} are at ws:// or wss:// addresses, not at ${scheme}://.` }
  const address = URL.canParse(typed) ? new URL(typed) : null
  if (!address) return { problem: say`A browser cannot open this address. Example: ${EXAMPLE}.` }
  if (address.username || address.password)
    return { problem: say`Remove the name and the password from the address; the token has its own field.` }
  address.hash = ''
  if (pageProtocol === 'https:' && address.protocol === 'ws:' && !isOfThisComputer(address.href)) {
    return {
      problem: say`This page was loaded over https, so browsers allow wss:// addresses only; ws:// works for this computer only.`,
    }
  }
  return { url: address.href }
}

/** @returns whether the URL leads to the browser's own computer */
export const isOfThisComputer = (url: string): boolean =>
  URL.canParse(url) && LOOPBACK.test(new URL(url).hostname)
