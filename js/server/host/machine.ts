// SPDX-License-Identifier: Apache-2.0
// What a GameHost uses of the machine besides its store: timers and random numbers. A simulation replaces them, so that the
// host behaves the same for the same seed.

import { randomFillSync } from 'node:crypto'
import type { SessionEvent } from '../../session/commands.js'
import type { SessionState } from '../../session/state.js'

/** Counters of a host, for metrics. */
export type Meter = {
  /** Milliseconds, with fractions, for durations only. */
  now: () => number
  /** A command was answered; the code is 'ok' if it was accepted. */
  command: (type: string, code: string) => void
  /** An append was answered. */
  append: (milliseconds: number) => void
  /** An append was refused: another node was first. */
  conflict: () => void
  /** The store did not report whether it has stored an append. */
  unknown: () => void
  /** A timer was this late. */
  late: (milliseconds: number) => void
  /** An outage was announced. */
  outage: () => void
}

/** What a GameHost uses of the machine: timers and random numbers, which simulations replace. */
export type Machine = {
  /** Must not keep the process running. */
  setTimeout: (call: () => void, milliseconds: number) => unknown
  /** Cancels a timer. */
  clearTimeout: (timer: unknown) => void
  /** A random number from 0 up to but not including 1; ids of games depend on it, so it must be unpredictable. */
  random: () => number
  meter?: Meter
  /**
   * Returns the id of a game that a user creates by a command, so that the same command creates one game on every node;
   * undefined or absent: random.
   */
  gameId?: (user: string, command: string) => string | undefined
  /** Called for every event of the games that this host serves, except moves, with the state after its batch. */
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

/** Base58: no characters that look alike. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** About 2^70 ids: too many to guess. */
const ID_LENGTH = 12

const POOL = new Uint32Array(256)
let used = POOL.length

/** @returns an unpredictable number from 0 to 1, of 32 random bits */
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
