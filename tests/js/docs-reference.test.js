// SPDX-License-Identifier: Apache-2.0
// The reference of the site is complete: each export of each entry, with what its comment says.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readComment, readDeclarations } from '../../web/docs/site/declarations.js'
import { referencePage } from '../../web/docs/site/documents.js'
import { renderDocument } from '../../web/docs/site/markdown.js'
import { writeReference } from '../../web/docs/site/reference.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const entries = readDeclarations(root)
const codes = new Set(
  [...readFileSync(`${root}web/docs/errors.md`, 'utf8').matchAll(/^### (ERR_\w+)$/gm)].map(
    ([, code]) => code,
  ),
)
/** Old names: the reference has the new one alone. */
const DEPRECATED = new Set(['variants'])
const pages = new Map([...writeReference(entries, codes)].map(([name, text]) => [name, renderDocument(text)]))

test('each export of each entry has a heading, or a link to the entry that it is from', async () => {
  assert.equal(entries.length, 16)
  for (const { name, again } of entries) {
    const exported = Object.keys(await import(name)).filter(item => !DEPRECATED.has(item))
    assert.ok(exported.length > 0, name)
    const page = pages.get(name)
    const headings = new Set(page?.sections.map(({ heading }) => heading.text))
    const linked = new Set([...again.values()].flat())
    for (const item of exported) assert.ok(headings.has(item) || linked.has(item), `${name}: ${item}`)
  }
})

test('what an entry exports is described there, or where another entry exports it', async () => {
  for (const { name, again } of entries) {
    const exported = new Set(Object.keys(await import(name)))
    for (const [other, names] of again) {
      const there = new Set(Object.keys(await import(other)))
      for (const item of names)
        assert.ok(!exported.has(item) || there.has(item), `${name}: ${item} of ${other}`)
    }
  }
})

test('each member of a class has a heading; getters, calls and static ones too', () => {
  const headings = pages.get('binbo')?.sections.map(({ heading }) => heading.text) ?? []
  for (const heading of [
    'new Game()',
    'Game.fromState()',
    'Game.legalMoves()',
    'Game.fen',
    'Game.stop()',
    'Setup.castling',
  ])
    assert.ok(headings.includes(heading), heading)
  assert.ok(headings.indexOf('new Game()') < headings.indexOf('Game.fromState()'))
  assert.ok(headings.indexOf('Game.fromState()') < headings.indexOf('Game.move()'))
})

test('links of the reference lead to headings of the reference and of the errors', () => {
  let count = 0
  for (const [name, { html }] of pages) {
    for (const [, page, fragment] of html.matchAll(/href="([\w-]*)(?:\.html)?#([^"]+)"/g)) {
      count++
      if (page === 'errors') assert.ok(codes.has(fragment.toUpperCase()), `${name}: ${fragment}`)
      else {
        const target = page === '' ? name : [...pages.keys()].find(entry => referencePage(entry) === page)
        const ids = pages.get(target ?? '')?.sections.map(({ heading }) => heading.id)
        assert.ok(ids?.includes(fragment), `${name}: ${page}#${fragment}`)
      }
    }
  }
  assert.ok(count > 500, `${count}`)
})

test('functions, classes and their members say what they do', () => {
  const silent = entries.flatMap(({ name, items }) =>
    items
      .filter(({ kind }) => kind !== 'type')
      .flatMap(item =>
        [item, ...item.members].map(part => ({ part, path: `${name}: ${item.name}.${part.name}` })),
      )
      .filter(({ part }) => part.signatures.every(({ comment }) => !comment.summary && !comment.returns))
      .map(({ path }) => path),
  )
  assert.deepEqual(silent, [])
})

/** Code of the documents that tests run: snippets, programs with a name, and the archive of servers.md. */
const examples = ['README.md', ...readdirSync(`${root}web/docs`).map(name => `web/docs/${name}`)]
  .filter(path => path.endsWith('.md'))
  .flatMap(path => [
    ...readFileSync(root + path, 'utf8').matchAll(
      /^```(?:(?:js|ts)\n|\w+\n(?:\/\/|<!--) [\w./-]+\.\w+(?: -->)?\n)([\s\S]*?)^```$/gm,
    ),
  ])
  .map(([, code]) => code)

/** Does an example import the name from a file of the entry, and use it? @param {string} name @param {string[]} from */
const hasExample = (name, from) =>
  examples.some(code => {
    const imports = [...code.matchAll(/^ *import (?:type )?\{([^}]+)\} from '([^']+)'$/gm)]
    const isThere = imports.some(
      ([, names, entry]) => from.includes(entry) && new RegExp(`(?<![\\w.])${name}\\b`).test(names),
    )
    const rest = code.replace(/^ *import [^']*'[^']*'$/gm, '')
    return isThere && new RegExp(`\\b${name}\\b`).test(rest)
  })

/** Deprecated names: examples have the new ones. */
const OLD = new Set(['variants'])

test('each function, class and constant that an entry exports has an example that a test runs', async () => {
  const missing = []
  for (const { name: entry, again } of entries) {
    const shared = new Map([...again].flatMap(([other, names]) => names.map(name => [name, other])))
    for (const name of Object.keys(await import(entry))) {
      // binbo/slim has the names of three entries.
      const others =
        entry === 'binbo/slim' ? ['binbo', 'binbo/pgn', 'binbo/uci'] : [shared.get(name) ?? entry]
      if (!OLD.has(name) && !hasExample(name, [entry, ...others])) missing.push(`${entry}: ${name}`)
    }
  }
  assert.deepEqual(missing, [])
})

test('a comment has its parts, without stars and types', () => {
  assert.deepEqual(
    readComment(`/**
     * Plays a move,
     * or throws. {@link Game} knows.
     * @param {string} move squares,
     *   as UCI
     * @param options
     * @returns {Status} after it
     * @throws {ChessError} ERR_MOVE_*, ERR_GAME_OVER
     */`),
    {
      summary: 'Plays a move,\nor throws. `Game` knows.',
      params: [{ name: 'move', text: 'squares,\n  as UCI' }],
      returns: 'after it',
      throws: ['ERR_MOVE_*, ERR_GAME_OVER'],
      isDeprecated: false,
    },
  )
  const none = { summary: '', params: [], returns: '', throws: [], isDeprecated: false }
  assert.deepEqual(readComment(''), none)
  assert.deepEqual(readComment('/** @deprecated Use f. */'), { ...none, isDeprecated: true })
  assert.throws(
    () => writeReference(withThrows('ERR_NONE_SUCH'), codes),
    /ERR_NONE_SUCH, which does not exist/,
  )
})

/** @param {string} code @returns {import('../../web/docs/site/declarations.js').Entry[]} */
function withThrows(code) {
  const comment = { summary: '', params: [], returns: '', throws: [code], isDeprecated: false }
  const signatures = [{ text: 'function f(): void', comment }]
  return [
    {
      name: 'binbo',
      items: [{ kind: 'function', name: 'f', signatures, members: [], base: '' }],
      again: new Map(),
    },
  ]
}
