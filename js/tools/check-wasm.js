// SPDX-License-Identifier: Apache-2.0
/**
 * Checks that a module imports nothing, exports all of its api.h and nothing unknown, and has no names or other custom
 * sections. The loader relies on that.
 *
 * usage: node js/tools/check-wasm.js module.wasm api.h
 */
import { readFileSync } from 'node:fs'
import { parseApi } from './generate-bindings.js'
import { isMain } from './main-module.js'

/** The exports that versions of Emscripten's reactor add. */
const RUNTIME = /^(memory|_initialize|__indirect_function_table|__errno_location|_?_?(emscripten_)?stack.*)$/

/**
 * @param {WebAssembly.Module} module
 * @param {string[]} expected the functions of api.h
 * @returns {string[]} the faults, as sentences
 */
export function findFaults(module, expected) {
  const faults = WebAssembly.Module.imports(module).map(i => `it imports ${i.module}.${i.name}`)
  const exported = new Set(WebAssembly.Module.exports(module).map(e => e.name))
  for (const name of ['memory', ...expected])
    if (!exported.has(name)) faults.push(`it does not export ${name}`)
  for (const name of exported) {
    if (!expected.includes(name) && !RUNTIME.test(name))
      faults.push(`it exports ${name}, which api.h does not have`)
  }
  for (const section of ['name', 'producers']) {
    if (WebAssembly.Module.customSections(module, section).length)
      faults.push(`it has a section '${section}'`)
  }
  return faults
}

if (isMain(import.meta.url)) {
  const [path, header] = process.argv.slice(2)
  const { functions } = parseApi(readFileSync(header, 'utf8'), header)
  const module = new WebAssembly.Module(readFileSync(path))
  const faults = findFaults(
    module,
    functions.map(f => f.name),
  )
  for (const fault of faults) console.error(`${path}: ${fault}`)
  process.exitCode = faults.length ? 1 : 0
}
