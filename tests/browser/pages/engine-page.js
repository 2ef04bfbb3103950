// SPDX-License-Identifier: Apache-2.0
// Runs one scenario of engine-scenarios.js, `?run=NAME`, and reports its result or its error. The other parameters of
// the query are its arguments.

import { scenarios } from './engine-scenarios.js'

const { run, ...given } = Object.fromEntries(new URLSearchParams(location.search))
/** @type {string[]} */
const unhandled = []
addEventListener('unhandledrejection', ({ reason }) => unhandled.push(String(reason)))
const report = await scenarios[run](given).catch((/** @type {any} */ error) => ({
  thrown: `${error.code} ${error.stack ?? error}`,
}))
const result = /** @type {HTMLElement} */ (document.getElementById('result'))
result.textContent = JSON.stringify({ ...report, unhandled })
result.dataset.done = 'yes'
