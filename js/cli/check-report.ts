// SPDX-License-Identifier: Apache-2.0
// The output of `binbo pgn check`: lines for users and tools, or one JSON document.

import type { WriteStream as Output } from 'node:tty'
import { codeOf, reasonOf } from '../core/caught.js'
import type { ChessError } from '../core/errors.js'
import { ERRORS } from '../core/generated/errors.js'
import type { Painter } from './text.js'
import { BOLD, byteSize, counted, DIM, GREEN, painter, printable, RED, visibleJson, YELLOW } from './text.js'

/** The results of a file so far. */
export type CheckedFile = {
  /** as on the command line */
  file: string
  games: number
  plies: number
  /** the bytes of its text, decompressed */
  bytes: number
  seconds: number
  /** the number of errors, without warnings */
  errorCount: number
  warningCount: number
  interrupted: boolean
  /** the reason why it could not be read to its end */
  failure?: unknown
}

export type Report = {
  /** lists an error or a warning */
  error: (file: string, error: ChessError) => void
  /** called once, at the end of each file */
  file: (checked: CheckedFile) => void
  /** called with the sums of all files; `file` is '' */
  end: (total: CheckedFile) => void
}

const MESSAGES: ReadonlyMap<string, string> = new Map(ERRORS.values())

/** @returns FILE:LINE:COLUMN: game N, ply N: message (CODE) near "TOKEN"; "warning: " before the message of one */
export function errorLine(file: string, error: ChessError, paint: Painter): string {
  const { code, message, warning, game, ply, line, column, input } = error
  const place = [printable(file), line, column].filter(part => part !== undefined).join(':')
  const where = [game && `game ${game}`, ply && `ply ${ply}`].filter(Boolean).join(', ')
  const near = input ? ` near "${printable(input)}"` : ''
  const words = `${warning ? 'warning: ' : ''}${MESSAGES.get(code) ?? printable(message)}`
  const what = `${paint(warning ? YELLOW : RED, words)} ${paint(DIM, `(${code})`)}${near}`
  return [paint(BOLD, place), where, what].filter(Boolean).join(': ')
}

/** @returns the errors to list; with --quiet, without warnings */
export const listed = (errors: readonly ChessError[], quiet: boolean): ChessError[] =>
  errors.filter(({ warning }) => !(quiet && warning))

/** Writes errors as they are found, and a summary of every file. */
export class TextReport implements Report {
  #output: Output
  #quiet: boolean
  #paint: Painter
  #files = 0
  /** The numbers of listed errors and warnings of the current file. */
  #listedErrors = 0
  #listedWarnings = 0

  /** @param quiet no summaries */
  constructor(output: Output, quiet: boolean) {
    this.#output = output
    this.#quiet = quiet
    this.#paint = painter(output)
  }

  error(file: string, error: ChessError) {
    if (error.warning) this.#listedWarnings++
    else this.#listedErrors++
    this.#output.write(`${errorLine(file, error, this.#paint)}\n`)
  }

  file(checked: CheckedFile) {
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

  end(total: CheckedFile) {
    if (this.#files > 1) this.#summarize(counted(this.#files, 'file'), total)
  }

  #summarize(name: string, checked: CheckedFile) {
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

/** Writes one document at the end. */
export class JsonReport implements Report {
  #output: Output
  #files: object[] = []
  /** Errors of the current file. */
  #errors: object[] = []
  /** Warnings of the current file. */
  #warnings: object[] = []

  constructor(output: Output) {
    this.#output = output
  }

  error(_file: string, { game, ply, line, column, offset, code, message, warning, input }: ChessError) {
    const list = warning ? this.#warnings : this.#errors
    list.push({ game, ply, line, column, offset, code, message, token: input })
  }

  file({ file, ...checked }: CheckedFile) {
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

  end({ file: _, failure: __, ...total }: CheckedFile) {
    this.#output.write(`${visibleJson({ ...jsonFacts(total), files: this.#files }, 2)}\n`)
  }
}

function jsonFacts({
  games,
  plies,
  bytes,
  seconds,
  errorCount,
  warningCount,
  interrupted,
  failure,
}: Omit<CheckedFile, 'file'>) {
  return {
    games,
    plies,
    bytes,
    seconds: Math.round(seconds * 1000) / 1000,
    errorCount,
    ...(warningCount > 0 && { warningCount }),
    ...(interrupted && { interrupted }),
    ...(failure !== undefined && { failure: { code: codeOf(failure), message: reasonOf(failure) } }),
  }
}
