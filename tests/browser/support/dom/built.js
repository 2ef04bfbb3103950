// SPDX-License-Identifier: Apache-2.0
// The page for tests in Node: as for browsers, but its scripts are one.

import { readFile } from 'node:fs/promises'
import vm from 'node:vm'
import { builtPage } from '../pages.js'
import { asFunction } from './workers.js'

/** @type {Promise<{ folder: string, script: vm.Script }> | undefined} */
let opened

/** @returns {Promise<{ folder: string, script: vm.Script }>} compiled once by this program */
export const openBuiltPage = () => (opened ??= open())

async function open() {
  const folder = process.env.BINBO_DOM_PAGE || (await builtPage('dom'))
  const text = await readFile(`${folder}/app.js`, 'utf8')
  return { folder, script: new vm.Script(asFunction(text), { filename: `${folder}/app.js` }) }
}
