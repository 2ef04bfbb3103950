// SPDX-License-Identifier: Apache-2.0
// Fuzzes command lines of `binbo`, and text that users type while they play.

import assert from 'node:assert/strict'
import '#js/entries/index.js'
import { COMMANDS } from '#js/cli/commands.js'
import { settingsOf as serverSettings } from '#js/cli/engine-server.js'
import { chess960Start, playOptions, readStrength, readThinkingLimits } from '#js/cli/play/arguments.js'
import { findCommand } from '#js/cli/play/commands.js'
import { failureText, fitEnd, fitStart, printable, textWidth, visibleJson } from '#js/cli/text.js'
import { UsageError } from '#js/cli/usage-error.js'

/** The options of a command that depend on each other, by its name. */
const SETTINGS = {
  play: ({ values }) => playOptions(values, {}),
  // --token-file would read any file.
  'engine-server': ({ values, words }) => serverSettings({ ...values, tokenFile: undefined }, words, {}),
}
const READERS = await Promise.all(
  COMMANDS.map(async ([name, , load]) => {
    const { command } = await load()
    return (/** @type {string[]} */ args) => {
      const given = command.parse(args)
      if (given !== undefined) SETTINGS[name]?.(given)
    }
  }),
)

const WORDS = [
  ...[
    '--engine',
    '-e',
    '--both',
    '--color',
    'white',
    'random',
    '--fen',
    '--variant',
    'atomic',
    '--chess960',
    '--draws',
  ],
  ...[
    '--movetime',
    '--depth',
    '--elo',
    '--skill',
    '--pgn',
    '--name',
    '--ascii',
    '--flip',
    '--help',
    '-h',
    '--',
    '-',
  ],
  ...[
    '--json',
    '--locale',
    'auto',
    'de',
    '--max-errors',
    '--quiet',
    '-q',
    '--output',
    '-o',
    '--nodes',
    '--multipv',
  ],
  ...[
    '--size',
    '--threads',
    '--hash',
    '--command',
    '--host',
    '--port',
    '--origin',
    '--proxy',
    '10.0.0.0/8',
    '::1',
  ],
  ...[
    '--max-clients',
    '--idle',
    '--allow-option',
    'https://example.org',
    '*',
    '=',
    '--color=',
    '518',
    '\n',
    '-o-',
  ],
]

/** Each line is an argument. @param {string} text */
function checkArguments(text) {
  // The system never passes NUL.
  const args = text.replaceAll('\0', '').split('\n')
  for (const read of READERS) {
    try {
      read(args)
    } catch (error) {
      assert.ok(error instanceof UsageError || error.code === 'ERR_ARGUMENT', String(error))
      assert.doesNotMatch(error.message, /undefined|is not a function|Cannot read|\[object/)
      assert.ok(error.message.length > 0 && error.message.length < text.length + 400, error.message)
    }
  }
  for (const call of [
    () => readThinkingLimits(args[0], args[1]),
    () => readStrength(args[0], args[1]),
    () => chess960Start(args[0]),
  ]) {
    try {
      call()
    } catch (error) {
      assert.ok(error instanceof UsageError || error.code === 'ERR_ARGUMENT', String(error))
    }
  }
}

/** A line typed by a user, and text printed on a terminal. @param {string} text */
function checkTyped(text) {
  const line = text.trim()
  const found = findCommand(line)
  if (found) assert.ok(line.toLowerCase().endsWith(found.rest.toLowerCase()))
  const shown = printable(text)
  assert.doesNotMatch(shown, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
  assert.deepEqual(JSON.parse(visibleJson(text)), text)
  assert.doesNotMatch(failureText(Object.assign(new Error(shown), { code: 'ENOENT' })), /\n/)
  for (const columns of [1, 7, 80]) {
    for (const fitted of [fitStart(shown, columns), fitEnd(shown, columns)])
      assert.ok(textWidth(fitted) <= columns, fitted)
  }
}

/** @type {import('./fuzz.js').Target[]} */
export const targets = [
  {
    name: 'cli-arguments',
    runs: 1500,
    words: WORDS,
    seeds: [
      '--engine\nstockfish\n--color\nblack\n--movetime\n500\n--elo=1500',
      '--chess960\n518\n--draws\nclaim\n--pgn\ngames.pgn',
      '--json\n--locale=de\n--max-errors\n3\na.pgn\n-',
      '-o\nout.pgn\n--depth\n12\n--multipv\n3\nin.pgn',
      '--host\n127.0.0.1\n--port\n0\n--origin\nhttps://example.org\n--proxy\n10.0.0.0/8\nstockfish\n--\n-x',
    ],
    check: checkArguments,
    slowness: 12,
  },
  {
    name: 'cli-typed',
    runs: 800,
    words: [
      'new',
      'undo',
      'level',
      'depth',
      'e4',
      'hint',
      '?',
      '日本',
      'é',
      '\u0301',
      '\x1b[2J',
      "ENOENT: no, open 'x'",
    ],
    seeds: [
      'undo 2',
      'level depth 5 elo 1500',
      'new chess960 518',
      "ENOENT: no such file or directory, open 'x'",
    ],
    check: checkTyped,
    slowness: 12,
  },
]
