// SPDX-License-Identifier: Apache-2.0
// The search of the documents answers what users ask: by each question, the chapter that it must find, and where among the
// results.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { excerptOf, markedIn } from '#web/docs/browser/excerpt.js'
import { searchIn } from '#web/docs/browser/ranking.js'
import { distance, stemOf, wordsOf } from '#web/docs/browser/terms.js'
import { renderAll } from '../../web/docs/site/write-docs.js'
import { searchIndex } from '../../web/docs/site/write-search-index.js'

/** Each with the beginning of the address that answers it, or several such, and the last place where it may stand. */
const QUESTIONS = /** @type {[question: string, answers: string | string[], within: 1 | 3][]} */ ([
  // Names of the package, before those of the drop-in.
  ['set header', 'reference-binbo.html#game-headers', 2], // a set is also one of games
  ['legalMoves', 'reference-binbo.html#game-legalmoves', 1],
  ['legal moves', 'reference-binbo.html#game-legalmoves', 1],
  ['undo a move', 'reference-binbo.html#game-undo', 1],
  ['validate a fen', 'reference-binbo.html#validatefen', 1],
  ['piece on a square', ['reference-binbo.html#game-pieceat', 'reference-binbo.html#game-pieces'], 1],
  ['attackers of a square', 'reference-binbo.html#game-attackers', 1],
  ['copy a game', 'reference-binbo.html#game-clone', 3],
  ['print the board', 'reference-binbo.html#game-print', 1],
  ['readPgn', 'reference-binbo-pgn.html#readpgn', 1],
  ['pgn comments', 'reference-binbo-pgn.html#pgnnode-comments', 1],
  ['nags', 'reference-binbo-pgn.html#pgnnode-nags', 1],
  ['zobrist hash', 'reference-binbo.html#game-hash', 3],
  [
    'search games by position',
    ['database.html#searching', 'reference-binbo-database.html#database-search'],
    3,
  ],
  ['postgres archive', 'reference-binbo-server.html#postgresarchive', 1],
  ['draw offer', 'reference-binbo-session.html#gamelink-offerdraw', 1],
  ['memory leak dispose', 'reference-binbo.html#game-symboldispose', 1],
  // Chapters.
  ['install', 'index.html#install', 1],
  ['threefold', 'variants.html#hash-repetition-material', 1],
  ['draw by repetition', 'playing.html#draws', 1],
  ['stalemate', 'playing.html#draws', 1],
  ['detect stalemate', 'playing.html#draws', 1],
  ['how do I detect checkmate', ['reference-binbo.html#type-checkmatestatus', 'playing.html#status'], 3],
  ['Chess960', 'playing.html#chess960', 1],
  ['castling in chess960', 'playing.html#chess960', 1],
  ['promotion dialog', 'recipes.html#a-dialog-for-promotions', 1],
  ['timeout flag fall', 'dead.html', 1],
  ['crazyhouse drops', 'variants.html#drops', 1],
  ['load a pgn file', ['reference-binbo-node.html#loadpgnfile', 'pgn.html'], 1],
  ['read a large pgn file', ['pgn.html', 'reference-binbo-node.html#'], 3],
  ['pgn variations', 'pgn.html', 1],
  ['name of the opening', 'openings.html', 1],
  ['eco code', 'openings.html', 1],
  ['polyglot book', 'books.html', 1],
  ['epd test suite', 'epd.html', 1],
  ['svg image of a position', ['pictures.html', 'reference-binbo-svg.html#boardsvg'], 1],
  ['position editor', 'setups.html', 1],
  ['export csv', 'database.html#exports', 1],
  ['export to a file', 'database.html#an-export-to-a-file', 1],
  ['to a file', 'database.html#an-export-to-a-file', 3],
  ['lichess database', 'lichess.html', 1],
  ['parquet', ['lichess.html', 'database.html#exports'], 1],
  ['duckdb', ['lichess.html', 'recipes.html#games-in-sql'], 1],
  ['zst', ['lichess.html', 'pgn.html'], 1],
  ['json lines', ['lichess.html', 'database.html#exports'], 3],
  [
    'database explorer',
    ['page.html#explorer', 'database.html#exploring', 'reference-binbo-database.html#database-explore'],
    1,
  ],
  // Engines.
  ['stockfish react', 'react.html', 1],
  ['play against the computer', 'engines.html#playing-against-an-engine', 1],
  ['analyse a game with stockfish', 'engines.html#analysing-a-game', 1],
  ['engine in a web worker', 'workers.html', 1],
  ['multipv', 'engines.html', 1],
  ['engines browsers bridge', 'engines.html#engines-for-browsers-the-bridge', 1],
  ['syzygy tablebase', 'tablebases.html', 1],
  ['sprt', ['matches.html', 'reference-binbo-match.html#sprt'], 3],
  ['engine match', ['matches.html', 'reference-binbo-match.html'], 3],
  // Servers.
  ['spectators', ['sessions.html', 'servers.html'], 3],
  ['redis', ['deployment.html#redis', 'reference-binbo-server.html#redisstore'], 1],
  ['nginx config', 'deployment.html#nginx', 1],
  ['websocket server', ['reference-binbo-server.html#creategameserver', 'servers.html'], 1],
  ['security tokens', 'security.html#tokens-and-secrets', 1],
  // Where it runs.
  ['vue stockfish', 'vue.html', 1],
  ['svelte board', 'svelte.html', 1],
  ['smaller bundle', 'size.html', 1],
  ['how big is the bundle', 'size.html', 3],
  ['which entry', 'entries.html', 1],
  ['semver', 'versions.html', 1],
  ['vite', ['runs-in.html#bundlers', 'recipes.html#vite-and-a-web-worker'], 3],
  ['cloudflare workers', 'edge.html#cloudflare-workers', 1],
  ['vercel edge', 'edge.html#nextjs-and-vercel', 1],
  ['next.js', ['runs-in.html', 'react.html', 'edge.html'], 3],
  ['jest', 'runs-in.html#test-runners', 1],
  ['require commonjs', 'runs-in.html', 1],
  ['content security policy', 'security.html#the-webassembly-module', 1],
  ['python-chess', 'migration.html#from-python-chess', 1],
  // The page.
  ['premoves', ['page.html', 'first-board.html'], 1],
  ['share game as link', 'page.html#links', 1],
  ['embed a game in a blog', 'page.html#a-game-on-another-website', 1],
  ['changelog', 'changelog.html', 1],
  // As strangers asked.
  ['run stockfish in a worker', ['workers.html', 'engines.html'], 1],
  ['check if king is in check', 'reference-binbo.html#game-ischeck', 1],
  ['how do I know the game is over', ['reference-binbo.html#game-status', 'playing.html#status'], 1],
  ['FEN', ['reference-binbo.html#game-fen', 'reference-binbo.html#game-tofen'], 1],
  ['castling', 'playing.html#castling', 1],
  ['size', 'size.html', 1],
  // Written down before anybody looked at what they find.
  [
    'whose turn is it',
    [
      'reference-binbo.html#game-sidetomove',
      'reference-binbo.html#position-sidetomove',
      'playing.html#inspecting-a-game',
    ],
    3,
  ],
  ['typescript', ['index.html', 'versions.html#node-browsers-and-typescript', 'runs-in.html'], 3],
  ['get best move from stockfish', ['engines.html', 'reference-binbo-uci.html#engine-bestmove'], 3],
  [
    'list all possible moves',
    [
      'reference-binbo.html#game-legalmoves',
      'reference-binbo.html#position-legalmoves',
      'playing.html#moves',
    ],
    3,
  ],
  [
    'insufficient material',
    ['playing.html#draws', 'playing.html#status', 'dead.html', 'variants.html#hash-repetition-material'],
    3,
  ],
  ['fifty move rule', 'playing.html#draws', 3],
  [
    'load position from fen',
    [
      'reference-binbo.html#game-constructor',
      'reference-binbo.html#position-from',
      'reference-binbo.html#game-newgame',
      'playing.html',
      'setups.html',
    ],
    3,
  ],
  [
    'who won the game',
    ['reference-binbo.html#game-status', 'playing.html#status', 'reference-binbo.html#type-winnerstatus'],
    3,
  ],
  ['reset the board', ['reference-binbo.html#game-newgame', 'reference-binbo.html#setup-clear'], 3],
  ['last move played', 'reference-binbo.html#game-lastmove', 3],
  ['play against a friend online', ['online.html', 'page.html#a-friend'], 3],
  [
    'time control increment',
    ['sessions.html#clocks', 'servers.html', 'page.html#clock', 'reference-binbo-session.html'],
    3,
  ],
  ['engine crashed', ['engines.html#when-an-engine-fails', 'errors.html#err_uci_engine_dead'], 3],
  ['limit engine strength elo', ['engines.html', 'page.html#strengths'], 3],
  ['docker', 'deployment.html', 3],
  [
    'convert san to uci',
    [
      'reference-binbo.html#game-line',
      'reference-binbo.html#position-line',
      'reference-binbo.html#game-legalmoves',
      'reference-binbo.html#type-move',
      'reference-binbo-uci.html',
      'migration.html',
    ],
    3,
  ],
  [
    'captured pieces',
    [
      'reference-binbo.html#game-material',
      'reference-binbo.html#position-material',
      'reference-binbo.html#type-move',
      'reference-binbo.html#type-movefacts',
      'playing.html#inspecting-a-game',
    ],
    3,
  ],
  ['chess960 fischer random', 'playing.html#chess960', 1],
  ['switch from chess.js', ['migration.html', 'chess-js.html'], 1],
  ['chess clock', ['sessions.html#clocks', 'page.html#clock'], 1],
  ['random start position', 'reference-binbo.html#chess960fen', 1],
  ['play against a bot', 'engines.html#playing-against-an-engine', 1],
  ['jwt', 'servers.html#tokens-that-expire-jwt', 1],
  ['illegal move throws exception', 'playing.html#errors', 1],
  ['persist position', ['reference-binbo.html#game-state', 'playing.html#one-game-as-pgn-and-as-state'], 1],
  ['restore game', 'reference-binbo.html#game-fromstate', 3],
  ['set up a custom position', ['setups.html', 'setups.html#', 'reference-binbo.html#setup'], 3],
  [
    'how many games can one server hold',
    ['stores.html#figures', 'servers.html#limits', 'performance.html'],
    3,
  ],
  [
    'is this square attacked',
    [
      'reference-binbo.html#game-isattacked',
      'reference-binbo.html#game-attackers',
      'reference-binbo.html#position-isattacked',
    ],
    3,
  ],
  [
    'read moves and headers from a pgn string',
    ['reference-binbo-pgn.html#parsepgn', 'pgn.html', 'reference-binbo.html#game-loadpgn'],
    3,
  ],
  // What is wrong, and other words for what it is.
  ['illegal move', ['errors.html#err_move_illegal', 'errors.html#err_san_illegal'], 1],
  ['invalid fen', 'reference-binbo.html#validatefen', 1],
  ['take back a move', 'reference-binbo.html#game-undo', 1],
  ['en passant', 'playing.html#en-passant', 1],
  ['engine', 'engines.html', 1],
  ['cannot find module', 'runs-in.html#if-an-import-fails', 1],
  ['require is not defined', 'runs-in.html#if-an-import-fails', 1],
  ['mobile', 'runs-in.html#mobile-apps-and-phones', 1],
  ['react native', ['without-wasm.html', 'runs-in.html#where-it-does-not-run'], 1],
  ['extension', 'runs-in.html#browser-extensions', 1],
  ['chrome extension', 'runs-in.html#browser-extensions', 1],
  ['variations in react', 'analysis-board.html', 1],
  ['save game in localstorage', ['analysis-board.html', 'playing.html#one-game-as-pgn-and-as-state'], 3],
  // Codes, whole and in part.
  ['ERR_FEN_EMPTY', 'errors.html#err_fen_empty', 1],
  ['err pgn tag fen', 'errors.html#err_pgn_tag_fen', 1],
  ['ERR_GAME_OVER', 'errors.html#err_game_over', 1],
  ['ERR_SAN_AMBIGUOUS', 'errors.html#err_san_ambiguous', 1],
  ['ERR_EMPTY_FEN', 'errors.html#err_fen_empty', 1],
  ['ERR_FEN_KINGS', 'errors.html#err_fen_kings', 1],
  // Mistyped, and German.
  ['legalmovs', 'reference-binbo.html#game-legalmoves', 1],
  ['Repititon', 'variants.html#hash-repetition-material', 1],
  ['castlng', 'playing.html#castling', 1],
  ['stokfish worker', ['recipes.html#vite-and-a-web-worker', 'engines.html', 'workers.html'], 3],
  ['Varianten', 'variants.html', 3],
])

/** @type {ReturnType<typeof searchIn>} */
let search
/** @type {import('../../web/docs/site/write-search-index.js').SearchIndex} */
let index

before(async () => {
  index = searchIndex(await renderAll())
  search = searchIn(index)
})

test('each question finds its chapter', () => {
  const missed = QUESTIONS.flatMap(([question, answers, within]) => {
    const found = search(question).map(({ address }) => address)
    const isFound = found
      .slice(0, within)
      .some(address => [answers].flat().some(answer => address.startsWith(answer)))
    return isFound ? [] : [`${question}: ${found.slice(0, 4).join(' ')}`]
  })
  assert.deepEqual(missed, [])
})

test('each exported name and each code is found by its name, first', () => {
  const missed = index.sections.flatMap(([page, depth, id, heading]) => {
    const [name, , kind] = index.pages[page]
    const isName = depth === 3 && /^(reference-|errors$)/.test(name) && /^\w+$/.test(heading)
    if (!isName || kind === 'drop-in') return []
    const found = search(heading)
    const place = found.findIndex(result => result.heading === heading)
    // A name may be that of a member of a class, too: perft, Engine.search.
    return place >= 0 && place < 3
      ? []
      : [`${name}.html#${id}: ${found.slice(0, 3).map(({ address }) => address)}`]
  })
  assert.deepEqual(missed, [])
})

test('what is only similar comes last, and nothing comes of nothing', () => {
  const found = search('premoves')
  const first = found.findIndex(({ isSimilar }) => isSimilar)
  assert.ok(first > 0)
  assert.ok(found.slice(first).every(({ isSimilar }) => isSimilar))
  assert.ok(found.slice(0, first).every(({ text, heading }) => /premove/i.test(heading + text)))
  assert.deepEqual(search('xyzzyplugh'), [])
  assert.deepEqual(search(' – ?! '), [])
  assert.ok(search('what is the').length > 0, 'words that say little count where there are no others')
})

test('words: names have parts, forms share a stem, a distance counts swapped letters once', () => {
  assert.deepEqual(wordsOf('ERR_FEN, legalMoves(x) Größe'), [
    ['err_fen', 'err', 'fen'],
    ['legalmoves', 'legal', 'moves'],
    ['x'],
    ['große'],
  ])
  assert.equal(new Set(['move', 'moves', 'moved', 'moving'].map(stemOf)).size, 1)
  assert.equal(stemOf('promotion'), stemOf('promotes'))
  assert.notEqual(stemOf('header'), stemOf('head'))
  assert.equal(distance('stockfish', 'stokcfish', 2), 1)
  assert.equal(distance('castling', 'castlng', 2), 1)
  assert.ok(distance('knight', 'bishop', 2) > 2)
})

test('an excerpt is cut between words where most of the words stand, which are marked', () => {
  const text = `${'first words '.repeat(30)}here are premoves and the engine ${'last words '.repeat(30)}`
  const excerpt = excerptOf(text, ['premoves', 'engine'])
  assert.match(excerpt, /^… .*premoves and the engine.* …$/)
  assert.ok(excerpt.length < 180)
  const marked = markedIn('legalMoves, moves, removes', ['moves'])
  assert.deepEqual(
    marked.filter(({ isMarked }) => isMarked).map(({ part }) => part),
    ['Moves', 'moves'],
  )
  assert.equal(marked.map(({ part }) => part).join(''), 'legalMoves, moves, removes')
  assert.equal(excerptOf('short', []), 'short')
})
