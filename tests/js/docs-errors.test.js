// SPDX-License-Identifier: Apache-2.0
// The examples of the error reference fail with the error that they stand at.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as binbo from 'binbo'
import { Book } from 'binbo/book'
import { decodeGame, decodeText, encodeGame } from 'binbo/compact'
import { openDatabase } from 'binbo/database'
import { parseEpd, readPuzzles } from 'binbo/epd'
import { memoryLog } from 'binbo/match'
import { processTransport } from 'binbo/node'
import { parsePgn } from 'binbo/pgn'
import { postgresArchive, RedisStore } from 'binbo/server'
import { connectGames, foldSession } from 'binbo/session'
import { Tablebase } from 'binbo/tablebase'
import { Engine, UciGame } from 'binbo/uci'
import { Pool } from 'pg'
import { WebSocket } from 'ws'
import { ERROR_NOTES } from '../../web/docs/site/error-notes.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Of binbo/slim before its core runs, which needs a process of its own. */
const OF_SLIM = new Set(['ERR_WASM', 'ERR_INIT'])
/** What no call of a line brings about; other tests do. */
const WITHOUT_EXAMPLE = [
  'ERR_ARCHIVE_REFUSED',
  'ERR_ARCHIVE_TABLE',
  'ERR_COMPACT_LENGTH',
  'ERR_DATABASE_BUSY',
  'ERR_DATABASE_CHANGED',
  'ERR_DATABASE_DAMAGED',
  'ERR_DATABASE_FULL',
  'ERR_DATABASE_READONLY',
  'ERR_DATABASE_WORKER',
  'ERR_MATCH_BUSY',
  'ERR_MATCH_GAME',
  'ERR_MEMORY',
  'ERR_SESSION_REFUSED',
  'ERR_STATE_INVALID',
  'ERR_STATE_VERSION',
  'ERR_STORE_UNKNOWN',
  'ERR_UCI_MOVE',
]

/**
 * @param {string} example
 * @param {Record<string, unknown>} names in its scope
 * @returns {Promise<string | undefined>} the code of the error that it throws, or that is its value
 */
async function codeOf(example, names) {
  const statements = example.split(/; (?=[^;]*$)/)
  const last = statements.pop()
  const body = `${statements.join(';')}; ${/^(const|try|for)\b/.test(last ?? '') ? last : `return ${last}`}`
  try {
    const run = new Function(...Object.keys(names), `return (async () => { ${body} })()`)
    const value = await run(...Object.values(names))
    return value?.code
  } catch (error) {
    return error instanceof binbo.ChessError ? error.code : `${error}`
  }
}

test('each example fails as its heading says', async t => {
  const engine = await Engine.start(processTransport('/usr/games/stockfish'))
  t.after(() => engine.quit())
  const names = {
    ...binbo,
    processTransport,
    Book,
    decodeGame,
    decodeText,
    encodeGame,
    openDatabase,
    parseEpd,
    parsePgn,
    readPuzzles,
    postgresArchive,
    RedisStore,
    Pool,
    connectGames,
    WebSocket,
    foldSession,
    memoryLog,
    Tablebase,
    Engine,
    UciGame,
    engine,
  }
  const examples = Object.entries(ERROR_NOTES).filter(([, [, , example]]) => example)
  const missing = Object.keys(ERROR_NOTES).filter(code => !ERROR_NOTES[code][2])
  assert.deepEqual(missing.toSorted(), WITHOUT_EXAMPLE)
  /** @type {[string, string | undefined][]} */
  const found = []
  for (const [code, [, , example]] of examples)
    if (!OF_SLIM.has(code)) found.push([code, await codeOf(example, names)])
  assert.deepEqual(
    found.filter(([code, actual]) => actual !== code),
    [],
  )
  assert.ok(found.length >= 75, `${found.length}`)
})

for (const code of OF_SLIM) {
  test(`the example of ${code} fails so, before the core runs`, () => {
    const program = `import { init } from 'binbo/slim'
try { ${ERROR_NOTES[code][2]} } catch (error) { console.log(error.code) }`
    const out = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: root })
    assert.equal(`${out}`.trim(), code)
  })
}
