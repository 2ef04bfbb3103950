// SPDX-License-Identifier: Apache-2.0
/**
 * binbo match beside fastchess: the same engines, openings and limits. `games` compares games with fixed nodes, move by move,
 * with their scores, results, ends and figures, and fails where they differ; `overhead` measures the CPU time of both programs for a
 * move, without their engines; `clock` counts losses on time with 1+0.01, of GAMES games and AT_ONCE at once.
 *
 * fastchess is FASTCHESS=path, or on the PATH, or built from FASTCHESS_SOURCE=folder; without it, nothing is compared.
 *
 * usage: node tests/bench/match-peers.js [games|NAME of a match|overhead|clock]…    (after make build)
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { chess960Fen, Game } from '../../dist/index.js'
import { parsePgn } from '../../dist/pgn.js'
import { findFairyStockfish } from '../js/support/fairy-stockfish.js'
import { findStockfish } from '../js/support/stockfish.js'
import { pick, randomFrom } from '../random.js'
import { findProgram } from './programs.js'

const { FASTCHESS, FASTCHESS_SOURCE, TABLES, GAMES = '100', AT_ONCE = '8' } = process.env
const CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const SMALL_TABLES = fileURLToPath(new URL('../data/syzygy', import.meta.url))
/** Half-moves of an opening. */
const PLIES = 8
/** Of printed figures with two decimals; fastchess iterates its likelihoods to about 0.1 %. */
const CLOSE = 0.011
const CLOSE_LLR = 0.011
/** How often CPU time is measured; the least counts, since others use the machine, too. */
const TURNS = 3
/** Of the short and the long match whose difference is the cost of the moves between. */
const ROUNDS = [4, 24]
/** Milliseconds between looks at the CPU time of a program. */
const LOOK = 20
/** The clock of Linux's process times, in ticks a second. */
const TICKS = 100

/** @returns {string | undefined} */
function findFastchess() {
  if (FASTCHESS) return FASTCHESS
  if (!FASTCHESS_SOURCE) return findProgram('fastchess')
  const { status } = spawnSync('make', ['-C', FASTCHESS_SOURCE], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`fastchess could not be built in ${FASTCHESS_SOURCE}`)
  return join(FASTCHESS_SOURCE, 'fastchess')
}

const folder = mkdtempSync(join(tmpdir(), 'binbo-match-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/**
 * Openings of random moves.
 * @param {number} seed
 * @param {'standard' | 'chess960'} [variant]
 */
function* randomGames(seed, variant = 'standard') {
  const random = randomFrom(seed)
  for (;;) {
    const fen = variant === 'chess960' ? { fen: chess960Fen(Math.floor(960 * random())) } : {}
    const game = new Game({ variant, ...fen })
    for (let ply = 0; ply < PLIES && !game.status.over; ply++) game.move(pick(random, game.legalMoves('uci')))
    if (!game.status.over) yield game
  }
}

/** @param {string} name @param {string[]} lines @returns {string} a file */
function fileOf(name, lines) {
  const file = join(folder, name)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

/** Positions of few men, where tables soon know the result. @param {number} count */
function endings(count) {
  const random = randomFrom(5)
  const squares = Array.from({ length: 64 }, (_, at) => at)
  const fens = []
  while (fens.length < count) {
    const board = squares.map(() => '1')
    for (const man of `KRP${pick(random, ['', 'N'])}kr${pick(random, ['', 'p'])}`) {
      const isPawn = man.toLowerCase() === 'p'
      board[
        pick(
          random,
          squares.filter(at => board[at] === '1' && !(isPawn && (at < 8 || at > 55))),
        )
      ] = man
    }
    const rows = Array.from({ length: 8 }, (_, row) => board.slice(8 * row, 8 * row + 8).join(''))
    const fen = `${rows.join('/').replace(/1+/g, ones => `${ones.length}`)} w - - 0 1`
    try {
      if (!new Game({ fen }).status.over) fens.push(fen)
    } catch {
      // The side that is not to move is in check.
    }
  }
  return fens
}

/** @param {Iterator<Game>} games @param {number} count @param {(game: Game) => string} text */
const take = (games, count, text) => Array.from({ length: count }, () => text(games.next().value))

/** @typedef {{ name: string, path: string, keys: [string, string | number][] }} Player */
/**
 * A match in the words of both programs.
 * @typedef {{ name: string, players: Player[], openings: string, rounds: number, ours?: string[], theirs?: string[] }} Match
 */

/** @param {Player[]} players @param {'ours' | 'theirs'} of */
const engineWords = (players, of) =>
  players.flatMap(({ name, path, keys }) =>
    of === 'ours'
      ? ['--engine', [path, `name=${name}`, ...keys.map(pair => pair.join('='))].join(',')]
      : ['-engine', `cmd=${path}`, `name=${name}`, 'proto=uci', ...keys.map(pair => pair.join('='))],
  )

/** @param {Match} match @returns {string[]} for node */
const ourWords = ({ players, openings, rounds, ours = [] }) => [
  ...[
    CLI,
    'match',
    ...engineWords(players, 'ours'),
    '--openings',
    openings,
    '--rounds',
    `${rounds}`,
    '--quiet',
  ],
  ...ours,
]

/** @param {Match} match @param {string} pgn @returns {string[]} */
const theirWords = ({ players, openings, rounds, theirs = [] }, pgn) => [
  ...engineWords(players, 'theirs'),
  ...[
    '-openings',
    `file=${openings}`,
    `format=${openings.endsWith('.pgn') ? 'pgn' : 'epd'}`,
    'order=sequential',
  ],
  ...(openings.endsWith('.pgn') ? [`plies=${PLIES}`] : []),
  ...[
    '-rounds',
    `${rounds}`,
    '-repeat',
    '-ratinginterval',
    '0',
    '-autosaveinterval',
    '0',
    '-startup-ms',
    '60000',
  ],
  ...['-pgnout', `file=${pgn}`, '-config', `outname=${join(folder, 'config.json')}`],
  ...theirs,
]

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<{ stdout: string, cpu: number }>} cpu: its own in seconds, without its children; 0 where the system does not
 *   show it
 */
function run(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    let stdout = ''
    let cpu = 0
    const look = setInterval(() => {
      cpu = cpuOf(child.pid) ?? cpu
    }, LOOK)
    child.stdout.setEncoding('utf8').on('data', text => (stdout += text))
    child.on('error', reject)
    child.on('close', code => {
      clearInterval(look)
      if (code === 2 || code === null) reject(new Error(`${program} ended with ${code}: ${args.join(' ')}`))
      else resolve({ stdout, cpu })
    })
  })
}

/** @param {number | undefined} pid @returns {number | undefined} seconds in user and system mode, of all its threads */
function cpuOf(pid) {
  try {
    const [, rest] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = (rest ?? '').split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS
  } catch {
    return undefined
  }
}

// --- the same games

const ENDS = {
  stalemate: 'Draw by stalemate',
  insufficient_material: 'Draw by insufficient mating material',
  rule50: 'Draw by fifty moves rule',
  threefold_repetition: 'Draw by 3-fold repetition',
  draw_adjudicated: 'Draw by adjudication',
  max_moves: 'Draw by adjudication',
}

/** @param {any} logged @returns {string} as fastchess says it */
function endText({ result, reason }) {
  const winner = result === '1-0' ? 'White' : 'Black'
  if (reason === 'checkmate') return `${winner} mates`
  if (reason === 'resign_adjudicated') return `${winner} wins by adjudication`
  if (reason === 'tablebase')
    return result === '1/2-1/2'
      ? 'Draw by adjudication: SyzygyTB'
      : `${winner} wins by adjudication: SyzygyTB`
  return ENDS[reason] ?? reason
}

/** @param {string} pgn @returns {string[][]} each game's players and start, then its moves with score and depth */
const movesOf = pgn =>
  parsePgn(pgn).map(game => [
    `${game.headers.get('White')} ${game.headers.get('Black')} ${game.root.position.toFen({ enPassant: 'legal' })}`,
    ...Array.from(game.mainline(), ({ uci, comments }) => `${uci} ${(comments[0] ?? '').split(/[ ,]/)[0]}`),
  ])

/** @param {string} text of fastchess @param {RegExp} pattern @returns {(number | null)[]} */
const figures = (text, pattern) =>
  (text.match(pattern) ?? []).slice(1).map(part => (Number.isFinite(Number(part)) ? Number(part) : null))

/** @param {any} result @returns {{ [name: string]: (number | null)[] }} */
const ourFigures = ({ score, sprt }) => ({
  Elo: [score.elo, score.eloError],
  nElo: [score.nElo, score.nEloError],
  LOS: [score.los === null ? null : 100 * score.los],
  DrawRatio: [100 * score.drawRatio],
  Games: [score.games, score.wins, score.losses, score.draws, score.points],
  Pairs: score.pairs,
  ...(sprt && { LLR: [sprt.llr, sprt.lower, sprt.upper] }),
})

/** @param {string} stdout @returns {{ [name: string]: (number | null)[] }} */
const theirFigures = stdout => {
  const last = stdout.slice(stdout.lastIndexOf('Results of'))
  return {
    Elo: figures(last, /Elo: (\S+) \+\/- (\S+),/),
    nElo: figures(last, /nElo: (\S+) \+\/- (\S+)/),
    LOS: figures(last, /LOS: (\S+) %/),
    DrawRatio: figures(last, /DrawRatio: (\S+) %/),
    Games: figures(last, /Games: (\d+), Wins: (\d+), Losses: (\d+), Draws: (\d+), Points: (\S+) /),
    Pairs: figures(last, /Ptnml\(0-2\): \[(\d+), (\d+), (\d+), (\d+), (\d+)\]/),
    LLR: figures(last, /LLR: (\S+) \(.*?\) \((\S+), (\S+)\)/),
  }
}

/** @param {Match} match @param {string} fastchess @returns {Promise<boolean>} whether all is the same */
async function compareGames(match, fastchess) {
  const pgn = join(folder, `${match.name}.pgn`)
  const ours = await run(process.execPath, [...ourWords(match), '--json'])
  const theirs = await run(fastchess, theirWords(match, pgn))
  const lines = ours.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const result = lines.pop()
  const ourGames = lines.map(({ pgn: text }) => movesOf(text)[0])
  const theirGames = movesOf(readFileSync(pgn, 'utf8'))
  const theirEnds = Array.from(
    theirs.stdout.matchAll(/^Finished game .*?: (\S+) \{(.*)\}$/gm),
    ([, score, end]) => `${score} ${end}`,
  )
  const differences = []
  for (let i = 0; i < Math.max(ourGames.length, theirGames.length); i++) {
    const [mine, other] = [ourGames[i] ?? [], theirGames[i] ?? []]
    const at = mine.findIndex((move, ply) => move !== other[ply])
    const end = lines[i] === undefined ? 'none' : `${lines[i].result} ${endText(lines[i])}`
    if (at >= 0 || mine.length !== other.length)
      differences.push(
        `game ${i + 1}, half-move ${at}: '${mine[at]}', fastchess '${other[at]}'; of ${mine.length - 1} and ${other.length - 1}`,
      )
    else if (end !== theirEnds[i]) differences.push(`game ${i + 1}: '${end}', fastchess '${theirEnds[i]}'`)
  }
  const theirNumbers = theirFigures(theirs.stdout)
  for (const [name, numbers] of Object.entries(ourFigures(result))) {
    const others = theirNumbers[name]
    const isSame = numbers.every((number, i) =>
      number === null || (others[i] ?? null) === null
        ? number === (others[i] ?? null)
        : Math.abs(number - Number(others[i])) <= (name === 'LLR' ? CLOSE_LLR : CLOSE),
    )
    if (!isSame) differences.push(`${name}: ${numbers.join(', ')}; fastchess: ${others.join(', ')}`)
  }
  /** @type {Map<string, number>} */
  const ends = new Map()
  for (const { reason } of lines) ends.set(reason, (ends.get(reason) ?? 0) + 1)
  const counts = Array.from(ends, ([reason, count]) => `${count} ${reason}`).join(', ')
  const moves = ourGames.reduce((sum, game) => sum + game.length - 1, 0)
  console.log(
    `| ${match.name} | ${lines.length} | ${moves} | ${counts} | ${differences.length === 0 ? 'none' : differences.length} |`,
  )
  for (const difference of differences.slice(0, 10)) console.error(`${match.name}: ${difference}`)
  return differences.length === 0
}

/** @param {string} stockfish @returns {Match[]} */
function matches(stockfish) {
  const players = [
    { name: 'more', path: stockfish, keys: /** @type {[string, string | number][]} */ ([['nodes', 1500]]) },
    {
      name: 'less',
      path: stockfish,
      keys: /** @type {[string, string | number][]} */ ([
        ['nodes', 900],
        ['option.Hash', 4],
      ]),
    },
  ]
  const openings = fileOf(
    'book.epd',
    take(randomGames(1), 200, game => game.fen),
  )
  const pgn = fileOf(
    'book.pgn',
    take(randomGames(2), 20, game => `[Event "?"]\n[Result "*"]\n\n${sanText(game)} *\n`),
  )
  const chess960 = fileOf(
    'chess960.epd',
    take(randomGames(3, 'chess960'), 20, game => game.fen),
  )
  const few = fileOf('endings.epd', endings(40))
  const fairy = findFairyStockfish()
  return [
    { name: 'rules', players, openings, rounds: 20 },
    {
      ...{ name: 'scores', players, openings, rounds: 20 },
      ours: ['--draw', '20,4,30', '--resign', '3,400'],
      theirs: ['-draw', 'movenumber=20', 'movecount=4', 'score=30', '-resign', 'movecount=3', 'score=400'],
    },
    {
      ...{ name: 'both', players, openings, rounds: 20 },
      ours: ['--draw', '8,2,60', '--resign', '2,250,both'],
      theirs: [
        '-draw',
        'movenumber=8',
        'movecount=2',
        'score=60',
        '-resign',
        'movecount=2',
        'score=250',
        'twosided=true',
      ],
    },
    {
      name: 'longest',
      players,
      openings,
      rounds: 10,
      ours: ['--max-moves', '30'],
      theirs: ['-maxmoves', '30'],
    },
    {
      ...{ name: 'tables', players, openings: few, rounds: 40 },
      ours: ['--tables', TABLES || SMALL_TABLES],
      theirs: ['-tb', TABLES || SMALL_TABLES, ...(TABLES ? [] : ['-tbpieces', '3'])],
    },
    { name: 'pgn', players, openings: pgn, rounds: 10, ours: ['--plies', `${PLIES}`] },
    {
      ...{ name: 'chess960', players, openings: chess960, rounds: 10 },
      ours: ['--variant', 'chess960'],
      theirs: ['-variant', 'fischerandom'],
    },
    {
      ...{ name: 'sprt', players, openings, rounds: 15 },
      ours: ['--sprt', '0,10'],
      theirs: ['-sprt', 'elo0=0', 'elo1=10', 'alpha=0.05', 'beta=0.05'],
    },
    {
      ...{ name: 'decision', openings, rounds: 100, ours: ['--sprt', '0,100'] },
      players: [
        { ...players[0], keys: [['nodes', 3000]] },
        { ...players[1], keys: [['nodes', 300]] },
      ],
      theirs: ['-sprt', 'elo0=0', 'elo1=100', 'alpha=0.05', 'beta=0.05'],
    },
    ...(fairy === null
      ? []
      : [{ name: 'fairy', players: [players[0], { ...players[1], path: fairy }], openings, rounds: 10 }]),
  ]
}

/** @param {Game} game @returns {string} */
const sanText = game => game.moves.map(({ san }, i) => (i % 2 === 0 ? `${i / 2 + 1}. ${san}` : san)).join(' ')

// --- the programs' own time

/**
 * @param {string} program
 * @param {(rounds: number, pgn: string) => string[]} words
 * @returns {Promise<number>} milliseconds of CPU time a move
 */
async function overheadOf(program, words) {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < TURNS; turn++) {
    const costs = []
    for (const rounds of ROUNDS) {
      const pgn = join(folder, `overhead-${program.length}-${turn}-${rounds}.pgn`)
      const { cpu } = await run(program, words(rounds, pgn))
      const moves = movesOf(readFileSync(pgn, 'utf8')).reduce((sum, game) => sum + game.length - 1, 0)
      costs.push({ cpu, moves })
    }
    const [short, long] = costs
    least = Math.min(least, (1000 * (long.cpu - short.cpu)) / (long.moves - short.moves))
  }
  return least
}

/** @param {string} stockfish @param {string} fastchess */
async function overhead(stockfish, fastchess) {
  const openings = fileOf(
    'book.epd',
    take(randomGames(1), 200, game => game.fen),
  )
  const keys = /** @type {[string, string | number][]} */ ([['nodes', 50]])
  const players = ['one', 'two'].map(name => ({ name, path: stockfish, keys }))
  const match = { name: 'overhead', players, openings, rounds: 0 }
  const ours = await overheadOf(process.execPath, (rounds, pgn) => [
    ...ourWords({ ...match, rounds }),
    '--pgn',
    pgn,
  ])
  const theirs = await overheadOf(fastchess, (rounds, pgn) => theirWords({ ...match, rounds }, pgn))
  const ratio = (ours / theirs).toFixed(1)
  console.log(
    `CPU time of a move: binbo ${ours.toFixed(3)} ms, fastchess ${theirs.toFixed(3)} ms: ${ratio} times`,
  )
}

// --- losses on time

/** @param {string} stockfish @param {string} fastchess */
async function clock(stockfish, fastchess) {
  const openings = fileOf(
    'book.epd',
    take(randomGames(1), 200, game => game.fen),
  )
  const keys = /** @type {[string, string | number][]} */ ([['tc', '1+0.01']])
  const players = ['one', 'two'].map(name => ({ name, path: stockfish, keys }))
  const match = { name: 'clock', players, openings, rounds: Math.ceil(Number(GAMES) / 2) }
  const ours = await run(process.execPath, [...ourWords(match), '--concurrency', AT_ONCE, '--json'])
  const lost = ours.stdout
    .trim()
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line))
    .filter(({ reason }) => reason === 'time')
  console.log(`lost on time, of ${GAMES} games, ${AT_ONCE} at once with 1+0.01: binbo ${lost.length}`)
  for (const { detail } of lost) console.log(`  ${detail}`)
  const words = [
    ...theirWords(match, join(folder, 'clock.pgn')),
    '-concurrency',
    AT_ONCE,
    '-force-concurrency',
  ]
  const theirs = await run(fastchess, words)
  const others = theirs.stdout.match(/^Finished game .* loses on time.*$/gm) ?? []
  const finished = theirs.stdout.match(/^Finished game /gm)?.length ?? 0
  console.log(`the same of fastchess, of ${finished} games: ${others.length}`)
  for (const line of others) console.log(`  ${line}`)
}

const fastchess = findFastchess()
const stockfish = findStockfish()
const parts = process.argv.slice(2)
if (fastchess === undefined || stockfish === null) {
  const missing =
    stockfish === null ? 'Stockfish' : 'fastchess (FASTCHESS=path, or FASTCHESS_SOURCE=folder of its sources)'
  console.log(`skipped: ${missing} is missing`)
} else {
  const wants = (/** @type {string} */ name) => parts.length === 0 || parts.includes(name)
  const chosen = matches(stockfish).filter(({ name }) => wants('games') || parts.includes(name))
  if (chosen.length > 0)
    console.log('| match | games | half-moves | ends | differences |\n|---|---|---|---|---|')
  for (const match of chosen) if (!(await compareGames(match, fastchess))) process.exitCode = 1
  if (wants('overhead')) await overhead(stockfish, fastchess)
  if (wants('clock')) await clock(stockfish, fastchess)
}
