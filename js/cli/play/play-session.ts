// SPDX-License-Identifier: Apache-2.0
// A session of `binbo play`: reads lines, executes them, and lets the engine answer.

import { codeOf } from '../../core/caught.js'
import { ChessError } from '../../core/errors.js'
import { TRAIT_POCKETS } from '../../core/generated/bindings.js'
import { otherColor } from '../../game/squares.js'
import { hasStandardRules, hasTrait } from '../../game/traits.js'
import { variantName } from '../../game/variants.js'
import { BOLD, DIM, printable, RED } from '../text.js'
import { UsageError } from '../usage-error.js'
import type { PlayOptions } from './arguments.js'
import { COMMANDS, findCommand } from './commands.js'
import { GameFile } from './game-file.js'
import type { Opponent } from './opponent.js'
import type { Prompt } from './prompt.js'
import { INTERRUPT } from './prompt.js'
import type { Screen } from './screen.js'
import type { TerminalGameOptions } from './terminal-game.js'
import { TerminalGame } from './terminal-game.js'
import {
  colorName,
  lastMoveText,
  levelText,
  moveNumber,
  scoreWords,
  sentence,
  statusSentence,
} from './wording.js'

type Ending = 'ended' | 'interrupted'

/** The most characters of an unknown command that an error quotes. */
const SHOWN_OF_LINE = 60
/** The number of lines of the last move, the board, the details below it and the next prompt. */
const FULL_HEIGHT = 29
/** The parts of a variant's position that are not on the board. */
const OFF_BOARD = /\n {2}(Pockets|Checks to give): .*/

export class PlaySession {
  options
  screen
  prompt
  opponent
  match: TerminalGame
  isFlipped
  /** the file in which this game was saved */
  file: string | undefined
  /** Whether everything was written to the --pgn file. */
  isKept = true

  #signal: AbortSignal
  /** Whether the engine's last search failed. The engine searches again after the next line. */
  #engineFailed = false
  #isOver = false
  /** the --pgn file, written after every move */
  #gameFile: GameFile | undefined
  /** Whether the --pgn file can be written; false after a failure, until the next game. */
  #canRecord = true

  /**
   * @param signal ends the session
   * @throws {ChessError} ERR_FEN_*
   */
  constructor(options: PlayOptions, screen: Screen, prompt: Prompt, opponent: Opponent, signal: AbortSignal) {
    this.options = options
    this.screen = screen
    this.prompt = prompt
    this.opponent = opponent
    this.isFlipped = options.flip !== (options.color === 'black' && !options.both)
    this.#signal = signal
    const { fen, variant, draws, color, both } = options
    this.match = new TerminalGame({ fen, variant, draws, engineSide: both ? null : otherColor(color) })
    this.#openGameFile()
  }

  /** @returns resolves when the session has ended and the game is saved */
  async run(): Promise<Ending> {
    try {
      return await this.#converse()
    } finally {
      await this.#end()
    }
  }

  async #converse(): Promise<Ending> {
    this.#introduce()
    this.showBoard()
    let interrupts = 0
    while (!this.#isOver && !this.#signal.aborted) {
      if (this.match.isEngineTurn && this.opponent.isThere && !this.#engineFailed) {
        await this.letEngineMove()
        await this.#record()
      }
      const line = await this.prompt.ask(this.#question())
      if (line === null) break
      if (line !== INTERRUPT) {
        interrupts = 0
        await this.#runLine(line.trim())
        await this.#record()
      } else if (++interrupts === 1) {
        this.note('Another Ctrl-C ends the session, as do quit and Ctrl-D.')
      } else return 'interrupted'
    }
    return 'ended'
  }

  /** Prints the result and saves the game. */
  async #end() {
    const { game } = this.match
    const result = statusSentence(game.status)
    if (this.screen.last !== result) this.screen.print(result)
    await this.keep()
    if (this.prompt.isTerminal && this.match.unsaved)
      this.note(game.pgn({ headers: false, width: this.screen.width }).trimEnd())
  }

  /** Ends the session after the current command. */
  quit() {
    this.#isOver = true
  }

  /** @param text printable */
  note(text: string) {
    this.screen.print(this.screen.paint(DIM, text))
  }

  /** @param text printable */
  complain(text: string) {
    this.screen.print(this.screen.paint(RED, text))
  }

  /** Prints the board, with details below it if there is room, and the result. */
  showBoard() {
    const { game } = this.match
    const { status } = game
    const text = game.board({ unicode: !this.options.ascii, flip: this.isFlipped })
    const [board, details] = text.split('\n\n')
    const needed = details.match(OFF_BOARD)?.[0] ?? ''
    const shown =
      this.screen.height < FULL_HEIGHT + (needed ? 1 : 0) ? `${board}${needed && '\n'}${needed}` : text
    this.screen.print(`${this.screen.last.endsWith('\n') ? '' : '\n'}${shown}\n`)
    if (status.over) this.screen.print(statusSentence(status))
    else if (game.claimableDraws.length > 0) this.note('The side to move can claim a draw: type draw.')
  }

  /** @param words printable, printed beside the last move */
  showMove(words: string[] = []) {
    const about = words.length > 0 ? `  ${this.screen.paint(DIM, `(${words.join(', ')})`)}` : ''
    this.screen.print(this.screen.paint(BOLD, lastMoveText(this.match.game)) + about)
    this.showBoard()
  }

  /** Lets the engine search and plays its move; if it fails the board does not change. */
  async letEngineMove() {
    const { match, opponent } = this
    try {
      const ofBook = await opponent.bookMove(match.game)
      const { move, info } = ofBook ? { move: ofBook, info: null } : await opponent.think(match.game)
      if (move === null) return
      match.play(move)
      this.showMove([printable(opponent.name ?? ''), ...(ofBook ? ['book'] : scoreWords(info))])
    } catch (error) {
      this.#engineFailed = true
      this.#reportFailure(error)
    }
  }

  /**
   * Starts another game; the last one is saved in the --pgn file, if there is one.
   * @throws {ChessError} ERR_FEN_*
   * @throws {UsageError} if the engine does not play the variant
   */
  async newMatch({ fen, variant }: Pick<TerminalGameOptions, 'fen' | 'variant'>) {
    const { draws } = this.options
    this.opponent.checkVariant(variant)
    const next = new TerminalGame({ fen, variant, draws, engineSide: this.match.engineSide })
    await this.keep()
    this.match.game.stop()
    this.match = next
    this.file = undefined
    this.#openGameFile()
  }

  /** @returns the game as PGN */
  pgn(): string {
    return this.match.pgn(this.options.name, this.opponent.name)
  }

  /** Prints the PGN. */
  showPgn() {
    this.screen.print(this.pgn().trimEnd().split('\n').map(printable).join('\n'))
  }

  #openGameFile() {
    const { pgn: file } = this.options
    this.#gameFile = file === undefined ? undefined : new GameFile(file)
    this.#canRecord = true
  }

  /** Writes the current game to the --pgn file. A failure is reported once. */
  async #record() {
    if (!this.#gameFile || !this.#canRecord) return
    try {
      await this.#gameFile.write(this.match.unsaved ? this.pgn() : '', false)
    } catch (error) {
      this.#canRecord = false
      this.complain(sentence(error))
    }
  }

  /** Writes the final game to the --pgn file, if it has moves. If that fails the game is printed. */
  async keep() {
    const { pgn: file } = this.options
    if (!this.#gameFile || file === undefined || !this.match.unsaved) return
    try {
      await this.#gameFile.write(this.pgn(), true)
      this.match.unsaved = false
      this.note(`The game was saved in ${printable(file)}.`)
    } catch (error) {
      this.isKept = false
      this.complain(sentence(error))
      this.showPgn()
    }
  }

  /** @param line a trimmed line */
  async #runLine(line: string) {
    if (line === '') return
    this.#engineFailed = false
    const found = findCommand(line)
    try {
      if (found) await found.command.run(this, found.rest)
      else this.#playMove(line)
    } catch (error) {
      this.#reportFailure(error)
    }
  }

  #playMove(text: string) {
    try {
      this.match.play(text)
    } catch (error) {
      if (codeOf(error) !== 'ERR_SAN_SYNTAX') throw error
      const names = COMMANDS.map(({ name }) => name).join(', ')
      throw new UsageError(`'${text.slice(0, SHOWN_OF_LINE)}' is neither a move nor a command (${names})`)
    }
    this.showMove()
  }

  /** @throws any error other than a ChessError or UsageError */
  #reportFailure(error: unknown) {
    if (!(error instanceof ChessError || error instanceof UsageError)) throw error
    if (this.#signal.aborted) return
    this.complain(sentence(error))
    if (!(error instanceof ChessError) || error.code !== 'ERR_UCI_ENGINE_DEAD') return
    // If another engine failed to start, the attached one is still there.
    if (this.opponent.isThere) return
    const ways =
      this.opponent.name === undefined
        ? 'engine PATH attaches an engine'
        : 'engine restarts the same engine, engine PATH starts another'
    this.note(`The game is unchanged: ${ways}, or play on by hand.`)
  }

  #introduce() {
    const { engineSide, variant } = this.match
    const { name, strength, limits } = this.opponent
    if (!hasStandardRules(variant)) this.note(`The variant is ${variantName(variant, 'pgn')}.`)
    if (name === undefined) this.note('Both sides are played by hand.')
    else {
      const sides =
        engineSide === null
          ? 'You play both sides; hint and go ask the engine.'
          : `You play ${colorName(otherColor(engineSide))}.`
      this.note(`${printable(name)} (${levelText(strength, limits)}). ${sides}`)
    }
    if (this.prompt.isTerminal)
      this.note(
        `Type a move, such as e4, ${hasTrait(variant, TRAIT_POCKETS) ? 'N@f3' : 'Nf3'} or e2e4, or help for the other commands.`,
      )
  }

  #question() {
    const { game } = this.match
    if (game.status.over) return 'The game is over: '
    const color = game.sideToMove
    return `${moveNumber(color, game.fullmoveNumber)} ${colorName(color)}: `
  }
}
