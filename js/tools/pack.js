// SPDX-License-Identifier: Apache-2.0
/**
 * What packing adds to dist/. Tools that do not read `exports` of package.json, such as Parcel and TypeScript's
 * moduleResolution node10, look for `binbo/pgn` in a folder pgn/: npm pack has these folders written, each with a
 * package.json that names the files of the entry, and then removes them.
 *
 * usage: node js/tools/pack.js write|remove    (at the top of the package)
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
 * @param {Record<string, Targets | string>} exports of package.json
 * @returns {Map<string, Record<string, string>>} by folder, the fields of its package.json
 */
function stubsOf(exports) {
  const stubs = new Map()
  for (const [key, target] of Object.entries(exports)) {
    const folder = key.slice('./'.length)
    if (typeof target === 'string' || folder === '') continue
    const above = (/** @type {string} */ path) => path.replace('./', '../')
    stubs.set(folder, {
      main: above(target.require ?? target.default),
      module: above(target.default),
      types: above(target.types.default ?? target.types),
    })
  }
  return stubs
}

/**
 * @param {string} folder the top of a package
 * @param {boolean} remain false: only removes them
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
 * Packs dist/ as it is. Packs a copy, so that several programs may do so at the same time.
 * @param {string} destination a folder, where the tarball goes
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

if (isMain(import.meta.url)) writeStubs('.', process.argv[2] === 'write')
