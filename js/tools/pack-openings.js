// SPDX-License-Identifier: Apache-2.0
/**
 * Writes the names of openings as texts, which js/openings/opening-table.ts reads. For the rows of the data in their order:
 *   packedMoves  three characters for each different move, the most frequent first: from and to, seen by the player, and kind
 *   packedLines  the text that binbo_openings_read() of src/wasm/api.h reads after these
 *   packedCodes  a line for each row with the ECO code; empty if it is that of the previous row
 *   packedNames  a line for each row, FAMILY or FAMILY:VARIATION; an empty family is that of the previous row
 * The sizes of 3,807 rows with gzip, in kB: these texts 35.3, the data 52.7, hashes of positions instead of lines 55.2. Indexes
 * of moves among the legal moves would be 1.8 kB smaller, but take ten milliseconds more to read. One text that is split also
 * takes longer, because so much copying starts a garbage collection.
 *
 * usage: node js/tools/pack-openings.js output.js DATA.tsv …    (after build/core.wasm is made)
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { LINE_END, LINE_PAIRS, LINE_ZERO } from '#js/core/generated/bindings.js'
import { fromOf, kindOf, MOVE_MASK, toOf } from '#js/core/move-word.js'
import { provideWasm } from '#js/core/wasm.js'
import { Game } from '#js/game/game.js'
import { HANDLE } from '#js/game/internals.js'
import { wordsOfGame } from '#js/game/move-lists.js'
import { isMain } from './main-module.js'

/** Codes that are characters in printable ASCII. */
const CODES = 127 - LINE_ZERO
/** Turns the squares of a move to the other player's view. */
const TURNED = 56 | (56 << 6)
const HEADER = 'eco\tname\tpgn'

/** @typedef {{ eco: string, name: string, pgn: string }} OpeningData */

/**
 * @param {string} text the text of a file
 * @returns {OpeningData[]}
 * @throws {Error} if it has another form
 */
export function readOpenings(text) {
  const [header, ...lines] = text.trimEnd().split(/\r?\n/)
  if (header !== HEADER) throw new Error(`the first line is not '${HEADER}'`)
  return lines.map(line => {
    const match = /^([A-E]\d\d)\t([^\t]+)\t([^\t]+)$/.exec(line)
    if (match === null) throw new Error(`this is no opening: ${line}`)
    return { eco: match[1], name: match[2], pgn: match[3] }
  })
}

/**
 * @param {string} pgn such as '1. e4 e5 2. Nf3'
 * @returns {number[]} the moves: the lower 16 bits of their words, seen by the player
 * @throws {Error} for moves that the core writes differently
 */
function movesOf(pgn) {
  const sans = pgn.split(' ').filter(word => !/^\d+\.$/.test(word))
  const game = new Game({ draws: 'none' })
  game.playMoves(sans)
  if (game.moves.some(({ san }, i) => san !== sans[i])) throw new Error(`the core writes ${pgn} otherwise`)
  const words = Array.from(
    wordsOfGame(game[HANDLE]()),
    (word, i) => (word & MOVE_MASK) ^ (i % 2 ? TURNED : 0),
  )
  game.stop()
  return words
}

/**
 * @param {number[][]} lines
 * @returns {{ moves: string, lines: string }} the columns
 */
function packLines(lines) {
  let shared = 0
  /** @type {Map<number, number>} */
  const counts = new Map()
  const parts = lines.map((line, i) => {
    const own = line.slice(shared)
    for (const move of own) counts.set(move, (counts.get(move) ?? 0) + 1)
    shared = 0
    while (shared < line.length && line[shared] === lines[i + 1]?.[shared]) shared++
    return { own, end: LINE_END + shared }
  })
  const moves = Array.from(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([move]) => move)
  const indexes = new Map(moves.map((move, i) => [move, i]))
  return {
    moves: moves.flatMap(move => [fromOf(move), toOf(move), kindOf(move)].map(characterOf)).join(''),
    lines: parts
      .flatMap(({ own, end }) => [...own.flatMap(move => codesOf(indexes.get(move) ?? 0)), end])
      .map(characterOf)
      .join(''),
  }
}

/**
 * @param {number} index the index of a move
 * @returns {number[]} its codes
 */
function codesOf(index) {
  if (index < LINE_PAIRS) return [index]
  const first = LINE_PAIRS + Math.floor((index - LINE_PAIRS) / LINE_END)
  if (first >= LINE_END) throw new Error('there are too many different moves')
  return [first, (index - LINE_PAIRS) % LINE_END]
}

/** @param {number} code */
function characterOf(code) {
  if (code >= CODES) throw new Error('two lines share too much')
  return String.fromCharCode(LINE_ZERO + code)
}

/**
 * @param {OpeningData[]} openings
 * @returns {Record<string, string>} by the names of the texts
 */
function pack(openings) {
  let before = { eco: '', family: '' }
  const rows = openings.map(({ eco, name }) => {
    const [family, variation] = name.split(/: (.*)/s)
    if (family.includes(':')) throw new Error(`this name cannot be packed: ${name}`)
    const row = {
      eco: eco === before.eco ? '' : eco,
      name: (family === before.family ? '' : family) + (variation === undefined ? '' : `:${variation}`),
    }
    before = { eco, family }
    return row
  })
  const { moves, lines } = packLines(openings.map(({ pgn }) => movesOf(pgn)))
  return {
    packedMoves: moves,
    packedLines: lines,
    packedCodes: rows.map(row => row.eco).join('\n'),
    packedNames: rows.map(row => row.name).join('\n'),
  }
}

if (isMain(import.meta.url)) {
  const [output, ...files] = process.argv.slice(2)
  provideWasm(() => readFileSync('build/core.wasm'))
  const openings = files.flatMap(file => readOpenings(readFileSync(file, 'utf8')))
  mkdirSync(dirname(output), { recursive: true })
  const texts = Object.entries(pack(openings)).map(
    ([name, text]) => `\nexport const ${name} =\n  ${JSON.stringify(text)}\n`,
  )
  writeFileSync(
    output,
    `// SPDX-License-Identifier: Apache-2.0
// Generated by js/tools/pack-openings.js, which says what it means; do not edit. The data: lichess-org/chess-openings, CC0.
${texts.join('')}`,
  )
}
