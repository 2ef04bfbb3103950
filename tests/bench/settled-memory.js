// SPDX-License-Identifier: Apache-2.0
// What this process holds. Imported before the library that is measured, so that its WebAssembly memory is seen.
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

/** @type {WebAssembly.Memory[]} */
const memories = []
const { Instance } = WebAssembly
WebAssembly.Instance = new Proxy(Instance, {
  construct(target, [module, imports]) {
    const instance = new target(module, imports)
    for (const value of Object.values(instance.exports)) {
      if (value instanceof WebAssembly.Memory) memories.push(value)
    }
    return instance
  },
})

/** @returns {number} bytes of all WebAssembly memories, used or not */
export const wasmBytes = () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0)

const collectGarbage = /** @type {() => void} */ (globalThis.gc)

/**
 * After collections with a rest after each, in which freed pages go back to the system.
 * @returns {Promise<{ rss: number, heapUsed: number, external: number, wasm: number }>} bytes; `external` has `wasm` and
 *   all array buffers in it
 */
export const settledMemory = async () => {
  for (let round = 0; round < 3; round++) {
    collectGarbage()
    await sleep(100)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heapUsed, external, wasm: wasmBytes() }
}
