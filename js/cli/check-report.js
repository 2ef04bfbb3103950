// SPDX-License-Identifier: Apache-2.0
// The output of `binbo pgn check`: lines for users and tools, or one JSON document.

import { ERRORS } from '../core/generated/errors.js'
import { BOLD, byteSize, counted, DIM, GREEN, painter, printable, RED, visibleJson, YELLOW } from './text.js'

/** @import { WriteStream as Output } from 'node:tty' */
/** @import { ChessError } from '../core/errors.js' */

/**
 * The results of a file so far.
 * @typedef {object} CheckedFile
 * @property {string} file as on the command line
 * @property {number} games
 * @property {number} plies
 * @property {number} bytes of text, unpacked
 * @property {number} seconds
 * @property {number} errorCount without warnings
 * @property {number} warningCount
 * @property {boolean} interrupted
 * @property {Error} [failure] the reason why it could not be read to its end
 */

/**
 * @typedef {object} Report
 * @property {(file: string, error: ChessError) => void} error lists an error or a warning
 * @property {(checked: CheckedFile) => void} file called once, at the end of each file
 * @property {(total: CheckedFile) => void} end sums; `file` is ''
 */

/** @type {ReadonlyMap<string, string>} */
const MESSAGES = new Map(ERRORS.values())

/**
 * @param {string} file
 * @param {ChessError} error
 * @param {import('./text.js').Painter} paint
 * @returns {string} FILE:LINE:COLUMN: game N, ply N: message (CODE) near "TOKEN"; "warning: " before the message of one
 */
export function errorLine(file, error, paint) {
  const { code, message, warning, game, ply, line, column, input } = error
  const place = [printable(file), line, column].filter(part => part !== undefined).join(':')
  const where = [game && `game ${game}`, ply && `ply ${ply}`].filter(Boolean).join(', ')
  const near = input ? ` near "${printable(input)}"` : ''
  const words = `${warning ? 'warning: ' : ''}${MESSAGES.get(code) ?? printable(message)}`
  const what = `${paint(warning ? YELLOW : RED, words)} ${paint(DIM, `(${code})`)}${near}`
  return [paint(BOLD, place), where, what].filter(Boolean).join(': ')
}

/**
 * Errors as they are found, and a summary of every file.
 * @implements {Report}
 */
export class TextReport {
  #output
  #quiet
  #paint
  #files = 0
  /** Numbers of the current file. */
  #listedErrors = 0
  #listedWarnings = 0

  /**
   * @param {Output} output
   * @param {boolean} quiet no summaries
   */
  constructor(output, quiet) {
    this.#output = output
    this.#quiet = quiet
    this.#paint = painter(output)
  }

  /**
   * @param {string} file
   * @param {ChessError} error
   */
  error(file, error) {
    if (error.warning) this.#listedWarnings++
    else this.#listedErrors++
    this.#output.write(`${errorLine(file, error, this.#paint)}\n`)
  }

  /** @param {CheckedFile} checked */
  file(checked) {
    const more = checked.errorCount - this.#listedErrors
    const moreWarnings = checked.warningCount - this.#listedWarnings
    const unlisted = [
      more && counted(more, 'more error'),
      moreWarnings && counted(moreWarnings, 'more warning'),
    ]
    if (more || moreWarnings)
      this.#output.write(`${printable(checked.file)}: ${unlisted.filter(Boolean).join(' and ')} not listed\n`)
    this.#listedErrors = this.#listedWarnings = 0
    this.#files++
    if (!checked.failure || checked.bytes > 0) this.#summarize(printable(checked.file), checked)
  }

  /** @param {CheckedFile} total */
  end(total) {
    if (this.#files > 1) this.#summarize(counted(this.#files, 'file'), total)
  }

  /**
   * @param {string} name
   * @param {CheckedFile} checked
   */
  #summarize(name, checked) {
    if (this.#quiet) return
    const { games, plies, bytes, seconds, errorCount, warningCount } = checked
    const size = `${byteSize(bytes)} in ${seconds.toFixed(2)} s (${byteSize(bytes / seconds)}/s)`
    const errors = this.#paint(
      errorCount ? RED : GREEN,
      errorCount ? counted(errorCount, 'error') : 'no errors',
    )
    const warnings = warningCount ? `, ${this.#paint(YELLOW, counted(warningCount, 'warning'))}` : ''
    const cut = checked.interrupted ? ' (interrupted)' : checked.failure ? ' (not read to the end)' : ''
    this.#output.write(
      `${name}: ${counted(games, 'game')}, ${counted(plies, 'ply')}, ${size}: ${errors}${warnings}${cut}\n`,
    )
  }
}

/**
 * One document at the end.
 * @implements {Report}
 */
export class JsonReport {
  #output
  /** @type {object[]} */
  #files = []
  /** @type {object[]} Of the current file. */
  #errors = []
  /** @type {object[]} Of the current file. */
  #warnings = []

  /** @param {Output} output */
  constructor(output) {
    this.#output = output
  }

  /**
   * @param {string} _file
   * @param {ChessError} error
   */
  error(_file, { game, ply, line, column, offset, code, message, warning, input }) {
    const list = warning ? this.#warnings : this.#errors
    list.push({ game, ply, line, column, offset, code, message, token: input })
  }

  /** @param {CheckedFile} checked */
  file({ file, ...checked }) {
    const warnings = this.#warnings
    this.#files.push({
      file,
      ...jsonFacts(checked),
      errors: this.#errors,
      ...(warnings.length > 0 && { warnings }),
    })
    this.#errors = []
    this.#warnings = []
  }

  /** @param {CheckedFile} total */
  end({ file: _, failure: __, ...total }) {
    this.#output.write(`${visibleJson({ ...jsonFacts(total), files: this.#files }, 2)}\n`)
  }
}

/** @param {Omit<CheckedFile, 'file'>} checked */
function jsonFacts({ games, plies, bytes, seconds, errorCount, warningCount, interrupted, failure }) {
  const { code, message } = /** @type {{ code?: string, message?: string }} */ (failure ?? {})
  return {
    games,
    plies,
    bytes,
    seconds: Math.round(seconds * 1000) / 1000,
    errorCount,
    ...(warningCount > 0 && { warningCount }),
    ...(interrupted && { interrupted }),
    ...(failure && { failure: { code, message } }),
  }
}
