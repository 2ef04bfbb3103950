// SPDX-License-Identifier: Apache-2.0
// Locks between processes that race for them and die with them, also on file systems without hard links: at any time one process
// has the lock.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freeLock, takeLock } from '#js/core/file-lock.js'
import { PATIENCE } from './support/patience.js'

const PROGRAM = fileURLToPath(new URL('./support/lock-taker.js', import.meta.url))
const RACERS = 4
const ROUNDS = 60
const LONG = 4 * PATIENCE

/** A file system without hard links, as FAT and some mounts of containers are. */
const WITHOUT_LINKS = {
  ...fs,
  promises: {
    ...fs.promises,
    link: () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' })),
  },
}

function folderOf(t) {
  const folder = mkdtempSync(join(tmpdir(), 'binbo-lock-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** @returns {Promise<number>} a process number that no process has */
async function deadProcess() {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid
}

for (const kind of ['links', 'no links'])
  test(`with ${kind}: of processes that race, one has the lock, also if its holders die`, {
    timeout: LONG,
  }, async t => {
    const folder = folderOf(t)
    const racers = Array.from({ length: RACERS }, () =>
      spawn(process.execPath, [PROGRAM, folder, kind, `${ROUNDS}`], { stdio: ['ignore', 'ignore', 'pipe'] }),
    )
    const ends = await Promise.all(
      racers.map(async racer => {
        let text = ''
        racer.stderr.setEncoding('utf8').on('data', more => (text += more))
        const [code] = await once(racer, 'close')
        return { code, text }
      }),
    )
    assert.deepEqual(ends, Array(RACERS).fill({ code: 0, text: '' }))
    assert.deepEqual(readdirSync(folder), ['lock'], 'the last one has died with it')
  })

for (const [kind, system] of Object.entries({ links: fs, 'no links': WITHOUT_LINKS })) {
  test(`with ${kind}: a lock is taken, refused, given back, and taken over from the dead`, async t => {
    const lock = join(folderOf(t), 'lock')
    assert.equal(await takeLock(system, lock), undefined)
    assert.equal(await takeLock(system, lock), process.pid)
    await freeLock(system, lock)
    assert.ok(!existsSync(lock))
    const dead = await deadProcess()
    for (const text of [`${dead}\n1\n`, '', 'garbage']) {
      writeFileSync(lock, text)
      // A process died while it removed the lock of a dead one.
      writeFileSync(`${lock}-dead`, `${dead}\n1\n`)
      assert.equal(await takeLock(system, lock), undefined, text)
      await freeLock(system, lock)
    }
    assert.deepEqual(readdirSync(join(lock, '..')), [])
  })

  test(`with ${kind}: the lock of a dead process is not removed when a living one has taken it meanwhile`, async t => {
    const lock = join(folderOf(t), 'lock')
    writeFileSync(lock, `${await deadProcess()}\n1\n`)
    let isLate = true
    // Another process takes the lock over after this one has read it.
    const late = {
      ...system,
      promises: {
        ...system.promises,
        async stat(path) {
          const facts = await system.promises.stat(path)
          if (path !== lock || !isLate) return facts
          isLate = false
          const { open } = system.promises
          const file = await open(lock)
          this.open = async (...args) => {
            this.open = open
            if (args[0] !== lock) return open(...args)
            rmSync(lock)
            writeFileSync(lock, `${process.ppid}\n\n`)
            return file
          }
          return facts
        },
      },
    }
    assert.equal(await takeLock(late, lock), process.ppid)
    assert.ok(existsSync(lock))
  })
}
