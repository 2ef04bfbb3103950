// SPDX-License-Identifier: Apache-2.0
// Hints of a store that a game has changed. They may be lost, doubled and late, and may count versions in another way
// than they should: the log is the truth. Hints are believed once one of them was found to agree with the log.

/** @import { SessionEvent } from '../../session/commands.js' */

export class Hints {
  /** @type {boolean | undefined} whether a hint's version is that after its events; undefined: not known yet */
  #isTrusted

  /**
   * @param {number} own version of the state
   * @param {SessionEvent | undefined} last event of the state
   * @param {unknown} version of the hint
   * @param {unknown} events of the hint
   * @returns {'old' | 'next' | 'unsure' | 'empty'} 'next': the events follow the state; 'unsure': the log decides;
   *   'empty': something else about the game has changed
   */
  judge(own, last, version, events) {
    if (typeof version !== 'number' || !Array.isArray(events) || events.length === 0) return 'empty'
    const before = version - events.length
    if (isSame(events[events.length - 1], last)) {
      if (version === own) this.#isTrusted ??= true
      else if (version + events.length === own) this.#isTrusted = false
      return 'old'
    }
    if (!this.#isTrusted) return 'unsure'
    return version < own ? 'old' : before === own ? 'next' : 'unsure'
  }
}

/**
 * @param {SessionEvent | undefined} one
 * @param {SessionEvent | undefined} other
 * @returns {boolean} whether they can be the same event of one game
 */
export function isSame(one, other) {
  if (one === undefined || other === undefined) return false
  const a = /** @type {any} */ (one)
  const b = /** @type {any} */ (other)
  return a.type === b.type && a.at === b.at && a.command === b.command && a.uci === b.uci && a.by === b.by
}
