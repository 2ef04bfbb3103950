// SPDX-License-Identifier: Apache-2.0
// After a move, asks the embedding program whether the game is decided, for example by endgame tables or the rules of a
// league. The move is already in the log, and no move waits for the answer.

import { reasonOf } from '../../core/caught.js'
import { isObject } from '../../core/objects.js'
import { Position } from '../../game/position.js'
import type { Color } from '../../game/squares.js'
import type { AdjudicateCommand } from '../../session/commands/end.js'
import { LONGEST_DETAIL } from '../../session/commands/end.js'
import { liveGame } from '../../session/live.js'
import { isColor, soundText } from '../../session/setup.js'
import type { SessionState } from '../../session/state.js'
import type { SessionView } from '../../session/view.js'
import { sessionView } from '../../session/view.js'
import type { Machine } from './machine.js'

/**
 * What adjudicate() returns: nothing if the game goes on, or the winner; null is a draw. `detail` is shown with the end:
 * the first 200 characters, with U+FFFD in place of NUL and unpaired surrogates.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: the function may return nothing
export type Adjudication = void | undefined | null | { winner: Color | null; detail?: string | undefined }
/**
 * Called after a move that has not ended the game, on the node that has stored the move; `view` is what spectators see. Its
 * answer ends the game as 'adjudication', unless another move was played in between. Errors, and no answer for ten
 * seconds, are logged.
 */
export type Adjudicate = (position: Position, view: SessionView) => Adjudication | Promise<Adjudication>

/** The deadline of an answer, in milliseconds. */
const PATIENCE = 10_000

export class Adjudicator {
  #adjudicate: Adjudicate
  #machine: Machine
  #log

  constructor(
    adjudicate: Adjudicate,
    machine: Machine,
    log: (entry: { event: string; game: string; reason: string }) => void,
  ) {
    this.#adjudicate = adjudicate
    this.#machine = machine
    this.#log = log
  }

  /**
   * @param state of a running game
   * @returns a command that is valid only in this position; null: the game goes on
   */
  async commandFor(state: SessionState): Promise<AdjudicateCommand | null> {
    let timer: unknown
    const late = new Promise((_, reject) => {
      timer = this.#machine.setTimeout(() => reject(new Error('no answer for 10 s')), PATIENCE)
    })
    try {
      const position = Position.from(liveGame(state))
      const view = sessionView(state, 'spectator')
      const answer = (async () => this.#adjudicate(position, view))()
      return commandOf(await Promise.race([answer, late]), state.ply)
    } catch (error) {
      const reason = `adjudicate() failed: ${reasonOf(error)}`
      this.#log({ event: 'error', game: state.id, reason })
      return null
    } finally {
      this.#machine.clearTimeout(timer)
    }
  }
}

/** @throws {Error} if the answer is malformed: a game must not end by a misunderstanding */
function commandOf(answer: unknown, ply: number): AdjudicateCommand | null {
  if (answer === undefined || answer === null) return null
  const { winner, detail }: Record<string, unknown> = isObject(answer) ? answer : {}
  if ((winner !== null && !isColor(winner)) || (detail !== undefined && typeof detail !== 'string'))
    throw new Error('it returns nothing, or { winner, detail }')
  const words = detail === undefined ? undefined : soundText(detail, LONGEST_DETAIL)
  return { type: 'adjudicate', winner, detail: words, ply }
}
