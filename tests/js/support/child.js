// SPDX-License-Identifier: Apache-2.0
// Runs a piece of ESM in a process of its own, where it may break what the other tests need.

import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { dist } from './binbo.js'

export const distUrl = pathToFileURL(dist).href

/**
 * Runs code that prints one JSON value last and returns that value.
 * @param {string} code ESM; `dist` is the folder's URL, `report(value)` prints
 * @param {{ flags?: string[], cwd?: string, timeout?: number, prelude?: string }} [options] prelude runs first
 */
export function runChild(code, { flags = [], cwd, timeout = 120_000, prelude = '' } = {}) {
  const source = [
    prelude,
    `const dist = ${JSON.stringify(distUrl)}`,
    'const report = value => console.log(JSON.stringify(value))',
    code,
  ].join('\n')
  const env = { ...process.env }
  delete env.NODE_TEST_CONTEXT
  const child = spawnSync(process.execPath, [...flags, '--input-type=module', '-e', source], {
    cwd,
    env,
    timeout,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (child.status !== 0)
    throw new Error(`child ended with ${child.status ?? child.signal}\n${child.stdout}${child.stderr}`)
  return JSON.parse(child.stdout.trim().split('\n').at(-1))
}

/**
 * Code that loads the build under test as `binbo` in a child, after noting the wasm instance as
 * `core.exports`, so that a test can count the games that live inside.
 */
export const loadInChild = `
const core = {}
{
  const { Instance } = WebAssembly
  WebAssembly.Instance = class extends Instance {
    constructor(...args) {
      super(...args)
      core.exports = this.exports
    }
  }
  const { instantiate } = WebAssembly
  WebAssembly.instantiate = async (...args) => {
    const result = await instantiate(...args)
    core.exports = (result.instance ?? result).exports
    return result
  }
}
const { binbo } = await import(${JSON.stringify(new URL('./binbo.js', import.meta.url).href)})
const { Game, ChessError } = binbo
`
