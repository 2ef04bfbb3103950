// SPDX-License-Identifier: Apache-2.0
// What all commands have in common: rows of options, which are parsed and listed in the help, the wasm core, and exit
// codes for errors.

import { parseArgs } from 'node:util'
import { carriedWasm } from '../core/carried-wasm.js'
import { provideWasm } from '../core/wasm.js'
import { printable } from './text.js'
import { detailsOf, Failure, UsageError } from './usage-error.js'

/** @import { Io } from './main.js' */

export const SUCCESS = 0
/** Such as nothing found, or games with errors: the help of the command says which. */
export const NEGATIVE = 1
export const FAILURE = 2
export const INTERRUPTED = 130

/**
 * One option of a command.
 * @template T
 * @typedef {object} Option
 * @property {string} head as in the help, such as '-o, --output FILE'. Without a value it is a flag. A value in brackets
 *   may be missing; one that is there begins with a digit. Rows of one name each read the value
 * @property {string} [help] lines. Options without it share the line and the help of the next one
 * @property {(text: string, name: string) => T} read `name` includes '--'; throws UsageError or ERR_ARGUMENT
 * @property {T} [byDefault] instead of undefined
 * @property {boolean} [repeats]
 */

/** @template T @typedef {T extends Option<infer Value> ? Value : never} ValueOf */
/** @template Options @typedef {{ [Key in keyof Options]: ValueOf<Options[Key]> }} Values */

/**
 * @template {Record<string, Option<any>>} Options
 * @typedef {object} CommandFacts
 * @property {string} name the words that call it
 * @property {string} help text after 'usage: binbo NAME '; the rows of options follow the line 'options:'
 * @property {number} [column] where the help of options begins
 * @property {Options} options without --help; by the names that `run` uses
 * @property {boolean} [takesWords] whether there may be arguments beside options
 * @property {(values: Values<Options>, words: string[], io: Io) => number | Promise<number>} run returns the exit code;
 *   throws UsageError, Failure or ChessError
 */

/**
 * @template {Record<string, Option<any>>} [Options=Record<string, Option<any>>]
 * @typedef {object} Command
 * @property {string} name
 * @property {string} help
 * @property {Options & { help: Option<boolean> }} options
 * @property {(args: string[]) => { values: Values<Options>, words: string[] } | undefined} parse returns undefined if help
 *   is requested; throws UsageError, and ERR_ARGUMENT of a reader
 * @property {(args: string[], io: Io) => Promise<number>} run returns the exit code; throws UsageError
 */

/** With the short name, the name and the value. */
const HEAD = /^(?:-(\w), )?--([a-z\d-]+)(?: (\S+))?$/
const OPTIONS_LINE = '\noptions:\n'
const COLUMN = 24
/** Codes of errors in what users give: positions, moves, and questions that tables do not answer. */
const GIVEN = /^ERR_(FEN_|MOVE_|TABLEBASE_(CASTLING|MEN)$)/

/** @param {string} text */
const asText = text => text

/**
 * @template [T=string]
 * @overload
 * @param {string} head
 * @param {string | undefined} help
 * @param {((text: string, name: string) => T) | undefined} read
 * @param {T} byDefault
 * @returns {Option<T>}
 */
/**
 * @template [T=string]
 * @overload
 * @param {string} head
 * @param {string} [help]
 * @param {(text: string, name: string) => T} [read]
 * @returns {Option<T | undefined>}
 */
/**
 * @param {string} head
 * @param {string} [help]
 * @param {(text: string, name: string) => any} [read]
 * @param {any} [byDefault]
 * @returns {Option<any>}
 */
export function option(head, help, read = asText, byDefault = undefined) {
  return { head, help, read, byDefault }
}

/** @param {string} head @param {string} [help] @returns {Option<boolean>} */
export const flag = (head, help) => ({ head, help, read: Boolean, byDefault: false })

/** @param {string} head @param {string} help @returns {Option<string[] | undefined>} that may be repeated */
export const list = (head, help) => ({ head, help, read: /** @type {any} */ (asText), repeats: true })

/**
 * @param {number} least
 * @returns {(text: string, name: string) => number} reads a whole number
 */
export const wholeNumber = least => (text, name) => {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
  throw new UsageError(`${name} is a whole number ${least > 0 ? 'above 0' : 'from 0'}, not '${text}'`)
}

/**
 * @param {string} text
 * @param {string} name
 * @returns {number} of up to 15 digits
 */
export function number(text, name) {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`${name} is a number, not '${text}'`)
}

const HELP = flag('-h, --help', 'this text')
export const QUIET = flag('-q, --quiet', 'errors only: no progress, no summary')

/**
 * @template {Record<string, Option<any>>} Options
 * @param {CommandFacts<Options>} facts
 * @returns {Command<Options>}
 */
export function defineCommand({ name, help, column = COLUMN, options, takesWords = false, run }) {
  const all = { ...options, help: HELP }
  const text = helpText(name, help, rowsOf(Object.values(all), column))
  /** @type {Command<Options>['parse']} */
  const parse = args => parseOptions(args, all, takesWords)
  return {
    name,
    help: text,
    options: all,
    parse,
    async run(args, io) {
      provideWasm(carriedWasm)
      try {
        const given = parse(args)
        if (given !== undefined) return await run(given.values, given.words, io)
        io.stdout.write(text)
        return SUCCESS
      } catch (error) {
        return exitCodeOf(error, name, io)
      }
    },
  }
}

/**
 * @param {unknown} error
 * @param {string} name of the command
 * @param {Io} io
 * @returns {number} the exit code
 * @throws {UsageError} with the command; errors that are defects
 */
function exitCodeOf(error, name, io) {
  const { code = '', message } = /** @type {Error & { code?: string }} */ (error)
  if (io.signal.aborted) return unlessInterrupted(io, FAILURE)
  if (error instanceof UsageError) throw new UsageError(message, name)
  if (code === 'ERR_ARGUMENT') throw new UsageError(detailsOf(/** @type {Error} */ (error)), name)
  if (GIVEN.test(code)) throw new UsageError(message, name)
  if (!(error instanceof Failure) && !code.startsWith('ERR_DATABASE_')) throw error
  complain(io, message)
  return FAILURE
}

/**
 * @param {Pick<Io, 'stderr'>} io
 * @param {string} text of any origin
 */
export function complain({ stderr }, text) {
  stderr.write(`binbo: ${printable(text)}\n`)
}

/**
 * @param {Io} io
 * @param {number} code
 * @returns {number} the same, or that of a command that Ctrl-C has ended
 */
export const unlessInterrupted = ({ signal }, code) => (signal.reason === 'SIGINT' ? INTERRUPTED : code)

// --- help ------------------------------------------------------------------------------------------

/**
 * @param {string} name
 * @param {string} help
 * @param {string} rows
 * @returns {string}
 */
function helpText(name, help, rows) {
  const parts = help.split(OPTIONS_LINE)
  if (parts.length !== 2) throw new Error(`the help of ${name} needs one line 'options:'`)
  return `usage: binbo ${name} ${parts.join(`${OPTIONS_LINE}${rows}\n`)}`
}

/**
 * @param {Option<unknown>[]} options
 * @param {number} column
 * @returns {string} lines
 */
function rowsOf(options, column) {
  let heads = ' '
  const rows = options.flatMap(({ head, help }) => {
    heads += ` ${head}${help === undefined ? ',' : ''}`
    if (help === undefined) return []
    const [first, ...others] = help.split('\n').map(line => line.trim())
    const begin = first === '' ? heads : `${heads.padEnd(column - 2)}  ${first}`
    heads = ' '
    return [begin, ...others.map(line => ' '.repeat(column) + line)]
  })
  return rows.join('\n')
}

// --- parsing ---------------------------------------------------------------------------------------

/**
 * @param {Option<unknown>} option
 * @returns {{ name: string, short: string | undefined, value: string | undefined }}
 */
export function partsOf({ head }) {
  const parts = HEAD.exec(head)
  if (parts === null) throw new Error(`${head} is not such as '-o, --output FILE'`)
  const [, short, name, value] = parts
  return { name, short, value }
}

/**
 * @param {string[]} args
 * @param {Record<string, Option<any>>} options
 * @param {boolean} takesWords
 * @returns {{ values: any, words: string[] } | undefined} undefined if help is requested
 * @throws {UsageError}
 */
function parseOptions(args, options, takesWords) {
  const rows = Object.entries(options).map(([key, option]) => ({ ...option, ...partsOf(option), key }))
  const given = parse(rows.reduce(withOptionalValue, args), rows)
  if (given.values.help) return undefined
  if (!takesWords && given.positionals.length > 0)
    throw new UsageError(`Unexpected argument '${given.positionals[0]}'`)
  const own = rows.filter(({ key }) => key !== 'help')
  const values = own.map(({ key, name, read, byDefault, repeats }) => {
    const value = given.values[name]
    if (value === undefined || repeats) return [key, value ?? byDefault]
    return [key, read(/** @type {string} */ (value), `--${name}`)]
  })
  return { values: Object.fromEntries(values), words: given.positionals }
}

/**
 * parseArgs() knows no values that may be missing.
 * @param {string[]} args
 * @param {{ name: string, value: string | undefined }} row
 * @returns {string[]} with '--name=' and the value or nothing, if the value of the row may be missing
 */
function withOptionalValue(args, { name, value }) {
  const at = args.indexOf(`--${name}`)
  if (at < 0 || !value?.startsWith('[')) return args
  const isThere = /^\d/.test(args[at + 1] ?? '')
  const joined = `--${name}=${isThere ? args[at + 1] : ''}`
  return [...args.slice(0, at), joined, ...args.slice(at + (isThere ? 2 : 1))]
}

/**
 * @param {string[]} args
 * @param {(ReturnType<typeof partsOf> & { repeats?: boolean })[]} rows
 * @returns {{ values: Record<string, string | boolean | (string | boolean)[] | undefined>, positionals: string[] }}
 * @throws {UsageError} with one sentence
 */
function parse(args, rows) {
  const options = Object.fromEntries(
    rows.map(({ name, short, value, repeats = false }) => [
      name,
      {
        type: /** @type {'string' | 'boolean'} */ (value === undefined ? 'boolean' : 'string'),
        multiple: repeats,
        ...(short && { short }),
      },
    ]),
  )
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    const [, given, long] = /^Option '([^']+)' argument is ambiguous.* '(--[^'=]+)=-/s.exec(message) ?? []
    if (given !== undefined)
      throw new UsageError(`${given} needs a value; one that begins with '-' is written ${long}=-…`)
    // Advice follows the first sentence.
    const [sentence] = /^[^\n]*?(?=\. |$)/m.exec(message) ?? ['']
    throw new UsageError(sentence)
  }
}
