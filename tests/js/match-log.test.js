// SPDX-License-Identifier: Apache-2.0
// Logs of matches keep each game once, and refuse another match.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { test } from 'node:test'
import { memoryLog } from '../../dist/match.js'
import { matchFile } from '../../dist/node.js'
import { distUrl } from './support/child.js'
import { collect, rejects } from './support/engines.js'
import { folder } from './support/transports.js'

const game = number => ({ pairing: { number }, result: '1-0', moves: [], pgn: `[Round "${number}"]\n\n*\n` })
let files = 0
const LOGS = { memoryLog: () => memoryLog(), matchFile: () => matchFile(`${folder}/log-${files++}.jsonl`) }

for (const [name, make] of Object.entries(LOGS)) {
  test(`${name}: what is appended comes back, and is a copy`, async () => {
    const log = make()
    await log.open('match')
    const one = game(1)
    await log.append(one)
    await log.append(game(2))
    one.result = '0-1'
    const kept = await collect(log.games())
    assert.deepEqual(kept, [game(1), game(2)])
    kept[0].result = '*'
    assert.deepEqual((await collect(log.games()))[0], game(1))
  })

  test(`${name}: another match is refused`, async () => {
    const log = make()
    await log.open('match')
    await log.append(game(1))
    await log.open('match')
    await rejects(log.open('another'), 'ERR_MATCH_LOG')
  })
}

test('a file: a line a game; a torn last line is cut, wherever it is torn', async () => {
  const path = `${folder}/torn.jsonl`
  const log = matchFile(path)
  await log.open('match')
  assert.deepEqual(await collect(log.games()), [])
  assert.ok(!existsSync(path))
  await log.append(game(1))
  await log.append({ ...game(2), pgn: 'x'.repeat(200_000) })
  const [first, second] = readFileSync(path, 'utf8').split('\n')
  assert.equal(readFileSync(path, 'utf8'), `${first}\n${second}\n`)
  for (const length of [1, 70_000, second.length]) {
    truncateSync(path, first.length + 1)
    appendFileSync(path, second.slice(0, length))
    const again = matchFile(path)
    await again.open('match')
    assert.deepEqual(await collect(again.games()), [game(1)])
    assert.equal(readFileSync(path, 'utf8'), `${first}\n`)
    await again.append(game(2))
    assert.deepEqual(await collect(again.games()), [game(1), game(2)])
  }
  truncateSync(path, 5)
  const torn = matchFile(path)
  await torn.open('match')
  assert.equal(readFileSync(path, 'utf8'), '')
})

test('of two logs of one program the first one has the lock, until it is closed', async () => {
  const path = `${folder}/twice.jsonl`
  const [first, second] = [matchFile(path), matchFile(path)]
  await first.open('match')
  await first.append(game(1))
  await second.open('match')
  await rejects(second.open('another'), 'ERR_MATCH_LOG')
  await second.close?.()
  await rejects(first.open('another'), 'ERR_MATCH_LOG')
  assert.ok(existsSync(`${path}.lock`))
  await first.close?.()
  assert.ok(!existsSync(`${path}.lock`))
})

test('a file: a field of a game does not rename the match', async () => {
  const path = `${folder}/renamed.jsonl`
  const log = matchFile(path)
  await log.open('match')
  await log.append({ ...game(1), match: 'x' })
  await log.close()
  const again = matchFile(path)
  await again.open('match')
  assert.deepEqual(await collect(again.games()), [game(1)])
  await again.close()
})

test('a file with other lines is refused, and left as it is', async () => {
  const path = `${folder}/other.jsonl`
  for (const text of ['1. e4 e5\n', '{"match":5}\n', 'null\n\n']) {
    appendFileSync(path, text)
    await rejects(matchFile(path).open('match'), 'ERR_MATCH_LOG')
    assert.equal(readFileSync(path, 'utf8'), text)
    assert.ok(!existsSync(`${path}.lock`), 'other programs may use it')
    truncateSync(path, 0)
  }
  await assert.rejects(matchFile(folder).open('match'), { code: 'EISDIR' })
})

test('a file that another program plays with is refused, until that program closes it or dies', async () => {
  const path = `${folder}/shared.jsonl`
  const log = matchFile(path)
  const endings = {
    close: program => program.stdin.write('close\n'),
    die: program => program.kill('SIGKILL'),
  }
  for (const end of Object.values(endings)) {
    const code = `
      const { matchFile } = await import(${JSON.stringify(`${distUrl}node.js`)})
      const log = matchFile(${JSON.stringify(path)})
      await log.open('match')
      console.log('open')
      process.stdin.once('data', async () => {
        await log.close()
        process.exit()
      })`
    const program = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await once(program.stdout, 'data')
    await rejects(log.open('match'), 'ERR_MATCH_BUSY', `process ${program.pid} `)
    assert.ok(!existsSync(path), 'nothing is cut or written')
    await log.close?.() // its lock is not this program's
    await rejects(matchFile(path).open('match'), 'ERR_MATCH_BUSY')
    const ended = once(program, 'exit')
    end(program)
    await ended
    await log.open('match')
    await log.close?.()
    assert.ok(!existsSync(`${path}.lock`))
  }
})
