// SPDX-License-Identifier: Apache-2.0
// Runs the bundled tests in a module Worker: ?entry=inline or slim.

const worker = new Worker(`/suite-worker.js${location.search}`, { type: 'module' })
const outcome = await new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data)
  worker.onerror = event => reject(new Error(event.message))
})
const result = /** @type {HTMLElement} */ (document.getElementById('result'))
result.textContent = JSON.stringify(outcome)
result.dataset.done = 'yes'
