// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkImports } from '../../js/tools/check-imports.js'
import { checkC, checkCalls, checkLength, checkLicence, checkTree } from '../../js/tools/check-layers.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

for (const [path, line, fault] of /** @type {[string, string, RegExp | null][]} */ ([
  ['position.c', '#include "position.h"', null],
  ['position.h', '#include "attacks.h"', null],
  ['wasm/api.c', '#include "game.h"', null],
  ['wasm/api.c', '#include "../game.h"', null],
  ['wasm/api.c', '#include "handles.h"', null],
  ['wasm/api.c', '#include <stdlib.h>', null],
  ['attacks.c', '#include "magics.inc"', null],
  ['text.h', '#include "error.h"', null],
  ['fen_strict.c', '#include "fen.h"', null],
  ['fen.c', '#include "fen_strict.h"', null],
  ['fen_strict.c', '#include "game.h"', /"game\.h" is not in a lower layer/],
  ['position.c', '#include "movegen.h"', /"movegen\.h" is not in a lower layer/],
  ['fen.c', '#include "san.h"', /"san\.h" is not in a lower layer/],
  ['game.c', '#  include "pgn/reader.h"', /"pgn\/reader\.h" is not in a lower layer/],
  ['pgn/reader.c', '#include "../game.h"', null],
  ['pgn/tags.h', '#include "tree.h"', null],
  ['pgn/tree.c', '#include "tags.h"', /"tags\.h" is not in a lower layer/],
  ['pgn/lexer.c', '#include <stdlib.h>', null],
  ['fen.c', '#include "tools/x.h"', /has no place/],
  ['fen.c', '#include <stdlib.h>', /only game, rules\/dead, pgn\/, wasm\/ and tablebase/],
  ['fen.c', '#include <stdio.h>', /not among the headers/],
  ['unknown.c', '', /has no place/],
])) {
  test(`C: ${path} with ${line} is ${fault ? 'refused' : 'fine'}`, () => {
    const faults = checkC(path, `// first\n${line}\n`)
    if (!fault) assert.deepEqual(faults, [])
    else assert.match(faults.join('\n'), fault)
  })
}

for (const [path, source, fault] of /** @type {[path: string, source: string, fault: RegExp | null][]} */ ([
  ['js/game/b.js', `export * from './a.js'`, null],
  ['js/game/a.js', `export * from '../core/errors.js'`, null],
  ['js/entries/a.js', `export * from '../game/a.js'`, null],
  ['js/node/a.js', `export * from 'node:fs/promises'`, null],
  ['js/tools/a.js', `export * from 'esbuild'`, null],
  ['js/uci/a.js', `/** @import { Socket } from 'node:net' */`, null],
  ['js/uci/a.ts', `import type { Socket } from 'node:net'`, null],
  ['js/uci/text/a.js', `export * from '../../core/errors.js'`, null],
  ['js/uci/transports/a.js', `export * from '../text/a.js'`, null],
  ['js/uci/engine/a.js', `export * from '../../game/a.js'`, null],
  ['js/net/a.js', `export * from 'node:crypto'`, null],
  ['js/node/bridge/a.js', `export * from '../../net/a.js'`, null],
  ['js/server/stores/redis/a.js', `export * from '../session-store.js'`, null],
  ['js/core/errors.ts', `export * from './callbacks.js'`, null],
  ['js/uci/text/b.js', `export * from '../../game/move.js'`, /uci\/text may import light uci\/errors$/],
  ['js/uci/text/c.js', `export * from '../../core/buffer.js'`, /uci\/text may import light uci\/errors$/],
  ['js/uci/transports/b.js', `export * from '../engine/engine.js'`, /uci\/transports may import/],
  ['js/net/b.js', `export * from '../uci/text/a.js'`, /net may import/],
  ['js/core/errors.ts', `export * from './buffer.js'`, /without wasm may import no other files/],
  ['js/core/b.js', `export * from '../game/a.js'`, /core may import no other folder$/],
  ['js/core/c.js', `export * from 'node:fs'`, /core may import no other folder$/],
  ['js/game/c.js', `export * from '../pgn/tree.js'`, /game may import core$/],
  ['js/game/c.ts', `import type { A } from './a.js'\nimport { B } from '../pgn/tree.js'`, /pgn\/tree/],
  ['js/game/d.ts', `export type B = import('../pgn/tree.js').A`, null],
  ['js/game/d.js', `export * from '../entries/a.js'`, /game may import core$/],
  ['js/game/e.js', `export const fs = await import('node:fs')`, /game may import core$/],
  ['js/game/f.js', `export * from 'chess.js'`, /game may import core$/],
  ['js/game/g.js', `export * from '../../tests/js/x.js'`, /game may import core$/],
  ['js/game/h.js', `import '../tools/x.js'`, /game may import core$/],
  ['js/cli/a.js', `export * from '../entries/a.js'`, /cli may import/],
  ['js/misc/a.js', `export * from '../core/errors.js'`, /has no row/],
  ['web/app.ts', `export { Game } from 'binbo'`, null],
  ['web/play/a.js', `export * from './b.js'\nexport { c } from '../study/c.js'`, null],
  ['web/main.js', `export { Game } from 'binbo/pgn'`, null],
  ['web/docs/site/a.js', `export * from 'node:fs'`, null],
  ['web/study/e.js', `export * from '../../js/game/ends.js'`, null],
  ['web/bad.js', `export * from '../js/core/a.js'`, /binbo/],
  ['web/worse.js', `export * from 'chessops'`, /binbo/],
  ['web/study/d.js', `export const a = () => import('../play/a.js')`, /web\/study may import page /],
  ['web/page/d.js', `export * from '../app.js'`, /web\/page may import no other folder/],
  ['web/new/a.js', `export * from '../page/a.js'`, /has no row/],
])) {
  test(`JS: ${path} with ${source.split('\n').at(-1)} is ${fault ? 'refused' : 'fine'}`, () => {
    const faults = checkImports(path, `${source}\n`)
    assert.equal(faults.length, fault ? 1 : 0, faults.join('\n'))
    if (fault) assert.match(faults[0], fault)
  })
}

/** Path, source, and what Biome reports; null if nothing. */
const LINTED = /** @type {[path: string, source: string, fault: RegExp | null][]} */ ([
  ['js/pgn/a.js', `export * from './b.js'`, /part of a cycle/],
  ['js/pgn/b.js', `export const c = () => import('./c.js')`, /part of a cycle/],
  ['js/pgn/c.js', `export { a } from './a.js'\n/** @import { D } from './d.js' */`, /part of a cycle/],
  ['js/pgn/d.js', `export { a as D } from './a.js'`, null],
  ['tests/js/long.js', `export default [\n${'1,\n'.repeat(600)}]`, /too many lines \(602\)/],
])

test('Biome finds cycles of imports, and files that are too long', t => {
  const folder = mkdtempSync(join(tmpdir(), 'binbo-layers-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const name of ['.biome.json', 'package.json']) copyFileSync(join(root, name), join(folder, name))
  for (const [path, source] of LINTED) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), `${source}\n`)
  }
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['lint', '--reporter=github', '--max-diagnostics=none', '.'],
    { cwd: folder, encoding: 'utf8' },
  )
  const reports = stdout.split('\n').filter(line => line.startsWith('::'))
  for (const [path, , fault] of LINTED) {
    const own = reports.filter(line => line.includes(`file=${path},`) || line.includes(`/${path},`))
    assert.equal(own.length, fault ? 1 : 0, own.join('\n') || `${path} is not reported`)
    if (fault) assert.match(own[0], fault)
  }
})

test('C: calls between files go one way', () => {
  const low = 'int low(int x) {\n    return x; // high(x)\n}\nstatic int own(void) {\n    return 0;\n}\n'
  const high = 'static int own(void) {\n    return low(1);\n}\nBoard *high(const Board *b) {\n    own();\n}\n'
  const files = { 'low.c': low, 'high.c': high }
  assert.deepEqual(checkCalls(new Map(Object.entries(files))), [])
  const circle = { ...files, 'low.c': low.replace('return x;', 'return high(x);') }
  assert.deepEqual(checkCalls(new Map(Object.entries(circle))), [
    'src/low.c:1: calls in a circle: low.c high.c low.c',
  ])
})

test('tree: nothing built, nothing stray, the licence line first', () => {
  assert.deepEqual(checkTree(['src/fen.c', 'Makefile', '.ci/run', 'tests/data/games.pgn']), [])
  assert.equal(
    checkTree(['dist/index.js', 'build/x.o', 'js/core/generated/errors.ts', 'notes.txt', 'a/b.c']).length,
    5,
  )
  assert.deepEqual(checkLicence('a.js', '#!/usr/bin/env node\n// SPDX-License-Identifier: Apache-2.0\n'), [])
  assert.equal(checkLicence('a.js', 'const x = 1\n').length, 1)
})

test('a source file has at most 600 lines', () => {
  assert.deepEqual(checkLength('src/a.c', 'x\n'.repeat(600)), [])
  assert.equal(checkLength('src/a.c', 'x\n'.repeat(601)).length, 1)
})
