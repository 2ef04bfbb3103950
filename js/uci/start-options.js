// SPDX-License-Identifier: Apache-2.0
// The options of Engine.start, checked.

import { argumentError } from '../core/errors.js'
import { checkOptions } from '../core/options.js'

/** @typedef {import('./transports/line-transport.js').Transport} Transport */

/**
 * @typedef {object} StartOptions
 * @property {number | undefined} [handshakeTimeout] milliseconds from 'uci' to 'uciok', loading included; default 30,000
 * @property {number | undefined} [readyTimeout] milliseconds from 'isready' to 'readyok'; default 30,000
 * @property {number | undefined} [stopTimeout] milliseconds that an engine may take to stop, when its time is over or it is
 *   told to; default 5,000
 * @property {number | undefined} [silenceTimeout] milliseconds without a word after which a search that only depth, nodes or
 *   mate limit is stopped; default 30,000, or ten times the stopTimeout when that is less
 * @property {number | undefined} [searchTimeout] milliseconds after which such a search is stopped in any case; default
 *   3,600,000
 * @property {boolean | number | (() => Transport) | undefined} [restart] true: an engine that died is started again, at most 3
 *   times in a row; a number: as often as that; a function makes the transports (needed where the first one
 *   cannot be made again, such as a Worker object). Default false
 * @property {AbortSignal | undefined} [signal] gives up the start
 * @property {((line: string) => void) | undefined} [onLine] every line of the engine, from the first one on
 */

/**
 * @typedef {object} StartSettings
 * @property {number} handshakeTimeout
 * @property {number} readyTimeout
 * @property {number} stopTimeout
 * @property {number} silenceTimeout
 * @property {number} searchTimeout
 * @property {number} restarts how many in a row
 * @property {(() => Transport) | undefined} again makes the next transport
 * @property {AbortSignal | undefined} signal
 * @property {((line: string) => void) | undefined} onLine
 */

const TIMES = {
  handshakeTimeout: 30_000,
  readyTimeout: 30_000,
  stopTimeout: 5_000,
  silenceTimeout: 30_000,
  searchTimeout: 3_600_000,
}
const NAMES = [...Object.keys(TIMES), 'restart', 'signal', 'onLine']
const RESTARTS = 3

/**
 * @param {unknown} transport
 * @returns {asserts transport is Transport}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkTransport(transport) {
  const { send, close, kill } = /** @type {Record<string, unknown>} */ (transport ?? {})
  if (typeof send !== 'function' || typeof close !== 'function' || typeof kill !== 'function')
    throw argumentError('a transport has send(line), close() and kill()', transport)
  if (Object.isFrozen(transport)) throw argumentError('onLine and onClose of a transport can be set')
}

/**
 * @param {Transport} transport the first one
 * @param {unknown} options
 * @returns {StartSettings}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function readStartOptions(transport, options) {
  const given = checkOptions(options, NAMES)
  const { signal, onLine, restart } = given
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw argumentError('signal is an AbortSignal', signal)
  if (onLine !== undefined && typeof onLine !== 'function')
    throw argumentError('onLine is a function', onLine)
  return {
    ...readTimes(given),
    ...readRestart(transport, restart),
    signal,
    onLine: /** @type {StartSettings['onLine']} */ (onLine),
  }
}

/** @param {Record<string, unknown>} given */
function readTimes(given) {
  const times = { ...TIMES }
  for (const name of /** @type {(keyof typeof TIMES)[]} */ (Object.keys(TIMES))) {
    const value = given[name]
    if (value === undefined) continue
    if (typeof value !== 'number' || !(value > 0))
      throw argumentError(`${name} is a number of milliseconds above 0, or Infinity`, value)
    times[name] = value
  }
  if (given.silenceTimeout === undefined)
    times.silenceTimeout = Math.min(times.silenceTimeout, 10 * times.stopTimeout)
  return times
}

/**
 * @param {Transport} transport
 * @param {unknown} restart
 * @returns {Pick<StartSettings, 'restarts' | 'again'>}
 */
function readRestart(transport, restart = false) {
  if (typeof restart === 'function')
    return { restarts: RESTARTS, again: /** @type {() => Transport} */ (restart) }
  const restarts = restart === true ? RESTARTS : restart === false ? 0 : restart
  if (typeof restarts !== 'number' || !Number.isInteger(restarts) || restarts < 0)
    throw argumentError(
      'restart is true, false, a number of tries, or a function that makes a transport',
      restart,
    )
  const { again } = transport
  if (restarts > 0 && typeof again !== 'function')
    throw argumentError('this transport cannot be made again: pass restart: () => Transport')
  return { restarts, again: again?.bind(transport) }
}
