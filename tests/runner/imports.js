// SPDX-License-Identifier: Apache-2.0
// Which files of the repository a module needs, by its text: what it imports, and what it names of dist/ or by a URL.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { STRIPPED, typedPath } from '../../js/tools/strip-types.js'

/** What stands between quotes after these words, names of the form `${dist}pgn.js` or '../dist/pgn.js', and the package's own, 'binbo/pgn' and '#js/pgn/reader.js'. */
const TARGETS =
  /(?:\bfrom|\bimport|\bimport\(|\bnew URL\(|\bfileURLToPath\()\s*['"](?:((?:\.{1,2}|#js|#web)\/[^'"]+|[\w-]+\.js)|binbo(?:\/([\w-]+))?)['"]|(?:\$\{dist\}|\bdist\/)([\w/-]+\.m?js)/g
const IMPORTS = /import\s*\{([^}]*)\}\s*from\s*'(\.[^']+)'/g

/** @type {Map<string, string[]>} */
const known = new Map()

/** @param {string} file @returns {string[]} files that it names itself */
export function namedBy(file) {
  const before = known.get(file)
  if (before) return before
  const found = [...readFileSync(file, 'utf8').matchAll(TARGETS)].flatMap(
    ([, path, entry = 'index', built]) => {
      const base = path?.startsWith('#') ? path.slice(1) : path && join(dirname(file), path)
      const target = built ? `dist/${built}` : (base ?? `dist/${entry}.js`)
      return [sourceOf(target)].filter(existing => /\.(m?js|ts)$/.test(existing) && existsSync(existing))
    },
  )
  const all = [...new Set(found)]
  known.set(file, all)
  return all
}

/** @param {string} path a file of dist/, of build/stripped/ or another one @returns {string} what it is built from */
export function sourceOf(path) {
  if (path.startsWith(`${STRIPPED}/`)) return typedPath(path.slice(`${STRIPPED}/`.length))
  if (!path.startsWith('dist/')) return typedPath(path)
  const name = path
    .slice('dist/'.length)
    .replace(/^cjs\//, '')
    .replace(/\.mjs$/, '.js')
  const entry = typedPath(`js/entries/${name}`)
  return existsSync(entry) ? entry : typedPath(`js/${name}`)
}

/**
 * @param {string} file from the top of the repository
 * @returns {Map<string, number>} the files that it needs, itself included, and over how many imports
 */
export function distances(file) {
  const far = new Map([[file, 0]])
  for (const [next, distance] of far)
    for (const target of namedBy(next)) if (!far.has(target)) far.set(target, distance + 1)
  return far
}

/** @param {string} file @returns {Iterable<string>} the files that it needs, itself included */
export const reaches = file => distances(file).keys()

/**
 * @param {string} file
 * @param {string[]} modules
 * @returns {string[]} the names that it imports from these modules
 */
export function importsNames(file, modules) {
  const names = [...readFileSync(file, 'utf8').matchAll(IMPORTS)]
    .filter(([, , path]) => modules.includes(join(dirname(file), path)))
    .flatMap(([, list]) => list.split(','))
  return names.map(name => name.trim()).filter(Boolean)
}
