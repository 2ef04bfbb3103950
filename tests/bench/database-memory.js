// SPDX-License-Identifier: Apache-2.0
/**
 * What add() of many games takes above what the database has then: the largest resident set of a process that does nothing
 * else, less that of before and less db.bytes. Each source and storage has processes of its own, of which the least counts: when
 * garbage is collected is chance.
 *
 * usage: node tests/bench/database-memory.js games.pgn    (after make build; a large one is made by make database-sample)
 */
import { execFileSync } from 'node:child_process'
import { createReadStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../dist/database.js'

const MEGABYTE = 1e6
const MOST = 64
const ROUNDS = 3
const [path, source, storage] = process.argv.slice(2)

/** @param {string} kind of source @param {boolean} isKept in a folder */
async function measure(kind, isKept) {
  const folder = isKept ? await mkdtemp(join(tmpdir(), 'binbo-memory-')) : ''
  try {
    const db = await openDatabase({ storage: isKept ? { folder } : 'memory' })
    const before = process.memoryUsage.rss()
    await db.add(kind === 'File' ? await openAsBlob(path) : createReadStream(path), { keep: 'reference' })
    const above = process.resourceUsage().maxRSS * 1024 - before - db.bytes
    console.log(JSON.stringify({ games: db.games, bytes: db.bytes, above }))
    await db.close()
  } finally {
    if (isKept) await rm(folder, { recursive: true })
  }
}

if (source !== undefined) await measure(source, storage === 'folder')
else {
  console.log(`| source | database | above it, at most ${MOST} MB |\n|---|---|---|`)
  const program = ['--no-warnings', fileURLToPath(import.meta.url), path]
  for (const kind of ['File', 'stream'])
    for (const where of ['memory', 'folder']) {
      const rounds = Array.from({ length: ROUNDS }, () =>
        JSON.parse(execFileSync(process.execPath, [...program, kind, where], { encoding: 'utf8' })),
      )
      const [{ games, bytes }] = rounds
      const above = Math.min(...rounds.map(round => round.above))
      const [all, more] = [bytes, above].map(size => Math.round(size / MEGABYTE))
      console.log(`| ${kind}, ${where} | ${games} games, ${all} MB | ${more} MB |`)
      if (more > MOST) process.exitCode = 1
    }
}
