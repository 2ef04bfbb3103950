// SPDX-License-Identifier: Apache-2.0
// The common part of all commands: options, which are parsed and listed in the help, the wasm core, and exit codes of
// errors.

import type { ParseArgsConfig } from 'node:util'
import { parseArgs } from 'node:util'
import { carriedWasm } from '../core/carried-wasm.js'
import { codeOf, reasonOf } from '../core/caught.js'
import { isObject } from '../core/objects.js'
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
  /** returns undefined if help is requested; throws UsageError */
  parse: (args: string[]) => ParsedArgs<Options> | undefined
  /** returns the exit code; throws UsageError */
  run: (args: string[], io: Io) => Promise<number>
}

/** `texts`: the values as given, by the keys of options */
type ParsedArgs<Options> = { values: Values<Options>; words: string[]; texts: Texts }
type Texts = Partial<Record<string, readonly string[]>>

/** Matches the short name, the name and the value. */
const HEAD = /^(?:-(\w), )?--([a-z\d-]+)(?: (\S+))?$/
const OPTIONS_LINE = '\noptions:\n'
const COLUMN = 24
/** Codes of errors in the user's input: positions, moves, and positions that tables cannot answer. */
const GIVEN = /^ERR_(ARGUMENT$|FEN_|MOVE_|TABLEBASE_(CASTLING|MEN)$)/

/** The name of an option at the start of a message of the library. */
const OWN_NAME = /^(the \w+ of )?'?(\w+)'?(?= (?:is|are|has|names|begins) )/i

const asText = (text: string) => text

/** Reads a value; `name` includes '--'. Throws UsageError, or errors of the user's input. */
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

/** @returns an option that may be repeated; `read` reads one value */
export const list = (
  head: string,
  help: string,
  read: Reader<string> = asText,
): Option<string[] | undefined> => ({
  head,
  help,
  read: (text, name) => [read(text, name)],
  repeats: true,
})

/** @returns a reader of whole numbers of up to nine digits */
export const wholeNumber =
  (least: number): ((text: string, name: string) => number) =>
  (text, name) => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
    const range = text.length > 9 ? `from ${least} to 999999999` : least > 0 ? 'above 0' : 'from 0'
    throw new UsageError(`${name} is a whole number ${range}, not '${text}'`)
  }

/** Reads a whole number of up to 15 digits. */
export function number(text: string, name: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`${name} is a whole number, not '${text}'`)
}

/** Reads a text that is not empty. */
export function notEmpty(text: string, name: string): string {
  if (text !== '') return text
  throw new UsageError(`${name} is empty`)
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
      let texts: Texts = {}
      try {
        const given = parse(args)
        if (given === undefined) {
          io.stdout.write(text)
          return SUCCESS
        }
        texts = given.texts
        return await run(given.values, given.words, io)
      } catch (error) {
        return exitCodeOf(isOfInput(error) ? new UsageError(inOptions(error, all, texts)) : error, name, io)
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
  const message = reasonOf(error)
  if (io.signal.aborted) return unlessInterrupted(io, SUCCESS)
  if (error instanceof UsageError) throw new UsageError(message, name)
  if (!(error instanceof Failure) && !codeOf(error)?.startsWith('ERR_DATABASE_')) throw error
  complain(io, message)
  return FAILURE
}

/** @returns whether the library refuses what the user has given */
const isOfInput = (error: unknown): boolean => GIVEN.test(codeOf(error) ?? '')

/**
 * Words an error of the library for the command line. Keys of options are the names that the library has for them.
 * @param error for which isOfInput() holds
 * @param texts of the options that may be wrong
 * @returns the message, which names the option that is wrong if it is known
 */
function inOptions(error: unknown, options: Record<string, Option<unknown>>, texts: Texts): string {
  const message = codeOf(error) === 'ERR_ARGUMENT' ? detailsOf(error) : reasonOf(error)
  const longName = (key: string) => `--${partsOf(options[key]).name}`
  const [, before = '', own = ''] = OWN_NAME.exec(message) ?? []
  if (Object.hasOwn(texts, own)) return message.replace(OWN_NAME, () => before + longName(own))
  const input = isObject(error) ? error.input : undefined
  const key = Object.keys(texts).find(key => texts[key]?.some(text => text === input))
  return key === undefined ? message : `${longName(key)}: ${message}`
}

/** @param text text of any origin */
export function complain({ stderr }: Pick<Io, 'stderr'>, text: string) {
  stderr.write(`binbo: ${printable(text)}\n`)
}

/**
 * Writes a summary to standard error, after all of standard output: nothing if that is closed or cannot be written.
 * @param line without its end
 */
export async function summarize({ stdout, stderr, signal }: Io, line: string) {
  const failed = new Promise<unknown>(resolve => stdout.write('', resolve))
  const isOutputGone = signal.aborted ? signal.reason !== 'SIGINT' : await failed
  if (!isOutputGone) stderr.write(`${line}\n`)
}

/**
 * The rule for commands that end early. A reader that closes the pipe, such as `head`, is no error: the code is that of
 * the result until then. The runner sets the codes of an output that cannot be written, and of a terminal that is gone.
 * @returns the same code, or INTERRUPTED if Ctrl-C has ended the command
 */
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
): ParsedArgs<Options> | undefined {
  const rows = Object.entries(options).map(([key, option]) => ({ ...option, ...partsOf(option), key }))
  const given = parse(rows.reduce(withOptionalValue, args), rows)
  if (given.values.help) return undefined
  if (!takesWords && given.positionals.length > 0)
    throw new UsageError(`Unexpected argument '${given.positionals[0]}'`)
  const own = rows.filter(({ key }) => key !== 'help')
  const texts: Texts = {}
  const values = own.map(({ key, name, read, byDefault, repeats }) => {
    const value = given.values[name]
    if (value === undefined) return [key, byDefault]
    const all = [value].flat().map(String)
    texts[key] = all
    const results = all.map(text => readValue(text, name, read, key, options))
    return [key, repeats ? results.flat() : results[0]]
  })
  return { values: Object.fromEntries(values), words: given.positionals, texts }
}

/** @throws {UsageError} that names the option */
function readValue<T>(
  text: string,
  name: string,
  read: Reader<T>,
  key: string,
  options: Record<string, Option<unknown>>,
): T {
  try {
    return read(text, `--${name}`)
  } catch (error) {
    if (!isOfInput(error)) throw error
    const message = inOptions(error, options, { [key]: [text] })
    throw new UsageError(message.includes(`--${name}`) ? message : `--${name}: ${message}`)
  }
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
