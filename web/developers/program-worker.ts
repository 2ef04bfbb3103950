// SPDX-License-Identifier: Apache-2.0
// Runs a program of the dialog for developers in a Worker, which the page ends, and reports what the program prints.

import * as binbo from 'binbo'
import { PgnGame, PgnNode, parsePgn } from 'binbo/pgn'
import { startCore } from '../page/load.js'
import { runProgram } from './interpreter.js'
import { ProgramError } from './program-tokens.js'

/** `pgn`: the value of the variable of that name. */
export type Task = { program: string; pgn: string }

/** 'started': the program runs from now on. `line`: of the program. */
export type Report =
  | { kind: 'started' }
  | { kind: 'print'; text: string }
  | { kind: 'end'; error: { text: string; line: number; code: string } | null }

/** A program may print so many lines, each of so many characters. */
const MOST_LINES = 500
const LONGEST = 20_000
/** Levels of an object that are shown, and the parts of a list. */
const DEPTH = 3
const MOST_PARTS = 100

const started = startCore()
const report = (one: Report) => postMessage(one)

// No value leads to a function that compiles code, even if the interpreter has a gap.
for (const made of [() => {}, async () => {}, function* () {}, async function* () {}])
  Object.defineProperty(Object.getPrototypeOf(made), 'constructor', { value: undefined })

addEventListener('message', ({ data }) => started.then(() => run(data)).catch(reportError))

function run({ program, pgn }: Task) {
  let lines = 0
  const log = (...values: unknown[]) => {
    if (++lines > MOST_LINES) throw new RangeError('It prints too much.')
    const text = values.map(value => (typeof value === 'string' ? value : shown(value))).join(' ')
    report({ kind: 'print', text: text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text })
  }
  report({ kind: 'started' })
  try {
    runProgram(
      program,
      { binbo: { ...binbo }, 'binbo/pgn': { PgnGame, PgnNode, parsePgn } },
      { console: { log }, pgn },
    )
    report({ kind: 'end', error: null })
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error
    const { message, line, code } = error
    report({ kind: 'end', error: { text: message, line, code } })
  }
}

/** @returns the value as text, much like that of console.log() in Node */
function shown(value: unknown, depth = 0): string {
  if (typeof value === 'string') return `'${value}'`
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return '[Function]'
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Error) return value.message
  const inside = (one: unknown) => shown(one, depth + 1)
  const among = (parts: string[], [open, close]: string) => {
    if (parts.length === 0) return open + close
    const more = parts.length > MOST_PARTS ? ', …' : ''
    return `${open} ${depth < DEPTH ? parts.slice(0, MOST_PARTS).join(', ') + more : '…'} ${close}`
  }
  if (Array.isArray(value)) return among(value.map(inside), '[]')
  if (value instanceof Set) return `Set ${among([...value].map(inside), '{}')}`
  if (value instanceof Map)
    return `Map ${among(
      [...value].map(([key, one]) => `${inside(key)} => ${inside(one)}`),
      '{}',
    )}`
  const kind = Object.entries({ ...binbo, PgnGame, PgnNode }).find(
    ([, one]) => typeof one === 'function' && one === value.constructor,
  )
  if (kind && 'fen' in value) return `${kind[0]} { fen: '${value.fen}' }`
  const facts = Object.entries(value).map(([key, one]) => `${key}: ${inside(one)}`)
  return `${kind ? `${kind[0]} ` : ''}${among(facts, '{}')}`
}
