// SPDX-License-Identifier: Apache-2.0
// The openings of games, which C finds by their moves when they are added: the last of their positions that has a name.

import { argumentError } from '../core/errors.js'
import { packedLines, packedMoves } from '../openings/generated/packed-lines.js'
import { openingName } from '../openings/opening-names.js'
import { fold } from './names.js'

/** The opening of a game, as openingOf() of binbo/openings finds it. Objects are shared and frozen. */
export type GameOpening = {
  /** Code of the Encyclopaedia of Chess Openings, A00 to E99. */
  readonly eco: string
  /** The whole name, such as 'Sicilian Defense: Najdorf Variation'. */
  readonly name: string
}

/** The number of different moves in the list, and the text that C reads. */
export const OPENING_LIST = { moves: packedMoves.length / 3, text: packedMoves + packedLines }

/** By the numbers of openings in facts, from 1 on. */
const openings: (GameOpening | null)[] = [null]

/**
 * @param number of a game's facts; 0: none
 * @returns the same object for the same number
 */
export function openingOfNumber(number: number): GameOpening | null {
  openings[number] ??= number === 0 ? null : Object.freeze(openingName(number - 1))
  return openings[number]
}

const CODE = /^[a-e]\d{0,2}$/i

/**
 * @param code an ECO code or its beginning
 * @param at 0: the first code that begins so, 1: the last one
 * @returns undefined if it is not a code
 */
export const ecoCode = (code: unknown, at: 0 | 1): string | undefined =>
  typeof code === 'string' && CODE.test(code) ? code.toUpperCase().padEnd(3, '09'[at]) : undefined

/** By number, folded. */
const foldedNames: string[] = []

/**
 * @param wanted a code, its beginning, a range of codes; a name, or its beginning with '*'
 * @param count of openings
 * @returns by number: 1 for the openings that fit
 * @throws {ChessError} ERR_ARGUMENT
 */
export function soughtOpenings(wanted: unknown, count: number): Uint8Array {
  const fits = testOf(wanted)
  const sought = new Uint8Array(count + 1)
  for (let number = 1; number <= count; number++) {
    const opening = openingOfNumber(number)
    if (opening !== null && fits(opening, number)) sought[number] = 1
  }
  return sought
}

function testOf(wanted: unknown): (opening: GameOpening, number: number) => boolean {
  const isRange = Array.isArray(wanted) && wanted.length === 2
  const [from, to] = isRange ? wanted : [wanted, wanted]
  const [first, last] = [ecoCode(from, 0), ecoCode(to, 1)]
  if (first !== undefined && last !== undefined) return ({ eco }) => eco >= first && eco <= last
  if (typeof wanted !== 'string' || fold(wanted) === '')
    throw argumentError("opening is a code or a name, such as 'B90' or 'Sicilian*', or [from, to]", wanted)
  const text = fold(wanted)
  const begin = text.endsWith('*') ? text.slice(0, -1) : undefined
  return ({ name }, number) => {
    foldedNames[number] ??= fold(name)
    return begin === undefined ? foldedNames[number] === text : foldedNames[number].startsWith(begin)
  }
}
