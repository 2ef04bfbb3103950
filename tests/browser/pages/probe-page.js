// SPDX-License-Identifier: Apache-2.0
// Reports how the library starts on the main thread and in a module Worker; WebAssembly may be forbidden.

import { probe } from './probe.js'

const worker = new Worker('/probe-worker.js', { type: 'module' })
const inWorker = await new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data)
  worker.onerror = event => reject(new Error(event.message))
})
const result = /** @type {HTMLElement} */ (document.getElementById('result'))
result.textContent = JSON.stringify({ page: await probe(), worker: inWorker })
result.dataset.done = 'yes'
