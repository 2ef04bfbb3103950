// SPDX-License-Identifier: Apache-2.0
// Files of games of a stranger, with a right checksum and moves that no game has: all that is asked of them has an answer.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../dist/database.js'
import { parsePgn } from '../../dist/pgn.js'
import { START_FEN } from './support/binbo.js'

const WORD = (1n << 64n) - 1n
/** Where the numbers of games, moves, names and places stand, as file.c has them; all in words. */
const [CHECK, ROW_BYTES, GAMES, MOVES, NAMES, PLACES, TAGS, HEADER] = [1, 2, 4, 5, 6, 9, 11, 14]
const PLIES = 40

/** @param {bigint} hash @param {bigint} word */
function mixed(hash, word) {
  const product = ((hash ^ word) * 0x9e3779b97f4a7c15n) & WORD
  return product ^ (product >> 32n)
}

/** @param {Buffer} file */
function sign(file) {
  const sums = [BigInt(file.length), 1n, 2n, 3n]
  const lanes = Math.floor((file.length - 8) / 32) * 4
  const rest = Buffer.alloc(Math.ceil((file.length - 8) / 8) * 8)
  file.copy(rest, 0, 8)
  for (let i = 0; 8 * i < rest.length; i++) {
    const lane = i < lanes ? i % 4 : 0
    sums[lane] = mixed(sums[lane], rest.readBigUInt64LE(8 * i))
  }
  const sum = sums.slice(1).reduce(mixed, sums[0])
  file.writeUInt32LE(Number(sum & 0xffffffffn), 4 * CHECK)
}

/** @param {Buffer} file @returns {number} where its moves begin */
function movesAt(file) {
  const of = word => file.readUInt32LE(4 * word)
  const behind = (at, bytes) => Math.ceil((at + bytes) / 8) * 8
  const players = behind(4 * HEADER, of(GAMES) * of(ROW_BYTES))
  const tags = players + 16 * of(GAMES)
  const ends = behind(tags, 4 * of(TAGS))
  return behind(behind(ends, 4 * of(NAMES)), 12 * of(PLACES))
}

test('moves that no game has', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'binbo-illegal-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const line = Array.from({ length: PLIES }, (_, i) => ['Nf3', 'Nf6', 'Ng1', 'Ng8'][i % 4]).join(' ')
  const made = await openDatabase({ storage: { folder } })
  const variants = ['', '[Variant "Crazyhouse"]\n\n', '[Variant "Atomic"]\n\n', '[Variant "Antichess"]\n\n']
  await made.add(variants.map(tags => `${tags}${line} *\n\n`).join(''))
  const { games } = made
  await made.close()
  const [list] = (await readFile(join(folder, 'database.json'), 'utf8')).split('\n')
  const path = join(folder, JSON.parse(list).files[0].file)
  const file = await readFile(path)
  const [check, at] = [file.readUInt32LE(4 * CHECK), movesAt(file)]
  sign(file)
  assert.equal(file.readUInt32LE(4 * CHECK), check)
  assert.equal(file.readUInt32LE(4 * MOVES), games * PLIES)
  let random = 1
  for (let round = 0; round < 200; round++) {
    for (let move = 0; move < games * PLIES; move++) {
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0
      file.writeUInt16LE((random >>> 8) % 0x9000, at + 2 * move)
    }
    sign(file)
    await writeFile(path, file)
    const db = await openDatabase({ storage: { folder } })
    assert.equal(db.games, games)
    const all = await db.filter()
    await db.explore(START_FEN)
    await db.explore(START_FEN, { ignore: ['castling', 'enPassant'] })
    const tree = await db.tree(all, { plies: 12 })
    await db.leaves(tree, 'white')
    await db.leaves(parsePgn('1. e4 e5 (1... c5) 2. Nf3 *'), 'black')
    for (const san of ['Nf3', 'Nf3+', 'Qh7#', 'O-O#', 'e8=Q#', 'N@f6+'])
      await db.search({ move: { san } }).count
    for (const format of ['csv', 'arrow-positions', 'polyglot'])
      for await (const _ of db.export(all, format));
    const decoder = new TextDecoder()
    let pgn = ''
    for await (const piece of db.export(all, 'pgn')) pgn += decoder.decode(piece, { stream: true })
    assert.equal(parsePgn(pgn).length, games)
    await db.close()
  }
})
