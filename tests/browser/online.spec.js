// SPDX-License-Identifier: Apache-2.0
// The page and the server of web/docs/online.md, as users build and start them, over a real Redis.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { startProgram } from '../js/support/program.js'
import { changeRecipe, TYPED_WITH, WITH_ACCOUNTS, writeRecipe } from '../js/support/recipes.js'
import { RedisServer } from '../js/support/redis.js'
import { expect, test } from './support/fixtures.js'

/** @import { Page } from '@playwright/test' */

/** @type {RedisServer} */
let redis
test.use({ site: async ({}, use) => use({ roots: {} }) })

test.beforeAll(async () => {
  redis = new RedisServer()
  await redis.start()
})

test.afterAll(() => redis.kill())

/**
 * Builds the page and starts the server.
 * @param {import('./support/fixtures.js').Fixtures['after']} after
 * @param {Record<string, [old: string, text: string][]>} [changes] that users make, by file
 * @returns {Promise<string>} its origin
 */
async function serve(after, changes = {}) {
  const names = ['index.html', 'play.ts', 'ask-promotion.ts', 'play-server.ts', 'accounts.ts', 'log-in.ts']
  const { folder, remove } = writeRecipe(names, TYPED_WITH)
  after(remove)
  changeRecipe(folder, changes)
  const { build } = await import('vite')
  await build({ root: folder, configFile: false, logLevel: 'silent' })
  // Node 20 reads no TypeScript: as the document says.
  const { build: bundle } = await import('esbuild')
  await bundle({
    absWorkingDir: folder,
    entryPoints: ['play-server.ts'],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outfile: 'play-server.mjs',
  })
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: `${port}`,
    REDIS_URL: redis.url,
    SECRET: 'a secret for this test alone',
  }
  const { child, ended, output } = startProgram(process.execPath, ['play-server.mjs'], { cwd: folder, env })
  after(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const origin = `http://localhost:${port}`
  while (!output.stdout.includes(`${origin}/`))
    await Promise.race([once(child.stdout, 'data'), failed(ended, output)])
  return origin
}

/** @param {Promise<unknown>} ended @param {{ stderr: string }} output */
const failed = async (ended, output) => {
  await ended
  throw new Error(`the server has ended: ${output.stderr}`)
}

/** @returns {Promise<number>} a free port, below those that the system gives to others meanwhile */
async function freePort() {
  for (let port = 20_000 + (process.pid % 10_000); ; port++) {
    const server = createServer().listen(port)
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}

/** Clicks two squares of the board of 400 pixels. @param {Page} page @param {string} uci */
async function move(page, uci) {
  const box = await page.locator('#board').boundingBox()
  assert.ok(box)
  const isFlipped = (await page.locator('.cg-wrap.orientation-black').count()) > 0
  for (const square of [uci.slice(0, 2), uci.slice(2)]) {
    const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1]
    const [x, y] = isFlipped ? [7 - file, rank] : [file, 7 - rank]
    await page.mouse.click(box.x + (x + 0.5) * 50, box.y + (y + 0.5) * 50)
  }
}

/** @param {Page} page @param {string} text */
const says = (page, text) => expect(page.locator('#status')).toHaveText(text, { timeout: 60_000 })
/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click({ timeout: 60_000 })

test('two browsers play a game by a link, save it, come back, and play again', async ({ visit, after }) => {
  const origin = await serve(after)
  const white = await visit(`${origin}/`)
  await press(white, 'New game')
  await says(white, /^Send this to your friend: /)
  const invitation = (await white.locator('#status').textContent())?.split(': ')[1] ?? ''
  assert.match(invitation, new RegExp(`^${origin}/#game=[^&]+&color=black$`))

  const black = await visit(invitation)
  await press(black, 'join')
  await says(white, 'white to move')
  await expect(white.locator('#black')).toHaveText(/^black 3:00$/)
  for (const [page, uci, after] of [
    [white, 'f2f3', 'black to move'],
    [black, 'e7e5', 'white to move'],
    [white, 'g2g4', 'black to move'],
    [black, 'd8h4', 'Black wins by checkmate.'],
  ]) {
    await move(page, uci)
    for (const either of [white, black]) await says(either, after)
  }

  const saved = white.waitForEvent('download')
  await press(white, 'Save PGN')
  const pgn = readFileSync(await (await saved).path(), 'utf8')
  assert.match(pgn, /\[Result "0-1"\]/)
  assert.match(
    pgn.replace(/ \{[^}]*\}/g, '').replace(/\s+/g, ' '),
    /1\. f3 (1\.\.\. )?e5 2\. g4 (2\.\.\. )?Qh4# 0-1 $/,
  )

  await black.reload() // the page has kept the token
  await press(black, 'rematch')
  await press(white, 'rematch')
  for (const page of [white, black]) await says(page, 'white to move')
  await move(black, 'e2e4') // colors are exchanged
  for (const page of [white, black]) await says(page, 'black to move')
  await press(black, 'New game')
  await says(black, /^Send this/)

  const spectator = await visit(`${origin}/#game=doesNotExist`)
  await says(spectator, 'There is no such game: noGame')
})

test('accounts: players log in, are named, are remembered, and log in again when the server has forgotten them', async ({
  visit,
  after,
  tolerated,
}) => {
  tolerated.push(/403/) // a wrong password
  const origin = await serve(after, WITH_ACCOUNTS)
  const logIn = async (
    /** @type {Page} */ page,
    /** @type {string} */ name,
    password = `${name}'s password`,
  ) => {
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Password').fill(password)
    await press(page, 'Log in')
  }
  const white = await visit(`${origin}/`)
  await logIn(white, 'Anna')
  await press(white, 'New game')
  await says(white, /^Send this to your friend: /)
  const invitation = (await white.locator('#status').textContent())?.split(': ')[1] ?? ''

  const black = await visit(invitation)
  await logIn(black, 'Anna', 'a guess')
  await expect(black.getByRole('dialog').getByRole('alert')).toHaveText('Wrong name or password')
  await logIn(black, 'Bert')
  await press(black, 'join')
  await says(white, 'white to move')
  await expect(white.locator('#black')).toHaveText(/^Bert \d:\d\d$/)
  await expect(black.locator('#white')).toHaveText(/^Anna \d:\d\d$/)
  await move(white, 'e2e4')
  await says(black, 'black to move')
  await expect(white.locator('#white')).toHaveText(/^Anna /)

  await black.reload() // the page has kept the token
  await says(black, 'black to move')
  await move(black, 'e7e5')
  await says(white, 'white to move')
  await black.evaluate(async () => {
    const body = localStorage.getItem('player token') ?? ''
    await fetch('/log-out', { method: 'POST', body })
  })
  await black.reload()
  await expect(black.locator('#problem')).not.toHaveText('') // refused, and forgotten
  await black.reload()
  await logIn(black, 'Bert')
  await says(black, 'white to move')
  await press(black, 'resign')
  await says(white, 'White wins by resignation.')
})
