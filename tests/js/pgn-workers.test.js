// SPDX-License-Identifier: Apache-2.0
// validatePgn({ workers }), and readPgn() with `reaches`: wherever a Blob is cut, and however many threads read it, the results
// are those of one.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { PGN_MAIN_LINE, PGN_NO_TAGS, PGN_SKIP_MOVES } from '#js/core/generated/bindings.js'
import { readPgn, validatePgn } from '#js/entries/pgn.js'
import { checkParts, findCuts, readFound } from '#js/pgn/check-parts.js'
import { GameReader } from '#js/pgn/game-reader.js'
import { checkPgnOptions } from '#js/pgn/pgn-options.js'
import { randomFrom } from '../random.js'
import { dist, root } from './support/binbo.js'
import { runChild } from './support/child.js'
import { readDocuments } from './support/pgn-documents.js'
import { games as scaled, seed } from './support/random-games.js'

const file = readFileSync(`${root}tests/data/games.pgn`)
const MODE = PGN_MAIN_LINE | PGN_NO_TAGS

const factsOf = ({ code, message, warning, game, ply, line, column, offset, input, cause }) => ({
  ...{ code, message, warning, game, ply, line, column, offset, input },
  cause: cause && { code: cause.code, message: cause.message, offset: cause.offset },
})

const GAME = '[Event "x"]\n[White "Ä"]\n\n1. e4 e5 2. Ke3 *\n\n'
const FAKES = [
  `1. e4 {\n\n${GAME}} e5 2. Nf3 Nc6 *\n\n`,
  `1. e4 {\n\n[Event: no tag]\n[Event "no\n} e5 *\n\n`,
  `1. e4 (1. d4 {\n\n[Events "x"] } d5\n\n) e5 *\n\n`,
  `%\n%${GAME}; [Event "x"]\n; 1. e4\n1. d4 ; {\n[Event "y"]\n\n1. e4 } *\n\n`,
  `1. e4 * 1. d4 *\n1. c4 *\n%\n1. b4 * %\n`,
  '[FEN "game 1, line 1, column 1"]\n\n1. e4 *\n\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*\n\n',
  '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"]\n[Variant "no"]\n\n1. e4 *\n\n',
  '\ufeff[Event "a"]\n\n\ufeff1. e4 xyz {game 2, line 2, column 2} *\n\n',
  '[Event "a"]\r\n\r\n1. e4 e5 1-0\r\n\r\n[Event "b"]\r\r1. d4 d4 *\r\r\n\n',
  '1. e4 e5\n\n\n\n[Event "a"]\n[Event "b"]\n1. e4\n[Event "c"]\n\n',
]
const UNCLOSED = ['1. e4 {', '1. e4 (', '[Event "', ';', '1. e4 e5 $', '']

/** @returns {string} games, mistakes, and what looks like a game */
function textOf(random) {
  const pieces = Array.from({ length: 12 }, () => {
    const piece = random() < 0.4 ? GAME : FAKES[Math.floor(random() * FAKES.length)]
    return random() < 0.2 ? piece.replaceAll('\n', '\r\n') : piece
  })
  return pieces.join('') + UNCLOSED[Math.floor(random() * UNCLOSED.length)]
}

/** @returns {number[]} some of the places at which lines begin */
function cutsOf(bytes, random, share) {
  const cuts = [0]
  for (let at = 1; at < bytes.length; at++) if (bytes[at - 1] === 10 && random() < share) cuts.push(at)
  return cuts
}

async function assertSame(bytes, cuts, threads, options) {
  const blob = new Blob([bytes])
  const whole = await validatePgn(blob, options)
  const inParts = { games: 0, plies: 0, errors: [] }
  const isRead = await checkParts(
    blob,
    cuts,
    threads,
    MODE,
    checkPgnOptions(options),
    (games, plies, errors) => {
      inParts.games += games
      inParts.plies += plies
      inParts.errors.push(...errors)
    },
  )
  assert.equal(isRead, true)
  const where = JSON.stringify({ cuts, text: String(bytes) })
  assert.deepEqual(inParts.errors.map(factsOf), whole.errors.map(factsOf), where)
  assert.deepEqual([inParts.games, inParts.plies], [whole.games, whole.plies], where)
}

const gameFacts = game => {
  const { result, variant, startFen, reached, range, headers, errors } = game
  const text = game.toString()
  return {
    text,
    result,
    variant,
    startFen,
    reached,
    range,
    headers: [...headers],
    errors: errors.map(factsOf),
  }
}

async function factsOfGames(games) {
  const facts = []
  for await (const game of games) facts.push(gameFacts(game))
  return facts
}

async function assertSameFound(bytes, cuts, workers, options) {
  const blob = new Blob([bytes])
  const whole = await factsOfGames(readPgn(blob, options))
  const checked = checkPgnOptions({ ...options, workers })
  const reader = new GameReader(checked, options.headersOnly ? PGN_SKIP_MOVES : 0, !options.headersOnly)
  const found = await factsOfGames(readFound(blob, cuts, checked, reader))
  assert.deepEqual(found, whole, JSON.stringify({ cuts, options, text: String(bytes) }))
  return found.length
}

const REACHES = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
  { board: { e4: 'P', e5: 'p' } },
  { material: 'KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP' },
  { board: { a4: 'K' } },
]

test('random cuts of games, mistakes, and what looks like a game: the found games are those of one thread', async () => {
  const random = randomFrom(seed + 2)
  let found = 0
  for (let i = 0; i < scaled(12); i++) {
    const bytes = Buffer.from(textOf(random), random() < 0.2 ? 'latin1' : 'utf8')
    const reaches = REACHES[Math.floor(random() * REACHES.length)]
    const options = random() < 0.3 ? { maxGameBytes: 1 + Math.floor(random() * 200) } : { locale: 'auto' }
    const headersOnly = random() < 0.2
    const cuts = cutsOf(bytes, random, random())
    const threads = 1 + Math.floor(random() * 3)
    found += await assertSameFound(bytes, cuts, threads, { ...options, headersOnly, reaches })
    await assertSame(bytes, cuts, threads, { ...options, reaches })
  }
  assert.ok(found > scaled(12), `${found}`)
})

test('games that are cut inside a character are found at the places of one thread', async () => {
  const pieces = ['…\n\n', '♞ e4\n\n', 'é\n', '1. e4 *\n\n']
  for (const first of pieces)
    for (const second of pieces)
      for (const maxGameBytes of [1, 2, 3]) {
        const bytes = Buffer.from(first + second + pieces.join(''))
        await assertSameFound(bytes, cutsOf(bytes, Math.random, 1), 2, { maxGameBytes, reaches: REACHES[0] })
      }
})

test('random cuts of all documents and games: the found games are those of one thread', async () => {
  const random = randomFrom(seed + 3)
  const documents = readDocuments().map(({ input }) =>
    Buffer.concat([Buffer.from(input), Buffer.from('\n\n')]),
  )
  for (const reaches of REACHES.slice(0, 3)) {
    const bytes = Buffer.concat(documents)
    await assertSameFound(bytes, cutsOf(bytes, random, 0.2), 2, { reaches })
    await assertSame(bytes, cutsOf(bytes, random, 0.2), 2, { reaches })
  }
  const found = await assertSameFound(file, cutsOf(file, random, 0.05), 3, {
    reaches: { material: 'KRPvKR' },
  })
  assert.ok(found > 0)
})

test('random cuts of games, mistakes, and what looks like a game', async () => {
  const random = randomFrom(seed)
  for (let i = 0; i < scaled(25); i++) {
    const bytes = Buffer.from(textOf(random), random() < 0.2 ? 'latin1' : 'utf8')
    const options = random() < 0.3 ? { maxGameBytes: 1 + Math.floor(random() * 200) } : { locale: 'auto' }
    await assertSame(bytes, cutsOf(bytes, random, random()), 1 + Math.floor(random() * 3), options)
  }
})

test('random cuts of all documents and games', async () => {
  const random = randomFrom(seed + 1)
  const documents = readDocuments().map(({ input }) =>
    Buffer.concat([Buffer.from(input), Buffer.from('\n\n')]),
  )
  await assertSame(Buffer.concat(documents), cutsOf(Buffer.concat(documents), random, 0.2), 2)
  await assertSame(file, cutsOf(file, random, 0.05), 3)
})

test('a Blob that cannot be read on ends the reading by threads; parts are passed on one by one', async () => {
  const cut = file.indexOf('\n[Event ', file.length / 2) + 1
  const blob = new Blob([file])
  const gone = new DOMException('It has changed', 'NotReadableError')
  const torn = {
    size: blob.size,
    slice: (from, to) => (from < cut ? blob.slice(from, to) : { arrayBuffer: () => Promise.reject(gone) }),
  }
  await assert.rejects(
    checkParts(torn, [0, cut], 2, MODE, checkPgnOptions(), () => {}),
    gone,
  )
  const cuts = cutsOf(file, randomFrom(seed + 4), 0.05)
  let passing = 0
  const onGames = async () => {
    assert.equal(passing++, 0)
    await new Promise(resolve => setImmediate(resolve))
    passing--
  }
  await checkParts(blob, cuts, 3, MODE, checkPgnOptions(), onGames)
})

test('cuts are found where games begin, and none in UTF-16', async () => {
  const text = file.toString('latin1')
  const cuts = await findCuts(new Blob([file]), 20_000)
  assert.ok(cuts !== undefined && cuts.length > 5)
  for (const cut of cuts) assert.equal(text.slice(cut, cut + 7), '[Event ')
  await assertSame(file, cuts, 2)
  assert.equal(await findCuts(new Blob([Buffer.from(`\ufeff${text}`, 'utf16le')]), 20_000), undefined)
  assert.equal(await findCuts(new Blob(['1. e4 *\n\n'.repeat(10_000)]), 20_000), undefined)
  await assert.rejects(findCuts(new Blob([Uint8Array.of(0x1f, 0x8b, 8, 0)])), { code: 'ERR_ARGUMENT' })
})

const LARGE = Buffer.concat(Array.from({ length: 60 }, () => file))

test('a large Blob by two threads: results, progress, the first error, an abort', async () => {
  const blob = new Blob([LARGE])
  const reports = []
  const whole = await validatePgn(blob)
  const both = await validatePgn(blob, { workers: 2, onProgress: report => reports.push(report) })
  assert.deepEqual(
    { ...both, errors: both.errors.map(factsOf) },
    { ...whole, errors: whole.errors.map(factsOf) },
  )
  assert.deepEqual(reports.at(-1), { bytes: blob.size, totalBytes: blob.size, games: whole.games })
  assert.ok(reports.every(({ bytes }, at) => at === 0 || bytes >= reports[at - 1].bytes))
  const wrong = new Blob([LARGE, GAME, LARGE])
  const first = await validatePgn(wrong, { onError: 'throw' }).catch(factsOf)
  assert.equal(first.code, 'ERR_PGN_MOVE')
  assert.deepEqual(await validatePgn(wrong, { onError: 'throw', workers: 2 }).catch(factsOf), first)
  const controller = new AbortController()
  const aborted = validatePgn(blob, {
    workers: 2,
    signal: controller.signal,
    onProgress: () => controller.abort('stop'),
  })
  assert.equal(await aborted.catch(reason => reason), 'stop')
})

test('a large Blob searched by two threads: games, progress, the first error, an abort, a loop that ends early', async () => {
  const blob = new Blob([LARGE])
  const options = { reaches: { material: 'KRPvKR' } }
  const reports = []
  const onProgress = report => reports.push(report)
  const whole = await factsOfGames(readPgn(blob, options))
  const found = await factsOfGames(readPgn(blob, { ...options, onProgress, workers: 2 }))
  assert.deepEqual(found, whole)
  assert.deepEqual(reports.at(-1), { bytes: blob.size, totalBytes: blob.size, games: whole.length })
  const counted = await validatePgn(blob, { ...options, workers: 2 })
  assert.equal(counted.games, whole.length)

  const wrong = new Blob([LARGE, GAME, LARGE])
  const start = { reaches: REACHES[1], onError: 'throw' }
  const untilError = async workers => {
    const ends = []
    try {
      for await (const game of readPgn(wrong, { ...start, workers })) ends.push(game.range.to)
    } catch (error) {
      ends.push(factsOf(error))
    }
    return ends
  }
  const alone = await untilError(1)
  assert.equal(alone.at(-1).code, 'ERR_PGN_MOVE')
  assert.deepEqual(await untilError(2), alone)

  const controller = new AbortController()
  const aborted = (async () => {
    for await (const _ of readPgn(blob, { ...options, workers: 2, signal: controller.signal }))
      controller.abort('stop')
  })()
  assert.equal(await aborted.catch(reason => reason), 'stop')
  for await (const game of readPgn(blob, { ...options, workers: 2 })) {
    assert.equal(game.range.from, whole[0].range.from)
    break
  }
})

test('a program that asks for no more games ends, whatever the threads have found', () => {
  const found = runChild(`
    const { readPgn } = await import(dist + 'pgn.js')
    const blob = new Blob([('[Event "x"]\\n\\n1. e4 {' + 'x'.repeat(1 << 20) + '} *\\n\\n').repeat(24)])
    const { value } = await readPgn(blob, { workers: 2, reaches: { board: { e4: 'P' } } }).next()
    report([value.range.from, value.reached])`)
  assert.deepEqual(found, [0, 1])
})

test('what onProgress throws ends the reading by threads, as without them', async () => {
  const thrown = new Error('no more')
  const onProgress = () => {
    throw thrown
  }
  for (const workers of [1, 2]) {
    const blob = new Blob([LARGE])
    await assert.rejects(validatePgn(blob, { workers, onProgress }), thrown)
    await assert.rejects(
      factsOfGames(readPgn(blob, { workers, onProgress, reaches: { board: { a4: 'K' } } })),
      thrown,
    )
  }
})

test('workers is a number of threads, and other sources are read as before', async () => {
  for (const workers of [0, 1.5, -1, 65, '2', null])
    await assert.rejects(validatePgn('1. e4 *', { workers }), { code: 'ERR_ARGUMENT' })
  const filter = () => true
  for (const [source, options] of [
    ['1. e4 *'],
    [new Blob(['1. e4 *'])],
    [new Blob(['1. e4 *']), { filter, reaches: { material: 'KRPvKR' } }],
    [[Buffer.from('1. e4 *')]],
  ]) {
    const { errors, bytes } = await validatePgn(source, { workers: 2, ...options })
    assert.deepEqual([errors.length, bytes], [0, 7])
  }
})

test('binbo pgn check and pgn find read a file of 50 MB in threads, with the output of one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'binbo-workers-'))
  try {
    const path = join(folder, 'large.pgn')
    writeFileSync(path, Buffer.concat([...Array.from({ length: 3 }, () => LARGE), Buffer.from(GAME)]))
    const check = (args, input) => {
      const { stdout } = spawnSync(
        process.execPath,
        [`${dist}cli/main.js`, 'pgn', 'check', '--json', ...args],
        {
          input,
          encoding: 'utf8',
        },
      )
      const [{ games, plies, bytes, errors }] = JSON.parse(stdout).files
      return { games, plies, bytes, errors }
    }
    const result = check([path])
    assert.equal(result.errors.length, 1)
    const input = readFileSync(path)
    assert.deepEqual(result, check([], input))
    const find = (args, input) => {
      const all = [`${dist}cli/main.js`, 'pgn', 'find', '-q', 'KRPvKR', ...args]
      return spawnSync(process.execPath, all, { input, maxBuffer: 1 << 28 })
    }
    const [found, alone] = [find([path]), find([], input)]
    assert.ok(found.stdout.length > 0 && found.stdout.equals(alone.stdout))
    assert.deepEqual([found.status, String(found.stderr)], [0, ''])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
