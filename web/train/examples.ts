// SPDX-License-Identifier: Apache-2.0
// Puzzles and a repertoire for the first visit, made of games of the example database, and loaded on request.
// js/tools/make-examples.js makes the file.

import { Position } from 'binbo'
import { say } from '../page/texts.js'
import { fieldsOf } from '../page/unknown.js'
import type { Card } from './cards.js'
import { cardOfPuzzle } from './cards.js'
import type { TrainRoom } from './room.js'

const FILE = 'examples.txt'

/** @returns the repertoire as PGN, for White @throws {TypeError} the file cannot be loaded */
export async function readExamples(
  load: () => Promise<Response> = () => fetch(FILE),
): Promise<{ repertoire: string; puzzles: Card[] }> {
  const response = await load()
  if (!response.ok) throw new TypeError(`fetch: ${response.status}`)
  const [head, ...lines] = (await response.text()).trim().split('\n')
  const { players, repertoire } = fieldsOf(JSON.parse(head))
  const nameOf = (number: string) => (Array.isArray(players) ? String(players[Number(number)]) : '?')
  const puzzles = lines.map(line => {
    const fields = line.split(' ')
    const [uci, white, black, year] = fields.slice(4)
    const position = Position.from(`${fields.slice(0, 4).join(' ')} 0 1`)
    const solution = position.legalMoves('move').filter(move => move.uci === uci)
    return {
      ...cardOfPuzzle({ position, solution, id: '', rating: 0, url: '' }),
      origin: `${nameOf(white)} – ${nameOf(black)}, ${year}`,
    }
  })
  return { repertoire: String(repertoire), puzzles }
}

export async function addExamplePuzzles(room: TrainRoom) {
  await room.addPuzzles((await readExamples()).puzzles)
}

export async function addExampleRepertoire(room: TrainRoom) {
  await room.addOpenings(say`Example repertoire`, 'white', (await readExamples()).repertoire)
}
