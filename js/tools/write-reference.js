// SPDX-License-Identifier: Apache-2.0
/**
 * Writes the error reference of README.md out of src/error.h, between its two marks.
 *
 * usage: node js/tools/write-reference.js    (from the top of the repository)
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { isMain } from './main-module.js'

const BEGIN = '<!-- errors: written by js/tools/write-reference.js -->'
const END = '<!-- end of errors -->'

const FAMILIES = [
  [
    'ERR_FEN_',
    'Positions (FEN)',
    'From `new Game({ fen })`, `newGame`, `validateFen`, `perft`; `offset` is the place.',
  ],
  ['ERR_MOVE_', 'Moves by squares', 'From `move`, `indexMove`, `tryMove` and lists of moves.'],
  [
    'ERR_SAN_',
    'Moves in SAN',
    'From `sanMove` and lists of moves; the message names the moves that come into question.',
  ],
  [
    'ERR_PGN_',
    'PGN',
    'With `line`, `column`, `offset`, the token as `input`, `ply` where a move fails, and `game` (from 1) in a PGN of many.',
  ],
  ['ERR_STATE_', 'State bytes', 'From `fromState` and `setState`.'],
  [
    'ERR_UCI_',
    'Engines',
    'From `binbo/uci`; an engine that died is told with `exitCode`, `signal` and `cause` where they are known.',
  ],
  ['ERR_', 'Everything else', ''],
]

/**
 * @param {string} header the text of src/error.h
 * @returns {string} Markdown, with a heading for every code
 */
export function errorReference(header) {
  const errors = [...header.matchAll(/X\((ERR_\w+), \d+, "((?:[^"\\]|\\.)*)"\)/g)].map(
    ([, code, message]) => ({
      code,
      message: message.replaceAll('\\"', '"'),
    }),
  )
  const used = new Set()
  const parts = FAMILIES.map(([prefix, title, from]) => {
    const family = errors.filter(({ code }) => code.startsWith(prefix) && !used.has(code))
    for (const { code } of family) used.add(code)
    const entries = family.map(({ code, message }) => `#### ${code}\n\n${message}.`)
    return [`### ${title}`, ...(from ? [from] : []), ...entries].join('\n\n')
  })
  return parts.join('\n\n')
}

/**
 * @param {string} readme
 * @param {string} reference
 * @returns {string} the README with the reference between its marks
 */
export function withReference(readme, reference) {
  const begin = readme.indexOf(BEGIN)
  const end = readme.indexOf(END)
  if (begin < 0 || end < begin) throw new Error('README.md has lost the marks of its error reference')
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${reference}\n\n${readme.slice(end)}`
}

if (isMain(import.meta.url)) {
  const reference = errorReference(readFileSync('src/error.h', 'utf8'))
  writeFileSync('README.md', withReference(readFileSync('README.md', 'utf8'), reference))
}
