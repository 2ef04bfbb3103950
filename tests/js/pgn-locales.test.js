// SPDX-License-Identifier: Apache-2.0
// Games in other languages: English games translated here are read back as they were, and no language's move
// is ever taken for another one.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pick, randomFrom } from '../random.js'
import { assertThrows } from './support/assertions.js'
import { Game, root } from './support/binbo.js'
import { PgnGame, parsePgn, validatePgn } from './support/pgn.js'
import { textOfGame, textOfGames } from './support/pgn-trees.js'
import { games as scaled, seed, walkGame } from './support/random-games.js'

/** King, queen, rook, bishop, knight: PGN standard 8.2.3.2; Catalan and Norwegian's two forms beside it. */
const LETTERS = {
  ca: 'RDTAC',
  cs: 'KDVSJ',
  da: 'KDTLS',
  de: 'KDTLS',
  es: 'RDTAC',
  et: 'KLVOR',
  fi: 'KDTLR',
  fr: 'RDTFC',
  hu: 'KVBFH',
  is: 'KDHBR',
  it: 'RDTAC',
  nb: 'KDTLS',
  nl: 'KDTLP',
  no: 'KDTLS',
  pl: 'KHWGS',
  pt: 'RDTBC',
  ro: 'RDTNC',
  sv: 'KDTLS',
}
const LOCALES = Object.keys(LETTERS)

const TAGS_AND_COMMENTS = /(\{[^}]*\}|;.*|^\[.*\]$)/m
const PIECE_LETTERS = /\b[KQRBN](?=[a-h1-8x])|(?<==)[QRBN]/g

/** English move text in another language; tags and comments stay as they are. */
function translated(pgn, locale) {
  const letterOf = letter => LETTERS[locale]['KQRBN'.indexOf(letter)]
  const parts = pgn.split(TAGS_AND_COMMENTS)
  return parts.map((part, index) => (index % 2 ? part : part.replace(PIECE_LETTERS, letterOf))).join('')
}

const english = readFileSync(`${root}tests/data/games.pgn`, 'utf8')
const textsOf = games => games.map(game => textOfGame(game))
const expected = textOfGames(parsePgn(english))
const expectedTexts = textsOf(parsePgn(english))

test('the translator changes moves alone, and all of them', () => {
  const pgn = '[White "Kb1"]\n\n1. Nf3 {Nf3} Nc6 ; Ra1\n2. O-O Rae1 (2. Qxd8+ bxc8=N) 3. R1e2 Kd7 1-0'
  const german = '[White "Kb1"]\n\n1. Sf3 {Nf3} Sc6 ; Ra1\n2. O-O Tae1 (2. Dxd8+ bxc8=S) 3. T1e2 Kd7 1-0'
  assert.equal(translated(pgn, 'de'), german)
})

for (const locale of LOCALES) {
  test(`the games of the repository in ${locale}`, () => {
    const pgn = translated(english, locale)
    assert.notEqual(pgn, english)
    assert.equal(textOfGames(parsePgn(pgn, { locale })), expected)
    assert.ok(parsePgn(pgn).some(game => game.errors.length > 0))
    const auto = textsOf(parsePgn(pgn, { locale: 'auto' }))
    const doubtful = auto
      .map((text, index) => (text === expectedTexts[index] ? -1 : index))
      .filter(index => index >= 0)
    assert.ok(doubtful.length < 3, `${doubtful}`)
    // They are errors, and only where another language makes other moves of the whole game.
    for (const index of doubtful) {
      assert.ok(parsePgn(pgn, { locale: 'auto' })[index].errors.length > 0)
      const readings = LOCALES.map(other => parsePgn(pgn, { locale: other })[index])
      const fitting = readings.filter(({ errors }) => errors.length === 0)
      assert.ok(new Set(textsOf(fitting)).size > 1, `game ${index + 1}`)
    }
  })
}

test("English games: 'auto' and 'en' are the same", () => {
  assert.equal(textOfGames(parsePgn(english, { locale: 'en' })), expected)
  assert.equal(textOfGames(parsePgn(english, { locale: 'auto' })), expected)
})

test('English games with errors stay as they are, unless they are another language', () => {
  const random = randomFrom(seed)
  for (let round = 0; round < scaled(200); round++) {
    const sans = randomSans(random, 30)
    const at = Math.floor(random() * sans.length)
    sans[at] = pick(random, ['Qa9', 'Xf3', 'e2e5', 'Sf3', 'Nb1d3', 'junk', 'Ke8e1'])
    const pgn = `${sans.join(' ')} *`
    const [en, auto] = ['en', 'auto'].map(locale => textOfGames(parsePgn(pgn, { locale })))
    assert.equal(auto, en, `seed ${seed}`)
  }
})

const randomSans = (random, plies) => {
  const sans = []
  const style = pick(random, ['uniform', 'sharp'])
  walkGame(
    { random, plies, style },
    () => true,
    (stop, index) => sans.push(stop.sans[index]),
  )
  return sans
}

test('a short game in any language is read as it is, or not at all', () => {
  const random = randomFrom(seed)
  let right = 0
  let total = 0
  for (let round = 0; round < scaled(300); round++) {
    const pgn = `${randomSans(random, 1 + Math.floor(random() * 14)).join(' ')} *`
    const [meant] = parsePgn(pgn)
    assert.deepEqual(meant.errors, [])
    for (const locale of [...LOCALES, 'en']) {
      const text = locale === 'en' ? pgn : translated(pgn, locale)
      assert.equal(textOfGame(parsePgn(text, { locale })[0]), textOfGame(meant), `${locale}, seed ${seed}`)
      const [auto] = parsePgn(text, { locale: 'auto' })
      total++
      if (auto.errors.length === 0)
        assert.equal(textOfGame(auto), textOfGame(meant), `${locale}, seed ${seed}`)
      if (textOfGame(auto) === textOfGame(meant)) right++
    }
  }
  assert.ok(right > 0.9 * total, `${right} of ${total}`)
})

test('games in many languages in one file', () => {
  const random = randomFrom(seed)
  const games = english.split(/\n\n(?=\[Event )/)
  const mixed = games.map(game => translated(game, pick(random, LOCALES)))
  const auto = parsePgn(mixed.join('\n\n'), { locale: 'auto' })
  const read = auto.filter(({ errors }) => errors.length === 0)
  assert.ok(read.length > games.length - 3)
  for (const game of read) assert.equal(textOfGame(game), expectedTexts[auto.indexOf(game)], `seed ${seed}`)
})

test('two languages in one game fit neither', () => {
  for (const [first, second] of [
    ['de', 'en'],
    ['fr', 'nl'],
    ['es', 'pl'],
  ]) {
    const of = (pgn, locale) => (locale === 'en' ? pgn : translated(pgn, locale))
    const pgn = `${of('1. Nf3 Nf6', first)} ${of('2. Ng5 Ng4 3. Nh3 Nh6', second)} *`
    const [game] = parsePgn(pgn, { locale: 'auto' })
    assert.equal(textOfGame(game), textOfGame(parsePgn(pgn)[0]), pgn)
    assert.ok(game.errors.length > 0)
  }
})

test('what a language has no letter for is an error, and no pawn move', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  for (const locale of [...LOCALES, 'en']) {
    const known = new Set(`${LETTERS[locale] ?? 'KQRBN'}`)
    for (const letter of letters) {
      const [game] = parsePgn(`1. ${letter}f3 *`, { locale })
      const sans = [...game.mainline()].map(node => node.san).join()
      if (letter === (LETTERS[locale] ?? 'KQRBN')[4]) assert.equal(sans, 'Nf3', `${letter} in ${locale}`)
      else if (known.has(letter)) assert.equal(game.errors[0]?.code, 'ERR_PGN_MOVE', `${letter} in ${locale}`)
      else if (sans !== '') assert.ok(sans === 'f3' && isPawnLetter(letter, locale), `${letter} in ${locale}`)
    }
  }
})

/** The standard's letters for pawns. */
const PAWNS = {
  cs: 'P',
  da: 'B',
  de: 'B',
  en: 'P',
  es: 'P',
  fr: 'P',
  hu: 'G',
  is: 'P',
  it: 'P',
  nl: 'O',
  pl: 'P',
}
const MORE_PAWNS = { pt: 'P', ro: 'P', sv: 'B', nb: 'B', no: 'B', ca: 'P', et: 'P', fi: 'P' }
const isPawnLetter = (letter, locale) => letter === { ...PAWNS, ...MORE_PAWNS }[locale]

test('promotions in every language, in capitals, small letters and parentheses', () => {
  const fen = '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n'
  for (const locale of LOCALES) {
    for (const [index, english] of ['Q', 'R', 'B', 'N'].entries()) {
      const letter = LETTERS[locale][index + 1]
      for (const move of [
        `a8=${letter}`,
        `a8${letter}`,
        `a8(${letter})`,
        `a8/${letter}`,
        `a7-a8=${letter}`,
      ]) {
        for (const text of [move, move.replace(/.$|(?<=\().(?=\))/, last => last.toLowerCase())]) {
          const [game] = parsePgn(`${fen}1. ${text} *`, { locale })
          const [node] = game.root.children
          if (node === undefined)
            assert.notEqual(text, move, `${text} in ${locale}: ${game.errors[0].message}`)
          else assert.equal(node.san.slice(0, 4), `a8=${english}`, `${text} in ${locale}`)
        }
      }
    }
  }
})

test('squares are the same in every language: UCI promotes with its own letters', () => {
  for (const locale of LOCALES) {
    for (const letter of 'qrbn') {
      const [game] = parsePgn(`[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a7a8${letter} *`, { locale })
      assert.equal(game.root.children[0]?.uci, `a7a8${letter}`, locale)
    }
  }
})

test('a language is that of one reading, and of nothing else', () => {
  for (const locale of ['de', 'fr', 'auto']) {
    parsePgn('1. Sf3 *', { locale })
    const game = new Game()
    assertThrows(() => game.sanMove('Sf3'), 'ERR_SAN_SYNTAX')
    game.sanMove('Nf3')
    game.loadPgn('1. Nf3 Nf6 *')
    assert.equal(game.ply, 2)
    const tree = PgnGame.fromGame(game)
    assert.equal([...tree.mainline()].length, 2)
    assertThrows(() => tree.root.add('Sc3'), 'ERR_SAN_SYNTAX')
    assert.equal(tree.root.add('Nc3').san, 'Nc3')
    assert.equal(parsePgn('1. Nf3 *')[0].errors.length, 0)
    assert.equal(tree.toGame().ply, 2)
    game.stop()
  }
})

test("a knight's 'P' that is read as a pawn is a warning, which names the way out", async () => {
  const pgn = '1. d4 Pf6 2. c4 e6 3. Pf3 *'
  const [{ errors, root }] = parsePgn(pgn, { onError: 'throw' })
  assert.deepEqual(
    errors.map(({ code, warning, ply, input }) => [code, warning, ply, input]),
    [['ERR_PGN_LETTER', true, 2, 'Pf6']],
  )
  assert.match(errors[0].message, /locale/)
  assert.equal(root.children[0].children[0].san, 'f6')
  assert.deepEqual((await validatePgn(pgn)).errors.map(String), errors.map(String))
  for (const locale of ['nl', 'en']) assert.deepEqual(parsePgn(pgn, { locale })[0].errors, [])
  assert.equal(parsePgn(pgn, { locale: 'nl' })[0].root.children[0].children[0].san, 'Nf6')
})
