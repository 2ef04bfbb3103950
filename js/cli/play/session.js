// SPDX-License-Identifier: Apache-2.0
// A session of `binbo play`: asks for lines, obeys them, lets the engine answer.

import { ChessError } from '../../core/errors.js'
import { BOLD, DIM, RED } from '../paint.js'
import { printable } from '../text.js'
import { UsageError } from '../usage-error.js'
import { COMMANDS, findCommand } from './commands.js'
import { GameFile } from './game-file.js'
import { Match } from './match.js'
import { INTERRUPT } from './prompt.js'
import {
  colorName,
  lastMoveText,
  levelText,
  moveNumber,
  opposite,
  scoreWords,
  sentence,
  statusSentence,
} from './words.js'

/** @typedef {import('./arguments.js').PlayOptions} PlayOptions */
/** @typedef {import('./match.js').MatchOptions} MatchOptions */
/** @typedef {import('./opponent.js').Opponent} Opponent */
/** @typedef {import('./prompt.js').Prompt} Prompt */
/** @typedef {import('./screen.js').Screen} Screen */

/** @typedef {'ended' | 'interrupted'} Ending */

const SHOWN_OF_LINE = 60
/** Lines of a terminal that hold the last move, the board, the facts below it and the next question. */
const FULL_HEIGHT = 29

export class Session {
  options
  screen
  prompt
  opponent
  /** @type {Match} */
  match
  isFlipped
  /** @type {string | undefined} where this game was saved to */
  file
  /** Did the --pgn file take all that it was given? */
  isKept = true

  #signal
  /** The engine could not answer; it is asked again after the next line. */
  #gaveUp = false
  #isOver = false
  /** @type {GameFile | undefined} where this game is kept, move by move */
  #gameFile
  #canRecord = true

  /**
   * @param {PlayOptions} options
   * @param {Screen} screen
   * @param {Prompt} prompt
   * @param {Opponent} opponent
   * @param {AbortSignal} signal ends the session
   * @throws {ChessError} ERR_FEN_*
   */
  constructor(options, screen, prompt, opponent, signal) {
    this.options = options
    this.screen = screen
    this.prompt = prompt
    this.opponent = opponent
    this.isFlipped = options.flip !== (options.color === 'black' && !options.both)
    this.#signal = signal
    const { fen, variant, draws, color, both } = options
    this.match = new Match({ fen, variant, draws, engineSide: both ? null : opposite(color) })
    this.#openGameFile()
  }

  /** @returns {Promise<Ending>} when the user has had enough, and all is said and kept */
  async run() {
    try {
      return await this.#converse()
    } finally {
      await this.#end()
    }
  }

  /** @returns {Promise<Ending>} */
  async #converse() {
    this.#introduce()
    this.showBoard()
    let interrupts = 0
    while (!this.#isOver && !this.#signal.aborted) {
      if (this.match.isEngineTurn && this.opponent.isThere && !this.#gaveUp) {
        await this.letEngineMove()
        await this.#record()
      }
      const line = await this.prompt.ask(this.#question())
      if (line === null) break
      if (line !== INTERRUPT) {
        interrupts = 0
        await this.#obey(line.trim())
        await this.#record()
      } else if (++interrupts === 1) {
        this.tell('Ctrl-C once more ends the session, as quit and Ctrl-D do.')
      } else return 'interrupted'
    }
    return 'ended'
  }

  /** Tells how the game stands, and keeps what is to be kept. */
  async #end() {
    const { game } = this.match
    const result = statusSentence(game.status)
    if (this.screen.last !== result) this.screen.print(result)
    await this.keep()
    if (this.prompt.isTerminal && this.match.unsaved)
      this.tell(game.pgn({ headers: false, width: this.screen.width }).trimEnd())
  }

  /** After this command no other is asked for. */
  quit() {
    this.#isOver = true
  }

  /** @param {string} text printable */
  tell(text) {
    this.screen.print(this.screen.paint(DIM, text))
  }

  /** @param {string} text printable */
  complain(text) {
    this.screen.print(this.screen.paint(RED, text))
  }

  /** Prints the board, what is to know below it where there is room, and how the game has ended. */
  showBoard() {
    const { game } = this.match
    const { status } = game
    const text = game.board({ unicode: !this.options.ascii, flip: this.isFlipped })
    const board = this.screen.height < FULL_HEIGHT ? text.split('\n\n', 1)[0] : text
    this.screen.print(`${this.screen.last.endsWith('\n') ? '' : '\n'}${board}\n`)
    if (status.over) this.screen.print(statusSentence(status))
    else if (game.claimableDraws.length > 0) this.tell('The side to move may claim a draw with draw.')
  }

  /** @param {string[]} [words] printable, said beside the last move */
  showMove(words = []) {
    const about = words.length > 0 ? `  ${this.screen.paint(DIM, `(${words.join(', ')})`)}` : ''
    this.screen.print(this.screen.paint(BOLD, lastMoveText(this.match.game)) + about)
    this.showBoard()
  }

  /** The engine thinks, and its move is played; when it fails the board stays. */
  async letEngineMove() {
    const { match, opponent } = this
    try {
      const { move, info } = await opponent.think(match.game)
      if (move === null) return
      match.play(move)
      this.showMove([printable(opponent.name ?? ''), ...scoreWords(info)])
    } catch (error) {
      this.#gaveUp = true
      this.#tellFailure(error)
    }
  }

  /**
   * Begins another game; the last one is kept where games are to be kept.
   * @param {Pick<MatchOptions, 'fen' | 'variant'>} start
   * @throws {ChessError} ERR_FEN_*
   */
  async newMatch({ fen, variant }) {
    const { draws } = this.options
    const next = new Match({ fen, variant, draws, engineSide: this.match.engineSide })
    await this.keep()
    this.match.game.stop()
    this.match = next
    this.file = undefined
    this.#openGameFile()
    await this.opponent.newGame()
  }

  /** @returns {string} PGN */
  pgn() {
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

  /** Writes the game to the --pgn file as it is now. That it cannot be written is told once. */
  async #record() {
    if (!this.#gameFile || !this.#canRecord) return
    try {
      await this.#gameFile.write(this.match.unsaved ? this.pgn() : '', false)
    } catch (error) {
      this.#canRecord = false
      this.complain(sentence(/** @type {Error} */ (error)))
    }
  }

  /** Writes the game to the --pgn file, if it has moves, for the last time. What cannot be written is printed. */
  async keep() {
    const { pgn: file } = this.options
    if (!this.#gameFile || file === undefined || !this.match.unsaved) return
    try {
      await this.#gameFile.write(this.pgn(), true)
      this.match.unsaved = false
      this.tell(`The game is in ${printable(file)}.`)
    } catch (error) {
      this.isKept = false
      this.complain(sentence(/** @type {Error} */ (error)))
      this.showPgn()
    }
  }

  /** @param {string} line without blanks around */
  async #obey(line) {
    if (line === '') return
    this.#gaveUp = false
    const found = findCommand(line)
    try {
      if (found) await found.command.run(this, found.rest)
      else this.#playMove(line)
    } catch (error) {
      this.#tellFailure(error)
    }
  }

  /** @param {string} text */
  #playMove(text) {
    try {
      this.match.play(text)
    } catch (error) {
      if (/** @type {ChessError} */ (error).code !== 'ERR_SAN_SYNTAX') throw error
      const names = COMMANDS.map(({ name }) => name).join(', ')
      throw new UsageError(`'${text.slice(0, SHOWN_OF_LINE)}' is no move and no command (${names})`)
    }
    this.showMove()
  }

  /**
   * @param {unknown} error
   * @throws what is no fault of the user's, the engine's or the world's
   */
  #tellFailure(error) {
    if (!(error instanceof ChessError || error instanceof UsageError)) throw error
    if (this.#signal.aborted) return
    this.complain(sentence(error))
    if (error instanceof ChessError && error.code === 'ERR_UCI_ENGINE_DEAD')
      this.tell(
        'The game stands: engine starts the same one again, engine PATH another one, or play on by hand.',
      )
  }

  #introduce() {
    const { engineSide } = this.match
    const { name, strength, limits } = this.opponent
    if (name === undefined) this.tell('Both sides are played by hand.')
    else {
      const sides =
        engineSide === null
          ? 'You play both sides; hint and go ask the engine.'
          : `You play ${colorName(opposite(engineSide))}.`
      this.tell(`${printable(name)} (${levelText(strength, limits)}). ${sides}`)
    }
    if (this.prompt.isTerminal) this.tell('Type a move, such as e4, Nf3 or e2e4; help lists the other words.')
  }

  #question() {
    const { game } = this.match
    if (game.status.over) return 'The game is over: '
    const color = game.sideToMove
    return `${moveNumber(color, game.fullmoveNumber)} ${colorName(color)}: `
  }
}
