// SPDX-License-Identifier: Apache-2.0
// Shows what works offline, and a button that caches the engine for offline use.

import { html, nothing } from 'lit-html'
import { ENGINE_FILES } from '../engine/engine-files.js'
import { button } from '../page/templates.js'

export type Offline = {
  isPageCached: boolean
  isEngineCached: boolean
}

/** Progress of caching the engine; '' before and after. */
export type Caching = '' | 'loading' | 'failed'

/** Milliseconds after which browsers have ended a service worker, which then does not answer. */
const TIMEOUT = 330_000

/**
 * @param offline null until it is known
 * @param cache called when users press the button
 */
export const offlineView = (offline: Offline | null, caching: Caching, cache: () => void) =>
  html`<div class="offline"><p id="offline-state" tabindex="-1">${offline && describe(offline, caching)}</p>${
    offline?.isPageCached && !offline.isEngineCached
      ? button({
          ...{ id: 'offline-engine', label: 'Keep the engine for offline use' },
          ...{ off: caching === 'loading', run: cache },
        })
      : nothing
  }</div>`

function describe({ isPageCached, isEngineCached }: Offline, caching: Caching) {
  if (caching === 'loading') return 'Loading the engine…'
  if (caching === 'failed') return 'The engine could not be loaded. Check your connection and try again.'
  if (!isPageCached)
    return 'This page does not work offline yet: the browser has not kept it. It may do so on the next visit.'
  return isEngineCached
    ? 'The page and the engine work offline.'
    : 'The page works offline; the engine only if it was used before.'
}

export async function readOffline(): Promise<Offline> {
  const isPageCached = navigator.serviceWorker?.controller != null
  return { isPageCached, isEngineCached: isPageCached && (await hasEngine()) }
}

/** Has the service worker cache the engine. @returns whether it succeeded */
export function cacheEngine(): Promise<boolean> {
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

/** @returns whether all files of the engine are in a cache */
async function hasEngine(): Promise<boolean> {
  const found = await Promise.all(ENGINE_FILES.map(path => caches.match(new URL(path, document.baseURI))))
  return found.every(Boolean)
}
