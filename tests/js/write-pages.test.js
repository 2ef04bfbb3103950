// SPDX-License-Identifier: Apache-2.0
// Beside each text and wasm file of the page for static hosts stands the same file in Brotli.

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { writeCompressed } from '../../js/tools/write-pages.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('texts and wasm are compressed, in folders too, the same each time; pictures are not', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'binbo-pages-'))
  t.after(() => rmSync(folder, { recursive: true }))
  await mkdir(join(folder, 'core-1'))
  await cp(`${root}dist/core.wasm`, join(folder, 'core-1/core.wasm'))
  await cp(`${root}web/index.html`, join(folder, 'index.html'))
  await cp(`${root}web/icon-192.png`, join(folder, 'icon-192.png'))
  await writeFile(join(folder, 'empty.txt'), '')
  const written = await writeCompressed(folder)
  assert.deepEqual(written.toSorted(), ['core-1/core.wasm.br', 'empty.txt.br', 'index.html.br'])
  assert.deepEqual(readdirSync(folder).toSorted(), [
    'core-1',
    'empty.txt',
    'empty.txt.br',
    'icon-192.png',
    'index.html',
    'index.html.br',
  ])
  const bytes = written.map(name => readFileSync(join(folder, name)))
  for (const [at, name] of written.entries()) {
    const plain = readFileSync(join(folder, name.slice(0, -'.br'.length)))
    assert.ok(plain.equals(brotliDecompressSync(bytes[at])), name)
    if (plain.length > 0) assert.ok(bytes[at].length < plain.length * 0.6, name)
  }
  assert.deepEqual(await writeCompressed(folder), written, 'a compressed file is not compressed again')
  for (const [at, name] of written.entries())
    assert.ok(bytes[at].equals(readFileSync(join(folder, name))), name)
})
