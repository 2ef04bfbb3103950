// SPDX-License-Identifier: Apache-2.0
// The page's game without a browser: what is saved comes back as it was, what is damaged never passes for whole,
// and links carry what they were given.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { beforeEach, test } from 'node:test'
import { chess960Fen } from 'binbo'
import { parsePgn } from 'binbo/pgn'
import { linksOf, readLink } from '../../web/game/links.js'
import { keepSaved, restoreSaved } from '../../web/game/storage.js'
import { Study } from '../../web/game/study.js'
import { freshBrowser, newTab, useTimer } from './support/page-storage.js'

const KEY = 'binbo.game'
const DAMAGED = 'binbo.game.damaged'

const pass = useTimer()

beforeEach(freshBrowser)

/** @param {string} pgn @param {object} [options] of Study.load */
function studyOf(pgn, options) {
  const study = new Study()
  study.load(parsePgn(pgn)[0], options)
  return study
}

/** @param {{ fen?: string, variant?: 'chess960' }} options @param {...string} moves */
function played(options, ...moves) {
  const study = new Study()
  study.newGame(options)
  for (const move of moves) study.play(move)
  return study
}

/** Everything of a study that a person can see. */
const facts = study => ({
  snapshot: study.snapshot(),
  fen: study.game.fen,
  variant: study.game.options.variant,
  status: study.game.status,
  claims: study.game.claimableDraws,
  outcome: study.outcome,
})

/** Saves a study and returns the text. */
function save(study) {
  keepSaved(study, assert.fail)
  study.annotate(() => {})
  pass()
  return localStorage.getItem(KEY)
}

const shuffle = 'Nf3 Nf6 Ng1 Ng8'
const there = [0, 0, 0, 0]
const STUDIES = {
  'nothing played': () => new Study(),
  'variations, comments, glyphs, arrows, and a look inside a variation': () =>
    studyOf(
      '1. e4 {hi [%clk 0:01:00]} (1. d4 d5 (1... Nf6 $1 {deep} 2. c4)) e5 $4 {[%cal Ge2e4][%csl Rd4]} *',
      {
        path: [1, 1],
      },
    ),
  'a result by hand, with its words': () => {
    const study = played({}, 'e4', 'e5')
    study.back()
    study.finish('1/2-1/2', 'Agreed; “fair” 🤝')
    return study
  },
  'headers of every kind': () =>
    studyOf('[White "Łukasz \\"Ž\\" \\\\ 🦊"]\n[Odd_Name "a+b%&#=;{}"]\n[WhiteElo "2000"]\n\n1. e4 e5 1-0'),
  'comments of every kind': () => {
    const study = played({}, 'e4')
    study.annotate(() => {
      study.node.comment = '+ % & # — “q” ; (x) $5 { [%foo bar] "\\" 🦊\n% line'
    })
    return study
  },
  'a position that was set up': () => played({ fen: '4k3/8/8/8/8/8/4P3/4K3 b - - 7 33' }, 'Kd7'),
  'en passant that is possible': () => played({ fen: '4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1' }, 'e4'),
  Chess960: () => played({ fen: chess960Fen(100), variant: 'chess960' }),
  'Chess960 rights of inner rooks': () =>
    played({ fen: '1rr1k3/8/8/8/8/8/8/1RR1K3 w Bb - 0 1', variant: 'chess960' }),
  'a null move': () => studyOf('1. e4 -- 2. d4 e5 *', { path: [0, 0, 0] }),
  'a threefold repetition to claim': () => studyOf(`${shuffle} ${shuffle} *`, { path: [...there, ...there] }),
  'a fivefold repetition': () => {
    const path = [...there, ...there, ...there, ...there]
    return studyOf(`${`${shuffle} `.repeat(4)} *`, { path })
  },
  mate: () => played({}, 'f3', 'e5', 'g4', 'Qh4'),
  'a PGN that breaks off': () => studyOf('1. e4 e5 2. Qxf7?? Nf6 *', { path: [0, 0] }),
}

for (const [name, make] of Object.entries(STUDIES)) {
  test(`comes back after a reload: ${name}`, () => {
    const study = make()
    save(study)
    const again = new Study()
    assert.equal(restoreSaved(again), 'all')
    assert.deepEqual(facts(again), facts(study))
    assert.equal(localStorage.getItem(DAMAGED), null)
  })

  test(`links carry: ${name}`, () => {
    globalThis.location = { href: 'https://example.org/some/where/?q#fen=old' }
    const study = make()
    const links = linksOf(study)
    for (const link of Object.values(links))
      assert.match(link, /^https:\/\/example\.org\/some\/where\/\?q#\w+=[^\s#+]*$/)
    const { game, count } = readLink(new URL(links.pgn).hash)
    assert.equal(count, 1)
    assert.equal(game.toString(), study.tree.toString())
    const position = new Study()
    position.load(readLink(new URL(links.fen).hash).game)
    assert.equal(position.game.fen, study.game.fen)
    assert.equal(position.game.options.variant, study.game.options.variant)
  })
}

test('a game of 80,000 moves is saved', () => {
  const study = studyOf(`${`${shuffle} `.repeat(40_000)} *`)
  save(study)
  const again = new Study()
  assert.equal(restoreSaved(again), 'all')
  assert.equal(again.tree.toString(), study.tree.toString())
})

test('damage is never taken for the whole game, and what was there is put aside', () => {
  const study = studyOf('[White "A"]\n\n1. e4 {c} (1. d4 d5) e5 2. Nf3 *', { path: [0, 0] })
  const text = save(study)
  const whole = facts(study)
  const seen = new Set()
  const tryText = damaged => {
    freshBrowser()
    localStorage.setItem(KEY, damaged)
    const again = new Study()
    const how = restoreSaved(again)
    seen.add(how)
    if (how === 'all') assert.deepEqual(facts(again), whole, damaged)
    else assert.equal(localStorage.getItem(DAMAGED), damaged)
    if (how === 'main line') assert.equal(again.end.fen, study.end.fen)
    if (how === 'damaged') assert.deepEqual(facts(again), facts(new Study()))
    again.game.stop()
  }
  for (let at = 0; at < text.length; at++) {
    tryText(text.slice(0, at))
    for (const bit of [1, 4, 32])
      tryText(text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ bit) + text.slice(at + 1))
  }
  assert.deepEqual([...seen].sort(), ['all', 'damaged', 'main line'])
})

test('what is no saved game at all is damaged', () => {
  const texts = [
    '',
    'null',
    '0',
    '"x"',
    '[]',
    '{}',
    '{"state":1,"tree":2,"check":3}',
    '\u0000',
    '['.repeat(100_000),
  ]
  texts.push('{"__proto__":{"state":"","tree":"{}","check":0}}', '{"state":"","tree":"{}","check":0}')
  for (const text of texts) {
    freshBrowser()
    localStorage.setItem(KEY, text)
    assert.equal(restoreSaved(new Study()), 'damaged', text.slice(0, 40))
    assert.equal(localStorage.getItem(DAMAGED), text)
  }
})

test('the main line keeps the words of its result', () => {
  const study = played({}, 'e4')
  study.finish('0-1', 'White resigned')
  const saved = JSON.parse(save(study))
  newTab()
  localStorage.setItem(KEY, JSON.stringify({ ...saved, check: saved.check ^ 1 }))
  const again = new Study()
  assert.equal(restoreSaved(again), 'main line')
  assert.deepEqual(again.outcome, { result: '0-1', how: 'White resigned' })
})

test('each tab keeps its own game, and a new tab begins with what was saved last', () => {
  const first = played({}, 'e4')
  save(first)
  const tab = globalThis.sessionStorage
  newTab()
  const second = played({}, 'd4')
  save(second)
  const third = new Study()
  newTab()
  restoreSaved(third)
  assert.equal(third.end.san, 'd4')
  globalThis.sessionStorage = tab
  const reloaded = new Study()
  restoreSaved(reloaded)
  assert.equal(reloaded.end.san, 'e4')
})

test('storage that is full or forbidden is told once, and nothing throws', () => {
  const failures = []
  const study = new Study()
  keepSaved(study, reason => failures.push(reason))
  sessionStorage.room = 10
  localStorage.room = 10
  study.play('e4')
  pass()
  study.play('e5')
  pass()
  assert.equal(failures.length, 1)
  for (const storage of [localStorage, sessionStorage])
    storage.forbidden = new DOMException('it is forbidden', 'SecurityError')
  study.play('Nf3')
  pass()
  assert.equal(restoreSaved(new Study()), 'nothing')
  assert.equal(failures.length, 1)
})

test('a tab whose own storage is full does not come back with an old game', () => {
  const study = new Study()
  keepSaved(study, assert.fail)
  study.play('e4')
  pass()
  sessionStorage.room = 10
  study.play('e5')
  pass()
  const again = new Study()
  assert.equal(restoreSaved(again), 'all')
  assert.equal(again.end.san, 'e5')
})

test('links that carry nothing', () => {
  for (const hash of ['', '#', '#board', '#x=1', '#variant=chess960', '#%', '#&&=&'])
    assert.equal(readLink(hash), null)
})

test('links that carry what cannot be shown', () => {
  const cases = /** @type {const} */ ([
    ['fen', '', 'ERR_FEN_EMPTY'],
    ['fen', '%zz', 'ERR_FEN_FIELDS'],
    ['fen', '8/8/8/8/8/8/8/8_w_-_-_0_1', 'ERR_FEN_NO_KING'],
    ['fen', 'x'.repeat(1_000_000), 'ERR_FEN_FIELDS'],
    ['fen', '4k3/8/8/8/8/8/8/4K3_w_-_-_0_1&variant=atomic', 'ERR_PGN_VARIANT'],
    ['pgn', '', 'ERR_PGN_EMPTY'],
    ['pgn', '%', 'ERR_PGN_EMPTY'],
    ['pgn', '<script>alert(1)</script>', 'ERR_PGN_TOKEN'],
    ['pgn', '[FEN "nonsense"]%0A%0A1. e4', 'ERR_PGN_TAG_FEN'],
    ['pgn', '[Variant "Atomic"]%0A%0A1. e4', 'ERR_PGN_VARIANT'],
  ])
  for (const [name, value, code] of cases)
    assert.throws(() => readLink(`#${name}=${value}`), { name: 'ChessError', code }, value.slice(0, 50))
})

test('FENs as other sites write them into links', () => {
  const fen = 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20'
  for (const written of [encodeURIComponent(fen), fen.replaceAll(' ', '_'), fen.replaceAll(' ', '+'), fen])
    assert.equal(readLink(`#fen=${written}`).game.startFen, fen)
})

test('a FEN that only Chess960 knows is of Chess960 without a word of it', () => {
  for (const fen of ['1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1', '4k3/8/8/8/8/8/8/RR2K3 w B - 0 1'])
    assert.equal(readLink(`#fen=${fen}`).game.variant, 'chess960')
})

test('a + in a PGN stays the sign of a check, and broken percent signs are text', () => {
  assert.equal(
    readLink('#pgn=1. e4 f6 2. Qh5+ {50% (a+b)} *')
      .game.toString()
      .match(/\{.*\}/)?.[0],
    '{50% (a+b)}',
  )
})

test('a link with several games says how many', () => {
  const { game, count } = readLink(`#pgn=${encodeURIComponent('1. e4 *\n\n[Event "2"]\n\n1. d4 *')}`)
  assert.equal(count, 2)
  assert.equal(game.root.children[0].san, 'e4')
})

test('every game of the test data comes back after a reload', () => {
  for (const tree of parsePgn(readFileSync(new URL('../data/games.pgn', import.meta.url)))) {
    freshBrowser()
    const study = new Study()
    study.load(tree)
    study.toEnd()
    save(study)
    const again = new Study()
    assert.equal(restoreSaved(again), 'all')
    assert.deepEqual(facts(again), facts(study))
  }
})
