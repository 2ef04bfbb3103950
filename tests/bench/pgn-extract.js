// SPDX-License-Identifier: Apache-2.0
// pgn-extract, the native reference for reading PGN. With `-r` it reports errors and writes no game: it reads tags,
// comments and variations and plays every move of them (an illegal one is reported, in variations too); wrong
// signs of check are not reported. `-s` keeps it from naming each game as it passes.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram, timed } from './programs.js'

const execFileAsync = promisify(execFile)

/** @returns {string} its path */
export const pgnExtract = () => {
  const program = findProgram('pgn-extract')
  if (!program) throw new Error('pgn-extract is missing: sh js/tools/setup.sh pgn-extract')
  return program
}

/** @returns {Promise<string>} name and version */
export const pgnExtractName = async () => {
  const { stdout, stderr } = await execFileAsync(pgnExtract(), ['--version'])
  const version = `${stdout}${stderr}`.match(/v(\d+)-(\d+)/)
  return version ? `pgn-extract ${version[1]}.${version[2]}` : 'pgn-extract'
}

/** @param {string} file @returns {Promise<{ elapsed: number, cpu: number }>} seconds, the start of the process included */
export const checkFile = file => timed(pgnExtract(), ['-s', '-r', file])

/** @param {string} file @returns {Promise<{ read: number, games: number }>} how many games it finds no error in, of how many */
export const countGames = async file => {
  const { stdout, stderr } = await execFileAsync(pgnExtract(), ['-r', file], { maxBuffer: 1 << 26 })
  const counts = `${stdout}${stderr}`.match(/(\d+) games? matched out of (\d+)/)
  if (!counts) throw new Error('pgn-extract: no count of games')
  return { read: Number(counts[1]), games: Number(counts[2]) }
}
