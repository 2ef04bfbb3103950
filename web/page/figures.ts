// SPDX-License-Identifier: Apache-2.0
// Numbers as text for users.

import { language, say } from './texts.js'

const whole = new Intl.NumberFormat(language)
const short = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 })
const tenths = new Intl.NumberFormat(language, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
})

/** @returns such as '1.2' */
export const withOneDecimal = (number: number): string => tenths.format(number)

/** @returns such as '4,865,609' */
export const exactly = (count: number): string => whole.format(count)

/** @returns the size in bytes, kB or MB, with kB of 1000 bytes */
export function asSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${short.format(bytes / 1000)} kB` : `${tenths.format(bytes / 1e6)} MB`
}

/** @returns such as '12.5 ms' or '1.2 s' */
export const asTime = (ms: number): string =>
  ms < 1000 ? `${short.format(ms)} ms` : `${short.format(ms / 1000)} s`

/** @returns nodes per second */
export function asSpeed(nodes: number, ms: number): string {
  const speed = nodes / Math.max(ms, 0.001)
  return speed < 1000
    ? say`${short.format(speed)} thousand a second`
    : say`${short.format(speed / 1000)} million a second`
}

/** @returns such as '2.4' */
export const asRatio = (ratio: number): string =>
  new Intl.NumberFormat(language, { maximumSignificantDigits: 2 }).format(ratio)
