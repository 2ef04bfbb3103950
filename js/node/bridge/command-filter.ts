// SPDX-License-Identifier: Apache-2.0
// The commands that a client may send to an engine. No message is passed on unchanged: it is parsed word by word, and the
// command is written again from the result.

import { ChessError } from '../../core/errors.js'
import { hasStandardRules, rulesOf } from '../../game/traits.js'
import type { RootPosition } from '../../uci/engine/search-request.js'
import { parseLine } from '../../uci/text/parse-line.js'
import { firstWord, indexOfWord, messageWords, Refusal } from './client-message.js'
import type { Declared, OptionCeilings } from './option-gate.js'
import { OptionGate } from './option-gate.js'
import type { SearchCeilings } from './read-search.js'
import { readGo, readPosition } from './read-search.js'

type Ceilings = OptionCeilings & SearchCeilings

/** A command that may be sent to the engine. */
export type EngineCommand = {
  name: CommandName
  /** the line for the engine */
  line: string
  /** true for `go ponder` */
  ponder: boolean
}

type CommandName = (typeof COMMANDS)[number]

const COMMANDS = [
  'uci',
  'isready',
  'ucinewgame',
  'position',
  'go',
  'stop',
  'ponderhit',
  'setoption',
  'quit',
] as const

/** A `setoption`, in UTF-16 units: longer ones are not even split into words. */
const LONGEST_OPTION = 1024

/** Reads the messages of one client, in order, and the option lines of its engine. */
export class CommandFilter {
  #ceilings: Ceilings
  #gate: OptionGate
  /** undefined before the first, and after a refused one */
  #root: RootPosition | undefined
  /** why `go` must wait for another position */
  #positionIsMissing: string | undefined

  /** @param allowOptions names of options that are allowed besides the known harmless ones */
  constructor(ceilings: Ceilings, allowOptions: readonly string[] = []) {
    this.#ceilings = ceilings
    this.#gate = new OptionGate(ceilings, allowOptions)
  }

  /** @returns the name of its command, if it has one; its arguments may still be wrong */
  nameOf(message: string): CommandName | undefined {
    const name = firstWord(message)
    return COMMANDS.find(command => command === name)
  }

  /**
   * The command returned must be sent before the next message is read.
   * @returns the command, or the reason for its refusal, as text that may quote it and as a code
   */
  read(message: string): EngineCommand | { refused: string; code: string } {
    try {
      return this.#read(message)
    } catch (error) {
      if (error instanceof Refusal) return { refused: error.message, code: 'NOT_ALLOWED' }
      if (error instanceof ChessError) return { refused: error.message, code: error.code }
      throw error
    }
  }

  /** @param line an `option` line of the engine */
  declare(line: string): Declared {
    const message = parseLine(line)
    return message.kind === 'option' ? this.#gate.declare(message.option) : { line: null, lowering: null }
  }

  /** A position was refused: `go` is refused until the next one. */
  losePosition() {
    this.#drop('the last position was refused')
  }

  free() {
    this.#root?.free()
    this.#root = undefined
  }

  #read(message: string): EngineCommand {
    if (message.length > LONGEST_OPTION && this.nameOf(message) === 'setoption')
      throw new Refusal('the name or value of the option is too long')
    const [first = '', ...words] = messageWords(message)
    const name = COMMANDS.find(command => command === first.toLowerCase())
    switch (name) {
      case undefined:
        throw new Refusal(
          first === '' ? 'the message is empty' : `the command '${first}' is not allowed here`,
        )
      case 'position':
        return { name, line: this.#position(words), ponder: false }
      case 'go':
        return { name, ...this.#go(words) }
      case 'setoption':
        return { name, line: this.#setOption(words), ponder: false }
      default:
        if (words.length > 0) throw new Refusal(`'${name}' takes no arguments`)
        return { name, line: name, ponder: false }
    }
  }

  #drop(reason: string) {
    this.free()
    this.#positionIsMissing = reason
  }

  #setOption(words: readonly string[]) {
    const { variant } = this.#gate
    const line = this.#gate.command(words)
    if (rulesOf(this.#gate.variant) !== rulesOf(variant))
      this.#drop('the last position was of another variant')
    return line
  }

  #position(words: readonly string[]) {
    this.losePosition()
    this.#root = readPosition(words, this.#gate)
    this.#positionIsMissing = undefined
    return this.#root.command
  }

  #go(words: readonly string[]) {
    if (this.#positionIsMissing !== undefined)
      throw new Refusal(`${this.#positionIsMissing}: send another one before go`)
    // Fairy-Stockfish crashes after three checks were given.
    if (this.#root?.hasNoMoves && !hasStandardRules(this.#root.variant))
      throw new Refusal('the game is over in this position')
    if (indexOfWord(words, 'searchmoves') >= 0) this.#root ??= readPosition(['startpos'], this.#gate)
    return readGo(words, this.#ceilings, moves =>
      moves.length > 0 ? (this.#root?.checkMoves(moves) ?? []) : [],
    )
  }
}
