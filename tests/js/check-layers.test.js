// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkC,
  checkCycles,
  checkJs,
  checkLength,
  checkLicence,
  checkTree,
  checkWasmFree,
  checkWeb,
} from '../../js/tools/check-layers.js'

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
  ['fen.c', '#include <stdlib.h>', /only game, rules\/dead, pgn\/ and wasm/],
  ['fen.c', '#include <stdio.h>', /not among the headers/],
  ['unknown.c', '', /has no place/],
])) {
  test(`C: ${path} with ${line} is ${fault ? 'refused' : 'fine'}`, () => {
    const faults = checkC(path, `// first\n${line}\n`)
    if (!fault) assert.deepEqual(faults, [])
    else assert.match(faults.join('\n'), fault)
  })
}

for (const [path, line, fault] of /** @type {[string, string, RegExp | null][]} */ ([
  ['game/game.js', `import { x } from '../core/loader.js'`, null],
  ['game/game.js', `import { x } from './move.js'`, null],
  ['entries/index.js', `export { Game } from '../game/game.js'`, null],
  ['node/files.js', `import { open } from 'node:fs/promises'`, null],
  ['tools/build.js', `import { build } from 'esbuild'`, null],
  ['uci/lines.js', ` * @param {import('node:net').Socket} socket`, null],
  ['uci/text/lines.js', `import { x } from '../../core/errors.js'`, null],
  ['uci/transports/a.js', `import { x } from '../text/lines.js'`, null],
  ['uci/engine/engine.js', `import { x } from '../../game/game.js'`, null],
  ['net/access.js', `import { createHash } from 'node:crypto'`, null],
  ['node/bridge/a.js', `import { x } from '../../net/access.js'`, null],
  ['uci/text/lines.js', `import { x } from '../../game/move.js'`, /uci\/text may not import/],
  ['uci/transports/a.js', `import { x } from '../engine/engine.js'`, /uci\/transports may not import/],
  ['net/access.js', `import { x } from '../uci/text/lines.js'`, /net may not import/],
  ['core/loader.js', `import { Game } from '../game/game.js'`, /core may not import '\.\.\/game\/game\.js'/],
  ['game/game.js', `import { x } from '../pgn/tree.js'`, /game may not import/],
  ['game/game.js', `import { x } from '../entries/index.js'`, /public entry/],
  ['game/game.js', `const fs = await import('node:fs')`, /node:fs belongs in/],
  ['entries/index.js', `import module from './core.wasm'`, /public entry/],
  ['core/loader.js', `} from 'node:fs'`, /node:fs belongs in/],
  ['game/game.js', `import { Chess } from 'chess.js'`, /dependency at run time/],
  ['game/game.js', `import { x } from '../../tests/js/x.js'`, /outside js/],
  ['game/game.js', `import { x } from '../tools/x.js'`, /game may not import/],
  ['game.js', '', /belongs in one of its folders/],
  ['misc/x.js', '', /has no place/],
])) {
  test(`JS: ${path} with ${line} is ${fault ? 'refused' : 'fine'}`, () => {
    const faults = checkJs(path, `// first\n${line}\n`)
    if (!fault) assert.deepEqual(faults, [])
    else assert.match(faults.join('\n'), fault)
  })
}

test('UCI text and transports need no wasm, through any import', () => {
  const files = new Map([
    ['core/wasm.js', ''],
    ['core/buffer.js', `import { wasm } from './wasm.js'\n`],
    ['uci/text/a.js', `import { x } from './b.js'\n`],
    ['uci/text/b.js', `import { x } from '../../core/errors.js'\nimport { y } from './a.js'\n`],
    ['uci/engine/a.js', `import { x } from '../../core/buffer.js'\n`],
  ])
  assert.deepEqual(checkWasmFree(files), [])
  files.set('uci/text/b.js', `import { x } from '../../core/buffer.js'\n`)
  assert.deepEqual(checkWasmFree(files), [
    'js/uci/text/a.js:1: needs wasm: uci/text/a.js uci/text/b.js core/buffer.js core/wasm.js',
    'js/uci/text/b.js:1: needs wasm: uci/text/b.js core/buffer.js core/wasm.js',
  ])
})

test('web: only its own files and public entries', () => {
  assert.deepEqual(checkWeb('app.js', `import { Game } from 'binbo'\nimport { x } from './board.js'\n`), [])
  assert.match(
    checkWeb('app.js', `import { x } from '../js/core/loader.js'\n`)[0],
    /web\/app\.js:1: .* not a public entry/,
  )
  assert.match(checkWeb('app.js', `import { x } from 'chessops'\n`)[0], /not a public entry/)
  assert.deepEqual(
    checkWeb('play/a.js', `import { x } from './b.js'\nimport { y } from '../study/c.js'\n`),
    [],
  )
  assert.deepEqual(checkWeb('app.js', `import { x } from './play/a.js'\n`), [])
  assert.match(checkWeb('study/c.js', `import('../play/a.js')\n`)[0], /study\/ may not import/)
  assert.match(checkWeb('page/c.js', `import { x } from '../app.js'\n`)[0], /page\/ may not import/)
  assert.match(checkWeb('new/c.js', '')[0], /no place in the layers/)
})

test('tree: nothing built, nothing stray, the licence line first', () => {
  assert.deepEqual(checkTree(['src/fen.c', 'Makefile', '.ci/run', 'tests/data/games.pgn']), [])
  assert.equal(
    checkTree(['dist/index.js', 'build/x.o', 'js/core/generated/errors.js', 'notes.txt', 'a/b.c']).length,
    5,
  )
  assert.deepEqual(checkLicence('a.js', '#!/usr/bin/env node\n// SPDX-License-Identifier: Apache-2.0\n'), [])
  assert.equal(checkLicence('a.js', 'const x = 1\n').length, 1)
})

test('JS: imports run in no circle, an import() included; JSDoc types may', () => {
  const files = new Map([
    ['a.js', `import { b } from './b/c.js'\n`],
    ['b/c.js', `const d = () => import('../d.js')\n`],
    ['d.js', `import './e.js'\n/** @import { a } from './a.js' */\n`],
    ['e.js', ''],
  ])
  assert.deepEqual(checkCycles('web', files), [])
  files.set('e.js', `export * from './b/c.js'\n`)
  assert.deepEqual(checkCycles('web', files), ['web/b/c.js:1: import cycle: b/c.js d.js e.js b/c.js'])
})

test('a source file has at most 600 lines', () => {
  assert.deepEqual(checkLength('js/a.js', 'x\n'.repeat(600)), [])
  assert.equal(checkLength('js/a.js', 'x\n'.repeat(601)).length, 1)
})
