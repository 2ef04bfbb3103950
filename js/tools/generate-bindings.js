// SPDX-License-Identifier: Apache-2.0
/**
 * Reads src/wasm/api.h and src/error.h, whose head comments state their grammar, and the enumerations of
 * the headers that api.h includes, and the names in src/rules/variant.c, and writes their facts for others:
 * js/core/generated/bindings.js and errors.js, and the linker's export list. The same for the api.h of each further
 * product. A line that it cannot read stops it, with the file and the line number.
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

const VARIANT_ROW_START = /^ {4}\[[A-Z]/
const VARIANT_ROW = /^ {4}\[([A-Z][A-Z0-9_]*)\] = \{"([a-z0-9]+)\\0/

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
 * @param {number} line from 1
 * @param {string} reason
 * @returns {never}
 */
function refuse(file, line, reason) {
  throw new Error(`${file}:${line}: ${reason}`)
}

/**
 * @param {string} file
 * @returns {(key: string | number, line: number) => void} refuses a name or value that it was given before
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
 * @param {string} list what stands between the parentheses
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
 * @returns {Constant[]} the enumerators of all enumerations with one `NAME = number,` a line; those on one line stay in C
 * @throws {Error} at an enumerator that it cannot read
 */
export function parseEnums(text, file) {
  /** @type {Constant[]} */
  const constants = []
  const once = onlyOnce(file)
  let inEnum = false
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1
    if (!inEnum) {
      inEnum = ENUM_START.test(line)
      continue
    }
    if (BLANK_OR_COMMENT.test(line)) continue
    const entry = ENUMERATOR.exec(line)
    if (entry) {
      once(entry[1], number)
      constants.push({ name: entry[1], value: Number(entry[2]) })
      continue
    }
    if (!ENUM_END.test(line)) refuse(file, number, `not of the form NAME = number,: ${line}`)
    inEnum = false
  }
  if (inEnum) throw new Error(`${file}: an enumeration does not end`)
  if (constants.length === 0) throw new Error(`${file}: no enumerators`)
  return constants
}

/**
 * @param {string} text src/rules/variant.c, whose table has a row for each variant, with our name first
 * @param {Constant[]} enumerators among them the variants' numbers, and VARIANT_COUNT
 * @param {string} [file] its name, for messages
 * @returns {string[]} names by number
 * @throws {Error} at a row that it cannot read, and where a number has no row
 */
export function parseVariants(text, enumerators, file = 'src/rules/variant.c') {
  const numberOf = (/** @type {string} */ wanted) =>
    enumerators.find(({ name }) => name === wanted)?.value ?? -1
  /** @type {string[]} */
  const names = []
  for (const [index, line] of text.split('\n').entries()) {
    if (!VARIANT_ROW_START.test(line)) continue
    const row = VARIANT_ROW.exec(line)
    const number = row ? numberOf(row[1]) : -1
    if (!row || number < 0) refuse(file, index + 1, `not of the form [NUMBER] = {"name\\0: ${line}`)
    names[number] = row[2]
  }
  const count = numberOf('VARIANT_COUNT')
  if (names.length !== count || Object.keys(names).length !== count)
    throw new Error(`${file}: not one row a variant`)
  return names
}

/** @param {string} name */
const camelCase = name => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase())

/** @param {string} source */
const head = source => `// SPDX-License-Identifier: Apache-2.0
// Generated by js/tools/generate-bindings.js from ${source}; do not edit.
`

/**
 * @param {Api} api
 * @param {Constant[]} [enumerators] of the headers that it includes
 * @param {string[]} [variants] of parseVariants()
 * @param {string} [file] its name, for messages
 * @returns {string} a JS module: the constants without BINBO_, the enumerators, the type of the wasm exports, and the
 *   variants' names
 */
export function renderBindings(
  { functions, constants, headers },
  enumerators = [],
  variants = [],
  file = 'src/wasm/api.h',
) {
  const properties = functions.map(({ result, name, parameters }) => {
    const list = parameters.map(p => `${camelCase(p.name)}: ${JS_TYPES.get(p.type)}`).join(', ')
    return ` * @property {(${list}) => ${JS_TYPES.get(result)}} ${name}\n`
  })
  const all = [...constants, ...enumerators]
  const once = onlyOnce('the bindings')
  for (const [index, { name }] of all.entries()) once(name, index)
  return `${head([file, ...headers].join(', '))}
/**
 * What the wasm module exports. A uint32_t comes out as a signed number (\`>>> 0\` makes it whole) and a
 * uint64_t as a signed bigint (\`BigInt.asUintN(64, …)\`).
 * @typedef {object} Exports
 * @property {{ readonly buffer: ArrayBuffer }} memory
${properties.join('')} */

${all.map(({ name, value }) => `export const ${name} = ${value}\n`).join('')}${renderVariants(variants)}`
}

/** @param {string[]} names */
function renderVariants(names) {
  if (names.length === 0) return ''
  const quoted = names.map(name => `'${name}'`)
  return `
/**
 * The rules that a game is played by.
 * @typedef {${quoted.join(' | ')}} Variant
 */

/** @type {readonly Variant[]} By number (src/rules/variant.c). */
export const VARIANTS = Object.freeze([${quoted.join(', ')}])
`
}

/** @returns {string[]} errors.ts of the folders of js/ that have a table of errors of their own */
export const roomErrorFiles = () =>
  readdirSync('js', { recursive: true, encoding: 'utf8' })
    .filter(path => /\/errors\.[jt]s$/.test(path) && !/^core\/|generated/.test(path))
    .map(path => `js/${path}`)
    .sort()

/** @param {string} text of such a file @returns {string[]} the codes of its table */
const codesOf = text => Array.from(text.matchAll(/^ {2}(ERR_\w+):/gm), ([, code]) => code)

/**
 * @param {ErrorEntry[]} errors
 * @param {string[]} others codes of the folders' own errors
 * @returns {string} a JS module: value → name and message, and which of them are warnings
 */
export function renderErrors(errors, others) {
  const quoted = (/** @type {string} */ s) => `'${s.replace(/[\\']/g, '\\$&')}'`
  const warnings = errors.filter(e => e.warning).map(e => quoted(e.name))
  const codes = errors.map(e => quoted(e.name))
  const lines = errors.map(({ value, name, message }, index) => {
    const number = value - 1 === errors[index - 1]?.value ? '' : `${value} `
    return `${number}${name.replace(/^ERR_/, '')} ${message.replace(/[\\`$]/g, '\\$&')}`
  })
  return `${head('src/error.h')}
/**
 * The code of an error of the library, from src/error.h.
 * @typedef {${codes.join(' | ')}} CoreErrorCode
 */

/**
 * The stable code of an error. The reference of errors explains each.
 * @typedef {${['CoreErrorCode', ...others.map(quoted)].join(' | ')}} ErrorCode
 */

/** A line a code: its number if it does not follow the one above, the name without ERR_, the message. */
const LINES = \`${lines.join('\n')}\`

let number = 0

/** @param {string} line @returns {readonly [number: number, texts: readonly [code: CoreErrorCode, message: string]]} */
function readLine(line) {
  const [, given, name, message] = /** @type {RegExpExecArray} */ (/^(\\d*) ?(\\w+) (.*)/.exec(line))
  number = Number(given) || number + 1
  return [number, [/** @type {CoreErrorCode} */ (\`ERR_\${name}\`), message]]
}

/** @type {ReadonlyMap<number, readonly [code: CoreErrorCode, message: string]>} */
export const ERRORS = new Map(LINES.split('\\n').map(readLine))

/** @type {ReadonlySet<string>} Codes of what is reported and never thrown. */
export const WARNINGS = new Set([${warnings.join(', ')}])
`
}

/**
 * @param {Api} api
 * @returns {string} what emcc takes as -sEXPORTED_FUNCTIONS=@file
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

/**
 * @param {string} name of a product, whose sources are in src/name/
 * @returns {Record<string, string>} the files to write, and their texts
 */
function outputsOf(name) {
  const file = `src/${name}/api.h`
  const api = parseApi(readFileSync(file, 'utf8'), file)
  const enumerators = api.headers.flatMap(header => parseEnums(readFileSync(header, 'utf8'), header))
  return {
    [`js/${name}/generated/bindings.js`]: renderBindings(api, enumerators, [], file),
    [`js/${name}/generated/wasm-text.d.ts`]: WASM_TEXT_TYPES,
    [`build/exports-${name}.txt`]: renderExports(api),
  }
}

/** @param {string[]} products */
function main(products) {
  const api = parseApi(readFileSync('src/wasm/api.h', 'utf8'))
  const enumerators = api.headers.flatMap(file => parseEnums(readFileSync(file, 'utf8'), file))
  const variants = parseVariants(readFileSync('src/rules/variant.c', 'utf8'), enumerators)
  const errors = parseErrors(readFileSync('src/error.h', 'utf8'))
  const roomErrors = roomErrorFiles().flatMap(file => codesOf(readFileSync(file, 'utf8')))
  const outputs = {
    'js/core/generated/bindings.js': renderBindings(api, enumerators, variants),
    'js/core/generated/errors.js': renderErrors(errors, roomErrors),
    'js/core/generated/wasm-text.d.ts': WASM_TEXT_TYPES + DECODER_TYPES,
    'build/exports.txt': renderExports(api),
    ...Object.assign({}, ...products.map(outputsOf)),
  }
  for (const [path, text] of Object.entries(outputs)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

if (isMain(import.meta.url)) main(process.argv.slice(2))
