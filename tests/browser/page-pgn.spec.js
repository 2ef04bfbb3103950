// SPDX-License-Identifier: Apache-2.0
// PGN and FEN in and out of the page: files opened and dropped, the list of their games, paste, copy, download, links.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { parsePgn } from 'binbo/pgn'
import { expect, MEASURED, MEASURED_ONCE, root, test } from './support/fixtures.js'
import {
  AFTER_E4,
  boardFen,
  downloaded,
  gameTab,
  moreAct,
  notice,
  openMenu,
  paste,
  pasted,
  pgnHash,
  SCREENS,
  START_FEN,
  showTab,
  untilFen,
} from './support/page.js'
import { LONG_TASK, leastOf, longestTask } from './support/page-work.js'

/** @import { Page } from '@playwright/test' */

const PASTED_FEN = AFTER_E4.replace('KQkq e3', 'KQkq -')
const LAST =
  '[Event "The last one"]\n[White "Žofie"]\n[Black "Zed"]\n[Date "2024.05.01"]\n[Result "1-0"]\n\n1. e4 1-0\n'
const BROKEN = '[White "Bad"]\n[Black "Worse"]\n\n1. e4 e5 2. Ke3 Nc6 *\n'
const LINKED =
  '[White "Anna"]\n[Black "Ben"]\n[Date "2026.11.21"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {best} *'

const some = readFileSync(`${root}tests/data/games.pgn`, 'utf8')
const TIMES = Math.ceil(5e6 / some.length)
const large = `${`${some}\n\n`.repeat(TIMES)}${BROKEN}\n${LAST}`
const LARGE_GAMES = TIMES * parsePgn(some).length + 2
/** Bytes of a file that a stalled disk gives at least. */
const STALLED = 8e6
const shown = (/** @type {number} */ count) => count.toLocaleString('en')

/**
 * @param {Page} page
 * @param {{ name: string, text: string, times?: number }[]} files dropped together
 * @param {string} [plain] text that is dropped instead
 */
async function drop(page, files, plain = '') {
  const dataTransfer = await page.evaluateHandle(
    ([given, dropped]) => {
      const data = new DataTransfer()
      for (const { name, text, times = 1 } of given)
        data.items.add(new File(Array(times).fill(new Blob([text])), name))
      if (dropped) data.setData('text/plain', dropped)
      return data
    },
    /** @type {const} */ ([files, plain]),
  )
  await page.dispatchEvent('main', 'dragover', { dataTransfer })
  await page.locator('.pgn-drop:popover-open').waitFor()
  await page.dispatchEvent('main', 'drop', { dataTransfer })
  await page.locator('.pgn-drop:popover-open').waitFor({ state: 'detached' })
}

/** @param {Page} page @param {string} text */
async function openAsFile(page, text) {
  await openMenu(page, 'open')
  const chooser = page.getByLabel('PGN file, of any size')
  await chooser.setInputFiles({ name: 'games.pgn', mimeType: 'text/plain', buffer: Buffer.from(text) })
}

/** @param {Page} page @param {string} text */
async function load(page, text) {
  await openMenu(page, 'share')
  await page.getByLabel('PGN: copy it').fill(text)
  await page.getByRole('button', { name: 'Load this game' }).click()
}

/** Lets a disk give the first megabytes of each file and no more, so that reading goes on. @param {Page} page */
const stallDisk = page =>
  page.route(/pgn-worker.*\.js$/, async route => {
    const response = await route.fetch()
    const stall = `const { slice } = Blob.prototype
      Blob.prototype.slice = function (from, to, type) {
        const part = slice.call(this, from, to, type)
        if (from > ${STALLED}) part.arrayBuffer = () => new Promise(() => {})
        return part
      };`
    await route.fulfill({ response, body: stall + (await response.text()) })
  })

/** @param {Page} page */
async function leaveDialog(page) {
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
}

/** @param {Page} page */
const progress = page => page.locator('.pgn-reading span')

test('a short text that is read late shows the list, and then the moves of its only game @dom', async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise(resolve => (release = () => resolve(undefined)))
  await page.route(/pgn-worker/, async route => {
    await held
    await route.continue()
  })
  await drop(page, [], '1. e4 e5 *')
  await page.locator('#games').waitFor()
  release()
  await page.locator('#moves', { hasText: 'e5' }).waitFor()
  await expect(page.locator('#games:visible')).toHaveCount(0)
})

test(
  'a file of 5 MB is dropped, read without a long task, filtered, and its last game opened',
  MEASURED,
  async ({ open }) => {
    const page = await open(pgnHash('1. d4 *'))
    const dataTransfer = await page.evaluateHandle(text => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'large.pgn'))
      return transfer
    }, large)
    /** @type {string[]} */
    let words = []
    const cpu = await leastOf(LONG_TASK, async () => {
      const close = page.getByRole('button', { name: 'Close the file' })
      if (words.length > 0) await close.click()
      await watchProgress(page)
      const { cpu } = await longestTask(page, async () => {
        await page.dispatchEvent('main', 'drop', { dataTransfer })
        await page.getByText('All games are shown.').waitFor()
      })
      words = await progressSeen(page)
      return cpu
    })
    assert.ok(cpu <= LONG_TASK, `a task took ${cpu} ms of the processor`)
    assert.ok(
      words.some(text => / of \d\.\d MB, [\d,]+ games$/.test(text)),
      'progress was seen',
    )
    const summary = (await progress(page).textContent()) ?? ''
    assert.match(summary, new RegExp(`^${shown(LARGE_GAMES)} games, \\d+ with errors, in \\d\\.\\d MB$`))

    const list = page.getByRole('listbox', { name: 'Games' })
    assert.ok((await list.getByRole('option').count()) < 40, 'only what can be seen is in the page')
    await list.focus()
    await page.keyboard.press('End')
    await list.locator('[aria-selected="true"]', { hasText: 'Žofie' }).waitFor()
    await page.getByLabel('Find').fill('zed 2024 LAST')
    await page.getByText(`1 game of ${shown(LARGE_GAMES)} found.`).waitFor()
    await page.getByLabel('Find').fill('zed 1999')
    await page.getByText(`0 games of ${shown(LARGE_GAMES)} found.`).waitFor()
    await page.getByLabel('Find').fill('')
    await page.getByText('All games are shown.').waitFor()
    await list.focus()
    await page.keyboard.press('End')
    await list.locator('[aria-selected="true"]', { hasText: 'Žofie' }).waitFor()
    await page.keyboard.press('ArrowUp')
    await page
      .locator('.pgn-chosen')
      .getByText(/It stops at 2\. Ke3 .*The king cannot/)
      .waitFor()
    await page.keyboard.press('PageUp')
    await page.keyboard.press('End')
    await list.locator('[aria-selected="true"]', { hasText: 'Žofie' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(`Game ${shown(LARGE_GAMES)} of ${shown(LARGE_GAMES)}`).waitFor()
    await expect(page.locator('.notice'), 'a game is shown without a notice').toHaveCount(0)
    await untilFen(page, START_FEN)
    await page.locator('#nav-last').click()
    await untilFen(page, AFTER_E4)

    await page.getByRole('button', { name: 'Previous game' }).click()
    await notice(page, 'Bad – Worse').getByText('It stops at 2. Ke3').waitFor()
    await page.goBack()
    await page.locator('.strip', { hasText: 'Žofie' }).first().waitFor()
  },
)

test(
  '100 MB of games are listed without a long task, and the game on the board can be moved through meanwhile',
  MEASURED_ONCE,
  async ({ open }) => {
    const page = await open(pgnHash('1. e4 e5 2. Nf3 *'))
    page.setDefaultTimeout(60_000)
    const times = Math.ceil(60e6 / some.length)
    const games = shown(times * parsePgn(some).length)
    const cpu = await leastOf(LONG_TASK, async () => {
      await drop(page, [{ name: 'huge.pgn', text: `${some}\n\n`, times }])
      await page.locator('.pgn-row').first().waitFor()
      const { cpu } = await longestTask(page, async () => {
        for (const name of ['forward', 'forward', 'back', 'back']) await page.locator(`#nav-${name}`).click()
        await page.getByText(`${games} games`).waitFor()
        await page.getByRole('button', { name: 'Sort by White' }).click()
        await page.getByRole('button', { name: 'Sort by White, ascending' }).waitFor()
        await page.locator('.pgn-list').evaluate(list => list.scrollTo(0, 1e6))
        await page.locator('.pgn-row.loaded').nth(3).waitFor()
      })
      await page.getByRole('button', { name: 'Close the file' }).click()
      return cpu
    })
    assert.ok(cpu <= LONG_TASK, `a task took ${cpu} ms of the processor`)
  },
)

test('cancelling keeps the games read so far', async ({ page }) => {
  await stallDisk(page)
  await drop(page, [{ name: 'huge.pgn', text: `${some}\n\n`, times: Math.ceil(60e6 / some.length) }])
  await page.locator('.pgn-row').first().waitFor()
  await expect(progress(page)).toHaveText(/^[1-9].* of 60\.\d MB, [\d,]+ games$/)
  const list = page.getByRole('listbox', { name: 'Games' })
  await list.focus()
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: 'Cancel' }).evaluate(cancel => cancel.click())
  await page.getByText('Reading was stopped: these are the games up to that point.').waitFor()
  await expect(progress(page)).toHaveText(/^[\d,]+ games.*, in the first .* of 60\.\d MB$/)
  await expect(list, 'the focus stays in the list').toBeFocused()
  await page.keyboard.press('Enter')
  await page.locator('.pgn-place', { hasText: 'Game 1 of' }).waitFor()
})

test('a file is chosen; errors are listed by themselves, with the move, the line and the reason @dom', async ({
  page,
}) => {
  await openAsFile(page, `${LAST}\n${BROKEN}\n${LINKED}\n`)
  await page.getByText('3 games, 1 with errors').waitFor()
  await page.getByLabel('Errors only').check()
  await page.getByText('1 game of 3 found.').waitFor()
  await page.getByRole('option', { name: 'Bad' }).click()
  const errors = page.getByRole('list', { name: 'Errors of this game' })
  const words = 'It stops at 2. Ke3 (line 12). The king cannot reach e3 in one move.'
  await errors.getByText(words).waitFor()
  await expect(errors.getByRole('link', { name: 'About this error' })).toHaveAttribute(
    'href',
    /errors\.html#err_pgn_move$/,
  )
  await notice(page, `Game 2 of 3: Bad – Worse. ${words}`).waitFor()
  await page.locator('#nav-last').click()
  await untilFen(page, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2')
  await openMenu(page, 'open')
  await page.getByText('3 games, 1 with errors').waitFor()
})

test('previous and next follow the filter, and the game on the board is marked', async ({ page }) => {
  const names = ['Ann', 'Bob', 'Ann', 'Bob', 'Ann']
  const games = names.map((name, place) => `[White "${name}"]\n[Black "No. ${place + 1}"]\n\n1. e4 *\n`)
  await drop(page, [{ name: 'five.pgn', text: games.join('\n') }])
  const marked = (/** @type {string} */ name) =>
    page.locator('.pgn-row[aria-current="true"]', { hasText: name }).waitFor()
  const [next, previous] = ['Next game', 'Previous game'].map(name => page.getByRole('button', { name }))
  await page.getByLabel('Find').fill('ann')
  await page.getByText('3 games of 5 found.').waitFor()
  await page.locator('.pgn-row:nth-child(2)', { hasText: 'No. 3' }).click()
  await marked('No. 3')
  await page.locator('.strip', { hasText: 'No. 3' }).waitFor()
  await next.click()
  await marked('No. 5')
  await page.locator('.pgn-place', { hasText: 'Game 5 of 5' }).waitFor()
  await expect(next).toBeDisabled()
  await page.getByLabel('Find').fill('')
  await page.getByText('All games are shown.').waitFor()
  await previous.click()
  await marked('No. 4')
  await expect(gameTab(page), 'games of a file replace each other').toHaveCount(0)
  await drop(page, [{ name: 'two.pgn', text: `${LAST}\n${BROKEN}` }])
  await page.getByText('2 games, 1 with errors').waitFor()
  await page.locator('.strip', { hasText: 'No. 4' }).waitFor()
  await expect(page.locator('[aria-current="true"]')).toHaveCount(0)
})

test('from the filter Enter opens the first game found, and arrows enter the list', async ({ page }) => {
  await drop(page, [{ name: 'three.pgn', text: `${LAST}\n${BROKEN}\n${LINKED}` }])
  await page.getByText('3 games, 1 with errors').waitFor()
  const find = page.getByLabel('Find')
  await find.fill('ann')
  await find.press('Enter')
  await page.locator('.strip', { hasText: 'Anna' }).waitFor()
  await expect(find).toBeFocused()
  await find.fill('')
  await page.getByText('All games are shown.').waitFor()
  await find.press('ArrowDown')
  const selected = page.locator('.pgn-row[aria-selected="true"]')
  await selected.waitFor()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.locator('.strip', { hasText: 'Zed' }).waitFor()
  await page.keyboard.press('End')
  await page.locator('.pgn-row[aria-selected="true"]', { hasText: 'Anna' }).waitFor()
})

test('a filter that finds nothing offers all games again @dom', async ({ page }) => {
  await drop(page, [{ name: 'three.pgn', text: `${LAST}\n${BROKEN}\n${LINKED}` }])
  await page.getByLabel('Find').fill('ann')
  await page.getByLabel('Errors only').check()
  await page.getByText('0 games of 3 found.').waitFor()
  await page.getByRole('button', { name: 'Show all games' }).click()
  await page.getByText('All games are shown.').waitFor()
  await expect(page.getByLabel('Find')).toHaveValue('')
  await expect(page.getByLabel('Errors only')).not.toBeChecked()
  await expect(page.getByRole('option')).toHaveCount(3)
})

test('a list is sorted by its columns, both ways @dom', async ({ page }) => {
  const rows = [
    '[White "Cem"]\n[ECO "B10"]\n[Site "x"]\n\n1. e4 c6 *\n',
    '[White "Ada"]\n[Event "https://www.example.org/a/b"]\n\n1. d4 *\n',
    '[White "Ben"]\n[ECO "A00"]\n\n1. g4 e5 2. f3 Qh4# 0-1\n',
  ]
  await drop(page, [{ name: 'sort.pgn', text: rows.join('\n') }])
  await page.getByText('3 games, in').waitFor()
  const untilOrder = (/** @type {string[]} */ ...names) =>
    expect(page.locator('.pgn-row .pgn-white')).toHaveText(names)
  await page.getByRole('button', { name: 'Sort by White' }).click()
  await untilOrder('Ada', 'Ben', 'Cem')
  await page.getByRole('button', { name: 'Sort by White, ascending' }).click()
  await untilOrder('Cem', 'Ben', 'Ada')
  await page.getByRole('button', { name: 'Sort by ECO code' }).click()
  await untilOrder('Ben', 'Cem', 'Ada')
  await page.getByRole('button', { name: 'Sort by number of moves' }).click()
  await page.getByRole('button', { name: 'Sort by number of moves, ascending' }).click()
  await untilOrder('Ben', 'Cem', 'Ada')
  await expect(page.locator('.pgn-row', { hasText: 'Ada' }).locator('.pgn-event')).toHaveText('example.org')
})

test('one game is opened at once, several files are one list, UTF-16 is read', async ({ page }) => {
  await drop(page, [{ name: 'one.pgn', text: LAST }])
  await page.locator('.strip', { hasText: 'Zed' }).waitFor()
  await drop(page, [
    { name: 'a.pgn', text: `\ufeff${LAST}` },
    { name: 'b.pgn', text: `\ufeff${LINKED}` },
  ])
  await page.getByRole('heading', { name: 'a.pgn and 1 more' }).waitFor()
  await page.getByText('2 games, in').waitFor()
  // A row must not be replaced while it is clicked.
  const row = await page.getByRole('option', { name: 'Anna' }).elementHandle()
  await row?.click()
  await page.locator('.pgn-row[aria-selected="true"]', { hasText: 'Anna' }).waitFor()
  assert.equal(await row?.evaluate(element => element.isConnected), true)
  await page.locator('.strip', { hasText: 'Anna' }).waitFor()
  await openMenu(page, 'open')
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`${LAST}\n${LAST}`, 'utf16le')])
  await page
    .getByLabel('PGN file, of any size')
    .setInputFiles({ name: 'wide.pgn', mimeType: 'text/plain', buffer: wide })
  await page.getByText('2 games, in').waitFor()
  await page.getByRole('option', { name: 'Žofie' }).last().click()
  await page.locator('.pgn-place', { hasText: 'Game 2 of 2' }).waitFor()
})

test('an error in one of several files names that file and its own line @dom', async ({ page }) => {
  await drop(page, [
    { name: 'a.pgn', text: `${LAST}\n${LAST}` },
    { name: 'b.pgn', text: `${LAST}\n${BROKEN}` },
  ])
  await page.getByText('4 games, 1 with errors').waitFor()
  const line = LAST.split('\n').length + BROKEN.split('\n').indexOf('1. e4 e5 2. Ke3 Nc6 *') + 1
  await page.getByRole('option', { name: 'Bad' }).click()
  await notice(page, 'Game 4 of 4: Bad – Worse.')
    .getByText(`It stops at 2. Ke3 (line ${line} of b.pgn).`)
    .waitFor()
})

test('files and texts without a game are explained and change nothing @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 *'))
  for (const [name, text] of [
    ['empty.pgn', ''],
    ['words.txt', 'Dear reader, this is a letter.'],
  ]) {
    await drop(page, [{ name, text }])
    await page.getByText(`There is no game in ${name}.`).waitFor()
    await expect(progress(page)).toHaveText('')
  }
  await drop(page, [{ name: 'picture.png', text: '\u0089PNG\r\n\u001a\n\u0000\u0000[%"{((' }])
  await notice(page, 'picture.png is not a text file').getByRole('button', { name: 'Close' }).click()
  await openMenu(page, 'open')
  await page.getByLabel('PGN file, of any size').setInputFiles([
    { name: 'plain.pgn', mimeType: 'text/plain', buffer: Buffer.from(LAST) },
    { name: 'games.pgn.gz', mimeType: 'application/gzip', buffer: gzipSync(LAST) },
  ])
  await notice(page, 'games.pgn.gz is a gzip file: unpack it first').getByRole('button').click()
  // The others are read.
  await page.locator('.strip', { hasText: 'Zed' }).waitFor()
  await page.goBack()
  await page.locator('.strip', { hasText: 'Zed' }).waitFor({ state: 'detached' })
  await drop(page, [{ name: 'odd.pgn', text: `[Variant "Bughouse"]\n\n1. e4 *` }])
  await notice(page, 'It cannot be shown').waitFor()
  for (const text of ['', 'hello', '[White "A"] 1. e9 *']) {
    await load(page, text)
    await page.locator('.pgn-problem', { hasText: /There is no game|Nothing could be read/ }).waitFor()
    await page.keyboard.press('Escape')
  }
  await page.locator('#moves', { hasText: 'e4' }).waitFor({ state: 'attached' })
})

test('a game that cannot be shown is reported with its place in the file, and offers its neighbours @dom', async ({
  open,
}) => {
  const page = await open(pgnHash('1. d4 *'))
  await openAsFile(page, `${LAST}\n[Variant "Bughouse"]\n\n1. e4 *\n\n${LINKED}`)
  const next = page.getByRole('button', { name: 'Next game' })
  await page.getByRole('option', { name: 'Žofie' }).click()
  await page.locator('.pgn-place', { hasText: 'Game 1 of 3' }).waitFor()
  await next.click()
  const refused = notice(page, 'It cannot be shown. ')
  await refused.getByText('This page does not know the rules of “Bughouse” (line 9).').waitFor()
  await expect(page.locator('.notice')).toHaveCount(1)
  await page.locator('.pgn-chosen', { hasText: 'Bughouse' }).waitFor()
  await page.locator('.strip', { hasText: 'Zed' }).waitFor()
  await next.click()
  await page.locator('.strip', { hasText: 'Anna' }).waitFor()
  await expect(refused, 'it is over').toHaveCount(0)
})

test('a link to the page is dropped, and a file while another one is read', async ({ page, url }) => {
  const link = `${url}${pgnHash(LINKED)}`
  await page.evaluate(text => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/plain', text)
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, link)
  await page.locator('.strip', { hasText: 'Anna' }).waitFor()
  await stallDisk(page)
  await drop(page, [{ name: 'huge.pgn', text: `${some}\n\n`, times: Math.ceil(60e6 / some.length) }])
  await page.locator('.pgn-row').first().waitFor()
  await drop(page, [{ name: 'small.pgn', text: `${LAST}\n${LINKED}` }])
  await notice(page, 'Reading of huge.pgn was stopped.').waitFor()
  await page.getByRole('heading', { name: 'small.pgn' }).waitFor()
  await expect(page.locator('.pgn-games')).toHaveCount(1)
})

test('files dropped over another dialog are refused, and nothing is lost @dom', async ({ open }) => {
  const page = await open(pgnHash('1. d4 *'))
  await moreAct(page, 'annotate')
  const field = page.getByRole('dialog').getByRole('textbox').first()
  await field.fill('half a thought')
  for (const files of [[{ name: 'one.pgn', text: LAST }], [{ name: 'two.pgn', text: `${LAST}\n${LAST}` }]]) {
    await drop(page, files)
    const refused = page.getByRole('dialog').locator('.notice', { hasText: 'close this dialog first' })
    await refused.getByRole('button', { name: 'Close' }).click()
  }
  await expect(field).toHaveValue('half a thought')
  await expect(page.locator('dialog')).toHaveCount(1)
  await leaveDialog(page)
  await page.locator('#moves', { hasText: 'd4' }).waitFor()
})

test('PGN is pasted, with errors marked, and several games become a list @dom', async ({ page }) => {
  await load(page, BROKEN)
  await page.locator('.pgn-problem mark', { hasText: 'Ke3' }).waitFor()
  await page.getByText('The readable part is on the board.').waitFor()
  await page.keyboard.press('Escape')
  await load(page, LINKED)
  await notice(page, 'The game is loaded.').waitFor()
  await expect(page.locator('dialog')).toHaveCount(0)
  await load(page, `${LINKED}\n\n${LAST}`)
  await page.getByText('2 games, in').waitFor()
  await paste(page, PASTED_FEN)
  await untilFen(page, PASTED_FEN)
  await paste(page, 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R')
  await untilFen(page, 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1')
  await drop(page, [], 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b')
  await untilFen(page, 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 1')
  await paste(page, PASTED_FEN)
  await untilFen(page, PASTED_FEN)
  await drop(page, [], 'k3r3/8/8/8/8/8/8/4K1R1 b G - 0 1')
  await notice(
    page,
    'The position cannot be set up. White is in check from the rook on e8, but it is Black’s move',
  ).waitFor()
  await untilFen(page, PASTED_FEN)
})

test('a FEN is set up, or its error is shown at its place @dom', async ({ page }) => {
  await openMenu(page, 'share')
  const field = page.getByLabel('FEN: copy it')
  await expect(field).toHaveValue(START_FEN)
  await field.fill(START_FEN.replace('pppppppp', 'ppppxppp'))
  await page.getByRole('dialog').getByRole('button', { name: 'Set up this position' }).click()
  await page.locator('.pgn-problem mark', { hasText: 'x' }).waitFor()
  await untilFen(page, START_FEN)
  for (const wrong of ['', 'x', `${START_FEN} 7`, '8/8/8/8/8/8/8/8 w - - 0 1']) {
    await field.fill(wrong)
    await field.press('Enter')
    await page.locator('.pgn-problem:not(:empty)').waitFor()
  }
  await field.fill('r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R')
  await field.press('Enter')
  await untilFen(page, 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1')
})

test('PGN, FEN and links are copied and downloaded, and the links open the same game', async ({
  open,
  url,
}) => {
  const page = await open(pgnHash(LINKED), {
    permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
  })
  await page.keyboard.press('End')
  await page.locator('#board[data-fen*=" b "]').waitFor()
  const fen = await boardFen(page)
  await openMenu(page, 'share')
  /** @param {string} name */
  const copied = async name => {
    // Only the message of this copy counts.
    await page.locator('.pgn-said').evaluate(said => said.replaceChildren())
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByText('Copied.').waitFor()
    return pasted(page)
  }
  const pgn = await copied('Copy PGN')
  assert.equal(pgn, parsePgn(LINKED)[0].toString())
  await page.getByLabel('Variations').uncheck()
  await page.getByLabel('Comments and signs').uncheck()
  await expect.poll(() => copied('Copy PGN')).toMatch(/1\. e4 e5 2\. Nf3 \*\s*$/)
  await page.getByLabel('Variations').check()
  await page.getByLabel('Comments and signs').check()
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await waiting
  assert.equal(download.suggestedFilename(), 'Anna-Ben-2026.11.21.pgn')
  assert.equal(await downloaded(download), pgn)
  await expect.poll(() => copied('Copy FEN')).toBe(fen)
  const links = {
    fen: await copied('Copy link with the position'),
    pgn: await copied('Copy link with the game'),
  }
  for (const link of Object.values(links)) assert.ok(link.startsWith(`${url}#`), link)
  const second = await open(new URL(links.fen).hash)
  await untilFen(second, fen)
  const third = await open(new URL(links.pgn).hash)
  await openMenu(third, 'share')
  const [game] = parsePgn(await third.getByLabel('PGN: copy it').inputValue())
  assert.equal(game.toString({ headers: false }), parsePgn(LINKED)[0].toString({ headers: false }))
})

test('if copying is forbidden the text is selected; a long link has a warning', async ({ open }) => {
  const page = await open(pgnHash(`1. e4 {${'Words. '.repeat(400)}} *`))
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await openMenu(page, 'share')
  await page.getByText(/This link has \d,\d+ characters/).waitFor()
  await page.getByRole('button', { name: 'Copy FEN' }).click()
  await page.getByText('The text is selected: press Ctrl+C').waitFor()
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(START_FEN)
})

for (const { name, context } of SCREENS) {
  test(`${name}: the panel and the dialog fit the screen`, async ({ open }) => {
    const page = await open('', context)
    await drop(page, [{ name: 'games.pgn', text: `${LAST}\n${BROKEN}` }])
    await page.getByRole('option', { name: 'Bad' }).click()
    await notice(page, 'Bad – Worse').getByRole('button', { name: 'Close' }).click()
    // The game is seen at once, also where the list hides the board.
    await page.locator('.strip', { hasText: 'Bad' }).waitFor()
    await showTab(page, 'games')
    await page.getByRole('list', { name: 'Errors of this game' }).waitFor()
    assert.ok(await fits(page.locator('#games')))
    for (const name of ['white', 'black']) {
      const cut = await page
        .locator(`.pgn-row .pgn-${name}`)
        .evaluateAll(cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth).length)
      assert.equal(cut, 0, 'no player is cut off')
    }
    await openMenu(page, 'share')
    assert.ok(await fits(page.locator('dialog')))
  })
}

/** Records the progress of reading from now on. @param {Page} page */
const watchProgress = page =>
  page.evaluate(() => {
    /** @type {string[]} */
    const seen = []
    const observer = new MutationObserver(() =>
      seen.push(document.querySelector('.pgn-reading span')?.textContent ?? ''),
    )
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(globalThis, { progressSeen: seen })
  })

/** @param {Page} page @returns {Promise<string[]>} since watchProgress() */
const progressSeen = page => page.evaluate('progressSeen')

/** @param {import('@playwright/test').Locator} part @returns {Promise<boolean>} whether it needs no horizontal scrolling */
const fits = part =>
  part.evaluate(element => {
    const { left, right } = element.getBoundingClientRect()
    return left >= 0 && right <= innerWidth && element.scrollWidth <= element.clientWidth
  })
