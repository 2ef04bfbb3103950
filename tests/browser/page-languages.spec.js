// SPDX-License-Identifier: Apache-2.0
// The page in other languages, the choice of one, and a made-up language that shows which texts are only in English.

import { readFile } from 'node:fs/promises'
import { GameNode } from '../js/support/game-nodes.js'
import { expect, root, test } from './support/fixtures.js'
import { clickMove, moreAct, openMenu, openMore, pgnHash, playTwo, START_FEN, store } from './support/page.js'

/** @import { Locator, Page } from '@playwright/test' */

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

test('from right to left the page is mirrored, but boards and moves are not', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 *'))
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  const isLeftOf = async (/** @type {Locator} */ first, /** @type {Locator} */ second) => {
    await second.waitFor()
    const [one, other] = [await first.boundingBox(), await second.boundingBox()]
    return one !== null && other !== null && one.x < other.x
  }
  expect(await isLeftOf(page.locator('#menu'), page.locator('#modes'))).toBe(true)
  const [white, black] = ['e4', 'e5'].map(name => page.locator('#move-list').getByRole('button', { name }))
  expect(await isLeftOf(white, black)).toBe(true)
  await openMenu(page, 'setup')
  const squares = page.locator('.setup-square')
  expect(await isLeftOf(squares.nth(0), squares.nth(1))).toBe(true)
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

test('the room of training has no text that is only in English', async ({ open }) => {
  const page = await openMarked(open, pgnHash('1. e4 e5 2. Nf3 *'))
  await page.locator('.move-list button').last().waitFor()
  await page.locator('#mode-train').click()
  const room = page.locator('#train')
  await room.getByLabel('⟦Name⟧').waitFor()
  expect(await unmarked(page, '#train'), 'no repertoire').toEqual([])
  await room.getByLabel('⟦Name⟧').fill('1')
  await room.getByRole('button', { name: '⟦Add⟧' }).click()
  await room.getByRole('listitem').waitFor()
  expect(await unmarked(page, '#train'), 'a repertoire').toEqual([])
  await room.getByRole('button', { name: '⟦Compare 1 with games⟧' }).click()
  await room.getByText('⟦No game of the database').waitFor()
  expect(await unmarked(page, '#train'), 'without games').toEqual([])
  await room.getByRole('button', { name: '⟦Back to the repertoires⟧' }).click()
  await room.getByRole('button', { name: '⟦Train 1⟧' }).click()
  await room.getByRole('button', { name: '⟦Show the move⟧' }).click()
  await expect(room.locator('.feedback')).toHaveText('⟦e4 is right: play it now.⟧')
  expect(await unmarked(page, '#train'), 'a session').toEqual([])
  for (const name of ['Your mistakes', 'Puzzles']) {
    await room.getByRole('radio', { name: `⟦${name}⟧` }).check({ force: true })
    await room.getByRole('heading', { level: 3 }).waitFor()
    expect(await unmarked(page, '#train'), name).toEqual([])
  }
})

test('cards that were saved in one language are shown in another', async ({ open }) => {
  const page = await open('', GERMAN)
  const card = { start: START_FEN, variant: 'standard', line: [], rest: [], best: null }
  const answers = [{ uci: 'e2e4', san: 'e4' }]
  for (const [task, shown] of [
    [
      '1. a3 was a mistake. Find a better move for White.',
      '1. a3 war ein Fehler. Finde einen besseren Zug für Weiß.',
    ],
    [
      '1. a3 was a blunder. Find a better move for White.',
      '1. a3 war ein grober Fehler. Finde einen besseren Zug für Weiß.',
    ],
    ['Only one move is good for White.', 'Nur ein Zug ist gut für Weiß.'],
    ['Find another.', 'Find another.'],
  ]) {
    const cards = [{ ...card, answers, key: 'one', task, origin: 'Anna – Ben, 2024' }]
    await store(page, 'decks', { mistakes: { cards, progress: {}, games: [] } })
    await page.reload()
    await page.locator('#board[data-fen]').waitFor()
    await openDeck(page, 'Deine Fehler')
    await expectTask(page, { train: 'Üben', task: shown })
  }
  await page.reload()
  await page.locator('#board[data-fen]').waitFor()
  await openDeck(page, 'Aufgaben')
  await page.getByLabel('Eine Datei mit Aufgaben').setInputFiles(PUZZLES)
  await expectTask(page, { train: 'Üben', task: 'Finde den besten Zug für Weiß.' })
  await choose(page, 'Español')
  await openDeck(page, 'Problemas')
  await expectTask(page, { train: 'Entrenar', task: 'Encuentra la mejor jugada para las blancas.' })
  await choose(page, 'English')
  await openDeck(page, 'Puzzles')
  await expectTask(page, { train: 'Train', task: 'Find the best move for White.' })
  await page.keyboard.press('s')
  await clickMove(page, 'e6e7')
  await page.keyboard.press('s')
  await clickMove(page, 'b3c1')
  await page.keyboard.press('s')
  await clickMove(page, 'h6c1')
  await expect(page.locator('#train .origin')).toHaveText(/^Puzzle 00008, rated 1798: https:/)
})

test('a game with a friend has no text that is only in English', async ({ open, after }) => {
  const node = new GameNode(/** @type {any} */ ({ origins: ['*'] }))
  await node.start()
  after(() => node.end())
  const white = await openMarked(open, '')
  await openFriend(white)
  await white.getByRole('button', { name: '⟦Two on this board⟧' }).waitFor()
  expect(await unmarked(white, 'dialog.new-game'), 'without a server').toEqual([])
  await white.getByRole('button', { name: '⟦More options⟧' }).click()
  await white.locator('#friend-server').fill('chess.example.org')
  await white.locator('.new-game summary').click()
  const start = white.getByRole('button', { name: '⟦Start the game⟧' })
  await start.click()
  await expect(white.locator('#friend-problem')).toContainText('⟦An address begins with')
  expect(await unmarked(white, 'dialog.new-game'), 'a wrong address').toEqual([])
  await white.locator('#friend-server').fill(node.url)
  await white.locator('.new-game [name=listed]').check()
  await start.click()
  await white.locator('#friend-cancel').waitFor()
  expect(await unmarked(white, FRIEND), 'an invitation').toEqual([])
  const link = await white.locator('.friend-invite input').inputValue()

  const black = await openMarked(open, link.slice(link.indexOf('#')))
  const connect = black.getByRole('button', { name: '⟦Connect⟧' })
  await connect.waitFor()
  expect(await unmarked(black, '#notices'), 'a new server').toEqual([])
  await connect.click()
  const join = black.locator('#friend-join')
  await join.waitFor()
  expect(await unmarked(black, FRIEND), 'an invited friend').toEqual([])
  await openFriend(white)
  await white.locator('.lobby-row').waitFor()
  expect(await unmarked(white, '.lobbies'), 'the lobby').toEqual([])
  await white.keyboard.press('Escape')

  await join.click()
  for (const page of [white, black]) {
    await page.locator('#friend-takeback').waitFor()
    // The PGN has these names in English.
    await expect(page.locator('.strip[data-place=top] .name')).toHaveText('⟦Opponent⟧')
    await expect(page.locator('.strip[data-place=bottom] .name')).toHaveText('⟦You⟧')
    expect(await unmarked(page, FRIEND), 'a game').toEqual([])
  }
})

/** The card of a game with a friend, and the names of its players. */
const FRIEND = '#status, .player'

/** Opens the dialog for a new game with a friend. @param {Page} page */
async function openFriend(page) {
  await openMenu(page, 'new')
  await page.locator('.new-game [value="friend"]').check()
}

test('errors that a Worker finds are in the language of the page', async ({ open }) => {
  const page = await open('', GERMAN)
  const games = '[White "Anna"]\n\n1. e4 e5 2. Ke3 *\n\n[White "Ben"]\n\n1. d4 *\n'
  await openMenu(page, 'open')
  await page.getByLabel('PGN-Datei, beliebig groß').setInputFiles({
    ...{ name: 'a.pgn', mimeType: 'text/plain', buffer: Buffer.from(games) },
  })
  await page.getByRole('option', { name: 'Anna' }).click()
  await expect(page.getByRole('list', { name: 'Fehler dieser Partie' })).toContainText(
    'Sie bricht ab bei 2. Ke3 (Zeile 3). Der König erreicht e3 nicht in einem Zug.',
  )
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
        if (rest !== text) return isWord(rest)
        // An element among the words of a text parts its brackets.
        return /\p{L}{2}/u.test(text.replace(/^[^⟦⟧]*⟧|⟦[^⟦⟧]*$|Binbo|Alt/g, ''))
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

const PUZZLES = {
  name: 'puzzles.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    '00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1798,77,95,8000,long,https://lichess.org/787zsVup#48,\n',
  ),
}

/** @param {Page} page @param {string} name in the language of the page */
async function openDeck(page, name) {
  await page.locator('#mode-train').click()
  await page.locator('#train').getByRole('radio', { name }).check({ force: true })
}

/** Begins a session. @param {Page} page @param {{ train: string, task: string }} texts */
async function expectTask(page, { train, task }) {
  await page.locator('#train').getByRole('button', { name: train, exact: true }).click()
  await expect(page.locator('#train .task')).toHaveText(task)
}

/** Chooses a language in the settings, and waits for the page in it. @param {Page} page @param {string} label */
async function choose(page, label) {
  await openMenu(page, 'settings')
  const loaded = page.waitForEvent('load')
  await page.locator('#language').selectOption({ label })
  await loaded
}
