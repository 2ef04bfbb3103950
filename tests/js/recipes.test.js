// SPDX-License-Identifier: Apache-2.0
// The recipes: those in TypeScript compile as strictly as it can, those for servers run in Node and in workerd, the runtime
// of Cloudflare Workers.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { build } from 'esbuild'
import workerd from 'workerd'
import { openDatabase } from '../../dist/database.js'
import { Game, root } from './support/binbo.js'
import { corpus } from './support/database-oracle.js'
import { holdPorts } from './support/ports.js'
import { firstLine, startProgram } from './support/program.js'
import { seed } from './support/random-games.js'
import { changeRecipe, programs, TYPED_WITH, WITH_ACCOUNTS, writeRecipe } from './support/recipes.js'
import { RedisServer } from './support/redis.js'
import { STRICT } from './support/strict-types.js'

const typed = [...programs.keys()].filter(name => name.endsWith('.ts'))
const recipe = writeRecipe(
  [
    'server.js',
    'mistakes.js',
    'picture.js',
    'endgames.js',
    'explorer.js',
    'month.js',
    'edge.js',
    'edge-games.js',
    'route.js',
    'two-players.mjs',
  ].concat(typed),
  [...TYPED_WITH, '@duckdb/node-api', 'apache-arrow', 'stockfish'],
)
after(recipe.remove)

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
const OPEN_GAME = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2'

/** Starts a program that listens, and waits for its first answer. */
async function serve(t, url, file, args) {
  const { child, ended, output } = startProgram(file, args, { cwd: recipe.folder })
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  for (const end = Date.now() + 60_000; ; await wait(50)) {
    const { exitCode, signalCode } = child
    assert.deepEqual([exitCode, signalCode], [null, null], `${file} has ended: ${output.stderr}`)
    if (
      await fetch(url).then(
        answer => answer.arrayBuffer(),
        () => null,
      )
    )
      return
    assert.ok(Date.now() < end, `${file} does not answer: ${output.stderr}`)
  }
}

test('the recipes for playing online compile, with the strictest settings', () => {
  assert.deepEqual(typed, [
    ...[
      'ask-promotion.ts',
      'play.ts',
      'play-server.ts',
      'accounts.ts',
      'log-in.ts',
      'ratings.ts',
      'rated-server.ts',
    ],
  ])
  writeFileSync(
    join(recipe.folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: STRICT, files: typed }),
  )
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
  for (const changes of [{}, WITH_ACCOUNTS]) {
    changeRecipe(recipe.folder, changes)
    const { status, stdout, stderr } = spawnSync(process.execPath, [tsc], {
      cwd: recipe.folder,
      encoding: 'utf8',
    })
    assert.equal(status, 0, stdout + stderr)
  }
})

test('a server in Node: games are created and played, bad requests change nothing', async t => {
  const [port] = await holdPorts(1)
  const text = programs.get('server.js')
  assert.ok(text.includes('8080'))
  writeFileSync(join(recipe.folder, 'server.js'), text.replaceAll('8080', `${port}`))
  const url = `http://127.0.0.1:${port}/games`
  await serve(t, url, process.execPath, ['server.js'])
  const ask = async (path, body) => {
    const answer = await fetch(`${url}${path}`, body === undefined ? {} : { method: 'POST', body })
    return { code: answer.status, body: await answer.json() }
  }
  const { code, body: created } = await ask('', '{}')
  assert.deepEqual([code, created.fen, created.moves.length], [201, START, 20])
  const game = `/${created.id}`
  const moves = `${game}/moves`
  assert.equal((await ask(moves, '{ "move": "e4" }')).code, 200)
  const illegal = await ask(moves, '{ "move": "e5e4" }')
  assert.equal(illegal.code, 422)
  assert.match(illegal.body.code, /^ERR_(SAN|MOVE)_/)
  assert.equal((await ask(moves, '{ "move": ')).code, 400)
  assert.equal((await ask(moves, `"${'x'.repeat(2000)}"`)).code, 400)
  assert.equal((await ask(moves, '{ "move": "e7e5" }')).code, 200)
  assert.equal((await ask(game)).body.fen, OPEN_GAME)
  assert.equal((await ask('/none')).code, 404)
  assert.equal((await ask('', '{ "fen": "8/8/8/8/8/8/8/8 w - - 0 1" }')).code, 400)
})

test('two players on two nodes over one Redis: the program ends with the game', async t => {
  const redis = new RedisServer()
  await redis.start()
  t.after(() => redis.kill())
  writeFileSync(join(recipe.folder, 'secret'), 'a secret of this test, long enough')
  const binbo = join(recipe.folder, 'node_modules/binbo/dist/cli/main.js')
  const args = ['server', '--port', '0', '--redis', redis.url, '--secret-file', 'secret']
  const startNode = async () => {
    const node = startProgram(process.execPath, [binbo, ...args], { cwd: recipe.folder })
    t.after(async () => {
      node.child.kill('SIGKILL')
      await node.ended
    })
    return firstLine(node)
  }
  const urls = [await startNode(), await startNode()]
  const { ended } = startProgram(process.execPath, ['two-players.mjs', ...urls], { cwd: recipe.folder })
  const { stdout, stderr, code } = await ended
  assert.deepEqual({ stdout, stderr, code }, { stdout: 'Black wins by checkmate.\n', stderr: '', code: 0 })
})

test('a picture for links: each address has its position, wrong ones are refused', async t => {
  const [port] = await holdPorts(1)
  const text = programs.get('picture.js')
  assert.ok(text.includes('8080'))
  writeFileSync(join(recipe.folder, 'picture.js'), text.replaceAll('8080', `${port}`))
  const url = `http://127.0.0.1:${port}/board.svg`
  await serve(t, url, process.execPath, ['picture.js'])
  const answer = await fetch(
    `${url}?moves=f2f3,e7e5,g2g4,Qh4&side=black&title=${encodeURIComponent('<Fool & co>')}`,
  )
  assert.equal(answer.headers.get('content-type'), 'image/svg+xml')
  const picture = await answer.text()
  assert.match(picture, /<title>&lt;Fool &amp; co&gt;<\/title>.*class="last-move".*class="check"/)
  assert.equal((await fetch(`${url}?moves=e2e5`)).status, 400)
  assert.equal((await fetch(`${url}x`)).status, 404)
})

test('mistakes in endgames: the moves that gave a result away, and no others', async () => {
  const pgn = `[White "A"]
[Black "B"]
[SetUp "1"]
[FEN "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]

1. Kd1 Kd4 2. Kd2 Ke5 3. Ke3 Kf5 4. Kd4 Ke6 5. e3 *
`
  writeFileSync(join(recipe.folder, 'games.pgn'), pgn)
  const tables = join(root, 'tests/data/syzygy')
  const { stdout, stderr, code } = await startProgram(
    process.execPath,
    ['endgames.js', 'games.pgn', tables],
    { cwd: recipe.folder },
  ).ended
  assert.deepEqual([stderr, code], ['', 0])
  assert.deepEqual(stdout.trim().split('\n'), [
    'A - B: Ke5 was drawn, is lost: 8/8/8/4k3/8/8/3KP3/8 w - - 4 3',
    'A - B: e3 was won, is drawn: 8/8/4k3/8/3K4/4P3/8/8 b - - 0 5',
  ])
})

test('games in SQL: a GROUP BY over both Arrow tables is db.explore()', async () => {
  const file = join(recipe.folder, 'corpus.pgn')
  const text = `${corpus(seed)}\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n`
  writeFileSync(file, text)
  const db = await openDatabase()
  await db.add(text)
  let castlings = 0
  for (const moves of ['', 'e4', 'e4 e5', 'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6', 'd4 d5 c4 e6 Nc3 Be7']) {
    const game = new Game()
    for (const move of moves.split(' ').filter(Boolean)) game.move(move)
    const castles = game.legalMoves().filter(({ san }) => san.startsWith('O-O'))
    const uciOf = move => {
      if (move.uci === '0000') return 'a1a1'
      const castling = castles.find(({ uci }) => uci === move.uci)
      if (castling === undefined) return move.uci
      castlings++
      return move.uci.replace(/g(?=\d$)/, 'h').replace(/c(?=\d$)/, 'a')
    }
    const explored = await db.explore(game)
    const expected = explored.moves.map(move =>
      [uciOf(move), move.games, move.white, move.draws, move.black, move.averageElo ?? ''].join(' '),
    )
    const { stdout, stderr, code } = await startProgram(process.execPath, ['explorer.js', file, game.fen], {
      cwd: recipe.folder,
    }).ended
    assert.deepEqual([stderr, code], ['', 0])
    assert.deepEqual(stdout.split('\n').filter(Boolean).sort(), expected.sort(), moves)
    game.stop()
  }
  assert.ok(castlings > 0)
})

/** The programs of a terminal that lichess.md has, where they are not installed: zstd copies. */
const SHIMS = {
  npx: '#!/bin/sh\nshift\nexec node node_modules/binbo/dist/cli/main.js "$@"\n',
  zstd: '#!/bin/sh\nexec cat "$2"\n',
  duckdb: `#!/usr/bin/env node
const { DuckDBInstance } = require('@duckdb/node-api')
DuckDBInstance.create()
  .then(duckdb => duckdb.connect())
  .then(sql => sql.runAndReadAll(process.argv[3]))
  .then(found => console.log(JSON.stringify(found.getRowObjectsJson())))
`,
}

test('the data of Lichess: the commands and the program of the document do what it says', {
  skip: process.platform === 'win32',
}, async () => {
  const sample = readFileSync(join(root, 'tests/data/lichess-sample.pgn'), 'utf8')
  const bin = join(recipe.folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'package.json'), '{}')
  for (const [name, text] of Object.entries(SHIMS)) {
    writeFileSync(join(bin, name), text)
    chmodSync(join(bin, name), 0o755)
  }
  copyFileSync(
    join(root, 'tests/data/lichess-sample.pgn'),
    join(recipe.folder, 'lichess_db_standard_rated_2013-01.pgn.zst'),
  )
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
  const shell = (command, input = '') => {
    const { stdout, stderr, status } = spawnSync('sh', ['-c', command], {
      ...{ cwd: recipe.folder, env, input, encoding: 'utf8' },
    })
    assert.equal(status, 0, `${command}\n${stderr}`)
    return stdout
  }
  const page = readFileSync(join(root, 'web/docs/lichess.md'), 'utf8')
  const [first, exports] = Array.from(page.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, command]) => command)
  const rows = JSON.parse(shell(first))
  const keyOf = ({ speed, openingEco, games, white }) => [speed, openingEco, Number(games), white].join()
  assert.deepEqual(rows.map(keyOf).sort(), ['blitz,C20,1,1', 'bullet,A00,1,0', 'classical,B20,1,0'])
  const [lines] = shell(exports).split('\n')
  assert.deepEqual(JSON.parse(lines), {
    ...{ id: 0, speed: 'blitz', Termination: 'Normal', WhiteRatingDiff: '+5' },
  })
  const sql = await (await DuckDBInstance.create()).connect()
  const rowsOf = async query => (await sql.runAndReadAll(query)).getRowsJson()
  assert.deepEqual(await rowsOf(`select * from '${join(recipe.folder, 'forfeits.parquet')}'`), [
    [2, '2013.01.01', '00:02:31', 'B20', '1/2-1/2'],
  ])
  // More than a piece of standard input in each part.
  const program = programs.get('month.js').replace('1e9', '1e5')
  writeFileSync(join(recipe.folder, 'month.js'), program)
  const printed = shell('node month.js', sample.concat('\n').repeat(300)).trimEnd().split('\n')
  assert.ok(printed.length > 2, `${printed}`)
  assert.deepEqual(
    await rowsOf(`select speed, "Termination", count(*) from '${join(recipe.folder, 'games-*.parquet')}'
      group by all order by speed`),
    [
      ['blitz', 'Normal', '300'],
      ['bullet', 'Normal', '300'],
      ['classical', 'Time forfeit', '300'],
    ],
  )
  sql.closeSync()
})

/**
 * Bundles a program as edge runtimes want it, and runs it in workerd.
 * @param {import('node:test').TestContext} t
 * @param {string} name
 * @param {string} [objects] what the Worker has of Durable Objects, in the language of workerd's configuration
 * @returns {Promise<string>} its address
 */
async function runAtEdge(t, name, objects = '') {
  const { outputFiles } = await build({
    entryPoints: [join(recipe.folder, name)],
    bundle: true,
    format: 'esm',
    conditions: ['workerd'],
    outfile: join(recipe.folder, `bundle-${name}`),
    external: ['*.wasm', 'cloudflare:*'],
    write: false,
    logLevel: 'warning',
  })
  const code = outputFiles[0].text
  const wasm = /from "([^"]+\.wasm)"/.exec(code)?.[1]
  assert.ok(wasm, 'the bundle imports the compiled module')
  writeFileSync(join(recipe.folder, `bundle-${name}`), code)
  const [port] = await holdPorts(1)
  const config = `${name}.capnp`
  writeFileSync(
    join(recipe.folder, config),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .chess)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const chess :Workerd.Worker = (
  modules = [
    (name = "bundle.js", esModule = embed "bundle-${name}"),
    (name = "${wasm}", wasm = embed "node_modules/binbo/dist/core.wasm"),
  ],
  compatibilityDate = "2025-01-01",
  ${objects}
);`,
  )
  const url = `http://127.0.0.1:${port}/`
  await serve(t, url, workerd.default, ['serve', config])
  return url
}

test('at the edge: a Worker in workerd plays with the module that the runtime compiled', async t => {
  const url = await runAtEdge(t, 'edge.js')
  const played = await (await fetch(`${url}?moves=e4,e5`)).json()
  assert.deepEqual([played.fen, played.status.over, played.moves.length], [OPEN_GAME, false, 29])
  const refused = await fetch(`${url}?moves=e4,Ke7`)
  assert.deepEqual([refused.status, (await refused.json()).code], [422, 'ERR_SAN_ILLEGAL'])
})

test('at the edge: a Durable Object keeps its game, each name another one', async t => {
  const url = await runAtEdge(
    t,
    'edge-games.js',
    `bindings = [(name = "GAMES", durableObjectNamespace = "ChessGame")],
  durableObjectNamespaces = [(className = "ChessGame", uniqueKey = "chess")],
  durableObjectStorage = (inMemory = void),`,
  )
  const play = async (name, body) => {
    const answer = await fetch(url + name, body && { method: 'POST', body })
    return { status: answer.status, ...(await answer.json()) }
  }
  for (const move of ['f3', 'e5', 'g4']) await play('a', move)
  const refused = await play('a', 'Qh5')
  assert.deepEqual([refused.status, refused.code], [422, 'ERR_SAN_ILLEGAL'])
  assert.equal((await play('a')).fen.split(' ')[1], 'b')
  await play('a', 'Qh4')
  assert.deepEqual((await play('a')).status, { over: true, type: 'checkmate', winner: 'black' })
  assert.equal((await play('b')).fen, START)
})

test('at the edge: a route of Next.js under the condition edge-light', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(recipe.folder, 'route.js')],
    bundle: true,
    format: 'esm',
    conditions: ['edge-light'],
    write: false,
    logLevel: 'warning',
    plugins: [{ name: 'wasm', setup: compileWasm }],
  })
  assert.ok(outputFiles[0].contents.length < 500_000)
  const path = join(recipe.folder, 'route.mjs')
  writeFileSync(path, outputFiles[0].text)
  const { GET, runtime } = await import(path)
  assert.equal(runtime, 'edge')
  const played = await GET({ url: 'http://localhost/api/chess?moves=e4,e5' }).json()
  assert.deepEqual([played.fen, played.moves.length], [OPEN_GAME, 29])
  assert.equal(GET({ url: 'http://localhost/api/chess?moves=e5' }).status, 422)
})

/** As edge runtimes do: `import core from '….wasm?module'` is a compiled module. @param {import('esbuild').PluginBuild} builder */
function compileWasm(builder) {
  builder.onResolve({ filter: /\.wasm\?module$/ }, ({ path, resolveDir }) => ({
    path: join(resolveDir, path.replace('?module', '')),
    namespace: 'wasm',
  }))
  builder.onLoad({ filter: /./, namespace: 'wasm' }, ({ path }) => ({
    contents: `import { readFileSync } from 'node:fs'
export default new WebAssembly.Module(readFileSync(${JSON.stringify(path)}))`,
  }))
  builder.onResolve({ filter: /^node:fs$/ }, ({ path }) => ({ path, external: true }))
}

test('mistakes in a file of games: each blunder, with what Stockfish prefers, and errors with their place', async () => {
  const pgn = `[White "A"]
[Black "B"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0

[White "C"]
[Black "D"]

1. e4 e5 2. Ke3 *
`
  writeFileSync(join(recipe.folder, 'blunders.pgn'), pgn)
  const { stdout, stderr, code } = await startProgram(process.execPath, ['mistakes.js', 'blunders.pgn'], {
    cwd: recipe.folder,
  }).ended
  assert.deepEqual([stderr, code], ['', 0])
  assert.match(
    stdout,
    /^A - B, 1-0\n {2}ply 4: Ke7 \(#1\); better was \S+ \S+ \S+\nC - D, \*\n {2}.+ 'Ke3' \(game 2, line 9, column 13; ply 3\)\n$/,
  )
})
