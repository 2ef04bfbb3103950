// SPDX-License-Identifier: Apache-2.0
// What is read from the documents of tests/data/pgn is what they say.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Game } from './support/binbo.js'
import { parsePgn, treeFacts, validatePgn } from './support/pgn.js'
import { readDocuments } from './support/pgn-documents.js'
import { textOfGames } from './support/pgn-trees.js'

const documents = readDocuments()

test('the documents are all there, and no two cases have one name', () => {
  assert.ok(documents.length >= 200, `${documents.length} cases`)
  assert.equal(new Set(documents.map(({ title }) => title)).size, documents.length)
})

for (const { title, input, options, tree, shown } of documents) {
  test(title, () => {
    const games = parsePgn(input, options)
    assert.equal(textOfGames(games, shown), tree)
    games.forEach((game, index) => {
      for (const error of game.errors) assert.equal(error.game, index + 1)
    })
  })
}

test('errors stand where their offset says, in strings and in bytes', () => {
  for (const { input, options } of documents) {
    for (const { line, column, offset } of parsePgn(input, options).flatMap(game => game.errors)) {
      const before = (typeof input === 'string' ? input : Buffer.from(input).toString('latin1')).slice(
        0,
        offset,
      )
      const lines = before.split(/\r\n|\r|\n/)
      assert.equal(lines.length, line)
      assert.equal(lines.at(-1).length + 1, column)
    }
  }
})

test('a string and its UTF-8 are read alike', () => {
  for (const { input, options, title } of documents) {
    if (typeof input !== 'string') continue
    const [text, bytes] = [input, Buffer.from(input)].map(source =>
      textOfGames(parsePgn(source, options)).replace(/ at \d+:\d+ /g, ' '),
    )
    assert.equal(bytes, text, title)
  }
})

test('what was read and written is read again as it was', () => {
  for (const { input, options, title } of documents) {
    for (const game of parsePgn(input, options)) {
      if (game.errors.some(({ code }) => code === 'ERR_PGN_VARIANT' || code === 'ERR_PGN_TAG_FEN')) continue
      const [again, ...more] = parsePgn(game.toString())
      // Tags are written as they were read, also those of a Chess960 game without a start.
      const codes = again.errors.map(({ code }) => code).filter(code => code !== 'ERR_PGN_NO_START')
      assert.deepEqual(codes, [], `${title}\n${game}`)
      assert.equal(more.length, 0, title)
      const names = [...game.headers.keys()].filter(keepsName)
      assert.deepEqual(exported(again, names), exported(game, names), `${title}\n${game}`)
    }
  }
})

/** Names that the standard has not are written as others, and writing adds start tags and the result. */
const keepsName = name => /^[A-Za-z0-9][\w+#=:-]*$/.test(name) && !/^(FEN|SetUp|Variant|Result)$/.test(name)

/** What a game shows, of its headers those with these names. */
function exported(game, names) {
  const { headers, ...facts } = treeFacts(game)
  return { headers: headers.filter(([name]) => names.includes(name)), ...facts }
}

test('validatePgn finds the errors of main lines and counts their plies', async () => {
  for (const { input, options, title } of documents) {
    const games = parsePgn(input, options)
    const plies = games.reduce((sum, game) => sum + [...game.mainline()].length, 0)
    const report = await validatePgn(input, options)
    const bytes = Buffer.from(input).length
    assert.deepEqual([report.games, report.plies, report.bytes], [games.length, plies, bytes], title)
    const [told, found] = [report.errors, games.flatMap(game => game.errors)].map(errors => errors.map(place))
    // Variations are not replayed; what is wrong there only reading tells.
    if (Buffer.from(input).includes('('))
      for (const error of told) assert.ok(found.includes(error), `${title}: ${error}`)
    else assert.deepEqual(told, found, title)
  }
})

const place = ({ code, game, ply, line, column, offset, input }) =>
  JSON.stringify({ code, game, ply, line, column, offset, input })

test('loadPgn plays the main line of the first game, or throws one of its errors', () => {
  for (const { input, options, title } of documents) {
    if (Object.keys(options).length > 0) continue
    const [first] = parsePgn(input)
    const game = new Game()
    const codes = first ? first.errors.map(error => error.code) : ['ERR_PGN_EMPTY']
    const passes = first && [...first.mainline()].some(node => node.san === '--')
    let thrown
    try {
      game.loadPgn(input)
    } catch (error) {
      thrown = error
    }
    if (passes) assert.ok(['ERR_PGN_NULL_MOVE', ...codes].includes(thrown?.code), `${title}: ${thrown}`)
    else if (thrown) assert.ok(codes.includes(thrown.code), `${title}: ${thrown}`)
    else {
      // Errors in variations, and of other tags, do not keep a game from being played.
      const line = [...first.mainline()]
      assert.deepEqual(
        game.moves.map(move => move.san),
        line.map(node => node.san),
        title,
      )
      assert.equal(game.fen, (line.at(-1) ?? first.root).fen, title)
      // Bytes of tags are told by themselves where nobody reads the comments.
      if (typeof input === 'string') assert.deepEqual([...game.headers], [...first.headers], title)
    }
    game.stop()
  }
})
