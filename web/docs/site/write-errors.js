// SPDX-License-Identifier: Apache-2.0
/**
 * Writes the error reference of web/docs/errors.md out of src/error.h and the errors that stand apart from it, between its
 * two marks.
 *
 * usage: node web/docs/site/write-errors.js    (from the top of the repository)
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { roomErrorFiles } from '../../../js/tools/generate-bindings.js'
import { isMain } from '../../../js/tools/main-module.js'
import { ERROR_NOTES } from './error-notes.js'

const DOCUMENT = 'web/docs/errors.md'
const BEGIN = '<!-- errors: written by web/docs/site/write-errors.js -->'
const END = '<!-- end of errors -->'

/** Code → message of the errors of folders. @type {Record<string, string>} */
const TABLES = {}
for (const file of roomErrorFiles()) {
  const exported = await import(`#${file.replace(/ts$/, 'js')}`)
  for (const [name, table] of Object.entries(exported))
    if (/^[A-Z]+_ERRORS$/.test(name)) Object.assign(TABLES, table)
}

const FAMILIES = [
  [
    'ERR_FEN_',
    'Positions (FEN)',
    'From `new Game({ fen })`, `newGame`, `validateFen`, `perft`, and in `problems()` of a `Setup`; `offset` is the place.',
  ],
  ['ERR_MOVE_', 'Moves by squares', 'From `move`, `indexMove`, `tryMove` and lists of moves.'],
  ['ERR_SAN_', 'Moves in SAN', 'From `sanMove` and lists of moves; the message names the candidate moves.'],
  [
    'ERR_PGN_',
    'PGN',
    'With `line`, `column`, `offset`, the token as `input`, `ply` where a move fails, and `game` (from 1) in a PGN of many.',
  ],
  ['ERR_BOOK_', 'Opening books', 'From `binbo/book`.'],
  ['ERR_COMPACT_', 'Packed games', 'From `binbo/compact`.'],
  ['ERR_DATABASE_', 'Databases', 'From `binbo/database`.'],
  [
    'ERR_EPD_',
    'Records of EPD',
    'From `binbo/epd`; `offset` is the place in the line, `line` that in the file of `readEpd`.',
  ],
  ['ERR_STATE_', 'State bytes', 'From `fromState` and `setState`.'],
  [
    'ERR_UCI_',
    'Engines',
    'From `binbo/uci`; the error of a dead engine has `exitCode`, `signal` and `cause` where they are known.',
  ],
  ['ERR_MATCH_', 'Matches of engines', 'From logs of `binbo/match`.'],
  ['ERR_STORE_', 'Stores of games', 'From the stores of `binbo/server`.'],
  [
    'ERR_ARCHIVE_',
    'Archives in databases',
    'From `postgresArchive` of `binbo/server`; `cause` is the error of `pg`, where there is one.',
  ],
  [
    'ERR_BYTES_',
    'Bytes in parts',
    'From files, Blobs and URLs of which parts are read, such as those of tablebases; `cause` is the error behind it.',
  ],
  ['ERR_TABLEBASE_', 'Tablebases', 'From `binbo/tablebase`; `table` is the name of the file.'],
  [
    'ERR_SESSION_',
    'Games between people',
    'From clients of `connectGames` that are closed, and, for logs of a newer version, from `foldSession`, the stores and the codec.',
  ],
  ['ERR_', 'Everything else', ''],
]

/**
 * @param {string} code
 * @returns {string} Markdown
 * @throws {Error} where web/docs/site/error-notes.js has none
 */
function notesOf(code) {
  const note = ERROR_NOTES[code]
  if (!note) throw new Error(`web/docs/site/error-notes.js says nothing about ${code}`)
  const [cause, remedy, example] = note
  const fence = example.includes('`') ? '``' : '`'
  const lines = [`- Cause: ${cause}`, `- What to do: ${remedy}`]
  if (example) lines.push(`- Example: ${fence}${example}${fence}`)
  return lines.join('\n')
}

/**
 * @param {string} header the text of src/error.h
 * @returns {string} Markdown, with a heading for every code
 */
export function errorReference(header) {
  const warnings = header.indexOf('#define WARNING_CODES')
  const ofHeader = [...header.matchAll(/X\((ERR_\w+), \d+, "((?:[^"\\]|\\.)*)"\)/g)].map(
    ({ 1: code, 2: message, index }) => ({
      code,
      message: message.replaceAll('\\"', '"'),
      isWarning: warnings >= 0 && index > warnings,
    }),
  )
  const apart = Object.entries(TABLES).map(([code, message]) => ({ code, message, isWarning: false }))
  const errors = [...ofHeader, ...apart]
  const used = new Set()
  const parts = FAMILIES.map(([prefix, title, from]) => {
    const family = errors.filter(({ code }) => code.startsWith(prefix) && !used.has(code))
    for (const { code } of family) used.add(code)
    const entries = family.map(({ code, message, isWarning }) => {
      const note = isWarning ? ' A warning: it is reported, with `warning: true`, and never thrown.' : ''
      return `### ${code}\n\n${message}.${note}\n\n${notesOf(code)}`
    })
    return [`## ${title}`, ...(from ? [from] : []), ...entries].join('\n\n')
  })
  return parts.join('\n\n')
}

/**
 * @param {string} document
 * @param {string} reference
 * @returns {string} the document with the reference between its marks
 * @throws {Error} where a mark is missing
 */
export function withReference(document, reference) {
  const begin = document.indexOf(BEGIN)
  const end = document.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`the error reference needs its marks: ${BEGIN} and ${END}`)
  return `${document.slice(0, begin + BEGIN.length)}\n\n${reference}\n\n${document.slice(end)}`
}

if (isMain(import.meta.url)) {
  const reference = errorReference(readFileSync('src/error.h', 'utf8'))
  writeFileSync(DOCUMENT, withReference(readFileSync(DOCUMENT, 'utf8'), reference))
}
