// SPDX-License-Identifier: Apache-2.0
/**
 * Do the tests notice faults? Puts each fault of mutants-c.tsv into a copy of the core and runs the tests in C, and each of
 * mutants-js.tsv into a copy of the tree and runs the tests in Node, then those of the page in the browser, the nearest first,
 * until one fails. Fails if a fault survives that the tables do not explain.
 *
 * usage: node tests/mutation/run.js [PART OF A FILE'S NAME OR OF A TEXT]
 *   BROWSER=0  runs no tests in the browser
 *   PASSES=1   runs the nearest tests only
 */
import { readFileSync } from 'node:fs'
import { findInCore } from './core.js'
import { readMutants, replaceOnce } from './mutants.js'
import { ROOT } from './running.js'
import { findInScripts, isOfBrowser } from './scripts.js'

/** @import { Fault } from './mutants.js' */

const part = process.argv[2] ?? ''

/** @param {'c' | 'js'} language */
function chosen(language) {
  const mutants = readMutants(language).filter(({ key }) => key.includes(part))
  for (const mutant of mutants) replaceOnce(readFileSync(ROOT + mutant.file, 'utf8'), mutant)
  return mutants
}

/** @param {Fault} fault */
function fateOf({ mutant, by }) {
  if (by) return isOfBrowser(by) ? 'caught in the browser' : 'caught'
  return mutant.explained ? 'explained' : 'survived'
}

/** @param {Fault[]} faults @returns {string} such as 7 caught, 1 survived */
function count(faults) {
  const fates = [...group(faults, fateOf)].map(([fate, { length }]) => `${length} ${fate}`)
  return fates.sort().join(', ')
}

/** @param {Fault[]} faults @param {(fault: Fault) => string} by @returns {Map<string, Fault[]>} */
function group(faults, by) {
  /** @type {Map<string, Fault[]>} */
  const groups = new Map()
  for (const fault of faults) groups.set(by(fault), [...(groups.get(by(fault)) ?? []), fault])
  return groups
}

const all = { c: chosen('c'), js: chosen('js') }
const faults = [...(await findInCore(all.c)), ...(await findInScripts(all.js))]
for (const { mutant, by } of faults)
  if (by && mutant.explained) console.log(`has an explanation, and ${by} catches it: ${mutant.key}`)
for (const fault of faults) if (fateOf(fault) === 'survived') console.log(`SURVIVED ${fault.mutant.key}`)
for (const [kind, some] of group(faults, ({ mutant }) => mutant.kind)) console.log(`${kind}: ${count(some)}`)
for (const [place, some] of group(faults, ({ mutant }) => mutant.file.replace(/\/.*/, '/')))
  console.log(`${some.length} faults in ${place}: ${count(some)}`)
console.log(`${faults.length} faults: ${count(faults)}`)
if (faults.some(fault => fateOf(fault) === 'survived')) process.exitCode = 1
