// SPDX-License-Identifier: Apache-2.0
/**
 * Writes web/examples.txt: puzzles and a repertoire for the first visit of the page's room of training, made of the games of its
 * example database (web/classics.bin; js/tools/pack-classics.js names their source). web/train/examples.ts reads the file:
 *   a line of JSON: `players`, whom the puzzles name by their numbers, and `repertoire`, a game in PGN
 *   for each puzzle a line: the first four fields of a FEN, the only good move in UCI, White, Black and the year
 *
 * A puzzle is a position near the end of a decided game, after a mistake, where exactly one move is good: a short search finds it, and
 * in a long one the second best move is a blunder, of which the page itself would make a puzzle (web/train/cards.ts). Recaptures
 * and captures of the piece that has just moved are left out, and positions where the good move only loses more slowly.
 *
 * usage: node js/tools/make-examples.js /usr/games/stockfish    (after make build; ten to twenty minutes with Stockfish 15.1)
 */
import { readFile, writeFile } from 'node:fs/promises'
import { processTransport } from 'binbo/node'
import { PgnGame, parsePgn } from 'binbo/pgn'
import { analyseGame, Engine } from 'binbo/uci'
import { readClassics } from '#web/database/classics.js'
import { cardsOfMistakes } from '#web/train/cards.js'

/** @import { PgnNode } from 'binbo/pgn' */
/** @import { Card } from '#web/train/cards.js' */

const GAMES = 'web/classics.bin'
const OUTPUT = 'web/examples.txt'
/** In bytes. */
const MOST = 20_000
const PUZZLES = 200
/** Of one game. */
const A_GAME = 2
/** Nodes of the search that finds a puzzle, and of the one that confirms it. */
const [SHORT, LONG] = [3000, 150_000]
/** Plies before the end of a game: most games are decided there. */
const TAIL = 24
/** Has no divisor in common with the number of games: all games in an order that mixes the years. */
const STRIDE = 1531
/** Plies of the repertoire's lines. */
const DEEP = 11
/** An answer of Black is in the repertoire if it has this share of the games that reach the position, and this many of them. */
const [SHARE, LEAST] = [0.07, 25]

/** @param {PgnGame} game @returns {PgnGame} its last moves */
function tailOf(game) {
  const line = [game.root, ...game.mainline()].slice(-TAIL - 1)
  const tail = new PgnGame({ fen: line[0].position.fen })
  for (let node = tail.root, at = 1; at < line.length; at++) node = node.add(line[at].uci ?? '')
  return tail
}

/** @param {PgnGame} tree @param {Engine} engine @returns {Promise<{ node: PgnNode, second: string }[]>} with the second best move */
async function candidatesOf(tree, engine) {
  const { positions } = await analyseGame(tree, { engine, limits: { nodes: SHORT }, variations: 2 })
  return [tree.root, ...tree.mainline()].flatMap((node, ply) => {
    const { onlyMove, judgement, lines } = positions[ply]
    const [best, second] = lines
    const isAsked = onlyMove && (judgement === 'mistake' || judgement === 'blunder')
    if (!isAsked || !second.pv[0] || best.score.winningChance() < 0) return []
    return best.pv[0].slice(2, 4) === node.move?.to ? [] : [{ node, second: second.pv[0] }]
  })
}

/** @param {PgnNode} node @param {string} second @param {Engine} engine @returns {Promise<Card | undefined>} */
async function puzzleOf({ position }, second, engine) {
  const tree = new PgnGame({ fen: position.fen })
  const nodes = [tree.root, tree.root.add(second)]
  const analysis = await analyseGame(tree, { engine, limits: { nodes: LONG }, variations: 2 })
  return cardsOfMistakes({ analysis, nodes }, tree, 'both').puzzles[0]
}

/**
 * @param {readonly PgnGame[]} games
 * @param {Engine} engine
 * @param {readonly string[]} players
 * @returns {Promise<string[]>} lines of the file
 */
async function makePuzzles(games, engine, players) {
  /** @type {Map<string, string>} */
  const lines = new Map()
  for (let count = 0; count < games.length && lines.size < PUZZLES; count++) {
    const { headers } = games[(count * STRIDE) % games.length]
    const tree = tailOf(games[(count * STRIDE) % games.length])
    let found = 0
    for (const { node, second } of await candidatesOf(tree, engine)) {
      if (found === A_GAME || lines.has(node.position.key)) continue
      const card = await puzzleOf(node, second, engine)
      if (!card) continue
      found++
      const names = ['White', 'Black'].map(side => players.indexOf(headers.get(side) ?? ''))
      const year = headers.get('Date')?.slice(0, 4)
      const fields = node.position.fen.split(' ').slice(0, 4)
      lines.set(card.key, [...fields, card.answers[0].uci, ...names, year].join(' '))
    }
    if (count % 20 === 0) console.log(`${count + 1} games, ${lines.size} puzzles`)
  }
  return [...lines.values()].slice(0, PUZZLES)
}

/** @param {readonly PgnGame[]} games @returns {string} in PGN: White's most frequent moves, and Black's frequent answers */
function makeRepertoire(games) {
  const tree = new PgnGame()
  const lines = games.map(game => Array.from(game.mainline(), ({ uci }) => uci))
  /** @param {PgnNode} node @param {string[][]} reaching the games from here on */
  const grow = (node, reaching, ply = 0) => {
    if (ply === DEEP) return
    /** @type {Map<string, string[][]>} */
    const moves = new Map()
    for (const line of reaching)
      if (line.length > ply) moves.set(line[ply], [...(moves.get(line[ply]) ?? []), line])
    const byCount = [...moves].sort(([, one], [, other]) => other.length - one.length)
    const isWhite = ply % 2 === 0
    const chosen = isWhite
      ? byCount.slice(0, 1)
      : byCount.filter(([, some]) => some.length >= LEAST && some.length >= SHARE * reaching.length)
    for (const [uci, some] of chosen) if (!isWhite || some.length >= 2) grow(node.add(uci), some, ply + 1)
  }
  grow(tree.root, lines)
  return tree.toString({ headers: false, width: Number.POSITIVE_INFINITY }).trim()
}

const { blob } = await readClassics(async () => new Response(await readFile(GAMES)))
const games = [...parsePgn(await blob.text())]
const players = [
  ...new Set(games.flatMap(({ headers }) => ['White', 'Black'].map(side => headers.get(side) ?? ''))),
].sort()
const decided = games.filter(({ headers }) => headers.get('Result') !== '1/2-1/2')
const repertoire = makeRepertoire(games)
console.log(repertoire)
const engine = await Engine.start(processTransport(process.argv[2]))
try {
  const puzzles = await makePuzzles(decided, engine, players)
  const text = [JSON.stringify({ players, repertoire }), ...puzzles].join('\n')
  if (text.length > MOST) throw new Error(`${text.length} bytes are more than ${MOST}`)
  await writeFile(OUTPUT, `${text}\n`)
  console.log(`${puzzles.length} puzzles, ${text.length + 1} bytes`)
} finally {
  await engine.quit()
}
