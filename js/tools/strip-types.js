// SPDX-License-Identifier: Apache-2.0
/**
 * Node 20 runs no TypeScript. This writes js/ and web/ without types to build/stripped/, where tests and tools find them as
 * '#js/core/errors.js' and '#web/page/store.js'. Tools run unchanged. Types become spaces, as in later versions of Node, so lines
 * and columns are those of the source. Sources in JS are copied. Only changed files are written.
 *
 * usage: node js/tools/strip-types.js    (at the top of the repository)
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { isMain } from './main-module.js'

export const STRIPPED = 'build/stripped'
const LINK = join(STRIPPED, 'dist')

const FOLDERS = ['js', 'web']
const TOOLS = /^(js\/tools|web\/docs\/site)\//

/** @param {string} source */
const isStripped = source => FOLDERS.some(folder => source.startsWith(`${folder}/`)) && !TOOLS.test(source)

/** @param {string} source @returns {string} the path of the file that Node runs */
export const strippedPath = source =>
  isStripped(source) ? join(STRIPPED, source.replace(/ts$/, 'js')) : source

const require = createRequire(import.meta.url)

/** @param {string} path the path in an import, with .js @returns {string} the path of the file, with .ts if that exists */
export function typedPath(path) {
  const typed = path.replace(/\.js$/, '.ts')
  return !existsSync(path) && existsSync(typed) ? typed : path
}

/**
 * @param {string} path the path of a source
 * @param {string} [text] its text
 * @returns {string} JS with all code at the same places
 * @throws {Error} if it is not TypeScript, or if removing types is not enough
 */
export function readStripped(path, text = readFileSync(path, 'utf8')) {
  if (!path.endsWith('.ts')) return text
  try {
    // Loaded here, because it takes a tenth of a second, and mostly nothing has changed.
    const { transformSync } = require('@swc/wasm-typescript')
    return transformSync(text, { mode: 'strip-only', module: true, filename: path }).code
  } catch (error) {
    const { message, startLine = 1 } = /** @type {any} */ (error)
    throw new Error(`${path}:${startLine}: ${message ?? error}`)
  }
}

/** @param {string} folder @returns {string[]} paths; none if the folder does not exist */
const filesBelow = folder =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter(name => /\.[jt]s$/.test(name))
        .map(name => join(folder, name))
    : []

/** Gives the file the time of its source: a source that is older than before has changed, too. @param {string} from @param {string} to */
function update(from, to) {
  const { mtime } = statSync(from)
  if (existsSync(to) && statSync(to).mtimeMs === mtime.getTime()) return
  mkdirSync(dirname(to), { recursive: true })
  const fresh = `${to}-${process.pid}`
  writeFileSync(fresh, readStripped(from))
  utimesSync(fresh, mtime, mtime)
  renameSync(fresh, to)
}

/** Writes build/stripped/. */
export function stripTypes() {
  const sources = FOLDERS.flatMap(filesBelow).filter(path => isStripped(path) && !path.endsWith('.d.ts'))
  const written = new Set(sources.map(strippedPath))
  for (const path of FOLDERS.flatMap(folder => filesBelow(join(STRIPPED, folder))))
    if (!written.has(path)) rmSync(path)
  for (const path of sources) update(path, strippedPath(path))
  update('package.json', join(STRIPPED, 'package.json')) // its version is what the program prints
  // The page imports 'binbo', which is the built package.
  if (!readdirSync(STRIPPED).includes('dist')) symlinkSync('../../dist', LINK)
}

if (isMain(import.meta.url)) {
  try {
    stripTypes()
  } catch (error) {
    console.error(/** @type {Error} */ (error).message)
    process.exitCode = 1
  }
}
