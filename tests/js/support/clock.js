// SPDX-License-Identifier: Apache-2.0
// performance.now() of this process, which a test can set forward: what a server here counts off by it has passed.
// Timers go on as before. It never goes back, so that no server sees time run backwards.

const now = performance.now.bind(performance)
let ahead = 0
performance.now = () => now() + ahead

/** @param {number} milliseconds */
export function setForward(milliseconds) {
  ahead += milliseconds
}
