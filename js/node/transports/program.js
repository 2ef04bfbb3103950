// SPDX-License-Identifier: Apache-2.0
// Checks the path, arguments and environment that a local engine is started with.

import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isA } from '../../core/brand.js'
import { argumentError } from '../../core/errors.js'

/**
 * @param {unknown} path
 * @param {string} what it leads to, for the message
 * @returns {string}
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkPath(path, what) {
  const text = isA(path, 'URL') && path.protocol === 'file:' ? fileURLToPath(path) : path
  if (!isArgument(text) || text === '') throw argumentError(`${what} is a path or a file: URL`, path)
  return text
}

/**
 * @param {unknown} args
 * @returns {string[]} a copy
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkArguments(args) {
  if (args === undefined) return []
  if (!Array.isArray(args) || !args.every(isArgument))
    throw argumentError("An engine's arguments are an array of strings", args)
  return [...args]
}

/**
 * @param {unknown} env
 * @returns {NodeJS.ProcessEnv | undefined} a copy; undefined stands for this process's own
 * @throws {ChessError} ERR_ARGUMENT
 */
export function checkEnvironment(env) {
  if (env === undefined) return undefined
  const isMap = typeof env === 'object' && env !== null && !Array.isArray(env)
  if (!isMap || !Object.entries(env).every(([name, value]) => isArgument(name) && isValue(value)))
    throw argumentError('env is an object of strings', env)
  return { ...env }
}

/**
 * @param {string} path
 * @returns {boolean} whether it is run in Node, instead of as a program
 */
export function isNodeScript(path) {
  return /\.[cm]?js$/i.test(path)
}

/**
 * The program that runs scripts. In Bun, Deno, Electron and programs packed into one file, process.execPath is not Node
 * but the program itself, which would start itself again.
 * @returns {string} this Node, or the name of the one in the PATH
 */
export function nodeProgram() {
  const isNode = process.versions.bun === undefined && /^node(js)?(\.exe)?$/i.test(basename(process.execPath))
  return isNode ? process.execPath : 'node'
}

/** @param {unknown} value */
function isValue(value) {
  return value === undefined || isArgument(value)
}

/**
 * @param {unknown} value
 * @returns {value is string} a string that the system can pass to a program
 */
function isArgument(value) {
  return typeof value === 'string' && !value.includes('\0')
}
