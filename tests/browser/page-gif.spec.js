// SPDX-License-Identifier: Apache-2.0
// The animated GIF of a game, decoded by the browser.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { expect, test } from './support/fixtures.js'
import { openMenu, pgnHash } from './support/page.js'

/** @import { Page } from '@playwright/test' */

const GAME = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0'

/** @param {Page} page with the dialog closed @returns the dialog */
async function openDialog(page) {
  await openMenu(page, 'share')
  await page.getByRole('button', { name: 'Animated GIF' }).click()
  return page.getByRole('dialog', { name: 'Animated GIF' })
}

/**
 * Decodes a GIF in the page.
 * @param {Page} page
 * @param {Buffer} file
 * @param {[x: number, y: number][]} points of each picture whose colours are returned
 */
const decoded = (page, file, points) =>
  page.evaluate(
    async ([base64, points]) => {
      const data = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
      const decoder = new ImageDecoder({ data, type: 'image/gif' })
      await decoder.completed
      await decoder.tracks.ready
      const frames = []
      for (let frameIndex = 0; frameIndex < (decoder.tracks.selectedTrack?.frameCount ?? 0); frameIndex++) {
        const { image } = await decoder.decode({ frameIndex })
        const { displayWidth: width, displayHeight: height } = image
        const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
        context?.drawImage(image, 0, 0)
        const colours = points.map(([x, y]) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].join())
        frames.push({ width, height, seconds: (image.duration ?? 0) / 1e6, colours })
      }
      return { frames, repeats: decoder.tracks.selectedTrack?.repetitionCount }
    },
    /** @type {const} */ ([file.toString('base64'), points]),
  )

test('the line on the board is saved with one picture for each position', async ({ open }) => {
  const page = await open(pgnHash(GAME))
  const dialog = await openDialog(page)
  await dialog.getByLabel('Width and height').selectOption('320')
  await dialog.getByLabel('Each move').selectOption('0.5')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the GIF' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'Anna-Ben.gif')
  const file = await readFile(await download.path())
  const kilobytes = Math.ceil(file.length / 1000)
  await expect(dialog.locator('p[role="status"]').first()).toHaveText(
    `Saved: Anna-Ben.gif, ${kilobytes} kB, 8 positions.`,
  )
  assert.ok(file.length < 60_000, `${file.length} bytes`)
  // The middles of c5 and d5, empty in all positions, and the corners of e2 and e4, which the first move marks.
  const at = (/** @type {string} */ square, inside = 20) =>
    /** @type {[number, number]} */ ([
      40 * (square.charCodeAt(0) - 97) + inside,
      40 * (8 - Number(square[1])) + inside,
    ])
  const points = [at('c5'), at('d5'), at('e2', 3), at('e4', 3)]
  const { frames, repeats } = await decoded(page, file, points)
  assert.equal(frames.length, 8)
  assert.equal(repeats, Number.POSITIVE_INFINITY)
  for (const { width, height } of frames) assert.deepEqual([width, height], [320, 320])
  assert.deepEqual(
    frames.map(({ seconds }) => seconds),
    [...Array(7).fill(0.5), 3.5],
  )
  const [first, second, third] = frames.map(({ colours }) => colours)
  const [dark, light] = first
  assert.notEqual(dark, light)
  for (const { colours } of frames) assert.deepEqual(colours.slice(0, 2), [dark, light])
  // e2 and e4 are light, marked after 1. e4, and light again after 1… e5.
  assert.deepEqual(first.slice(2), [light, light])
  assert.notEqual(second[2], light)
  assert.equal(second[2], second[3])
  assert.deepEqual(third.slice(2), [light, light])
})

test('the board is as the user turned it, and the choices are kept', async ({ open }) => {
  const page = await open(pgnHash(GAME))
  await page.getByRole('button', { name: 'Turn the board' }).click()
  const dialog = await openDialog(page)
  await dialog.getByLabel('Width and height').selectOption('320')
  await page.keyboard.press('Escape')
  await openDialog(page)
  await expect(dialog.getByLabel('Width and height')).toHaveValue('320')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the GIF' }).click(),
  ])
  const file = await readFile(await download.path())
  // The black rook's corner is dark at the lower right as h8, White's king is at the top left.
  const { frames } = await decoded(page, file, [
    [40 * 3 + 3, 40 * 1 + 3],
    [40 * 4 + 3, 40 * 1 + 3],
  ])
  const [[left, right], [marked]] = frames.map(({ colours }) => colours)
  assert.notEqual(left, right)
  // e2 is the fourth square of the second row from the top.
  assert.notEqual(marked, left)
})

test('making the pictures can be stopped', async ({ open }) => {
  const moves = Array.from({ length: 300 }, (_, at) => `${at + 1}. ${at % 2 ? 'Ng1 Ng8' : 'Nf3 Nf6'}`)
  const page = await open(pgnHash(`${moves.join(' ')} *`))
  const dialog = await openDialog(page)
  await expect(dialog).toContainText('600 moves')
  await dialog.getByRole('button', { name: 'Save the GIF' }).click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog.locator('p[role="status"]').first()).toHaveText('Stopped.')
})
