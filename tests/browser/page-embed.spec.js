// SPDX-License-Identifier: Apache-2.0
// The frame that shows a game on other websites: as the documents write it, in a page of another origin.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { startServer } from '../../js/tools/static-server.js'
import { test as base, expect, MEASURED, root } from './support/fixtures.js'
import { AFTER_E4, fenHash, openMenu, pgnHash, START_FEN, untilKept } from './support/page.js'

/** @import { FrameLocator, Page } from '@playwright/test' */

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** Compressed with gzip. */
const MOST_BYTES = 112_000
const GAME = `[White "Anna"]
[Black "Ben"]
[Event "Club"]
[Result "1-0"]

{Before it all.} 1. e4 e5 2. Bc4 {[%cal Gc4f7][%csl Yf7] looks at f7} Nc6 (2... Nf6 3. d3 (3. Ng5) 3... Bc5) 3. Qh5 Nf6 $4 4. Qxf7# 1-0`
const AFTER_MATE = 'r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4'
const SIZES = [
  [240, 320],
  [320, 240],
  [360, 640],
  [640, 360],
  [768, 1024],
  [1200, 800],
]

const test = base.extend({
  /** Serves an HTML text as a page of another site. @type {any} */
  blog: async ({ after, visit }, use) =>
    use(async (/** @type {string} */ body) => {
      const texts = {
        '/post.html': `<!doctype html><html lang="en"><title>A post</title>${body}`,
        '/favicon.ico': '',
      }
      const server = await startServer({ roots: {}, texts, plain: true })
      after(() => server.close())
      return visit(server.url.replace('127.0.0.1', 'localhost') + 'post.html')
    }),
})

const board = (/** @type {Page | FrameLocator} */ page) => page.locator('#board')
const current = (/** @type {Page | FrameLocator} */ page) => page.locator('[aria-current="step"]')
const button = (/** @type {Page | FrameLocator} */ page, /** @type {string} */ name) =>
  page.getByRole('button', { name, exact: true })

test('the lines of the documents show a game in a page of another origin', async ({ blog, url }) => {
  const text = await readFile(`${root}web/docs/page.md`, 'utf8')
  const [, snippet] = /^```html\n(<iframe[\s\S]*?)^```$/m.exec(text) ?? []
  assert.ok(snippet.includes('https://example.org/chess/'))
  const page = await blog(snippet.replace('https://example.org/chess/', url))
  const frame = page.frameLocator('iframe[title="Chess game: Anna – Ben"]')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Anna – Ben')
  await expect(current(frame)).toHaveAttribute('aria-label', '3… Nf6, Blunder')
  await button(frame, 'One move forward').click()
  await expect(board(frame)).toHaveAttribute('data-fen', AFTER_MATE)
  await expect(frame.getByRole('status')).toHaveText('4. queen takes f7, mate')
  await expect(button(frame, 'One move forward')).toHaveAttribute('aria-disabled', 'true')
  await button(frame, 'To the start').click()
  await expect(board(frame)).toHaveAttribute('data-fen', START_FEN)
  await page.keyboard.press('ArrowRight')
  await expect(board(frame)).toHaveAttribute('data-fen', AFTER_E4)
  await button(frame, '3. Nf3').click()
  await expect(frame.getByText('is better')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(current(frame)).toHaveAttribute('aria-label', '3. Qh5')
  await expect(button(frame, '3. Qh5')).toBeFocused()
  await page.keyboard.press('End')
  await expect(board(frame)).toHaveAttribute('data-fen', AFTER_MATE)
  await page.keyboard.press('Home')
  await expect(board(frame)).toHaveAttribute('data-fen', START_FEN)
  const a8 = frame.locator('#board [data-square="a8"].square')
  const before = await a8.boundingBox()
  await page.keyboard.press('f')
  await expect.poll(async () => (await a8.boundingBox())?.y).toBeGreaterThan(before?.y ?? 0)
})

test('the lines that the page shares show its game, at its move and from its side', async ({
  blog,
  open,
}) => {
  const page = await open(`${pgnHash('[White "A & \\"B\\" <i>"]\n\n1. e4 e5 2. Nf3 *')}&ply=2`)
  await button(page, 'Turn the board').click()
  await openMenu(page, 'share')
  const post = await blog(await page.getByLabel('Lines for a page of yours').inputValue())
  const frame = post.frameLocator('iframe')
  await expect(current(frame)).toHaveText('e5')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('A & "B" <i> – Unknown')
  const [a1, a8] = ['a1', 'a8'].map(square => frame.locator(`#board [data-square="${square}"].square`))
  assert.ok(((await a1.boundingBox())?.y ?? 0) < ((await a8.boundingBox())?.y ?? 0))
})

test('other pages of the site are shown in no frame', async ({ blog, url, tolerated }) => {
  tolerated.push(/frame-ancestors/, /^failed: [^ ]*\/(|index\.html)$/)
  const paths = ['', 'index.html', 'embed.html']
  const frames = paths.map(path => `<iframe name="at ${path}" src="${url}${path}${pgnHash(GAME)}"></iframe>`)
  const page = await blog(frames.join(''))
  await page.frameLocator('[name="at embed.html"]').locator('#board[data-fen]').waitFor()
  for (const path of paths.slice(0, -1)) {
    const frame = page.frame(`at ${path}`)
    assert.ok(frame)
    await expect(frame.locator('#board, main'), path).toHaveCount(0)
    assert.match(frame.url(), /^chrome-error:/)
  }
  for (const path of ['', 'index.html', 'licences.txt']) {
    const { headers } = await fetch(url + path)
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path)
  }
})

test('at most 112 kB, of its own host alone, and nothing is stored', MEASURED, async ({ visit, url }) => {
  const page = await visit('about:blank', { serviceWorkers: 'allow' })
  /** @type {Map<string, number>} */
  const sizes = new Map()
  /** @type {Promise<void>[]} */
  const reading = []
  page.on('response', response => {
    const read = async () =>
      void sizes.set(response.url(), gzipSync(await response.body(), { level: 9 }).length)
    reading.push(read())
  })
  await page.goto(`${url}embed.html${pgnHash(GAME)}`)
  await page.locator('#board[data-fen]').waitFor()
  await button(page, 'To the end of this line').click()
  await board(page)
    .and(page.locator(`[data-fen="${AFTER_MATE}"]`))
    .waitFor()
  await expect
    .poll(() => [...sizes.keys()].filter(name => /\/core\.wasm$|\/pieces/.test(name)).length)
    .toBeGreaterThan(1)
  await page.waitForLoadState('load')
  await Promise.all(reading)
  const names = [...sizes.keys()]
  for (const name of names) assert.ok(name.startsWith(url), name)
  const sum = [...sizes.values()].reduce((one, other) => one + other)
  assert.ok(sum > 50_000 && sum <= MOST_BYTES, `${sum} bytes: ${JSON.stringify([...sizes])}`)
  const stored = await page.evaluate(async () => [
    localStorage.length,
    sessionStorage.length,
    document.cookie,
    (await indexedDB.databases()).length,
    (await globalThis.caches.keys()).length,
    (await navigator.serviceWorker.getRegistrations()).length,
  ])
  assert.deepEqual(stored, [0, 0, '', 0, 0, 0])
})

test('it fits into frames of any size, and axe finds nothing', async ({ visit }) => {
  const page = await visit(`embed.html${pgnHash(GAME)}`, { bypassCSP: true, reducedMotion: 'reduce' })
  await board(page).and(page.locator('[data-fen]')).waitFor()
  await page.addScriptTag({ path: AXE })
  for (const [index, [width, height]] of SIZES.entries()) {
    await page.setViewportSize({ width, height })
    for (const theme of ['light', 'dark']) {
      await page.evaluate(
        hash => {
          location.hash = hash
        },
        `${pgnHash(index % 3 === 2 ? '1. e4 e5 2. Ke5' : GAME)}&theme=${theme}&ply=3`,
      )
      await page.locator(`:root[data-theme="${theme}"] [aria-current]`).waitFor()
      const found = await page.evaluate(async () => {
        const { axe } = /** @type {any} */ (globalThis)
        const { violations } = await axe.run(document, { resultTypes: ['violations'] })
        return violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`)
      })
      assert.deepEqual(found, [], `${width}x${height} ${theme}`)
    }
    const { scroll, boxes } = await page.evaluate(() => ({
      scroll: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
      boxes: Array.from(
        document.querySelectorAll('#board svg, .move-list, .steps > *, [aria-current]'),
        at => {
          const { left, top, right, bottom } = at.getBoundingClientRect()
          return { left, top, right, bottom }
        },
      ),
    }))
    assert.ok(scroll[0] <= width && scroll[1] <= height, `${width}x${height}: ${scroll}`)
    for (const { left, top, right, bottom } of boxes)
      assert.ok(left >= 0 && top >= 0 && right <= width + 0.5 && bottom <= height + 0.5 && right > left + 15)
    const square = await page.locator('#board').boundingBox()
    assert.ok(
      square && square.width >= 110 && Math.abs(square.width - square.height) < 1,
      `${width}x${height}`,
    )
  }
  // No piece glides where users want less motion.
  await page.keyboard.press('ArrowLeft')
  await expect(current(page)).toHaveText('e4')
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0)
})

test('the address chooses move, side, theme and board', async ({ visit }) => {
  const page = await visit(`embed.html?ply=3.1.1&orientation=black&theme=dark&board=walnut${pgnHash(GAME)}`)
  await expect(current(page)).toHaveText('d3')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('html')).toHaveAttribute('data-board', 'walnut')
  const [a1, h8] = ['a1', 'h8'].map(square => page.locator(`#board [data-square="${square}"].square`))
  assert.ok(((await a1.boundingBox())?.y ?? 0) < ((await h8.boundingBox())?.y ?? 0))
  await expect(page.locator('#board .layer.arrows > *')).toHaveCount(0)
  await button(page, '2. Bc4').click()
  await expect(page.locator('#board .layer.arrows > *')).toHaveCount(1)
  await expect(page.getByText('looks at f7')).toBeVisible()
  const link = page.getByRole('link', { name: 'Open in Binbo' })
  await expect(link).toHaveAttribute('href', /^\.\/#pgn=.*&ply=3$/)
  const opened = page.context().waitForEvent('page')
  await link.click()
  const whole = await opened
  await expect(whole.locator('#board')).toHaveAttribute('data-fen', /^rnbqkbnr\/pppp1ppp\/8\/4p3\/2B1P3/)
  await expect(whole.locator('#menu')).toBeVisible()
})

test('a game with a fault says what is wrong, and shows what could be read', async ({ visit }) => {
  // The address of the whole page leads there, too.
  const page = await visit(`?embed&theme=dark${pgnHash('1. e4 e5 2. Ke5 Nf6')}`)
  await page.waitForURL(/\/embed\.html\?theme=dark#pgn=/)
  await expect(page.getByRole('alert')).toContainText('Ke5')
  await button(page, 'To the end of this line').click()
  await expect(current(page)).toHaveText('e5')
  const pages = /** @type {[string, RegExp, RegExp][]} */ ([
    [fenHash('8/8/8/8/8/8/8/4KQ2 w - - 0 1'), /position.*ERR_FEN_NO_KING/, /^8\/8\/8\/8\/8\/8\/8\/4KQ2/],
    ['#fen=nonsense', /FEN/, /^8\/8\/8\/8\/8\/8\/8\/8/],
    ['#pgn=nonsense', /nonsense/, /^8\/8\/8\/8\/8\/8\/8\/8/],
    ['#', /no game here/, /^8\/8\/8\/8\/8\/8\/8\/8/],
  ])
  for (const [hash, words, fen] of pages) {
    await page.evaluate(to => {
      location.hash = to
    }, hash)
    await expect(page.getByRole('alert')).toHaveText(words)
    await expect(board(page)).toHaveAttribute('data-fen', fen)
  }
})

test('a position alone, in any variant', async ({ visit }) => {
  const page = await visit(`embed.html${fenHash('8/8/8/4k3/8/8/8/4KQ2 b - - 0 1')}`)
  await expect(page.getByText('Black to move')).toBeVisible()
  await page.goto(
    `${page.url().split('#')[0]}?#pgn=${encodeURIComponent('[Variant "Atomic"]\n\n1. Nf3 d5 2. Ne5 f6 3. Nxd7 *')}&ply=9`,
  )
  await expect(page.getByRole('status')).toBeAttached()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.getByRole('button', { name: /^1\. / }).click()
  await expect(board(page)).toHaveAttribute('data-fen', /5N2/)
})

test('packed links, and damaged ones', async ({ visit, url, tolerated }) => {
  const page = await visit('embed.html#g=8a.AQXxH1CzsSgGfHY&White=Anna&ply=2')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anna – Unknown')
  await expect(current(page)).toHaveText('e5')
  await expect(page.getByRole('link', { name: 'Open in Binbo' })).toHaveAttribute(
    'href',
    /^\.\/#pgn=.*&ply=2$/,
  )
  const go = (/** @type {string} */ hash) =>
    page.evaluate(to => {
      location.hash = to
    }, hash)
  await go('#g=8a.AQXxH1Cz')
  await expect(page.getByRole('alert')).toHaveText(/damaged, or cut off/)
  await go('#g=AQXxH1CzsSgGfHY&ply=4')
  await expect(current(page)).toHaveText('Nc6')
  tolerated.push(/embed-unpack/)
  await page.route('**/embed-unpack.js', route => route.abort())
  await page.goto(`${url}embed.html?x#g=AQXxH1CzsSgGfHY`)
  await expect(page.getByRole('alert')).toHaveText(/could not be loaded/)
})

test('the page around the frame sends a game, others cannot', async ({ blog, url }) => {
  const page = await blog(`<iframe name="game" src="${url}embed.html" width="400" height="600"></iframe>`)
  const frame = page.frameLocator('iframe')
  await frame.getByText('There is no game here').waitFor()
  const send = (/** @type {unknown} */ message) =>
    page.evaluate(data => document.querySelector('iframe')?.contentWindow?.postMessage(data, '*'), message)
  await send('nonsense')
  await send({ pgn: 7 })
  await send({ pgn: GAME, ply: 1, orientation: 'black', theme: 'dark' })
  await expect(board(frame)).toHaveAttribute('data-fen', AFTER_E4)
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.frame('game')?.evaluate(() => postMessage({ fen: '8/8/8/4k3/8/8/8/4KQ2 b - - 0 1' }, '*'))
  await send({ fen: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' })
  await expect(board(frame)).toHaveAttribute('data-fen', /^4k3/)
})

test('a swipe over the board is a move', async ({ visit }) => {
  const page = await visit(`embed.html${pgnHash(GAME)}`, { viewport: { width: 360, height: 640 } })
  await board(page)
    .and(page.locator(`[data-fen="${START_FEN}"]`))
    .waitFor()
  const swipe = async (/** @type {number} */ from, /** @type {number} */ to) => {
    await page.mouse.move(from, 180)
    await page.mouse.down()
    await page.mouse.move(to, 185, { steps: 3 })
    await page.mouse.up()
  }
  await swipe(250, 100)
  await expect(board(page)).toHaveAttribute('data-fen', AFTER_E4)
  await swipe(100, 250)
  await expect(board(page)).toHaveAttribute('data-fen', START_FEN)
  await swipe(100, 110)
  await expect(board(page)).toHaveAttribute('data-fen', START_FEN)
})

test('the service worker of the page leaves the frame alone', async ({ open, url }) => {
  const page = await open('', { serviceWorkers: 'allow' })
  await untilKept(page)
  await page.goto(`${url}embed.html${pgnHash(GAME)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anna – Ben')
  await expect(page.locator('#menu')).toHaveCount(0)
  const kept = await page.evaluate(async () => {
    const names = await globalThis.caches.keys()
    const all = await Promise.all(names.map(async name => (await globalThis.caches.open(name)).keys()))
    return all.flat().map(request => new URL(request.url).pathname)
  })
  assert.ok(kept.length > 10)
  assert.deepEqual(
    kept.filter(path => path.includes('embed')),
    [],
  )
})

test('autoplay makes the moves until the reader does anything; never with reduced motion', async ({
  visit,
}) => {
  const begin = async (/** @type {'reduce' | 'no-preference'} */ reducedMotion) => {
    const page = await visit(`embed.html?autoplay=2${pgnHash(GAME)}`, { reducedMotion })
    await page.clock.install()
    await page.reload()
    await expect(board(page)).toHaveAttribute('data-fen', START_FEN)
    return page
  }
  /** @param {Page} page the board after the time of another move */
  const later = async page => {
    await page.clock.runFor(2000)
    return board(page).getAttribute('data-fen')
  }
  const page = await begin('no-preference')
  await expect.poll(() => later(page)).toBe(AFTER_MATE)
  // Nothing was said, and nothing has the focus.
  await expect(page.locator('#announcer')).toHaveText('')
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true)
  const touched = await begin('no-preference')
  await expect.poll(() => later(touched)).not.toBe(START_FEN)
  await touched.keyboard.press('Home')
  for (let times = 0; times < 3; times++) assert.equal(await later(touched), START_FEN)
  const still = await begin('reduce')
  for (let times = 0; times < 3; times++) assert.equal(await later(still), START_FEN)
})

/** Clicks the squares of a move. @param {Page} page @param {string[]} squares */
async function clickSquares(page, ...squares) {
  for (const square of squares) {
    const box = await page.locator(`#board [data-square="${square}"].square`).boundingBox()
    assert.ok(box)
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  }
}

test('a puzzle hides the moves until the reader finds them; a wrong move is told and taken back', async ({
  visit,
}) => {
  const page = await visit(`embed.html?puzzle=1&ply=4${pgnHash(GAME)}`)
  const said = page.locator('.puzzle-said')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('White to move')
  await expect(said).toHaveText('Your move. Move a piece on the board.')
  // Neither names nor moves, nor a step to them.
  await expect(page.locator('body')).not.toContainText(/Anna|Ben|Qh5|1–0/)
  await expect(page).toHaveTitle('A chess puzzle')
  const before = await board(page).getAttribute('data-fen')
  await page.keyboard.press('ArrowRight')
  await clickSquares(page, 'd2', 'd3')
  await expect(said).toHaveText('d3 is not the move. Try again.')
  await board(page)
    .and(page.locator(`[data-fen="${before}"]`))
    .waitFor()
  await button(page, 'Hint').click()
  await expect(said).toHaveText('Move the queen on d1.')
  await clickSquares(page, 'd1', 'h5')
  await expect(said).toHaveText('Qh5 is right. 3… Nf6: your move.')
  // By keyboard: the cursor is where the last click was.
  await page.locator('#board svg').first().focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.locator('#announcer')).toHaveText('h6, empty')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('#announcer')).toHaveText('h5, white queen')
  // From h5, where the queen is, to f7.
  await page.keyboard.press('Enter')
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  await board(page)
    .and(page.locator(`[data-fen="${AFTER_MATE}"]`))
    .waitFor()
  await expect(said).toHaveText('Qxf7# is right. Solved.')
  await button(page, 'Show the game').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anna – Ben')
  await page.keyboard.press('Home')
  await expect(board(page)).toHaveAttribute('data-fen', START_FEN)
})

test('the solution of a puzzle shows the game', async ({ visit }) => {
  const page = await visit(`embed.html?puzzle=1&ply=4${pgnHash(GAME)}`)
  await button(page, 'Solution').click()
  await expect(current(page)).toHaveAttribute('aria-label', '3. Qh5')
})

test('the language of a frame is that of its address, or of the browser', async ({ visit }) => {
  const open = async (/** @type {string} */ fields, /** @type {string} */ locale) => {
    const page = await visit(`embed.html${fields}`, { locale })
    await page.locator('#board[data-fen]').waitFor()
    return page
  }
  const german = await open(pgnHash('1. e4 *'), 'de-AT')
  await expect(german.locator('html')).toHaveAttribute('lang', 'de')
  await expect(german.getByRole('heading', { level: 1 })).toHaveText('Eine Schachpartie')
  await button(german, 'Zum Ende dieser Variante').click()
  await expect(current(german)).toHaveText('e4')
  const spanish = await open(`${pgnHash('1. e4 *')}&lang=es`, 'de-AT')
  await expect(spanish.locator('html')).toHaveAttribute('lang', 'es')
  await expect(button(spanish, 'Girar el tablero')).toBeVisible()
  const english = await open(`?lang=en${pgnHash('1. e4 *')}`, 'de-AT')
  await expect(button(english, 'Turn the board')).toBeVisible()
  const puzzle = await open(`?puzzle=1&lang=de${pgnHash('1. e4 *')}`, 'en-US')
  await expect(puzzle.locator('.puzzle h1')).toHaveText('Weiß am Zug')
  await button(puzzle, 'Tipp').click()
  await expect(puzzle.getByRole('status').first()).toHaveText('Zieh: Bauer auf e2.')
})
