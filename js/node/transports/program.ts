// SPDX-License-Identifier: Apache-2.0
// A local engine's program: its path, arguments and environment, checked, and its output.

import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters, TextDecoder } from 'node:util'
import { isA } from '../../core/brand.js'
import { argumentError } from '../../core/errors.js'

/** How much of the end of stderr is kept, in UTF-16 units. Node writes about 15 lines below the line with the error. */
const KEPT = 4000
const SHOWN_LINES = 5
/** How much of it a message quotes, in UTF-16 units. */
const SHOWN = 500
/** A line of Node or Python with the error that ended a program. */
const THROWN = /^[A-Za-z.]*(Error|Exception)\b/

/**
 * @param what what the path leads to, for the message
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkPath(path: unknown, what: string): string {
  const text = isA(path, 'URL') && path.protocol === 'file:' ? fileURLToPath(path) : path
  if (!isArgument(text) || text === '') throw argumentError(`${what} is a path or a file: URL`, path)
  return text
}

/**
 * @returns a copy
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkArguments(args: unknown): string[] {
  if (args === undefined) return []
  if (!Array.isArray(args) || !args.every(isArgument))
    throw argumentError("An engine's arguments are an array of strings", args)
  return [...args]
}

/**
 * @returns a copy; undefined means the environment of this process
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkEnvironment(env: unknown): NodeJS.ProcessEnv | undefined {
  if (env === undefined) return undefined
  const isMap = typeof env === 'object' && env !== null && !Array.isArray(env)
  if (!isMap || !Object.entries(env).every(([name, value]) => isArgument(name) && isValue(value)))
    throw argumentError('env is an object of strings', env)
  return { ...env }
}

/** @returns whether the path is run with Node, not as a program */
export function isNodeScript(path: string): boolean {
  return /\.[cm]?js$/i.test(path)
}

/**
 * The program that runs scripts. In Bun, Deno, Electron and programs packed into one file, process.execPath is not Node
 * but the program itself, which would start itself again.
 * @returns this Node, or the name of the one in the PATH
 */
export function nodeProgram(): string {
  const isNode = process.versions.bun === undefined && /^node(js)?(\.exe)?$/i.test(basename(process.execPath))
  return isNode ? process.execPath : 'node'
}

function isValue(value: unknown) {
  return value === undefined || isArgument(value)
}

/** @returns a string that the system can pass to a program */
function isArgument(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0')
}

/**
 * Reads a stream of UTF-8 to its end: characters are never cut at the borders of chunks, and a byte order mark at the
 * start is removed. Errors of the stream are ignored; its owner reports them.
 * @param stream a stream of bytes
 * @param receive called with text that is not empty
 */
export function readUtf8(stream: Readable, receive: (text: string) => void) {
  const decoder = new TextDecoder()
  const pass = (text: string) => text !== '' && receive(text)
  stream.on('data', bytes => pass(decoder.decode(bytes, { stream: true })))
  stream.on('end', () => pass(decoder.decode()))
  stream.on('error', () => {})
}

/** The end of what a program writes to stderr, for the message about its end. */
export class ErrorTail {
  #text = ''

  /** @param stderr it is read to its end */
  constructor(stderr: Readable | null | undefined) {
    if (stderr) readUtf8(stderr, text => this.#push(text))
  }

  /** @returns the error that was thrown, otherwise the last lines, or '' */
  toString(): string {
    const lines = stripVTControlCharacters(this.#text)
      .split(/[\r\n]+/)
      .filter(line => line.trim() !== '')
    const thrown = lines.findLast(line => THROWN.test(line) && line.includes(':'))
    return thrown?.slice(0, SHOWN) ?? lines.slice(-SHOWN_LINES).join('\n').slice(-SHOWN).trim()
  }

  #push(text: string) {
    this.#text = (this.#text + text.slice(-KEPT)).slice(-KEPT)
  }
}
