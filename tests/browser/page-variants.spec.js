// SPDX-License-Identifier: Apache-2.0
// Variants in the page: every kind of their ends, links and saved games, and the engine that plays them.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeStatus } from '#web/study/descriptions.js'
import { Game, START_FEN } from '../../dist/index.js'
import { PgnGame } from '../../dist/pgn.js'
import { pick, randomFrom } from '../random.js'
import { expect, HOSTS, test } from './support/fixtures.js'
import {
  boardFen,
  clickMove,
  ENGINE_PATIENCE,
  follow,
  headline,
  openHood,
  paste,
  pgnHash,
  race,
  showTab,
  startGame,
  storageKey,
  untilFen,
  untilLines,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */
/** @import { Variant } from '../../dist/index.js' */

test.use({ engine: 'real' })

/** Kinds of ends that random games of each variant reach; others follow from a position. */
const ENDS = /** @type {[Variant, string[]][]} */ ([
  ['crazyhouse', ['checkmate white', 'checkmate black']],
  ['antichess', ['no_pieces white', 'no_pieces black', 'no_moves white', 'no_moves black']],
  ['atomic', ['king_exploded white', 'king_exploded black', 'checkmate black']],
  ['horde', ['checkmate white']],
  ['kingofthehill', ['hill white', 'hill black']],
  ['racingkings', ['race white', 'race black']],
  ['3check', ['three_checks white', 'three_checks black']],
])
const LAST_MOVES = /** @type {[Variant, string, string, RegExp][]} */ ([
  ['atomic', '3qk3/8/8/8/8/8/8/3QK3 w - - 0 1', 'd1d8', /^King exploded: White wins$/],
  ['antichess', '8/8/8/8/8/1p6/P7/8 w - - 0 1', 'a2b3', /^No pieces left: Black wins$/],
  ['antichess', '8/8/8/p7/8/P7/8/8 w - - 0 1', 'a3a4', /^No moves left: Black wins$/],
  ['horde', '4k3/8/8/8/8/8/8/Pr6 b - - 0 1', 'b1a1', /^Horde captured: Black wins$/],
  ['kingofthehill', '4k3/8/8/8/8/3K4/8/8 w - - 0 1', 'd3e4', /^King on the hill: White wins$/],
  ['racingkings', '8/K7/8/7k/8/8/8/R7 w - - 0 1', 'a7b8', /^Race: White wins$/],
  ['racingkings', 'K7/7k/8/8/8/8/8/R7 b - - 0 1', 'h7h8', /^Draw: race$/],
  ['3check', '4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1', 'a1a8', /^Third check: White wins$/],
  ['crazyhouse', '6k1/5ppp/8/8/8/8/8/R6K[] w - - 0 1', 'a1a8', /^Checkmate: White wins$/],
  ['horde', 'k7/8/PP6/8/8/8/8/7P w - - 0 1', 'b6b7', /to move/],
])

/** @param {Variant} variant @param {string[]} wanted @returns {Map<string, { pgn: string, fen: string, words: string }>} */
function randomGames(variant, wanted) {
  const random = randomFrom(7)
  /** @type {Map<string, { pgn: string, fen: string, words: string }>} */
  const found = new Map()
  for (let count = 0; count < 1000 && wanted.some(end => !found.has(end)); count++) {
    const game = new Game({ variant, draws: 'claim' })
    while (!game.status.over && game.ply < 200) game.move(pick(random, game.legalMoves('uci')))
    const status = /** @type {any} */ (game.status)
    const kind = `${status.reason ?? status.type} ${status.winner}`
    const { headline: words } = describeStatus(/** @type {any} */ (game))
    if (wanted.includes(kind))
      found.set(kind, { pgn: PgnGame.fromGame(game).toString(), fen: game.fen, words })
    game.stop()
  }
  return found
}

/** @param {string} fen @param {Variant} variant */
const variantHash = (fen, variant) => `#fen=${encodeURIComponent(fen)}&variant=${variant}`

test('games of all variants are played to each of their ends, and survive a reload @dom', async ({
  page,
}) => {
  for (const [variant, wanted] of ENDS) {
    const games = randomGames(variant, wanted)
    assert.deepEqual([...games.keys()].sort(), [...wanted].sort(), variant)
    for (const { pgn, fen, words } of games.values()) {
      await follow(page, pgnHash(pgn), new Game({ variant }).fen)
      await page.locator('body').press('End')
      await untilFen(page, fen)
      await expect(headline(page)).toHaveText(words)
    }
    const key = storageKey(page, 'game')
    await page.waitForFunction(
      ([key, name]) => localStorage.getItem(key)?.includes(`Variant \\\\\\"${name}`),
      [key, PgnGame.fromGame(new Game({ variant })).headers.get('Variant') ?? ''],
    )
  }
  const fen = await boardFen(page)
  await page.reload()
  await untilFen(page, fen)
  await expect(headline(page)).toHaveText(/^Third check: (White|Black) wins$/)
})

test('the last move of each variant is clicked @dom', async ({ page }) => {
  for (const [variant, fen, uci, words] of LAST_MOVES) {
    await follow(page, variantHash(fen, variant), fen)
    await clickMove(page, uci)
    const after = new Game({ variant, fen })
    after.move(uci)
    await untilFen(page, after.fen)
    await expect(headline(page)).toHaveText(words)
  }
})

test('remaining checks stand in the strips, and links keep the variant @dom', async ({ open }) => {
  const page = await open(variantHash('4k3/8/8/8/8/8/8/R3K3 w - - 3+1 0 1', '3check'))
  await expect(page.locator('.checks[data-color="white"]')).toHaveText('3 checks to win')
  await expect(page.locator('.checks[data-color="black"]')).toHaveText('1 check to win')
  await clickMove(page, 'a1a8')
  await expect(page.locator('.checks[data-color="white"]')).toHaveText('2 checks to win')
  const fen = await boardFen(page)
  await page.locator('#menu-share').click()
  const fields = page.locator('.pgn-link input[aria-label^="Link"]')
  await fields.nth(1).waitFor()
  const values = await fields.evaluateAll(fields => fields.map(field => field.value))
  const links = values.filter(value => value.startsWith('http'))
  assert.equal(links.length, 2)
  await page.keyboard.press('Escape')
  for (const link of links) {
    await follow(page, '#pgn=1. e4 *', START_FEN)
    await follow(page, new URL(link).hash)
    await page.locator('.checks[data-color="white"]', { hasText: 'checks to win' }).waitFor()
    await page.locator('body').press('End')
    await untilFen(page, fen)
  }
})

test('Fairy-Stockfish plays variants, and Stockfish what it plays', async ({ page }) => {
  /** @type {Set<string>} */
  const loaded = new Set()
  page.context().on('request', request => loaded.add(new URL(request.url()).pathname))
  const isLoaded = (/** @type {RegExp} */ name) => [...loaded].some(path => name.test(path))
  const name = page.locator('#analysis .engine-name')
  await page.getByRole('switch', { name: 'Engine' }).click()
  await untilLines(page)
  await expect(name).toHaveText(/^Stockfish/)
  await follow(page, variantHash(START_FEN, 'chess960'))
  await untilLines(page)
  assert.ok(!isLoaded(/fairy/), [...loaded].join(' '))
  for (const [variant] of ENDS) {
    const { fen } = new Game({ variant })
    await follow(page, variantHash(fen, variant), fen)
    await expect(name).toHaveText(/Fairy-Stockfish/, { timeout: ENGINE_PATIENCE })
    await untilLines(page)
    const first = page.locator('#analysis .line .san').first()
    await expect(first).toHaveText(/\w/)
  }
  assert.ok(isLoaded(/engine\/fairy\/stockfish\.wasm$/))
  await follow(page, '#pgn=1. e4 *', START_FEN)
  await expect(name).toHaveText(/^Stockfish/, { timeout: ENGINE_PATIENCE })
  await untilLines(page)
})

test('a match of a variant is played against Fairy-Stockfish, with drops', async ({ open }) => {
  const fen = '4k3/8/8/8/8/8/3p4/3QK3[Qq] w - - 0 1'
  const page = await open(variantHash(fen, 'crazyhouse'))
  await startGame(page, { side: 'White', depth: 4, start: 'From this position' })
  await clickMove(page, 'd1d2')
  await page.locator('#board[data-fen*=" w "]').waitFor({ timeout: ENGINE_PATIENCE })
  await expect.poll(() => boardFen(page)).toMatch(/^[^ ]*\[[^ ]*P[^ ]*\] w/)
  await expect(page.locator('.player[data-color="black"] .name')).toHaveText(/^Fairy-Stockfish/)
})

test.describe(() => {
  test.use({ host: HOSTS.static })

  test('where threads are not allowed, the page says that no engine plays the variant @dom', async ({
    open,
  }) => {
    const page = await open(variantHash(START_FEN, 'atomic'))
    await page.getByRole('switch', { name: 'Engine' }).click()
    const failure = page.locator('#analysis', { hasText: 'No engine at hand plays this variant' })
    await failure.waitFor({ timeout: ENGINE_PATIENCE })
    await clickMove(page, 'e2e4')
    await page.locator('#board[data-fen*=" b "]').waitFor()
    await follow(page, '#pgn=1. d4 *', START_FEN)
    await untilLines(page)
  })
})

test('Fairy-Stockfish works offline after it was used, and is not kept before', async ({
  open,
  tolerated,
}) => {
  tolerated.push(/ERR_INTERNET_DISCONNECTED|^failed: /)
  const page = await open('', { serviceWorkers: 'allow' })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const isKept = () =>
    page.evaluate(async () =>
      Boolean(await caches.match('engine/fairy/stockfish.wasm', { ignoreVary: true })),
    )
  await openHood(page)
  await page.locator('#offline-engine').click()
  await page.locator('#offline-state', { hasText: 'and the engine work offline' }).waitFor()
  await expect.poll(() => isKept()).toBe(false)
  await page.keyboard.press('Escape')
  const hash = variantHash(new Game({ variant: '3check' }).fen, '3check')
  await follow(page, hash)
  await showTab(page, 'analysis')
  await page.getByRole('switch', { name: 'Engine' }).click()
  await untilLines(page)
  await expect.poll(() => isKept()).toBe(true)
  await page.context().setOffline(true)
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  const analysis = page.getByRole('switch', { name: 'Engine' })
  if ((await analysis.getAttribute('aria-checked')) !== 'true') await analysis.click()
  await expect(page.locator('#analysis .engine-name')).toHaveText(/Fairy-Stockfish/, {
    timeout: ENGINE_PATIENCE,
  })
  await untilLines(page)
})

test('positions of variants are counted without Stockfish @dom', async ({ open }) => {
  const { fen } = new Game({ variant: 'atomic' })
  const page = await open(variantHash(fen, 'atomic'))
  await openHood(page)
  assert.equal(await race(page, 2), 'This page counts 400.')
  await page.getByText('Stockfish does not play Atomic.').waitFor()
})

test('a problem with a pasted FEN goes with the next good one', async ({ page }) => {
  const problem = page.locator('.notice.error')
  await paste(page, '4k3/8/8/3x4/8/8/8/4K3 w - - 0 1')
  await problem.waitFor()
  await paste(page, '4k3/8/8/8/8/8/8/4K2R[n] w - - 0 1')
  await untilFen(page, '4k3/8/8/8/8/8/8/4K2R[n] w - - 0 1')
  await expect(problem).toHaveCount(0)
  await follow(page, '#fen=4k3/8/8/3x4/8/8/8/4K3')
  await problem.waitFor()
  await follow(page, '#fen=4k3/8/8/8/8/8/8/4K2R_w_-_-_0_1', '4k3/8/8/8/8/8/8/4K2R w - - 0 1')
  await expect(problem).toHaveCount(0)
})

test('websites in tags are links with their name @dom', async ({ open }) => {
  const page = await open(pgnHash('[Event "Cup"]\n[Site "https://lichess.org/abc"]\n\n1. e4 *'))
  const link = page.locator('.game-headers a')
  await expect(link).toHaveText('lichess.org')
  await expect(link).toHaveAttribute('href', 'https://lichess.org/abc')
  await expect(page.locator('.game-headers p')).toHaveText('Cup, lichess.org')
})

test('the engine’s licence and source are beside it', async ({ pageFolder }) => {
  const of = (/** @type {string} */ name) => readFile(join(pageFolder, name), 'utf8')
  await expect.poll(() => of('licences.txt')).toMatch(/Fairy-Stockfish [\d.]+: .*\(GPL-3\.0\)/)
  const { version } = JSON.parse(
    await readFile('node_modules/fairy-stockfish-nnue.wasm/package.json', 'utf8'),
  )
  assert.ok((await of('engine/fairy/README.txt')).includes(`fairy-stockfish-nnue.wasm@${version}`))
  await expect
    .poll(() => of('engine/fairy/README.txt'))
    .toMatch(/https:\/\/github\.com\/fairy-stockfish\/fairy-stockfish\.wasm/)
  await expect.poll(() => of('engine/fairy/AUTHORS')).toMatch(/ianfab/)
  await expect.poll(() => of('engine/Copying.txt')).toMatch(/GNU GENERAL PUBLIC LICENSE/)
})
