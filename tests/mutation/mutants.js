// SPDX-License-Identifier: Apache-2.0
// The tables of faults, and which tests in C are most likely to notice one.
import { readFileSync } from 'node:fs'
import { typedPath } from '../../js/tools/strip-types.js'

/** Of mistakes that people make. */
const KINDS = ['sign', 'mask', 'bound', 'off by one', 'side', 'unit', 'field', 'order', 'condition'].concat([
  'forgotten',
  'await',
  'reset',
  'cleanup',
  'escape',
])

/**
 * @typedef {object} Mutant
 * @property {string} file a source in JS that has got types keeps its name in the table
 * @property {string} kind one of KINDS
 * @property {string} text stands in the file once
 * @property {string} by what replaces it
 * @property {string} explained why no test can notice it, or which one does that does not run here; '' for none
 * @property {string} key names it
 */

/** @typedef {{ mutant: Mutant, by: string | null }} Fault by: the test that notices it */

/** @param {'c' | 'js'} language @returns {Mutant[]} of mutants-LANGUAGE.tsv */
export function readMutants(language) {
  const table = `mutants-${language}.tsv`
  const lines = readFileSync(new URL(table, import.meta.url), 'utf8').split('\n')
  const mutants = lines
    .filter(line => line && !line.startsWith('#'))
    .map(line => {
      const [named, kind, text, by, explained = ''] = line.split('\t')
      const file = typedPath(named)
      return { file, kind, text, by, explained, key: `${file} (${kind}): ${text} -> ${by}` }
    })
  for (const { kind, by, key } of mutants)
    if (!KINDS.includes(kind) || by === undefined) throw new Error(`${table}: ${key}`)
  return mutants
}

/** @param {string} source @param {Mutant} mutant @returns {string} */
export function replaceOnce(source, { file, text, by }) {
  if (source.split(text).length !== 2) throw new Error(`${file} does not have this text once: ${text}`)
  return source.replace(text, () => by)
}

/** Tests for files whose name no test has. */
const NEAREST = [
  { pattern: /zobrist/, names: ['position_test', 'rules_test'] },
  { pattern: /generator|legality|bitboard|movegen/, names: ['movegen_test', 'perft_test'] },
  { pattern: /src\/(position|zobrist|castling)/, names: ['position_test', 'movegen_test', 'perft_test'] },
  { pattern: /src\/fen/, names: ['fen_test', 'fen_variants_test', 'fen_strict_test'] },
  { pattern: /src\/game/, names: ['game_test', 'slow_game_test'] },
  { pattern: /rules\/dead/, names: ['dead_test'] },
  { pattern: /rules\/kingless/, names: ['api_test', 'game_test'] },
  { pattern: /rules\/horde/, names: ['horde_material_test', 'rules_test', 'status_test'] },
  { pattern: /rules\/(standard|rules|status)/, names: ['status_test', 'rules_test', 'game_test'] },
  { pattern: /rules\//, names: ['rules_test', 'status_test'] },
  {
    pattern: /pgn\/(line|reader|scan|tags)/,
    names: ['pgn_test', 'pgn_lexer_test', 'pgn_error_test', 'pgn_random_test'],
  },
  { pattern: /pgn\//, names: ['pgn_test'] },
  { pattern: /wasm\/.*pgn/, names: ['api_pgn_test'] },
  { pattern: /wasm\//, names: ['api_test', 'api_rules_test', 'api_pgn_test', 'handles_test', 'memory_test'] },
]

/**
 * The tests that the file's name or NEAREST calls for, those of the name first.
 *
 * @param {string} file
 * @param {readonly string[]} tests
 * @returns {string[]}
 */
export function relatedTests(file, tests) {
  const base = file.replace(/.*\/(.*)\..*$/, '$1')
  const named = [`${base}_test`, `rules_${base}_test`, `pgn_${base}_test`]
  const near = NEAREST.flatMap(({ pattern, names }) => (pattern.test(file) ? names : []))
  return [...new Set([...named, ...near])].filter(test => tests.includes(test))
}
