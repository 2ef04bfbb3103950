// SPDX-License-Identifier: Apache-2.0
// The page's game without a browser: what is saved comes back as it was, what is damaged never passes for whole,
// and links carry what they were given.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { beforeEach, test } from 'node:test'
import { chess960Fen } from 'binbo'
import { parsePgn } from 'binbo/pgn'
import { commentsOf, setWords, wordsOf } from '#web/moves/comment-text.js'
import { saveSetting } from '#web/page/settings.js'
import { Match } from '#web/play/match.js'
import { earlierGames, saveEarlier } from '#web/storage/earlier-games.js'
import { linksOf, readLink } from '#web/storage/links.js'
import { putOnBoard } from '#web/storage/record.js'
import { restoreSaved, saveOnChange } from '#web/storage/saved-game.js'
import { COMMANDS } from '#web/study/nodes.js'
import { isThere, removeLine } from '#web/study/removal.js'
import { Study } from '#web/study/study.js'
import { connected } from './support/page-connected.js'
import { freshBrowser, newTab, useTimer } from './support/page-storage.js'

const KEY = 'binbo/some/where/game'
const DAMAGED = 'binbo/some/where/damaged game'

const pass = useTimer()

beforeEach(freshBrowser)

/** @param {string} pgn @param {object} [options] of Study.load */
function studyOf(pgn, options) {
  const study = new Study()
  study.load(parsePgn(pgn)[0], options)
  return study
}

/** @param {{ fen?: string, variant?: import('binbo').Variant }} options @param {...string} moves */
function played(options, ...moves) {
  const study = new Study()
  study.newGame(options)
  for (const move of moves) study.play(move)
  return study
}

/** A match that waits for the page, with an engine that never comes. @param {Study} study */
const matchOf = study =>
  new Match(
    study,
    /** @type {any} */ ({ state: 'off', source: {}, play() {}, claim: () => new Promise(() => {}) }),
  )

/** Brings back what is saved. @param {Study} study */
const restore = study => restoreSaved({ study, match: matchOf(study) }).extent

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
  saveOnChange(connected({ study, match: matchOf(study) }), assert.fail)
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
      study.node.comments = ['+ % & # — “q” ; (x) $5 { [%foo bar] "\\" 🦊\n% line']
    })
    return study
  },
  'a position that was set up': () => played({ fen: '4k3/8/8/8/8/8/4P3/4K3 b - - 7 33' }, 'Kd7'),
  'en passant that is possible': () => played({ fen: '4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1' }, 'e4'),
  Chess960: () => played({ fen: chess960Fen(100), variant: 'chess960' }),
  'Chess960 rights of inner rooks': () =>
    played({ fen: '1rr1k3/8/8/8/8/8/8/1RR1K3 w Bb - 0 1', variant: 'chess960' }),
  'crazyhouse with pockets and a drop': () =>
    played({ variant: 'crazyhouse' }, 'e4', 'd5', 'exd5', 'Qxd5', 'P@e6', 'Qxg2'),
  'three-check after a check': () => played({ variant: '3check' }, 'e4', 'f6', 'Qh5+', 'g6'),
  'a promotion to king': () => played({ variant: 'antichess', fen: '8/P6p/8/8/8/8/8/8 w - - 0 1' }, 'a8=K'),
  'an exploded king': () => played({ variant: 'atomic' }, 'Nf3', 'a6', 'Ng5', 'b6', 'Nxf7'),
  'a king on the hill': () =>
    played({ variant: 'kingofthehill', fen: '4k3/8/8/8/8/3K4/8/8 w - - 0 1' }, 'Kd4'),
  'the horde': () => played({ variant: 'horde' }, 'a5', 'Nc6'),
  'a race': () => played({ variant: 'racingkings' }, 'Kh3', 'Ka3'),
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
    assert.equal(restore(again), 'all')
    assert.deepEqual(facts(again), facts(study))
    assert.equal(localStorage.getItem(DAMAGED), null)
  })

  test(`links carry: ${name}`, () => {
    const study = make()
    const links = linksOf(study, 'https://example.org/some/where/?q#fen=old')
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

test('links carry a comment with half a character', () => {
  const study = played({}, 'e4')
  study.annotate(() => {
    study.node.comments = ['half a fox: \ud83e']
  })
  const { game } = readLink(new URL(linksOf(study, 'https://example.org/').pgn).hash)
  assert.deepEqual(game.root.children[0].comments, ['half a fox: \ufffd'])
})

test('a game of 80,000 moves is saved', () => {
  const study = studyOf(`${`${shuffle} `.repeat(40_000)} *`)
  save(study)
  const again = new Study()
  assert.equal(restore(again), 'all')
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
    const how = restore(again)
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
    assert.equal(restore(new Study()), 'damaged', text.slice(0, 40))
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
  assert.equal(restore(again), 'main line')
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
  restore(third)
  assert.equal(third.end.san, 'd4')
  globalThis.sessionStorage = tab
  const reloaded = new Study()
  restore(reloaded)
  assert.equal(reloaded.end.san, 'e4')
})

test('a game and its match are one: a new tab never gets the one without the other', () => {
  const setup = /** @type {const} */ ({
    human: 'black',
    strengths: { white: 1500 },
    think: { movetime: 1000 },
  })
  const [study, other] = [new Study(), new Study()]
  const [match, otherMatch] = [study, other].map(matchOf)
  saveOnChange(connected({ study, match }), assert.fail)
  match.begin(setup)
  study.play('e4')
  pass()
  newTab()
  saveOnChange(connected({ study: other, match: otherMatch }), assert.fail)
  otherMatch.begin(null)
  other.play('d4')
  // Before the other tab has saved, a third one opens.
  newTab()
  const again = new Study()
  const againMatch = matchOf(again)
  assert.equal(restoreSaved({ study: again, match: againMatch }).extent, 'all')
  assert.equal(again.end.san, 'e4')
  assert.deepEqual(againMatch.setup, setup)
  pass()
  newTab()
  assert.equal(restoreSaved({ study: again, match: againMatch }).extent, 'all')
  assert.equal(again.end.san, 'd4')
  assert.equal(againMatch.setup, null)
})

test('where somebody looks is saved without the moves being written again', () => {
  const study = played({}, 'e4', 'e5')
  save(study)
  let written = 0
  const { snapshot } = study
  study.snapshot = () => {
    written++
    return snapshot.call(study)
  }
  study.back()
  pass()
  const again = new Study()
  assert.equal(restore(again), 'all')
  assert.equal(again.node.san, 'e4')
  assert.equal(written, 0)
})

test('copies of the page in two folders of a site keep apart what they save', () => {
  save(played({}, 'e4'))
  document.baseURI = 'https://example.org/else/where/index.html'
  assert.equal(restore(new Study()), 'nothing')
  saveSetting('sound', true)
  assert.equal(localStorage.getItem('binbo/else/where/settings'), '{"sound":true}')
})

test('what is damaged is put aside and handed out, also where there is no room for it', () => {
  const texts = ['{"state":"broken"}', 'null', `{"state":"${'x'.repeat(500)}"}`]
  for (const text of texts) {
    newTab()
    localStorage.setItem(KEY, text)
    if (text.length > 100) localStorage.room = 700
    const study = new Study()
    const found = restoreSaved({ study, match: matchOf(study) })
    assert.deepEqual(found, { extent: 'damaged', text, tab: {} })
    if (text.length < 100) assert.equal(localStorage.getItem(DAMAGED), text)
  }
})

test('where the copy of a tab is damaged, what was saved last comes back', () => {
  save(played({}, 'e4'))
  sessionStorage.setItem(KEY, '{"broken')
  const again = new Study()
  assert.equal(restore(again), 'all')
  assert.equal(again.end.san, 'e4')
})

test('keys of others among the earlier games', () => {
  localStorage.setItem('binbo/some/where/earlier game junk', '{}')
  for (let at = 1; at < 23; at++) saveEarlier({ pgn: `${at}`, path: [], how: '', match: null, at })
  assert.deepEqual(
    earlierGames().map(({ at }) => at),
    Array.from({ length: 20 }, (_, place) => 22 - place),
  )
})

const SETUP = /** @type {const} */ ({ human: 'black', strengths: { white: 1500 }, think: { movetime: 1000 } })

/** A page, and a way to put a game of one move on it, in the place of the one that is there. */
function replacingPage() {
  const study = new Study()
  const page = { study, match: matchOf(study) }
  const replaceBy = move => {
    const earlier = { ...study.snapshot(), at: Date.now(), match: page.match.saved }
    page.match.begin(null)
    study.play(move)
    study.annotate(() => study.node.startingComments.push('x'.repeat(1000)))
    saveEarlier(earlier)
  }
  return { page, replaceBy }
}

const lastSans = () => earlierGames().map(({ pgn }) => /(\S+) \*\s*$/.exec(pgn)?.[1])

test('games that were replaced are kept, the last twenty, with their match, for every tab', () => {
  const { page, replaceBy } = replacingPage()
  page.match.begin(SETUP)
  page.study.play('a3')
  replaceBy('b3')
  newTab()
  const [first] = earlierGames()
  assert.deepEqual([first.match, first.path], [SETUP, [0]])
  page.match.begin(null)
  putOnBoard(page, first)
  assert.equal(page.study.node.san, 'a3')
  assert.deepEqual(page.match.setup, SETUP)
  // The same game again is one game.
  replaceBy('b3')
  assert.deepEqual(lastSans(), ['a3'])
  const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const moves = [...files.slice(2).map(file => `${file}3`), ...files.map(file => `${file}4`)]
  moves.push('Nf3', 'Nh3', 'Na3', 'Nc3', 'a3', 'b3', 'c3')
  for (const move of moves) replaceBy(move)
  assert.deepEqual(lastSans(), moves.slice(0, -1).reverse().slice(0, 20))
})

test('earlier games: the last one first, damaged ones are none, none where storage is forbidden', () => {
  const { page, replaceBy } = replacingPage()
  page.study.play('a3')
  for (const move of ['b3', 'c3', 'd3']) replaceBy(move)
  assert.deepEqual(lastSans(), ['c3', 'b3', 'a3'])
  const key = localStorage.key(1)
  localStorage.setItem(key, localStorage.getItem(key).replace('b3', 'b4'))
  assert.deepEqual(lastSans(), ['c3', 'a3'])
  localStorage.forbidden = new DOMException('it is forbidden', 'SecurityError')
  assert.deepEqual(lastSans(), [])
  replaceBy('e3')
})

test('where storage is full the oldest earlier games give way, to others and to the game itself', () => {
  const { page, replaceBy } = replacingPage()
  page.study.play('a3')
  for (const move of ['b3', 'c3', 'd3']) replaceBy(move)
  const lengths = Array.from({ length: 3 }, (_, at) => localStorage.getItem(localStorage.key(at)).length)
  localStorage.room = 3 * Math.max(...lengths) + 100
  replaceBy('e3')
  assert.deepEqual(lastSans(), ['d3', 'c3', 'b3'])
  const failures = []
  saveOnChange(connected(page), reason => failures.push(reason))
  page.study.play('e5')
  pass()
  assert.match(localStorage.getItem(KEY), /e3 e5/)
  assert.ok(lastSans().length < 3 && lastSans()[0] === 'd3', `${lastSans()}`)
  // What fits in no way drops none.
  const before = lastSans()
  page.study.annotate(() => page.study.node.comments.push('x'.repeat(localStorage.room)))
  pass()
  assert.equal(failures.length, 1)
  replaceBy('f3')
  pass()
  assert.deepEqual(lastSans(), before)
})

test('storage that is full or forbidden is told once, and nothing throws', () => {
  const failures = []
  const study = new Study()
  saveOnChange(connected({ study, match: matchOf(study) }), reason => failures.push(reason))
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
  assert.equal(restore(new Study()), 'nothing')
  assert.equal(failures.length, 1)
})

test('a tab whose own storage is full does not come back with an old game', () => {
  const study = new Study()
  saveOnChange(connected({ study, match: matchOf(study) }), assert.fail)
  study.play('e4')
  pass()
  sessionStorage.room = 10
  study.play('e5')
  pass()
  const again = new Study()
  assert.equal(restore(again), 'all')
  assert.equal(again.end.san, 'e5')
})

/** @param {Study} study @param {...string} moves from the start */
function lookAt(study, ...moves) {
  study.toStart()
  for (const move of moves) study.play(move)
  return study.node
}

const movesOf = study => study.tree.toString({ headers: false }).trim().replaceAll('\n', ' ')
const RICH =
  '1. e4 e5 ( 1... c5 $1 {sharp [%clk 0:01:00]} ( {or} 1... e6 2. d4 ) 2. Nf3 {[%cal Gf3d4]} ) 2. Nf3 Nc6 1-0'

test('a line that was removed comes back where and as it was, with the result', () => {
  const study = studyOf(RICH)
  study.finish('1-0', 'Black resigned')
  const whole = movesOf(study)
  for (const moves of [
    ['e4'],
    ['e4', 'c5'],
    ['e4', 'e6'],
    ['e4', 'e6', 'd4'],
    ['e4', 'e5'],
    ['e4', 'e5', 'Nf3'],
  ]) {
    const putBack = removeLine(study, lookAt(study, ...moves))
    assert.notEqual(movesOf(study), whole)
    assert.equal(putBack(), study.node)
    assert.equal(study.node.san, moves.at(-1))
    assert.equal(movesOf(study), whole)
    assert.deepEqual(study.outcome, { result: '1-0', how: 'Black resigned' })
  }
})

test('what was played and written since a line was removed stays when it comes back', () => {
  const study = studyOf('1. e4 e5 2. Nf3 {old} Nc6 (2... d6 {solid}) *')
  const putBack = removeLine(study, lookAt(study, 'e4', 'e5', 'Nf3'))
  for (const move of ['d4', 'exd4', 'Qxd4']) study.play(move)
  const { node } = study
  putBack()
  assert.equal(movesOf(study), '1. e4 e5 2. d4 (2. Nf3 {old} 2... Nc6 (2... d6 {solid})) 2... exd4 3. Qxd4 *')
  assert.equal(study.node, node)

  // The same move, played again and commented on meanwhile.
  const again = removeLine(study, lookAt(study, 'e4', 'e5', 'Nf3'))
  lookAt(study, 'e4', 'e5', 'Nf3', 'Nf6')
  study.annotate(() => study.node.parent?.comments.push('new'))
  again()
  const line = '(2. Nf3 {new} 2... Nf6 (2... Nc6) (2... d6 {solid}))'
  assert.equal(movesOf(study), `1. e4 e5 2. d4 ${line} 2... exd4 3. Qxd4 *`)
})

test('a line that was removed does not come back into another game, nor where the move before it has gone', () => {
  const study = studyOf('1. e4 e5 2. Nf3 Nc6 *')
  const late = removeLine(study, lookAt(study, 'e4', 'e5', 'Nf3', 'Nc6'))
  const early = removeLine(study, lookAt(study, 'e4', 'e5'))
  assert.equal(late(), null)
  early()
  assert.equal(late()?.san, 'Nc6')
  assert.equal(movesOf(study), '1. e4 e5 2. Nf3 Nc6 *')
  const { node } = study
  assert.ok(isThere(study, node))
  const last = removeLine(study, lookAt(study, 'e4', 'e5'))
  assert.ok(!isThere(study, node))
  study.load(parsePgn('1. e4 *')[0])
  assert.equal(last(), null)
  assert.equal(movesOf(study), '1. e4 *')
})

/** What stands beside a node. @param {import('binbo/pgn').PgnNode} node */
const notesOf = node => [node.comments, ...COMMANDS.map(name => node[name])]
const NONE = { text: '', commands: '' }

const COMMENTS = [
  '',
  'plain',
  '[%clk 1:00:00]',
  'before [%clk 0:00:05.5] after [%csl Ra1,Gb2] end',
  '[%eval -1.17,18] [%cal Ge2e4] [%csl Ya1]\n[%cal Rd7d5] two\n\nthree',
  '[%clk 1:00:00]\n[%clk 2:00:00]',
  '[%clk soon] [%csl Zz9] [%eval] [%foo bar] [%',
  '[%emt 5] a } b',
  'a } b [%clk 1:00:00]\n{ [%eval #-3] }',
  '} [%csl Ra1]\n; % [%emt 0:00:01]',
  '  \t[%eval 0.3]\u00a0  x ',
]

test('what is typed as a comment means the same after a reload, is shown as it is, and can be taken away', () => {
  for (const text of COMMENTS) {
    for (const moves of [[], ['e4'], ['e4', 'e5']]) {
      const study = studyOf(
        '1. e4 {[%clk 3:00:00] [%csl Gh8] first} ({before} 1. d4) e5 $1 {[%eval 1.00]} 2. Nf3 *',
      )
      const node = lookAt(study, ...moves)
      study.annotate(() => setWords(node, { text, commands: '' }, wordsOf(node)))
      const again = new Study()
      again.restore(study.snapshot())
      assert.deepEqual(notesOf(again.node), notesOf(node), text)
      const shown = wordsOf(node)
      study.annotate(() => setWords(node, shown, shown))
      assert.deepEqual(notesOf(again.node), notesOf(node), text)
      assert.deepEqual(wordsOf(again.node), shown)
      setWords(node, { text: '', commands: '' }, shown)
      assert.deepEqual(notesOf(node).flat().filter(Boolean), [])
    }
  }
})

test('text and commands of a comment are two things: a change of one keeps the other', () => {
  const { node } = studyOf('1. e4 *')
  setWords(node, { text: 'Now [%clk 1:00:00] [%csl Ra1] [%eval #-3] this [%clk x]', commands: '' }, NONE)
  assert.equal(node.clock, 3600)
  assert.deepEqual(node.comments, ['Now this [%clk x]'])
  const before = wordsOf(node)
  const commands = '[%eval #-3] [%clk 1:00:00] [%csl Ra1] [%clk x]'
  assert.deepEqual(before, { text: 'Now this', commands })
  // What the engine finds meanwhile stays.
  node.eval = { kind: 'cp', value: 31, depth: 12 }
  setWords(node, { ...before, text: 'Another\ntext' }, before)
  assert.deepEqual([node.eval.value, node.clock], [31, 3600])
  assert.deepEqual(node.comments, ['[%clk x] Another', 'text'])
  setWords(node, { ...before, text: '' }, before)
  assert.deepEqual(node.squares, [{ square: 'a1', color: 'red' }])
  assert.deepEqual(node.comments, ['[%clk x]'])
  // Typed commands: lists grow, values are replaced.
  setWords(node, { text: 'so [%csl Gb2] [%clk 0:30:00]', commands }, before)
  assert.deepEqual(
    [node.squares?.map(({ square }) => square), node.clock, node.comments],
    [['a1', 'b2'], 1800, ['[%clk x] so']],
  )
  setWords(node, { ...before, commands: '' }, before)
  assert.deepEqual(notesOf(node).flat().filter(Boolean), ['Now this'])
  assert.deepEqual(commentsOf('', ['[%cal Ge2e4] before', 'x']), ['[%cal Ge2e4]'])
  assert.deepEqual(commentsOf('one\ntwo', ['[%cal Ge2e4] before']), ['[%cal Ge2e4] one', 'two'])
})

test('the rules give the game its result: the winner’s, or a draw', () => {
  for (const [moves, result] of /** @type {const} */ ([
    ['f3 e5 g4 Qh4#', '0-1'],
    ['e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#', '1-0'],
    ['e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6', '1/2-1/2'],
  ])) {
    const study = played({}, ...moves.split(' '))
    assert.equal(study.outcome?.result, result)
    study.back()
    assert.equal(study.outcome?.result, result, 'wherever one looks')
  }
})

test('every game of the test data comes back after a reload', () => {
  for (const tree of parsePgn(readFileSync(new URL('../data/games.pgn', import.meta.url)))) {
    freshBrowser()
    const study = new Study()
    study.load(tree)
    study.toEnd()
    save(study)
    const again = new Study()
    assert.equal(restore(again), 'all')
    assert.deepEqual(facts(again), facts(study))
  }
})
