// SPDX-License-Identifier: Apache-2.0
// Runs the bundled tests on the main thread: ?entry=inline or slim.

const { runAll } = await import(`/suite.js${location.search}`)
const result = /** @type {HTMLElement} */ (document.getElementById('result'))
result.textContent = JSON.stringify(await runAll())
result.dataset.done = 'yes'
