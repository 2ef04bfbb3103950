// SPDX-License-Identifier: Apache-2.0
// The output of console.log() in Node, Deno and Bun for objects with private state.

const INSPECT = Symbol.for('nodejs.util.inspect.custom')

/** Options of util.inspect(); other options are passed on. */
type InspectOptions = { depth?: number | null }

/**
 * Names a class, which minifiers rename, and shows its objects by that name.
 * @param facts what to show; may throw, as for a game that was stopped
 */
export function showAs<T extends object>(shown: { prototype: T }, name: string, facts: (self: T) => object) {
  Object.defineProperty(shown, 'name', { value: name, configurable: true })
  Object.defineProperty(shown.prototype, INSPECT, {
    /**
     * @param depth the depth that is left
     * @returns never throws
     */
    value(
      this: T,
      depth: number | null,
      options: InspectOptions,
      inspect: (value: object, options: InspectOptions) => string,
    ): string {
      const { name } = this.constructor
      try {
        return Number(depth ?? 0) < 0 ? `[${name}]` : `${name} ${inspect(facts(this), options)}`
      } catch {
        return `${name} { stopped: true }`
      }
    },
  })
}
