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
