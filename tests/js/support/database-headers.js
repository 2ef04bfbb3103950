// SPDX-License-Identifier: Apache-2.0
// Games with all kinds of headers, and a slow walk over them that answers what databases do.

import { readFileSync } from 'node:fs'
import { openingOf } from '../../../dist/openings.js'
import { pick, randomFrom } from '../../random.js'
import { root } from './binbo.js'
import { parsePgn } from './pgn.js'
import { seed } from './random-games.js'

// --- games -------------------------------------------------------------------------------------------

/** Headers, each with the values that a game may have; undefined: it lacks the header. */
const VALUES = {
  Event: ['Rated Blitz game', 'rated blitz game', 'Öl', '?', ''],
  Site: ['https://lichess.org/AbCd', 'Łódź', '?'],
  Date: [
    '2019.5.3',
    '2019.05.03',
    '1955.05.03',
    '2019.11.??',
    '2020',
    '????.??.??',
    '03.05.2019',
    '2021.1',
    undefined,
  ],
  Round: ['1', '1.2', '-', '?'],
  White: ['Sørensen, A', 'sorensen, a', ' Carlsen, M ', 'Carlsen, M', 'Kramnik,V', 'Kramnik, Vladimir', '?'],
  Black: ['Łuczak', 'Đorđević', 'Dordevic', 'Weiß', 'Weiss', 'Carlsen, M', 'Kramnik, Vladimir', 'Ｆｉ'],
  WhiteElo: ['2400', '2399', ' 1800', '0', '?', '', undefined],
  BlackElo: ['2500', '1700', '99', '7', '-'],
  ECO: ['B90', 'b90', 'B99a', 'A00', 'E97', '?', undefined],
  TimeControl: ['300+3', '60', '40/7200:3600', '-', '1/259200', '?', 'none', undefined],
  UTCDate: ['2019.05.03', '2019.5.3', '2020.01.01', undefined],
  UTCTime: ['00:00:01', '23:59:59', undefined],
  WhiteTitle: ['GM', 'gm', 'FM', undefined],
  Annotator: ['Zoë', 'Zoe', 'ZOË ', '', undefined],
  Opening: ['Sicilian Defense', undefined],
}
const LINES = [
  '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6',
  '1. Nf3 d6 2. e4 c5 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3',
  '1. d4 d5 2. c4 e6',
  '1. c4 e6 2. d4 d5 3. Nc3',
  '1. e4 e5 2. -- Nf6',
  '1. e4 e5 2. Ke3',
  '1. h4 h5 2. h3',
  '',
]

function randomGames(random, count) {
  return Array.from({ length: count }, () => {
    const tags = Object.entries(VALUES)
      .filter(() => random() < 0.9)
      .map(([name, values]) => [name, pick(random, values)])
      .filter(([, value]) => value !== undefined)
    const result = pick(random, ['1-0', '0-1', '1/2-1/2', '*'])
    const said = random() < 0.8 ? result : pick(random, ['1-0', '*'])
    if (random() < 0.8) tags.push(['Result', said])
    if (random() < 0.1) tags.push(['FEN', '4k3/1P4P1/8/8/8/8/1p4p1/4K3 w - - 0 1'])
    const isSetUp = tags.at(-1)?.[0] === 'FEN'
    const moves = isSetUp ? '1. b8=Q+' : pick(random, LINES)
    const lines = tags.map(([name, value]) => `[${name} "${value}"]\n`)
    return { tags: Object.fromEntries(tags), text: `${lines.join('')}\n${moves} ${result}\n\n` }
  })
}

const random = randomFrom(seed)
const real = readFileSync(`${root}tests/data/games.pgn`, 'utf8')
const made = randomGames(random, 300)
export const text = real + made.map(game => game.text).join('')
export const games = parsePgn(text)
/** A PgnGame has further headers, those of the export format. */
export const tagsOf = [
  ...parsePgn(real).map(({ headers }) => Object.fromEntries(headers)),
  ...made.map(({ tags }) => tags),
]
const indexOf = new Map(games.map((game, i) => [game, i]))

// --- the slow walk -----------------------------------------------------------------------------------

const LETTERS = [
  ...[
    ['ø', 'o'],
    ['ł', 'l'],
    ['đ', 'd'],
    ['ð', 'd'],
    ['þ', 'th'],
    ['ß', 'ss'],
    ['æ', 'ae'],
    ['œ', 'oe'],
  ],
  ...[
    ['ħ', 'h'],
    ['ı', 'i'],
    ['ŧ', 't'],
    ['ŋ', 'n'],
  ],
]
export const fold = name =>
  LETTERS.reduce(
    (folded, [letter, plain]) => folded.replaceAll(letter, plain),
    name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
  ).trim()
export const tagOf = (game, name) => tagsOf[indexOf.get(game) ?? -1][name]
const nameOf = (game, name) => (tagOf(game, name) === '?' ? '' : (tagOf(game, name) ?? ''))
const eloOf = (game, side) => {
  const elo = Number(/^ *\d+/.exec(tagOf(game, `${side}Elo`) ?? '')?.[0] ?? 0)
  return elo > 0 && elo <= 9999 ? elo : undefined
}
const dateOf = game => dateIn(tagOf(game, 'Date')) || dateIn(tagOf(game, 'UTCDate'))
function dateIn(text = '') {
  const [, year, month, day] = /^(\d{4})(?:\D(\d\d?)(?!\d)(?:\D(\d\d?)(?!\d))?)?/.exec(text) ?? []
  if (year === undefined || year === '0000') return ''
  const two = part => (part === undefined ? '??' : part.padStart(2, '0'))
  return `${year}.${two(month)}.${two(day)}`
}
const ecoOf = game => /^[A-E]\d\d/i.exec(tagOf(game, 'ECO') ?? '')?.[0].toUpperCase() ?? ''
const SPEEDS = {
  ...{
    '300+3': 'blitz',
    60: 'bullet',
    '40/7200:3600': 'classical',
    '-': 'correspondence',
    '1/259200': 'correspondence',
  },
}
/** Of the games above; others have a base and an increment. */
function speedOf(game) {
  const control = tagOf(game, 'TimeControl') ?? ''
  const [, base, increment] = /^(\d+)\+(\d+)$/.exec(control) ?? []
  if (base === undefined) return SPEEDS[control] ?? ''
  const seconds = Number(base) + 40 * Number(increment)
  return seconds < 180 ? 'bullet' : seconds < 480 ? 'blitz' : seconds < 1500 ? 'rapid' : 'classical'
}
const pliesOf = game => [...game.mainline()].length

function headOf(game, id) {
  const opening = openingOf(game)
  return {
    id,
    white: nameOf(game, 'White'),
    black: nameOf(game, 'Black'),
    whiteElo: eloOf(game, 'White'),
    blackElo: eloOf(game, 'Black'),
    result: game.result,
    date: dateOf(game),
    event: nameOf(game, 'Event'),
    site: nameOf(game, 'Site'),
    eco: ecoOf(game),
    plies: pliesOf(game),
    variant: game.variant,
    opening: opening && { eco: opening.eco, name: opening.name },
    timeControl: nameOf(game, 'TimeControl'),
    speed: speedOf(game),
  }
}
export const heads = games.map(headOf)

const fits = (name, wanted) => {
  const [folded, pattern] = [fold(name), fold(wanted)]
  if (folded === '') return false
  return pattern.endsWith('*') ? folded.startsWith(pattern.slice(0, -1)) : folded === pattern
}
const within = (value, [from, to]) => value !== undefined && value >= from && value <= to
const codeFits = (eco, wanted) => {
  const [from, to] = Array.isArray(wanted) ? wanted : [wanted, wanted]
  return eco !== '' && eco >= from.toUpperCase() && eco.slice(0, to.length) <= to.toUpperCase()
}

/** By condition: whether a head meets it; `same` of names that are one player's. */
const CONDITIONS = {
  player: (head, value, { same }) => [head.white, head.black].some(name => same(name, value)),
  white: (head, value, { same }) => same(head.white, value),
  event: (head, value) => fits(head.event, value),
  elo: (head, range) => within(head.whiteElo, range) && within(head.blackElo, range),
  whiteElo: (head, range) => within(head.whiteElo, range),
  blackElo: (head, range) => within(head.blackElo, range),
  eco: (head, value) => codeFits(head.eco, value),
  speed: (head, value) => head.speed === value,
  opening: (head, value) => {
    if (head.opening === null) return false
    const isCode = [value].flat().every(one => /^[a-e]\d{0,2}$/i.test(one))
    return isCode ? codeFits(head.opening.eco, value) : fits(head.opening.name, value)
  },
  playerResult: (head, value, { same, filter: { player, opponent } }) =>
    [
      [head.white, head.black, '1-0', '0-1'],
      [head.black, head.white, '0-1', '1-0'],
    ].some(
      ([mine, other, won, lost]) =>
        same(mine, player) &&
        (opponent === undefined || same(other, opponent)) &&
        head.result === { won, lost, drawn: '1/2-1/2' }[value],
    ),
  opponent: (head, value, { same, filter: { player } }) =>
    (same(head.white, player) && same(head.black, value)) ||
    (same(head.black, player) && same(head.white, value)),
  tags: ({ id }, tags) =>
    Object.entries(tags).every(([name, value]) => {
      const given = tagOf(games[id], name)
      return given !== undefined && (value === '*' || fits(given, value))
    }),
}

/** Ids of the games that meet a filter. @param {string[][]} players names that are one */
export const slowFilter = (filter, players = []) => {
  const same = (name, wanted) =>
    fits(name, wanted) ||
    players.some(names => names.some(one => fold(one) === fold(name)) && names.some(one => fits(one, wanted)))
  return heads
    .filter(head =>
      Object.entries(filter).every(([condition, value]) =>
        CONDITIONS[condition](head, value, { same, filter }),
      ),
    )
    .map(({ id }) => id)
}

export const FILTERS = [
  ...['B90', 'b90', 'B', 'e', 'B9', ['B90', 'B99'], ['A', 'B'], ['a00', 'b9']].flatMap(value => [
    { eco: value },
    { opening: value },
  ]),
  ...['Sicilian*', 'sicilian defense: najdorf variation', 'Queen*', "Queen's Gambit Declined", 'x'].map(
    opening => ({ opening }),
  ),
  ...['bullet', 'blitz', 'classical', 'correspondence', 'rapid'].map(speed => ({ speed })),
  ...['whiteElo', 'blackElo', 'elo'].flatMap(name =>
    [
      [2400, 9999],
      [0, 2399],
      [1, 99],
      [2400, 2400],
      [3000, 1],
    ].map(range => ({ [name]: range })),
  ),
  ...['won', 'lost', 'drawn'].flatMap(playerResult =>
    [
      { player: 'Carlsen, M' },
      { player: 'sorensen*' },
      { player: '*' },
      { player: 'carlsen*', opponent: 'Łuczak' },
    ].map(filter => ({ ...filter, playerResult })),
  ),
  ...[
    'sorensen*',
    'Sørensen, A',
    'carlsen, m',
    ' carlsen*',
    'dordevic',
    'weiss',
    'fi',
    'kramnik*',
    'Kramnik,V',
  ].map(player => ({ player })),
  { event: 'ol' },
  { white: 'Kramnik, Vladimir', playerResult: 'won', player: 'kramnik,v' },
  ...[
    { Annotator: 'zoe' },
    { Annotator: '*' },
    { Annotator: 'Z*', WhiteTitle: 'gm' },
    { UTCDate: '2019.05.03' },
    { UTCDate: '2019*' },
    { WhiteElo: '24*' },
    { WhiteElo: '*' },
    { ECO: 'b90' },
    { Date: '2019.5*' },
    { Date: '2019.05*' },
    { Date: '1955*' },
    { White: 'sorensen, a' },
    { White: '?' },
    { Round: '1*' },
    { Result: '1/2-1/2' },
    { FEN: '4k3*' },
    { Nothing: '*' },
    { TimeControl: '300+3', Opening: 'sicilian*' },
  ].map(tags => ({ tags })),
  { tags: { Annotator: '*' }, speed: 'blitz', whiteElo: [1, 9999], opening: 'B' },
]
