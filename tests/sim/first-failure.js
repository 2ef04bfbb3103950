// SPDX-License-Identifier: Apache-2.0
/**
 * Prints, as JSON, the first seed whose schedule goes wrong, and what is wrong; null for none.
 *
 * usage: node tests/sim/first-failure.js FOLDER MOST_SEEDS
 */
import process from 'node:process'
import { loadModules } from './modules.js'
import { runSchedule } from './schedule.js'

const [folder, most] = process.argv.slice(2)
const modules = await loadModules(folder)
let seed = 0
/** @param {string | null} complaint */
const finish = complaint => {
  console.log(JSON.stringify([complaint === null ? null : seed, complaint ?? 'nothing is wrong']))
  process.exit()
}
// What the code throws where nobody catches it is found, too.
process.on('unhandledRejection', error => finish(`unhandled: ${error}`))
for (seed = 1; seed <= Number(most); seed++) {
  try {
    const { complaints } = await runSchedule(seed, modules)
    if (complaints.length > 0) finish(complaints[0])
  } catch (error) {
    finish(`thrown: ${error}`)
  }
}
finish(null)
