// SPDX-License-Identifier: Apache-2.0
// The built pages of a run, which tests do not change. Before all tests the quick one is built; the others are when a test
// first asks for them.

import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ENGINE_FILES } from '#web/engine/engine-files.js'

/** The repository's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

// Two runs in one checkout share no folder. The workers of a run have it from the process that started them, which may be the test
// runner: that removes it then.
const isOwner = !process.env.BINBO_BROWSER_RUN
process.env.BINBO_BROWSER_RUN ??= String(process.pid)
const RUNS = `${root}build/browser-tests`
/** Of this run. */
export const RUN_FOLDER = `${RUNS}/${process.env.BINBO_BROWSER_RUN}`

/** Of all test pages, which have all that the page has for users, also before package.json names one. */
export const REPOSITORY = 'https://example.org/binbo'

/**
 * - quick: neither minified nor compressed, without documents
 * - dom: the same, with all scripts in one, for tests in Node
 * - documents: the same with them
 * - release: as users get it, minified and compressed, for tests that measure and for `make test-more`
 * @typedef {'quick' | 'dom' | 'documents' | 'release'} Build
 */

/** Of Brotli: nearly as small as the page's own, in a tenth of the time. With 5 the page is 1.5 kB larger, beyond its limit. */
const QUALITY = 9

/**
 * Several processes may ask at once: the first one builds, the others wait.
 * @param {Build} build
 * @returns {Promise<string>} its folder
 */
export async function builtPage(build) {
  const folder = `${RUN_FOLDER}/${build}`
  const lock = `${folder}-lock`
  await mkdir(RUN_FOLDER, { recursive: true })
  while (!existsSync(folder)) {
    const isFirst = await mkdir(lock).then(
      () => true,
      () => false,
    )
    if (!isFirst) await setTimeout(200)
    else
      try {
        if (!existsSync(folder)) await buildAs(build, folder)
      } finally {
        await rmdir(lock)
      }
  }
  return folder
}

/** @param {Build} build @param {string} folder is there when it is complete */
async function buildAs(build, folder) {
  // Loading what builds takes longer than most tests.
  const { buildPage } = await import('../../../js/tools/build-page.js')
  const { writeCompressed } = await import('../../../js/tools/write-pages.js')
  const small = build === 'release'
  const documents = build === 'documents' || small
  const unfinished = `${folder}-unfinished`
  await buildPage(unfinished, { repository: REPOSITORY, small, documents, parts: build !== 'dom' })
  if (small) await writeCompressed(unfinished, QUALITY)
  await rename(unfinished, folder)
}

/** Before all tests. @returns {Promise<() => Promise<void>>} runs after all of them */
export default async function setUp() {
  await mkdir(RUNS, { recursive: true })
  const ended = (await readdir(RUNS)).filter(name => !isRunning(Number(name)))
  for (const name of ended) await rm(`${RUNS}/${name}`, { recursive: true })
  await builtPage('quick')
  await buildEngine()
  return removePages
}

/** Those of this run, if this process has begun it: a runner that a test starts takes no pages from the others. */
export async function removePages() {
  if (!isOwner) return
  for (const build of ['quick', 'dom', 'documents', 'release'])
    await rm(`${RUN_FOLDER}/${build}`, { recursive: true, force: true })
}

/** The script of the Worker that most tests have in place of Stockfish. */
const SCRIPTED_ENGINE = `${RUN_FOLDER}/scripted-engine.js`

async function buildEngine() {
  const { build } = await import('esbuild')
  await build({
    entryPoints: [`${root}tests/browser/support/scripted-worker.js`],
    outfile: SCRIPTED_ENGINE,
    alias: { binbo: `${root}dist/index.js` },
    bundle: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  })
}

/**
 * The scripted engine in the place of Stockfish's files.
 * @param {string} path of the page
 * @returns {Promise<Record<string, string>>} texts by path
 */
export async function scriptedEngine(path) {
  const script = await readFile(SCRIPTED_ENGINE, 'utf8')
  return Object.fromEntries(ENGINE_FILES.map(name => [path + name, name.endsWith('.js') ? script : '']))
}

/** @param {number} pid @returns {boolean} */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
