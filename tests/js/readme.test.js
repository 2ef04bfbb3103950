// SPDX-License-Identifier: Apache-2.0
// README.md says what is so: its snippets run as printed, its commands exist, its reference is of src/error.h.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { errorReference, withReference } from '../../js/tools/write-reference.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const snippets = [...readme.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code)

/** @type {string} a folder where `binbo` is installed, and with it `ws` */
let folder

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'binbo-readme-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules', 'binbo'))
  symlinkSync(join(root, 'node_modules', 'ws'), join(folder, 'node_modules', 'ws'))
})

after(() => rmSync(folder, { recursive: true, force: true }))

/**
 * A line `expression // value` of a snippet becomes a check where the value is one that can be compared.
 * @param {string} code
 */
function withChecks(code) {
  let count = 0
  const lines = code.split('\n').map(line => {
    const found =
      /^(?:console\.log\()?([\w.]+(?:\([^;]*\))?(?:\.\w+\([^)]*\))?(?: === [\w.]+)?)\)? \/\/ (.+)$/.exec(line)
    if (!found) return line
    const [, expression, words] = found
    const value = /^('[^']*'|true|false|\d+|[\w/]+ [wb] [KQkq-]+ \S+ \d+ \d+|[[{].*[\]}])(?:$|; )/.exec(
      words,
    )?.[1]
    if (value === undefined || value.includes('…')) return line
    count++
    const literal = /^[\w/]+ [wb] /.test(value) ? JSON.stringify(value) : value
    return `assert.deepEqual(JSON.parse(JSON.stringify(${expression})), ${literal})`
  })
  return { code: `import assert from 'node:assert/strict'\n${lines.join('\n')}`, count }
}

test('every snippet runs as printed', () => {
  assert.ok(snippets.length >= 8)
  for (const [i, code] of snippets.entries()) {
    const file = join(folder, `snippet-${i}.mjs`)
    writeFileSync(file, code)
    execFileSync(process.execPath, ['--preserve-symlinks', file], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }
})

test('the values that the snippets promise are what comes out', () => {
  let checks = 0
  for (const [i, snippet] of snippets.entries()) {
    const { code, count } = withChecks(snippet)
    checks += count
    const file = join(folder, `checked-${i}.mjs`)
    writeFileSync(file, code)
    execFileSync(process.execPath, ['--preserve-symlinks', file], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }
  assert.ok(checks >= 15, `only ${checks} values were checked`)
})

test('the error reference is that of src/error.h, a heading for each code', () => {
  const header = readFileSync(`${root}src/error.h`, 'utf8')
  assert.equal(withReference(readme, errorReference(header)), readme)
  const codes = [...header.matchAll(/X\((ERR_\w+),/g)].map(([, code]) => code)
  assert.ok(codes.length > 50)
  for (const code of codes) assert.ok(readme.includes(`\n#### ${code}\n`), code)
})

test('the make targets that it names exist', () => {
  const makefile = readFileSync(`${root}Makefile`, 'utf8')
  const targets = new Set([...readme.matchAll(/(?:`|^)make ([\w-]+)/gm)].map(([, target]) => target))
  assert.ok(targets.has('demo') && targets.has('test') && targets.has('bench'))
  for (const target of targets)
    assert.match(makefile, new RegExp(`^([\\w-]+ )*${target}( [\\w-]+)*:`, 'm'), target)
})
