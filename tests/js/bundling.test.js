// SPDX-License-Identifier: Apache-2.0
// The installed package in users' bundlers and in edge runtimes, and what the manifest promises to both.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { entriesOf } from '../../js/tools/build.js'
import { findFaults } from '../../js/tools/check-wasm.js'
import { parseApi } from '../../js/tools/generate-bindings.js'
import { gzippedSize, LIMIT } from '../../js/tools/size.js'
import { installPackage } from './support/package.js'

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
  test(`under the condition ${condition}: the compiled module is used, the bytes are not there`, () => {
    const code = `
      import { Game } from 'binbo'
      const { Module } = WebAssembly
      const refusing = class { constructor() { throw new Error('compiled again') } }
      WebAssembly.Module = Object.assign(refusing, { imports: Module.imports })
      Object.defineProperty(refusing, Symbol.hasInstance, { value: module => module instanceof Module })
      console.log(new Game().fen)`
    const flags = [`--conditions=${condition}`, '--no-warnings', '--import', wasmAsModules]
    assert.equal(run(`${condition}.mjs`, code, ...flags), START)
    const file = manifest.exports['.'][condition]
    assert.ok(readFileSync(join(pack.installed, file)).length < 1000, `${file} carries bytes`)
  })
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

test('entries that register bytes, and only they, are declared to have side effects', () => {
  const registering = entriesOf(manifest.exports).filter(path => /provideWasm\(/.test(read(path)))
  assert.equal(registering.length, 3)
  const declared = registering.map(path => path.replace(/^js/, './dist'))
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

test(`import 'binbo' loads at most ${LIMIT} bytes gzipped`, async () => {
  const size = await gzippedSize(join(pack.installed, 'dist/index.js'))
  assert.ok(size <= LIMIT, `${size} bytes`)
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
