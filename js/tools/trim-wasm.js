// SPDX-License-Identifier: Apache-2.0
/**
 * Removes unused exports of Emscripten's runtime from a module, in place: those of the stack pointer, errno, and a table.
 * _initialize stays: it prepares the allocator. Then it optimizes the module again, because emcc did not know that.
 *
 * usage: node js/tools/trim-wasm.js module.wasm -O3|-Oz
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { isMain } from './main-module.js'

const RUNTIME = /^(__|stack|emscripten_)/
const HEADER = 8
const EXPORTS = 7

/**
 * @param {Uint8Array} bytes a module
 * @returns {Uint8Array}
 */
export function trim(bytes) {
  const parts = [bytes.subarray(0, HEADER)]
  for (let at = HEADER; at < bytes.length; ) {
    const size = readNumber(bytes, at + 1)
    const end = size.end + size.value
    parts.push(bytes[at] === EXPORTS ? trimmed(bytes.subarray(size.end, end)) : bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat(parts)
}

/**
 * https://webassembly.github.io/spec/core/binary/modules.html#export-section
 * @param {Uint8Array} section a section without its number and size
 * @returns {Uint8Array} the section with its number and size
 */
function trimmed(section) {
  const count = readNumber(section, 0)
  const kept = []
  let at = count.end
  for (let i = 0; i < count.value; i++) {
    const length = readNumber(section, at)
    const nameEnd = length.end + length.value
    const { end } = readNumber(section, nameEnd + 1)
    const name = Buffer.from(section.subarray(length.end, nameEnd)).toString()
    if (!RUNTIME.test(name)) kept.push(section.subarray(at, end))
    at = end
  }
  const content = Buffer.concat([writeNumber(kept.length), ...kept])
  return Buffer.concat([Uint8Array.of(EXPORTS), writeNumber(content.length), content])
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at an unsigned number in LEB128
 */
function readNumber(bytes, at) {
  let value = 0
  let end = at
  for (let shift = 0; ; shift += 7) {
    value |= (bytes[end] & 127) << shift
    if (bytes[end++] < 128) return { value, end }
  }
}

/** @param {number} value */
function writeNumber(value) {
  const digits = []
  for (; value > 127; value >>>= 7) digits.push((value & 127) | 128)
  return Uint8Array.of(...digits, value)
}

if (isMain(import.meta.url)) {
  const [path, level] = process.argv.slice(2)
  writeFileSync(path, trim(readFileSync(path)))
  // The Binaryen of Emscripten, which need not be on the PATH.
  const binaryen = execFileSync('em-config', ['BINARYEN_ROOT'], { encoding: 'utf8' }).trim()
  execFileSync(`${binaryen}/bin/wasm-opt`, ['--enable-simd', level, path, '-o', path])
}
