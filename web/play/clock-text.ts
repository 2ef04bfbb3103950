// SPDX-License-Identifier: Apache-2.0
// Times as text: on a clock, in a PGN, and for screen readers. All times are integer milliseconds.

import { say } from '../page/texts.js'
import type { TimeControl } from './clock.js'

/** Below this, tenths of a second are shown. */
const TENTHS = 10_000
/** In seconds. */
const HOUR = 3600

/** @returns such as '1:02:03', '4:05' or '0:09.4', rounded up, so that it is 0 only when the time is up */
export function clockText(left: number): string {
  if (left <= TENTHS - 100) {
    const tenths = Math.ceil(left / 100)
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`
  }
  const seconds = Math.ceil(left / 1000)
  const [hours, minutes, rest] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / 60), seconds % 60]
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** @returns milliseconds until clockText() changes; Infinity at 0 */
export function untilNextText(left: number): number {
  if (left <= 0) return Number.POSITIVE_INFINITY
  const step = left <= TENTHS ? 100 : 1000
  return left % step || step
}

/** @returns the players' notation, in minutes and seconds, such as '3+2' or '0.5+0' */
export const controlText = ({ base, increment }: TimeControl): string =>
  `${base / 60_000}+${increment / 1000}`

/** @returns the value of the PGN tag TimeControl, in seconds, such as '180+2' */
export const controlTag = ({ base, increment }: TimeControl): string =>
  increment > 0 ? `${base / 1000}+${increment / 1000}` : String(base / 1000)

/** @returns text for screen readers, such as '4 minutes 5 seconds' */
export function spokenTime(left: number): string {
  const seconds = Math.ceil(left / 1000)
  const [hours, minutes, rest] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / 60), seconds % 60]
  const parts = [
    hours > 0 && (hours === 1 ? say`1 hour` : say`${hours} hours`),
    minutes > 0 && (minutes === 1 ? say`1 minute` : say`${minutes} minutes`),
    rest > 0 && (rest === 1 ? say`1 second` : say`${rest} seconds`),
  ]
  return parts.filter(Boolean).join(' ') || say`no time`
}
