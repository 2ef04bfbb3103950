// SPDX-License-Identifier: Apache-2.0

/** @returns {number} milliseconds that this process has worked. Browsers do not tell: there it stands still, and Node alone measures. */
export function cpuTime() {
  if (typeof process === 'undefined') return 0
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
