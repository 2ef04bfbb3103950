// SPDX-License-Identifier: Apache-2.0
// Games that are often doubles of each other, and a slow comparison of each with all others.

import { pick } from '../../random.js'
import { Game } from './binbo.js'

/** The spellings of players; those of one row are one player's without any alias. */
const PLAYERS = [
  ['Müller, Zoë', 'muller, zoe', 'MÜLLER, ZOË ', 'Mu\u0308ller, Zoe', 'Müller, ZOE'],
  ['Łukasz Wiśniewski', 'lukasz wisniewski', 'ŁUKASZ WIŚNIEWSKI'],
  ['Carlsen, Magnus', 'CARLSEN, magnus', ' carlsen, magnus'],
  ['Kramnik,V', 'KRAMNIK,V'],
  ['Kramnik, Vladimir', 'kramnik, vladimir'],
  ['Влад', 'ВЛАД'],
  ['?', ''],
]
/** The players that ALIASES make one. */
const JOINED = { 4: 3, 5: 3 }
export const ALIASES = [
  ['Kramnik, Vladimir', 'Kramnik,V'],
  ['влад', 'KRAMNIK, VLADIMIR'],
]
const DATES = ['2010.05.09', '2010.05.10', '2010.05.??', '2010.??.??', '2011.05.09', '????.??.??', 'soon']
const RESULTS = ['1-0', '0-1', '1/2-1/2', '*', '*']
const STARTS = [
  {},
  { fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' },
  { fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2' },
  { variant: 'crazyhouse' },
]
const NOTES = [
  moves => moves.replace(' ', ' {fine} '),
  moves => moves.replace(' ', ' $1 '),
  moves => moves.replace(' ', '! '),
  moves => moves.replace(' ', ' (--) '),
  moves => moves.replace(' ', ' ; fine\n'),
  moves => `{before} ${moves}`,
  moves => `${moves} {at the end}`,
]

/** Lines from one start, in which some begin as others do. */
function randomLines(random) {
  const lines = []
  for (let i = 0; i < 6; i++) {
    const game = new Game({ draws: 'none' })
    const line = lines.length > 0 ? pick(random, lines).slice(0, pick(random, [0, 12, 19, 20, 30])) : []
    for (const san of line) game.move(san)
    while (line.length < 45 && !game.status.over) {
      const san = pick(random, game.legalMoves('san'))
      game.move(san)
      line.push(san)
    }
    lines.push(line)
    game.stop()
  }
  return lines
}

/** @returns games with what the comparison needs of them: `pgn`, `number`, which is their Round, and so on */
export function randomDoubles(random, count) {
  const lines = randomLines(random)
  const players = Array.from({ length: 4 }, () => Math.floor(random() * PLAYERS.length))
  const dates = Array.from({ length: 4 }, () => pick(random, DATES))
  const starts = [{}, {}, {}, pick(random, STARTS), pick(random, STARTS)]
  return Array.from({ length: count }, (_, number) => {
    const [white, black] = [pick(random, players), players[0]]
    const date = pick(random, dates)
    const result = pick(random, RESULTS)
    const start = pick(random, starts)
    const line = pick(random, lines)
    const moves = random() < 0.4 ? line : line.slice(0, pick(random, [0, 5, 19, 20, 21, 30, 44]))
    const isNoted = moves.length > 1 && random() < 0.3
    const text = moves.join(' ')
    const tags = {
      White: pick(random, PLAYERS[white]),
      Black: pick(random, PLAYERS[black]),
      Date: date,
      Round: number,
      Result: result,
    }
    if (start.variant) tags.Variant = start.variant
    if (start.fen) tags.FEN = start.fen
    const head = Object.entries(tags).map(([name, value]) => `[${name} "${value}"]\n`)
    const body = isNoted ? pick(random, NOTES)(text) : text
    const pgn = `${head.join('')}\n${body} ${result}\n\n`
    return { number, pgn, white, black, date, result, start, moves, isNoted }
  })
}

const startOf = ({ variant = '', fen = STARTS[1].fen }) => `${variant} ${variant ? '' : fen}`
const partsOf = date => (/^\d/.test(date) ? date.split('.').filter(part => part !== '??') : [])
const isOne = (a, b) => a === undefined || b === undefined || a === b

function agree(a, b, hasAliases) {
  const player = number => (hasAliases ? (JOINED[number] ?? number) : number)
  const [dates, others] = [partsOf(a.date), partsOf(b.date)]
  return (
    player(a.white) === player(b.white) &&
    player(a.black) === player(b.black) &&
    startOf(a.start) === startOf(b.start) &&
    dates[0] === others[0] &&
    isOne(dates[1], others[1]) &&
    isOne(dates[2], others[2]) &&
    (a.result === '*' || b.result === '*' || a.result === b.result)
  )
}
const continues = ({ moves: longer }, { moves }) =>
  (longer.length === moves.length || (longer.length > moves.length && moves.length >= 20)) &&
  moves.every((san, i) => san === longer[i])

/** Whether `a`, or `b`, is to be kept alone: the one that is. */
function better(a, b, hasNotes) {
  const isNoted = game => hasNotes && game.isNoted
  if (a.moves.length === b.moves.length) return !isNoted(a) && isNoted(b) ? b : a
  const [longer, shorter] = a.moves.length > b.moves.length ? [a, b] : [b, a]
  return isNoted(shorter) && !isNoted(longer) ? undefined : longer
}

const areDoubles = (a, b, hasAliases) => agree(a, b, hasAliases) && (continues(a, b) || continues(b, a))

/** What add() keeps of these games, added one after the other. */
export function slowDedupe(games, dedupe, { hasAliases = false, hasNotes = true }) {
  let kept = []
  let [skipped, replaced] = [0, 0]
  for (const game of games) {
    const doubles = kept.filter(
      other =>
        areDoubles(other, game, hasAliases) &&
        (dedupe === 'better' || other.moves.length === game.moves.length),
    )
    const winners = doubles.map(other => (dedupe === 'better' ? better(other, game, hasNotes) : other))
    if (doubles.some((other, i) => winners[i] === other)) {
      skipped++
      continue
    }
    const beaten = doubles.filter((_, i) => winners[i] === game)
    replaced += beaten.length
    kept = [...kept.filter(other => !beaten.includes(other)), game]
  }
  return { games: games.length - skipped, skipped, replaced, kept }
}

/** The groups of doubles(), by the place of a game in the list. */
export function slowGroups(games, hasAliases = false) {
  const order = [...games.keys()].sort((a, b) => games[b].moves.length - games[a].moves.length || a - b)
  const groups = []
  for (const id of order) {
    const group = groups.find(([first]) => areDoubles(games[first], games[id], hasAliases))
    if (group === undefined) groups.push([id])
    else group.push(id)
  }
  const found = groups.filter(({ length }) => length > 1).map(ids => ids.sort((a, b) => a - b))
  return found.sort((a, b) => a[0] - b[0])
}

/** The games of a group, by their places, of which another one is the better copy. */
export function slowWorse(games, group, hasAliases = false) {
  const order = [...group].sort(
    (a, b) => games[b].moves.length - games[a].moves.length || games[b].isNoted - games[a].isNoted || a - b,
  )
  const kept = []
  for (const id of order) {
    const isWorse = kept.some(
      other =>
        areDoubles(games[other], games[id], hasAliases) &&
        better(games[other], games[id], true) === games[other],
    )
    if (!isWorse) kept.push(id)
  }
  return group.filter(id => !kept.includes(id))
}

// --- games that are nearly doubles --------------------------------------------------------------------

/** The squares of the four knights; with the first one they begin. */
const KNIGHTS = [
  ['b1', 'a3', 'c3'],
  ['g1', 'f3', 'h3'],
  ['b8', 'a6', 'c6'],
  ['g8', 'f6', 'h6'],
]

/** @returns a line in which knights go out and back: of any length, and legal without a look at the board */
function knightLine(random, plies, begin = []) {
  const line = [...begin]
  const at = KNIGHTS.map(() => 0)
  for (let ply = 0; ply < plies; ply++) {
    const knight = 2 * (ply % 2) + (ply < begin.length ? begin[ply].knight : Math.floor(random() * 2))
    const to = ply < begin.length ? begin[ply].to : at[knight] === 0 ? 1 + Math.floor(random() * 2) : 0
    at[knight] = to
    line[ply] = { knight: knight % 2, to, san: `N${KNIGHTS[knight][to]}` }
  }
  return line
}

/** What games share, by its name: (random, place, common line) → what differs. */
const NEARLY = {
  '20 plies': (random, _, line) => ({
    line: knightLine(random, 50, line.slice(0, 20)),
  }),
  '20 plies, and are short': (random, _, line) => ({
    line: knightLine(random, 21 + Math.floor(random() * 11), line.slice(0, 20)),
  }),
  '60 plies': (random, _, line) => ({
    line: knightLine(random, 90, line.slice(0, 60)),
  }),
  '20 plies, short ones and long ones': (random, place, line) => ({
    line: knightLine(random, place % 2 ? 36 : 90, line.slice(0, 20)),
    result: place % 2 ? '1-0' : '0-1',
  }),
  'all but the last ply': (random, place, line) => ({
    line: knightLine(random, 91, line.slice(0, 90)),
    date: `2010.${1 + (place % 12)}.${1 + (Math.floor(place / 12) % 28)}`,
  }),
  'a beginning, each of its own length': (_, place, line) => ({
    line: line.slice(0, 1 + (place % line.length)),
  }),
  'a beginning, the longest first': (_, place, line) => ({
    line: line.slice(0, line.length - (place % line.length)),
  }),
  'a beginning, with notes or without': (random, place, line) => ({
    line: line.slice(0, 1 + (place % line.length)),
    isNoted: random() < 0.5,
  }),
  'all moves, with other names': (_, place, line) => ({ line, name: `Player ${place}` }),
  'all moves, with other dates': (_, place, line) => ({
    line,
    date: `2010.${1 + (place % 12)}.${1 + (Math.floor(place / 12) % 28)}`,
  }),
}
export const NEARLY_DOUBLES = Object.keys(NEARLY)

/** @returns games as randomDoubles() makes them, of the same players in one year, which share what the name says */
export function nearlyDoubles(random, name, count) {
  const common = knightLine(random, 400)
  return Array.from({ length: count }, (_, number) => {
    const given = {
      name: 'White',
      date: '2010',
      result: '*',
      isNoted: false,
      ...NEARLY[name](random, number, common),
    }
    const { date, result, isNoted } = given
    const moves = given.line.map(({ san }) => san)
    const tags = { White: given.name, Black: 'Black', Date: date, Round: number, Result: result }
    const head = Object.entries(tags).map(([tag, value]) => `[${tag} "${value}"]\n`)
    const pgn = `${head.join('')}\n${moves.join(' ')}${isNoted ? ' {fine}' : ''} ${result}\n\n`
    const white = given.name === 'White' ? 0 : number + 1
    return {
      number,
      pgn,
      white,
      black: 0,
      date: `${date}${date === '2010' ? '.??.??' : ''}`,
      result,
      start: {},
      moves,
      isNoted,
    }
  })
}
