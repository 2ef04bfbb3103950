// SPDX-License-Identifier: Apache-2.0
// How the board looks: its boards, sets of pieces and arrows, what can be told apart on them, its size, and the dialog where
// all this is chosen.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { BOARDS, SETS } from '#web/page/themes.js'
import { expect, root, test } from './support/fixtures.js'
import {
  clickMove,
  fenHash,
  follow,
  gameTab,
  notice,
  openSettings,
  pgnHash,
  SCREENS,
  standIn,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

/** Between a square and its mark, so that it is seen without colours. */
const LEAST_MARK = 1.5
const LEAST_PIECE = 3
const LEAST_TEXT = 4.5
const CHECK_FEN = '4k3/8/8/8/8/8/4r3/4K2R w - - 0 1'
const MARKS = '1. e4 {[%cal Ga2a4,Rb2b4,Bc2c4,Yd2d4][%csl Gh3]} *'
const SIZES = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]

/** @typedef {[red: number, green: number, blue: number]} Colour 0 to 255 */

/** @param {string} css such as 'rgb(1 2 3 / 0.5)' @returns {{ colour: Colour, alpha: number }} */
function parse(css) {
  const [red, green, blue, alpha = 1] = css.match(/[\d.]+/g)?.map(Number) ?? []
  assert.ok(blue !== undefined, css)
  return { colour: [red, green, blue], alpha }
}

/** @param {Colour} ground @param {string} css @returns {Colour} */
function over(ground, css) {
  const { colour, alpha } = parse(css)
  const blend = (/** @type {number} */ at) => ground[at] * (1 - alpha) + colour[at] * alpha
  return [blend(0), blend(1), blend(2)]
}

/** @param {Colour} colour @returns {number} relative luminance, as WCAG defines it */
function luminance(colour) {
  const [red, green, blue] = colour.map(channel => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** @param {Colour} a @param {Colour} b @returns {number} 1 to 21 */
function contrast(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

/** @param {Page} page @param {object} settings what an earlier visit has saved; shows the page with them */
async function withSettings(page, settings) {
  await page.evaluate(saved => {
    const { pathname } = new URL('.', document.baseURI)
    localStorage.setItem(`binbo${pathname}settings`, JSON.stringify(saved))
  }, settings)
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  await page.locator('#cm-chessboard-sprite #shape-k').waitFor({ state: 'attached' })
}

/** @param {Page} page @returns {Promise<string>} the king as it is drawn */
const king = page => page.locator('#cm-chessboard-sprite #shape-k').innerHTML()

/** @param {string} file @returns {Promise<string>} the first path of its king */
async function kingOf(file) {
  const text = await readFile(`${root}web/${file}`, 'utf8')
  return /id="shape-k".*?<path d="([^"]*)"/s.exec(text)?.[1] ?? ''
}

test('signs, pieces and coordinates are told apart on every board, light, dark and with forced colours', async ({
  open,
}) => {
  const page = await open(fenHash(CHECK_FEN))
  await clickMove(page, 'e1e2')
  await page.locator('#board[data-fen*=" b "]').waitFor()
  for (const [colorScheme, forcedColors] of /** @type {const} */ ([
    ['light', 'none'],
    ['dark', 'none'],
    ['dark', 'active'],
  ])) {
    const name = `${colorScheme}, forced colours ${forcedColors}`
    await page.emulateMedia({ colorScheme, forcedColors })
    /** @type {Record<string, { grounds: string[], texts: string[], signs: Record<string, string[]>, glow: string }>} */
    const looks = await page.evaluate(boards => {
      const layer = /** @type {Element} */ (document.querySelector('#board .layer.last'))
      const signs = ['last', 'picked', 'premove', 'check'].map(name => {
        const sign = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
        sign.setAttribute('class', `square ${name}`)
        layer.append(sign)
        return /** @type {const} */ ([name, sign])
      })
      const fill = (/** @type {string} */ selector) =>
        getComputedStyle(/** @type {Element} */ (document.querySelector(`#board ${selector}`))).fill
      return Object.fromEntries(
        boards.map(board => {
          document.documentElement.dataset.board = board
          const drawn = signs.map(([name, sign]) => {
            const { fill, stroke } = getComputedStyle(sign)
            return [name, [fill, stroke]]
          })
          return [
            board,
            {
              grounds: [fill('.square.white'), fill('.square.black')],
              texts: [fill('.coordinate.white'), fill('.coordinate.black')],
              signs: Object.fromEntries(drawn),
              glow: getComputedStyle(/** @type {Element} */ (document.querySelector('#check-glow stop')))
                .stopColor,
            },
          ]
        }),
      )
    }, BOARDS)
    const outline = parse('rgb(28 33 39)').colour // of white pieces
    const blackFill = parse('rgb(45 50 56)').colour
    for (const [board, { grounds, texts, signs, glow }] of Object.entries(looks)) {
      for (const [at, shade] of ['light', 'dark'].entries()) {
        const ground = parse(grounds[at]).colour
        const say = (/** @type {string} */ what, /** @type {number} */ found) =>
          `${name}, ${board}, ${shade}: ${what} has ${found.toFixed(2)}:1`
        const text = contrast(ground, parse(texts[at]).colour)
        assert.ok(text >= LEAST_TEXT, say('coordinate', text))
        for (const [sign, [fill, stroke]] of Object.entries({ plain: ['rgb(0 0 0 / 0)', ''], ...signs })) {
          const tint = over(ground, sign === 'check' ? glow : fill)
          for (const [piece, colour] of /** @type {const} */ ([
            ['white', outline],
            ['black', blackFill],
          ])) {
            const found = contrast(tint, colour)
            assert.ok(found >= LEAST_PIECE, say(`${piece} piece on ${sign}`, found))
          }
          if (sign === 'plain') continue
          const mark = contrast(ground, over(tint, stroke))
          assert.ok(mark >= LEAST_MARK, say(`the line of ${sign}`, mark))
        }
      }
      // The colour of the square shows through.
      for (const sign of ['last', 'picked', 'premove']) {
        const { alpha } = parse(signs[sign][0])
        assert.ok(alpha >= 0.4 && alpha <= 0.6, `${name}, ${board}: ${sign} ${alpha}`)
      }
      const dark = luminance(parse(grounds[1]).colour)
      assert.ok(dark >= 0.2 && dark <= 0.3, `${name}, ${board}: ${dark}`)
    }
  }
})

test('eight boards and three sets of pieces; old settings keep what they named', async ({ page }) => {
  assert.equal(BOARDS.length, 8)
  assert.deepEqual(Object.keys(SETS), ['binbo', 'flat', 'classic'])
  for (const [settings, board, file] of /** @type {[object, string, string][]} */ ([
    [{}, 'maple', 'pieces.svg'],
    [{ board: 'slate', pieces: 'classic' }, 'slate', 'pieces-classic.svg'],
    [{ board: 'walnut', pieces: 'flat' }, 'walnut', 'pieces-flat.svg'],
    [{ board: 'marble', pieces: 7, 'board-scale': 0.1 }, 'maple', 'pieces.svg'],
  ])) {
    await withSettings(page, settings)
    await expect(page.locator('html')).toHaveAttribute('data-board', board)
    assert.ok((await king(page)).includes(await kingOf(file)), file)
  }
  await expect(page.locator('html')).toHaveAttribute('style', /--board-scale: 0\.6;/)
})

test('only the chosen set is loaded, and it is small', async ({ page }) => {
  /** @type {string[]} */
  const requests = []
  page.on('request', request => requests.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''))
  await page.reload()
  await page.locator('#cm-chessboard-sprite #shape-k').waitFor({ state: 'attached' })
  assert.deepEqual(
    requests.filter(name => name.startsWith('pieces')),
    ['pieces.svg'],
  )
  for (const file of Object.values(SETS)) {
    const text = await readFile(`${root}web/${file}`)
    assert.ok(text.length < 12_000, `${file}: ${text.length} bytes`)
  }
})

test('a set of pieces is loaded when it is chosen, and kept; a failure changes nothing', async ({
  page,
  tolerated,
}) => {
  tolerated.push(/503/)
  const first = await king(page)
  await openSettings(page)
  // The pictures of the sets are loaded; what follows asks for the file again.
  const loaded = () =>
    page.evaluate(
      files =>
        files.filter(file => performance.getEntriesByName(new URL(file, location.href).href).length === 0),
      Object.values(SETS),
    )
  await expect.poll(loaded).toEqual([])
  const answer = await standIn(page, '**/pieces-flat.svg', route => route.fulfill({ status: 503 }))
  await page.getByRole('radio', { name: 'Flat' }).click()
  await notice(page, 'The pieces “Flat” could not be shown. A part of the page did not arrive.').waitFor()
  assert.equal(await king(page), first)
  await expect(page.getByRole('radio', { name: 'Binbo' }), 'the choice shows what is used').toBeChecked()
  await answer(null)
  await page.getByRole('radio', { name: 'Flat' }).check()
  await expect.poll(() => king(page)).not.toBe(first)
  const flat = await king(page)
  await page.getByRole('radio', { name: 'Walnut' }).check()
  await page.keyboard.press('Escape')
  await clickMove(page, 'e2e4')
  await page.locator('#board[data-fen*=" b "]').waitFor()
  const size = await page
    .locator('#board .pieces use')
    .first()
    .evaluate(use => /** @type {SVGGraphicsElement} */ (use).getBBox().width)
  assert.ok(size > 10)

  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  await expect.poll(() => king(page)).toBe(flat)
  await expect(page.locator('html')).toHaveAttribute('data-board', 'walnut')
  await follow(page, fenHash('1r5k/P7/8/8/8/8/8/K7 w - - 0 1'))
  await page.locator('#board[data-fen^="1r5k"]').waitFor()
  // The row of tabs takes its room from the board.
  await gameTab(page, 'A position').waitFor()
  await clickMove(page, 'a7a8')
  const choice = page.getByRole('dialog', { name: 'Promote to' }).locator('svg').first()
  await expect
    .poll(() => choice.evaluate(picture => /** @type {SVGGraphicsElement} */ (picture).getBBox().width))
    .toBeGreaterThan(10)
})

test('users, the engine and threats have arrows of different colours, with a white edge', async ({
  open,
}) => {
  const page = await open(pgnHash(MARKS))
  await page.locator('#nav-last').click()
  await page.locator('#board [data-sign="a2a4"]').waitFor()
  const looks = await page.evaluate(() => {
    const layer = /** @type {Element} */ (document.querySelector('#board .layer.engine'))
    for (const name of ['engine best', 'threat']) {
      const arrow = document.createElementNS('http://www.w3.org/2000/svg', 'path')
      arrow.setAttribute('class', `arrow ${name}`)
      layer.append(arrow)
    }
    return [...document.querySelectorAll('#board .layer .arrow, #board .layer .ring.mark')].map(arrow => {
      const { fill, fillOpacity, stroke } = getComputedStyle(arrow)
      return { fill, fillOpacity: Number(fillOpacity), stroke, name: arrow.getAttribute('class') }
    })
  })
  const arrows = looks.filter(({ name }) => name?.startsWith('arrow'))
  assert.equal(arrows.length, 6)
  assert.equal(new Set(arrows.map(({ fill }) => fill)).size, 6)
  for (const { stroke, fillOpacity, name } of looks) {
    assert.equal(stroke, 'rgba(255, 255, 255, 0.75)', `${name}`)
    assert.ok(fillOpacity > 0.6 && fillOpacity < 0.9, `${name}: pieces below it stay readable`)
  }
})

test('captured pieces have the colour of the text, light and dark', async ({ open }) => {
  const page = await open(pgnHash('1. e4 d5 2. exd5 Qxd5 *'))
  await page.locator('#nav-last').click()
  const captured = page.getByRole('group', { name: 'White player' }).locator('.material i')
  await expect(captured).toHaveCount(1)
  const grounds = new Set()
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme })
    const {
      ink,
      page: ground,
      mask,
      width,
    } = await captured.evaluate(piece => {
      const { backgroundColor, maskImage } = getComputedStyle(piece)
      const { width } = piece.getBoundingClientRect()
      return {
        ink: backgroundColor,
        page: getComputedStyle(document.body).backgroundColor,
        mask: maskImage,
        width,
      }
    })
    grounds.add(ground)
    assert.ok(contrast(parse(ink).colour, parse(ground).colour) >= LEAST_TEXT, colorScheme)
    assert.match(mask, /pieces\.svg"\)$/)
    assert.ok(width >= 12)
  }
  assert.equal(grounds.size, 2)
})

/** @param {Page} page */
const boardWidth = page => page.locator('#board').evaluate(board => board.clientWidth)

test('the board is resized by mouse, finger and keyboard, in steps of its columns, and kept', async ({
  open,
}) => {
  const page = await open('', SCREENS[1].context)
  const full = await boardWidth(page)
  assert.equal(full % 8, 0)
  await page.mouse.move(300, 300)
  const handle = page.getByRole('slider', { name: 'Size of the board' })
  const grip = async () => {
    const box = await handle.boundingBox()
    assert.ok(box && box.width >= 24 && box.height >= 24)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  await handle.waitFor()
  const { x, y } = await grip()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 50, y - 101, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => boardWidth(page)).toBe(full - 104)
  // The squares fill it.
  await expect
    .poll(() => page.locator('#board .cm-chessboard').evaluate(board => board.getBoundingClientRect().width))
    .toBe(full - 104)
  await clickMove(page, 'e2e4')
  await page.locator('#board[data-fen*=" b "]').waitFor()
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  await expect.poll(() => boardWidth(page)).toBe(full - 104)
  await page.mouse.move(300, 300)
  await handle.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => boardWidth(page)).toBe(full - 96)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => boardWidth(page)).toBe(full - 112)
  await page.keyboard.press('Home')
  await expect(handle).toHaveAttribute('aria-valuenow', /^6[01]$/)
  const least = await boardWidth(page)
  assert.ok(least >= full * 0.6 && least < full * 0.6 + 8, `${least} of ${full}`)
  await handle.dblclick()
  await expect.poll(() => boardWidth(page)).toBe(full)
  // The keys of the handle do not walk through the game.
  await expect(page.locator('#board')).toHaveAttribute('data-fen', / b /)

  const hand = await page.context().newCDPSession(page)
  const from = await grip()
  const to = { x: from.x - 40, y: from.y - 40 }
  await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  await hand.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [to] })
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => boardWidth(page)).toBe(full - 40)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(handle, 'there is no room on a phone').toBeHidden()
  await expect.poll(() => boardWidth(page)).toBeGreaterThan(350)
})

for (const viewport of SIZES) {
  test(`${viewport.width}: each choice in the settings shows at once; no text is cut`, async ({ open }) => {
    const page = await open('', { viewport })
    await openSettings(page)
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    const preview = dialog.locator('.look-preview')
    await expect(preview).toBeInViewport({ ratio: 1 })
    for (const sign of ['.square.last', '.square.check', '.arrow'])
      await expect(preview.locator(sign).first()).toBeVisible()
    for (const name of ['Night', 'Plum', 'Paper']) {
      await dialog.getByRole('radio', { name }).check()
      await expect(page.locator('html')).toHaveAttribute('data-board', name.toLowerCase())
      const [shown, real] = await Promise.all(
        ['.look-preview .dark', '#board .square.black'].map(dark =>
          page
            .locator(dark)
            .first()
            .evaluate(square => getComputedStyle(square).fill),
        ),
      )
      assert.equal(shown, real)
    }
    await dialog.getByRole('switch', { name: 'Coordinates' }).uncheck()
    await expect(preview.locator('text')).toHaveCount(0)
    await dialog.getByRole('radio', { name: 'Dark' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    const tab = (/** @type {string} */ name) => dialog.getByRole('tab', { name, exact: true })
    await tab('Board').focus()
    for (const name of ['Play', 'Engine', 'Keys', 'This page', 'Board']) {
      await page.keyboard.press('ArrowRight')
      await expect(tab(name)).toBeFocused()
      await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
      const cut = await dialog.evaluate(box =>
        [...box.querySelectorAll('*')].flatMap(part => {
          const { right, left } = part.getBoundingClientRect()
          const isWide =
            part instanceof HTMLElement && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1
          return right > innerWidth + 1 || left < -1 || isWide ? [part.outerHTML.slice(0, 80)] : []
        }),
      )
      assert.deepEqual(cut, [], name)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
}
