// SPDX-License-Identifier: Apache-2.0
// Runs the bundled tests on the main thread: ?entry=inline or slim.

/** What stops the suite before its first test is the one outcome. */
const { runAll } = await import(`/suite.js${location.search}`).catch(({ message, stack }) => ({
  runAll: async () => [{ name: 'the tests are declared', error: stack ?? message }],
}))
const result = /** @type {HTMLElement} */ (document.getElementById('result'))
result.textContent = JSON.stringify(await runAll())
result.dataset.done = 'yes'
