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
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { root } from './support/binbo.js'
import { installPackage } from './support/package.js'

let pack
before(() => {
  pack = installPackage()
})
after(() => pack?.remove())

/** Runs a file in the folder where the package is installed. */
function run(name, code) {
  writeFileSync(join(pack.folder, name), code)
  return execFileSync(process.execPath, [name], { cwd: pack.folder, encoding: 'utf8' }).trim()
}

test('it holds what is needed and nothing else', () => {
  const { files, manifest } = pack
  for (const file of [
    'package.json',
    'README.md',
    'LICENSE',
    'dist/index.js',
    'dist/slim.js',
    'dist/core.wasm',
    'dist/types/index.d.ts',
  ]) {
    assert.ok(files.includes(file), file)
  }
  const foreign = files.filter(
    file => !/^(dist\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$)/.test(file),
  )
  assert.deepEqual(foreign, [])
  assert.equal(manifest.name, 'binbo')
  assert.equal(manifest.license, 'Apache-2.0')
  assert.equal(manifest.type, 'module')
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies', 'bundledDependencies']) {
    assert.deepEqual(Object.keys(manifest[kind] ?? {}), [], kind)
  }
  for (const script of ['preinstall', 'install', 'postinstall'])
    assert.equal(manifest.scripts?.[script], undefined)
  assert.deepEqual(
    readdirSync(join(pack.folder, 'node_modules')).filter(name => !name.startsWith('.')),
    ['binbo'],
  )
})

test('every export of the manifest is there', () => {
  const targets = value => (typeof value === 'string' ? [value] : Object.values(value).flatMap(targets))
  for (const target of targets(pack.manifest.exports))
    assert.ok(existsSync(join(pack.installed, target)), target)
  for (const entry of pack.manifest.sideEffects || [])
    assert.ok(existsSync(join(pack.installed, entry)), entry)
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

test('slim carries no bytes, the default entry all of them within its size', async () => {
  const { build } = await import('esbuild')
  const sizeOf = async name => {
    const { outputFiles } = await build({
      stdin: { contents: `export * from '${name}'`, resolveDir: pack.folder },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    })
    return gzipSync(outputFiles[0].contents, { level: 9 }).length
  }
  const wasm = gzipSync(readFileSync(join(pack.installed, 'dist/core.wasm')), { level: 9 }).length
  const [all, slim] = [await sizeOf('binbo'), await sizeOf('binbo/slim')]
  assert.ok(all <= 45_000, `${all} bytes gzipped, at most 45,000`)
  assert.ok(slim + wasm / 2 < all, `${slim} bytes without the wasm, ${all} with it, ${wasm} the wasm`)
})

test('no path of this machine and no node: import is in it', () => {
  for (const file of pack.files.filter(name => /\.(js|ts)$/.test(name))) {
    const text = readFileSync(join(pack.installed, file), 'utf8')
    assert.equal(text.includes(root), false, file)
    assert.equal(/from\s*["']node:/.test(text), false, file)
  }
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
