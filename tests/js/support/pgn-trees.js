// SPDX-License-Identifier: Apache-2.0
// Games of a PGN as text, for people to read and tests to compare (tests/data/pgn/README.md). It uses the
// public API alone.

import { START_FEN } from './binbo.js'

const DEFAULTS = { Event: '?', Site: '?', Date: '????.??.??', Round: '?', White: '?', Black: '?' }

/**
 * @param {Iterable<PgnGame>} games
 * @param {string[]} [shown] 'fen', 'uci'
 * @returns {string}
 */
export function textOfGames(games, shown = []) {
  const texts = Array.from(games, game => textOfGame(game, shown))
  return texts.length === 0 ? 'no games' : texts.join('\n\n')
}

/**
 * @param {PgnGame} game
 * @param {string[]} [shown]
 * @returns {string}
 */
export function textOfGame(game, shown = []) {
  const lines = headerLines(game)
  if (game.variant !== 'standard') lines.push(`variant ${game.variant}`)
  if (game.startFen !== START_FEN) lines.push(`start ${game.startFen}`)
  const rootNotes = notes(game.root)
  if (rootNotes !== '') lines.push(`root${rootNotes}`)
  addMoves(lines, game)
  lines.push(game.result)
  const line = [...game.mainline()]
  if (shown.includes('fen') && line.length > 0) lines.push(`fen ${line.at(-1).fen}`)
  if (shown.includes('uci') && line.length > 0) lines.push(`uci ${line.map(node => node.uci).join(' ')}`)
  return [...lines, ...game.errors.map(errorText)].map(escaped).join('\n')
}

const headerLines = ({ headers, result }) =>
  [...headers]
    .filter(([name, value]) => value !== (name === 'Result' ? result : DEFAULTS[name]))
    .map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`)

/** One that a reader would not see. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u00a0]/gu
const escaped = line =>
  line.replace(INVISIBLE, one => `\\x${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

/** @param {ChessError} error */
export function errorText({ code, ply, line, column, input }) {
  return [code, ply && `ply ${ply}`, `at ${line}:${column}`, input].filter(Boolean).join(' ')
}

/** Lines of moves up to one that has something to it; variations behind it, one step to the right. */
function addMoves(lines, { root, startFen }) {
  const [, side, , , , number] = startFen.split(' ')
  /** @type {{ node: PgnNode, ply: number, indent: string }[]} Where lines begin, the next one last. */
  const open = []
  const start = (node, ply, indent) => node && open.push({ node, ply, indent })
  start(root.children[0], 2 * (Number(number) - 1) + (side === 'b' ? 1 : 0), '')
  while (open.length > 0) {
    let { node, ply, indent } = open.pop()
    let text = indent
    for (;;) {
      const before = node.startingComments.map(comment => `{${comment}} `).join('')
      if (before !== '' && text !== indent) break
      const needsNumber = ply % 2 === 0 || text === indent
      const numbered = needsNumber ? `${Math.floor(ply / 2) + 1}.${ply % 2 === 0 ? '' : '..'} ` : ''
      const after = notes(node)
      text += `${text === indent ? '' : ' '}${before}${numbered}${node.san}${after}`
      ply++
      const others = node === node.parent.children[0] ? node.parent.children.slice(1) : []
      node = node.children[0]
      if (after === '' && others.length === 0 && node !== undefined) continue
      start(node, ply, indent)
      for (const other of others.reverse()) start(other, ply - 1, `${indent}  `)
      node = undefined
      break
    }
    lines.push(text)
    start(node, ply, indent)
  }
}

/** All that is written beside a move. */
function notes(node) {
  const { nags, comments, clock, emt, eval: evaluation, arrows, squares } = node
  const mark = ({ color, from = '', to = '', square = '' }) => `${color} ${from}${to}${square}`
  return [
    ...nags.map(nag => `$${nag}`),
    ...comments.map(comment => `{${comment}}`),
    clock !== undefined && `[clock ${clock}]`,
    emt !== undefined && `[emt ${emt}]`,
    evaluation && `[eval ${evaluationText(evaluation)}]`,
    arrows && `[arrows ${arrows.map(mark).join(', ')}]`,
    squares && `[squares ${squares.map(mark).join(', ')}]`,
  ]
    .filter(Boolean)
    .map(text => ` ${text}`)
    .join('')
}

function evaluationText({ kind, value, depth }) {
  const score = kind === 'mate' ? `mate ${value}` : `${value}cp`
  return depth === undefined ? score : `${score} depth ${depth}`
}
