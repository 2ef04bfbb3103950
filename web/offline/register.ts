// SPDX-License-Identifier: Apache-2.0
// Makes the page usable offline. A new version waits until the user accepts it, then the other tabs offer to reload.

import { savesData } from '../page/connection.js'
import { notify } from '../page/notices.js'
import { say } from '../page/texts.js'

/** The longest time that a reload waits for the new version. */
const TAKE_OVER_SECONDS = 10

/** Registers the service worker. Has no effect if the browser or the host does not allow it. */
export async function registerOffline() {
  if (!('serviceWorker' in navigator)) return
  try {
    const script = new URL('service-worker.js', document.baseURI)
    const registration = await navigator.serviceWorker.register(script, { updateViaCache: 'none' })
    watch(registration)
    // Keeps the engine of an installed page for offline use, also before its first use.
    if (matchMedia('(display-mode: standalone)').matches && !savesData())
      (await navigator.serviceWorker.ready).active?.postMessage('keep engine', [new MessageChannel().port2])
  } catch {
    // For example in a private window, over HTTP, or after another answer of the host: the page works online only.
  }
}

function watch(registration: ServiceWorkerRegistration) {
  const { serviceWorker } = navigator
  let reloadsNext = false
  let wasControlled = serviceWorker.controller !== null
  let closeOffer = () => {}
  const reload = () => {
    reloadsNext = true
    // Another tab may have accepted it first, or a newer version may be waiting.
    if (!registration.waiting) return location.reload()
    registration.waiting.postMessage('take over')
    // The browser keeps the old version while it still loads a file, such as the engine's.
    notify({ text: say`The page reloads when the new version is in place.`, seconds: TAKE_OVER_SECONDS })
    setTimeout(() => location.reload(), TAKE_OVER_SECONDS * 1000)
  }
  const offer = () => {
    if (!registration.waiting || !wasControlled) return
    closeOffer()
    const actions = [{ label: say`Reload`, run: reload }]
    closeOffer = notify({ text: say`A new version of this page is ready.`, actions, until: 'closed' })
  }
  serviceWorker.addEventListener('controllerchange', () => {
    const isFirst = !wasControlled
    wasControlled = true
    if (reloadsNext) location.reload()
    else if (!isFirst) {
      closeOffer()
      const actions = [{ label: say`Reload`, run: () => location.reload() }]
      notify({ text: say`This page has been updated.`, actions, until: 'closed' })
    }
  })
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') offer()
    })
  })
  offer()
}
