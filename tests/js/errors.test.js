// SPDX-License-Identifier: Apache-2.0
// Every error code of src/error.h, of engines and of servers is produced here by a wrong call. FENs have their own table
// in tests/data; what needs a process of its own is in environment.test.js.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { MATCH_ERRORS } from '#js/match/errors.js'
import { SESSION_ERRORS } from '#js/session/errors.js'
import { UCI_ERRORS } from '#js/uci/errors.js'
import { assertThrows } from './support/assertions.js'
import { ChessError, Game, root } from './support/binbo.js'
import { forge, movesAt } from './support/forge-state.js'
import { FOOLS_MATE, fromFen, played } from './support/games.js'

const TWO_KNIGHTS = '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1'
const load = pgn => new Game().loadPgn(pgn)
const state = () => played(['e2e4', 'e7e5']).state()
const restore = bytes => Game.fromState(bytes)

const PRODUCED = {
  ERR_MOVE_SYNTAX: () => new Game().move('E2E4'),
  ERR_MOVE_SQUARE: () => new Game().indexMove(64, 0),
  ERR_MOVE_NO_PIECE: () => new Game().move('e4e5'),
  ERR_MOVE_WRONG_SIDE: () => new Game().move('e7e5'),
  ERR_MOVE_OWN_CAPTURE: () => new Game().move('a1a2'),
  ERR_MOVE_ILLEGAL: () => new Game().move('e2e5'),
  ERR_MOVE_KING_IN_CHECK: () => fromFen('4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1').move('e2c3'),
  ERR_MOVE_PROMOTION: () => new Game().move('e2e4q'),
  ERR_MOVE_DROP: () => new Game().move('P@e4'),
  ERR_SAN_SYNTAX: () => new Game().sanMove('Sf3'),
  ERR_SAN_ILLEGAL: () => new Game().sanMove('Nd2'),
  ERR_SAN_AMBIGUOUS: () => fromFen(TWO_KNIGHTS).sanMove('Nd2'),
  ERR_PGN_EMPTY: () => load(''),
  ERR_PGN_TAG: () => load('[Event "x]\n'),
  ERR_PGN_TAG_FEN: () => load('[FEN "x"]\n\n*'),
  ERR_PGN_VARIANT: () => load('[Variant "Bughouse"]\n\n*'),
  ERR_PGN_TOKEN: () => load('1. e4 @'),
  ERR_PGN_MOVE: () => load('1. e5'),
  ERR_PGN_AMBIGUOUS: () => load(`[FEN "${TWO_KNIGHTS}"]\n\n1. Nd2`),
  ERR_PGN_NULL_MOVE: () => load('1. --'),
  ERR_PGN_COMMENT: () => load('1. e4 {'),
  ERR_PGN_VARIATION: () => load('1. e4 ('),
  ERR_PGN_TOO_LARGE: () => load(`[Event "${'x'.repeat(1 << 22)}"]\n\n1. e4`),
  ERR_STATE_FORMAT: () => restore(new Uint8Array(99)),
  ERR_STATE_VERSION: () => restore(forge(state(), bytes => (bytes[3] = 9))),
  ERR_STATE_CHECKSUM: () => restore(state().with(movesAt(state()), 0)),
  ERR_STATE_INVALID: () =>
    restore(forge(state(), bytes => bytes.fill(0, movesAt(bytes), movesAt(bytes) + 2))),
  ERR_GAME_OVER: () => played(FOOLS_MATE).move('a2a3'),
  ERR_GAME_STOPPED: () => {
    const game = new Game()
    game.stop()
    game.move('e2e4')
  },
  ERR_DRAW_CLAIM: () => new Game().claimDraw(),
  ERR_ARGUMENT: () => new Game().move(5),
}

const read = path => readFileSync(`${root}${path}`, 'utf8')

/** Codes that need more than one call, by the test that produces them. */
const ELSEWHERE = {
  environment: ['ERR_INIT', 'ERR_WASM', 'ERR_MEMORY'],
  'pgn-mended': ['ERR_PGN_FEN_MENDED'],
  'pgn-locales': ['ERR_PGN_LETTER'],
  'pgn-results': ['ERR_PGN_RESULT'],
  'pgn-skipped': ['ERR_PGN_SKIPPED', 'ERR_PGN_NO_START'],
  'uci-answers': ['ERR_UCI_MOVE'],
  'uci-deaths': ['ERR_UCI_ENGINE_DEAD'],
  'uci-options': ['ERR_UCI_BUSY', 'ERR_UCI_LINE', 'ERR_UCI_OPTION'],
  'uci-search': ['ERR_UCI_VARIANT'],
  'uci-search-end': ['ERR_UCI_CANCELLED'],
  'uci-game': ['ERR_UCI_NO_ENGINE'],
  'cli-match-queue': ['ERR_MATCH_GAME'],
  'match-log': ['ERR_MATCH_BUSY', 'ERR_MATCH_LOG'],
  'redis-store': ['ERR_STORE_AWAY', 'ERR_STORE_UNKNOWN'],
  'session-codec': ['ERR_SESSION_FORMAT'],
  'session-tokens': ['ERR_SESSION_REFUSED'],
  'session-client': ['ERR_SESSION_CLOSED'],
}

test('every code can be produced', () => {
  for (const [code, produce] of Object.entries(PRODUCED)) assertThrows(produce, code)
})

test('the tables cover every code of src/error.h, engines, matches and servers, and no other', () => {
  const declared = [...read('src/error.h').matchAll(/X\((ERR_\w+), (\d+), "(.*)"\)/g)]
  const codes = declared.map(([, code]) => code)
  assert.ok(codes.length > 50)
  assert.equal(new Set(codes).size, codes.length)
  assert.equal(new Set(declared.map(([, , value]) => value)).size, codes.length, 'values are distinct')
  const fens = JSON.parse(read('tests/data/fen-errors.json')).cases.map(({ code }) => code)
  for (const [file, elsewhere] of Object.entries(ELSEWHERE))
    for (const code of elsewhere) assert.ok(read(`tests/js/${file}.test.js`).includes(`'${code}'`), code)
  const covered = new Set([...Object.keys(PRODUCED), ...fens, ...Object.values(ELSEWHERE).flat()])
  const ofFolders = Object.keys({ ...UCI_ERRORS, ...MATCH_ERRORS, ...SESSION_ERRORS })
  assert.deepEqual([...covered].sort(), [...codes, ...ofFolders].sort())
})

test('each message has the words of its code, but for those that say which argument is wrong', () => {
  const messages = new Map(
    [...read('src/error.h').matchAll(/X\((ERR_\w+), \d+, "(.*)"\)/g)].map(([, code, text]) => [code, text]),
  )
  for (const [code, produce] of Object.entries(PRODUCED)) {
    const error = assertThrows(produce, code)
    if (code === 'ERR_ARGUMENT') continue
    const words = messages.get(code).replaceAll('\\"', '"').slice(0, 20)
    assert.ok(error.message.includes(words), `${code}: ${error.message}`)
    assert.equal(error.name, 'ChessError')
  }
  assert.ok(new ChessError('x') instanceof Error)
})

test('states with a fitting checksum but impossible contents are invalid', () => {
  const changes = {
    'another first move': bytes => bytes.set([0xff, 0xff], movesAt(bytes)),
    'the moves swapped': bytes => {
      const at = movesAt(bytes)
      bytes.set([...bytes.slice(at + 2, at + 4), ...bytes.slice(at, at + 2)], at)
    },
    'a claim that was none': bytes => {
      bytes[5] = 1
      bytes[6] = 7
    },
    'a variant that is none': bytes => {
      bytes[4] = 9
    },
    'a draw mode that is none': bytes => {
      bytes[5] = 9
    },
    'a result that is none': bytes => {
      bytes[6] = 200
    },
    'mate by decree': bytes => {
      bytes[6] = 1
    },
    'version 0': bytes => {
      bytes[3] = 0
    },
    'more moves than bytes': bytes => {
      bytes[11] = 0x7f
    },
    'more extra than bytes': bytes => {
      bytes[15] = 0xff
    },
    'a FEN where moves stand': bytes => {
      bytes[7] = 4
      bytes[8] -= 2
    },
  }
  for (const [what, change] of Object.entries(changes)) {
    const bytes = forge(state(), change)
    assert.throws(() => restore(bytes), { code: /^ERR_STATE_(FORMAT|INVALID)$/ }, what)
    const game = played(['d2d4'])
    assert.throws(() => game.setState(bytes), { code: /^ERR_STATE_(FORMAT|INVALID)$/ }, what)
    assert.equal(game.moves[0].uci, 'd2d4', what)
  }
  assert.equal(restore(forge(state(), () => {})).ply, 2, 'the forger is good')
})

test('no forged state breaks anything', () => {
  const original = played(['e2e4', 'e7e5', 'g1f3'], { draws: 'claim' }).state()
  for (let at = 0; at < original.length - 4; at++) {
    for (const value of [0, 1, 7, 127, 128, 255]) {
      const bytes = forge(original, copy => {
        copy[at] = value
      })
      try {
        const game = restore(bytes)
        assert.equal(Game.fromState(game.state()).fen, game.fen)
        game.stop()
      } catch (error) {
        assert.ok(error instanceof ChessError, `byte ${at} = ${value}: ${error?.stack}`)
      }
    }
  }
})
