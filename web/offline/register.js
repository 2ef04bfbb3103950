// SPDX-License-Identifier: Apache-2.0
// Makes the page usable offline. A new version waits until people say so, and then all of the page's tabs are told.

import { notify } from '../page/notices.js'

/** Once everything else is loaded. Does nothing where the browser or the host does not let it. */
export async function registerOffline() {
  if (!('serviceWorker' in navigator)) return
  await loaded()
  try {
    const script = new URL('service-worker.js', document.baseURI)
    const registration = await navigator.serviceWorker.register(script, { updateViaCache: 'none' })
    watch(registration)
  } catch {
    // Private windows, plain HTTP, a host that answers otherwise: the page works, it only needs its network.
  }
}

/** @returns {Promise<void>} */
const loaded = () =>
  new Promise(resolve => {
    if (document.readyState === 'complete') resolve()
    else addEventListener('load', () => resolve(), { once: true })
  })

/** @param {ServiceWorkerRegistration} registration */
function watch(registration) {
  const { serviceWorker } = navigator
  let reloads = false
  let hadOne = serviceWorker.controller !== null
  let withdraw = () => {}
  const reload = () => {
    reloads = true
    // Another tab may have said so first, and a newer one may be waiting by now.
    if (registration.waiting) registration.waiting.postMessage('take over')
    else location.reload()
  }
  const offer = () => {
    if (!registration.waiting || !hadOne) return
    withdraw()
    const actions = [{ label: 'Reload', run: reload }]
    withdraw = notify({ text: 'A new version of this page is ready.', actions })
  }
  serviceWorker.addEventListener('controllerchange', () => {
    const isFirst = !hadOne
    hadOne = true
    if (reloads) location.reload()
    else if (!isFirst) {
      withdraw()
      const actions = [{ label: 'Reload', run: () => location.reload() }]
      notify({ text: 'This page was updated in another tab.', actions })
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
