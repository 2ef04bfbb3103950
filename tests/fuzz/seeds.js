// SPDX-License-Identifier: Apache-2.0
/**
 * The seeds of a fuzz target in C are one file, seeds/<target>.json: an array of texts in which each character is a byte,
 * one per line. Fuzzers read a folder of files, which unpack() writes.
 *
 * usage: node tests/fuzz/seeds.js keep    keeps inputs in build/fuzz/corpus that reach new code
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isMain } from '../../js/tools/main-module.js'

/** @param {string} target such as 'fen' */
const fileOf = target => `tests/fuzz/seeds/${target}.json`

/** @param {string} target @returns {string} the folder, which has only its seeds */
export function unpack(target) {
  const folder = `build/fuzz/seeds/${target}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (!existsSync(fileOf(target))) return folder
  for (const text of JSON.parse(readFileSync(fileOf(target), 'utf8'))) {
    const bytes = Buffer.from(text, 'latin1')
    writeFileSync(`${folder}/${createHash('sha1').update(bytes).digest('hex')}`, bytes)
  }
  return folder
}

/** @param {string} target @param {string} folder of its seeds */
function pack(target, folder) {
  const texts = readdirSync(folder).map(name => readFileSync(`${folder}/${name}`, 'latin1'))
  const lines = texts.sort().map(text => JSON.stringify(text).replace(/[\x7f-\xff]/g, escaped))
  writeFileSync(fileOf(target), `[\n${lines.join(',\n')}\n]\n`)
}

/** @param {string} character */
const escaped = character => `\\u00${character.charCodeAt(0).toString(16).padStart(2, '0')}`

/** Adds inputs of the corpora that reach new code to the seeds. */
function keep() {
  for (const file of readdirSync('tests/fuzz').filter(name => /^fuzz_.*\.c$/.test(name))) {
    const target = file.slice('fuzz_'.length, -'.c'.length)
    const seeds = unpack(target)
    const before = readdirSync(seeds).length
    const corpus = `build/fuzz/corpus/${target}`
    if (!existsSync(corpus)) continue
    execFileSync(`build/fuzz/fuzz_${target}`, ['-merge=1', seeds, corpus], { stdio: 'ignore' })
    pack(target, seeds)
    console.log(`${target}: ${readdirSync(seeds).length} seeds, ${before} before`)
  }
}

if (isMain(import.meta.url)) {
  if (process.argv[2] !== 'keep') throw new Error('usage: node tests/fuzz/seeds.js keep')
  keep()
}
