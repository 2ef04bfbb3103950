// SPDX-License-Identifier: Apache-2.0
// Many sources of PGN in one call. Strings or bytes in an iterable are pieces of one text, everything else in it is a source of its own.

import { isA } from '../core/brand.js'
import { argumentError } from '../core/errors.js'
import { isObject } from '../core/objects.js'
import { deadline, orAbort } from '../core/waiting.js'
import type { PgnSource, Waiting } from '../pgn/source.js'
import { isBlob } from '../pgn/source.js'

/** Promises of sources that are there settle within so many microtasks: a timer for each would take longer than a small file. */
const TICKS = 24

/** A source of PGN in a list of them: all of PgnSource but strings and bytes, which would be one text. */
export type GameSource = Exclude<PgnSource, string | Uint8Array>
/** A source of PGN, or many. */
export type AddSource = PgnSource | Iterable<GameSource> | AsyncIterable<GameSource>

type Item = IteratorResult<unknown, unknown>
type Items = { next: () => Item | Promise<Item>; return?: (() => unknown) | undefined }

/**
 * @param given the source of the user
 * @param waiting called while the next source is not there
 * @returns its sources, one after the other
 * @throws {ChessError} ERR_ARGUMENT for a string or bytes after a source; errors of the iterable, the signal's reason
 */
export async function* sourcesOf(
  given: AddSource,
  signal: AbortSignal | undefined,
  waiting: Waiting,
): AsyncGenerator<{ source: PgnSource; isListed: boolean }, void> {
  const items = isOneText(given) ? undefined : itemsOf(given)
  if (items === undefined) {
    yield { source: given as PgnSource, isListed: false }
    return
  }
  const take = () => orAbort(waiting(Promise.resolve(items.next())), signal)
  let isOpen = true
  try {
    let item = await take()
    if (item.done || !isSource(item.value)) {
      yield { source: textOf(item, items), isListed: false }
      isOpen = false
    }
    for (let number = 0; isOpen && !item.done; number++) {
      if (!isSource(item.value))
        throw argumentError(`Source ${number} is a piece of a text, not a source`, item.value)
      yield { source: item.value, isListed: true }
      item = await take()
    }
    isOpen = false
  } finally {
    if (isOpen) Promise.resolve(items.return?.()).catch(() => {})
  }
}

/** @returns the size of all sources in bytes; undefined if it is not known */
export function sizeOf(given: unknown): number | undefined {
  if (!Array.isArray(given) || !given.every(isBlob)) return undefined
  return given.reduce((sum, { size }) => sum + size, 0)
}

/** Whether it cannot be a list of sources: texts, bytes, Blobs, responses, and streams. */
function isOneText(given: unknown): boolean {
  if (!isObject(given) || ArrayBuffer.isView(given) || isBlob(given)) return true
  const { getReader, pipe, bytesRead, body } = given
  return (
    typeof getReader === 'function' || typeof pipe === 'function' || bytesRead !== undefined || Boolean(body)
  )
}

function itemsOf(given: unknown): Items | undefined {
  const { [Symbol.asyncIterator]: later, [Symbol.iterator]: now }: Record<symbol, unknown> = Object(given)
  const begin = typeof later === 'function' ? later : now
  return typeof begin === 'function' ? begin.call(given) : undefined
}

const isSource = (item: unknown): item is GameSource =>
  isObject(item) && !ArrayBuffer.isView(item) && !isA(item, 'ArrayBuffer')

/** @returns the text of an iterable whose first item was taken */
function textOf(first: Item, items: Items): AsyncIterable<string | Uint8Array> {
  let isFirst = true
  const next = async () => {
    const item = isFirst ? first : await items.next()
    isFirst = false
    return item as IteratorResult<string>
  }
  const end = async (): Promise<IteratorResult<string>> => {
    await items.return?.()
    return { done: true, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}

/**
 * Waits for a promise, and does something if that takes long.
 * @param milliseconds how long it waits before
 * @returns the same value, after the action is done
 * @throws {unknown} errors of the action
 */
export async function meanwhile<T>(
  next: Promise<T>,
  milliseconds: number,
  act: () => Promise<void>,
): Promise<T> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  next.then(settle, settle)
  for (let tick = 0; tick < TICKS && !isSettled; tick++) await undefined
  if (!isSettled && !(await deadline(next, milliseconds))) await act()
  return next
}
