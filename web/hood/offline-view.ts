// SPDX-License-Identifier: Apache-2.0
// What works offline, and a button to keep the engine for offline use.

import { html, nothing } from 'lit-html'
import { ENGINE_FILES } from '../engine/engine-files.js'
import { button } from '../page/templates.js'

export type Offline = {
  /** is the page? */
  isKept: boolean
  hasEngine: boolean
}

/** Milliseconds after which browsers have ended a service worker, which then does not answer. */
const TIMEOUT = 330_000

/**
 * @param offline null until it is known
 * @param keeping the engine
 */
export const offlineView = (offline: Offline | null, keeping: '' | 'loading' | 'failed', keep: () => void) =>
  html`<div class="offline"><p id="offline-state" tabindex="-1">${offline && describe(offline, keeping)}</p>${
    offline?.isKept && !offline.hasEngine
      ? button({
          ...{ id: 'offline-engine', label: 'Keep the engine for offline use' },
          ...{ off: keeping === 'loading', run: keep },
        })
      : nothing
  }</div>`

function describe({ isKept, hasEngine }: Offline, keeping: '' | 'loading' | 'failed') {
  if (keeping === 'loading') return 'Loading the engine…'
  if (keeping === 'failed') return 'The engine could not be loaded. Check your connection and try again.'
  if (!isKept)
    return 'This page does not work offline yet: the browser has not kept it. It may do so on the next visit.'
  return hasEngine
    ? 'The page and the engine work offline.'
    : 'The page works offline; the engine only if it was used before.'
}

export async function readOffline(): Promise<Offline> {
  const isKept = navigator.serviceWorker?.controller != null
  return { isKept, hasEngine: isKept && (await hasEngine()) }
}

/** @returns whether the service worker keeps it now */
export function keepEngine(): Promise<boolean> {
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
