// SPDX-License-Identifier: Apache-2.0
// The installed package in users' bundlers and in edge runtimes, and what the manifest promises to both.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build, buildSync } from 'esbuild'
import { entriesOf, sourceOf } from '../../js/tools/build.js'
import { findFaults } from '../../js/tools/check-wasm.js'
import { parseApi } from '../../js/tools/generate-bindings.js'
import { compressedSizes, LIMITS, withinLimits } from '../../js/tools/size.js'
import { installPackage } from './support/package.js'
import { findStockfish } from './support/stockfish.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
const read = path => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('package.json'))

let pack
before(() => {
  pack = installPackage()
})
after(() => pack?.remove())

/** Runs a file in the user's folder and returns what it prints. */
function run(name, code, ...flags) {
  writeFileSync(join(pack.folder, name), code)
  const env = { ...process.env }
  delete env.NODE_TEST_CONTEXT
  return execFileSync(process.execPath, [...flags, name], { cwd: pack.folder, env, encoding: 'utf8' }).trim()
}

/** A hook for Node that gives *.wasm as compiled modules, as edge runtimes do. */
const hook = `
  import { readFileSync } from 'node:fs'
  export const load = (url, context, next) => {
    if (!/\\.wasm(\\?module)?$/.test(url)) return next(url, context)
    const bytes = readFileSync(new URL(url.replace('?module', ''))).toString('base64')
    const source = 'export default new WebAssembly.Module(Buffer.from("' + bytes + '", "base64"))'
    return { format: 'module', shortCircuit: true, source }
  }`
const asUrl = code => `data:text/javascript,${encodeURIComponent(code)}`
const wasmAsModules = asUrl(`
  import { register } from 'node:module'
  register(${JSON.stringify(asUrl(hook))})`)

for (const condition of ['workerd', 'edge-light']) {
  for (const [entry, play] of [
    ['binbo', 'new entry.Game().fen'],
    ['binbo/pgn', "entry.parsePgn('*')[0].toGame().fen"],
  ]) {
    test(`${entry} under the condition ${condition}: the compiled module is used, the bytes are not there`, () => {
      const code = `
      import * as entry from '${entry}'
      const { Module } = WebAssembly
      const refusing = class { constructor() { throw new Error('compiled again') } }
      WebAssembly.Module = Object.assign(refusing, { imports: Module.imports })
      Object.defineProperty(refusing, Symbol.hasInstance, { value: module => module instanceof Module })
      console.log(${play})`
      const flags = [`--conditions=${condition}`, '--no-warnings', '--import', wasmAsModules]
      assert.equal(run(`${condition}.mjs`, code, ...flags), START)
      const file = manifest.exports[entry.replace('binbo', '.')][condition]
      assert.ok(readFileSync(join(pack.installed, file)).length < 1000, `${file} carries bytes`)
      assert.doesNotMatch(bundleOf(`import '${entry}'`, { conditions: [condition] }), wasmText)
    })
  }
}

for (const charset of ['ascii', 'utf8']) {
  for (const minify of [true, false]) {
    test(`a user's bundle in ${charset}, ${minify ? 'minified' : 'readable'}`, async () => {
      writeFileSync(
        join(pack.folder, 'app.js'),
        `import { Game } from 'binbo'\nconsole.log(new Game().fen)\n`,
      )
      const outfile = join(pack.folder, 'bundle.mjs')
      await build({
        entryPoints: [join(pack.folder, 'app.js')],
        outfile,
        bundle: true,
        minify,
        charset,
        format: 'esm',
      })
      assert.equal(run('run.mjs', readFileSync(outfile, 'utf8')), START)
    })
  }
}

test('serveEngine and ws in a bundle for Node; `npm install ws` is the advice only where ws is not there', async () => {
  const serve = `import { serveEngine } from 'binbo/node'
    serveEngine({ command: ${JSON.stringify(findStockfish())} })
      .then(server => server.close(), error => error.message)
      .then(answer => console.log(answer, 'require' in globalThis))`
  const build = format =>
    bundleOf(serve, { format, platform: 'node', nodePaths: [join(root, 'node_modules')] })
  assert.equal(run('bundle.cjs', build('cjs')), 'undefined false')
  assert.equal(run('bundle.mjs', build('esm')), 'undefined false')
  assert.match(run('serve.mjs', serve), /serveEngine\(\) needs the package ws: npm install ws/)
})

/** A few words that only the wasm, as text, has. */
const wasmText = new RegExp(
  read('js/core/generated/wasm-text.js')
    .match(/wasmText\s*=\s*['"`].{2000}(.{40})/s)[1]
    .replace(/[^\w]/g, '\\$&'),
)
const countOf = (text, pattern) => text.match(new RegExp(pattern, 'g'))?.length ?? 0

/** Bundles code of the user's folder. */
function bundleOf(contents, options = {}) {
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: pack.folder },
    bundle: true,
    format: 'esm',
    external: ['*.wasm', '*.wasm?module'],
    write: false,
    ...options,
  })
  return outputFiles[0].text
}

test('the wasm is in dist/ once as text for each kind of module, and once in a bundle of several entries', () => {
  const files = pack.files.filter(file => file.endsWith('.js'))
  const holding = files.filter(file => wasmText.test(readFileSync(join(pack.installed, file), 'utf8')))
  assert.deepEqual(
    holding.map(file => file.replace(/-\w+\.js$/, '')),
    ['dist/cjs/parts/carried-wasm', 'dist/parts/carried-wasm'],
  )
  const uses =
    "import { Game } from 'binbo'\nimport { parsePgn } from 'binbo/pgn'\nconsole.log(Game, parsePgn)"
  for (const code of [uses, "import 'binbo'", "import 'binbo/pgn'"])
    assert.equal(countOf(bundleOf(code), wasmText), 1)
  assert.equal(countOf(bundleOf("export * from 'binbo/slim'"), wasmText), 0)
})

test('who imports binbo, or only Game of binbo/slim, bundles nothing of binbo/pgn', () => {
  const reader = /parsePgn\(\) takes/
  assert.match(bundleOf("import { parsePgn } from 'binbo/pgn'\nconsole.log(parsePgn)"), reader)
  for (const code of [
    "export * from 'binbo'",
    "import { Game } from 'binbo'\nconsole.log(new Game().fen)",
    "import { Game, init } from 'binbo/slim'\nconsole.log(init, new Game().fen)",
  ])
    assert.doesNotMatch(bundleOf(code), reader, code)
})

test('who imports only endText bundles no commands of games between people', () => {
  const commands = /there is no command/
  assert.match(bundleOf("export { reduceSession } from 'binbo/session'"), commands)
  assert.doesNotMatch(bundleOf("export { endText } from 'binbo/session'"), commands)
})

test('bundlers drop no part of dist/ that is imported for its effects, as there is none', () => {
  for (const file of pack.files.filter(name => /^dist\/[\w/-]+\.js$/.test(name)))
    assert.doesNotMatch(readFileSync(join(pack.installed, file), 'utf8'), /import\s*["']\./, file)
})

test('a minified bundle keeps the names of classes, whatever it imports', () => {
  for (const [entry, name] of [
    ['binbo', 'Game'],
    ['binbo', 'ChessError'],
    ['binbo/pgn', 'PgnGame'],
    ['binbo/pgn', 'PgnNode'],
    ['binbo/uci', 'Engine'],
    ['binbo/uci', 'Score'],
    ['binbo/uci', 'UciGame'],
  ]) {
    const code = bundleOf(`import { ${name} } from '${entry}'\nconsole.log(${name}.name)`, { minify: true })
    assert.equal(run('named.mjs', code), name)
  }
})

test('entries that register bytes, and only they, are declared to have side effects', () => {
  const registering = entriesOf(manifest.exports).filter(entry =>
    /provideWasm\(/.test(read(sourceOf(entry).source)),
  )
  assert.ok(registering.length >= 20, `${registering.length}`)
  const declared = [
    ...registering.map(entry => `./dist/${entry}.js`),
    './dist/cjs/*',
    './dist/react-native/*-in-js.js',
  ]
  assert.deepEqual(manifest.sideEffects.toSorted(), declared.toSorted())
})

test('the wasm imports nothing and exports what api.h says', () => {
  const names = parseApi(read('src/wasm/api.h')).functions.map(({ name }) => name)
  const module = new WebAssembly.Module(readFileSync(join(pack.installed, 'dist/core.wasm')))
  assert.deepEqual(findFaults(module, names), [])
  const faults = findFaults(module, [...names.slice(1), 'binbo_missing'])
  assert.deepEqual(faults, [
    'it does not export binbo_missing',
    `it exports ${names[0]}, which api.h does not have`,
  ])
})

test(`import 'binbo' loads at most ${LIMITS.gzip} bytes gzipped and ${LIMITS.brotli} in brotli`, async () => {
  const sizes = await compressedSizes(join(pack.installed, 'dist/index.js'))
  assert.ok(withinLimits(sizes), JSON.stringify(sizes))
})

test('the lockfile names no host of packages, and every package that another one wants', () => {
  const text = read('package-lock.json')
  assert.doesNotMatch(text, /"resolved"|registry|\.tgz/)
  const { packages } = JSON.parse(text)
  for (const { dependencies, devDependencies, optionalDependencies } of Object.values(packages)) {
    const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
    for (const name of names) assert.ok(packages[`node_modules/${name}`]?.version, name)
  }
})
