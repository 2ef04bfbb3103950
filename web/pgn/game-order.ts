// SPDX-License-Identifier: Apache-2.0
// Sorts games by a column, in steps, so that a Worker can answer requests while it sorts a million games. The order is stable:
// equal games stay in file order, and unknown values are last in both directions.

/** Steps between two pauses. */
const STRIDE = 2000

/**
 * @param count of games
 * @param textOf '' if unknown
 * @param options `down`: the largest first
 * @returns yields often; returns the games in their order
 */
export function* sortGames(
  count: number,
  textOf: (index: number) => string,
  options: { isNumber: boolean; down: boolean },
): Generator<void, Uint32Array> {
  // There are far fewer values than games: sort the values, then the games by the rank of their value.
  const ids = new Uint32Array(count)
  const known: Map<string, number> = new Map()
  for (let index = 0; index < count; index++) {
    const value = textOf(index)
    const id = known.get(value) ?? known.size
    if (id === known.size) known.set(value, id)
    ids[index] = id
    if (index % STRIDE === 0) yield
  }
  const ranks = yield* ranksOf([...known.keys()], options)
  const ends = new Uint32Array(known.size)
  for (let index = 0; index < count; index++) {
    ends[ranks[ids[index]]]++
    if (index % STRIDE === 0) yield
  }
  for (let rank = 1; rank < ends.length; rank++) ends[rank] += ends[rank - 1]
  const order = new Uint32Array(count)
  for (let index = count - 1; index >= 0; index--) {
    order[--ends[ranks[ids[index]]]] = index
    if (index % STRIDE === 0) yield
  }
  return order
}

/** @returns the rank of each value; values that differ only in accents or case share one */
function* ranksOf(
  values: string[],
  { isNumber, down }: { isNumber: boolean; down: boolean },
): Generator<void, Uint32Array> {
  const keys: (string | number)[] = []
  for (const value of values) {
    keys.push(isNumber ? Number(value) : folded(value))
    if (keys.length % STRIDE === 0) yield
  }
  const sign = down ? -1 : 1
  const compare = (one: number, other: number) => {
    if (keys[one] === keys[other]) return 0
    if (values[one] === '' || values[other] === '') return values[one] === '' ? 1 : -1
    return keys[one] < keys[other] ? -sign : sign
  }
  const sorted = yield* mergeSort(values.length, compare)
  const ranks = new Uint32Array(values.length)
  let rank = 0
  for (const [place, item] of sorted.entries()) {
    if (place > 0 && compare(sorted[place - 1], item) !== 0) rank++
    ranks[item] = rank
    if (place % STRIDE === 0) yield
  }
  return ranks
}

/** @returns the value in lower case, without accents */
const folded = (value: string): string => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** @param count items 0 to count - 1 */
function* mergeSort(
  count: number,
  compare: (one: number, other: number) => number,
): Generator<void, Uint32Array> {
  let from = Uint32Array.from({ length: count }, (_, item) => item)
  let to = new Uint32Array(count)
  let steps = 0
  for (let width = 1; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      const middle = Math.min(start + width, count)
      const end = Math.min(start + 2 * width, count)
      let [one, other] = [start, middle]
      for (let place = start; place < end; place++) {
        const isOne = one < middle && (other >= end || compare(from[one], from[other]) <= 0)
        to[place] = isOne ? from[one++] : from[other++]
        if (++steps % STRIDE === 0) yield
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
