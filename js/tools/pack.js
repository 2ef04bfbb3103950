// SPDX-License-Identifier: Apache-2.0
/**
 * Adds folders for packing. Tools that do not read `exports` of package.json, such as Parcel and TypeScript's moduleResolution
 * node10, search for `binbo/pgn` in a folder pgn/, and Metro prefers such a folder to `exports`. npm pack writes these folders, each with a package.json that names the files
 * of the entry, and then removes them.
 *
 * usage: node js/tools/pack.js write|remove    (at the top of the package)
 *        node js/tools/pack.js compare         `npm pack --dry-run` with tests/data/package-files.txt; exit code 1: they differ
 *        node js/tools/pack.js list            writes that file again
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMain } from './main-module.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PACKED = ['dist', 'web/docs', 'web/screenshots', 'package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']

/** @typedef {Record<string, any>} Targets the value of one key of `exports`, or a part of it */

/**
 * @param {Record<string, Targets | string>} exports the field `exports` of package.json
 * @returns {Map<string, Record<string, string>>} the fields of the package.json of each folder
 */
function stubsOf(exports) {
  const stubs = new Map()
  for (const [key, target] of Object.entries(exports)) {
    const folder = key.slice('./'.length)
    // js/ is the folder of the sources: only tools that read `exports` find binbo/js.
    if (typeof target === 'string' || folder === '' || folder.split('/')[0] === 'js') continue
    const above = (/** @type {string} */ path) => path.replace('./', '../')
    stubs.set(folder, {
      main: above(target.require ?? target.default),
      ...(target['react-native'] && { 'react-native': above(target['react-native']) }),
      module: above(target.default),
      types: above(target.types.default ?? target.types),
    })
  }
  return stubs
}

/**
 * @param {string} folder the top of a package
 * @param {boolean} remain false: only removes the folders
 */
function writeStubs(folder, remain) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const [name, fields] of stubsOf(exports)) {
    rmSync(join(folder, name), { recursive: true, force: true })
    if (!remain) continue
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'package.json'), `${JSON.stringify(fields, undefined, 2)}\n`)
  }
}

/**
 * Packs a copy of dist/, so that several programs may do so at the same time.
 * @param {string} destination the folder for the tarball
 * @returns {{ filename: string, size: number, files: { path: string }[] }} size in bytes
 */
export function packTo(destination) {
  const copy = mkdtempSync(join(tmpdir(), 'binbo-pack-'))
  try {
    for (const name of PACKED) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
    writeStubs(copy, true)
    const flags = ['--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', destination]
    const output = execFileSync('npm', ['pack', ...flags], {
      cwd: copy,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // npm 10 prints a list; later versions may print an object by package name.
    return /** @type {any} */ (Object.values(JSON.parse(output))[0])
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** The list of files to pack, in the form of listingOf(). */
export const LISTING = 'tests/data/package-files.txt'

/**
 * All files with names of the bundler have one line, and so have documents, which web/docs/site/documents.js lists.
 * @param {{ path: string }[]} files the files of npm's report
 * @returns {string} sorted lines
 */
export function listingOf(files) {
  const names = files.map(({ path }) =>
    path.replace(/(?<=\/parts\/)[\w-]+(?=\.)/, '*').replace(/(?<=^web\/docs\/)[\w-]+(?=\.md$)/, '*'),
  )
  return `${[...new Set(names)].sort().join('\n')}\n`
}

/** @returns {string} the listing of what npm would pack here */
function dryRun() {
  const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--loglevel=error'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Scripts print before the report.
  const [report] = Object.values(JSON.parse(printed.slice(printed.search(/^[[{]$/m))))
  return listingOf(/** @type {any} */ (report).files)
}

/** @returns {boolean} whether npm packs exactly the files of the listing */
function compareListing() {
  const lines = (/** @type {string} */ text) => new Set(text.split('\n'))
  const [listed, packed] = [lines(readFileSync(LISTING, 'utf8')), lines(dryRun())]
  const faults = [
    ...[...listed].filter(name => !packed.has(name)).map(name => `${name}: is not packed`),
    ...[...packed].filter(name => !listed.has(name)).map(name => `${name}: is packed and not in ${LISTING}`),
  ]
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) console.error('make package-files WRITE=1 writes the list anew')
  return faults.length === 0
}

if (isMain(import.meta.url)) {
  const [, , what] = process.argv
  if (what === 'compare') process.exitCode = compareListing() ? 0 : 1
  else if (what === 'list') writeFileSync(LISTING, dryRun())
  else writeStubs('.', what === 'write')
}
