// SPDX-License-Identifier: Apache-2.0
// What works without a network, and a button for the part that is only kept once it was used: the engine.

import { ENGINE_FILES } from '../engine/engine-files.js'
import { allow } from '../page/allow.js'
import { h } from '../page/dom.js'
import { keepFocus } from '../page/focus.js'

/** Milliseconds. No browser lets a service worker work for longer, and then it says nothing any more. */
const PATIENCE = 330_000

/** @returns {HTMLElement} */
export function offlineView() {
  const words = h('p', { id: 'offline-state', tabindex: -1 })
  const button = h('button', { type: 'button', id: 'offline-engine' }, 'Keep the engine for offline use')
  const root = h('div', { class: 'offline' }, words, button)

  const draw = async () => {
    const isKept = navigator.serviceWorker?.controller != null
    const engine = isKept && (await hasEngine())
    keepFocus(
      button,
      () => words,
      () => {
        button.hidden = !isKept || engine
      },
    )
    words.textContent = !isKept
      ? 'Offline, this page does not work yet: the browser has not kept it. It may on the next visit.'
      : engine
        ? 'The page and the engine work offline.'
        : 'The page works offline; the engine only where it was used before.'
  }
  button.addEventListener('click', async () => {
    allow(button, false)
    words.textContent = 'Loading the engine…'
    const isKept = await keepEngine()
    await draw()
    if (!isKept) words.textContent = 'The engine could not be loaded. Is there a network? Try again then.'
    allow(button, true)
  })
  navigator.serviceWorker?.addEventListener('controllerchange', draw)
  draw()
  return root
}

/** @returns {Promise<boolean>} whether the service worker could keep it */
function keepEngine() {
  const { port1, port2 } = new MessageChannel()
  navigator.serviceWorker.controller?.postMessage('keep engine', [port2])
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(hasEngine()), PATIENCE)
    port1.onmessage = ({ data }) => {
      clearTimeout(timer)
      port1.close()
      resolve(data)
    }
  })
}

async function hasEngine() {
  const found = await Promise.all(ENGINE_FILES.map(path => caches.match(new URL(path, document.baseURI))))
  return found.every(Boolean)
}
