// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the tests of tests/js and tests/sim with V8's coverage, over a dist/ with source maps, and prints how many lines
 * of js/ ran, in any process that ended by itself. Comments, imports, and lines that only close something do not count;
 * lines of files that no test loads do. The exit code is 1 below 95 %.
 *
 * usage: node tests/runner/coverage-js.js [FILE...]    default: all files of these tests
 *   AT_ONCE, FILE_SECONDS  see run.js
 *   KEEP=1                 adds to what the run before found
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readStripped, STRIPPED } from '../../js/tools/strip-types.js'
import { sourceOf } from './imports.js'
import { testFiles } from './plan.js'

/** @typedef {{ startOffset: number, endOffset: number, count: number }} Range */
/** @typedef {{ url: string, functions: { ranges: Range[] }[] }} Script as V8 reports it */
/** @typedef {{ start: number, end: number, source: string, line: number }} Place a built line, and where it is from */

const LEAST_PERCENT = 95
const LISTED_BELOW = 90
const RAW = 'build/coverage/raw'
const MAPS = 'build/coverage/maps'
/** Lines that do nothing: comments, imports, names in their lists, brackets that end something. */
const IDLE = /^(\/\/|\/\*|\*|import\b(?! *\()|\} from |export \{|export \* |[\w$]+,$|[\])}\s,;(]*$)/

/** @param {string} folder */
const filesBelow = folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name))

/** @param {string} file below js/ */
const isCounted = file => /^js\/.*\.[jt]s$/.test(file) && !/^js\/(tools|\w+\/generated)\//.test(file)

/** @param {string} text @returns {{ start: number, end: number, text: string }[]} its lines without the space around */
function linesOf(text) {
  let offset = 0
  return text.split('\n').map(line => {
    const start = offset + line.length - line.trimStart().length
    const end = offset + line.trimEnd().length
    offset += line.length + 1
    return { start, end, text: line.trim() }
  })
}

/** Builds dist/ anew and moves its maps away, since tests pack dist/. */
function build() {
  const { status } = spawnSync(process.execPath, ['js/tools/build.js'], {
    env: { ...process.env, COVERAGE: '1' },
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('dist/ was not built')
  rmSync(MAPS, { recursive: true, force: true })
  for (const map of filesBelow('dist').filter(file => file.endsWith('.map'))) {
    const target = join(MAPS, relative('dist', map))
    mkdirSync(join(target, '..'), { recursive: true })
    renameSync(map, target)
  }
}

/**
 * @param {string} file of js/, or of dist/ if it has a map
 * @returns {Place[]} its lines that count
 */
function placesOf(file) {
  const lines = linesOf(readStripped(file))
  if (file.startsWith('js/'))
    return lines.flatMap(({ start, end, text }, index) =>
      IDLE.test(text) ? [] : [{ start, end, source: file, line: index + 1 }],
    )
  const map = new SourceMap(JSON.parse(readFileSync(join(MAPS, `${relative('dist', file)}.map`), 'utf8')))
  let lineStart = 0
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      const { start, end } = lines[index]
      const entry = map.findEntry(index, start - lineStart)
      lineStart += text.length + 1
      if (IDLE.test(lines[index].text) || !('originalSource' in entry)) return []
      const source = entry.originalSource.replace(/^(\.\.\/)+/, '')
      return isCounted(source) ? [{ start, end, source, line: entry.originalLine + 1 }] : []
    })
}

/**
 * @param {Script} script
 * @param {Place} place
 * @returns {boolean} whether a part of the line ran: of the ranges around it, the innermost says so
 */
function ran({ functions }, { start, end }) {
  /** @type {Range | undefined} */
  let innermost
  for (const { ranges } of functions)
    for (const range of ranges) {
      const isAround = range.startOffset <= start && range.endOffset >= end
      if (
        isAround &&
        (!innermost || range.endOffset - range.startOffset <= innermost.endOffset - innermost.startOffset)
      )
        innermost = range
    }
  return innermost === undefined || innermost.count > 0
}

/** @returns {Map<string, Map<number, boolean>>} for each file of js/, which of its lines ran */
function measure() {
  /** @type {Map<string, Map<number, boolean>>} */
  const sources = new Map()
  /** @type {Map<string, Place[]>} */
  const left = new Map() // what did not run yet, by loaded file
  const mapped = filesBelow(MAPS).filter(file => file.endsWith('.map'))
  for (const file of mapped.map(map => join('dist', relative(MAPS, map.slice(0, -4)))))
    left.set(file, placesOf(file))
  for (const { source, line } of [...left.values()].flat())
    sources.set(source, (sources.get(source) ?? new Map()).set(line, false))
  for (const file of filesBelow('js').filter(isCounted)) {
    const places = placesOf(file)
    if (!sources.has(file) && places.length > 0)
      sources.set(file, new Map(places.map(({ line }) => [line, false])))
    left.set(file, places)
  }
  for (const name of readdirSync(RAW)) {
    /** @type {{ result: Script[] }} */
    const { result } = JSON.parse(readFileSync(join(RAW, name), 'utf8'))
    for (const script of result.filter(({ url }) => url.startsWith('file:'))) {
      const loaded = relative('.', fileURLToPath(script.url))
      const file = loaded.startsWith(STRIPPED) ? sourceOf(loaded) : loaded
      const places = left.get(file)
      if (!places) continue
      const rest = places.filter(place => !ran(script, place))
      left.set(file, rest)
      const still = new Set(rest)
      for (const place of places.filter(each => !still.has(each))) {
        const lines = sources.get(place.source)
        if (lines?.has(place.line)) lines.set(place.line, true)
      }
    }
  }
  return sources
}

/** @param {[number, boolean][]} lines in order @returns {string} '3, 7-9': those that did not run */
function gaps(lines) {
  /** @type {[number, number][]} */
  const found = []
  let joins = false
  for (const [line, didRun] of lines) {
    const last = found.at(-1)
    if (!didRun && joins && last) last[1] = line
    else if (!didRun) found.push([line, line])
    joins = !didRun
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
}

/** @param {Map<number, boolean>[]} files */
function sum(files) {
  const lines = files.reduce((total, file) => total + file.size, 0)
  const covered = files.flatMap(file => [...file.values()]).filter(Boolean).length
  return { lines, covered, percent: (100 * covered) / lines }
}

/** @param {string} name @param {ReturnType<typeof sum>} numbers */
const row = (name, { lines, covered, percent }) =>
  `${name.padEnd(28)}${String(lines).padStart(7)}${String(covered).padStart(9)}${percent.toFixed(1).padStart(9)}`

/** @param {string[]} chosen files of tests; none: all that run in Node */
function main(chosen) {
  const files = chosen.length > 0 ? chosen : testFiles()
  if (process.env.KEEP !== '1') rmSync(RAW, { recursive: true, force: true })
  build()
  const { status } = spawnSync(process.execPath, ['tests/runner/run.js', ...files], {
    env: { ...process.env, NODE_V8_COVERAGE: RAW, BINBO_SCALE: '1' },
    stdio: 'inherit',
  })
  const sources = [...measure()].sort(([a], [b]) => (a < b ? -1 : 1))
  // The dist/ that is packed.
  spawnSync(process.execPath, ['js/tools/build.js'], { stdio: 'inherit' })

  console.log(`${'folder'.padEnd(28)}  lines  covered  percent`)
  for (const folder of new Set(sources.map(([file]) => dirname(file)))) {
    const group = sources.filter(([file]) => dirname(file) === folder)
    console.log(row(folder, sum(group.map(([, lines]) => lines))))
  }
  const all = sum(sources.map(([, lines]) => lines))
  console.log(row('all', all))
  console.log(`\nbelow ${LISTED_BELOW} %, with the lines that did not run:`)
  for (const [file, lines] of sources) {
    const numbers = sum([lines])
    if (numbers.percent < LISTED_BELOW)
      console.log(`${row(file, numbers)}  ${gaps([...lines].sort(([a], [b]) => a - b))}`)
  }
  if (status !== 0)
    console.log('\nTests failed: those of the size and form of dist/ do so here. make test counts.')
  if (all.percent < LEAST_PERCENT) process.exitCode = 1
}

main(process.argv.slice(2))
