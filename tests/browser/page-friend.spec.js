// SPDX-License-Identifier: Apache-2.0
// A game with a friend over a game server: invited by a link, joined, watched, played, ended and played again.

import assert from 'node:assert/strict'
import { WebSocket } from 'ws'
import { GameNode } from '../js/support/game-nodes.js'
import { session } from '../js/support/sessions.js'
import { expect, test } from './support/fixtures.js'
import {
  button,
  invite,
  linkOf,
  makeMove,
  playMoves,
  untilActivity,
  untilHeadline,
  untilMove,
  untilPlaying,
} from './support/friends.js'
import { NO_SERVER, SERVERLESS, useOwnPage } from './support/own-page.js'
import { notice, openMenu, openMore, SCREENS, START_FEN, startGame, untilFen } from './support/page.js'

/** @import { Fixtures } from './support/fixtures.js' */

const [{ context: PHONE }, { context: DESKTOP }] = SCREENS

const node = new GameNode(/** @type {any} */ ({ origins: ['*'] }))
test.beforeAll(() => node.start())
test.afterAll(() => node.end())
// As make demo has one.
useOwnPage(() => node.url)

/** @param {import('@playwright/test').Page} page @param {'white' | 'black'} color */
const player = (page, color) => page.locator(`.player[data-color="${color}"]`)

/** @param {import('@playwright/test').Page} page @param {'white' | 'black'} color @param {boolean} isThere */
const untilPresence = (page, color, isThere) =>
  player(page, color).locator(`.presence[data-there="${isThere}"]`).waitFor()

/** A player without a page. @param {Fixtures['after']} after */
function robot(after) {
  const client = session.connectGames(node.url, { WebSocket })
  after(() => client.close())
  return client
}

/** @param {import('binbo/session').GameLink} link @param {(view: import('binbo/session').SessionView) => boolean} has */
async function until(link, has) {
  while (!link.view || !has(link.view)) await new Promise(resolve => link.on('view', resolve))
}

/** @param {Fixtures['open']} open @param {Parameters<typeof invite>[1]} [wishes] */
async function twoPlayers(open, wishes) {
  const white = await open('', DESKTOP)
  const link = await invite(white, wishes)
  const black = await open(link, PHONE)
  await button(black, 'Join').click()
  await untilPlaying(white, black)
  return { white, black }
}

test('a page without a server asks for its address; the friend sees the setup, joins, and a third one watches', async ({
  open,
}) => {
  const anna = await open(SERVERLESS, DESKTOP)
  await anna.locator('#menu-new').click()
  const dialog = anna.getByRole('dialog', { name: 'New game' })
  await dialog.getByRole('radio', { name: /^A friend/ }).check()
  await dialog.getByText(NO_SERVER, { exact: true }).waitFor()
  await expect(dialog.getByRole('button', { name: 'Two on this board' })).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'More options' }).click()
  await dialog.getByRole('textbox', { name: 'Game server' }).fill('chess.example.org')
  await dialog.getByRole('button', { name: 'Start the game' }).click()
  await dialog.getByText('An address begins with ws:// or wss://, such as ws://chess.example.org').waitFor()
  await anna.keyboard.press('Escape')
  const link = await invite(anna, { server: node.url, clock: [5, 60], variant: 'Crazyhouse' })
  assert.match(link, /&server=ws%3A%2F%2F127/)
  await untilActivity(anna, /^Waiting/)

  const bert = await open(SERVERLESS + link, PHONE)
  // A server that this browser does not know is asked only after a click.
  await notice(bert, 'This game is on the server').getByRole('button', { name: 'Connect' }).click()
  await bert.getByText('invites you: 5+60 · Crazyhouse, you play Black.').waitFor()
  await expect(bert.locator('#board svg.cm-chessboard')).toHaveCount(1)
  await untilActivity(anna, /^Waiting/)
  await button(bert, 'Join').click()
  await untilPlaying(anna, bert)
  await untilPresence(anna, 'black', true)
  await expect(player(bert, 'black').locator('.name')).toHaveText('You')
  await expect(player(bert, 'white').locator('.name')).toHaveText('Opponent')

  const carl = await open(SERVERLESS + link, DESKTOP)
  await notice(carl, 'This game is on the server').getByRole('button', { name: 'Connect' }).click()
  await untilActivity(carl, '1 spectator')
  await expect(button(carl, 'Join')).toHaveCount(0)
  // The link is Black's: so is the side to view from.
  await expect(carl.locator('.strip[data-place=bottom] .player')).toHaveAttribute('data-color', 'black')
  await playMoves([anna, bert], 'e2e4 d7d5 e4d5 d8d5', [carl])
  await anna.locator('.clock.running[data-color="white"]').waitFor()
  await button(anna, 'Resign').click()
  await anna.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  for (const page of [anna, bert, carl]) {
    await untilHeadline(page, 'Black wins')
    await page.locator('#status .detail').getByText('White resigned.').waitFor()
  }
  await openMenu(anna, 'share')
  const pgn = await anna.getByRole('dialog').getByRole('textbox', { name: /^PGN/ }).inputValue()
  assert.match(pgn, /\[White "You"\]\n\[Black "Opponent"\]\n\[Result "0-1"\]/)
  assert.match(pgn, /\[Variant "Crazyhouse"\]/)
  assert.match(pgn, /\[TimeControl "300\+60"\]\n\[Termination "normal"\]/)
  assert.match(
    pgn,
    /1\. e4 \{\[%clk 0:05:00\]\} 1\.\.\. d5 \{\[%clk 0:05:00\]\} 2\. exd5 \{\[%clk 0:05:[3-5]/,
  )
  await anna.keyboard.press('Escape')
  await button(anna, 'Analyse').click()
  await anna.locator('#analysis-switch').waitFor()
})

test('an invited friend on a phone sees the board from the own side, and one button to press', async ({
  open,
}) => {
  const white = await open('', DESKTOP)
  const link = await invite(white, { clock: [5, 3] })
  for (const context of [PHONE, { ...PHONE, viewport: { width: 360, height: 640 } }, DESKTOP]) {
    const friend = await open(link, context)
    await friend.getByText('invites you: 5+3 · Standard chess, you play Black.').waitFor()
    await expect(friend.locator('.strip[data-place=bottom] .player')).toHaveAttribute('data-color', 'black')
    const buttons = friend.locator('#status').getByRole('button').filter({ visible: true })
    await expect(buttons).toHaveText(['Join'])
    await expect(buttons).toBeInViewport({ ratio: 1 })
    await friend.close()
  }
})

test('on a low phone the invitation, what the opponent asks, and a rematch are in sight without scrolling', async ({
  open,
  after,
}) => {
  const page = await open('', { ...PHONE, viewport: { width: 360, height: 640 } })
  const inSight = (/** @type {string[]} */ ...names) =>
    Promise.all(names.map(name => expect(button(page, name)).toBeInViewport({ ratio: 1 })))
  const link = robot(after).open(/friend=([^&]+)/.exec(await invite(page))?.[1] ?? '')
  await inSight('Copy', 'Cancel the game')
  await expect(page.locator('.move-list')).not.toContainText('choose an opponent')
  await until(link, ({ status }) => status === 'waiting')
  await link.join()
  await untilPlaying(page)
  await makeMove(page, 'e2e4')
  await until(link, ({ ply }) => ply === 1)
  await link.move('e7e5')
  await untilMove(page, 'e7e5')
  // It was scrolled.
  await button(page, 'Resign').scrollIntoViewIfNeeded()
  await link.offerDraw()
  await inSight('Accept', 'Decline')
  await expect(page.locator('.score-sheet')).toBeInViewport({ ratio: 1 })
  await button(page, 'Accept').click()
  await untilHeadline(page, 'Draw')
  await inSight('Rematch', 'Analyse', 'New game')
  await link.rematch()
  await inSight('Accept', 'Decline')
})

test('offers as buttons and keys: draws, takebacks, time; abort, a rematch with swapped sides', async ({
  open,
}) => {
  const { white, black } = await twoPlayers(open, { clock: [10, 0] })
  await makeMove(white, 'd2d4')
  await untilMove(black, 'd2d4')
  await black.waitForFunction(() => document.title.startsWith('Your move · '))
  await white.keyboard.press('t')
  await black.locator('.friend').getByText('Your opponent asks to take back d4.').waitFor()
  await untilActivity(white, 'You asked for a takeback.')
  await button(black, 'Accept').click()
  for (const page of [white, black]) await page.locator(`#board[data-fen="${START_FEN}"]`).waitFor()
  // Black's time stands.
  await playMoves([white, black], 'e2e4 e7e5')
  await white.keyboard.press('d')
  await untilActivity(white, 'You offered a draw.')
  await button(black, 'Decline').click()
  await white
    .locator('#announcer')
    .getByText('Your opponent declines the draw.')
    .waitFor({ state: 'attached' })
  await button(black, 'Offer draw').click()
  await white.locator('.friend').getByText('Your opponent offers a draw.').waitFor()
  await button(white, '+15 s for your opponent').click()
  await black.locator('.clock[data-color="black"]').getByText('10:15').waitFor()
  await white.keyboard.press('y')
  for (const page of [white, black]) await untilHeadline(page, 'Draw')
  await button(white, 'Rematch').click()
  await black.locator('.friend').getByText('Your opponent offers a rematch.').waitFor()
  await button(black, 'Accept').click()
  await untilPlaying(white, black)
  for (const [page, side] of /** @type {const} */ ([
    [white, 'black'],
    [black, 'white'],
  ]))
    await expect(page.locator('.strip[data-place=bottom] .player')).toHaveAttribute('data-color', side)
  await button(black, 'Abort').click()
  for (const page of [white, black]) await untilActivity(page, 'Aborted: no result.')
})

test('time runs on the server’s clock: a flag ends the game, also while the page is in another game', async ({
  open,
  after,
}) => {
  const client = robot(after)
  const link = await client.create({ clock: { base: 1500, increment: 0 }, color: 'white' })
  const page = await open(`#friend=${link.id}`, DESKTOP)
  await button(page, 'Join').click()
  await untilPlaying(page)
  await link.move('e2e4')
  await untilMove(page, 'e2e4')
  await makeMove(page, 'e7e5')
  await untilHeadline(page, 'Black wins')
  await page.locator('#status .detail').getByText('White’s time is up.').waitFor()
  await expect(player(page, 'white').locator('.clock')).toHaveText('0:00.0')
  assert.equal(link.view?.result?.reason, 'time')
})

test('reload, a second tab of the same player, and another game meanwhile', async ({ open, after }) => {
  const client = robot(after)
  const link = await client.create({ color: 'white' })
  const page = await open(`#friend=${link.id}`, DESKTOP)
  await button(page, 'Join').click()
  await untilPlaying(page)
  await link.move('e2e4')
  await untilMove(page, 'e2e4')
  await page.reload()
  await untilPlaying(page)
  await untilMove(page, 'e2e4')
  const second = await page.context().newPage()
  await second.goto(page.url())
  await untilPlaying(second)
  await second.waitForFunction(() => document.title.startsWith('Your move · '))
  await makeMove(second, 'c7c5')
  await untilMove(page, 'c7c5')
  await second.close()
  assert.equal(link.view?.players.black?.away, null, 'the first tab still holds the seat')
  // Another game in a tab of the page: the friend's goes on, and says so.
  await startGame(page, {})
  await page.locator(`#board[data-fen="${START_FEN}"]`).waitFor()
  await link.move('g1f3')
  await notice(page, 'It is your move, in another tab of the page.')
    .getByRole('button', { name: 'Show it' })
    .click()
  await untilMove(page, 'g1f3')
  await makeMove(page, 'd7d6')
  await untilMove(page, 'd7d6')
  while (link.view?.ply !== 4) await new Promise(resolve => link.on('view', resolve))
  // A premove is played when the other side has moved.
  await makeMove(page, 'g8f6')
  await link.move('d2d4')
  await untilMove(page, 'g8f6')
  await expect(notice(page, 'changed in another tab')).toHaveCount(0)
  await expect(page.locator('#mode-analyse')).toHaveAttribute('aria-disabled', 'true')
  await openMore(page)
  await expect(page.locator('#move-delete')).toHaveAttribute('aria-disabled', 'true')
})

test('what the network does is shown: no server, no game, a lost identity; the board stays', async ({
  open,
  tolerated,
}) => {
  tolerated.push(/ws:|WebSocket/)
  const page = await open(SERVERLESS, DESKTOP)
  await page.locator('#menu-new').click()
  const dialog = page.getByRole('dialog', { name: 'New game' })
  await dialog.getByRole('radio', { name: /^A friend/ }).check()
  await dialog.getByText(NO_SERVER, { exact: true }).waitFor()
  await expect(dialog.getByRole('button', { name: 'Two on this board' })).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'More options' }).click()
  await dialog.getByRole('textbox', { name: 'Game server' }).fill('ws://127.0.0.1:9')
  await dialog.getByRole('button', { name: 'Start the game' }).click()
  await dialog.getByText('127.0.0.1:9 does not answer: trying again…').waitFor()
  await expect(page.locator('#status .friend'), 'buttons of no game').toBeHidden()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await untilFen(page, START_FEN)

  const other = await open('#friend=nosuchgame', DESKTOP)
  await notice(other, 'There is no such game on this server').waitFor()
  await other.evaluate(() => {
    location.hash = '#friend='
  })
  await notice(other, 'The link to a game').waitFor()

  const own = await invite(other)
  const key = await other.evaluate(
    () => Object.keys(localStorage).find(name => name.includes('player ')) ?? '',
  )
  await other.evaluate(name => localStorage.setItem(name, 'not a token'), key)
  await other.reload()
  await button(other, 'Join').waitFor()
  await expect.poll(() => other.evaluate(name => localStorage.getItem(name), key)).not.toBe('not a token')
  assert.match(own, /^#friend=/)
})

test('the invitation can be copied by keyboard, and cancelled', async ({ open }) => {
  const page = await open('', {
    ...DESKTOP,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await invite(page, { side: 'Black', days: 3 })
  await page.getByText('3 days a move · Standard chess. Send this link:').waitFor()
  assert.match(await linkOf(page), /color=white/)
  await page.locator('#friend-copy').focus()
  // Shown for two seconds.
  const copied = page.locator('#friend-copy').getByText('Copied').waitFor()
  await page.keyboard.press('Enter')
  await copied
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/#friend=/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await untilActivity(page, 'Aborted: no result.')
  const focused = () => page.evaluate(() => document.activeElement?.className)
  await expect.poll(focused).toMatch(/headline|table/)
})

test('a listed game is joined in the lobby, and found again among the own games', async ({ open }) => {
  const anna = await open('', DESKTOP)
  await invite(anna, { days: 2, side: 'Black', listed: true })
  const bert = await open('', PHONE)
  const dialog = bert.getByRole('dialog', { name: 'New game' })
  const openDialog = async () => {
    await bert.locator('#menu-new').click()
    await dialog.getByRole('radio', { name: /^A friend/ }).check()
  }
  await openDialog()
  const challenges = dialog.getByRole('region', { name: 'Open challenges' })
  await challenges.getByText('A player · 2 days a move · Standard chess you play White').waitFor()
  await challenges.getByRole('button', { name: /^Join/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await untilPlaying(anna, bert)
  await makeMove(bert, 'e2e4')
  await untilMove(anna, 'e2e4')
  await makeMove(anna, 'e7e5')
  await untilMove(bert, 'e7e5')
  // Who is on the move may go on vacation, and comes back.
  await bert.getByText('2 days a move. Your vacation: 14 days left.').waitFor()
  await expect(anna.locator('#friend-pause')).toHaveCount(0)
  await bert.locator('#friend-pause').click()
  await bert.getByText(/You are on vacation, until \w+ \d+ at most\./).waitFor()
  await anna.getByText(/White is on vacation, until \w+ \d+ at most\./).waitFor()
  await bert.locator('#friend-resume').click()
  await anna.getByText('Your vacation: 14 days left.').waitFor()
  // In another game of the page it is still among the own ones.
  await bert.evaluate(() => {
    location.hash = '#fen=8/8/8/8/8/2k5/8/K6R_w_-_-_0_1'
  })
  await bert.locator('#board[data-fen^="8/8/8/8/8/2k5"]').waitFor()
  await openDialog()
  await challenges.getByText('No open challenges.').waitFor()
  const own = dialog.getByRole('region', { name: /^Your games/ })
  await own.getByText(/Opponent · 2 days a move · Standard chess your move, 1 day left/).waitFor()
  await own.getByRole('button', { name: /^Open/ }).click()
  await untilMove(bert, 'e7e5')
})

test('the focus in the lobby stays where it is while challenges come and go', async ({ open, after }) => {
  const robots = [robot(after), robot(after), robot(after)]
  const page = await open('', DESKTOP)
  await page.locator('#menu-new').click()
  const dialog = page.getByRole('dialog', { name: 'New game' })
  await dialog.getByRole('radio', { name: /^A friend/ }).check()
  const joins = dialog.getByRole('region', { name: 'Open challenges' }).getByRole('button', { name: /^Join/ })
  const offer = (/** @type {number} */ at, /** @type {number} */ minutes) =>
    robots[at].create({ clock: { base: minutes * 60_000, increment: 0 }, listed: true })
  const first = await offer(0, 11)
  await offer(1, 12)
  await expect(joins).toHaveCount(2)
  const focused = joins.and(page.locator(':focus'))
  for (const minutes of [12, 11]) {
    const join = joins.and(page.locator(`[aria-label*="${minutes}"]`))
    await join.evaluate(button => {
      button.focus()
      button.addEventListener('blur', () => button.setAttribute('data-blurred', ''))
    })
    await offer(2, 10 + minutes)
    await expect(dialog.getByText(`${10 + minutes}`)).toHaveCount(1)
    await expect(focused).toHaveAttribute('aria-label', new RegExp(`${minutes}`))
    await expect(join).not.toHaveAttribute('data-blurred')
  }
  // The challenge with the focus goes.
  await first.abort()
  await expect(joins).toHaveCount(3)
  await dialog.getByRole('heading', { name: 'Open challenges (3)' }).and(page.locator(':focus')).waitFor()
})
