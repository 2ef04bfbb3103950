// SPDX-License-Identifier: Apache-2.0

/** The command line is wrong. Exit code 2. */
export class UsageError extends Error {
  /**
   * @param {string} message what is wrong
   * @param {string} [command] the command that was called
   */
  constructor(message, command = '') {
    super(message)
    this.command = command
  }
}

/**
 * @param {unknown} error of parseArgs(), whose messages contain advice after the first sentence, or of a command's own checks
 * @param {string} command
 * @returns {UsageError} with its first sentence
 */
export function usageError(error, command) {
  const { message } = /** @type {Error} */ (error)
  const [, given, long] = /^Option '([^']+)' argument is ambiguous.* '(--[^'=]+)=-/s.exec(message) ?? []
  if (given !== undefined)
    return new UsageError(`${given} needs a value; one that begins with '-' is written ${long}=-…`, command)
  const [sentence] = /^[^\n]*?(?=\. |$)/m.exec(message) ?? ['']
  return new UsageError(sentence, command)
}

/**
 * @param {Error} error a ChessError
 * @returns {string} its details, without the message that all errors of its code share
 */
export function detailsOf(error) {
  const { code, message, input } = /** @type {Error & { code?: string, input?: string }} */ (error)
  if (code === 'ERR_ARGUMENT')
    return message.replace(/^(?:An?|The|There|This|Options) /, word => word.toLowerCase())
  const from = message.indexOf(' (')
  if (from < 0 || !message.endsWith(')')) return message
  const details = message.slice(from + 2, -1)
  return input === undefined ? details : `${details}: '${input}'`
}
