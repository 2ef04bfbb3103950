// SPDX-License-Identifier: Apache-2.0
/**
 * Checks that the regular expressions of the library and the page take linear time, with two tools: scslre finds neighbours that
 * can match the same letters, and recheck finds texts that take its automaton too long. build/regexps.json has the linear
 * ones, so only new ones are checked.
 *
 * usage: node js/tools/check-regexps.js    (at the top of the repository; exit code 1 for a fault)
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { check } from 'recheck'
import { parseAst } from 'rollup/parseAst'
import { analyse } from 'scslre'
import { isMain } from './main-module.js'
import { readStripped } from './strip-types.js'

const CACHE = 'build/regexps.json'
/** Files whose expressions never get text of strangers. */
const OURS = /^(js\/tools|web\/docs\/site)\//
/** Without timeouts, the result is the same on every machine. */
const WITHOUT_TIMEOUTS = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
}

/** Allowed expressions, and why their text is short or ours. @type {Record<string, string>} */
const ALLOWED = {
  "/: '.*'(?= \\(|$)/s": 'a message of this library, which quotes 60 letters',
  "/^([A-Z]+): (.*?)(?:, \\w+(?: '.*')?)?$/s": 'a message of the system, with paths that the user has given',
}
/** Files that build expressions at run time, and why these are linear. @type {Record<string, string>} */
const MAKERS = {
  'js/compat/chess-js/chess.ts': 'the pattern is the caller’s, as in chess.js',
  'js/compat/chess-js/pgn-reader.ts': 'the parts of a result begin with other letters',
  'js/core/optional-package.ts': 'a name between two quotes',
  'js/server/archive/file-forget.ts': 'one line that begins with a name',
  'js/server/stores/redis/check.ts': 'one line that begins with a name, of Redis',
  'js/server/stores/redis/room.ts': 'one line that begins with a name, of Redis',
  'web/docs/browser/excerpt.ts': 'words, in documents of ours',
  'web/developers/program.ts': 'a name, in a program of ours',
}

/** @typedef {{ file: string, line: number, text: string, pattern?: string, flags?: string }} Found without a pattern for a call of RegExp() */

/**
 * @param {string} file
 * @param {string} text the text of the file
 * @returns {Found[]} its regular expressions
 */
export function regexpsIn(file, text) {
  /** @type {Found[]} */
  const found = []
  const visit = (/** @type {any} */ node) => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(visit)
    const add = (/** @type {any} */ { start, end }, regex = {}) =>
      found.push({
        file,
        line: text.slice(0, start).split('\n').length,
        text: text.slice(start, end),
        ...regex,
      })
    if (node.type === 'Literal' && node.regex) add(node, node.regex)
    if (/^(New|Call)Expression$/.test(node.type) && node.callee.name === 'RegExp') add(node)
    for (const value of Object.values(node)) visit(value)
  }
  visit(parseAst(readStripped(file, text)))
  return found
}

/**
 * @param {string} pattern
 * @param {string} flags
 * @returns {Promise<string>} why it is not linear; '' if it is
 */
export async function regexpFault(pattern, flags) {
  const [report] = analyse({ source: pattern, flags }, { maxReports: 1 }).reports
  if (report?.type === 'Trade')
    return `${report.startQuant.raw} and ${report.endQuant.raw} match the same letters`
  if (report?.type === 'Self')
    return `${report.parentQuant.raw} and ${report.quant.raw} match the same letters`
  if (report) return `${report.quant.raw} is tried at each letter of what it matches`
  const found = await check(pattern, flags, WITHOUT_TIMEOUTS)
  return found.status === 'vulnerable' ? `it is slow for ${found.attack.pattern}` : ''
}

/** @returns {Set<string>} patterns that were linear */
function readCache() {
  try {
    return new Set(JSON.parse(readFileSync(CACHE, 'utf8')))
  } catch {
    return new Set()
  }
}

async function main() {
  const files = execFileSync('git', ['ls-files', 'js', 'web'], { encoding: 'utf8' }).split('\n')
  const found = files
    .filter(file => /\.[jt]s$/.test(file) && !OURS.test(file))
    .flatMap(file => regexpsIn(file, readFileSync(file, 'utf8')))
  const linear = readCache()
  const unused = new Set([...Object.keys(ALLOWED), ...Object.keys(MAKERS)])
  const faults = []
  for (const { file, line, text, pattern, flags = '' } of found) {
    const key = pattern === undefined ? file : text
    if (unused.delete(key) || key in ALLOWED || key in MAKERS || linear.has(key)) continue
    const fault =
      pattern === undefined ? 'say in check-regexps.js why it is linear' : await regexpFault(pattern, flags)
    if (fault === '') linear.add(key)
    else faults.push(`${file}:${line}: ${text}: ${fault}`)
  }
  for (const key of unused) faults.push(`check-regexps.js allows ${key}, which is gone`)
  mkdirSync(dirname(CACHE), { recursive: true })
  writeFileSync(CACHE, JSON.stringify([...linear]))
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0) // otherwise Node would wait for the program of recheck
}

if (isMain(import.meta.url)) await main()
