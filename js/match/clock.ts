// SPDX-License-Identifier: Apache-2.0
// The clocks of engines: their text, and what is left after each move. Times are given, not measured here.

import { argumentError } from '../core/errors.js'
import { checkOptions } from '../core/options.js'

/**
 * A clock as text, as engine tools have it: '40/60+0.6' is 60 s for 40 moves and 0.6 s more for each, '10+0.1', '2:30+1', '10'; or
 * an object in milliseconds, with the moves of a stage.
 */
export type Clock = string | { base: number; increment?: number | undefined; moves?: number | undefined }

/** In milliseconds. */
export type ClockSettings = {
  base: number
  increment: number
  /** of a stage, after which the base is added again; undefined: all moves */
  moves: number | undefined
}

const TEXT = /^(?:(\d{1,6})\/)?(?:(\d{1,6}):)?(\d{1,9}(?:\.\d{1,9})?)(?:\+(\d{1,9}(?:\.\d{1,9})?))?$/
/** In milliseconds, as in UCI. */
const LONGEST = 2 ** 31 - 1

/** @throws {ChessError} ERR_ARGUMENT */
export function readClock(clock: unknown): ClockSettings {
  const {
    base,
    increment = 0,
    moves,
  } = typeof clock === 'string' ? fieldsOf(clock) : checkOptions(clock, NAMES)
  const isTime = (value: unknown): value is number =>
    typeof value === 'number' && value >= 0 && value <= LONGEST
  if (!isTime(base) || base === 0) throw argumentError('The base of a clock is a time above 0', base)
  if (!isTime(increment)) throw argumentError('The increment of a clock is a time', increment)
  if (moves === undefined) return { base, increment, moves }
  if (typeof moves !== 'number' || !Number.isSafeInteger(moves) || moves < 1)
    throw argumentError('The moves of a stage are an integer from 1', moves)
  return { base, increment, moves }
}

const NAMES = ['base', 'increment', 'moves']

/** @throws {ChessError} ERR_ARGUMENT */
function fieldsOf(text: string): Record<string, unknown> {
  const parts = TEXT.exec(text.trim())
  if (parts === null)
    throw argumentError("A clock is such as '10+0.1', '40/60' or '2:30+1', in seconds", text)
  const [, moves, minutes = '0', seconds, increment = '0'] = parts
  const milliseconds = (value: number) => Math.round(1000 * value)
  return {
    base: milliseconds(60 * Number(minutes) + Number(seconds)),
    increment: milliseconds(Number(increment)),
    moves: moves === undefined ? undefined : Number(moves),
  }
}

/** @returns as the tag TimeControl has it: '40/60+0.6' */
export const clockText = ({ base, increment, moves }: ClockSettings): string =>
  `${moves === undefined ? '' : `${moves}/`}${base / 1000}${increment === 0 ? '' : `+${increment / 1000}`}`

/** The clock of a player in one game. */
export class PlayerClock {
  #settings
  #margin
  #left
  /** Of this stage, with the next move. */
  #moves

  /** @param margin milliseconds past zero that do not lose */
  constructor(settings: ClockSettings, margin: number) {
    this.#settings = settings
    this.#margin = margin
    this.#left = settings.base
    this.#moves = settings.moves
  }

  /** In milliseconds. */
  get left(): number {
    return this.#left
  }

  /** The longest time of the next move that does not lose. */
  get patience(): number {
    return this.#left + this.#margin
  }

  get increment(): number {
    return this.#settings.increment
  }

  /** Moves to the next stage; undefined without stages. */
  get movesToGo(): number | undefined {
    return this.#moves
  }

  /**
   * A move was played.
   * @param time that it took
   * @returns false: it was late, and nothing is added
   */
  take(time: number): boolean {
    const isLate = time > this.patience
    this.#left = Math.max(this.#left - time, isLate ? Number.NEGATIVE_INFINITY : 0)
    if (isLate) return false
    const { base, increment, moves } = this.#settings
    this.#left += increment
    if (this.#moves === undefined) return true
    this.#moves--
    if (this.#moves > 0) return true
    this.#moves = moves
    this.#left += base
    return true
  }
}
