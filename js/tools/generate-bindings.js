// SPDX-License-Identifier: Apache-2.0
/**
 * Writes bindings.ts, end-words.ts and errors.ts of js/core/generated/, and the linker's export list, from src/wasm/api.h and src/error.h, whose
 * head comments define their grammar, the enumerations of the headers that api.h includes, and the names and traits in
 * src/rules/variant.c. It does the same for the api.h of the other products. A line that it cannot read is an error with the
 * file and the line number.
 *
 * usage: node js/tools/generate-bindings.js [PRODUCT …]    (from the top of the repository)
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isMain } from './main-module.js'

/** @typedef {{ type: string, name: string }} Parameter */
/** @typedef {{ result: string, name: string, parameters: Parameter[] }} Prototype */
/** @typedef {{ name: string, value: number }} Constant */
/** @typedef {{ functions: Prototype[], constants: Constant[], headers: string[] }} Api */
/** @typedef {{ name: string, value: number, message: string, warning?: true }} ErrorEntry */
/** `texts`: the strings after its number. @typedef {Constant & { texts: string[] }} ListEntry */
/** `traits`: a sum of TRAIT_ enumerators. @typedef {{ name: string, traits: number }} VariantEntry */

/** The JS type of each C type. */
const JS_TYPES = new Map([
  ['int32_t', 'number'],
  ['uint32_t', 'number'],
  ['double', 'number'],
  ['uint64_t', 'bigint'],
])

const PROTOTYPE = /^(\w+) (binbo_[a-z0-9_]+)\((.*)\);$/
const CONSTANT = /^#define BINBO_([A-Z0-9_]+) (0x[0-9a-fA-F]+|[0-9]+)$/
const BLANK_OR_COMMENT = /^\s*(\/\/.*)?$/
const INCLUDE = /^#include "\.\.\/([a-z0-9_/]+\.h)"$/
const API_FRAME = /^#(ifndef ([A-Z]+_)?API_H|define ([A-Z]+_)?API_H|include <stdint\.h>|endif)$/

const ENUM_START = /^(typedef )?enum \{$/
const ENUM_END = /^\}( \w+)?;$/
const ENUMERATOR = /^ {4}([A-Z][A-Z0-9_]*) = ([0-9]+),( +\/\/ .*)?$/

/** The line of an enumeration with a list of `X(NAME, number, …)`, and its macro. */
const ENUM_LIST = /^ {4}([A-Z][A-Z0-9_]*)\(([A-Z]+)\)$/
const ENUM_MACRO = /^#define ([A-Z]+)\(name, value(?:, \w+)*\) (?:([A-Z]\w*)##)?name = \(value\),$/
const LIST_START = /^#define ([A-Z][A-Z0-9_]*)\(X\) +\\$/
const LIST_ENTRY = /^X\(([A-Z][A-Z0-9_]*), ([0-9]+)((?:, (?:\w+|"[^"\\]*"))*)\)$/

const VARIANT_ROW_START = /^ {4}\[[A-Z]/
const VARIANT_ROW = /^ {4}\[([A-Z][A-Z0-9_]*)\] = \{"([a-z0-9]+)\\0/
const VARIANT_ROWS_END = '};'

const ERROR_LIST_START = '#define ERROR_CODES(X) \\'
const WARNING_LIST_START = '#define WARNING_CODES(X) \\'
const ERROR_ENTRY = /^X\((ERR_[A-Z0-9_]+), ([1-9][0-9]*), "((?:[^"\\]|\\["\\])+)"\)$/
const ERROR_GROUP = /^\/\* [^*]+ \*\/$/
const ERROR_FRAME = new Set([
  '#ifndef ERROR_H',
  '#define ERROR_H',
  '#define ERROR_ENUMERATOR(name, value, message) name = (value),',
  'typedef enum { ERR_NONE = 0, ERROR_CODES(ERROR_ENUMERATOR) } ErrorCode;',
  'typedef enum { ERR_NONE = 0, ERROR_CODES(ERROR_ENUMERATOR) WARNING_CODES(ERROR_ENUMERATOR) } ErrorCode;',
  '#undef ERROR_ENUMERATOR',
  '#endif',
])

/**
 * @param {string} file
 * @param {number} line the line number, from 1
 * @param {string} reason
 * @returns {never}
 */
function refuse(file, line, reason) {
  throw new Error(`${file}:${line}: ${reason}`)
}

/**
 * @param {string} file
 * @returns {(key: string | number, line: number) => void} a function that refuses repeated names and values
 */
function onlyOnce(file) {
  /** @type {Map<string | number, number>} */
  const seen = new Map()
  return (key, line) => {
    const first = seen.get(key)
    if (first !== undefined) refuse(file, line, `${key} is already in line ${first}`)
    seen.set(key, line)
  }
}

/**
 * @param {string} text the header
 * @param {string} [file] its name, for messages
 * @returns {Api}
 * @throws {Error} at the first line outside the grammar
 */
export function parseApi(text, file = 'src/wasm/api.h') {
  /** @type {Api} */
  const api = { functions: [], constants: [], headers: [] }
  const once = onlyOnce(file)
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1
    if (BLANK_OR_COMMENT.test(line) || API_FRAME.test(line)) continue
    const include = INCLUDE.exec(line)
    if (include) {
      once(include[1], number)
      api.headers.push(`src/${include[1]}`)
      continue
    }
    const constant = CONSTANT.exec(line)
    if (constant) {
      once(constant[1], number)
      api.constants.push({ name: constant[1], value: Number(constant[2]) })
      continue
    }
    const prototype = PROTOTYPE.exec(line)
    if (!prototype) refuse(file, number, `neither a prototype nor a constant: ${line}`)
    const [, result, name, list] = prototype
    if (!JS_TYPES.has(result)) refuse(file, number, `${result} cannot cross the boundary`)
    once(name, number)
    api.functions.push({ result, name, parameters: parseParameters(list, file, number) })
  }
  if (api.functions.length === 0) throw new Error(`${file}: no prototypes`)
  return api
}

/**
 * @param {string} list the text between the parentheses
 * @param {string} file
 * @param {number} line
 * @returns {Parameter[]}
 */
function parseParameters(list, file, line) {
  if (list === 'void') return []
  const once = onlyOnce(file)
  return list.split(', ').map(parameter => {
    const match = /^(\w+) ([a-z][a-z0-9_]*)$/.exec(parameter)
    if (!match || !JS_TYPES.has(match[1])) refuse(file, line, `not a parameter: '${parameter}'`)
    once(match[2], line)
    return { type: match[1], name: match[2] }
  })
}

/**
 * @param {string} text the header
 * @param {string} [file] its name, for messages
 * @returns {ErrorEntry[]}
 * @throws {Error} at the first line outside the grammar
 */
export function parseErrors(text, file = 'src/error.h') {
  /** @type {ErrorEntry[]} */
  const errors = []
  const once = onlyOnce(file)
  let inList = false
  let areWarnings = false
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1
    if (!inList) {
      areWarnings = line === WARNING_LIST_START
      if (line === ERROR_LIST_START || areWarnings) inList = true
      else if (!BLANK_OR_COMMENT.test(line) && !ERROR_FRAME.has(line)) {
        refuse(file, number, `outside the list of codes: ${line}`)
      }
      continue
    }
    inList = line.endsWith('\\')
    const item = line.replace(/\\$/, '').trim()
    if (ERROR_GROUP.test(item)) continue
    const entry = ERROR_ENTRY.exec(item)
    if (!entry) refuse(file, number, `not of the form X(NAME, value, "message"): ${line}`)
    const [, name, value, message] = entry
    once(name, number)
    once(Number(value), number)
    const unescaped = message.replace(/\\(["\\])/g, '$1')
    errors.push({ name, value: Number(value), message: unescaped, ...(areWarnings && { warning: true }) })
  }
  if (inList) throw new Error(`${file}: the list of codes does not end`)
  if (errors.length === 0) throw new Error(`${file}: no codes`)
  return errors
}

/**
 * @param {string} text a header of the core
 * @param {string} file its name, for messages
 * @returns {Map<string, ListEntry[]>} its lists of `X(NAME, number, …)`, by name
 * @throws {Error} at a line of a list that it cannot read
 */
export function parseLists(text, file) {
  /** @type {Map<string, ListEntry[]>} */
  const lists = new Map()
  /** @type {ListEntry[] | undefined} */
  let open
  for (const [index, line] of text.split('\n').entries()) {
    if (!open) {
      const start = LIST_START.exec(line)
      if (start) lists.set(start[1], (open = []))
      continue
    }
    const entry = LIST_ENTRY.exec(line.replace(/\\$/, '').trim())
    if (!entry) refuse(file, index + 1, `not of the form X(NAME, number, …): ${line}`)
    const [, name, value, rest] = entry
    open.push({
      name,
      value: Number(value),
      texts: Array.from(rest.matchAll(/"(.*?)"/g), ([, words]) => words),
    })
    if (!line.endsWith('\\')) open = undefined
  }
  return lists
}

/**
 * @param {string} text a header of the core
 * @param {string} file its name, for messages
 * @returns {Constant[]} the enumerators of all enumerations with lines `NAME = number,` or a list; enumerations on one line are
 *   only for C
 * @throws {Error} at an enumerator that it cannot read
 */
export function parseEnums(text, file) {
  /** @type {Constant[]} */
  const constants = []
  /** @type {Map<string, string>} the prefix of the names of a macro */
  const macros = new Map()
  const lists = parseLists(text, file)
  const once = onlyOnce(file)
  let inEnum = false
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1
    if (!inEnum) {
      const macro = ENUM_MACRO.exec(line)
      if (macro) macros.set(macro[1], macro[2] ?? '')
      inEnum = ENUM_START.test(line)
      continue
    }
    if (BLANK_OR_COMMENT.test(line)) continue
    const found = enumeratorsOf(line, lists, macros)
    for (const constant of found) {
      once(constant.name, number)
      constants.push(constant)
    }
    if (found.length > 0) continue
    if (!ENUM_END.test(line)) refuse(file, number, `not of the form NAME = number,: ${line}`)
    inEnum = false
  }
  if (inEnum) throw new Error(`${file}: an enumeration does not end`)
  if (constants.length === 0) throw new Error(`${file}: no enumerators`)
  return constants
}

/**
 * @param {string} line a line of an enumeration
 * @param {Map<string, ListEntry[]>} lists
 * @param {Map<string, string>} macros
 * @returns {Constant[]}
 */
function enumeratorsOf(line, lists, macros) {
  const entry = ENUMERATOR.exec(line)
  if (entry) return [{ name: entry[1], value: Number(entry[2]) }]
  const [, list = '', macro = ''] = ENUM_LIST.exec(line) ?? []
  const prefix = macros.get(macro)
  if (prefix === undefined) return []
  return (lists.get(list) ?? []).map(({ name, value }) => ({ name: prefix + name, value }))
}

/**
 * @param {string} text src/rules/variant.c, whose table has a row for each variant, with our name first
 * @param {Constant[]} enumerators they include the numbers of variants, and the traits
 * @param {string} [file] its name, for messages
 * @returns {VariantEntry[]} by number
 * @throws {Error} at a row that it cannot read, and if a number has no row
 */
export function parseVariants(text, enumerators, file = 'src/rules/variant.c') {
  const numbers = new Map(enumerators.map(({ name, value }) => [name, value]))
  /** @type {VariantEntry[]} */
  const variants = []
  /** @type {VariantEntry | undefined} */
  let open
  for (const [index, line] of text.split('\n').entries()) {
    if (line === VARIANT_ROWS_END) open = undefined
    if (VARIANT_ROW_START.test(line)) {
      const row = VARIANT_ROW.exec(line)
      const number = row ? numbers.get(row[1]) : undefined
      if (!row || number === undefined)
        refuse(file, index + 1, `not of the form [NUMBER] = {"name\\0: ${line}`)
      if (variants[number]) refuse(file, index + 1, `a second row of ${row[1]}`)
      variants[number] = open = { name: row[2], traits: 0 }
    }
    for (const [trait] of open ? line.matchAll(/\bTRAIT_\w+/g) : []) {
      const bit = numbers.get(trait)
      if (bit === undefined) refuse(file, index + 1, `no enumerator: ${trait}`)
      if (open) open.traits |= bit
    }
  }
  if (variants.length === 0 || Object.keys(variants).length !== variants.length)
    throw new Error(`${file}: not one row a variant`)
  return variants
}

/** @param {string} name */
const camelCase = name => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase())

/** @param {string} source */
const head = source => `// SPDX-License-Identifier: Apache-2.0
// Generated by js/tools/generate-bindings.js from ${source}; do not edit.
`

/**
 * @param {Api} api
 * @param {Constant[]} [enumerators] those of the headers that it includes
 * @param {VariantEntry[]} [variants] the result of parseVariants()
 * @param {ListEntry[]} [ends] the ends of variants
 * @param {string} [file] its name, for messages
 * @returns {string} a module: the constants without BINBO_, the enumerators, the type of the wasm exports, and the
 *   variants' names, traits and ends
 */
export function renderBindings(
  { functions, constants, headers },
  enumerators = [],
  variants = [],
  ends = [],
  file = 'src/wasm/api.h',
) {
  const properties = functions.map(({ result, name, parameters }) => {
    const list = parameters.map(p => `${camelCase(p.name)}: ${JS_TYPES.get(p.type)}`).join(', ')
    return `  ${name}(${list}): ${JS_TYPES.get(result)}\n`
  })
  const all = [...constants, ...enumerators]
  const once = onlyOnce('the bindings')
  for (const [index, { name }] of all.entries()) once(name, index)
  return `${head([file, ...headers].join(', '))}
/**
 * What the wasm module exports. A uint32_t comes out as a signed number (\`>>> 0\` makes it whole) and a
 * uint64_t as a signed bigint (\`BigInt.asUintN(64, …)\`).
 */
export type Exports = {
  memory: { readonly buffer: ArrayBuffer }
${properties.join('')}}

${all.map(({ name, value }) => `export const ${name} = ${value}\n`).join('')}${renderVariants(variants, ends)}`
}

/** @param {string} text */
const quoted = text => `'${text.replace(/[\\']/g, '\\$&')}'`

/** @param {VariantEntry[]} variants @param {ListEntry[]} ends */
function renderVariants(variants, ends) {
  if (variants.length === 0) return ''
  for (const [index, { name, value }] of ends.entries())
    if (value !== ends[0].value + 2 * index)
      throw new Error(`${name} does not follow with ${ends[0].value + 2 * index}`)
  const names = variants.map(({ name }) => quoted(name))
  const reasons = ends.map(reasonOf)
  return `
/** A variant: the rules of a game. */
export type Variant = ${names.join(' | ')}
/** How a game ends by a rule of its variant. */
export type VariantWinReason = ${reasons.join(' | ')}

/** Variants by number (src/rules/variant.c). */
export const VARIANTS: readonly Variant[] = Object.freeze([${names.join(', ')}])

/** TRAIT_ bits by the number of the variant. */
export const VARIANT_TRAITS = [${variants.map(({ traits }) => traits).join(', ')}]

/** The ends of variants, in the order of their statuses; each has two. */
export const VARIANT_ENDS: readonly VariantWinReason[] = [${reasons.join(', ')}]
`
}

/** @param {ListEntry} end */
const reasonOf = ({ name }) => quoted(name.toLowerCase())

/**
 * @param {ListEntry[]} ends
 * @returns {string} a module of its own: programs that need the words alone load no constants of the core
 */
export function renderEndWords(ends) {
  const words = ends.map(end => `  ${reasonOf(end)}: [${end.texts.map(quoted).join(', ')}],\n`)
  return `${head(STATUS_FILE)}
import type { VariantWinReason } from './bindings.js'

/** The words for the ends of variants. */
export const VARIANT_END_WORDS: Record<VariantWinReason, [by: string, title: string, sentence: string]> = {
${words.join('')}}
`
}

/** @returns {string[]} errors.ts of the folders of js/ that have a table of errors of their own */
export const roomErrorFiles = () =>
  readdirSync('js', { recursive: true, encoding: 'utf8' })
    .filter(path => /\/errors\.[jt]s$/.test(path) && !/^core\/|generated/.test(path))
    .map(path => `js/${path}`)
    .sort()

/** @param {string} text the text of such a file @returns {string[]} the codes of its table */
const codesOf = text => Array.from(text.matchAll(/^ {2}(ERR_\w+):/gm), ([, code]) => code)

/**
 * @param {ErrorEntry[]} errors
 * @param {string[]} others the codes of the folders' own errors
 * @returns {string} a module with the name and message of each value, and the codes of warnings
 */
export function renderErrors(errors, others) {
  const warnings = errors.filter(e => e.warning).map(e => quoted(e.name))
  const codes = errors.map(e => quoted(e.name))
  const lines = errors.map(({ value, name, message }, index) => {
    const number = value - 1 === errors[index - 1]?.value ? '' : `${value} `
    return `${number}${name.replace(/^ERR_/, '')} ${message.replace(/[\\`$]/g, '\\$&')}`
  })
  return `${head('src/error.h')}
/** The code of an error of the library, from src/error.h. */
export type CoreErrorCode = ${codes.join(' | ')}

/** The stable code of an error. The reference of errors explains each. */
export type ErrorCode = ${['CoreErrorCode', ...others.map(quoted)].join(' | ')}

/** A line for each code: its number, unless it is the next one; the name without ERR_; the message. */
const LINES = \`${lines.join('\n')}\`

let number = 0

function readLine(line: string): readonly [number: number, texts: readonly [code: CoreErrorCode, message: string]] {
  const [, given, name, message] = /^(\\d*) ?(\\w+) (.*)/.exec(line) as RegExpExecArray
  number = Number(given) || number + 1
  return [number, [\`ERR_\${name}\` as CoreErrorCode, message]]
}

/** Codes and messages by number. */
export const ERRORS: ReadonlyMap<number, readonly [code: CoreErrorCode, message: string]> = new Map(LINES.split('\\n').map(readLine))

/** Codes of warnings, which are reported and never thrown. */
export const WARNINGS: ReadonlySet<string> = new Set([${warnings.join(', ')}])
`
}

/**
 * @param {Api} api
 * @returns {string} the file for -sEXPORTED_FUNCTIONS=@file of emcc
 */
export const renderExports = ({ functions }) => `${JSON.stringify(functions.map(f => `_${f.name}`))}\n`

/** The types of the module that inline-wasm.js writes, so that `tsc` needs no build of the core. */
const WASM_TEXT_TYPES = `${head('nothing else')}
/** The wasm module as text. */
export const wasmText: string
`
const DECODER_TYPES = `/** The wasm module that decodes it, two hexadecimal digits a byte. */
export const decoderText: string
`
const IN_JS_TYPES = `${head('nothing else')}
/**
 * Makes the module in JS.
 * @param grown called when its memory has another buffer
 * @returns its exports
 */
export const inJs: (grown: () => void) => object
`

/**
 * @param {string} name the name of a product, whose sources are in src/name/
 * @returns {Record<string, string>} the files to write, and their texts
 */
function outputsOf(name) {
  const file = `src/${name}/api.h`
  const api = parseApi(readFileSync(file, 'utf8'), file)
  const enumerators = api.headers.flatMap(header => parseEnums(readFileSync(header, 'utf8'), header))
  return {
    [`js/${name}/generated/bindings.ts`]: renderBindings(api, enumerators, [], [], file),
    [`js/${name}/generated/wasm-text.d.ts`]: WASM_TEXT_TYPES,
    [`js/${name}/generated/in-js.d.ts`]: IN_JS_TYPES,
    [`build/exports-${name}.txt`]: renderExports(api),
  }
}

const STATUS_FILE = 'src/rules/status.h'

/** @param {string[]} products */
function main(products) {
  const api = parseApi(readFileSync('src/wasm/api.h', 'utf8'))
  const enumerators = api.headers.flatMap(file => parseEnums(readFileSync(file, 'utf8'), file))
  const variants = parseVariants(readFileSync('src/rules/variant.c', 'utf8'), enumerators)
  const ends = parseLists(readFileSync(STATUS_FILE, 'utf8'), STATUS_FILE).get('VARIANT_ENDS')
  const errors = parseErrors(readFileSync('src/error.h', 'utf8'))
  const roomErrors = roomErrorFiles().flatMap(file => codesOf(readFileSync(file, 'utf8')))
  const outputs = {
    'js/core/generated/bindings.ts': renderBindings(api, enumerators, variants, ends),
    'js/core/generated/end-words.ts': renderEndWords(ends ?? []),
    'js/core/generated/errors.ts': renderErrors(errors, roomErrors),
    'js/core/generated/wasm-text.d.ts': WASM_TEXT_TYPES + DECODER_TYPES,
    'js/core/generated/in-js.d.ts': IN_JS_TYPES,
    'build/exports.txt': renderExports(api),
    ...Object.assign({}, ...products.map(outputsOf)),
  }
  for (const [path, text] of Object.entries(outputs)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

if (isMain(import.meta.url)) main(process.argv.slice(2))
