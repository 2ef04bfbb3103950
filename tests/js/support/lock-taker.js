// SPDX-License-Identifier: Apache-2.0
// A process that takes a lock many times, and checks that it is alone: node lock-taker.js FOLDER KIND ROUNDS. Now and then the process
// that has the lock is a child of it, which dies with it.

import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freeLock, takeLock } from '#js/core/file-lock.js'

const [folder, kind, rounds] = process.argv.slice(2)
const refuse = () => Promise.reject(Object.assign(new Error('no links'), { code: 'ENOTSUP' }))
const system = kind === 'links' ? fs : { ...fs, promises: { ...fs.promises, link: refuse } }
const lock = join(folder, 'lock')
const alone = join(folder, 'alone')

for (let left = Number(rounds); left > 0; ) {
  if ((await takeLock(system, lock)) !== undefined) continue
  fs.writeFileSync(alone, `${process.pid}`, { flag: 'wx' })
  await new Promise(resolve => setImmediate(resolve))
  fs.rmSync(alone)
  if (left === 1) process.exit() // it dies with the lock
  await freeLock(system, lock)
  left--
  if (left % 20 === 0) spawnSync(process.execPath, [fileURLToPath(import.meta.url), folder, kind, '1'])
}
