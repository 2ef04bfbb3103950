// SPDX-License-Identifier: Apache-2.0
// Stands in for node:test in Chromium: collects the tests that a bundled test file declares and runs them
// one after the other.

/** @typedef {(t: ReturnType<typeof contextOf>) => unknown} Body */
/** @typedef {{ name: string, error: string | null }} Outcome */

/** @type {{ name: string, body: Body }[]} */
const declared = []
/** @type {(() => unknown)[]} */
const befores = []
/** @type {(() => unknown)[]} */
const afters = []
const path = /** @type {string[]} */ ([])

/** Names the file whose tests are declared next. @param {string} name */
export function beginFile(name) {
  path.length = 0
  path.push(name)
}

/**
 * @param {string} name
 * @param {object | Body} options
 * @param {Body} [body]
 */
export function test(name, options, body) {
  const run = typeof options === 'function' ? /** @type {Body} */ (options) : body
  if (typeof run !== 'function') throw new TypeError(`test '${name}' has no function`)
  declared.push({ name: [...path, name].join(': '), body: run })
}

/** @param {string} name @param {object | (() => void)} options @param {() => void} [body] */
export function describe(name, options, body) {
  path.push(name)
  const run = typeof options === 'function' ? options : body
  run?.()
  path.pop()
}

export const it = test
export const suite = describe
export const before = (/** @type {() => unknown} */ hook) => void befores.push(hook)
export const after = (/** @type {() => unknown} */ hook) => void afters.push(hook)
export default test

/**
 * t.mock, for methods only; the original methods are restored after the test.
 * @param {(() => unknown)[]} cleanups
 */
const mockInto = cleanups => ({
  /** @param {any} object @param {string} name @param {Function} replacement */
  method(object, name, replacement) {
    const original = object[name]
    const calls = /** @type {{ arguments: unknown[] }[]} */ ([])
    object[name] = (/** @type {unknown[]} */ ...args) => {
      calls.push({ arguments: args })
      return replacement(...args)
    }
    cleanups.push(() => {
      object[name] = original
    })
    return Object.assign(object[name], { mock: { calls } })
  },
})

/** @param {string} name @param {Outcome[]} outcomes */
function contextOf(name, outcomes) {
  /** @type {(() => unknown)[]} */
  const cleanups = []
  return {
    name,
    cleanups,
    after: (/** @type {() => unknown} */ hook) => void cleanups.push(hook),
    diagnostic: () => {},
    skip: () => {},
    mock: mockInto(cleanups),
    test: (
      /** @type {string} */ inner,
      /** @type {object | Body} */ options,
      /** @type {Body | undefined} */ body,
    ) =>
      runOne(
        `${name}: ${inner}`,
        /** @type {Body} */ (typeof options === 'function' ? options : body),
        outcomes,
      ),
  }
}

/** @param {string} name @param {Body} body @param {Outcome[]} outcomes */
async function runOne(name, body, outcomes) {
  const context = contextOf(name, outcomes)
  let error = null
  try {
    await body(context)
  } catch (thrown) {
    error = thrown instanceof Error ? `${thrown.name}: ${thrown.message}\n${thrown.stack}` : String(thrown)
  }
  for (const cleanup of context.cleanups) await cleanup()
  outcomes.push({ name, error })
}

/** @returns {Promise<Outcome[]>} one for each test, in order */
export async function runAll() {
  /** @type {Outcome[]} */
  const outcomes = []
  for (const hook of befores) await hook()
  for (const { name, body } of declared) await runOne(name, body, outcomes)
  for (const hook of afters) await hook()
  return outcomes
}
