// SPDX-License-Identifier: Apache-2.0
// What a GameHost takes from the machine besides its store: timers and random numbers. A simulation gives its own, and
// the host's behaviour is then the same for the same seed.

import { randomFillSync } from 'node:crypto'

/**
 * What the host counts, for metrics.
 * @typedef {object} Meter
 * @property {() => number} now milliseconds, with fractions, for durations only
 * @property {(type: string, code: string) => void} command was answered; the code is 'ok' if it was accepted
 * @property {(milliseconds: number) => void} append was answered
 * @property {() => void} conflict an append was refused: another node was first
 * @property {() => void} unknown the store did not say whether it kept an append
 * @property {(milliseconds: number) => void} late how late a timer came
 * @property {() => void} outage was announced
 */

/**
 * What a GameHost takes from the machine: timers and random numbers, which simulations replace.
 * @typedef {object} Machine
 * @property {(call: () => void, milliseconds: number) => any} setTimeout must not keep the process running
 * @property {(timer: any) => void} clearTimeout ends a timer
 * @property {() => number} random a random number from 0 to 1, 1 excluded; ids of games are made of it, so it must be unpredictable
 * @property {Meter} [meter]
 * @property {(user: string, command: string) => string | undefined} [gameId] the id of a game that a user creates by a
 *   command, so that the same command makes one game on every node; undefined or absent: random
 * @property {(state: import('../../session/state.js').SessionState, event: import('../../session/commands.js').SessionEvent) => void
 *   } [onEvent] called for every event but moves of the games that this host serves, with the state after its batch
 */

/** @type {Meter} */
export const NO_METER = {
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

/** @returns {number} from 0 to 1, unpredictable; 32 random bits */
function secureRandom() {
  if (used === POOL.length) {
    randomFillSync(POOL)
    used = 0
  }
  return POOL[used++] / 2 ** 32
}

/** @type {Machine} */
export const MACHINE = {
  setTimeout: (call, milliseconds) => setTimeout(call, milliseconds).unref(),
  clearTimeout: timer => clearTimeout(timer),
  random: secureRandom,
}

/**
 * @param {() => number} random from 0 to 1
 * @returns {string} a new id, of base58
 */
export function newId(random) {
  let id = ''
  for (let i = 0; i < ID_LENGTH; i++) id += ALPHABET[Math.floor(random() * ALPHABET.length)]
  return id
}

/**
 * @param {Uint8Array} bytes random, at least 12
 * @returns {string} an id, of base58
 */
export function encodeId(bytes) {
  let id = ''
  for (let i = 0; i < ID_LENGTH; i++) id += ALPHABET[bytes[i] % ALPHABET.length]
  return id
}
