// SPDX-License-Identifier: Apache-2.0
// What works offline, and a button to keep the engine for offline use.

import { ENGINE_FILES } from '../engine/engine-files.js'
import { h } from '../page/dom.js'
import { allow, keepFocus } from '../page/focus.js'

/** Milliseconds after which browsers have ended a service worker, which then does not answer. */
const TIMEOUT = 330_000

/** @returns {HTMLElement} it follows the service worker */
export function offlineView() {
  const state = h('p', { id: 'offline-state', tabindex: -1 })
  const button = h('button', { type: 'button', id: 'offline-engine' }, 'Keep the engine for offline use')
  const root = h('div', { class: 'offline' }, state, button)

  const draw = async () => {
    const isKept = navigator.serviceWorker?.controller != null
    const engine = isKept && (await hasEngine())
    keepFocus(
      button,
      () => state,
      () => {
        button.hidden = !isKept || engine
      },
    )
    state.textContent = !isKept
      ? 'This page does not work offline yet: the browser has not kept it. It may do so on the next visit.'
      : engine
        ? 'The page and the engine work offline.'
        : 'The page works offline; the engine only if it was used before.'
  }
  button.addEventListener('click', async () => {
    allow(button, false)
    state.textContent = 'Loading the engine…'
    const isKept = await keepEngine()
    await draw()
    if (!isKept) state.textContent = 'The engine could not be loaded. Check your connection and try again.'
    allow(button, true)
  })
  navigator.serviceWorker?.addEventListener('controllerchange', draw)
  draw()
  return root
}

/** @returns {Promise<boolean>} whether the service worker keeps it now */
function keepEngine() {
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
