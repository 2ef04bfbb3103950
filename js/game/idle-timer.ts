// SPDX-License-Identifier: Apache-2.0
// One timer for all games that stop themselves when idle.
//
// The watches form a heap with the earliest due one on top. A use of a game only stores the time; if the game was not idle when
// its watch is due, the watch goes back into the heap. The timer never keeps a process alive. A watch references its game, so
// the game lives until the watch fires or is removed.

/** Longer waits overflow setTimeout() and would fire at once. */
const LONGEST_WAIT = 2 ** 31 - 1

export type IdleWatch = {
  /** in milliseconds, finite */
  timeout: number
  /** the time of the last use, by performance.now(); the owner of the watch updates it */
  lastUsed: number
  /** called once, when the game was not used for the timeout; must not throw */
  expire: () => void
  /** when it is checked next */
  due: number
  /** its place in the heap; -1 if it is not in the heap */
  index: number
}

/** A binary heap; the earliest due watch is first. */
const heap: IdleWatch[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let armedFor = Number.POSITIVE_INFINITY

/**
 * @param timeout in milliseconds, finite
 * @returns a running watch; owned by the caller until it is removed or expires
 */
export function watchIdle(timeout: number, expire: () => void): IdleWatch {
  const now = performance.now()
  const watch: IdleWatch = { timeout, lastUsed: now, expire, due: now + timeout, index: -1 }
  insert(watch)
  arm()
  return watch
}

/** @param watch a watch, running or not */
export function unwatchIdle(watch: IdleWatch) {
  if (watch.index < 0) return
  remove(watch)
  arm()
}

/** Sets the timer for the earliest watch, unless it is already set for that time. */
function arm() {
  const due = heap.length === 0 ? Number.POSITIVE_INFINITY : heap[0].due
  if (due === armedFor) return
  clearTimeout(timer)
  armedFor = due
  if (due === Number.POSITIVE_INFINITY) return
  const wait = Math.ceil(Math.max(1, due - performance.now()))
  timer = setTimeout(fire, Math.min(wait, LONGEST_WAIT))
  unref(timer)
}

type DenoGlobals = { Deno?: { unrefTimer?: (handle: number) => void }; navigator?: unknown }

/** @param handle the result of setTimeout(): an object in Node and Bun, otherwise a number */
function unref(handle: ReturnType<typeof setTimeout> | number) {
  const { Deno }: DenoGlobals = globalThis
  if (typeof handle === 'object') handle.unref?.()
  else Deno?.unrefTimer?.(handle)
}

function fire() {
  armedFor = Number.POSITIVE_INFINITY
  const now = performance.now()
  while (heap.length > 0 && heap[0].due <= now) {
    const watch = heap[0]
    remove(watch)
    watch.due = watch.lastUsed + watch.timeout
    if (watch.due <= now) watch.expire()
    else insert(watch)
  }
  arm()
}

function insert(watch: IdleWatch) {
  place(watch, heap.length)
  rise(watch)
}

/** @param watch a watch in the heap */
function remove(watch: IdleWatch) {
  const last = heap.pop() as IdleWatch
  if (last !== watch) {
    place(last, watch.index)
    rise(last)
    sink(last)
  }
  watch.index = -1
}

function place(watch: IdleWatch, index: number) {
  heap[index] = watch
  watch.index = index
}

function rise(watch: IdleWatch) {
  while (watch.index > 0) {
    const parent = heap[(watch.index - 1) >> 1]
    if (parent.due <= watch.due) return
    swap(watch, parent)
  }
}

function sink(watch: IdleWatch) {
  for (;;) {
    const left = heap[2 * watch.index + 1]
    const right = heap[2 * watch.index + 2]
    const child = right !== undefined && right.due < left.due ? right : left
    if (child === undefined || child.due >= watch.due) return
    swap(watch, child)
  }
}

function swap(a: IdleWatch, b: IdleWatch) {
  const { index } = a
  place(a, b.index)
  place(b, index)
}
