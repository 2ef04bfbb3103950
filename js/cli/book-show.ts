// SPDX-License-Identifier: Apache-2.0
// binbo book show: shows the moves of an opening book.

import { START_FEN } from '../game/fen.js'
import { defineCommand, NEGATIVE, SUCCESS } from './command.js'
import { openBook } from './open-book.js'
import { UsageError } from './usage-error.js'

export const command = defineCommand({
  name: 'book show',
  help: `BOOK [FEN]

Shows the moves that an opening book in the format of Polyglot has in a position, without FEN in the start
position: the share of each, and its weight. A weight of 0 says not to play the move.

options:

exit code: 0 there are moves; 1 there is none; 2 wrong usage, or a file that cannot be read
`,
  column: 15,
  options: {},
  takesWords: true,
  async run(_, [file, ...fen], io) {
    if (file === undefined) throw new UsageError('the file of a book comes first')
    const book = await openBook(file)
    const moves = await book.find(fen.join(' ') || START_FEN, { minWeight: 0 }).catch(error => {
      throw new UsageError(error.message)
    })
    const total = moves.reduce((sum, { weight }) => sum + weight, 0) || 1
    for (const { san, weight } of moves)
      io.stdout.write(`${san.padEnd(8)} ${((100 * weight) / total).toFixed(1).padStart(5)} %  ${weight}\n`)
    if (moves.length === 0) io.stderr.write('no move\n')
    return moves.length > 0 ? SUCCESS : NEGATIVE
  },
})
