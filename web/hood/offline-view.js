// SPDX-License-Identifier: Apache-2.0
// What works offline, and a button to keep the engine for offline use.

import { html, nothing } from 'lit-html'
import { ENGINE_FILES } from '../engine/engine-files.js'
import { button } from '../page/templates.js'

/**
 * @typedef {object} Offline
 * @property {boolean} isKept is the page?
 * @property {boolean} hasEngine
 */

/** Milliseconds after which browsers have ended a service worker, which then does not answer. */
const TIMEOUT = 330_000

/**
 * @param {Offline | null} offline null until it is known
 * @param {'' | 'loading' | 'failed'} keeping the engine
 * @param {() => void} keep
 */
export const offlineView = (offline, keeping, keep) =>
  html`<div class="offline"><p id="offline-state" tabindex="-1">${offline && describe(offline, keeping)}</p>${
    offline?.isKept && !offline.hasEngine
      ? button({
          ...{ id: 'offline-engine', label: 'Keep the engine for offline use' },
          ...{ off: keeping === 'loading', run: keep },
        })
      : nothing
  }</div>`

/** @param {Offline} offline @param {'' | 'loading' | 'failed'} keeping */
function describe({ isKept, hasEngine }, keeping) {
  if (keeping === 'loading') return 'Loading the engine…'
  if (keeping === 'failed') return 'The engine could not be loaded. Check your connection and try again.'
  if (!isKept)
    return 'This page does not work offline yet: the browser has not kept it. It may do so on the next visit.'
  return hasEngine
    ? 'The page and the engine work offline.'
    : 'The page works offline; the engine only if it was used before.'
}

/** @returns {Promise<Offline>} */
export async function readOffline() {
  const isKept = navigator.serviceWorker?.controller != null
  return { isKept, hasEngine: isKept && (await hasEngine()) }
}

/** @returns {Promise<boolean>} whether the service worker keeps it now */
export function keepEngine() {
  const { port1, port2 } = new MessageChannel()
  navigator.serviceWorker.controller?.postMessage('keep engine', [port2])
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(hasEngine()), TIMEOUT)
    port1.onmessage = ({ data }) => {
      clearTimeout(timer)
      port1.close()
      resolve(data)
    }
  })
}

/** @returns {Promise<boolean>} whether all files of the engine are in a cache */
async function hasEngine() {
  const found = await Promise.all(ENGINE_FILES.map(path => caches.match(new URL(path, document.baseURI))))
  return found.every(Boolean)
}
