// SPDX-License-Identifier: Apache-2.0
// The page in other languages, the choice of one, and a made-up language that shows which texts are only in English.

import { readFile } from 'node:fs/promises'
import { expect, root, test } from './support/fixtures.js'
import { moreAct, openMenu, openMore, pgnHash, playTwo } from './support/page.js'

/** @import { Page } from '@playwright/test' */

const GERMAN = { locale: 'de-AT' }

const nameOfBoard = (/** @type {Page} */ page) => page.locator('.table')

test('the page is in the language of the browser until another one is chosen', async ({ open }) => {
  const page = await open('', GERMAN)
  const document = page.locator('html')
  await expect(document).toHaveAttribute('lang', 'de')
  await expect(document).toHaveAttribute('dir', 'ltr')
  await expect(nameOfBoard(page)).toHaveAttribute('aria-label', 'Brett')
  await choose(page, 'English')
  await expect(nameOfBoard(page)).toHaveAttribute('aria-label', 'Board')
  await expect(document).toHaveAttribute('lang', 'en')
  await choose(page, 'Español')
  await expect(nameOfBoard(page)).toHaveAttribute('aria-label', 'Tablero')
  await choose(page, 'Como el navegador')
  await expect(nameOfBoard(page)).toHaveAttribute('aria-label', 'Brett')
})

test('without its table the page is in English', async ({ open }) => {
  const page = await open('', GERMAN)
  await page.route('**/languages/*.json', route => route.fulfill({ body: 'damaged' }))
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  await expect(nameOfBoard(page)).toHaveAttribute('aria-label', 'Board')
})

test('in English no table is loaded', async ({ page }) => {
  /** @type {string[]} */
  const tables = []
  page.on('request', request => {
    if (request.url().includes('/languages/')) tables.push(request.url())
  })
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  expect(tables).toEqual([])
})

/** Parts whose texts are in the tables. A part that gets its own is added here. */
const TRANSLATED = '.top, #start, .actions-row, #promotion, dialog.settings, dialog.new-game'
/** Names, figures and texts of users in these parts. */
const AS_THEY_ARE =
  '.logo ~ h1, .level, kbd, option, .mini-board ~ span b, .credits dt, output, .start-row, .modes, ol button, textarea, pre'

test('the parts that are in the tables have no text that is only in English', async ({ open }) => {
  const page = await openMarked(open, '')
  await expect(page.locator('#start h2')).toHaveText('⟦Play the computer⟧')
  expect(await unmarked(page), 'start').toEqual([])
  await openMenu(page, 'settings')
  for (const tab of ['board', 'play', 'keys', 'about']) {
    await page.locator(`#settings-${tab}`).click()
    expect(await unmarked(page), tab).toEqual([])
  }
  await page.keyboard.press('Escape')
  await openMenu(page, 'new')
  for (const opponent of ['engine', 'two', 'engines']) {
    await page.locator(`.new-game [value="${opponent}"]`).check()
    expect(await unmarked(page), opponent).toEqual([])
  }
  await page.keyboard.press('Escape')
  await playTwo(page)
  await page.locator('#play-resign').waitFor()
  expect(await unmarked(page), 'a game').toEqual([])
  await page.locator('#play-draw').click()
  await page.locator('#play-rematch').waitFor()
  expect(await unmarked(page), 'its end').toEqual([])
})

test('the rooms of a game have no text that is only in English', async ({ open }) => {
  const page = await openMarked(open, pgnHash('1. e4 {[%eval 0.3]} e5 {[%eval 0.1]} 2. Nf3 (2. f4 d5) *'))
  await page.locator('.move-list .variation').waitFor()
  expect(await unmarked(page, '#moves, #navigation, #analysis, #curve'), 'game').toEqual([])
  await openMore(page)
  expect(await unmarked(page, '.move-more'), 'more').toEqual([])
  await moreAct(page, 'annotate')
  expect(await unmarked(page, 'dialog[open]'), 'comment').toEqual([])
  await page.getByRole('button', { name: '⟦Close⟧' }).click()
  for (const name of ['share', 'engine']) {
    await openMenu(page, name)
    await page.locator('dialog[open]').waitFor()
    expect(await unmarked(page, 'dialog[open]'), name).toEqual([])
    await page.getByRole('button', { name: '⟦Close⟧' }).click()
  }
  await openMenu(page, 'open')
  await page.locator('#games-open').waitFor()
  expect(await unmarked(page, '#games .games-file'), 'games').toEqual([])
})

/**
 * Opens the page in a language whose translations are the English texts in brackets.
 * @param {(hash: string, options: object) => Promise<Page>} open
 * @param {string} hash
 */
async function openMarked(open, hash) {
  const page = await open(hash, GERMAN)
  const table = JSON.parse(await readFile(`${root}web/languages/de.json`, 'utf8'))
  const marked = Object.fromEntries(Object.keys(table).map(key => [key, `⟦${key.replace(/\|\w+$/, '')}⟧`]))
  await page.route('**/languages/de-*.json', route => route.fulfill({ json: marked }))
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  return page
}

/**
 * @param {Page} page
 * @param {string} [parts]
 * @returns {Promise<string[]>} visible texts, titles and labels outside of brackets
 */
const unmarked = (page, parts = TRANSLATED) =>
  page.evaluate(
    ([translated, asTheyAre]) => {
      // Values of texts are texts, too: brackets nest.
      /** @returns {boolean} */
      const isWord = (/** @type {string} */ text) => {
        const rest = text.replace(/⟦[^⟦⟧]*⟧/g, '')
        return rest === text ? /\p{L}{2}/u.test(text.replace(/Binbo|Alt/g, '')) : isWord(rest)
      }
      return Array.from(document.querySelectorAll(translated)).flatMap(part =>
        [part, ...part.querySelectorAll('*')]
          .filter(one => one.checkVisibility() && !one.closest(asTheyAre))
          .flatMap(one => [
            ...Array.from(one.childNodes, node => (node instanceof Text ? node.data.trim() : '')),
            one.getAttribute('title') ?? '',
            one.getAttribute('aria-label') ?? '',
          ])
          .filter(isWord),
      )
    },
    [parts, AS_THEY_ARE],
  )

/** Chooses a language in the settings, and waits for the page in it. @param {Page} page @param {string} label */
async function choose(page, label) {
  await openMenu(page, 'settings')
  const loaded = page.waitForEvent('load')
  await page.locator('#language').selectOption({ label })
  await loaded
}
