// SPDX-License-Identifier: Apache-2.0
// The types that are packed: what editors show of them, whether users' modules can export what they give, and the public API
// as the report in tests/types/api has it. `make types` compiles the same modules with all supported versions of TypeScript.

import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { API } from 'typescript/unstable/sync'
import { compareReports } from '../../js/tools/api-report.js'
import { readWrittenTypes } from '../../js/tools/types/written.js'
import { root } from './support/binbo.js'
import { installPackage } from './support/package.js'
import { compileExports } from './support/type-modes.js'

let pack
let entries
before(() => {
  pack = installPackage()
  entries = readWrittenTypes('dist')
})
after(() => pack?.remove())

test('every type, class, function, method, getter, overload and option says in its first sentence what it is', () => {
  assert.deepEqual(
    entries.flatMap(({ name, bare }) => bare.map(line => `${name}: ${line}`)),
    [],
  )
})

test('the public API is that of the report; after a change, make api-report writes it anew', () => {
  assert.equal(compareReports(entries), '')
})

test('what the types declare as a value of an entry is one, and the other way round', async () => {
  for (const { name, text } of entries) {
    const values = Array.from(
      text.matchAll(/^export declare (?:class|function|const) (\w+)|^export \{ (.*) \} from/gm),
      ([, own, others]) => own ?? others.split(', ').map(other => other.split(' as ').at(-1)),
    )
    const module = await import(join(root, `dist/${name}.js`))
    assert.deepEqual([...new Set(values.flat())].sort(), Object.keys(module).sort(), name)
  }
})

for (const [mode, library] of [
  ['nodenext', 'nothing'],
  ['node16, CommonJS', 'Node types'],
])
  test(`users' modules export what the entries give, with declarations: ${mode}, ${library}`, () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    assert.equal(compileExports(pack.folder, tsc, { mode, library, version: '7.0.2' }), '')
  })

/** Opens a program whose code has a mark | where something is asked of it. */
function atMark(code, ask) {
  const folder = join(pack.folder, 'editor')
  const file = join(folder, 'main.ts')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(file, code.replace('|', ''))
  const config = join(folder, 'tsconfig.json')
  writeFileSync(
    config,
    '{ "compilerOptions": { "module": "nodenext", "strict": true, "types": [] }, "files": ["main.ts"] }',
  )
  const api = new API({ cwd: folder })
  try {
    const [{ checker, program }] = api.updateSnapshot({ openProject: config }).getProjects()
    return ask({ checker, program, file, position: code.indexOf('|') })
  } finally {
    api.close()
    rmSync(folder, { recursive: true })
  }
}

for (const [code, expected] of [
  ["import { Game } from 'binbo'\nnew Game().setWinner('|')", ['black', 'white']],
  ["import { Game } from 'binbo'\nnew Game({ draws: '|' })", ['automatic', 'claim', 'none']],
  [
    "import { Game } from 'binbo'\nnew Game().legalMoves('|')",
    ['count', 'index', 'move', 'packed', 'san', 'uci'],
  ],
])
  test(`editors complete ${code.split('\n')[1]}`, () => {
    const names = atMark(code, ({ checker, file, position }) =>
      checker.getCompletionsAtPosition(file, position)?.entries.map(({ name }) => name),
    )
    assert.deepEqual(names?.sort(), expected)
  })

test('any JSON is a winner, and nothing else', () => {
  const code = `import { Game } from 'binbo'
    const game = new Game()
    game.setWinner('a team')
    game.setWinner({ id: 7 })
    game.setWinner(null, ['time'])
    game.setWinner(() => {})|`
  const errors = atMark(code, ({ program, file }) => program.getSemanticDiagnostics(file))
  assert.deepEqual(
    errors.map(({ pos }) => code.slice(0, pos).split('\n').length),
    [6],
  )
})
