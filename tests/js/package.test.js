// SPDX-License-Identifier: Apache-2.0
// The packed and installed package: what is in it, and that import, require and TypeScript find it.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, posix } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ENTRIES } from '../../js/tools/entries.js'
import { LISTING, listingOf } from '../../js/tools/pack.js'
import { LIMITS } from '../../js/tools/size.js'
import { root } from './support/binbo.js'
import { installPackage } from './support/package.js'

let pack
before(() => {
  pack = installPackage()
})
after(() => pack?.remove())

/** Runs a file in the folder where the package is installed. */
function run(name, code, args = []) {
  writeFileSync(join(pack.folder, name), code)
  const env = { ...process.env, NODE_NO_WARNINGS: '1' } // Node 20 calls require() of a module experimental
  return execFileSync(process.execPath, [name, ...args], { cwd: pack.folder, env, encoding: 'utf8' }).trim()
}

test('it holds what is needed and nothing else', () => {
  const { files, manifest } = pack
  const listing = listingOf(files.map(path => ({ path })))
  assert.equal(
    listing,
    readFileSync(join(root, LISTING), 'utf8'),
    'make package-files WRITE=1 writes it anew',
  )
  const documents = files.filter(file => file.endsWith('.md'))
  const pictures = documents.flatMap(file =>
    [...readFileSync(join(pack.installed, file), 'utf8').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(
      ([, path]) => join(file, '..', path),
    ),
  )
  assert.ok(pictures.length >= 2)
  assert.deepEqual(
    files.filter(file => file.startsWith('web/screenshots/')).sort(),
    pictures.sort(),
    'the pictures of its documents, and no others',
  )
  assert.equal(manifest.name, 'binbo')
  assert.equal(manifest.license, 'Apache-2.0')
  assert.equal(manifest.type, 'module')
  for (const kind of ['dependencies', 'bundledDependencies'])
    assert.deepEqual(Object.keys(manifest[kind] ?? {}), [], kind)
  const peers = ['bullmq', 'pg', 'redis']
  assert.deepEqual(Object.keys(manifest.peerDependencies), peers)
  assert.deepEqual(
    manifest.peerDependenciesMeta,
    Object.fromEntries(peers.map(name => [name, { optional: true }])),
  )
  assert.deepEqual(Object.keys(manifest.optionalDependencies), ['ws'])
  for (const script of ['preinstall', 'install', 'postinstall'])
    assert.equal(manifest.scripts?.[script], undefined)
  assert.deepEqual(
    readdirSync(join(pack.folder, 'node_modules')).filter(name => !name.startsWith('.')),
    ['binbo'],
  )
})

test('Metro, which prefers folders to exports, finds the same files for React Native', () => {
  for (const [key, targets] of Object.entries(pack.manifest.exports)) {
    const file = join(pack.installed, key, 'package.json')
    if (key.startsWith('./js') || !targets['react-native']) continue
    const fields = JSON.parse(readFileSync(file, 'utf8'))
    assert.equal(posix.join(key, fields['react-native']), posix.join('.', targets['react-native']), key)
  }
})

test('every export of the manifest is there', () => {
  const targets = value => (typeof value === 'string' ? [value] : Object.values(value).flatMap(targets))
  for (const target of targets(pack.manifest.exports))
    assert.ok(existsSync(join(pack.installed, target)), target)
  const { bin, main, module, sideEffects, types, 'react-native': reactNative } = pack.manifest
  for (const entry of [...sideEffects, ...Object.values(bin), main, module, types, reactNative]) {
    const [start, end] = posix.join('.', entry).split('*')
    const fits = file => (end === undefined ? file === start : file.startsWith(start) && file.endsWith(end))
    assert.ok(pack.files.some(fits), entry)
  }
})

test('import and require get the same Game, in the default entry', () => {
  const play = 'const game = new binbo.Game(); game.move("e2e4"); console.log(game.fen)'
  const expected = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
  assert.equal(run('import.mjs', `import * as binbo from 'binbo'\n${play}`), expected)
  const [major, minor] = process.versions.node.split('.').map(Number)
  assert.ok(major > 20 || (major === 20 && minor >= 19), 'require of ES modules needs Node 20.19')
  assert.equal(run('require.cjs', `const binbo = require('binbo')\n${play}`), expected)
  assert.equal(
    run(
      'same.cjs',
      "const { Game } = require('binbo'); import('binbo').then(m => console.log(m.Game === Game))",
    ),
    'true',
  )
})

test('binbo/pgn and binbo/node work alone, by import and by require', () => {
  writeFileSync(join(pack.folder, 'games.pgn'), '[Event "x"]\n\n1. e4 e5 *\n')
  const parse = "console.log(pgn.parsePgn('1. e4 e5 2. Nf3')[0].toGame().ply, pgn.PgnGame.name)"
  assert.equal(run('pgn.mjs', `import * as pgn from 'binbo/pgn'\n${parse}`), '3 PgnGame')
  assert.equal(run('pgn.cjs', `const pgn = require('binbo/pgn')\n${parse}`), '3 PgnGame')
  const load = "node.loadPgnFile('games.pgn').then(game => console.log(game.ply))"
  assert.equal(run('node.mjs', `import * as node from 'binbo/node'\n${load}`), '2')
  assert.equal(run('node.cjs', `const node = require('binbo/node')\n${load}`), '2')
})

test('all entries share one instance and one set of classes, whatever is imported first', () => {
  const code = `
    const { Instance } = WebAssembly
    let instances = 0
    WebAssembly.Instance = class extends Instance {
      constructor(...args) {
        super(...args)
        if (this.exports.binbo_init) instances++
      }
    }
    const entries = await Promise.all(process.argv.slice(2).map(name => import(name)))
    const all = Object.assign({}, ...entries)
    const same = entries.every(entry => Object.keys(entry).every(name => entry[name] === all[name]))
    const [game] = all.parsePgn('1. e4 e5')
    const loaded = await all.loadPgnFile('games.pgn')
    console.log(same, game instanceof all.PgnGame, game.root instanceof all.PgnNode, game.toGame() instanceof all.Game,
      all.PgnGame.fromGame(loaded).toGame() instanceof all.Game, loaded instanceof all.Game, instances)`
  writeFileSync(join(pack.folder, 'games.pgn'), '[Event "x"]\n\n1. e4 e5 *\n')
  const entries = ENTRIES.map(([name]) => name).filter(name => name !== 'binbo/chess.js') // has names of its own
  for (const order of [entries, entries.toReversed(), ['binbo/pgn', 'binbo/slim', 'binbo', 'binbo/node']])
    assert.equal(run('share.mjs', code, order), 'true true true true true true 1', order.join(' '))
})

test('slim has all that binbo, binbo/pgn and binbo/uci have, and init', () => {
  const code = `
    const [main, pgn, uci, slim] = await Promise.all(process.argv.slice(2).map(name => import(name)))
    console.log(Object.keys({ ...main, ...pgn, ...uci, init: 1 }).sort().join() === Object.keys(slim).sort().join())`
  assert.equal(run('names.mjs', code, ['binbo', 'binbo/pgn', 'binbo/uci', 'binbo/slim']), 'true')
})

test('the program `binbo` is installed', () => {
  const program = join(pack.folder, 'node_modules/.bin/binbo')
  const binbo = (...args) => spawnSync(program, args, { cwd: pack.folder, encoding: 'utf8' })
  assert.equal(binbo('--version').stdout, `${pack.manifest.version}\n`)
  writeFileSync(join(pack.folder, 'games.pgn'), '[Event "x"]\n\n1. e4 e5 2. Ke3 *\n')
  const { status, stdout, stderr } = binbo('pgn', 'check', 'games.pgn')
  assert.equal(status, 1, stderr)
  assert.match(stdout, /^games\.pgn:3:13: game 1, ply 3: /)
  for (const [name, ...args] of [
    ['redis', 'server', '--redis', 'redis://localhost'],
    ['pg', 'server', '--archive', 'postgresql://localhost/games'],
    ['bullmq', 'match', '--redis', 'redis://localhost', '--engine', 'a', '--engine', 'b'],
    ['bullmq', 'match-worker', '--redis', 'redis://localhost'],
  ]) {
    const refused = binbo(...args)
    assert.equal(refused.status, 2)
    assert.match(refused.stderr, new RegExp(`npm install ${name}\\n`))
  }
})

test('slim, its wasm and the default entry share one Game class', () => {
  const code = `
    import { readFileSync } from 'node:fs'
    import { fileURLToPath } from 'node:url'
    import * as slim from 'binbo/slim'
    const path = fileURLToPath(import.meta.resolve('binbo/core.wasm'))
    await slim.init(readFileSync(path))
    const { Game } = await import('binbo')
    console.log(new slim.Game() instanceof Game, new Game().legalMoves('count'))`
  assert.equal(run('slim.mjs', code), 'true 20')
  const init =
    "import { init, Game } from 'binbo/slim'\nawait init(new URL(import.meta.resolve('binbo/core.wasm')))\nconsole.log(new Game().ply)"
  assert.equal(run('url.mjs', init), '0')
})

test('slim carries no bytes, the default entries all of them, within their size', async () => {
  const { build } = await import('esbuild')
  const sizeOf = async (...names) => {
    const contents = names.map(name => `export * from '${name}'`).join('\n')
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: pack.folder },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    })
    return gzipSync(outputFiles[0].contents, { level: 9 }).length
  }
  const wasm = gzipSync(readFileSync(join(pack.installed, 'dist/core.wasm')), { level: 9 }).length
  const [main, all, slim] = [
    await sizeOf('binbo'),
    await sizeOf('binbo', 'binbo/pgn', 'binbo/uci'),
    await sizeOf('binbo/slim'),
  ]
  assert.ok(main <= LIMITS.gzip, `${main} bytes gzipped, at most ${LIMITS.gzip}`)
  assert.ok(slim + wasm / 2 < all, `${slim} bytes without the wasm, ${all} with it, ${wasm} the wasm`)
})

/** What a file of dist/ imports, directly or not, itself included. */
function reach(file, seen = new Set()) {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(join(pack.installed, file), 'utf8')
  for (const [, target] of text.matchAll(/(?:from|import|require)\s*\(?['"](\.[^"']+\.js)['"]/g))
    reach(posix.join(posix.dirname(file), target), seen)
  return seen
}

test('no path of this machine is in it, and node: imports only in what Node alone loads', () => {
  const { bin, exports } = pack.manifest
  const targets = value => (typeof value === 'string' ? [value] : Object.values(value).flatMap(targets))
  const scripts = value =>
    targets(value)
      .map(target => posix.normalize(target))
      .filter(target => /\.m?js$/.test(target))
      .flatMap(target => [...reach(target)])
  const { './node': node, './server': server, ...others } = exports
  const forNode = new Set(scripts([node, server, bin]))
  const forAll = new Set(scripts(others))
  for (const file of pack.files.filter(name => /\.(m?js|ts)$/.test(name))) {
    const text = readFileSync(join(pack.installed, file), 'utf8')
    assert.equal(text.includes(root), false, file)
    if (/\.m?js$/.test(file)) assert.ok(forNode.has(file) || forAll.has(file), `${file} is of no use`)
    if (forAll.has(file)) assert.doesNotMatch(text, /(from|import|require)\s*\(?["']node:/, file)
  }
  assert.ok(forAll.size > 40 && forNode.size > 40)
  assert.ok(statSync(join(pack.installed, 'dist/core.wasm')).size > 10_000)
})

test('TypeScript, strict, compiles users’ code against the types and refuses wrong code', () => {
  const types = join(root, 'tests/types')
  const folder = join(pack.folder, 'types')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const file of readdirSync(types).filter(name => name.endsWith('.ts')))
    copyFileSync(join(types, file), join(folder, file))
  const compile = (moduleKind, moduleResolution) => {
    const config = {
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'es2022',
        module: moduleKind,
        moduleResolution,
        lib: ['es2022', 'dom', 'esnext.disposable'],
        types: [],
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
      },
      include: ['*.ts'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    return spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  }
  for (const [kind, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const { status, stdout, stderr } = compile(kind, resolution)
    assert.equal(status, 0, `${kind}:\n${stdout}${stderr}`)
  }
  writeFileSync(join(folder, 'wrong.ts'), "import { Game } from 'binbo'\nnew Game({ draws: 'never' })\n")
  const wrong = compile('nodenext', 'nodenext')
  assert.notEqual(wrong.status, 0)
  assert.match(wrong.stdout, /wrong\.ts/)
})

test('TypeScript compiles users’ code in Node without the types of the DOM', () => {
  const folder = join(pack.folder, 'no-dom')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  copyFileSync(join(root, 'tests/types/no-dom/uci.ts'), join(folder, 'uci.ts'))
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    skipLibCheck: false,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout + stderr)
})
