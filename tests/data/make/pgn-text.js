// SPDX-License-Identifier: Apache-2.0
// Writes a played game in the form of Lichess's database: tags, and after each move a comment with the
// evaluation and the clock. Annotated games also carry marks, words, NAGs and nested variations.

import { CLOCK_INCREMENT, CLOCK_START } from './self-play.js'

/** @import { PlayedGame, PlayedPly } from './self-play.js' */

/** @param {number} seconds @returns {string} h:mm:ss */
function clockText(seconds) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** @param {{ kind: 'cp' | 'mate', value: number }} score @returns {string} pawns, or # and moves to mate */
const evalText = ({ kind, value }) => (kind === 'mate' ? `#${value}` : (value / 100).toFixed(2))

/** @param {string} fen @returns {{ number: number, black: boolean }} */
function moveCount(fen) {
  const fields = fen.split(' ')
  return { number: Number(fields[5]), black: fields[1] === 'b' }
}

/** @param {number} loss centipawns @returns {string} */
function mark(loss) {
  if (loss >= 300) return '??'
  if (loss >= 150) return '?'
  return loss >= 80 ? '?!' : ''
}

/**
 * A variation in parentheses; its second half is a variation nested in the first.
 * @param {PlayedPly} ply
 * @returns {string}
 */
function variation({ fen, better }) {
  const { number, black } = moveCount(fen)
  const start = `${number}${black ? '...' : '.'} ${better[0]} $1`
  if (better.length < 3) return `( ${start} )`
  const reply = `${black ? `${number + 1}.` : `${number}...`} ${better[1]}`
  const second = `${number + 1}${black ? '...' : '.'} ${better[2]}`
  return `( ${start} { Better. } ${reply} ( ${reply}!? ; the same move again\n) ${second} )`
}

/**
 * @param {PlayedPly} ply
 * @param {boolean} annotated
 * @returns {string}
 */
function moveText(ply, annotated) {
  const { number, black } = moveCount(ply.fen)
  const ending = ply.san.endsWith('#')
  const numbered = `${number}${black ? '...' : '.'} ${ply.san}${annotated ? mark(ply.loss) : ''}`
  const data = `${ending ? '' : `[%eval ${evalText(ply.score)}] `}[%clk ${clockText(ply.clock)}]`
  if (!annotated) return `${numbered} { ${data} }`
  const words = mark(ply.loss) ? ` { Größer wäre der Vorteil – « ${ply.better[0] ?? 'anders'} ». }` : ''
  const nag = ply.san.includes('+') ? ' $40' : ''
  return `${numbered}${nag}${words} { ${data} }${ply.better.length ? ` ${variation(ply)}` : ''}`
}

/** @param {string} ending @returns {string} the Termination tag */
function termination(ending) {
  if (ending === 'time forfeit') return 'Time forfeit'
  return ending === 'unfinished' ? 'Unterminated' : 'Normal'
}

/**
 * @param {PlayedGame} game
 * @param {number} round
 * @param {string} engineName
 * @returns {string} the game, ending with a line feed
 */
export function writePgn({ plan, plies, result, ending }, round, engineName) {
  const tags = [
    ['Event', plan.event],
    ['Site', '?'],
    ['Date', '2026.11.21'],
    ['Round', String(round)],
    ['White', `${engineName}, ${plan.nodes[0]} nodes`],
    ['Black', `${engineName}, ${plan.nodes[1]} nodes`],
    ['Result', result],
    ['TimeControl', `${CLOCK_START}+${CLOCK_INCREMENT}`],
    ['Termination', termination(ending)],
    ['Ending', ending],
  ]
  if (plan.variant === 'chess960') tags.push(['Variant', 'Chess960'])
  else if (plan.fen) tags.push(['Variant', 'From Position'])
  if (plan.fen) tags.push(['FEN', plan.fen], ['SetUp', '1'])
  const head = tags.map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]\n`).join('')
  const moves = plies.map(ply => moveText(ply, plan.comments)).join(' ')
  return `${head}\n${moves} ${result}\n`
}
