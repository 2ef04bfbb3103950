// SPDX-License-Identifier: Apache-2.0
/** STUB, helper D */
/** @typedef {import('binbo/uci').Engine} Engine */
/** @typedef {{ kind: 'builtin' } | { kind: 'remote', url: string, token: string }} EngineSource */
export class EngineRoom {
  /** @type {EngineSource} */
  source = { kind: 'builtin' }
  /** @type {'off' | 'starting' | 'ready' | 'failed'} */
  state = 'off'
  /** @type {string} What the engine calls itself, once it is ready. */
  name = ''
  /** @type {string} In words for a player, when state is 'failed'. */
  failure = ''
  /** @type {boolean} Does somebody have the engine for themselves? */
  claimed = false
  /** @param {() => void} listener */
  onChange(listener) {
    void listener
  }
  /** Started when it is needed. @returns {Promise<Engine>} rejects with ChessError */
  async engine() {
    throw new Error('stub')
  }
  /** The engine for oneself, after those who asked before. @returns {Promise<() => void>} gives it back */
  async claim() {
    return () => {}
  }
  /** Another engine from now on; the old one is quit. @param {EngineSource} source */
  use(source) {
    this.source = source
  }
  /** After a failure. */
  retry() {}
}
