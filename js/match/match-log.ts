// SPDX-License-Identifier: Apache-2.0
// The log of a match: each game as it ends, so that the match goes on where it stopped.

import { matchError } from './errors.js'
import type { LoggedGame } from './match-game.js'

/** Keeps the games of a match. `memoryLog()` and `matchFile()` of binbo/node make one. */
export interface MatchLog {
  /**
   * Called once, before all other calls.
   * @param match names the match: all that decides its games but the number of rounds
   * @throws {ChessError} ERR_MATCH_LOG if the games are of another match; ERR_MATCH_BUSY if another program plays with the log
   */
  open?(match: string): Promise<void>
  /** Called once, when the match has ended and no append() runs. The games can still be read. */
  close?(): Promise<void>
  /** Gives the games of the log, each once. */
  games(): AsyncIterable<LoggedGame>
  /** Resolves when the game is kept. */
  append(game: LoggedGame): Promise<void>
}

/** Returns a log in memory: for a match that stops and goes on in one process. */
export function memoryLog(): MatchLog {
  let known: string | undefined
  const kept: LoggedGame[] = []
  return {
    async open(match) {
      known ??= match
      if (known !== match) throw matchError('ERR_MATCH_LOG')
    },
    async *games() {
      yield* structuredClone(kept)
    },
    async append(game) {
      kept.push(structuredClone(game))
    },
  }
}
