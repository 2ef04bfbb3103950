// SPDX-License-Identifier: Apache-2.0
// The documents of tests/data/pgn: cases of a PGN and of what is read from it (their README says how).

import { readdirSync, readFileSync } from 'node:fs'
import { root } from './binbo.js'

const folder = `${root}tests/data/pgn/`

/**
 * @typedef {object} PgnCase
 * @property {string} title the file's name and the heading
 * @property {string | Uint8Array} input
 * @property {Record<string, any>} options of parsePgn
 * @property {string} tree what is expected
 * @property {string[]} shown 'fen', 'uci'
 */

const FENCED = /^```(\w+)(.*)\n([\s\S]*?)^```$/gm

/** @returns {PgnCase[]} of all documents */
export function readDocuments() {
  const names = readdirSync(folder).filter(name => name.endsWith('.md') && name !== 'README.md')
  return names.flatMap(name => casesOf(name, readFileSync(`${folder}${name}`, 'utf8')))
}

/**
 * @param {string} name of the file
 * @param {string} text
 * @returns {PgnCase[]}
 */
function casesOf(name, text) {
  const sections = text.split(/^## /m).slice(1)
  return sections.map(section => {
    const title = `${name}: ${section.slice(0, section.indexOf('\n'))}`
    const blocks = [...section.matchAll(FENCED)].map(([, kind, words, body]) => ({
      kind,
      words: words.split(' ').filter(word => word !== ''),
      body,
    }))
    const kinds = blocks.map(block => block.kind).join()
    if (kinds !== 'pgn,tree') throw new Error(`${title}: blocks ${kinds} instead of pgn,tree`)
    const [pgn, tree] = blocks
    return { title, ...inputOf(title, pgn), tree: tree.body.trimEnd(), shown: tree.words }
  })
}

/**
 * @param {string} title
 * @param {{ words: string[], body: string }} block
 */
function inputOf(title, { words, body }) {
  const isBytes = words.includes('bytes')
  const options = words.filter(word => word !== 'bytes').map(word => word.split('='))
  return {
    input: isBytes ? bytesOf(title, body) : body,
    options: Object.fromEntries(options.map(([name, value]) => [name, value ?? true])),
  }
}

const ESCAPES = { n: 10, r: 13, t: 9, '\\': 92 }

/**
 * @param {string} title
 * @param {string} body with escapes
 * @returns {Uint8Array}
 */
function bytesOf(title, body) {
  const parts = body.replace(/[ \t]*\n/g, '').split(/(\\(?:x[0-9A-F]{2}|.))/)
  return Buffer.concat(
    parts.map((part, index) => {
      if (index % 2 === 0) return Buffer.from(part)
      const byte = part[1] === 'x' ? Number.parseInt(part.slice(2), 16) : ESCAPES[part[1]]
      if (!(byte >= 0)) throw new Error(`${title}: ${part} is no escape`)
      return Buffer.from([byte])
    }),
  )
}
