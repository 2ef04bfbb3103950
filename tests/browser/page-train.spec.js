// SPDX-License-Identifier: Apache-2.0
// The room of training: repertoires, mistakes and puzzles are collected, asked, kept over reloads, and asked again when their
// days are over.

import { expect, test } from './support/fixtures.js'
import {
  AFTER_E4,
  clickMove,
  ENGINE_PATIENCE,
  pgnHash,
  SCREENS,
  START_FEN,
  store,
  untilFen,
  untilKept,
} from './support/page.js'

/** @import { Page } from '@playwright/test' */

const PGN = '1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *'
const AFTER_E5 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2'
const AFTER_C5 = 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2'
const DAY = 86_400_000
const PUZZLE =
  '00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1798,77,95,8000,long,https://lichess.org/787zsVup#48,\n'

/** @param {Page} page @returns the room */
async function openRoom(page) {
  await page.locator('#mode-train').click()
  const room = page.getByRole('region', { name: 'Train', exact: true })
  await room.getByRole('radio', { name: 'Openings' }).waitFor({ state: 'attached' })
  return room
}

for (const { name, context } of SCREENS)
  test(`${name}: moves are asked for; a wrong one is taken back and asked again; what is known is kept`, async ({
    open,
  }) => {
    const page = await open(pgnHash(PGN), context)
    await page.locator('.move-list button').last().waitFor({ state: 'attached' })
    const room = await openRoom(page)
    await room.getByLabel('Name').fill('King’s pawn')
    await room.getByRole('button', { name: 'Add' }).click()
    await expect(room.getByRole('listitem')).toContainText('White, 3 of 3 due')
    await expect(page.locator('#mode-train .due')).toHaveText('3 due')
    await room.getByRole('button', { name: 'Train King’s pawn' }).click()
    const task = room.locator('.task')
    const left = room.locator('.left')
    const feedback = room.locator('.feedback')
    await untilFen(page, START_FEN)
    await expect(task).toHaveText('What do you play for White?')
    await expect(left).toHaveText('3 left')
    // The moves to find are not in sight.
    await expect(page.locator('.move-list button')).toHaveCount(0)
    await clickMove(page, 'e2e4')
    await untilFen(page, AFTER_E5)
    await expect(feedback).toHaveText('1. e4 is right.')
    await clickMove(page, 'd2d4')
    await expect(feedback).toHaveText('2. d4 is not your move. Try again.')
    await untilFen(page, AFTER_E5)
    await expect(page.locator('#board .layer.hint > *')).toHaveCount(0)
    await page.keyboard.press('h')
    await expect(feedback).toHaveText('Move a knight.')
    await page.keyboard.press('s')
    await expect(feedback).toHaveText('Nf3 is right: play it now.')
    await expect(page.locator('#board .layer.hint > *').first()).toBeAttached()
    await clickMove(page, 'g1f3')
    await untilFen(page, AFTER_C5)
    await expect(left).toHaveText('2 left')
    await expect(page.locator('#board .layer.hint > *')).toHaveCount(0)
    await page.keyboard.press('ArrowLeft')
    await untilFen(page, AFTER_E4)
    await room.getByRole('button', { name: 'Back to the position' }).click()
    await untilFen(page, AFTER_C5)
    await clickMove(page, 'g1f3')
    await untilFen(page, AFTER_E5)
    await clickMove(page, 'g1f3')
    await expect(task).toHaveText(/^Done: 3 right, 1 of them after a mistake\. The next position comes on /)
    await room.getByRole('button', { name: 'Done' }).click()
    await expect(room.getByRole('listitem')).toContainText('White, 0 of 3 due')
    await expect(page.locator('#mode-train .due')).toHaveCount(0)

    await page.clock.setFixedTime(Date.now() + 1.5 * DAY)
    await page.reload()
    await page.locator('#board[data-fen]').waitFor()
    // The head says it before the room is loaded.
    await expect(page.locator('#mode-train .due')).toHaveText('3 due')
    await openRoom(page)
    await expect(room.getByRole('listitem')).toContainText('White, 3 of 3 due')
    await page.clock.setFixedTime(Date.now())
    await room.getByRole('button', { name: 'Reset King’s pawn' }).click()
    await expect(room.getByRole('listitem')).toContainText('White, 3 of 3 due')
    await room.getByRole('button', { name: 'Delete King’s pawn' }).click()
    await expect(room.getByRole('listitem')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(room.getByRole('listitem')).toHaveCount(1)
  })

test('several repertoires by name, one of several games; for Black the board is turned; what cannot be one is refused', async ({
  open,
}) => {
  const page = await open(pgnHash(PGN), { viewport: { width: 1366, height: 768 } })
  await page.locator('.move-list button').last().waitFor({ state: 'attached' })
  const room = await openRoom(page)
  await room.getByRole('button', { name: 'Add' }).click()
  await expect(room.getByRole('listitem').first()).toContainText('White, 3 of 3 due')
  await room.getByRole('radio', { name: 'Black’s moves' }).check()
  await room.getByLabel('Name').fill('Two answers')
  await room.getByRole('button', { name: 'Add' }).click()
  await expect(room.getByRole('listitem')).toHaveCount(2)
  await expect(room.getByRole('listitem').first()).toContainText('Black, 2 of 2 due')
  await room.getByRole('button', { name: 'Add' }).click()
  await expect(room.getByRole('alert').filter({ hasText: 'has this game' })).toHaveText(
    '“Two answers” has this game already.',
  )
  await room.getByRole('radio', { name: 'White’s moves' }).check()
  await room.getByRole('button', { name: 'Add' }).click()
  await expect(room.getByRole('alert').filter({ hasText: 'choose' })).toHaveText(
    '“Two answers” is a repertoire for Black: choose another name.',
  )
  // Another game joins the first one; the position that both have stays one.
  await page.locator('#mode-analyse').click()
  await clickMove(page, 'e2e4')
  await clickMove(page, 'd7d5')
  await openRoom(page)
  await room.getByLabel('Name').fill('Two answers')
  await room.getByRole('radio', { name: 'Black’s moves' }).check()
  await room.getByRole('button', { name: 'Add' }).click()
  await expect(room.getByRole('listitem').first()).toContainText('Black, 2 of 2 due')
  await room.getByRole('button', { name: 'Train Two answers' }).click()
  await untilFen(page, AFTER_E4)
  await expect(page.locator('.strip[data-place="bottom"]')).toContainText('Black')
  // Any of the three is right.
  await clickMove(page, 'c7c5')
  await expect(room.locator('.feedback')).toHaveText('1… c5 is right.')
  await page.locator('#board[data-fen*="/5N2/PPPP1PPP/RNBQKB1R b "]').waitFor()
  await clickMove(page, 'b8c6')
  await expect(room.locator('.task')).toContainText('Done: 2 right')
})

test('repertoires that an earlier version of the page has saved are there with their boxes', async ({
  open,
}) => {
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  await page.evaluate(
    async ({ pgn, due, fen }) => {
      const own = `binbo${new URL('.', location.href).pathname}`
      await new Promise(resolve => {
        const deleting = indexedDB.deleteDatabase(`${own}shelf`)
        deleting.onsuccess = resolve
        deleting.onerror = resolve
      })
      const database = await new Promise(resolve => {
        const opening = indexedDB.open(`${own}shelf`, 4)
        opening.onupgradeneeded = () => opening.result.createObjectStore('repertoires')
        opening.onsuccess = () => resolve(opening.result)
      })
      const progress = { [fen]: { box: 3, due } }
      const transaction = database.transaction('repertoires', 'readwrite')
      transaction.objectStore('repertoires').put({ pgn, color: 'white', progress }, 'Old')
      await new Promise(resolve => (transaction.oncomplete = resolve))
      database.close()
      localStorage.setItem(`${own}shelved repertoires`, '["Old"]')
    },
    { pgn: PGN, due: Date.now() + 3 * DAY, fen: AFTER_E5.split(' ').slice(0, 4).join(' ') },
  )
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  const room = await openRoom(page)
  await expect(room.getByRole('listitem')).toContainText('White, 2 of 3 due')
  await expect(page.locator('#mode-train .due')).toHaveText('2 due')
})

test('a file of puzzles: all moves of the solution, the names only afterwards', async ({ open }) => {
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  const room = await openRoom(page)
  await room.getByRole('radio', { name: 'Puzzles' }).check({ force: true })
  const file = { name: 'puzzles.csv', mimeType: 'text/csv', buffer: Buffer.from(`${PUZZLE}nothing\n`) }
  await room.getByLabel('A file of puzzles').setInputFiles(file)
  await expect(room.getByText('1 puzzle was read. 1 line was not a puzzle.')).toBeVisible()
  await room.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(room.locator('.task')).toHaveText('Find the best move for White.')
  await expect(page.getByText('00008')).toHaveCount(0)
  await clickMove(page, 'e6e7')
  await expect(room.locator('.feedback')).toContainText('go on')
  await clickMove(page, 'b3c1')
  await page.locator('#board[data-fen*="/2q4K w "]').waitFor()
  await clickMove(page, 'h6c1')
  await expect(room.locator('.feedback')).toContainText('Qxc1 is right. The position comes back tomorrow.')
  await expect(room.getByText('Puzzle 00008, rated 1798')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(room.locator('.task')).toContainText('Done: 1 right, 0 of them after a mistake.')
  await room.getByRole('button', { name: 'Done' }).click()
  await expect(room.getByText(/^All done\. The next position comes on /)).toBeVisible()
  // A file without puzzles is refused.
  const none = { name: 'games.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b,c\n') }
  await room.getByLabel('A file of puzzles').setInputFiles(none)
  await expect(room.getByText('There are no puzzles in this file')).toBeVisible()
})

test('mistakes of the user’s games are collected by the engine, and asked', async ({ open }) => {
  test.setTimeout(3 * ENGINE_PATIENCE)
  const games = `[White "Anna"]\n[Black "Ben"]\n[Date "2024.03.01"]\n\n1. e4 e5 2. Qh5 Ke7 3. Nf3 Nf6 4. Qxe5# 1-0\n`
  const page = await open('', { viewport: { width: 1366, height: 768 } })
  await page.locator('#mode-games').click()
  await page.locator('#games-database').click()
  await page
    .getByLabel('PGN files for the database')
    .setInputFiles({ name: 'own.pgn', mimeType: 'text/plain', buffer: Buffer.from(games) })
  await expect(page.locator('.db-head')).toContainText('1 game')
  const room = await openRoom(page)
  await room.getByRole('radio', { name: 'Your mistakes' }).check({ force: true })
  await room.getByLabel('Your name in the games').fill('Nobody')
  await room.getByRole('button', { name: 'Look through them' }).click()
  await expect(room.getByText('No game of “Nobody” is in the database.')).toBeVisible()
  await room.getByLabel('Your name in the games').fill('Anna')
  await room.getByRole('button', { name: 'Look through them' }).click()
  await expect(room.getByText(/^\d+ new positions? from 1 game\.$/)).toBeVisible({ timeout: ENGINE_PATIENCE })
  await room.getByRole('button', { name: 'Look through them' }).click()
  await expect(room.getByText('These games were looked through before.')).toBeVisible()
  // Each is in one of the two rooms.
  const [mistakes, puzzles] = await page.evaluate(async () => {
    const own = `binbo${new URL('.', location.href).pathname}`
    const database = await new Promise(resolve => {
      const opening = indexedDB.open(`${own}shelf`)
      opening.onsuccess = () => resolve(opening.result)
    })
    const read = name =>
      new Promise(resolve => {
        const reading = database.transaction('decks').objectStore('decks').get(name)
        reading.onsuccess = () => resolve(reading.result.cards)
      })
    const both = [await read('mistakes'), await read('puzzles')]
    database.close()
    return both
  })
  expect(mistakes.length + puzzles.length).toBeGreaterThan(0)
  const isPuzzle = mistakes.length === 0
  const [card] = isPuzzle ? puzzles : mistakes
  if (isPuzzle) await room.getByRole('radio', { name: 'Puzzles' }).check({ force: true })
  await room.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(room.locator('.task')).toHaveText(card.task)
  await expect(page.locator('.strip[data-place="bottom"]')).toContainText('White')
  await clickMove(page, card.answers[0].uci)
  await expect(room.locator('.feedback')).toContainText('is right.')
  await expect(room.getByText('Anna – Ben, 2024')).toBeVisible()
  await room.getByRole('button', { name: 'Look at it with the engine' }).click()
  await expect(page.locator('#analysis-switch')).toHaveAttribute('aria-checked', 'true')
})

test('a repertoire against games: where opponents left it goes to the board, and one click adds it', async ({
  open,
}) => {
  const line = (/** @type {string} */ moves, result = '1-0') =>
    `[White "Anna"]\n[Black "Ben"]\n[Result "${result}"]\n\n${moves} ${result}\n\n`
  const games =
    line('1. e4 d5 2. exd5 Qxd5') +
    line('1. e4 d5 2. exd5 Nf6') +
    line('1. e4 d5 2. e5', '0-1') +
    line('1. e4 e5 2. Bc4') +
    line('1. e4 c5 2. Nf3')
  const page = await open(pgnHash(PGN), { viewport: { width: 1366, height: 768 } })
  await page.locator('.move-list button').last().waitFor({ state: 'attached' })
  await page.locator('#mode-games').click()
  await page.locator('#games-database').click()
  await page
    .getByLabel('PGN files for the database')
    .setInputFiles({ name: 'own.pgn', mimeType: 'text/plain', buffer: Buffer.from(games) })
  await expect(page.locator('.db-head')).toContainText('5 games')
  const room = await openRoom(page)
  await room.getByLabel('Name').fill('King’s pawn')
  await room.getByRole('button', { name: 'Add' }).click()
  await room.getByRole('button', { name: 'Compare King’s pawn with games' }).click()
  await expect(
    room.getByText('5 games reach it: to its end 1, opponents left it 3, you left it 1.'),
  ).toBeVisible()
  await expect(room.getByRole('listitem')).toHaveText([/^3 games1\. e4 1… d5You have e5, c5 · 67 % for you/])
  await room.getByRole('listitem').getByRole('button').first().click()
  await page.locator('#board[data-fen^="rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w"]').waitFor()
  await expect(room.getByText('The games answer exd5, 2 times.')).toBeVisible()
  await room.getByRole('button', { name: 'Add 1… d5' }).click()
  await expect(
    room.getByText('5 games reach it: to its end 3, opponents left it 0, you left it 2.'),
  ).toBeVisible()
  await room.getByRole('radio', { name: 'You left it' }).check({ force: true })
  await expect(room.getByRole('listitem')).toHaveCount(2)
  // All rows are shown in one tab.
  for (const at of [0, 1, 0, 1, 0]) {
    const row = room.getByRole('listitem').nth(at)
    await row.getByRole('button').first().click()
    await expect(row).toHaveAttribute('aria-current', 'true')
  }
  await expect(page.locator('#game-tabs [role="tab"]')).toHaveCount(0)
  await room.getByRole('radio', { name: 'Never met' }).check({ force: true })
  await expect(room.getByRole('listitem')).not.toHaveCount(0)
  // It is asked in training.
  await room.getByRole('button', { name: 'Back to the repertoires' }).click()
  await expect(room.getByRole('listitem')).toContainText('White, 4 of 4 due')
})

/** @param {Page} page @param {'repertoires' | 'decks'} name @returns {Promise<Record<string, any>>} */
const stored = (page, name) =>
  page.evaluate(async name => {
    const own = `binbo${new URL('.', location.href).pathname}`
    const database = await new Promise(resolve => {
      const opening = indexedDB.open(`${own}shelf`)
      opening.onsuccess = () => resolve(opening.result)
    })
    const objects = database.transaction(name).objectStore(name)
    const read = request => new Promise(resolve => (request.onsuccess = () => resolve(request.result)))
    const [keys, values] = await Promise.all([read(objects.getAllKeys()), read(objects.getAll())])
    database.close()
    return Object.fromEntries(keys.map((key, index) => [key, values[index]]))
  }, name)

const WIDE = { viewport: { width: 1366, height: 768 } }

test('two tabs train and change the same repertoires: the changes of both are kept, what one deletes stays deleted', async ({
  open,
}) => {
  const page = await open('', WIDE)
  await store(page, 'repertoires', {
    Both: { pgn: PGN, color: 'white', progress: {} },
    Gone: { pgn: PGN, color: 'white', progress: {} },
  })
  const room = await openRoom(page)
  await expect(room.getByRole('listitem')).toHaveCount(2)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.locator('#board[data-fen]').waitFor()
  const second = await openRoom(other)
  await expect(second.getByRole('listitem')).toHaveCount(2)
  // Both tabs are in a session of the same repertoire.
  await room.getByRole('button', { name: 'Train Both' }).click()
  await untilFen(page, START_FEN)
  await second.getByRole('button', { name: 'Train Both' }).click()
  await clickMove(other, 'e2e4')
  await expect(second.locator('.left')).toHaveText('2 left')
  await clickMove(other, 'g1f3')
  await expect(second.locator('.left')).toHaveText('1 left')
  await expect.poll(async () => Object.keys((await stored(page, 'repertoires')).Both.progress).length).toBe(2)
  await clickMove(page, 'e2e4')
  await expect(room.locator('.left')).toHaveText('2 left')
  await expect(room.locator('.left')).toHaveText('2 left')
  await room.getByRole('button', { name: 'End' }).click()
  await expect(room.getByRole('listitem').filter({ hasText: 'Both' })).toContainText('1 of 3 due')
  expect(Object.keys((await stored(page, 'repertoires')).Both.progress)).toHaveLength(2)
  // One tab deletes a repertoire in whose session the other one is.
  await room.getByRole('button', { name: 'Train Gone' }).click()
  await untilFen(page, START_FEN)
  await second.getByRole('button', { name: 'End' }).click()
  await second.getByRole('button', { name: 'Delete Gone' }).click()
  await expect.poll(async () => Object.keys(await stored(page, 'repertoires'))).toEqual(['Both'])
  await clickMove(page, 'e2e4')
  await expect(room.locator('.left')).toHaveText('2 left')
  await room.getByRole('button', { name: 'End' }).click()
  await expect(room.getByRole('listitem')).toHaveCount(1)
  expect(Object.keys(await stored(page, 'repertoires'))).toEqual(['Both'])
  // The room is shown again: it has what the other tab did.
  await second.getByRole('button', { name: 'Delete Both' }).click()
  await expect.poll(async () => Object.keys(await stored(page, 'repertoires'))).toEqual([])
  await page.locator('#mode-play').click()
  await openRoom(page)
  await expect(room.getByRole('listitem')).toHaveCount(0)
  await other.close()
})

test('the undo of a deletion keeps a repertoire of the same name that was made since', async ({ open }) => {
  const page = await open(pgnHash(PGN), WIDE)
  await page.locator('.move-list button').last().waitFor({ state: 'attached' })
  await store(page, 'repertoires', { Mine: { pgn: '1. d4 d5 2. c4 *', color: 'white', progress: {} } })
  const room = await openRoom(page)
  await room.getByRole('button', { name: 'Delete Mine' }).click()
  await expect(room.getByRole('listitem')).toHaveCount(0)
  await room.getByLabel('Name').fill('Mine')
  await room.getByRole('button', { name: 'Add' }).click()
  await expect(room.getByRole('listitem')).toContainText('3 of 3 due')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(room.getByRole('listitem')).toHaveText([/^Mine \(2\).*2 of\s+2 due/s, /^Mine.*3 of\s+3 due/s])
})

const CARD = {
  ...{ start: START_FEN, variant: 'standard', line: [], rest: [], origin: '', best: null },
  answers: [{ uci: 'e2e4', san: 'e4' }],
}

test('a file of puzzles keeps the unsolved ones of the user’s games', async ({ open }) => {
  const page = await open('', WIDE)
  const cards = [{ ...CARD, key: 'own', task: 'Only one move is good for White.' }]
  await store(page, 'decks', { puzzles: { cards, progress: {}, games: [] } })
  const room = await openRoom(page)
  await room.getByRole('radio', { name: 'Puzzles' }).check({ force: true })
  const buffer = Buffer.from(PUZZLE)
  await room
    .getByLabel('A file of puzzles')
    .setInputFiles({ name: 'puzzles.csv', mimeType: 'text/csv', buffer })
  await expect(room.getByText('1 puzzle was read.')).toBeVisible()
  const { puzzles } = await stored(page, 'decks')
  expect(puzzles.cards).toHaveLength(2)
  expect(puzzles.cards[0].key).toBe('own')
})

test('a repertoire that cannot be read is named, and stops no other one; it is not overwritten', async ({
  open,
}) => {
  const page = await open(pgnHash(PGN), WIDE)
  await page.locator('.move-list button').last().waitFor({ state: 'attached' })
  const cards = [{ ...CARD, key: 'own', task: 'Find a better move.' }]
  await store(page, 'decks', { mistakes: { cards, progress: {}, games: [] } })
  await store(page, 'repertoires', {
    Damaged: { pgn: '', color: 'white', progress: {} },
    Whole: { pgn: PGN, color: 'white', progress: {} },
  })
  const room = await openRoom(page)
  await expect(room.getByRole('listitem')).toContainText('Whole')
  const named = room.getByText('Cannot be read: Damaged.')
  await expect(named).toBeVisible()
  await room.getByLabel('Name').fill('Damaged')
  await room.getByRole('button', { name: 'Add' }).click()
  await expect(room.getByText('“Damaged” is in use: choose another name.')).toBeVisible()
  await room.getByRole('radio', { name: 'Your mistakes' }).check({ force: true })
  await expect(named).toBeVisible()
  await expect(room.getByText('1 of 1 due')).toBeVisible()
})

test('what is saved and cannot be read stays as it is', async ({ open }) => {
  const page = await open('', WIDE)
  const cards = [{ ...CARD, key: 'own', task: 'Only one move is good for White.' }]
  await store(page, 'decks', { puzzles: { cards, progress: {}, games: [] } })
  // The browser fails to read once, as it does when its storage is busy or damaged.
  await page.evaluate(() => {
    const { get } = IDBObjectStore.prototype
    IDBObjectStore.prototype.get = () => {
      throw new DOMException('The test fails it', 'UnknownError')
    }
    Object.assign(globalThis, { mend: () => Object.assign(IDBObjectStore.prototype, { get }) })
  })
  const room = await openRoom(page)
  const failure = room.getByText('What was saved for training cannot be read.')
  await expect(failure).toBeVisible()
  await room.getByRole('radio', { name: 'Puzzles' }).check({ force: true })
  await expect(failure).toBeVisible()
  await page.evaluate('mend()')
  const buffer = Buffer.from(PUZZLE)
  await room
    .getByLabel('A file of puzzles')
    .setInputFiles({ name: 'puzzles.csv', mimeType: 'text/csv', buffer })
  await expect(room.getByText('1 puzzle was read.')).toBeVisible()
  expect((await stored(page, 'decks')).puzzles.cards).toHaveLength(2)
})

test('the head says what is due of repertoires that an earlier version has saved, before the room is opened', async ({
  open,
}) => {
  const page = await open('', WIDE)
  await store(page, 'repertoires', { Old: { pgn: PGN, color: 'white', progress: {} } })
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  await expect(page.locator('#mode-train .due')).toHaveText('3 due')
})

test('a damaged repertoire can be deleted, and comes back as it was', async ({ open }) => {
  const page = await open('', WIDE)
  const damaged = { pgn: '', color: 'white', progress: {} }
  await store(page, 'repertoires', { Damaged: damaged, Whole: { ...damaged, pgn: PGN } })
  const room = await openRoom(page)
  await expect(room.getByText('Cannot be read: Damaged.')).toBeVisible()
  await room.getByRole('button', { name: 'Delete Damaged' }).click()
  await expect(room.getByText('Cannot be read')).toHaveCount(0)
  expect(Object.keys(await stored(page, 'repertoires'))).toEqual(['Whole'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(room.getByText('Cannot be read: Damaged.')).toBeVisible()
  expect((await stored(page, 'repertoires')).Damaged).toEqual(damaged)
})

test('the undo of a deletion restores what was saved, not what this tab showed', async ({ open }) => {
  const page = await open('', WIDE)
  const mine = { pgn: '1. d4 d5 2. c4 *', color: 'white', progress: {} }
  const deck = { cards: [{ ...CARD, key: 'one', task: 'Find a better move.' }], progress: {}, games: ['1'] }
  await store(page, 'repertoires', { Mine: mine })
  await store(page, 'decks', { mistakes: deck })
  const room = await openRoom(page)
  await expect(room.getByRole('listitem')).toContainText('2 of 2 due')
  // Another tab has added to both.
  const newer = { ...mine, pgn: PGN }
  const larger = { ...deck, cards: [...deck.cards, { ...CARD, key: 'two', task: 'Find another.' }] }
  await store(page, 'repertoires', { Mine: newer })
  await store(page, 'decks', { mistakes: larger })
  const undo = page.getByRole('button', { name: 'Undo' })
  await room.getByRole('button', { name: 'Delete Mine' }).click()
  await undo.click()
  await expect(room.getByRole('listitem')).toContainText('3 of 3 due')
  expect(await stored(page, 'repertoires')).toEqual({ Mine: newer })
  await room.getByRole('radio', { name: 'Your mistakes' }).check({ force: true })
  await room.getByRole('button', { name: 'Delete these mistakes' }).click()
  await expect(page.getByText('2 mistakes were deleted.')).toBeVisible()
  // Its games are not looked through again.
  expect((await stored(page, 'decks')).mistakes).toEqual({ cards: [], progress: {}, games: ['1'] })
  await undo.click()
  await expect(room.getByText('2 of 2 due')).toBeVisible()
  expect((await stored(page, 'decks')).mistakes).toEqual(larger)
})

test('answers are counted by the user’s days, over midnight, as a chart and as text; the streak lasts a day', async ({
  open,
}) => {
  const page = await open(pgnHash(PGN), {
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Pacific/Auckland',
  })
  // A minute before midnight in Auckland, which is noon in Greenwich.
  await page.clock.setFixedTime('2026-06-30T11:59:00Z')
  await page.locator('.move-list button').last().waitFor({ state: 'attached' })
  const room = await openRoom(page)
  const chart = room.locator('.train-chart')
  const figures = room.locator('.train-days dl > div')
  await room.getByRole('button', { name: 'Add' }).click()
  await expect(figures).toHaveText([
    'mistakes due0',
    'opening moves due3',
    'in a row, best 00 days',
    'due tomorrow0',
  ])
  await expect(chart).toHaveCount(0)
  await room.getByRole('button', { name: /^Train / }).click()
  await clickMove(page, 'd2d4')
  await clickMove(page, 'e2e4')
  await expect(figures.nth(2)).toHaveText('in a row, best 11 day')
  await page.clock.setFixedTime('2026-06-30T12:01:00Z')
  await untilFen(page, AFTER_E5)
  await clickMove(page, 'g1f3')
  await expect(figures.nth(2)).toHaveText('in a row, best 22 days')
  await expect(chart).toContainText('Positions answered, the last two weeks')
  await expect(chart).toContainText('2, of which 50% at once')
  const days = chart.locator('.bars p')
  await expect(days).toHaveCount(14)
  await expect(days.last()).toHaveText('July 1: 1, of which 1 at once')
  await expect(days.nth(12)).toHaveText('June 30: 1, of which 0 at once')
  await expect(days.first()).toHaveText('June 18: none')

  await page.clock.setFixedTime('2026-07-02T11:59:00Z')
  await page.reload()
  await openRoom(page)
  await expect(figures.nth(2)).toHaveText('in a row, best 22 days')
  await page.clock.setFixedTime('2026-07-02T12:01:00Z')
  await page.reload()
  await openRoom(page)
  await expect(figures.nth(2)).toHaveText('in a row, best 20 days')
})

test('the first visit has something to train: an example repertoire and example puzzles, also offline', async ({
  visit,
}) => {
  const page = await visit('', { serviceWorkers: 'allow' })
  await untilKept(page)
  await page.context().setOffline(true)
  const room = await openRoom(page)
  await room.getByRole('button', { name: 'Example repertoire' }).click()
  await expect(room.getByRole('listitem')).toContainText(/^Example repertoireWhite, (\d+) of \1 due/)
  await expect(room.getByRole('button', { name: 'Example repertoire', exact: true })).toHaveCount(0)
  await room.getByRole('radio', { name: 'Puzzles' }).check({ force: true })
  await room.getByRole('button', { name: 'Example puzzles' }).click()
  await expect(room.getByRole('status')).toHaveText('200 puzzles were added.')
  await room.getByRole('button', { name: 'Example puzzles' }).click()
  await expect(room.getByRole('status')).toHaveText('0 puzzles were added.')
  await room.getByRole('button', { name: 'Train', exact: true }).click()
  await expect(room.locator('.left')).toHaveText('10 left')
  await expect(room.locator('.task')).toHaveText(/^Find the best move for (White|Black)\.$/)
  await expect(room.locator('.origin')).toHaveCount(0)
  await page.keyboard.press('s')
  await expect(room.locator('.feedback')).toHaveText(/ is right: play it now\.$/)
})
