// SPDX-License-Identifier: Apache-2.0
// The rows of the table: where the package runs, with the exact packages that are installed for it.

import * as bundlers from './bundlers.js'
import * as edge from './edge.js'
import * as pages from './pages.js'
import * as runtimes from './runtimes.js'
import * as testRunners from './test-runners.js'
import * as withoutWasm from './without-wasm.js'

/**
 * @typedef {object} Row
 * @property {string} name of the folder, for ONLY=
 * @property {string} title
 * @property {string} group of the table
 * @property {(project: import('./project.js').Project) => Promise<void>} run
 * @property {Record<string, string>} packages exact versions. With `node`, the programs of the others run in it
 * @property {'module' | 'commonjs'} [type] of the project; default 'module'
 * @property {string} [note] for the table
 * @property {Record<string, string>} [limits] checks that cannot pass, by their names, and why
 */

/** @param {string} version @returns {Row} */
const node = version => ({
  name: `node${version.split('.')[0]}${version === '20.10.0' ? '-old' : ''}`,
  title: 'Node',
  group: 'Runtimes',
  run: runtimes.node,
  packages: { node: version },
  ...(version === '20.10.0' && {
    limits: {
      'a database with `workers`': '`workers` of a database need Node 20.16: ERR_DATABASE_WORKER says so',
      '`perftInWorkers` in threads':
        'threads need Node 20.16: `perftInWorkers` counts in the thread of its caller',
    },
  }),
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
    limits: {
      everything:
        'it downloads `denort` from dl.deno.land, which the machine of this table does not reach: "failed to lookup address information"',
    },
  },
  {
    name: 'electron',
    title: 'Electron, its Node',
    group: 'Runtimes',
    run: runtimes.electron,
    packages: { electron: '45.5.0' },
    limits: {
      everything:
        'its program comes from github.com, which the machine of this table does not reach: "fetch failed"',
    },
  },
  { name: 'vite', title: 'Vite', group: 'Bundlers', run: bundlers.vite, packages: { vite: '8.3.8' } },
  {
    name: 'webpack',
    title: 'webpack',
    group: 'Bundlers',
    run: bundlers.webpack,
    packages: { webpack: '5.112.2', 'webpack-cli': '7.3.1' },
  },
  {
    name: 'rspack',
    title: 'Rspack',
    group: 'Bundlers',
    run: bundlers.rspack,
    packages: { '@rspack/core': '2.3.3', '@rspack/cli': '2.2.8' },
  },
  {
    name: 'rollup',
    title: 'Rollup',
    group: 'Bundlers',
    run: bundlers.rollup,
    packages: { rollup: '4.68.8', '@rollup/plugin-node-resolve': '16.0.3' },
  },
  {
    name: 'rolldown',
    title: 'Rolldown',
    group: 'Bundlers',
    run: bundlers.rolldown,
    packages: { rolldown: '1.3.2' },
  },
  {
    name: 'esbuild',
    title: 'esbuild',
    group: 'Bundlers',
    run: bundlers.esbuild,
    packages: { esbuild: '0.28.2' },
  },
  {
    name: 'parcel',
    title: 'Parcel',
    group: 'Bundlers',
    run: bundlers.parcel,
    packages: { parcel: '2.16.4' },
  },
  {
    name: 'workerd',
    title: 'workerd, by wrangler',
    group: 'Edge and frameworks',
    run: edge.workerd,
    packages: { wrangler: '4.164.0', node: '24.21.0' },
  },
  {
    name: 'next',
    title: 'Next.js',
    group: 'Edge and frameworks',
    run: edge.next,
    packages: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
  },
  {
    name: 'next-webpack',
    title: 'Next.js with webpack',
    group: 'Edge and frameworks',
    run: edge.nextWebpack,
    note: 'Next.js itself fails to build an edge route below `app/`, also without `binbo`',
    packages: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
  },
  {
    name: 'jest',
    title: 'Jest',
    group: 'Test runners',
    run: testRunners.jest,
    type: 'commonjs',
    packages: { jest: '30.5.2', 'jest-environment-jsdom': '30.5.2' },
  },
  {
    name: 'jest-modules',
    title: 'Jest, `--experimental-vm-modules`',
    group: 'Test runners',
    run: testRunners.jestModules,
    packages: { jest: '30.5.2', 'jest-environment-jsdom': '30.5.2' },
  },
  {
    name: 'vitest',
    title: 'Vitest',
    group: 'Test runners',
    run: testRunners.vitest,
    packages: { vitest: '5.1.1', node: '24.21.0', jsdom: '31.0.1', 'happy-dom': '21.0.4' },
  },
  ...['no-expose-wasm', 'jitless'].map(flag => ({
    name: `node-${flag}`,
    title: `Node, \`--${flag}\``,
    group: 'Without WebAssembly',
    run: withoutWasm.node(`--${flag}`),
    // Node 24 has no --no-expose-wasm.
    packages: { node: flag === 'jitless' ? '26.10.0' : '22.23.3' },
  })),
  {
    name: 'hermes',
    title: 'Hermes, bundled by Metro',
    group: 'Without WebAssembly',
    run: withoutWasm.hermes,
    type: 'commonjs',
    packages: {
      'hermes-engine-cli': '0.12.0',
      metro: '0.84.6',
      '@react-native/babel-preset': '0.86.3',
      '@react-native/metro-babel-transformer': '0.86.3',
      '@babel/core': '7.29.13',
    },
  },
  {
    name: 'chromium-without-wasm',
    title: "Chromium, a policy without `'wasm-unsafe-eval'`",
    group: 'Without WebAssembly',
    run: pages.withoutWasm,
    packages: {},
  },
  {
    name: 'chromium',
    title: 'Chromium',
    group: 'Browsers, without a bundler',
    run: pages.chromium,
    packages: {},
  },
  {
    name: 'chromium-old',
    title: 'Chromium, the oldest',
    group: 'Browsers, without a bundler',
    run: pages.oldChromium,
    packages: { '@sparticuz/chromium': '115.0.0' },
  },
  {
    name: 'firefox',
    title: 'Firefox ESR',
    group: 'Browsers, without a bundler',
    run: pages.firefox,
    packages: {},
  },
  {
    name: 'extension',
    title: 'An extension of Chromium, Manifest V3',
    group: 'Browsers, without a bundler',
    run: pages.extension,
    packages: {},
  },
]
