// SPDX-License-Identifier: Apache-2.0
// A copy of the page for the tests of one file: with a game server of its own, or with files that the tests change.

import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { test } from './fixtures.js'
import { RUN_FOLDER } from './pages.js'

/** Where the same page is without a game server of its own. */
export const SERVERLESS = 'serverless/index.html'
/** What that page says of friends, in one sentence. */
export const NO_SERVER = 'This copy of the page has no game server, but two of you can play on this board.'
/** Where it has its game servers in the opposite order. */
export const REVERSED = 'reversed/index.html'

/**
 * The tests of the file run one after the other. There are no compressed copies, which would hide what a test changes.
 * @param {() => string} [gameServer] addresses of the page's game server, asked for after the earlier hooks of the file
 * @returns {string} the folder
 */
export function useOwnPage(gameServer) {
  const folder = `${RUN_FOLDER}/own-${process.pid}`
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async ({ pageFolder }) => {
    await cp(pageFolder, folder, { recursive: true, filter: path => !path.endsWith('.br') })
    if (gameServer) await nameServer(`${folder}/index.html`, gameServer())
  })
  test.afterAll(() => rm(folder, { recursive: true, force: true }))
  test.use({
    site: async ({ site: whole, host: { path } }, use) => {
      const site = { ...whole, roots: { [path]: folder } }
      if (!gameServer) return use(site)
      const html = await readFile(`${folder}/index.html`, 'utf8')
      const contents = { [SERVERLESS]: '', [REVERSED]: gameServer().split(' ').reverse().join(' ') }
      /** @type {Record<string, string>} */
      const texts = { ...site.texts }
      for (const [name, content] of Object.entries(contents)) {
        site.roots[`${path}${name.split('/')[0]}/`] = folder
        texts[path + name] = html.replace(/(?<=<meta name="game-server" content=")[^"]*/, content)
      }
      await use({ ...site, texts })
    },
  })
  return folder
}

/**
 * Makes a page of the build without game servers one that buildPage() makes with them. Its service worker is then of another page:
 * these tests block it.
 * @param {string} path of the page
 * @param {string} addresses of game servers
 */
async function nameServer(path, addresses) {
  const html = await readFile(path, 'utf8')
  await writeFile(path, html.replace('</head>', `<meta name="game-server" content="${addresses}" /></head>`))
}
