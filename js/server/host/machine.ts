// SPDX-License-Identifier: Apache-2.0
// What a GameHost takes from the machine besides its store: timers and random numbers. A simulation gives its own, and
// the host's behaviour is then the same for the same seed.

import { randomFillSync } from 'node:crypto'
import type { SessionEvent } from '../../session/commands.js'
import type { SessionState } from '../../session/state.js'

/** What the host counts, for metrics. */
export type Meter = {
  /** Milliseconds, with fractions, for durations only. */
  now: () => number
  /** Was answered; the code is 'ok' if it was accepted. */
  command: (type: string, code: string) => void
  /** Was answered. */
  append: (milliseconds: number) => void
  /** An append was refused: another node was first. */
  conflict: () => void
  /** The store did not say whether it kept an append. */
  unknown: () => void
  /** How late a timer came. */
  late: (milliseconds: number) => void
  /** Was announced. */
  outage: () => void
}

/** What a GameHost takes from the machine: timers and random numbers, which simulations replace. */
export type Machine = {
  /** Must not keep the process running. */
  setTimeout: (call: () => void, milliseconds: number) => unknown
  /** Ends a timer. */
  clearTimeout: (timer: unknown) => void
  /** A random number from 0 to 1, 1 excluded; ids of games are made of it, so it must be unpredictable. */
  random: () => number
  meter?: Meter
  /**
   * The id of a game that a user creates by a command, so that the same command makes one game on every node; undefined
   * or absent: random.
   */
  gameId?: (user: string, command: string) => string | undefined
  /** Called for every event but moves of the games that this host serves, with the state after its batch. */
  onEvent?: (state: SessionState, event: SessionEvent) => void
}

export const NO_METER: Meter = {
  now: () => 0,
  command() {},
  append() {},
  conflict() {},
  unknown() {},
  late() {},
  outage() {},
}

/** Base58: no digit or letter that is taken for another. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** About 2^70 ids: too many to guess one. */
const ID_LENGTH = 12

const POOL = new Uint32Array(256)
let used = POOL.length

/** @returns from 0 to 1, unpredictable; 32 random bits */
function secureRandom(): number {
  if (used === POOL.length) {
    randomFillSync(POOL)
    used = 0
  }
  return POOL[used++] / 2 ** 32
}

export const MACHINE: Machine = {
  setTimeout: (call, milliseconds) => setTimeout(call, milliseconds).unref(),
  clearTimeout: timer => clearTimeout(timer as NodeJS.Timeout),
  random: secureRandom,
}

/**
 * @param random from 0 to 1
 * @returns a new id, of base58
 */
export function newId(random: () => number): string {
  let id = ''
  for (let i = 0; i < ID_LENGTH; i++) id += ALPHABET[Math.floor(random() * ALPHABET.length)]
  return id
}

/**
 * @param bytes random, at least 12
 * @returns an id, of base58
 */
export function encodeId(bytes: Uint8Array): string {
  let id = ''
  for (let i = 0; i < ID_LENGTH; i++) id += ALPHABET[bytes[i] % ALPHABET.length]
  return id
}
