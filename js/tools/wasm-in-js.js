// SPDX-License-Identifier: Apache-2.0
/**
 * Writes a wasm module as JS, for engines without WebAssembly: what Binaryen's wasm2js makes of it, minified, in a function that
 * returns the exports. The module must be built without SIMD.
 *
 * wasm2js leaves to its callers what the boundary of wasm does: arguments and results are made integers here, and a uint64_t is
 * a BigInt. Its memory does not detach the old buffer when it grows, so a callback reports that.
 *
 * usage: node js/tools/wasm-in-js.js module.wasm api.h output.js
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { transform } from 'esbuild'
import { parseApi } from './generate-bindings.js'
import { isMain } from './main-module.js'

/** @import { Prototype } from './generate-bindings.js' */

/** Addresses are signed in the code of wasm2js. In pages of 64 kB. */
const MOST_PAGES = (1 << 15) - 1

const SEGMENT = /\(bufferView, (\d+), ("[\w+/=]*")\);/g
/** How the code reaches the memory; and what of the environment it may use. */
const VIEWS = ['Int8', 'Int16', 'Int32', 'Uint8', 'Uint16', 'Uint32', 'Float32', 'Float64']
const EXPORT = /^ {2}"(\w+)": ([\w$]+),? ?$/gm

/** @param {string} type @param {string} value @returns {string[]} the arguments of the code for one of api.h */
const argumentsOf = (type, value) => {
  if (type === 'uint64_t') return [`lowOf(${value})`, `lowOf(${value} >> BigInt(32))`]
  return [type === 'double' ? `+${value}` : `${value} | 0`]
}

/** @param {string} type @param {string} call */
const resultOf = (type, call) => {
  if (type === 'uint64_t') return `wholeOf(${call})`
  return type === 'double' ? `+${call}` : `${call} | 0`
}

/**
 * @param {string} name of a function in the code
 * @param {Prototype} api
 */
function wrapped(name, { result, parameters }) {
  const names = parameters.map((_, index) => `a${index}`)
  const given = parameters.flatMap(({ type }, index) => argumentsOf(type, names[index]))
  return `(${names.join(', ')}) => ${resultOf(result, `${name}(${given.join(', ')})`)}`
}

/** @param {string} kind of a view @returns {string} its name in the code */
const heapOf = kind => `HEAP${kind.replace('Int', '').replace('Uint', 'U').replace('Float', 'F')}`

/**
 * @param {string} text
 * @param {string} start
 * @param {string} end
 * @returns {string} the text between the first start and the next end
 * @throws {Error} without them
 */
function between(text, start, end) {
  const from = text.indexOf(start) + start.length
  const to = text.indexOf(end, from)
  if (from < start.length || to < 0) throw new Error(`wasm2js wrote no ${JSON.stringify(start)}`)
  return text.slice(from, to)
}

/**
 * @param {string} output of wasm2js
 * @param {Prototype[]} functions those of api.h
 * @returns {string} a JS module
 * @throws {Error} if the output has another form
 */
export function renderJs(output, functions) {
  const data = between(output, 'function initActiveSegments(imports) {\n', '\n}\n')
  const code = between(
    output,
    'function asmFunc(env) {\n',
    ' bufferView = HEAPU8;\n initActiveSegments(env);\n',
  )
  const hasTable = output.includes('FUNCTION_TABLE')
  const table = hasTable ? between(output, ' var FUNCTION_TABLE = ', ';\n') : '[]'
  const exports = between(output, '\n return {\n', ' };\n}\n')
  const segments = [...data.matchAll(SEGMENT)].map(([, at, text]) => `${at}, ${text}`)
  const names = new Map([...exports.matchAll(EXPORT)].map(([, name, local]) => [name, local]))
  const missing = functions.filter(({ name }) => !names.has(name))
  if (missing.length > 0) throw new Error(`wasm2js did not export ${missing.map(({ name }) => name)}`)
  const size = /new ArrayBuffer\((\d+)\)/.exec(code)?.[1]
  if (!size || segments.length !== data.split('\n').length) throw new Error('wasm2js wrote other data')
  return `
/** Decodes base64 without atob(), which not all engines have. */
function fill(bytes, address, text) {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  let bits = 0
  for (let i = 0; i < text.length && text[i] !== '='; i++) {
    bits = (bits << 6) | digits.indexOf(text[i])
    if (i % 4 !== 0) bytes[address++] = bits >> (6 - 2 * (i % 4))
  }
}

export function inJs(grown) {
  let high = 0
  const env = {
    abort() { throw new Error('unreachable') },
    setTempRet0(bits) { high = bits },
  }
  const lowOf = whole => Number(BigInt.asIntN(32, whole))
  const wholeOf = low => (BigInt(high) << BigInt(32)) | BigInt(low >>> 0)
  ${code.replaceAll(/\bnew ArrayBuffer\(\d+\)/g, `new ArrayBuffer(${size})`)}
  const FUNCTION_TABLE = ${table}
  function __wasm_memory_size() { return buffer.byteLength / 65536 }
  function __wasm_memory_grow(more) {
    const before = __wasm_memory_size()
    const pages = before + (more >>> 0)
    if (pages > ${MOST_PAGES}) return -1
    let larger
    try {
      larger = new ArrayBuffer(pages * 65536)
    } catch (_) {
      return -1
    }
    new Uint8Array(larger).set(HEAPU8)
    buffer = larger
    ${VIEWS.map(kind => `${heapOf(kind)} = new ${kind}Array(buffer)`).join('\n    ')}
    grown()
    return before
  }
  ${segments.map(segment => `fill(HEAPU8, ${segment})`).join('\n  ')}
  return {
    memory: { get buffer() { return buffer } },
    ${names.has('_initialize') ? `_initialize: ${names.get('_initialize')},` : ''}
    ${functions.map(api => `${api.name}: ${wrapped(names.get(api.name) ?? '', api)},`).join('\n    ')}
  }
}
`
}

if (isMain(import.meta.url)) {
  const [module, header, output] = process.argv.slice(2)
  // The Binaryen of Emscripten, which need not be on the PATH.
  const binaryen = execFileSync('em-config', ['BINARYEN_ROOT'], { encoding: 'utf8' }).trim()
  const text = execFileSync(`${binaryen}/bin/wasm2js`, ['-O3', module], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const rendered = renderJs(text, parseApi(readFileSync(header, 'utf8'), header).functions)
  const { code } = await transform(rendered, { minify: true, target: 'es2017', lineLimit: 500 })
  mkdirSync(dirname(output), { recursive: true })
  writeFileSync(
    output,
    `// SPDX-License-Identifier: Apache-2.0\n// Generated by js/tools/wasm-in-js.js from ${module}; do not edit.\n${code}`,
  )
}
