// SPDX-License-Identifier: Apache-2.0
// Bundles, run in Chromium under a strict policy. The settings are the least that each bundler accepts.

import { readFileSync } from 'node:fs'
import { findStockfish } from '../js/support/stockfish.js'
import { HTML, PAGE, policyWith, readFolder, readUrl } from './browsers.js'
import { MATE, MATE_IN_1 } from './expected.js'
import { SERVER } from './runtimes.js'

/** @import { Project } from './project.js' */

/**
 * @param {string} program
 * @param {string[]} args that write dist/page.js
 * @param {Record<string, string>} [files]
 * @returns {(project: Project) => Promise<void>}
 */
const bundle = (program, args, files) => async project => {
  project.write({ 'page.js': PAGE, ...files })
  await project.check('the bundle', async () => {
    await project.run(project.bin(program), args)
    return (await readFolder(project.path('dist'), { texts: { '/index.html': HTML } })).report
  })
}

const PACK = 'export default { mode: "production", entry: "./page.js", output: { filename: "page.js" } }\n'

export const webpack = bundle('webpack', ['build'], { 'webpack.config.js': PACK })
export const rspack = bundle('rspack', ['build'], { 'rspack.config.mjs': PACK })
export const rollup = bundle('rollup', ['page.js', '--plugin=node-resolve', '--dir=dist'])
export const rolldown = bundle('rolldown', ['page.js', '--dir=dist'])

/**
 * @param {string} program
 * @param {string[]} args that write dist/, with its page
 * @returns {(project: Project) => Promise<void>}
 */
const site = (program, args) => async project => {
  project.write({ 'page.js': PAGE, 'index.html': HTML })
  await project.check('the bundle', async () => {
    await project.run(project.bin(program), args)
    const page = readFileSync(project.path('dist/index.html'), 'utf8')
    const [, map = ''] = /<script type=importmap>(.*?)<\/script>/.exec(page) ?? []
    return (await readFolder(project.path('dist'), { csp: policyWith(map) })).report
  })
}

export const parcel = site('parcel', ['build', 'index.html', '--dist-dir=dist', '--cache-dir=cache'])

/** @param {Project} project */
export async function vite(project) {
  await site('vite', ['build'])(project)
  await project.check('the development server', async () => {
    const server = await project.serve(project.bin('vite'), ['--host=127.0.0.1'], /http:\/\/127[\d.:]+\//)
    try {
      return (await readUrl(server.url)).report
    } finally {
      server.stop()
    }
  })
}

/** What each is, its file, and its flags. */
const FOR_NODE = [
  ['CommonJS', 'server.cjs', '--format=cjs', '--outfile=server.cjs'],
  ['one module', 'server.mjs', '--format=esm', '--outfile=server.mjs'],
  ['modules', 'modules/server.js', '--format=esm', '--splitting', '--outdir=modules'],
]

/** @param {Project} project */
export async function esbuild(project) {
  await bundle('esbuild', ['page.js', '--bundle', '--format=esm', '--outfile=dist/page.js'])(project)
  project.write({ 'server.js': SERVER })
  for (const [what, file, ...flags] of FOR_NODE) {
    const serve = async () => {
      await project.run(project.bin('esbuild'), ['server.js', '--bundle', '--platform=node', ...flags])
      return (await project.run(process.execPath, [file, findStockfish(), MATE_IN_1])).trim()
    }
    await project.check(`\`serveEngine\` and \`ws\` in a bundle for Node, ${what}`, serve, MATE)
  }
}
