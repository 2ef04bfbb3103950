// SPDX-License-Identifier: Apache-2.0
// Games and queries for databases, and a slow replay that answers the same questions through the public API: every ply of
// every game, without an index.

import { readFileSync } from 'node:fs'
import { pick, randomFrom } from '../../random.js'
import { Game, Position, root, SQUARES } from './binbo.js'
import { parsePgn } from './pgn.js'

/** For databases with small segments: see js/database/database.ts. */
export const SEGMENT_GAMES = Symbol.for('binbo.database.segmentGames')

const ENDGAMES = [
  '8/P5k1/8/8/8/8/p5K1/8 w - - 0 1',
  '4k3/1P4P1/8/8/8/8/1p4p1/4K3 b - - 0 1',
  'r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2',
  '8/8/8/4k3/8/3KP3/8/8 w - - 3 40',
]
const VARIANTS = [
  'crazyhouse',
  'atomic',
  'antichess',
  '3check',
  'horde',
  'racingkings',
  'kingofthehill',
  'chess960',
]

/** A random game as PGN, whose moves are more often captures and promotions than not. */
function randomPgn(random, options, plies, headers) {
  const game = new Game({ ...options, draws: 'none' })
  for (let ply = 0; ply < plies && !game.status.over; ply++) {
    const moves = game.legalMoves('san')
    const sharp = moves.filter(san => /[x=@]|O-O/.test(san))
    game.move(pick(random, sharp.length > 0 && random() < 0.4 ? sharp : moves))
  }
  for (const [name, value] of Object.entries(headers)) game.headers.set(name, value)
  if (!game.status.over) game.headers.set('Result', pick(random, ['1-0', '0-1', '1/2-1/2', '*']))
  const text = game.pgn()
  game.stop()
  return text
}

/** PGN of games of all kinds. */
export function corpus(seed) {
  const random = randomFrom(seed)
  const texts = [readFileSync(`${root}tests/data/games.pgn`, 'utf8')]
  for (let i = 0; i < 130; i++) {
    const kind = i % 10
    const options =
      kind < 3
        ? { fen: pick(random, ENDGAMES) }
        : kind < 5
          ? { variant: VARIANTS[(2 * Math.floor(i / 10) + kind - 3) % VARIANTS.length] }
          : {}
    texts.push(
      randomPgn(random, options, 10 + Math.floor(random() * 70), {
        White: pick(random, ['Müller, Ä', 'Carlsen, Magnus', 'carlsen, h', 'Łukasz', '?']),
        Black: pick(random, ['Carlsen, Magnus', 'Mueller', 'Bao']),
        Event: pick(random, ['Open', 'Liga 2', 'Blitz']),
        Date: pick(random, ['2010.??.??', '2010.05.??', '2010.05.09', '2011.12.31', '????.??.??', 'soon']),
        WhiteElo: pick(random, ['2400', '1800', '0', '', '?']),
        BlackElo: pick(random, ['2500', '1700', '-']),
        ECO: pick(random, ['B90', 'B99', 'A00', 'E97a', '?']),
      }),
    )
  }
  texts.push(
    '[White "Broken"]\n\n1. e4 e5 2. Ke3 Nc6 *',
    '[White "Null"]\n\n1. e4 -- 2. d4 d5 *',
    '[FEN "nonsense"]\n\n1. e4 *',
    '[White "Empty"]\n\n1-0',
    // Two ways to one position; the same pieces, with more around them; en passant that is legal, and that is not.
    '1. d4 d5 2. c4 e6 3. cxd5 exd5 4. Nc3 Be7 1-0',
    '1. c4 e6 2. Nc3 d5 3. d4 Be7 4. cxd5 exd5 0-1',
    '1. d4 d5 2. c4 e6 3. Nc3 Be7 4. cxd5 exd5 1-0',
    '1. d4 d5 2. c4 e6 3. Nc3 Be7 1-0',
    '1. e4 a6 2. e5 d5 *',
    '1. e4 d5 2. e5 a6 *',
    '1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *',
    '1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 4. Nf3 *',
  )
  return texts.join('\n\n')
}

/** What repetition compares, of any variant. */
const fieldsOf = position => [
  position.variant === 'chess960' ? 'standard' : position.variant,
  ...position.toFen({ enPassant: 'legal' }).split(' ').slice(0, -2),
]
export const keyOf = position => fieldsOf(position).join(' ')
/** Which of the fields are left out. */
const IGNORED = { turn: 2, castling: 3, enPassant: 4 }

/** The letters on the squares, a1 first; '.' for none. */
function lettersOf(fen) {
  const ranks = fen.split(/[ [~]/)[0].split('/').slice(0, 8)
  return ranks
    .reverse()
    .map(rank => rank.replace(/\d/g, digit => '.'.repeat(Number(digit))))
    .join('')
}

/** The plies of the games whose start is known, in the order of the text. */
export function replay(text) {
  const lost = ['ERR_PGN_TAG_FEN', 'ERR_PGN_VARIANT']
  return parsePgn(text)
    .filter(game => !game.errors.some(({ code }) => lost.includes(code)))
    .map(game => {
      const plies = []
      for (const node of [game.root, ...game.mainline()]) {
        if (plies.length > 0 && node === game.root) continue
        const { position } = node
        const letters = lettersOf(position.fen.replace(/~/g, ''))
        plies.push({
          position,
          key: keyOf(position),
          fields: fieldsOf(position),
          letters,
          men: counted(letters),
          move: node.move ?? null,
          san: node.san ?? null,
        })
      }
      return { game, plies }
    })
}

const TYPES = { pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k' }
const counted = letters =>
  [...letters]
    .filter(letter => letter !== '.')
    .sort()
    .join('')
const swapped = letters => letters.replace(/[a-z]/gi, c => (c < 'a' ? c.toLowerCase() : c.toUpperCase()))

function moveFits(ply, query) {
  const { move } = ply
  if (!move) return false
  const bare = san => san.replace(/[+#!?]*$/, '')
  // The capture of a piece; a pawn's has its file.
  const plain = san => bare(san).replace(/^([KQRBN].*)x/, '$1')
  const isSan = query.san?.includes('x')
    ? bare(move.san) === bare(query.san)
    : plain(move.san) === bare(query.san ?? '')
  const sign = san => /[+#]/.exec(san)?.[0]
  return (
    (query.san === undefined || isSan) &&
    (sign(query.san ?? '') === undefined || sign(query.san) === sign(move.san)) &&
    (query.from === undefined || move.from === query.from) &&
    (query.to === undefined || move.to === query.to) &&
    (query.piece === undefined || move.piece === query.piece) &&
    (query.captured === undefined || move.captured === query.captured) &&
    (query.promotion === undefined || move.promotion === (TYPES[query.promotion] ?? query.promotion))
  )
}

/** A test of one ply: is it this position, except for what is ignored? */
function isPosition(position, ignore = []) {
  const fields = fieldsOf(position)
  const left = ignore.map(name => IGNORED[name])
  return ply => fields.every((field, i) => left.includes(i) || field === ply.fields[i])
}

/** A test of one ply. */
function testOf(query) {
  if (query.position) return isPosition(query.position, query.ignore)
  if (query.board) {
    const squares = Object.entries(query.board).map(([name, piece]) => [SQUARES.indexOf(name), piece ?? '.'])
    return ply => squares.every(([square, piece]) => ply.letters[square] === piece)
  }
  if (query.material) {
    const [white, black] = query.material.split('v')
    const wanted = white.toUpperCase() + black.toLowerCase()
    const either = [counted(wanted), counted(swapped(wanted))]
    return ply => either.includes(ply.men)
  }
  return ply => moveFits(ply, query.move)
}

/** At which plies of a game does the query hold? By its definition, ply by ply. */
export function holds(plies, query) {
  const inner = (query.all ?? query.any ?? query.then ?? query.streak)?.map(one => holds(plies, one))
  const at = test => plies.map((_, ply) => test(ply))
  if (query.all) return at(ply => inner.every(one => one[ply]))
  if (query.any) return at(ply => inner.some(one => one[ply]))
  if (query.streak) return at(ply => inner.every((one, i) => one[ply - inner.length + 1 + i]))
  if (query.then)
    return inner.reduce((before, one) => {
      const first = before.indexOf(true)
      return at(ply => one[ply] && first >= 0 && first < ply)
    })
  if (query.not) {
    const one = holds(plies, query.not)
    return at(ply => !one[ply])
  }
  return plies.map(testOf(query))
}

/** The hits of a query, as search() gives them. */
export function slowSearch(games, query) {
  const hits = []
  games.forEach(({ plies }, game) => {
    if (query.not) {
      if (!holds(plies, query.not).includes(true)) hits.push({ game, ply: 0 })
      return
    }
    const ply = holds(plies, query).indexOf(true)
    if (ply >= 0) hits.push({ game, ply })
  })
  return hits
}

/** Counts as explore() does. */
export function slowExplore(games, position, ignore) {
  const moves = new Map()
  const fits = isPosition(position, ignore)
  const all = { games: 0, '1-0': 0, '1/2-1/2': 0, '0-1': 0 }
  for (const { game, plies } of games) {
    const at = plies.findIndex(fits)
    if (at < 0) continue
    all.games++
    all[game.result]++
    const next = plies[at + 1]
    if (!next) continue
    const san = next.san ?? '--'
    const move = moves.get(san) ?? { games: 0, '1-0': 0, '1/2-1/2': 0, '0-1': 0 }
    moves.set(san, move)
    move.games++
    move[game.result]++
  }
  const facts = ({ games: count, '1-0': white, '1/2-1/2': draws, '0-1': black }) => ({
    games: count,
    white,
    draws,
    black,
  })
  return { ...facts(all), moves: new Map([...moves].map(([san, move]) => [san, facts(move)])) }
}

/** The key under which queries have a list of queries at later plies; literals with it look like promises. */
const list = (name, queries) => Object.fromEntries([[name, queries]])

const ofGame = (random, games) => pick(random, pick(random, games).plies)

/** A random query, most often one that some game fits. */
export function randomQuery(random, games, depth = 0) {
  const ply = ofGame(random, games)
  const kind = Math.floor(random() * (depth < 2 ? 9 : 4))
  if (kind === 0) {
    const ignore = random() < 0.3 ? [pick(random, ['castling', 'enPassant', 'turn'])] : undefined
    return { position: ply.position, ...(ignore && { ignore }) }
  }
  if (kind === 1) {
    const board = {}
    for (let n = 1 + Math.floor(random() * 5); n > 0; n--) {
      const square = Math.floor(random() * 64)
      const letter = random() < 0.1 ? pick(random, [...'PNbrqK']) : ply.letters[square]
      board[SQUARES[square]] = letter === '.' ? null : letter
    }
    return { board }
  }
  if (kind === 2) {
    const men = counted(ply.letters)
    const sides = [men.replace(/[a-z]/g, ''), men.replace(/[A-Z]/g, '').toUpperCase()]
    if (sides.every(side => side.includes('K'))) return { material: sides.join('v') }
    return { material: 'KRvKR' }
  }
  if (kind === 3) {
    const move = ply.move ?? { san: 'e4', from: 'e2', to: 'e4', piece: 'pawn' }
    const names = ['san', 'from', 'to', 'piece', 'captured', 'promotion'].filter(
      name => move[name] !== undefined && !(move.drop && name === 'from'),
    )
    const some = names.filter(() => random() < 0.4)
    if (random() < 0.3) return { move: { san: move.san.replace(/[+#]*$/, pick(random, ['', '+', '#'])) } }
    return { move: Object.fromEntries((some.length > 0 ? some : ['to']).map(name => [name, move[name]])) }
  }
  const inner = Array.from({ length: 1 + Math.floor(random() * 2.5) }, () =>
    randomQuery(random, games, depth + 1),
  )
  if (kind === 4) return { not: inner[0] }
  return list(['all', 'any', 'then', 'streak'][kind - 5], inner)
}

export { list, Position }
