// SPDX-License-Identifier: Apache-2.0
// The list of moves and the row under the board: navigation by mouse and keyboard, changes and their undoing, and long
// games without long tasks.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { expect, MEASURED_ONCE, root, scriptPage, test } from './support/fixtures.js'
import {
  AFTER_E4,
  clickMove,
  editDetails,
  follow,
  moreAct,
  openMore,
  pgnHash,
  playersShown,
  SCREENS,
  START_FEN,
  showTab,
  storageKey,
  untilFen,
} from './support/page.js'
import { LONG_TASK, leastOf, longestTask } from './support/page-work.js'

/** @import { Page } from '@playwright/test' */

const GAME = `[White "Anna Example"]
[Black "Bert"]
[WhiteElo "2310"]
[Event "Club"]
[Date "2026.11.??"]
[Result "1-0"]

{Before all.} 1. e4 {[%clk 1:30:05] [%eval 0.35] King's pawn} e5 $1 (1... c5 $14 {Sicilian} 2. Nf3 (2. c3 d5 $200)
2... d6) ({French} 1... e6 2. d4) 2. Nf3 Nc6 3. Bb5 1-0`
const SHUFFLE = ['Nf3', 'Nf6', 'Ng1', 'Ng8']

/** @param {Page} page @param {string} name such as '1. e4' */
const move = (page, name) => page.locator('.move-list').getByRole('button', { name, exact: true })

/** @param {Page} page @param {string} name waits until it is the current move */
const untilCurrent = (page, name) =>
  page.locator(`.move-list [aria-current="step"][aria-label="${name}"]`).waitFor()

/** @param {Page} page @returns {Promise<string>} the PGN of the saved game without its headers, on one line */
const savedMoves = page =>
  page.evaluate(
    key => {
      const saved = JSON.parse(localStorage.getItem(key) ?? '{"tree":"{\\"pgn\\":\\"\\"}"}')
      const { pgn } = JSON.parse(saved.tree)
      return pgn.slice(pgn.indexOf('\n\n')).trim().replace(/\s+/g, ' ')
    },
    storageKey(page, 'game'),
  )

/** @param {Page} page @param {RegExp} pattern waits until the saved game has it */
async function untilSaved(page, pattern) {
  await expect.poll(() => savedMoves(page)).toMatch(pattern)
}

/** @param {number} levels @returns {string} a PGN with knight moves, each with a variation inside the one before */
function nested(levels) {
  let text = ''
  for (let ply = levels - 1; ply >= 0; ply--) {
    const [first, other] = [['Nc3', 'Nc6'][ply % 2], SHUFFLE[ply % 4]]
    text = `${first} (${other} ${text})`
  }
  return `${text} *`
}

test('a game is shown as a tree, with comments, glyphs and headers @dom', async ({ open }) => {
  const page = await open(pgnHash(GAME))
  await move(page, '3. Bb5').waitFor()
  const blocks = await page
    .locator('.move-list ol')
    .evaluateAll(lists =>
      lists.map(
        list =>
          `${list.getAttribute('aria-label')}: ${[...list.children].map(li => li.textContent).join(' ')}`,
      ),
    )
  assert.deepEqual(blocks, [
    "Main line: 1 e4 King's pawn 1 … e5!",
    'Variation at 1…: 1… c5+= Sicilian 2. Nf3',
    'Variation at 2., level 2: 2. c3 d5$200',
    'Variation from 2…: 2… d6',
    'Variation at 1…: French 1… e6 2. d4',
    'Main line from 2.: 2 Nf3 Nc6 3 Bb5',
  ])
  await expect(move(page, '1. e4').locator('small')).toHaveAttribute('data-score', '+0.4')
  await expect(move(page, '1. e4')).toHaveAttribute(
    'title',
    'White is ahead by 0.35; 1:30:05 left on the clock',
  )
  await expect(page.locator('.move-list > .comment')).toHaveText('Before all.')
  await expect(page.locator('.move-list .ending')).toHaveText('1–0')
  await expect(playersShown(page)).toHaveText('Anna Example (2310) – Bert')
  await expect(page.locator('#details header p')).toHaveText('Club, 2026.11')
  await move(page, '1… c5, White stands slightly better').waitFor()
})

test('mouse and keyboard go to moves, which are announced @dom', async ({ open }) => {
  const page = await open(pgnHash(GAME))
  await move(page, '1. e4').click()
  await untilFen(page, AFTER_E4)
  await expect(page.locator('#announcer')).toHaveText(
    'White played e4. Black to move. 3 moves follow: e5; c5; e6.',
  )
  // The focus is in the list and follows the current move.
  for (const [key, name] of [
    ['ArrowRight', '1… e5, Good move'],
    ['ArrowDown', '1… c5, White stands slightly better'],
    ['ArrowDown', '1… e6'],
    ['ArrowDown', '1… e6'],
    ['End', '2. d4'],
    ['ArrowLeft', '1… e6'],
    ['ArrowUp', '1… c5, White stands slightly better'],
  ]) {
    await page.keyboard.press(key)
    await untilCurrent(page, name)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe(name)
  }
  await expect(page.locator('.move-list [tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('Home')
  await untilFen(page, START_FEN)
  await expect(page.locator('.move-list [aria-current]')).toHaveCount(0)

  const [first, back, forward, last] = ['first', 'back', 'forward', 'last'].map(name =>
    page.locator(`#nav-${name}`),
  )
  assert.deepEqual([await first.isDisabled(), await back.isDisabled()], [true, true])
  await last.click()
  await untilCurrent(page, '3. Bb5')
  assert.deepEqual([await forward.isDisabled(), await last.isDisabled()], [true, true])
  await back.click()
  await untilCurrent(page, '2… Nc6')
  await forward.click()
  await untilCurrent(page, '3. Bb5')
  await first.click()
  await untilFen(page, START_FEN)
})

test('fields, dialogs and the board use the arrow keys themselves @dom', async ({ open }) => {
  const page = await open(pgnHash(GAME))
  await move(page, '2. Nf3').first().waitFor()
  await page.keyboard.press('ArrowRight')
  await untilCurrent(page, '1. e4')
  await page.keyboard.press('Control+ArrowRight')
  await moreAct(page, 'keyboard')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await moreAct(page, 'annotate')
  await page.getByLabel('Comment after the move').press('Home')
  await page.keyboard.press('Escape')
  await page.locator('#board [tabindex="0"]').first().focus()
  await page.keyboard.press('ArrowRight')
  await untilCurrent(page, '1. e4')
})

test('variations are promoted, made the main line, deleted and restored @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 (1... c5 2. Nf3) (1... e6 2. d4 d5) 2. Nc3 *'))
  const [promote, main, remove] = ['promote', 'make-main', 'delete'].map(name =>
    page.locator(`#move-${name}`),
  )
  await move(page, '2. Nc3').waitFor()
  await openMore(page)
  assert.deepEqual([await promote.isDisabled(), await remove.isDisabled()], [true, true])
  await move(page, '2. d4').click()
  await moreAct(page, 'promote')
  await untilSaved(page, /^1\. e4 e5 \(1\.\.\. e6 2\. d4 d5\) \(1\.\.\. c5 2\. Nf3\) 2\. Nc3 \*$/)
  await moreAct(page, 'make-main')
  await untilSaved(page, /^1\. e4 e6 \(1\.\.\. e5 2\. Nc3\) \(1\.\.\. c5 2\. Nf3\) 2\. d4 d5 \*$/)
  await untilCurrent(page, '2. d4')
  await expect(promote).toBeDisabled()
  await expect(main).toBeDisabled()

  await move(page, '1… e5').click()
  await page.keyboard.press('Delete')
  await untilSaved(page, /^1\. e4 e6 \(1\.\.\. c5 2\. Nf3\) 2\. d4 d5 \*$/)
  await untilCurrent(page, '1. e4')
  await expect(move(page, '2. Nc3')).toHaveCount(0)
  await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
  await untilSaved(page, /^1\. e4 e6 \(1\.\.\. e5 2\. Nc3\) \(1\.\.\. c5 2\. Nf3\) 2\. d4 d5 \*$/)
  await untilCurrent(page, '1… e5')
  await page.keyboard.press('Control+Shift+Z')
  await untilSaved(page, /^1\. e4 e6 \(1\.\.\. c5 2\. Nf3\) 2\. d4 d5 \*$/)
  for (const edited of [/^1\. e4 e6 \(1\.\.\. e5/, /^1\. e4 e5 \(1\.\.\. e6/, /^1\. e4 e5 \(1\.\.\. c5/]) {
    await page.keyboard.press('Control+Z')
    await untilSaved(page, edited)
  }
  await page.locator('#move-undo[aria-disabled="true"]').waitFor({ state: 'attached' })
  for (let edits = 0; edits < 3; edits++) await moreAct(page, 'redo')
  await untilSaved(page, /^1\. e4 e6 \(1\.\.\. c5 2\. Nf3\) 2\. d4 d5 \*$/)
  await page.locator('#move-redo[aria-disabled="true"]').waitFor({ state: 'attached' })
  await move(page, '1. e4').click()
  await moreAct(page, 'delete')
  await untilSaved(page, /^\*$/)
  await expect(page.locator('.move-list .ending')).toHaveText(/^Move a piece, or choose an opponent\.$/)
})

test('undoing a deletion keeps later moves, and is not offered in another game @dom', async ({ open }) => {
  const page = await open(pgnHash('1. e4 e5 2. Nf3 Nc6 {old} *'))
  const undo = page.locator('.notice').getByRole('button', { name: 'Undo' })
  await move(page, '2. Nf3').click()
  await moreAct(page, 'delete')
  await undo.waitFor()
  await page.locator('.notice').getByText('2. Nf3 and all that followed were deleted.').waitFor()
  await untilCurrent(page, '1… e5')
  await clickMove(page, 'd2d4')
  await untilCurrent(page, '2. d4')
  await undo.click()
  await untilSaved(page, /^1\. e4 e5 2\. d4 \(2\. Nf3 Nc6 \{old\}\) \*$/)
  await untilCurrent(page, '2. d4')
  await expect(undo, 'the notice goes when it is undone').toHaveCount(0)
  await moreAct(page, 'redo')
  await untilSaved(page, /^1\. e4 e5 2\. d4 \*$/)
  await moreAct(page, 'delete')
  await undo.waitFor()
  await follow(page, pgnHash('1. e4 e5 2. c3 *'))
  await move(page, '2. c3').waitFor()
  await expect(undo).toHaveCount(0)
  await page.locator('#move-undo[aria-disabled="true"]').waitFor({ state: 'attached' })
})

/** Opens the dialog of a move. @param {Page} page @param {string} name such as '1. e4' */
async function openComment(page, name) {
  await showTab(page, 'moves')
  await move(page, name).click()
  await moreAct(page, 'annotate')
  await page.getByRole('dialog', { name: `Move ${name}` }).waitFor()
}

test('commands in comments are edited apart from the text, at once and after a reload @dom', async ({
  open,
}) => {
  const page = await open(pgnHash('1. e4 {[%csl Ra1] hello [%foo 1]} *'))
  const field = page.getByLabel('Comment after the move')
  const commands = page.getByLabel('As chess programs read them')
  await openComment(page, '1. e4')
  await expect(field).toHaveValue('hello')
  await field.fill('hello [%clk 1:00:00] [%clk soon]')
  await page.getByText('Clocks, evaluations, arrows and squares').click()
  await expect(commands).toHaveValue('[%csl Ra1] [%foo 1]')
  await commands.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await untilSaved(page, /^1\. e4 \{\[%clk 1:00:00\] hello \[%clk soon\]\} \*$/)
  const shown = await page.locator('.move-list').textContent()
  await expect(move(page, '1. e4')).toHaveAttribute('title', '1:00:00 left on the clock')
  assert.match(shown ?? '', /e4hello/)
  assert.doesNotMatch(shown ?? '', /%/)
  await page.reload()
  await openComment(page, '1. e4')
  await expect(page.locator('.move-list')).toHaveText(shown)
  await expect(field).toHaveValue('hello')
  await expect(commands).toHaveValue('[%clk 1:00:00] [%clk soon]')
  await field.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await untilSaved(page, /^1\. e4 \{\[%clk 1:00:00\] \[%clk soon\]\} \*$/)
  await openComment(page, '1. e4')
  await page.getByText('Clocks, evaluations, arrows and squares').click()
  await commands.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await untilSaved(page, /^1\. e4 \*$/)
})

for (const screen of SCREENS) {
  test(`“Comment” puts the focus into the text, and drawings stay when it is replaced, on a ${screen.name}`, async ({
    open,
  }) => {
    const pgn = '{[%csl Gd4] Before all} 1. e4 {[%cal Ge2e4,Rd7d5] old} ({[%cal Gd2d4] or} 1. d4) 1... e5 *'
    const page = await open(pgnHash(pgn), screen.context)
    await expect(page.locator('.move-list')).toHaveText('Before all1e4oldor1.d41…e5')
    const replace = async (/** @type {string} */ name, /** @type {string} */ text) => {
      await openComment(page, name)
      await page
        .getByRole('textbox', { name: 'Comment after the move' })
        .and(page.locator(':focus'))
        .waitFor()
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
      await page.getByRole('button', { name: 'Save' }).click()
    }
    await replace('1. e4', 'new')
    await replace('1… e5', 'fresh')
    await openComment(page, '1. d4')
    await expect(page.getByLabel('Comment before the move')).toHaveValue('or')
    await page.getByLabel('Comment before the move').fill('else')
    await page.getByRole('button', { name: 'Save' }).click()
    await untilSaved(
      page,
      /^\{\[%csl Gd4\] Before all\} 1\. e4 \{\[%cal Ge2e4,Rd7d5\] new\} \(\{\[%cal Gd2d4\] else\} 1\. d4\) 1\.\.\. e5 \{fresh\} \*$/,
    )
    await page.keyboard.press('Home')
    await untilFen(page, START_FEN)
    await moreAct(page, 'annotate')
    await page
      .getByRole('textbox', { name: 'Comment before the first move' })
      .and(page.locator(':focus'))
      .fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await untilSaved(page, /^\{\[%csl Gd4\]\} 1\. e4 /)
  })
}

test('the third repetition is marked in the list, in the status and for screen readers @dom', async ({
  open,
}) => {
  const page = await open(pgnHash(`${[...SHUFFLE, ...SHUFFLE].join(' ')} (4... Nd5) Nf3 e5 *`))
  const marked = page.locator('.move-list li:has(.repetition)')
  await expect(marked).toHaveText(['Ng83×threefold repetition', 'Nf33×threefold repetition'])
  await expect(marked.first().getByTitle('threefold repetition')).toBeVisible()
  const detail = page.locator('#status .detail')
  for (const [name, text, said] of [
    ['5. Nf3', 'Move 5; threefold repetition', 'Threefold repetition may be claimed.'],
    ['4… Nd5', 'Move 5', 'White to move.'],
    ['4… Ng8', 'Move 5; threefold repetition', 'Threefold repetition may be claimed.'],
    ['5… e5', 'Move 6', 'White to move.'],
  ]) {
    await move(page, name).click()
    await untilCurrent(page, name)
    await expect(detail, name).toHaveText(text)
    await expect(page.locator('#announcer')).toHaveText(new RegExp(`${said}$`))
  }
})

test('comments, glyphs, names and the result are written into the game', async ({ open }) => {
  const page = await open(pgnHash('1. e4 $6 $200 e5 (1... c5) *'))
  await move(page, '1… c5').click()
  await moreAct(page, 'annotate')
  await page.getByRole('radio', { name: 'Interesting move' }).check()
  await page.getByLabel('The position after it').selectOption({ label: '=  Even position' })
  await page.getByLabel('Comment after the move').fill('One {word}\nand another')
  await page.getByLabel('Comment before the move').fill('Or')
  await page.getByRole('button', { name: 'Save' }).click()
  await untilCurrent(page, '1… c5, Interesting move, Even position')
  await untilSaved(page, /\( ?\{ ?Or ?\} 1\.\.\. c5 \$5 \$10 ;One \{word\} \{ ?and another ?\} ?\)/)

  await move(page, '1. e4, Inaccuracy, Sign 200').click()
  await moreAct(page, 'annotate')
  await page.getByRole('radio', { name: 'No sign' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await untilSaved(page, /^1\. e4 \$200 /)

  await editDetails(page)
  await page.getByLabel('White', { exact: true }).fill('Zoë "Z"')
  await page.getByLabel('Rating of White').fill('1900')
  const date = page.getByLabel('Date')
  await date.fill('2026.02.30')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(date, 'a date that does not exist is not saved').toBeFocused()
  await date.fill('2026-2-3')
  await page.getByRole('dialog').getByLabel('Result').selectOption('0-1')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(playersShown(page)).toHaveText('Zoë "Z" (1900) – Black')
  await expect(page.locator('.move-list .ending')).toHaveText('0–1')
  await untilSaved(page, / 0-1$/)
  await expect(page.locator('#details')).toContainText('2026.02.03')
  await page.keyboard.press('Control+Z')
  await expect(playersShown(page)).not.toContainText('Zoë')
  await expect(page.locator('.move-list .ending')).toHaveCount(0)
})

for (const screen of SCREENS) {
  test(`the current move is visible on a ${screen.name}, and the page does not scroll`, async ({ open }) => {
    const line = Array.from({ length: 100 }, (_, ply) => SHUFFLE[ply % 4]).join(' ')
    const page = await open(pgnHash(`${line} *`), screen.context)
    await page.locator('.move-list [aria-label="50… Ng8"]').waitFor({ state: 'attached' })
    // On phones the score sheet shows it, too.
    const isVisible = () => {
      const boxes = [...document.querySelectorAll('.move-list, .score-sheet')].filter(one =>
        one.checkVisibility(),
      )
      return (
        boxes.length > 0 &&
        boxes.every(box => {
          const place = box.getBoundingClientRect()
          const shown = box.querySelector('[aria-current="step"]')?.getBoundingClientRect()
          return (
            !!shown &&
            [
              shown.top - place.top,
              place.bottom - shown.bottom,
              shown.left - place.left,
              place.right - shown.right,
            ].every(gap => gap >= -0.5)
          )
        })
      )
    }
    for (const [key, name] of [
      ['ArrowRight', '1. Nf3'],
      ['End', '50… Ng8'],
    ]) {
      await page.keyboard.press(key)
      await page.locator(`[aria-current="step"][aria-label="${name}"]:visible`).waitFor()
      await page.waitForFunction(isVisible)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    }
    await showTab(page, 'moves')
    await page.waitForFunction(isVisible)
    // The parts above the list have the same height at every move.
    const top = () =>
      page.evaluate(() => (document.querySelector('#moves')?.getBoundingClientRect().top ?? 0) + scrollY)
    const end = await top()
    // In the tabs the arrow keys go from tab to tab.
    await page.locator('.table').focus()
    for (const key of ['ArrowLeft', 'Home']) {
      await page.keyboard.press(key)
      await expect.poll(() => top(), key).toBe(end)
    }
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      .toBe(false)
  })
}

test('two hundred nested variations are readable on a phone', async ({ open }) => {
  const page = await open(pgnHash(nested(200)), SCREENS[0].context)
  await showTab(page, 'moves')
  const box = page.locator('.move-list')
  // What is scrolled to is drawn, which makes the list longer.
  const deepest = async () => {
    await box.evaluate(list => list.scrollTo(0, list.scrollHeight))
    return page.locator('.move-list ol[data-level="200"]').count()
  }
  await expect.poll(deepest).toBe(1)
  const widths = await page.locator('.move-list ol').evaluateAll(lists => lists.map(list => list.clientWidth))
  assert.ok(Math.min(...widths) > 180, `${Math.min(...widths)} px`)
  const overflows = await page.locator('.move-list').evaluate(box => box.scrollWidth > box.clientWidth)
  assert.equal(overflows, false)
})

test.describe(() => {
  test.use({
    site: async ({}, use) => {
      const { build } = await import('esbuild')
      const { outputFiles } = await build({
        entryPoints: {
          list: join(root, 'tests/browser/pages/move-list-page.js'),
          page: join(root, 'web/styles/page.css'),
          parts: join(root, 'web/styles/parts.css'),
        },
        absWorkingDir: root,
        bundle: true,
        format: 'esm',
        target: 'es2022',
        outdir: '/',
        write: false,
      })
      const texts = Object.fromEntries(outputFiles.map(({ path, text }) => [path, text]))
      const html = `<link rel="icon" href="data:," /><link rel="stylesheet" href="/page.css" /><link rel="stylesheet" href="/parts.css" />${scriptPage('/list.js')}`
      await use({ roots: {}, texts: { ...texts, '/index.html': html } })
    },
  })

  test(
    'five thousand moves are shown, gone through and changed without a long task',
    MEASURED_ONCE,
    async ({ visit }) => {
      const measure = async () => {
        const page = await visit('index.html')
        await page.waitForFunction(() => 'showLongGame' in globalThis)
        const { cpu, tasks } = await longestTask(page, async () => {
          const report = await page.evaluate('showLongGame()')
          const { most, ...rest } = report
          assert.deepEqual(rest, {
            shown: Array(5).fill(true),
            scrolled: Array(4).fill(true),
            tabStops: 1,
            isKept: true,
            added: '1… e5',
            last: '1200. Ng1',
          })
          assert.ok(most >= 200 && most < 400, `${most} moves are drawn at once`)
        })
        assert.ok(tasks > 100)
        return cpu
      }
      const cpu = await leastOf(LONG_TASK, measure)
      assert.ok(cpu <= LONG_TASK, `a task took ${cpu} ms of the processor`)
    },
  )
})
