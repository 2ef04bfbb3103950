// SPDX-License-Identifier: Apache-2.0

/** The command line cannot be understood. Exit code 2. */
export class UsageError extends Error {
  /**
   * @param {string} message what is wrong with it
   * @param {string} [command] the command that was called
   */
  constructor(message, command = '') {
    super(message)
    this.command = command
  }
}

/**
 * @param {unknown} error of parseArgs(), whose messages go on with advice, or of a command's own checks
 * @param {string} command
 * @returns {UsageError} with the first sentence of it
 */
export function usageError(error, command) {
  const [message] = /^[^\n]*?(?=\. |$)/m.exec(/** @type {Error} */ (error).message) ?? ['']
  return new UsageError(message, command)
}
