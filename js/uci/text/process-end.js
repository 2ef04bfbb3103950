// SPDX-License-Identifier: Apache-2.0
// How a process has ended, in words that can be read back: those of the engine server reach its clients.

/**
 * @typedef {object} ProcessEnd
 * @property {number | null} exitCode null when a signal ended it
 * @property {string | null} signal
 */

/**
 * @param {ProcessEnd} end
 * @returns {string} such as 'exited with code 1' or 'was ended by SIGSEGV'
 */
export function endWords({ exitCode, signal }) {
  return signal === null ? `exited with code ${exitCode}` : `was ended by ${signal}`
}

/**
 * @param {string} text that may hold what endWords() gives
 * @returns {Partial<ProcessEnd>} empty when it does not
 */
export function readEnd(text) {
  const code = /exited with code (\d{1,10})\b/.exec(text)
  if (code) return { exitCode: Number(code[1]), signal: null }
  const signal = /was ended by (SIG[A-Z0-9]+)/.exec(text)
  return signal ? { exitCode: null, signal: signal[1] } : {}
}
