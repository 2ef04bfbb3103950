// SPDX-License-Identifier: Apache-2.0
// Writes animated GIFs (GIF89a). Pictures after the first one have only the rectangle that changed, and in it only the pixels
// that changed. A pixel is a number, 0xaabbggrr.
//
// No encoder of npm replaces this one. The kept one with a free licence, modern-gif 2.1, holds all pictures in memory until the
// end; for 61 positions its files are 10 to 14 % larger, it takes six times as long, and it adds 9 kB instead of 1.

/** Colours of a picture, besides the transparent one. */
const COLOURS = 255
const TRANSPARENT = COLOURS
/** Bits of a colour index; codes of LZW begin with one more. */
const BITS = 8
const CLEAR = 1 << BITS
const END = CLEAR + 1
const LARGEST_CODE = 4095

/**
 * @param samples pixels of pictures that have all important colours
 * @returns up to 255 pixels: of colours that are alike the most frequent one, which stays exact
 */
export function paletteOf(samples: readonly Uint32Array[]): number[] {
  const counts: Map<number, number> = new Map()
  for (const pixels of samples) for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const alike: Map<number, { pixel: number; most: number; sum: number }> = new Map()
  for (const [pixel, count] of counts) {
    const key = pixel & 0xf8f8f8
    const group = alike.get(key)
    if (!group) alike.set(key, { pixel, most: count, sum: count })
    else {
      group.sum += count
      if (count > group.most) Object.assign(group, { pixel, most: count })
    }
  }
  return [...alike.values()]
    .sort((one, other) => other.sum - one.sum)
    .slice(0, COLOURS)
    .map(({ pixel }) => pixel)
}

const channels = (pixel: number): [red: number, green: number, blue: number] => [
  pixel & 255,
  (pixel >> 8) & 255,
  (pixel >> 16) & 255,
]

export class GifWriter {
  #width: number
  #height: number
  #palette: readonly number[]
  #parts: Uint8Array<ArrayBuffer>[]
  #before: Uint32Array | null = null
  /** Indexes of the palette by pixel. */
  #nearest: Map<number, number> = new Map()

  /** @param palette of paletteOf() */
  constructor(width: number, height: number, palette: readonly number[]) {
    this.#width = width
    this.#height = height
    this.#palette = palette
    const table = new Uint8Array(3 * (COLOURS + 1))
    for (const [at, pixel] of palette.entries()) table.set(channels(pixel), 3 * at)
    const head = [...'GIF89a'].map(letter => letter.charCodeAt(0))
    this.#parts = [
      // A table of 256 colours; no background, square pixels.
      Uint8Array.of(...head, ...short(width), ...short(height), 0xf7, 0, 0),
      table,
      // Repeats without end.
      Uint8Array.of(
        0x21,
        0xff,
        11,
        ...Array.from('NETSCAPE2.0', letter => letter.charCodeAt(0)),
        3,
        1,
        0,
        0,
        0,
      ),
    ]
  }

  /**
   * Adds a picture.
   * @param pixels are kept
   * @param delay in seconds
   */
  add(pixels: Uint32Array, delay: number) {
    const before = this.#before
    const { left, top, width, height } = this.#changed(pixels)
    const shown = new Uint8Array(width * height)
    for (let y = 0, to = 0; y < height; y++)
      for (let x = 0, at = (top + y) * this.#width + left; x < width; x++, at++, to++)
        shown[to] = before?.[at] === pixels[at] ? TRANSPARENT : this.#index(pixels[at])
    const hundredths = short(Math.round(100 * delay))
    const place = [left, top, width, height].flatMap(short)
    this.#parts.push(
      // Stays under the next picture; with a transparent colour.
      Uint8Array.of(0x21, 0xf9, 4, 0x05, ...hundredths, TRANSPARENT, 0),
      Uint8Array.of(0x2c, ...place, 0, BITS),
      packed(shown),
    )
    this.#before = pixels
  }

  /** @returns the file */
  end(): Blob {
    return new Blob([...this.#parts, Uint8Array.of(0x3b)], { type: 'image/gif' })
  }

  /** @returns of the nearest colour of the palette */
  #index(pixel: number): number {
    const known = this.#nearest.get(pixel)
    if (known !== undefined) return known
    const [red, green, blue] = channels(pixel)
    let [index, least] = [0, Number.POSITIVE_INFINITY]
    for (const [at, other] of this.#palette.entries()) {
      const [r, g, b] = channels(other)
      const distance = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2
      if (distance < least) [index, least] = [at, distance]
    }
    this.#nearest.set(pixel, index)
    return index
  }

  /** @returns the rectangle that differs from the picture before; one pixel if nothing does */
  #changed(pixels: Uint32Array): { left: number; top: number; width: number; height: number } {
    const before = this.#before
    if (!before) return { left: 0, top: 0, width: this.#width, height: this.#height }
    let [left, top, right, bottom] = [this.#width, this.#height, -1, -1]
    for (let y = 0, at = 0; y < this.#height; y++)
      for (let x = 0; x < this.#width; x++, at++) {
        if (pixels[at] === before[at]) continue
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = y
      }
    if (right < 0) return { left: 0, top: 0, width: 1, height: 1 }
    return { left, top, width: right - left + 1, height: bottom - top + 1 }
  }
}

/** @returns two bytes, the lower one first */
const short = (number: number): number[] => [number & 255, number >> 8]

/** @returns the indexes packed with LZW, in blocks of up to 255 bytes, and the empty block at their end */
function packed(indexes: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  let [bits, count] = [0, 0]
  let width = BITS + 1
  const write = (code: number) => {
    bits |= code << count
    for (count += width; count >= 8; count -= 8) {
      bytes.push(bits & 255)
      bits >>>= 8
    }
  }
  /** Codes by the code before and the index that follows it. */
  const codes: Map<number, number> = new Map()
  let next = END + 1
  write(CLEAR)
  let prefix = indexes[0]
  for (const index of indexes.subarray(1)) {
    const key = (prefix << BITS) | index
    const code = codes.get(key)
    if (code !== undefined) {
      prefix = code
      continue
    }
    write(prefix)
    if (next > LARGEST_CODE) {
      write(CLEAR)
      codes.clear()
      next = END + 1
      width = BITS + 1
    } else {
      codes.set(key, next)
      // Readers know this code one step later.
      if (next === 1 << width) width++
      next++
    }
    prefix = index
  }
  write(prefix)
  write(END)
  if (count > 0) bytes.push(bits & 255)
  const blocks: number[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255)
    blocks.push(block.length, ...block)
  }
  return Uint8Array.from([...blocks, 0])
}
