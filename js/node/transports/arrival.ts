// SPDX-License-Identifier: Apache-2.0
// When input arrived. Where more programs want to run than there are processors, this thread reads it late, and a match
// would charge that to the engine.

import { openSync, readSync } from 'node:fs'

/** Of this thread, in Linux: nanoseconds run, nanoseconds waited for a processor, turns; scheduler statistics of the kernel. */
const COUNTS = '/proc/thread-self/schedstat'
const SPACE = 0x20
const ZERO = 0x30

const bytes = new Uint8Array(64)
/** null where the system does not count */
let file: number | null | undefined
/** what waited() was after the last turn of the event loop with input */
let before: number | undefined
/** of this turn's input, as performance.now() counts */
let arrived: number | undefined

/** @returns the milliseconds that this thread has waited for a processor; 0 where the system does not count */
function waited(): number {
  if (file === null) return 0
  try {
    file ??= openSync(COUNTS, 'r')
    const length = readSync(file, bytes, 0, bytes.length, 0)
    let nanoseconds = 0
    for (let at = bytes.indexOf(SPACE) + 1; at < length && bytes[at] !== SPACE; at++)
      nanoseconds = 10 * nanoseconds + (bytes[at] ?? ZERO) - ZERO
    return nanoseconds / 1e6
  } catch {
    file = null
    return 0
  }
}

function endTurn() {
  arrived = undefined
  before = waited()
}

/**
 * To be called when input is read.
 * @returns when all input of this turn of the event loop had arrived, as performance.now() counts: what this thread has waited
 *   for a processor since the last such turn is taken off
 */
export function arrivalTime(): number {
  if (arrived === undefined) {
    const now = performance.now()
    arrived = before === undefined ? now : now - (waited() - before)
    setImmediate(endTurn)
  }
  return arrived
}
