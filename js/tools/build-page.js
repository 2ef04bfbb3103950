// SPDX-License-Identifier: Apache-2.0
// Puts the page together: its scripts with the package that they import, its styles, its Workers, what makes it work
// offline, and Stockfish beside them. A plain folder of files, for any web server and any path.

import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { ENGINE_FILES } from '../../web/engine/engine-files.js'
import { writeLicences } from './page-licences.js'
import { PAGE_META_CSP } from './static-server.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const PAGE = { app: 'web/app.js', page: 'web/styles/page.css' }
/**
 * Found by web/page/worker-address.js. Each is whole in itself: parts shared with the page would cut the page into
 * more pieces, which all have to be there before it starts.
 */
const WORKERS = {
  'perft-worker': 'web/hood/perft-worker.js',
  'pgn-worker': 'web/pgn/pgn-worker.js',
}
const SERVICE_WORKER = 'web/offline/service-worker.js'
const SHELL = /\.(html|js|css|svg|png|txt|webmanifest)$/
const COPIED = /\.(html|svg|png|webmanifest)$/

/**
 * Needs a built package in dist/, which `import 'binbo'` finds by the package's own name.
 * @param {string} [folder] replaced; default build/page
 * @returns {Promise<string>} the folder
 */
export async function buildPage(folder = `${ROOT}build/page`) {
  await rm(folder, { recursive: true, force: true })
  await mkdir(`${folder}/engine`, { recursive: true })
  const options = /** @type {const} */ ({
    absWorkingDir: ROOT,
    outdir: folder,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    sourcemap: true,
    logLevel: 'warning',
  })
  const workers = await build({
    ...options,
    entryPoints: WORKERS,
    entryNames: '[name]-[hash]',
    metafile: true,
  })
  const { metafile } = await build({
    ...options,
    entryPoints: PAGE,
    define: { WORKERS: JSON.stringify(namesOf(workers.metafile)) },
    chunkNames: 'parts/[name]-[hash]',
    splitting: true,
    metafile: true,
  })
  for (const name of await readdir(`${ROOT}web`)) {
    if (COPIED.test(name)) await cp(`${ROOT}web/${name}`, `${folder}/${name}`)
  }
  await completePage(folder, partsOfApp(metafile, folder))
  for (const path of ENGINE_FILES) {
    await cp(`${ROOT}node_modules/stockfish/bin/${basename(path)}`, `${folder}/${path}`)
  }
  await writeLicences(folder)
  await buildServiceWorker(folder, options)
  return folder
}

/**
 * @param {import('esbuild').Metafile} metafile
 * @returns {Record<string, string>} the Workers' files by their names
 */
const namesOf = ({ outputs }) =>
  Object.fromEntries(
    Object.entries(outputs).flatMap(([path, { entryPoint }]) => {
      const [name] = Object.entries(WORKERS).find(([, source]) => source === entryPoint) ?? []
      return name ? [[name, basename(path)]] : []
    }),
  )

/**
 * Writes the service worker with what it keeps. Its version also changes with its own script.
 * @param {string} folder all of the page but this is there
 * @param {import('esbuild').BuildOptions} options
 */
async function buildServiceWorker(folder, options) {
  const names = await readdir(folder, { recursive: true })
  const shell = await listFiles(
    folder,
    names.filter(name => SHELL.test(name) && !name.startsWith('engine')),
  )
  const engine = await listFiles(folder, ENGINE_FILES)
  const define = {
    SHELL: JSON.stringify(shell),
    SHELL_VERSION: '""',
    ENGINE: JSON.stringify(engine),
    ENGINE_VERSION: JSON.stringify(versionOf(JSON.stringify(engine))),
  }
  const worker = { ...options, entryPoints: { 'service-worker': SERVICE_WORKER }, define }
  const { outputFiles } = await build({ ...worker, sourcemap: false, write: false })
  define.SHELL_VERSION = JSON.stringify(versionOf(outputFiles[0].contents))
  await build(worker)
}

/**
 * @param {import('esbuild').Metafile} metafile
 * @param {string} folder
 * @returns {string[]} what app.js cannot start without, the largest first, relative to the folder
 */
function partsOfApp({ outputs }, folder) {
  const inside = (/** @type {string} */ path) => relative(folder, join(ROOT, path))
  const app = Object.keys(outputs).find(path => inside(path) === 'app.js')
  if (!app) throw new Error('esbuild made no app.js of the page')
  const found = new Set([app])
  for (const path of found) {
    for (const { path: part, kind } of outputs[path].imports) if (kind === 'import-statement') found.add(part)
  }
  const parts = [...found].filter(path => path !== app)
  return parts.sort((a, b) => outputs[b].bytes - outputs[a].bytes).map(inside)
}

/**
 * Writes into index.html what only the build knows: the policy, for hosts that send none, and the scripts that app.js
 * will ask for, so that they come with it.
 * @param {string} folder
 * @param {string[]} parts
 */
async function completePage(folder, parts) {
  const path = `${folder}/index.html`
  const html = await readFile(path, 'utf8')
  const first = '<meta charset="utf-8" />'
  const last = '</head>'
  if (!html.includes(first) || !html.includes(last)) throw new Error(`${path} has no ${first} or no ${last}`)
  const policy = `<meta http-equiv="Content-Security-Policy" content="${PAGE_META_CSP}" />`
  const preloads = parts.map(part => `  <link rel="modulepreload" href="${part}" />\n  `)
  const complete = html.replace(first, `${first}\n    ${policy}`).replace(last, `${preloads.join('')}${last}`)
  await writeFile(path, complete)
}

/**
 * @param {string} folder
 * @param {string[]} names of files in it
 * @returns {Promise<[path: string, integrity: string][]>}
 */
const listFiles = (folder, names) =>
  Promise.all(
    names.toSorted().map(async name => {
      const digest = createHash('sha256')
        .update(await readFile(`${folder}/${name}`))
        .digest('base64')
      // Some hosts answer index.html with a redirect, which a page may not be opened from.
      return /** @type {[string, string]} */ ([name === 'index.html' ? './' : name, `sha256-${digest}`])
    }),
  )

/** @param {string | Uint8Array} contents @returns {string} another one for other contents */
const versionOf = contents => createHash('sha256').update(contents).digest('hex').slice(0, 16)
