// SPDX-License-Identifier: Apache-2.0
// Edits a wasm module so that its memory may not grow far: the memory section (id 5) of the binary format
// holds one limit, flag 1, minimum and maximum as LEB128 numbers of 64 KB pages.

/**
 * The same module with room for only `spare` pages more than it starts with.
 * @param {Uint8Array} bytes of a module
 * @param {number} spare
 */
export function withLittleMemory(bytes, spare) {
  let at = 8
  while (at < bytes.length) {
    const id = bytes[at]
    const [size, body] = readNumber(bytes, at + 1)
    if (id === 5) return replaceSection(bytes, at, body + size, body, spare)
    at = body + size
  }
  throw new Error('there is no memory section')
}

function replaceSection(bytes, start, end, body, spare) {
  const [count, afterCount] = readNumber(bytes, body)
  if (count !== 1 || bytes[afterCount] !== 1) throw new Error('one memory with a maximum was expected')
  const [minimum] = readNumber(bytes, afterCount + 1)
  const limits = [1, 1, ...writeNumber(minimum), ...writeNumber(minimum + spare)]
  return Uint8Array.from([
    ...bytes.subarray(0, start),
    5,
    ...writeNumber(limits.length),
    ...limits,
    ...bytes.subarray(end),
  ])
}

function readNumber(bytes, at) {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++]
    value |= (byte & 127) << shift
    if (byte < 128) return [value, at]
  }
}

function writeNumber(value) {
  const bytes = []
  do {
    bytes.push((value & 127) | (value > 127 ? 128 : 0))
    value >>= 7
  } while (value > 0)
  return bytes
}
