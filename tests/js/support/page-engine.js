// SPDX-License-Identifier: Apache-2.0
// An engine that a test answers by hand, and the room of the page that has it.

/**
 * @typedef {object} Asked a search
 * @property {any} game
 * @property {any} limits
 * @property {(move: string) => void} answer
 */

/** Says `infos` about its first search, and plays what the test answers. @param {object[]} [infos] */
export function engineByHand(infos = []) {
  /** @type {Asked[]} */
  const searches = []
  /** @type {((search: Asked) => void) | undefined} */
  let wake
  return {
    searches,
    /** The commands that have ended. @type {string[]} */
    done: [],
    options: new Map(),
    async setOptions() {},
    async newGame() {
      // It takes a turn, as at a real engine.
      await new Promise(resolve => setImmediate(resolve))
      this.done.push('newGame')
    },
    search(game, limits) {
      this.done.push('search')
      const isFirst = searches.length === 0
      /** @type {(move: string) => void} */
      let answer = () => {}
      const best = new Promise(resolve => {
        answer = move => resolve({ move, lines: [] })
      })
      const asked = { game, limits, answer }
      searches.push(asked)
      wake?.(asked)
      return {
        lines: [],
        best,
        async *[Symbol.asyncIterator]() {
          if (isFirst) yield* infos
        },
      }
    },
    async bestMove(game, limits) {
      return this.search(game, limits).best
    },
    /** @param {number} index @returns {Promise<Asked>} that search, which may be still to come */
    asked(index) {
      if (searches[index]) return Promise.resolve(searches[index])
      return new Promise(resolve => {
        wake = search => searches.length > index && resolve(search)
      })
    },
  }
}

/** @param {object} engine */
export const roomWith = engine => {
  return {
    state: 'ready',
    source: { kind: 'builtin' },
    get program() {
      return this.source
    },
    name: 'Stockfish',
    changed() {},
    claim: async () => () => {},
    engine: async () => engine,
    /** Another engine is there. @param {object} facts */
    change(facts) {
      Object.assign(this, facts)
      this.changed()
    },
  }
}
