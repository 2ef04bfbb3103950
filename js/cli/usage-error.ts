// SPDX-License-Identifier: Apache-2.0
// Errors that end a command with exit code 2 and one sentence.

import { codeOf, reasonOf } from '../core/caught.js'
import { isObject } from '../core/objects.js'
import { START_FEN } from '../game/fen.js'

/** The command line is wrong; the runner adds a hint to the help. */
export class UsageError extends Error {
  declare command: string

  /**
   * @param message what is wrong
   * @param command the command that was called, set by its runner
   */
  constructor(message: string, command = '') {
    super(inTerminal(message))
    this.command = command
  }
}

/** Advice of the library for programs, and what helps on a command line. */
const ADVICE: [RegExp, string][] = [
  [/use START_FEN/, `the start position is ${START_FEN}`],
  [/; new Setup\(fen\) adds them/, ''],
  [/loadPgn\(\) reads PGN/, 'this is PGN'],
]

const inTerminal = (message: string): string =>
  ADVICE.reduce((text, [advice, word]) => text.replace(advice, word), message)

/** The command cannot do its work, such as with an unreadable file. */
export class Failure extends Error {}

/**
 * @param error of any kind; a ChessError has details
 * @returns its details, without the message that all errors of its code share
 */
export function detailsOf(error: unknown): string {
  const message = reasonOf(error)
  const input = isObject(error) ? error.input : undefined
  if (codeOf(error) === 'ERR_ARGUMENT')
    return message.replace(/^(?:An?|The|There|This|Options) /, word => word.toLowerCase())
  const from = message.indexOf(' (')
  if (from < 0 || !message.endsWith(')')) return message
  const details = message.slice(from + 2, -1)
  return input === undefined ? details : `${details}: '${input}'`
}
