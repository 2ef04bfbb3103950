// SPDX-License-Identifier: Apache-2.0
// Packs the package, installs it in an empty folder, and replays games there in Node and in Chromium.

import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packTo } from '../../js/tools/pack.js'
import { startServer } from '../../js/tools/static-server.js'
import { launchChromium } from '../browser/support/chromium.js'

/** @import { ReplayResult } from './replay-games.js' */

const run = promisify(execFile)
const HERE = fileURLToPath(new URL('.', import.meta.url))
const CHROMIUM_TIMEOUT = 600_000

const PAGE = `<!doctype html>
<meta charset="utf-8">
<title>replay</title>
<output id="result"></output>
<script type="module" src="/page.js"></script>
`

/**
 * Packs dist/ and installs it in an empty folder, as a user would.
 * @returns {Promise<{ folder: string, tarball: string, bytes: number }>} folder is owned by the caller, who removes it
 */
async function installPacked() {
  const folder = await mkdtemp(join(tmpdir(), 'binbo-replay-'))
  const packed = packTo(folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const flags = ['--offline', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...flags, join(folder, packed.filename)], { cwd: folder })
  return { folder, tarball: packed.filename, bytes: packed.size }
}

/**
 * @param {string} folder where the package is installed
 * @param {string[]} texts
 * @returns {Promise<ReplayResult>}
 */
async function replayInNode(folder, texts) {
  for (const name of ['run-in-node.js', 'replay-games.js']) await cp(join(HERE, name), join(folder, name))
  await writeFile(join(folder, 'games.json'), JSON.stringify(texts))
  await run(process.execPath, ['run-in-node.js', 'games.json', 'result.json'], { cwd: folder })
  return JSON.parse(await readFile(join(folder, 'result.json'), 'utf8'))
}

/**
 * @param {string} folder where the package is installed
 * @param {string[]} texts
 * @returns {Promise<ReplayResult>}
 */
async function replayInChromium(folder, texts) {
  const server = await startServer({
    roots: { '/binbo/': join(folder, 'node_modules/binbo'), '/': HERE },
    texts: { '/favicon.ico': '', '/index.html': PAGE, '/games.json': JSON.stringify(texts) },
  })
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    const failed = new Promise((_, reject) => {
      page.on('pageerror', error => reject(error))
      page.on('console', message => message.type() === 'error' && reject(new Error(message.text())))
    })
    await page.goto(`${server.url}index.html`)
    const done = page.locator('#result[data-done]').waitFor({ state: 'attached', timeout: CHROMIUM_TIMEOUT })
    await Promise.race([done, failed])
    return JSON.parse((await page.locator('#result').textContent()) ?? '')
  } finally {
    await browser.close()
    await server.close()
  }
}

/**
 * @param {string[]} texts one PGN game each
 * @returns {Promise<{ node: ReplayResult, chromium: ReplayResult, tarball: string, bytes: number }>}
 */
export async function replayEverywhere(texts) {
  const { folder, tarball, bytes } = await installPacked()
  try {
    const node = await replayInNode(folder, texts)
    const chromium = await replayInChromium(folder, texts)
    return { node, chromium, tarball, bytes }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
