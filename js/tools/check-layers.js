// SPDX-License-Identifier: Apache-2.0
/**
 * Enforces the layers: includes of C and imports of JS lead only downward, and only some files allocate memory. It also checks
 * the committed files: no build output, no stray files at the top, the licence line first in every source file, and no source
 * file too long. Biome finds circular imports.
 *
 * usage: node js/tools/check-layers.js    (from the top of the repository)
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { checkImports } from './check-imports.js'
import { isMain } from './main-module.js'

/** The files of variants' rules. */
const ANY_RULES = 'rules/*'
/** The C core, the lowest layer first. A file includes only files of lower rows, and its own header. */
const C_LAYERS = [
  ['bitboard', 'move', 'error', 'text'],
  ['attacks', 'zobrist'],
  ['castling'],
  ['position'],
  ['generator', 'legality'],
  ['openings'],
  ['movegen'],
  ['rules/variant', 'rules/status', 'rules/pseudo'],
  ['rules/rules'],
  [ANY_RULES],
  ['rules/dead'],
  ['fen', 'san', 'lan', 'perft'],
  ['notation', 'move_word'],
  ['game', 'pgn/scan', 'pgn/wide'],
  ['pgn/symbols', 'state'],
  ['pgn/lexer'],
  ['pgn/tree', 'pgn/fen_mend', 'pgn/language'],
  ['pgn/tags', 'pgn/line'],
  ['pgn/reader'],
  ['pgn/reaches'],
  ['wasm/handles', 'wasm/sbrk', 'wasm/string'],
  ['wasm/boundary'],
  ['wasm/move_lists'],
  ['wasm/api'],
  // Other products, which the core does not include.
  ['compact/model', 'compact/range_coder'],
  ['compact/api'],
  ['database/names', 'database/men', 'database/speed'],
  ['database/naming'],
  ['database/store', 'database/player_names'],
  ['database/game_tags'],
  ['database/postings', 'database/doubles', 'database/replay', 'database/lines', 'database/filter'],
  ['database/query', 'database/file', 'database/import'],
  ['database/counts', 'database/repertoire', 'database/double_groups'],
  ['database/api'],
  ['tablebase/pages', 'tablebase/tb_index'],
  ['tablebase/tb_table'],
  ['tablebase/tb_files'],
  ['tablebase/probe'],
  ['tablebase/api'],
]
const C_FOUNDATION = new Set(['bitboard', 'move', 'error'])
const C_SYSTEM = new Set(['stdint.h', 'stdbool.h', 'stddef.h', 'string.h'])
/** Headers of the compiler that only the WebAssembly build includes. */
const C_SIMD = new Map([
  ['pgn/scan', 'wasm_simd128.h'],
  ['wasm/string', 'wasm_simd128.h'],
  ['fen/fen', 'wasm_simd128.h'],
])
const MAY_ALLOCATE = /^(game|rules\/dead|pgn\/.*|wasm\/.*|database\/.*|tablebase\/.*)$/

const TOP = new Set(
  'src js web tests Makefile package.json package-lock.json README.md LICENSE CHANGELOG.md CONTRIBUTING.md'.split(
    ' ',
  ),
)
const BUILT = /^(build|dist|coverage|node_modules|js\/\w+\/generated)\/|\.(wasm|o|tgz)$/

/** @typedef {{ line: number, target: string }} Reference */

/**
 * @param {string} text C source
 * @returns {Reference[]} its includes, with their quotes or angle brackets
 */
function includesOf(text) {
  return text.split('\n').flatMap((source, index) => {
    const match = /^\s*#\s*include\s+(<[^>]+>|"[^"]+")/.exec(source)
    return match ? [{ line: index + 1, target: match[1] }] : []
  })
}

/**
 * The part of a module. Long parts are split: rules/dead_search belongs to rules/dead, and all of fen/ is one part.
 * @param {string} module a path below src/ without its ending
 * @returns {string}
 */
const partOf = module =>
  C_LAYERS.flat().includes(module) ? module : module.replace(/(?<=\w)_\w+$|(?<=^fen)\/\w+$/, '')

/** @param {string} module a path below src/ without its ending */
function layerOf(module) {
  const part = partOf(module)
  const layer = C_LAYERS.findIndex(row => row.includes(part))
  return layer < 0 && part.startsWith('rules/') ? C_LAYERS.findIndex(row => row.includes(ANY_RULES)) : layer
}

/**
 * @param {string} path below src/, such as 'fen.c'
 * @param {string} text
 * @returns {string[]} faults, each with its line
 */
export function checkC(path, text) {
  const module = path.replace(/\.(c|h|inc)$/, '')
  const layer = layerOf(module)
  if (layer < 0 && !path.endsWith('.inc')) return [`src/${path}:1: has no place in the layers of C`]
  const faults = []
  for (const { line, target } of includesOf(text)) {
    const name = target.slice(1, -1)
    const fault = target.startsWith('<') ? systemFault(module, name) : includeFault(module, layer, path, name)
    if (fault) faults.push(`src/${path}:${line}: ${fault}`)
  }
  return faults
}

/**
 * @param {string} module
 * @param {string} header
 */
function systemFault(module, header) {
  if (C_SYSTEM.has(header) || C_SIMD.get(module) === header) return null
  if (header === 'stdlib.h')
    return MAY_ALLOCATE.test(partOf(module))
      ? null
      : 'only game, rules/dead, pgn/, wasm/ and tablebase/ may use <stdlib.h>'
  return `<${header}> is not among the headers that the core needs`
}

/**
 * @param {string} module
 * @param {number} layer
 * @param {string} path
 * @param {string} name the text between the quotes
 */
function includeFault(module, layer, path, name) {
  if (name.endsWith('.inc')) return null
  const beside = normalize(join(dirname(path), name)).replace(/\.h$/, '')
  const target = layerOf(beside) >= 0 ? beside : name.replace(/^(\.\.\/)*|\.h$/g, '')
  if (partOf(target) === partOf(module)) return null
  if (layerOf(target) < 0) return `"${name}" has no place in the layers of C`
  if (layerOf(target) < layer) return null
  // Headers of the lowest layer are plain definitions, which its other files may use.
  if (layer === 0 && C_FOUNDATION.has(target)) return null
  // api.h declares the boundary, with the numbers that all of wasm/ shares.
  if (module.startsWith('wasm/') && target === 'wasm/api') return null
  return `"${name}" is not in a lower layer`
}

/** A function that other files can call. */
const DEFINITION = /^(?!static\b|INLINE\b|typedef\b|else\b|return\b)(?:\w+[ *]+)+(\w+)\([^;{}]*\) \{/gm

/**
 * Finds circular calls between files of C.
 * @param {Map<string, string>} files path below src/ → text, of files that end in .c
 * @returns {string[]} faults, one for each circle
 */
export function checkCalls(files) {
  const codes = new Map(Array.from(files, ([path, text]) => [path, text.replace(/\/\/.*/g, '')]))
  /** @type {Map<string, string>} name of a function → its file */
  const owners = new Map()
  for (const [path, code] of codes) for (const [, name] of code.matchAll(DEFINITION)) owners.set(name, path)
  const called = (/** @type {string} */ path) =>
    new Set(
      Array.from(
        codes.get(path)?.matchAll(/(?<![\w.>])(\w+)\(/g) ?? [],
        ([, name]) => owners.get(name) ?? path,
      ),
    )
  /** @type {Set<string>} files from which every path has been followed */
  const settled = new Set()
  /** @type {string[]} */
  const faults = []
  const visit = (/** @type {string} */ path, /** @type {string[]} */ trail) => {
    const start = trail.indexOf(path)
    if (start >= 0)
      faults.push(`src/${path}:1: calls in a circle: ${[...trail.slice(start), path].join(' ')}`)
    if (start >= 0 || settled.has(path)) return
    for (const next of called(path)) if (next !== path) visit(next, [...trail, path])
    settled.add(path)
  }
  for (const path of codes.keys()) visit(path, [])
  return faults
}

/**
 * @param {string[]} paths the files of git, from the top
 * @returns {string[]} faults
 */
export function checkTree(paths) {
  return paths.flatMap(path => {
    const top = path.split('/')[0]
    if (BUILT.test(path)) return [`${path}: build output is committed`]
    if (!TOP.has(top) && !top.startsWith('.')) return [`${path}: does not belong at the top`]
    return []
  })
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {string[]} faults
 */
export function checkLicence(path, text) {
  const first = text.startsWith('#!') ? text.slice(text.indexOf('\n') + 1) : text
  return /^(\/\/|#|<!--|\/\*) SPDX-License-Identifier: Apache-2\.0/.test(first)
    ? []
    : [`${path}:1: the SPDX line must come first`]
}

const MOST_LINES = 600

/**
 * @param {string} path
 * @param {string} text
 * @returns {string[]} faults
 */
export function checkLength(path, text) {
  const lines = text.split('\n').length - 1
  return lines > MOST_LINES
    ? [`${path}:${MOST_LINES}: has ${lines} lines, at most ${MOST_LINES} are allowed`]
    : []
}

/**
 * @param {string} folder
 * @param {RegExp} pattern
 * @returns {string[]} paths of files below the folder, relative to it
 */
function filesBelow(folder, pattern) {
  if (!existsSync(folder)) return []
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return paths.filter(path => pattern.test(path) && !path.includes('generated/')).sort()
}

function main() {
  const read = (/** @type {string} */ path) => readFileSync(path, 'utf8')
  const core = filesBelow('src', /\.(c|h|inc)$/).filter(path => !path.startsWith('tools/'))
  const committed = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean)
  const sources = ['src', 'js', 'web', 'tests'].flatMap(folder =>
    filesBelow(folder, /\.(c|h|inc|js|ts|sh|css)$/).map(path => `${folder}/${path}`),
  )
  const faults = [
    ...core.flatMap(path => checkC(path, read(`src/${path}`))),
    ...checkCalls(new Map(core.filter(path => path.endsWith('.c')).map(path => [path, read(`src/${path}`)]))),
    ...checkTree(committed),
    ...sources
      .filter(path => /^(js|web)\/.*\.[jt]s$/.test(path))
      .flatMap(path => checkImports(path, read(path))),
    // Biome counts the lines of JS and TypeScript.
    ...sources.filter(path => !/\.[jt]s$/.test(path)).flatMap(path => checkLength(path, read(path))),
    ...sources.flatMap(path => checkLicence(path, read(path))),
  ]
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length ? 1 : 0
}

if (isMain(import.meta.url)) main()
