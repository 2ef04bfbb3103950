// SPDX-License-Identifier: Apache-2.0
// What users' functions throw, as the library reports it.

/**
 * Collects the reports of a test: those of reportError(), which Node does not have, or of the console.
 * @param {import('node:test').TestContext} t
 * @param {'reportError' | 'console'} [place]
 * @returns {unknown[]} grows
 */
export function reportedFaults(t, place = 'console') {
  /** @type {unknown[]} */
  const faults = []
  const report = fault => void faults.push(fault)
  if (place === 'console') t.mock.method(console, 'error', report)
  else {
    t.mock.method(console, 'error', () => faults.push('in the console'))
    globalThis.reportError = report
    t.after(() => Reflect.deleteProperty(globalThis, 'reportError'))
  }
  return faults
}
