// SPDX-License-Identifier: Apache-2.0
// The commands of `binbo`. Each one is a module, which is loaded when the command is called.

import type { Command } from './command.js'

type CommandRow = [name: string, summary: string, load: () => Promise<{ command: Command }>]

export const COMMANDS: readonly CommandRow[] = [
  ['pgn check', 'replay every game of PGN files and list the errors', () => import('./pgn-check.js')],
  ['pgn analyse', 'analyse every game of PGN files with an engine', () => import('./pgn-analyse.js')],
  [
    'pgn find',
    'find the games of PGN files that reach a position or material',
    () => import('./pgn-find.js'),
  ],
  ['pgn tag', 'set the opening tags of the games of PGN files', () => import('./pgn-tag.js')],
  ['play', 'play chess in the terminal, against an engine or by hand', () => import('./play.js')],
  ['engine-server', 'serve a UCI engine over WebSocket', () => import('./engine-server.js')],
  ['server', 'serve games that people play against each other, over WebSocket', () => import('./server.js')],
  ['book make', 'make an opening book of the games of PGN files', () => import('./book-make.js')],
  ['book show', 'show the moves that an opening book has in a position', () => import('./book-show.js')],
  ['book merge', 'join two opening books', () => import('./book-merge.js')],
  ['db add', 'add the games of PGN files to a database', () => import('./db-add.js')],
  ['db explore', 'count what was played from a position', () => import('./db-explore.js')],
  [
    'db search',
    'find games by headers, positions, patterns, material and moves',
    () => import('./db-search.js'),
  ],
  ['db show', 'write games of a database by their numbers', () => import('./db-show.js')],
  ['db tree', 'join games into one tree of moves', () => import('./db-tree.js')],
  ['db leaves', 'list where games leave a repertoire', () => import('./db-leaves.js')],
  ['db export', 'write games as PGN, CSV, Arrow tables or an opening book', () => import('./db-export.js')],
  ['db players', 'list the players, each under all names', () => import('./db-players.js')],
  ['db alias', 'make two names one player', () => import('./db-alias.js')],
  ['db doubles', 'list games that are there several times', () => import('./db-doubles.js')],
  ['db groups', 'count games by opening, rating, year, player and more', () => import('./db-groups.js')],
  ['db stat', 'say what a database holds', () => import('./db-stat.js')],
  ['db remove', 'take games out of a database', () => import('./db-remove.js')],
  ['epd run', 'play the test suites of EPD files with an engine', () => import('./epd-run.js')],
  ['match score', 'count the games of PGN files: Elo, and a test of it', () => import('./match-score.js')],
  ['match', 'play engines against each other', () => import('./match.js')],
  ['match-worker', 'play matches of engines that other machines queue', () => import('./match-worker.js')],
  ['svg', 'draw a position as an SVG', () => import('./svg.js')],
  ['tablebase', 'say who wins an endgame, by Syzygy tables', () => import('./tablebase.js')],
]

/**
 * @param word the first word of several commands, such as 'pgn'
 * @returns the rows of these commands; none if the word itself is a command
 */
export const groupOf = (word: string | undefined): CommandRow[] =>
  COMMANDS.some(([name]) => name === word) ? [] : COMMANDS.filter(([name]) => name.startsWith(`${word} `))

/** @param group the first word of the commands if they share it, otherwise '' */
export function helpText(group: string, commands: readonly CommandRow[]) {
  const start = ['binbo', group].filter(Boolean).join(' ')
  return `usage: ${start} COMMAND …

commands:
${commands.map(([name, summary]) => `  ${name.padEnd(14)} ${summary}`).join('\n')}

See binbo COMMAND --help for details; binbo --version prints the version.
`
}

/** @returns the error message for words that are not a command */
export function unknownCommand([word, next]: string[]): string {
  const group = groupOf(word)
  const names = (group.length > 0 ? group : COMMANDS).map(([name]) => name).join(', ')
  const commands = `; the commands are: ${names}`
  if (word === undefined) return `no command is given${commands}`
  if (group.length === 0) return `there is no command '${word}'${commands}`
  return next === undefined
    ? `no command of '${word}' is given${commands}`
    : `there is no command '${word} ${next}'${commands}`
}
