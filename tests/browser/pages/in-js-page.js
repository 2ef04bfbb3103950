// SPDX-License-Identifier: Apache-2.0
// Reports what binbo/js does on the main thread and in a module Worker.

import { playInJs } from './in-js.js'

const worker = new Worker('/in-js-worker.js', { type: 'module' })
const inWorker = await new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data)
  worker.onerror = event => reject(new Error(event.message))
})
const result = /** @type {HTMLElement} */ (document.getElementById('result'))
result.textContent = JSON.stringify({ page: await playInJs(), worker: inWorker })
result.dataset.done = 'yes'
