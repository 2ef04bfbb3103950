// SPDX-License-Identifier: Apache-2.0
// The types that are packed: what editors show of them, whether users' modules can export what they give, and the public API
// as the report in tests/types/api has it. `make types` compiles the same modules with all supported versions of TypeScript.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import ts from 'typescript'
import { compareReports, readTypes } from '../../js/tools/api-report.js'
import { root } from './support/binbo.js'
import { installPackage } from './support/package.js'
import { compileExports } from './support/type-modes.js'

let pack
before(() => {
  pack = installPackage()
})
after(() => pack?.remove())

/** The types of options: each says what it does. Of other types the fields may speak for themselves. */
const OPTIONS = /(Options|Limits)$/

/** Kinds of types whose members users read one by one. */
const PARTS = [
  ts.isTypeLiteralNode,
  ts.isUnionTypeNode,
  ts.isIntersectionTypeNode,
  ts.isParenthesizedTypeNode,
]

const isClass = node => ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)
const modifierOf = node => node.modifiers?.[0]?.kind
const isShown = ({ name, modifiers }) =>
  !(name && ts.isPrivateIdentifier(name)) &&
  !modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)

/** What must say what it is: a declaration, and members. */
function described(declaration) {
  const nodes = [declaration]
  const visit = type => {
    if (ts.isTypeLiteralNode(type)) nodes.push(...type.members)
    if (PARTS.some(isPart => isPart(type))) ts.forEachChild(type, visit)
  }
  if (isClass(declaration))
    nodes.push(...declaration.members.filter(node => isShown(node) && !ts.isSetAccessor(node)))
  if (ts.isTypeAliasDeclaration(declaration) && OPTIONS.test(declaration.name.text)) visit(declaration.type)
  return nodes
}

/** Is there a comment before it that begins with text, not with a tag? */
function hasSummary(text, node) {
  const last = [...text.slice(node.pos, node.getStart()).matchAll(/\/\*\*([\s\S]*?)\*\//g)].at(-1)
  return last !== undefined && /^[\s*]*[^\s*@]/.test(last[1])
}

test('every type, class, function, method, getter, overload and option says in its first sentence what it is', () => {
  const bare = [...readTypes().keys()].flatMap(name => {
    const text = readFileSync(join(root, `dist/${name}.d.cts`), 'utf8')
    const file = ts.createSourceFile(`${name}.d.cts`, text, ts.ScriptTarget.Latest, true)
    return (
      file.statements
        // Classes that are not exported are bases of such that are.
        .filter(node => modifierOf(node) === ts.SyntaxKind.ExportKeyword || isClass(node))
        .flatMap(described)
        .filter(node => !hasSummary(text, node))
        .map(node => `${name}: ${node.getText().split('\n')[0]}`)
    )
  })
  assert.deepEqual(bare, [])
})

test('listeners are added and removed by names of events, not by any string', () => {
  const found = []
  for (const name of readTypes().keys()) {
    const text = readFileSync(join(root, `dist/${name}.d.cts`), 'utf8')
    const { statements } = ts.createSourceFile(`${name}.d.cts`, text, ts.ScriptTarget.Latest, true)
    for (const { members, name: type } of statements.filter(isClass))
      for (const { name: method, parameters } of members)
        if (method && /^(on|off|once|addListener|removeListener)$/.test(method.getText()))
          found.push([type.text, method.getText(), parameters[0]?.type?.kind])
  }
  const named = found.map(([type, method]) => `${type}.${method}`)
  assert.deepEqual([...new Set(named)].sort(), ['Engine.off', 'Engine.on', 'GameClient.on', 'GameLink.on'])
  assert.deepEqual(
    found.filter(([, , kind]) => kind === undefined || kind === ts.SyntaxKind.StringKeyword),
    [],
  )
})

test('an entry exports the types that its declarations name: compilers write them into declarations of users', () => {
  for (const [name, text] of readTypes()) {
    const exported = new Set(
      Array.from(
        text.matchAll(/^export (?:declare )?(?:class|interface|type) (\w+)|^export (?:type )?\{ (.*) \}/gm),
        ([, own, list]) => own ?? list.split(', '),
      ).flat(),
    )
    const named = Array.from(
      text.matchAll(/^(?:declare class|interface|type) (\w+)|^import \{ (.*) \} from '(?!\.\/platform)/gm),
      ([, own, list]) => own ?? list.split(', '),
    ).flat()
    const isBase = type => new RegExp(`(?:class|interface) \\w+ extends ${type}\\b`).test(text)
    assert.deepEqual(
      named.filter(type => !exported.has(type) && !isBase(type)),
      [],
      name,
    )
  }
})

test('the public API is that of the report; after a change, make api-report writes it anew', () => {
  assert.equal(compareReports(), '')
})

test('what the types declare as a value of an entry is one, and the other way round', async () => {
  for (const [name, text] of readTypes()) {
    const values = Array.from(
      text.matchAll(/^export declare (?:class|function|const) (\w+)|^export \{ (.+) \} from/gm),
      ([, own, others]) => own ?? others.split(', '),
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
    const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
    assert.equal(compileExports(pack.folder, tsc, { mode, library, version: '7.0.2' }), '')
  })

/** What an editor knows about code, which has a mark | where something is asked of it. */
function atMark(code, ask) {
  const file = join(pack.folder, 'main.mts')
  const text = code.replace('|', '')
  const options = { module: ts.ModuleKind.NodeNext, strict: true, types: [] }
  const host = ts.createCompilerHost(options)
  const service = ts.createLanguageService({
    ...host,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => pack.folder,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: path =>
      ts.ScriptSnapshot.fromString((path === file ? text : host.readFile(path)) ?? ''),
  })
  return ask(service, file, code.indexOf('|'))
}

for (const [code, expected] of [
  ["import { Game } from 'binbo'\nnew Game().setWinner('|')", ['black', 'white']],
  [
    "import { Game } from 'binbo'\nnew Game().move({ from: 'a7', to: 'a8', promotion: '|' })",
    ['B', 'Bishop', 'K', 'King', 'Knight', 'N', 'Q', 'Queen', 'R', 'Rook']
      .concat(['b', 'bB', 'bK', 'bN', 'bQ', 'bR', 'bishop', 'k', 'king', 'knight', 'n'])
      .concat(['q', 'queen', 'r', 'rook', 'wB', 'wK', 'wN', 'wQ', 'wR']),
  ],
  ["import { Game } from 'binbo'\nnew Game({ draws: '|' })", ['automatic', 'claim', 'none']],
  [
    "import { Game } from 'binbo'\nnew Game().legalMoves('|')",
    ['count', 'index', 'move', 'packed', 'san', 'uci'],
  ],
])
  test(`editors complete ${code.split('\n')[1]}`, () => {
    const names = atMark(code, (service, file, position) =>
      service.getCompletionsAtPosition(file, position, {})?.entries.map(({ name }) => name),
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
  const errors = atMark(code, (service, file) => service.getSemanticDiagnostics(file))
  assert.deepEqual(
    errors.map(({ start }) => code.slice(0, start).split('\n').length),
    [6],
  )
})
