// SPDX-License-Identifier: Apache-2.0
// For tests of tablebases: positions of a material, and Stockfish, which probes the same tables, as a witness.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Position } from 'binbo'
import { findStockfish } from './stockfish.js'

const NAMES = ['Loss', 'Blessed loss', 'Draw', 'Cursed win', 'Win']

/** Squares from a1 to h8, '' or a letter as in a FEN, as its placement. @param {string[]} board */
const placementOf = board =>
  Array.from({ length: 8 }, (_, i) =>
    board
      .slice(56 - 8 * i, 64 - 8 * i)
      .map(man => man || '1')
      .join('')
      .replace(/1+/g, ones => `${ones.length}`),
  ).join('/')

/**
 * @param {string[]} board
 * @param {'w' | 'b'} side
 * @param {() => number} random for an en passant square, where one is possible
 */
function enPassantOf(board, side, random) {
  const [pawn, taker, rank, back] = side === 'w' ? ['p', 'P', 4, 8] : ['P', 'p', 3, -8]
  const squares = Array.from({ length: 8 }, (_, file) => rank * 8 + file).filter(square => {
    const beside = [square % 8 > 0 ? square - 1 : -1, square % 8 < 7 ? square + 1 : -1]
    const passed = board[square + back] === '' && board[square + 2 * back] === ''
    return board[square] === pawn && passed && beside.some(s => board[s] === taker)
  })
  if (squares.length === 0 || random() < 0.1) return '-'
  const square = squares[0] + back
  return `${'abcdefgh'[square % 8]}${Math.floor(square / 8) + 1}`
}

/**
 * @param {string} material such as 'KRvKP'
 * @param {() => number} random
 * @returns {Position} a random position of it, either side being White
 */
export function randomPosition(material, random) {
  for (;;) {
    const [first, second] = material.split('v')
    const men = random() < 0.5 ? first + second.toLowerCase() : second + first.toLowerCase()
    const board = new Array(64).fill('')
    for (const man of men) {
      let square = Math.floor(random() * 64)
      while (board[square] !== '') square = Math.floor(random() * 64)
      board[square] = man
    }
    const side = random() < 0.5 ? 'w' : 'b'
    try {
      return Position.from(`${placementOf(board)} ${side} - ${enPassantOf(board, side, random)} 0 1`)
    } catch {
      // No position: another one.
    }
  }
}

/**
 * @param {string} folder of tables
 * @param {readonly Position[]} positions
 * @returns {Promise<{ wdl: number | null, dtz: number | null }[]>} what Stockfish says of them; null where it fails
 */
export async function askStockfish(folder, positions) {
  const path = findStockfish()
  assert.ok(path, 'these tests need the native stockfish: make setup installs it')
  const engine = spawn(path, { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = []
  try {
    engine.stdin.write(`setoption name SyzygyPath value ${folder}\n`)
    for (const position of positions)
      engine.stdin.write(`position fen ${position.toFen({ enPassant: 'legal' })}\nd\n`)
    /** @type {number | null} */
    let wdl = null
    for await (const line of createInterface({ input: engine.stdout })) {
      const hasFailed = line.includes('(Fail')
      const [, name] = /^Tablebases WDL: +([A-Za-z ]+?) \(/.exec(line) ?? []
      if (name !== undefined) wdl = hasFailed ? null : NAMES.indexOf(name) - 2
      const [, dtz] = /^Tablebases DTZ: +(-?\d+)/.exec(line) ?? []
      if (dtz !== undefined) answers.push({ wdl, dtz: hasFailed ? null : Number(dtz) })
      if (answers.length === positions.length) break
    }
  } finally {
    engine.kill()
  }
  return answers
}
