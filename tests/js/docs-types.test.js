// SPDX-License-Identifier: Apache-2.0
// Every block of JavaScript and TypeScript in README.md and web/docs/ compiles as strict TypeScript with the packed types, in
// the settings that users' projects have, and so do uses of what the library returns. JavaScript may leave out types.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { root } from './support/binbo.js'
import { codeIn, documentedCode } from './support/documented-code.js'
import { installWith } from './support/recipes.js'

const DOM = ['es2022', 'dom', 'dom.iterable']
const SETTINGS = {
  'ES2022 and Node': { lib: ['es2022'], types: ['node'] },
  DOM: { lib: DOM, types: [] },
  'DOM and Node': { lib: DOM, types: ['node'] },
  'DOM with dom.asynciterable, and Node': { lib: [...DOM, 'dom.asynciterable'], types: ['node'] },
}
/** Errors about types that JavaScript leaves out, as it cannot write them. */
const IMPLICIT = / error TS7\d{3}: /
const PACKAGES = [
  '@duckdb/node-api',
  '@types/node',
  '@types/pg',
  '@types/react',
  '@types/react-dom',
  '@types/ws',
]
  .concat(['apache-arrow', 'bullmq', 'chess.js', 'chessground', 'chessops', 'cm-chessboard'])
  .concat([
    'glicko2-lite',
    'pg',
    'react',
    'react-chessboard',
    'react-dom',
    'redis',
    'stockfish',
    'ws',
    'zustand',
  ])

const { compiled, skipped } = documentedCode()
const { folder, remove } = installWith(PACKAGES)
after(remove)
cpSync(join(root, 'tests/types/documents'), join(folder, 'declared'), { recursive: true })

/** @param {import('./support/documented-code.js').Code[]} code */
function write(code) {
  for (const { file, text } of code) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

/**
 * @param {string[]} files
 * @param {boolean} isTyped
 * @param {{ lib: string[], types: string[] }} setting
 * @returns {string} errors
 */
function errorsOf(files, isTyped, setting) {
  const compilerOptions = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    jsx: 'react-jsx',
    noEmit: true,
    skipLibCheck: true, // of other packages
    rootDirs: [...new Set(files.map(dirname))], // programs of one document import those of another
    strict: true,
    useUnknownInCatchVariables: isTyped,
    ...setting,
  }
  const declared = isTyped ? ['declared/modules.d.ts'] : ['declared/modules.d.ts', 'declared/javascript.d.ts']
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: [...files, ...declared] }),
  )
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
  const { stdout, stderr } = spawnSync(process.execPath, [tsc], { cwd: folder, encoding: 'utf8' })
  return (stdout + stderr)
    .split(/\n(?! )/)
    .filter(error => isTyped || !IMPLICIT.test(error))
    .join('\n')
}

write(compiled)
for (const [name, setting] of Object.entries(SETTINGS)) {
  const hasNode = setting.types.includes('node')
  const hasDom = setting.lib.includes('dom')
  const fits = ({ needsNode, needsDom }) => (hasNode || !needsNode) && (hasDom || !needsDom)
  for (const isTyped of [true, false])
    test(`the documents' ${isTyped ? 'TypeScript' : 'JavaScript'} compiles: ${name}`, () => {
      const files = compiled.filter(one => one.isTyped === isTyped && fits(one)).map(({ file }) => file)
      assert.ok(files.length > 5)
      assert.equal(errorsOf(files, isTyped, setting), '')
    })
  test(`platforms take the streams and bytes of the library: ${name}`, () => {
    const uses = ['bytes', ...(hasNode ? ['streams'] : []), ...(hasDom ? [] : ['from-web'])]
    const files = uses.map(use => `declared/${use}.ts`)
    assert.equal(errorsOf(files, true, setting), '')
  })
}

test('code that does not compile is found, at its line of the document', () => {
  const wrong = codeIn(
    'wrong',
    "# Wrong\n\n```js\nimport { Game } from 'binbo'\n\nnew Game({ draws: 'never' })\n```\n",
  )
  write(wrong.compiled)
  assert.match(errorsOf(['wrong/line-3.ts'], false, SETTINGS.DOM), /^wrong\/line-3\.ts\(6,12\): error TS2322/)
})

test('code is compiled in what its comment says, or left out for the reason that its comment gives', () => {
  const { compiled, skipped } = codeIn(
    'some',
    '<!-- compiled in: declare const a: number; f({ … }) -->\n```ts\na,\n```\n<!-- not compiled: a sketch -->\n```js\n{{\n```\n```sh\nls\n```\n',
  )
  assert.deepEqual(
    compiled.map(({ text }) => text.trim().split('\n')),
    [['declare const a: number; f({ ', 'a,', ' })', 'export {}']],
  )
  assert.deepEqual(skipped, ['a sketch'])
  assert.throws(() => codeIn('some', '<!-- compiled in: a -->\n```ts\na\n```\n'), /some\.md:2: no …/)
})

test('few blocks are left out', () => {
  assert.ok(compiled.length > 110)
  assert.ok(skipped.length <= 2, skipped.join('\n'))
})
