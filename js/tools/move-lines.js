// SPDX-License-Identifier: Apache-2.0
/**
 * Prints the games of a PGN for src/tools/train_moves.c: a line for each game, with its moves as numbers of src/move.h in
 * hexadecimal. Games with errors or other start positions are left out.
 *
 * usage: node js/tools/move-lines.js games.pgn
 */

import { readFileSync } from 'node:fs'
import { provideWasm } from '#js/core/wasm.js'
import { anyLine } from '#js/game/any-line.js'
import { START_FEN } from '#js/game/fen.js'
import { parsePgn } from '#js/pgn/parse-pgn.js'

provideWasm(() => readFileSync('build/core.wasm'))
for (const game of parsePgn(readFileSync(process.argv[2]))) {
  const line = anyLine(game)
  if (line?.variant !== 'standard' || line.startFen !== START_FEN || game.errors.length > 0) continue
  process.stdout.write(`${Array.from(line.words, word => (word & 0xffff).toString(16)).join(' ')}\n`)
}
