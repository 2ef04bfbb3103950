// SPDX-License-Identifier: Apache-2.0
// The history of a tab: happy-dom's goes nowhere, and tells of addresses that a script has set itself.

/** @import { PageWindow } from './window.js' */

/** @param {PageWindow} window */
export function addHistory(window) {
  const { history, location } = window
  const setUrl = history.replaceState.bind(history)
  /** @type {{ state: unknown, url: string }[]} */
  const entries = [{ state: null, url: location.href }]
  let at = 0
  /** Addresses whose change is no news. @type {string[]} */
  const silent = []

  /** @param {string} url without an event */
  const silently = url => {
    const before = location.hash
    setUrl(null, '', url)
    if (location.hash !== before) silent.push(location.href)
  }

  /** A link that was followed has its entry at once, before its event. */
  const follow = () => {
    if (location.href !== entries[at].url) entries.splice(++at, Infinity, { state: null, url: location.href })
  }

  // The first listener, so that no other hears what is no news.
  window.addEventListener('hashchange', event => {
    const { newURL } = /** @type {any} */ (event)
    const known = silent.indexOf(newURL)
    if (known >= 0) {
      silent.splice(known, 1)
      event.stopImmediatePropagation()
    } else follow()
  })

  /** @param {1 | 0} by */
  const set =
    by =>
    (
      /** @type {unknown} */ state,
      /** @type {string} */ _,
      /** @type {string | URL | undefined} */ url = location.href,
    ) => {
      follow()
      silently(String(url))
      at += by
      entries.splice(at, by ? Infinity : 1, { state: structuredClone(state), url: location.href })
    }

  const go = (/** @type {number} */ by) => {
    follow()
    if (!entries[at + by]) return
    window.setTimeout(() => {
      at += by
      const { state, url } = entries[at]
      const oldURL = location.href
      silently(url)
      window.dispatchEvent(Object.assign(new window.Event('popstate'), { state }))
      if (oldURL.split('#')[1] !== url.split('#')[1])
        window.dispatchEvent(Object.assign(new window.Event('hashchange'), { oldURL, newURL: url }))
    }, 0)
  }
  const names = {
    ...{ pushState: set(1), replaceState: set(0) },
    ...{ go, back: () => go(-1), forward: () => go(1) },
  }
  for (const [name, value] of Object.entries(names)) Object.defineProperty(history, name, { value })
  Object.defineProperty(history, 'state', {
    get() {
      follow()
      return entries[at].state
    },
  })
  Object.defineProperty(history, 'length', { get: () => entries.length })
}
