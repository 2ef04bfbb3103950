// SPDX-License-Identifier: Apache-2.0
// Raw transports in tests: their lines and their end, and programs written for one test.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { PATIENCE } from './patience.js'

/** For files of one test file. */
export const folder = mkdtempSync(join(tmpdir(), 'binbo-transports-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Writes a program and returns its path.
 * @param {string} name
 * @param {string} text
 * @param {number} [mode]
 */
export function program(name, text, mode = 0o755) {
  const path = join(folder, name)
  writeFileSync(path, text, { mode })
  return path
}

/**
 * Listens to a transport, which is killed after the test.
 * @param {import('node:test').TestContext} t
 * @param {any} transport
 */
export function listen(t, transport) {
  const lines = []
  const reasons = []
  let read = 0
  transport.onLine = line => {
    if (reasons.length > 0) assert.fail(`a line after the end: ${line}`)
    lines.push(line)
  }
  transport.onClose = reason => reasons.push(reason)
  t.after(() => transport.kill())

  /** Waits until found() gives something. */
  const soon = async (what, found) => {
    const end = performance.now() + PATIENCE
    for (;;) {
      const value = found()
      if (value !== undefined) return value
      if (performance.now() > end)
        assert.fail(`no ${what}: ${JSON.stringify({ lines: lines.slice(-20), reasons }, null, 1)}`)
      await wait(2)
    }
  }
  return {
    transport,
    lines,
    reasons,
    /** Sends a line and waits for an answer, from the line that was waited for last. */
    async ask(line, pattern) {
      transport.send(line)
      return await this.next(pattern)
    },
    next: pattern =>
      soon(pattern, () => {
        const at = lines.findIndex((line, index) => index >= read && pattern.test(line))
        if (at < 0) return reasons.length > 0 ? assert.fail(`ended: ${reasons[0].message}`) : undefined
        read = at + 1
        return lines[at]
      }),
    /** Why it ended. */
    end: () => soon('end', () => reasons[0]),
  }
}

/**
 * An engine's short life: handshake, `isready` and `stop` during a search, a move, `quit`.
 * @param {ReturnType<typeof listen>} engine
 * @returns {Promise<any>} why it ended
 */
export async function shortLife(engine) {
  const { transport } = engine
  await engine.ask('uci', /^uciok$/)
  await engine.ask('isready', /^readyok$/)
  transport.send('position startpos moves e2e4')
  await engine.ask('go infinite', /^info .*\bpv\b/)
  const before = engine.lines.length
  await engine.ask('isready', /^readyok$/)
  assert.ok(!engine.lines.slice(before).some(line => /^bestmove/.test(line)), 'isready ended the search')
  await engine.ask('stop', /^bestmove [a-h][1-8][a-h][1-8]/)
  transport.send('position startpos')
  await engine.ask('go depth 3', /^bestmove [a-h][1-8][a-h][1-8]/)
  transport.send('quit')
  const reason = await engine.end()
  await transport.close()
  assert.equal(engine.reasons.length, 1)
  return reason
}

/**
 * @param {() => unknown} action
 * @param {string} code
 * @param {RegExp} [message]
 */
export function refuses(action, code, message = /./) {
  assert.throws(action, error => {
    assert.equal(error.code, code, error.stack)
    assert.equal(error.name, 'ChessError')
    assert.match(error.message, message)
    return true
  })
}
