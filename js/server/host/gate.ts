// SPDX-License-Identifier: Apache-2.0
// Asks the embedding program whether a user's command is allowed, for example because of bans, ratings, clocks or variants.
// The commands of one user are checked one by one, so that they stay in order.

import { reasonOf } from '../../core/caught.js'
import { isObject } from '../../core/objects.js'
import type { Color } from '../../game/squares.js'
import type { CreateCommand } from '../../session/commands/seats.js'
import type { PlayerCommand } from '../../session/commands.js'
import { isCommand } from '../../session/commands.js'
import type { GameSetup, Seat } from '../../session/setup.js'
import { readSeat, readSetup, soundText } from '../../session/setup.js'
import type { SessionState } from '../../session/state.js'
import { seatOf } from '../../session/state.js'
import type { SessionView } from '../../session/view.js'
import { sessionView } from '../../session/view.js'
import type { Answer, User } from './answers.js'
import type { LiveGame } from './live-game.js'
import { TOO_FAST, UNAVAILABLE } from './live-game.js'
import type { Machine } from './machine.js'

/** What before() returns; `refuse`: the reason, for the client. */
// biome-ignore lint/suspicious/noConfusingVoidType: the function may return nothing
export type Verdict = void | undefined | null | { refuse: string }
/**
 * A well-formed `create`, spelled in one way: canonical names, the clock as an object or null, and the value of each field
 * that was left out.
 */
export type CheckedCreate = GameSetup & {
  type: 'create'
  id?: string | undefined
  by: Seat | string
  /** Of the creator. */
  color: Color
  /** Gets the other seat; never from clients. */
  opponent?: Seat | undefined
  /** Whether it goes into the lobby. */
  listed: boolean
}
/** A well-formed command of a user. */
export type CheckedCommand = Exclude<PlayerCommand, { type: 'create' }> | CheckedCreate
/**
 * Called before a user's command is executed, with the game as that user sees it: null for `create`. If it throws, or does
 * not answer within a second, the command is refused as 'unavailable'.
 */
export type Before = (
  user: User,
  command: CheckedCommand,
  view: SessionView | null,
) => Verdict | Promise<Verdict>

/** The deadline of an answer, in milliseconds. */
const PATIENCE = 1000
/** The most commands of a user that wait for an answer. */
const MOST_ASKED = 64
/** The longest reason for a client, in UTF-16 units. */
const LONGEST_REASON = 200

/** The reason for a client if the program gives none. */
const NO_REASON = 'The server does not allow it.'

export class Gate {
  #before: Before
  #machine: Machine
  #log
  /** by user: the commands that wait for an answer */
  #asked: Map<string, { count: number; last: Promise<unknown> | undefined }> = new Map()

  constructor(before: Before, machine: Machine, log: (entry: { event: string; reason: string }) => void) {
    this.#before = before
    this.#machine = machine
    this.#log = log
  }

  /**
   * @param command signed
   * @returns undefined: it may be executed
   * @throws {ChessError} of the store
   */
  async refusalOf(game: LiveGame, by: User | string, command: unknown): Promise<Answer | undefined> {
    // The reducer refuses it.
    if (!isCommand(command) || command.by === undefined) return undefined
    const { id, name, roles } = typeof by === 'string' ? { id: by } : by
    const user = { id, ...(name !== undefined && { name }), ...(roles !== undefined && { roles }) }
    const questions = this.#asked.get(user.id) ?? { count: 0, last: undefined }
    if (questions.count >= MOST_ASKED) return TOO_FAST
    const { last } = questions
    const asked = (async () => {
      await last?.catch(() => {})
      if (command.type === 'create') {
        const checked = readCreate(command)
        return checked && this.#ask(user, checked, null)
      }
      if (game.state === null || game.isStale) await game.read()
      const { state } = game
      // A command that was executed before is not checked again: only its answer was lost.
      return state === null || isDone(state, user, command)
        ? undefined
        : // A copy, so that before() cannot change the command.
          this.#ask(user, structuredClone(command), sessionView(state, seatOf(state, user.id) ?? 'spectator'))
    })()
    questions.count++
    questions.last = asked
    this.#asked.set(user.id, questions)
    try {
      return await asked
    } finally {
      if (--questions.count === 0) this.#asked.delete(user.id)
    }
  }

  /** @param command a copy */
  async #ask(user: User, command: CheckedCommand, view: SessionView | null): Promise<Answer | undefined> {
    let timer: unknown
    const late = new Promise((_, reject) => {
      timer = this.#machine.setTimeout(() => reject(new Error('no answer for a second')), PATIENCE)
    })
    try {
      const verdict = (async () => this.#before(user, command, view))()
      const why = refusalIn(await Promise.race([verdict, late]))
      return why === undefined ? undefined : { ok: false, code: 'refused', why }
    } catch (error) {
      this.#log({
        event: 'error',
        reason: `before() failed: ${reasonOf(error)}`,
      })
      return UNAVAILABLE
    } finally {
      this.#machine.clearTimeout(timer)
    }
  }
}

/** @returns undefined if the reducer refuses it */
function readCreate(command: CreateCommand & { listed?: unknown }): CheckedCreate | undefined {
  const setup = readSetup(command)
  if ('code' in setup) return undefined
  const { type, id, by, color = 'white', listed = false } = command
  const opponent = readSeat(command.opponent)
  return structuredClone({ type, id, by, ...setup, color, opponent, listed: listed === true })
}

function isDone(state: SessionState, user: User, { id }: PlayerCommand) {
  const color = seatOf(state, user.id)
  return color !== null && id !== undefined && state.seen[color].includes(id)
}

/** @throws {Error} if the verdict is malformed: it must not let a command through */
function refusalIn(verdict: unknown): string | undefined {
  if (verdict === undefined || verdict === null) return undefined
  const { refuse }: Record<string, unknown> = isObject(verdict) ? verdict : {}
  if (typeof refuse !== 'string') throw new Error('it returns nothing, or { refuse: why }')
  return soundText(refuse || NO_REASON, LONGEST_REASON)
}
