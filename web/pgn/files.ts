// SPDX-License-Identifier: Apache-2.0
// Joins files of games into one Blob, after checks of their contents and encoding. Loaded with the first file.

import { say } from '../page/texts.js'
import type { Part, Source } from './input.js'
import { sourceOf } from './input.js'

/** a text file in UTF-8 or Latin-1 */
type Text = { name: string; blob: Blob }

/** Byte order marks, which Windows programs write. */
const MARKS: [mark: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** Bytes that are checked for signs of a binary file. */
const START = 4096
/** First bytes of compressed files. */
const COMPRESSED: [start: number[], kind: string][] = [
  [[0x1f, 0x8b], 'gzip'],
  [[0x50, 0x4b, 0x03, 0x04], 'zip'],
  [[0x42, 0x5a, 0x68], 'bzip2'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'xz'],
  [[0x37, 0x7a, 0xbc, 0xaf], '7z'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'zstd'],
]

/** @returns the text files, and a sentence for each of the others */
export async function takeTexts(files: File[]): Promise<{ texts: Text[]; refusals: string[] }> {
  const taken = await Promise.all(files.map(takeText))
  const texts = taken.filter(text => typeof text !== 'string')
  return { texts, refusals: taken.filter(text => typeof text === 'string') }
}

/** @returns the text file, or the reason for its refusal, for users */
async function takeText(file: File): Promise<Text | string> {
  const { name } = file
  try {
    return (await refusalOf(file)) || { name, blob: await plainBlob(file) }
  } catch {
    return say`${name} cannot be read: it has changed, is gone, or is a folder. Open it again.`
  }
}

/**
 * @returns the reason for its refusal, for users; '' for a text file
 * @throws {DOMException} it cannot be read
 */
async function refusalOf(file: File): Promise<string> {
  const start = new Uint8Array(await file.slice(0, START).arrayBuffer())
  const [, packed] = COMPRESSED.find(([bytes]) => beginsWith(start, bytes)) ?? []
  if (packed) return say`${file.name} is a ${packed} file: unpack it first, then open its contents.`
  const isText = !start.includes(0) || MARKS.some(([mark]) => beginsWith(start, mark))
  return isText ? '' : say`${file.name} is not a text file: games come in PGN files.`
}

/** @param texts at least one @returns all texts in a row */
export function joinTexts(texts: Text[]): Source {
  const [{ name, blob }, ...others] = texts
  if (others.length === 0) return sourceOf(name, blob)
  const parts: Part[] = []
  let from = 0
  for (const { name, blob } of texts) {
    parts.push({ name, from, to: from + blob.size })
    from += blob.size
  }
  const whole = new Blob(texts.map(({ blob }) => blob))
  return { name: say`${name} and ${others.length} more`, blob: whole, parts, isKept: true }
}

/** @returns UTF-8 or Latin-1, without a byte order mark */
async function plainBlob(file: Blob): Promise<Blob> {
  const start = new Uint8Array(await file.slice(0, 3).arrayBuffer())
  const found = MARKS.find(([mark]) => beginsWith(start, mark))
  if (!found) return file
  const [mark, encoding] = found
  if (encoding === 'utf-8') return file.slice(mark.length)
  const text = file.stream().pipeThrough(new TextDecoderStream(encoding))
  return new Response(text.pipeThrough(new TextEncoderStream())).blob()
}

const beginsWith = (bytes: Uint8Array, start: number[]) => start.every((byte, index) => bytes[index] === byte)
