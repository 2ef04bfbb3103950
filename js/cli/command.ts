// SPDX-License-Identifier: Apache-2.0
// The common part of all commands: options, which are parsed and listed in the help, the wasm core, and exit codes of
// errors.

import type { ParseArgsConfig } from 'node:util'
import { parseArgs } from 'node:util'
import { carriedWasm } from '../core/carried-wasm.js'
import { codeOf, reasonOf } from '../core/caught.js'
import { provideWasm } from '../core/wasm.js'
import type { Io } from './main.js'
import { printable } from './text.js'
import { detailsOf, Failure, UsageError } from './usage-error.js'

export const SUCCESS = 0
/** The exit code of a negative result, such as nothing found, or games with errors; see the help of the command. */
export const NEGATIVE = 1
export const FAILURE = 2
export const INTERRUPTED = 130

/** One option of a command. */
export type Option<T> = {
  /**
   * the names and the value as in the help, such as '-o, --output FILE'. An option without a value is a flag. A value in
   * brackets is optional, and is this word or begins with a digit. If several options have the same name, each reads the value
   */
  head: string
  /** lines of text; an option without help is on the line of the next one */
  help?: string
  read: Reader<T>
  /** the value if the option is not given; default: undefined */
  byDefault?: T
  repeats?: boolean
}

type ValueOf<T> = T extends Option<infer Value> ? Value : never
export type Values<Options> = { [Key in keyof Options]: ValueOf<Options[Key]> }

export type CommandFacts<Options extends Record<string, Option<unknown>>> = {
  /** the words of its call, such as 'pgn check' */
  name: string
  /** text after 'usage: binbo NAME '; the rows of options follow the line 'options:' */
  help: string
  /** the column in which the help of options begins */
  column?: number
  /** all options except --help, by the keys that `run` uses */
  options: Options
  /** whether it takes arguments besides options */
  takesWords?: boolean
  /** returns the exit code; throws UsageError, Failure or ChessError */
  run: (values: Values<Options>, words: string[], io: Io) => number | Promise<number>
}

export type Command<Options extends Record<string, Option<unknown>> = Record<string, Option<unknown>>> = {
  name: string
  help: string
  options: Options & { help: Option<boolean> }
  /** returns undefined if help is requested; throws UsageError, and ERR_ARGUMENT of a reader */
  parse: (args: string[]) => { values: Values<Options>; words: string[] } | undefined
  /** returns the exit code; throws UsageError */
  run: (args: string[], io: Io) => Promise<number>
}

/** Matches the short name, the name and the value. */
const HEAD = /^(?:-(\w), )?--([a-z\d-]+)(?: (\S+))?$/
const OPTIONS_LINE = '\noptions:\n'
const COLUMN = 24
/** Codes of errors in the user's input: positions, moves, and positions that tables cannot answer. */
const GIVEN = /^ERR_(FEN_|MOVE_|TABLEBASE_(CASTLING|MEN)$)/

const asText = (text: string) => text

/** Reads a value; `name` includes '--'. Throws UsageError or ERR_ARGUMENT. */
type Reader<T> = (text: string, name: string) => T

export function option(head: string, help?: string): Option<string | undefined>
export function option(
  head: string,
  help: string | undefined,
  read: undefined,
  byDefault: string,
): Option<string>
export function option<T>(head: string, help: string | undefined, read: Reader<T>, byDefault: T): Option<T>
export function option<T>(head: string, help: string | undefined, read: Reader<T>): Option<T | undefined>
export function option(
  head: string,
  help: string | undefined,
  read: Reader<unknown> | undefined,
): Option<unknown>
export function option(
  head: string,
  help?: string,
  read: Reader<unknown> = asText,
  byDefault: unknown = undefined,
): Option<unknown> {
  return { head, help, read, byDefault }
}

export const flag = (head: string, help?: string): Option<boolean> => ({
  head,
  help,
  read: Boolean,
  byDefault: false,
})

/** @returns an option that may be repeated */
export const list = (head: string, help: string): Option<string[] | undefined> => ({
  head,
  help,
  read: text => [text],
  repeats: true,
})

/** @returns a reader of whole numbers */
export const wholeNumber =
  (least: number): ((text: string, name: string) => number) =>
  (text, name) => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
    throw new UsageError(`${name} is a whole number ${least > 0 ? 'above 0' : 'from 0'}, not '${text}'`)
  }

/** Reads a number of up to 15 digits. */
export function number(text: string, name: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`${name} is a number, not '${text}'`)
}

const HELP = flag('-h, --help', 'this text')
export const QUIET = flag('-q, --quiet', 'errors only: no warnings, no progress, no summary')

export function defineCommand<Options extends Record<string, Option<unknown>>>({
  name,
  help,
  column = COLUMN,
  options,
  takesWords = false,
  run,
}: CommandFacts<Options>): Command<Options> {
  const all = { ...options, help: HELP }
  const text = helpText(name, help, rowsOf(Object.values(all), column))
  const parse: Command<Options>['parse'] = args => parseOptions(args, all, takesWords)
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
 * @param name the name of the command
 * @returns the exit code
 * @throws {UsageError} with the name of the command; errors that are defects
 */
function exitCodeOf(error: unknown, name: string, io: Io): number {
  const code = codeOf(error) ?? ''
  const message = reasonOf(error)
  if (io.signal.aborted) return unlessInterrupted(io, FAILURE)
  if (error instanceof UsageError) throw new UsageError(message, name)
  if (code === 'ERR_ARGUMENT') throw new UsageError(detailsOf(error), name)
  if (GIVEN.test(code)) throw new UsageError(message, name)
  if (!(error instanceof Failure) && !code.startsWith('ERR_DATABASE_')) throw error
  complain(io, message)
  return FAILURE
}

/** @param text text of any origin */
export function complain({ stderr }: Pick<Io, 'stderr'>, text: string) {
  stderr.write(`binbo: ${printable(text)}\n`)
}

/** @returns the same code, or INTERRUPTED if Ctrl-C has ended the command */
export const unlessInterrupted = ({ signal }: Io, code: number): number =>
  signal.reason === 'SIGINT' ? INTERRUPTED : code

// --- help ------------------------------------------------------------------------------------------

function helpText(name: string, help: string, rows: string): string {
  const parts = help.split(OPTIONS_LINE)
  if (parts.length !== 2) throw new Error(`the help of ${name} needs one line 'options:'`)
  return `usage: binbo ${name} ${parts.join(`${OPTIONS_LINE}${rows}\n`)}`
}

/** @returns the lines of the options */
function rowsOf(options: Option<unknown>[], column: number): string {
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

export function partsOf({ head }: Option<unknown>): {
  name: string
  short: string | undefined
  value: string | undefined
} {
  const parts = HEAD.exec(head)
  if (parts === null) throw new Error(`${head} is not such as '-o, --output FILE'`)
  const [, short, name, value] = parts
  return { name, short, value }
}

/**
 * @returns undefined if help is requested
 * @throws {UsageError}
 */
function parseOptions<Options extends Record<string, Option<unknown>>>(
  args: string[],
  options: Options,
  takesWords: boolean,
): { values: Values<Options>; words: string[] } | undefined {
  const rows = Object.entries(options).map(([key, option]) => ({ ...option, ...partsOf(option), key }))
  const given = parse(rows.reduce(withOptionalValue, args), rows)
  if (given.values.help) return undefined
  if (!takesWords && given.positionals.length > 0)
    throw new UsageError(`Unexpected argument '${given.positionals[0]}'`)
  const own = rows.filter(({ key }) => key !== 'help')
  const values = own.map(({ key, name, read, byDefault, repeats }) => {
    const value = given.values[name]
    if (value === undefined || repeats) return [key, value ?? byDefault]
    return [key, read(String(value), `--${name}`)]
  })
  return { values: Object.fromEntries(values), words: given.positionals }
}

/**
 * parseArgs() has no optional values.
 * @returns the arguments; an option with an optional value becomes '--name=' and the value, if there is one
 */
function withOptionalValue(
  args: string[],
  { name, value }: { name: string; value: string | undefined },
): string[] {
  const at = args.indexOf(`--${name}`)
  if (at < 0 || !value?.startsWith('[')) return args
  const next = args[at + 1] ?? ''
  const isThere = /^\d/.test(next) || value === `[${next}]`
  const joined = `--${name}=${isThere ? next : ''}`
  return [...args.slice(0, at), joined, ...args.slice(at + (isThere ? 2 : 1))]
}

type OptionFacts = NonNullable<ParseArgsConfig['options']>[string]

/** @throws {UsageError} with one sentence */
function parse(
  args: string[],
  rows: (ReturnType<typeof partsOf> & { repeats?: boolean })[],
): { values: Record<string, string | boolean | (string | boolean)[] | undefined>; positionals: string[] } {
  const options = Object.fromEntries(
    rows.map(({ name, short, value, repeats = false }): [string, OptionFacts] => [
      name,
      {
        type: value === undefined ? 'boolean' : 'string',
        multiple: repeats,
        ...(short && { short }),
      },
    ]),
  )
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const message = reasonOf(error)
    const [, given, long] = /^Option '([^']+)' argument is ambiguous.* '(--[^'=]+)=-/s.exec(message) ?? []
    if (given !== undefined)
      throw new UsageError(`${given} needs a value; one that begins with '-' is written ${long}=-…`)
    // Advice follows the first sentence.
    const [sentence] = /^[^\n]*?(?=\. |$)/m.exec(message) ?? ['']
    throw new UsageError(sentence)
  }
}
