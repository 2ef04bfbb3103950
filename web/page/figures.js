// SPDX-License-Identifier: Apache-2.0
// Numbers as text for users.

const whole = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** @param {number} count @returns {string} such as '4,865,609' */
export const exactly = count => whole.format(count)

/** @param {number} bytes @returns {string} in kB of 1000 bytes */
export function asSize(bytes) {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${short.format(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** @param {number} ms @returns {string} such as '12.5 ms' or '1.2 s' */
export const asTime = ms => (ms < 1000 ? `${short.format(ms)} ms` : `${short.format(ms / 1000)} s`)

/** @param {number} nodes @param {number} ms @returns {string} nodes per second */
export function asSpeed(nodes, ms) {
  const speed = nodes / Math.max(ms, 0.001)
  return speed < 1000
    ? `${short.format(speed)} thousand a second`
    : `${short.format(speed / 1000)} million a second`
}

/** @param {number} ratio @returns {string} such as '2.4' */
export const asRatio = ratio => new Intl.NumberFormat('en', { maximumSignificantDigits: 2 }).format(ratio)
