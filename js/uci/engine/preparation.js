// SPDX-License-Identifier: Apache-2.0
// What an engine is told before a search: options for it alone, the rules, a new game, the number of lines.

import { optionKey } from '../text/options.js'

/** @import { Connection } from './connection.js' */
/** @import { EngineLife } from './engine-life.js' */
/** @import { OptionChange } from './option-table.js' */
/** @import { RootPosition } from './search-request.js' */
/** @import { SearchParameters } from './search.js' */

/** Tells an engine that it searches for a person who studies a position, and has no opponent. */
const ANALYSE_MODE = 'UCI_AnalyseMode'
/** Tells an engine that it may search in its opponent's time. */
const PONDER = 'Ponder'

export class Preparation {
  #life
  /** @type {unknown} the last game that was given; undefined before the first */
  #game

  /** @param {EngineLife} life */
  constructor(life) {
    this.#life = life
  }

  /** @param {Connection} connection the next position belongs to another game */
  announceGame(connection) {
    this.#life.newGameSent = true
    connection.send('ucinewgame')
  }

  /**
   * Sets the rules of the next position, and announces its game if that is another one.
   * @param {Connection} connection
   * @param {RootPosition} root
   * @param {unknown} game undefined: not given
   * @returns {boolean} whether a game was announced
   * @throws {ChessError} ERR_UCI_VARIANT when the engine, after a restart, is another one
   */
  sendRules(connection, root, game) {
    const { table } = this.#life
    const isOtherVariant = table.sendVariant(connection, root)
    const isOtherGame = game !== undefined && !Object.is(game, this.#game)
    if (isOtherGame) this.#game = game
    if (isOtherGame && !isOtherVariant) this.announceGame(connection)
    table.sendCastling(connection, root)
    return isOtherGame || isOtherVariant
  }

  /**
   * Sends all that a search needs but its position.
   * @param {Connection} connection
   * @param {SearchParameters} parameters
   * @returns {number} of lines that the engine is asked for
   * @throws {ChessError} ERR_UCI_OPTION, ERR_UCI_VARIANT when the engine, after a restart, is another one
   */
  send(connection, parameters) {
    const { table, wanted } = this.#life
    const { root, game, multipv } = parameters
    table.lend(connection, this.#optionsFor(parameters))
    this.sendRules(connection, root, game)
    return table.sendMultipv(connection, multipv, wanted.get('multipv')?.value)
  }

  /**
   * @param {SearchParameters} parameters
   * @returns {OptionChange[]} for this search: what it sets, and what follows from its kind where the user has set nothing
   */
  #optionsFor({ changes, analysis, ponder }) {
    const { table, wanted } = this.#life
    const usual = [
      ...(analysis ? [{ name: ANALYSE_MODE, value: true }] : []),
      { name: PONDER, value: ponder },
    ].filter(({ name, value }) => !wanted.has(optionKey(name)) && table.lacks(name, value))
    return [...usual, ...changes].map(({ name, value }) => table.check(name, value))
  }
}
