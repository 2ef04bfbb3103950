// SPDX-License-Identifier: Apache-2.0
// Fuzzes PGN: the parts of its reader and writer that are written in JS.

import assert from 'node:assert/strict'
import { ChessError } from '#js/core/errors.js'
import { VARIANTS } from '#js/entries/index.js'
import { parsePgn, readPgn, validatePgn } from '#js/entries/pgn.js'
import { commandTexts, liftCommands, noCommands } from '#js/pgn/comment-commands.js'
import { clockOf, commentText, isOnlyCommands } from '#js/pgn/comments.js'
import { treeFacts } from '../../js/support/pgn.js'

const COMMANDS = [
  ...[
    '[%clk ',
    '[%emt ',
    '[%eval ',
    '[%cal ',
    '[%csl ',
    '[%',
    ']',
    '0:05:00',
    '1:02:03.25',
    '#-3',
    '-1.17',
    '0.25,18',
  ],
  ...['Ge2e4', 'Ra1', 'Yh8', 'Bb7c8', ',', ', ', '.', ':', '#', '+'],
]
const MOVES = [
  ...[
    'e4',
    'e5',
    'Nf3',
    'Nc6',
    'Bb5',
    'a6',
    'O-O',
    'exd5',
    'e8=Q',
    '--',
    'Z0',
    'e2e4',
    '1.',
    '1...',
    '(',
    ')',
    '*',
  ],
  ...[
    '1-0',
    '0-1',
    '1/2-1/2',
    '½-½',
    '$1',
    '$',
    '!',
    '?!',
    '±',
    '{',
    '}',
    ';',
    '\n',
    '\n%',
    '[Event "e"]',
    '[FEN "',
  ],
  ...[
    '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]',
    '[SetUp "1"]',
    '[Variant "',
    'Atomic"]',
    'Crazyhouse"]',
    '[Result "1-0"]',
  ],
  ...[
    '[White "\\"',
    '"]',
    '\\',
    '♘f3',
    'Sf3',
    'Cf3',
    'Pf3',
    'N@f3',
    'P-K4',
    'e.p.',
    '+',
    '#',
    '\r\n',
    '\n\n',
    '\ufeff',
  ],
]
const KNOWN = new Set(/** @type {readonly string[]} */ (VARIANTS))
const LOCALES = [undefined, 'auto', 'de', 'fr', 'nl', 'is']

/** The commands of a comment, and the remaining text. @param {string} text */
function checkComment(text) {
  // Comments are on one line; the reader ensures this.
  const line = text.replace(/[\r\n]/g, ' ')
  const commands = noCommands()
  const rest = liftCommands(line, commands)
  assert.ok(rest.length <= line.length + 1)
  const texts = commandTexts(commands)
  const again = noCommands()
  assert.equal(liftCommands(texts.join(''), again), '', texts.join(''))
  assert.deepEqual(again, commands)
  const none = noCommands()
  assert.equal(liftCommands(rest, none), rest, 'what is left has no commands')
  assert.deepEqual(none, noCommands())
  // The fast paths give the same.
  const bytes = Buffer.from(`x${line}x`)
  const end = bytes.length - 1
  const clock = clockOf(bytes, 1, end)
  if (clock >= 0) assert.deepEqual([rest, { ...commands }], ['', { ...noCommands(), clock }])
  if (isOnlyCommands(bytes, 1, end)) assert.equal(rest, '')
  assert.doesNotMatch(commentText(text), /[\r\n]/)
}

/** @param {readonly ChessError[]} errors @param {number} length */
function checkErrors(errors, length) {
  for (const error of errors) {
    assert.ok(error instanceof ChessError && /^ERR_(PGN|SAN|MOVE|FEN|GAME)_/.test(error.code), String(error))
    const { offset = 0, line = 1, column = 1 } = error
    assert.ok(offset >= 0 && offset <= length && line >= 1 && column >= 1, `${error.code} at ${offset}`)
  }
}

/** Without the headers, since their names and values are repaired, even that of an unknown variant. @param {import('#js/pgn/pgn-game.js').PgnGame} game */
function factsOf(game) {
  const { headers: _, variant, ...facts } = treeFacts(game)
  return { ...facts, variant: KNOWN.has(variant) ? variant : 'unknown' }
}

/** Null for a FEN or a path, which are refused because they belong to another function. @param {string} text @param {any} locale */
function gamesOf(text, locale) {
  try {
    return parsePgn(text, { locale })
  } catch (error) {
    assert.match(String(error), /This is a (FEN|path), not a PGN; (newGame|readPgnFile)\(\).* takes it/)
    return null
  }
}

/** A written game is read back as the same game, in any language and in pieces. @param {string} text */
async function checkGames(text) {
  const locale = /** @type {any} */ (LOCALES[text.length % LOCALES.length])
  const games = gamesOf(text, locale)
  if (games === null) return
  for (const game of games) {
    checkErrors(game.errors, text.length)
    const written = game.toString()
    const [again, ...others] = parsePgn(written)
    assert.equal(others.length, 0, written)
    checkErrors(again.errors, written.length)
    assert.deepEqual(factsOf(again), factsOf(game), written)
    assert.equal(again.toString(), written)
  }
  const pieces = [
    text.slice(0, text.length / 3),
    text.slice(text.length / 3, text.length / 2),
    text.slice(text.length / 2),
  ]
  let at = 0
  for await (const game of readPgn(pieces, { locale })) {
    assert.deepEqual(treeFacts(game), treeFacts(games[at]))
    assert.deepEqual(
      game.errors.map(({ code, offset }) => [code, offset]),
      games[at].errors.map(({ code, offset }) => [code, offset]),
    )
    at++
  }
  assert.equal(at, games.length)
  const { games: count, errors } = await validatePgn(text, { locale })
  assert.equal(count, games.length)
  checkErrors(errors, text.length)
}

/** @type {import('./fuzz.js').Target[]} */
export const targets = [
  {
    name: 'pgn-comment',
    words: COMMANDS,
    seeds: [
      '[%clk 0:05:00]',
      'a good move [%eval 0.25,18] [%emt 0:00:03.5] it was',
      '[%cal Ge2e4,Rd7d5][%csl Ra1, Gb2]',
      '[%eval #-3][%clk 1:02:03]',
    ],
    check: checkComment,
  },
  {
    name: 'pgn-text',
    runs: 800,
    words: [...MOVES, ...COMMANDS],
    seeds: [
      '[Event "e"]\n[White "A \\"b\\""]\n\n1. e4 {[%clk 0:05:00]} e5 2. Nf3 (2. f4 exf4 (2... d5)) Nc6 $1 3. Bb5 1-0\n',
      '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n1. d4 *',
      '1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 ; a line\n% escaped\n*',
      '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd7 2. -- Kc6 1/2-1/2',
    ],
    check: checkGames,
    slowness: 4,
  },
]
