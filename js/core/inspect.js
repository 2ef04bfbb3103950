// SPDX-License-Identifier: Apache-2.0
// What console.log() shows of an object in Node, Deno and Bun, where its state is private.

const INSPECT = Symbol.for('nodejs.util.inspect.custom')

/** @typedef {{ depth?: number | null }} InspectOptions of util.inspect(); what else it has is passed on */

/**
 * @template T
 * @param {{ prototype: T }} Class
 * @param {(self: T) => object} facts what to show; may throw, as for a game that was stopped
 */
export function showAs({ prototype }, facts) {
  Object.defineProperty(prototype, INSPECT, {
    /**
     * @this {any}
     * @param {number | null} depth that is left
     * @param {InspectOptions} options
     * @param {(value: object, options: InspectOptions) => string} inspect
     * @returns {string} never throws
     */
    value(depth, options, inspect) {
      const { name } = this.constructor
      try {
        return Number(depth ?? 0) < 0 ? `[${name}]` : `${name} ${inspect(facts(this), options)}`
      } catch {
        return `${name} { stopped: true }`
      }
    },
  })
}
