// SPDX-License-Identifier: Apache-2.0
/**
 * Enforces the layers: C includes and JS imports point downward only and never in a cycle, allocation and node:
 * modules stay where they belong, and the page uses public entries only. It also checks what is committed: nothing
 * built, no stray files at the top, the licence line first in every source file, and no source file too long.
 *
 * usage: node js/tools/check-layers.js    (from the top of the repository)
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { isMain } from './main-module.js'

/** The C core from the ground up. A file includes only files of lower rows, and its own header. */
const C_LAYERS = [
  ['bitboard', 'move', 'error', 'text'],
  ['attacks', 'zobrist'],
  ['castling'],
  ['position'],
  ['generator', 'legality'],
  ['movegen'],
  ['rules/variant', 'rules/status', 'rules/pseudo'],
  ['rules/rules'],
  ['rules/standard', 'rules/kingless', 'rules/king_of_the_hill', 'rules/three_check'],
  ['rules/crazyhouse', 'rules/horde', 'rules/antichess', 'rules/atomic', 'rules/racing_kings'],
  ['rules/dead'],
  ['fen', 'san', 'lan', 'perft'],
  ['notation', 'move_word'],
  ['game', 'pgn/scan'],
  ['pgn/lexer', 'pgn/symbols', 'state'],
  ['pgn/tree', 'pgn/fen_mend'],
  ['pgn/tags', 'pgn/line'],
  ['pgn/reader'],
  ['wasm/handles', 'wasm/sbrk', 'wasm/string'],
  ['wasm/boundary'],
  ['wasm/move_lists'],
  ['wasm/api'],
]
const C_FOUNDATION = new Set(['bitboard', 'move', 'error'])
const C_SYSTEM = new Set(['stdint.h', 'stdbool.h', 'stddef.h', 'string.h'])
/** Headers of the compiler that only the WebAssembly build includes. */
const C_SIMD = new Map([
  ['pgn/scan', 'wasm_simd128.h'],
  ['wasm/string', 'wasm_simd128.h'],
  ['fen', 'wasm_simd128.h'],
])
const MAY_ALLOCATE = /^(game|rules\/dead|pgn\/.*|wasm\/.*)$/

/**
 * What each part of js/ may import from, itself included; a folder below a part may have stricter rules.
 */
const JS_LAYERS = new Map([
  ['core', ['core']],
  ['game', ['core', 'game']],
  ['pgn', ['core', 'game', 'pgn']],
  ['openings', ['core', 'game', 'openings']],
  ['uci/text', ['core', 'uci/text']],
  ['uci/transports', ['core', 'uci/text', 'uci/transports']],
  ['uci/engine', ['core', 'game', 'uci/text', 'uci/engine']],
  ['uci', ['core', 'game', 'uci']],
  ['analysis', ['core', 'game', 'pgn', 'uci', 'analysis']],
  ['session', ['core', 'game', 'pgn', 'session']],
  ['compat', ['core', 'compat']],
  ['net', ['core', 'net']],
  ['node', ['core', 'game', 'pgn', 'uci', 'net', 'node']],
  ['server/stores', ['core', 'session', 'server/stores']],
  ['server/archive', ['core', 'session', 'server/archive']],
  ['server', ['core', 'game', 'pgn', 'session', 'net', 'node', 'server']],
  ['entries', ['core', 'game', 'pgn', 'openings', 'uci', 'analysis', 'session', 'compat', 'node', 'server']],
  ['cli', ['core', 'game', 'pgn', 'uci', 'analysis', 'session', 'net', 'node', 'server', 'cli']],
])
/** These work without wasm, also through what they import: UCI text and transports. */
const WASM_FREE = /^(uci\/(text|transports)|net)\//
const WASM = 'core/wasm.js'
/** What each folder of web/ may import from besides itself; the files at the top of web/ may use all. */
const WEB_LAYERS = new Map([
  ['page', []],
  ['offline', ['page']],
  ['search', ['page']],
  ['study', ['page']],
  ['storage', ['page', 'study']],
  ['board', ['page', 'study']],
  ['engine', ['page', 'study']],
  ['hood', ['page', 'engine']],
  ['setup', ['page', 'study', 'storage', 'board']],
  ['pgn', ['page', 'study', 'storage']],
  ['analysis', ['page', 'study', 'engine']],
  ['moves', ['page', 'study', 'engine', 'analysis']],
  ['play', ['page', 'study', 'storage', 'board', 'engine', 'analysis']],
  ['table', ['page', 'study', 'storage', 'engine', 'analysis', 'play']],
  ['friend', ['page', 'study', 'engine', 'play']],
])
const MAY_USE_NODE = new Set(['net', 'node', 'server', 'cli'])
/** Packages that the same layers may import: optional dependencies and peers of package.json. */
const MAY_USE_PACKAGES = new Set(['ws', 'redis', 'pg'])
/** The packages that the page may import besides public entries: its board, and the search of the documents. */
const PAGE_PACKAGES = /^(cm-chessboard\/|minisearch$)/
const PUBLIC_ENTRIES = /^(\/?dist\/|\.\.\/dist\/|binbo(\/|$))/

const TOP = new Set(
  'src js web tests Makefile package.json package-lock.json README.md LICENSE CHANGELOG.md CONTRIBUTING.md'.split(
    ' ',
  ),
)
const BUILT = /^(build|dist|coverage|node_modules|js\/\w+\/generated)\/|\.(wasm|o|tgz)$/

/** @typedef {{ line: number, target: string }} Reference */

/**
 * @param {string} text C source
 * @returns {Reference[]} what it includes, with its quotes or angle brackets
 */
const includesOf = text => referencesOf(text, /^\s*#\s*include\s+(<[^>]+>|"[^"]+")/)

/**
 * @param {string} text JS source
 * @returns {Reference[]} what it imports, statically or with import(); JSDoc types are not imports
 */
const importsOf = text =>
  referencesOf(text, /^(?!\s*(?:\*|\/\/|\/\*)).*?(?:(?<!['"])\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/)

/**
 * @param {string} text
 * @param {RegExp} pattern its first group is the target
 * @returns {Reference[]}
 */
function referencesOf(text, pattern) {
  return text.split('\n').flatMap((source, index) => {
    const match = pattern.exec(source)
    return match ? [{ line: index + 1, target: match[1] }] : []
  })
}

/**
 * A part too long for one file is split: fen_strict belongs to fen.
 * @param {string} module a path below src/ without its ending
 * @returns {string}
 */
const partOf = module => (C_LAYERS.flat().includes(module) ? module : module.replace(/(?<=\w)_\w+$/, ''))

/** @param {string} module a path below src/ without its ending */
const layerOf = module => C_LAYERS.findIndex(row => row.includes(partOf(module)))

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
      : 'only game, rules/dead, pgn/ and wasm/ may use <stdlib.h>'
  return `<${header}> is not among the headers that the core needs`
}

/**
 * @param {string} module
 * @param {number} layer
 * @param {string} path
 * @param {string} name as written between the quotes
 */
function includeFault(module, layer, path, name) {
  if (name.endsWith('.inc')) return null
  const beside = normalize(join(dirname(path), name)).replace(/\.h$/, '')
  const target = layerOf(beside) >= 0 ? beside : name.replace(/^(\.\.\/)*|\.h$/g, '')
  if (partOf(target) === partOf(module)) return null
  if (layerOf(target) < 0) return `"${name}" has no place in the layers of C`
  if (layerOf(target) < layer) return null
  // The ground layer's headers are plain definitions, which its other files may use.
  if (layer === 0 && C_FOUNDATION.has(target)) return null
  // api.h declares the boundary, with the numbers that all of wasm/ shares.
  if (module.startsWith('wasm/') && target === 'wasm/api') return null
  return `"${name}" is not in a lower layer`
}

/**
 * @param {string} path below js/, such as 'core/loader.js'
 * @returns {string} its layer
 */
const jsLayerOf = path => path.split('/')[0]

/**
 * @param {string} path below js/, such as 'uci/text/lines.js'
 * @returns {string} its folder below the layer where that has rules of its own, else its layer
 */
function jsRoomOf(path) {
  const room = path.split('/', 2).join('/')
  return JS_LAYERS.has(room) ? room : jsLayerOf(path)
}

/**
 * @param {string} path below js/
 * @param {string} text
 * @returns {string[]} faults, each with its line
 */
export function checkJs(path, text) {
  const layer = jsLayerOf(path)
  if (layer === 'tools') return []
  if (!path.includes('/')) return [`js/${path}:1: a file of js/ belongs in one of its folders`]
  const room = jsRoomOf(path)
  const allowed = JS_LAYERS.get(room)
  if (!allowed) return [`js/${path}:1: js/${layer}/ has no place in the layers of JS`]
  const faults = []
  for (const { line, target } of importsOf(text)) {
    const fault = importFault(path, target, room, allowed)
    if (fault) faults.push(`js/${path}:${line}: ${fault}`)
  }
  return faults
}

/**
 * @param {string} path
 * @param {string} target
 * @param {string} room
 * @param {string[]} allowed
 */
function importFault(path, target, room, allowed) {
  const layer = jsLayerOf(path)
  if (target.startsWith('node:'))
    return MAY_USE_NODE.has(layer) ? null : `${target} belongs in net/, node/, server/ and cli/`
  if (MAY_USE_PACKAGES.has(target) && MAY_USE_NODE.has(layer)) return null
  if (!target.startsWith('.')) return `'${target}' would be a dependency at run time`
  const file = normalize(join(dirname(path), target))
  if (file.startsWith('..')) return `'${target}' lies outside js/`
  if (jsLayerOf(file) === 'entries') return `'${target}' is a public entry, which imports and is not imported`
  const isAllowed = allowed.includes(jsLayerOf(file)) || allowed.includes(jsRoomOf(file))
  return isAllowed ? null : `${room} may not import '${target}'`
}

/**
 * Finds what needs wasm where none may be needed: an import that leads to it, directly or through others.
 * @param {Map<string, string>} files path below js/ → text
 * @returns {string[]} faults
 */
export function checkWasmFree(files) {
  /** @type {(path: string, trail: string[]) => string[] | null} */
  const visit = (path, trail) => {
    if (path === WASM) return [...trail, path]
    if (trail.includes(path)) return null
    for (const { target } of importsOf(files.get(path) ?? '')) {
      const file = normalize(join(dirname(path), target))
      const found = target.startsWith('.') ? visit(file, [...trail, path]) : null
      if (found) return found
    }
    return null
  }
  return [...files.keys()].flatMap(path => {
    const trail = WASM_FREE.test(path) ? visit(path, []) : null
    return trail ? [`js/${path}:1: needs wasm: ${trail.join(' ')}`] : []
  })
}

/**
 * @param {string} path below web/
 * @param {string} text a script of the page
 * @returns {string[]} faults, each with its line
 */
export function checkWeb(path, text) {
  const folder = dirname(path)
  const allowed = WEB_LAYERS.get(folder)
  if (folder !== '.' && !allowed) return [`web/${path}:1: has no place in the layers of the page`]
  return importsOf(text).flatMap(({ line, target }) => {
    const file = normalize(join(folder, target))
    const isInside = target.startsWith('.') && !file.startsWith('..')
    if (isInside && allowed && ![folder, ...allowed].includes(dirname(file)))
      return [`web/${path}:${line}: ${folder}/ may not import '${target}'`]
    if (isInside || PUBLIC_ENTRIES.test(normalize(target)) || PAGE_PACKAGES.test(target)) return []
    return [`web/${path}:${line}: '${target}' is not a public entry`]
  })
}

/**
 * @param {string[]} paths what git has, from the top
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

/**
 * Finds imports that lead back to their own file. An import() counts; a type in JSDoc does not.
 * @param {string} folder for messages
 * @param {Map<string, string>} files path below the folder → text
 * @returns {string[]} faults, one for each cycle
 */
export function checkCycles(folder, files) {
  /** @type {Set<string>} files from which every path has been followed */
  const settled = new Set()
  /** @type {string[]} */
  const faults = []
  const visit = (/** @type {string} */ path, /** @type {string[]} */ trail) => {
    if (settled.has(path)) return
    const start = trail.indexOf(path)
    if (start >= 0) {
      faults.push(`${folder}/${path}:1: import cycle: ${[...trail.slice(start), path].join(' ')}`)
      return
    }
    for (const { target } of importsOf(files.get(path) ?? ''))
      if (target.startsWith('.')) visit(normalize(join(dirname(path), target)), [...trail, path])
    settled.add(path)
  }
  for (const path of files.keys()) visit(path, [])
  return faults
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
 * @returns {string[]} paths of files below folder, from there
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
    filesBelow(folder, /\.(c|h|inc|js|sh|css)$/).map(path => `${folder}/${path}`),
  )
  const textsBelow = (/** @type {string} */ folder) =>
    new Map(filesBelow(folder, /\.js$/).map(path => [path, read(`${folder}/${path}`)]))
  const faults = [
    ...core.flatMap(path => checkC(path, read(`src/${path}`))),
    ...filesBelow('js', /\.js$/).flatMap(path => checkJs(path, read(`js/${path}`))),
    ...filesBelow('web', /^(?!docs\/site\/).*\.js$/).flatMap(path => checkWeb(path, read(`web/${path}`))),
    ...['js', 'web'].flatMap(folder => checkCycles(folder, textsBelow(folder))),
    ...checkWasmFree(textsBelow('js')),
    ...checkTree(committed),
    ...sources.flatMap(path => checkLength(path, read(path))),
    ...sources.flatMap(path => checkLicence(path, read(path))),
  ]
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length ? 1 : 0
}

if (isMain(import.meta.url)) main()
