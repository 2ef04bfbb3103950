// SPDX-License-Identifier: Apache-2.0
// What the page reads of strangers, in links, files and fields, takes linear time, as in hostile-text.test.js.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ChessError, Game, Position, START_FEN } from 'binbo'
import { PgnGame, parsePgn } from 'binbo/pgn'
import { regexpsIn } from '../../js/tools/check-regexps.js'
import { root } from './support/binbo.js'
import { lawOf } from './support/hostile-text.js'

/** Modules that a table names, by path. @type {Set<string>} */
const covered = new Set()
/** @param {string} path within web/ */
const load = path => {
  covered.add(`web/${path}.ts`)
  return import(`#web/${path}.js`)
}

const { commandsIn, readable } = await load('study/nodes')
const { isFenLike, tidyFen } = await load('study/fen-text')
const headers = await load('study/headers')
const { isCut, moveWords } = await load('study/move-words')
const { hintFor, readTyped } = await load('moves/typed-move')
const { spoken } = await load('study/descriptions')
const { gameWords } = await load('study/game-words')
const { readDraft } = await load('study/draft')
const { addressWords, errorWords } = await load('page/error-words')
const { excerpt } = await load('page/excerpt')
const links = await load('storage/links')
const { packedLink } = await load('storage/packed')
await load('storage/unpack')
const { commentsOf, setWords, textOf, wordsOf } = await load('moves/comment-text')
const { shortScore } = await load('moves/blocks')
const { samePlayers } = await load('database/same-players')
const { conditionsOf, EVERYTHING, problemsIn, queryOf } = await load('database/criteria')
const { checkAddress, isOfThisComputer } = await load('engine/source')
const { failureText } = await load('engine/failure-text')
const { readAddress } = await load('friend/addresses')
const { hashOfMessage, readShown } = await load('embed/address')
const { GameIndex } = await load('pgn/game-index')
const { sortGames } = await load('pgn/game-order')
const { siteSentence } = await load('page/site-words')
const { originText, taskText } = await load('train/cards')
const { Tokens } = await load('developers/program-tokens')
const { runProgram } = await load('developers/interpreter')

/** Files whose patterns see texts of this page, of the engine's legal moves or of Binbo alone, or one that is cut before. */
const OURS =
  `analysis/eval-bar analysis/evaluation-curve analysis/saved-findings analysis/line-board analysis/mistakes-view
  analysis/report board/board board/premove-targets database/pattern-view database/service docs/browser/copy docs/browser/excerpt docs/browser/ranking
  docs/browser/terms docs/browser/words endgames/locations engine/engine-files engine/engine-room explorer/explorer-view
  developers/developers developers/loaded-view developers/program developers/program-values developers/race offline/service-worker page/connection page/dom page/keys page/templates page/texts
  pgn/open-file pgn/share play/rematch settings/looks setup/editor setup/setup-board storage/address storage/saved-game
  study/judgement study/repetition table/details-dialog table/details
  train/worksheet`.split(/\s+/)

const FEN = ['a/a/a/a/a/a/a/b w ', 'https://x/', 'https://x/a/a/a/a/a/a/a/b?', '[FEN "']
const LINK = ['#fen=', '#pgn=', '#g=', '#fen=8/8&ply=1.', 'https://x/#fen=', 'https://x/#&g=']
const MOVE = ['Nf3', 'e', 'O-O', '1.']
const position = Position.from(START_FEN)
const moves = new Game().legalMoves('move')
const commented = text => Object.assign(new PgnGame().root, { comments: [text] })
const circumstances = { source: { kind: 'builtin' }, online: true, origin: 'https://x' }
const remote = { source: { kind: 'remote', url: 'ws://x', token: '' }, online: true, origin: 'https://x' }

/** Enough of a document for h(). */
Object.assign(globalThis, {
  Node: class {},
  document: { createElement: () => new Made() },
})
class Made extends globalThis.Node {
  append() {}
  setAttribute() {}
}

lawOf([
  ['readable', ['[%csl '], readable],
  ['commandsIn', ['[%csl '], commandsIn],
  ['textOf', [], text => textOf([text])],
  ['commentsOf', ['[%x] '], text => commentsOf(text, [text])],
  ['wordsOf', ['[%csl Ra1'], text => wordsOf(commented(text))],
  [
    'setWords',
    ['[%csl Ra1'],
    text => setWords(commented(''), { text, commands: text }, { text: '', commands: '' }),
  ],
  ['tidyFen', FEN, tidyFen],
  ['isFenLike', FEN, isFenLike],
  ['readDraft', FEN, text => readDraft(text, 'standard')],
  ['known', ['?'], headers.known],
  ['knownDate', ['2020.'], headers.knownDate],
  ['website', ['https://'], headers.website],
  ['placeOf', ['https://'], headers.placeOf],
  ['isCut', MOVE, isCut],
  ['moveWords', MOVE, text => moveWords(text, position)],
  ['readTyped', MOVE, text => readTyped(text, moves, position)],
  ['hintFor', MOVE, text => hintFor(text, moves, position)],
  ['spoken', MOVE, text => spoken(text)],
  ['gameWords', ['1. '], text => parsePgn(text).map(game => game.errors.map(error => gameWords(error, 1)))],
  ['errorWords', ['https://'], input => errorWords(new ChessError('ERR_PGN_TOKEN', input, { input }))],
  ['errorWords', ['fetch'], message => errorWords(new TypeError(message))],
  ['addressWords', ['https://lichess.org/', 'www.'], addressWords],
  ['excerpt', ['1. '], text => excerpt(text, text.length - 1)],
  ['excerpt', ['1. '], text => excerpt(text, 0)],
  ['hashOf', LINK, links.hashOf],
  ['isPacked', LINK, links.isPacked],
  ['readLink', LINK, links.readLink],
  ['gameOfFen', FEN, text => links.gameOfFen(text)],
  ['gamesIn', ['1. e4 '], links.gamesIn],
  ['textOfLink', ['[Event "'], text => links.textOfLink(links.gamesIn(text)[0])],
  ['packedLink', ['[Event "'], text => packed(links.gamesIn(`${text}"]`)[0])],
  ['shortScore', ['+1.'], shortScore],
  ...['words', 'white', 'event'].map(name => [
    'conditionsOf',
    ['E2'],
    text => conditionsOf({ ...EVERYTHING, [name]: text }, ['Sicilian Defense: Najdorf Variation']),
  ]),
  [
    'conditionsOf',
    ['2'],
    text => conditionsOf({ ...EVERYTHING, elo: [text, text], dates: [text, text], eco: text }, []),
  ],
  ['samePlayers', ['. ', 'a'], text => samePlayers([{ name: text, games: 1 }])],
  ['queryOf', ['KQ'], text => queryOf({ ...EVERYTHING, material: text, fen: text })],
  ['problemsIn', ['KQ'], text => problemsIn({ ...EVERYTHING, material: text, eco: text, elo: [text, ''] })],
  ['checkAddress', ['ws://', 'a'], text => checkAddress(text, 'https:')],
  ['isOfThisComputer', ['ws://127.0.0.1', 'ws://a.'], isOfThisComputer],
  ['failureText', ['CSP ', 'HTTP '], text => failureText(new Error(text), circumstances)],
  ['failureText', ['could not connect'], text => failureText(new Error(text), remote)],
  ['readAddress', ['#play=', '#server=ws://'], readAddress],
  ['readShown', ['#pgn=', '#fen='], text => readShown(text, text)],
  ['hashOfMessage', ['1. e4 '], pgn => hashOfMessage({ pgn, fen: pgn })],
  ['siteSentence', ['x has no game ', 'x has no player '], siteSentence],
  ['taskText', ['1. e4 was a mistake. ', 'a was a '], task => taskText({ task })],
  ['originText', ['Puzzle ', 'Puzzle 1, rated 2'], origin => originText({ origin })],
  ['Tokens', ["'", '`', '/*', '1', 'a', '\\u{'], tokensOf],
  ['runProgram', ['(', '[', '{', '`${', 'a.', 'x => ', '1 + '], text => runProgram(text, {}, {})],
  ['GameIndex', ['[Event "', '[Site "https://'], text => indexed(text)],
  ['sortGames', ['2'], text => [...sortGames(2, at => (at ? text : ''), { isNumber: true, down: true })]],
  ['sortGames', ['2'], text => [...sortGames(2, at => (at ? text : ''), { isNumber: false, down: true })]],
])

const packed = tree => packedLink({ tree, node: tree.root, lineVersion: 0 }, 'https://x/')

function tokensOf(text) {
  for (const tokens = new Tokens(text); !tokens.isEnd; ) tokens.next()
}

function indexed(text) {
  const index = new GameIndex()
  const [game] = parsePgn(`${text}"]\n\n1. e4 *`)
  index.add(Object.defineProperty(game, 'range', { value: { from: 0, to: 1 } }), { name: 'x', from: 0 })
}

test('every module of the page with a pattern is in the table, or reads texts of ours', () => {
  const files = execFileSync('git', ['ls-files', 'web'], { cwd: root, encoding: 'utf8' }).split('\n')
  const withPatterns = files
    .filter(file => file.endsWith('.ts') && !file.startsWith('web/docs/site/'))
    .filter(file => regexpsIn(file, readFileSync(`${root}${file}`, 'utf8')).length > 0)
  const known = new Set([...covered, ...OURS.map(name => `web/${name}.ts`)])
  assert.deepEqual(
    withPatterns.filter(file => !known.has(file)),
    [],
  )
  assert.deepEqual(
    [...known].filter(file => !withPatterns.includes(file) && !covered.has(file)),
    [],
  )
})
