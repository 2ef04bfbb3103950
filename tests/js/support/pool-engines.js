// SPDX-License-Identifier: Apache-2.0
// Engines for tests of pools: objects whose searches the test ends, and that note what they were asked.

import { plainTransport, UCI } from './engines.js'

/**
 * Engines that answer at once, or when the test says so.
 * @param {{ isHeld?: boolean, score?: (position: string) => string | undefined, uci?: string[] }} [o] isHeld: searches end
 *   by answer() only; score: the `score` of a position command, default `cp 1`
 */
export function engineMaker({ isHeld = false, score = () => 'cp 1', uci = UCI } = {}) {
  /** Every transport that was made, in order. */
  const made = []
  /** What the searches were given, in the order of `go`. @type {{ engine: number, position: string, go: string, end(): void }[]} */
  const searches = []
  const make = () => {
    const engine = made.length
    let position = ''
    let end = () => {}
    const transport = plainTransport({
      uci,
      position(line) {
        position = line
      },
      go(line) {
        const here = position
        const move = firstMove(here)
        let isOver = false
        end = () => {
          if (isOver) return
          isOver = true
          transport.onLine?.(`info depth 1 score ${score(here)} pv ${move}`)
          transport.onLine?.(`bestmove ${move}`)
        }
        searches.push({ engine, position: here, go: line, end })
        if (!isHeld) queueMicrotask(end)
      },
      stop: () => queueMicrotask(end),
    })
    /** Ends it as a crash does. */
    transport.die = () => transport.onClose?.({ message: 'it died', exitCode: null, signal: 'SIGKILL' })
    made.push(transport)
    return transport
  }
  return { make, made, searches }
}

/** A legal first move: White's positions of these tests begin with a pawn on h2 or h3, Black's with one on h7 or h6. */
function firstMove(position) {
  const played = position.split(' moves ')[1]?.split(' ') ?? []
  const count = played.length
  return ['a2a3', 'a7a6', 'a3a4', 'a6a5', 'b2b3', 'b7b6', 'b3b4', 'b6b5'][count] ?? 'h2h3'
}

/** Positions for these engines: the first plies of one game. */
export const LINE = ['a2a3', 'a7a6', 'a3a4', 'a6a5', 'b2b3', 'b7b6', 'b3b4']
export const positionAt = ply => ({ moves: LINE.slice(0, ply % (LINE.length + 1)) })
