// SPDX-License-Identifier: Apache-2.0
// The protocol of the engine server and its clients besides UCI: the subprotocol, and the text in a close frame that reports
// the end of an engine.

/** The WebSocket subprotocol that servers choose. */
export const UCI_PROTOCOL = 'uci'

export type ProcessEnd = {
  /** null when a signal ended the process */
  exitCode: number | null
  signal: string | null
}

/** @returns such as 'exited with code 1' or 'was ended by SIGSEGV' */
export function endText({ exitCode, signal }: ProcessEnd): string {
  return signal === null ? `exited with code ${exitCode}` : `was ended by ${signal}`
}

/**
 * The inverse of endText().
 * @param text that may contain what endText() returns
 * @returns empty when it does not
 */
export function readEndText(text: string): Partial<ProcessEnd> {
  const code = /exited with code (\d{1,10})\b/.exec(text)
  if (code) return { exitCode: Number(code[1]), signal: null }
  const signal = /was ended by (SIG[A-Z0-9]+)/.exec(text)
  return signal ? { exitCode: null, signal: signal[1] } : {}
}
