// SPDX-License-Identifier: Apache-2.0
// The rows of the table: where the package runs, with the exact packages that are installed for it.

import * as runtimes from './runtimes.js'

/**
 * @typedef {object} Row
 * @property {string} name of the folder, for ONLY=
 * @property {string} title
 * @property {string} group of the table
 * @property {(project: import('./project.js').Project) => Promise<void>} run
 * @property {Record<string, string>} packages exact versions; the first one is shown
 * @property {'module' | 'commonjs'} [type] of the project; default 'module'
 * @property {Record<string, string>} [limits] checks that cannot pass, by their names, and why
 */

/** @param {string} version @returns {Row} */
const node = version => ({
  name: `node${version.split('.')[0]}${version === '20.10.0' ? '-old' : ''}`,
  title: 'Node',
  group: 'Runtimes',
  run: runtimes.node,
  packages: { node: version },
})

/** @type {Row[]} */
export const ROWS = [
  ...['20.10.0', '20.20.2', '22.23.3', '24.21.0', '26.10.0'].map(node),
  { name: 'bun', title: 'Bun', group: 'Runtimes', run: runtimes.bun, packages: { bun: '1.4.5' } },
  { name: 'deno', title: 'Deno', group: 'Runtimes', run: runtimes.deno, packages: { deno: '2.9.6' } },
  {
    name: 'node-program',
    title: 'Node, single executable application',
    group: 'Runtimes',
    run: runtimes.nodeProgram,
    packages: { node: '24.21.0', postject: '1.0.0-alpha.6', esbuild: '0.28.2' },
  },
  {
    name: 'bun-program',
    title: '`bun build --compile`',
    group: 'Runtimes',
    run: runtimes.bunProgram,
    packages: { bun: '1.4.5' },
  },
  {
    name: 'deno-program',
    title: '`deno compile`',
    group: 'Runtimes',
    run: runtimes.denoProgram,
    packages: { deno: '2.9.6' },
  },
]
