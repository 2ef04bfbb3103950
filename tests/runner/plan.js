// SPDX-License-Identifier: Apache-2.0
// What each part of a run has in it, what must run alone, and roughly how long things take.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsNames, reaches } from './imports.js'
import { FUZZ_JS, nameOf, PAGE } from './jobs.js'

/** @import { Job, Project } from './jobs.js' */

/** What measures: another program beside it would be measured too. */
const MEASURING = [
  // Turns of the event loop, milliseconds, memory.
  'tests/js/hostile-text.test.js',
  'tests/js/limits.test.js',
  'tests/js/page-hostile-text.test.js',
  'tests/js/pgn-reading.test.js',
  'tests/js/session-commands.test.js',
]

/** @param {Job} job @returns {boolean} whether it runs after all others, with nothing beside it */
export const isAlone = ({ file, build }) => MEASURING.includes(file) || /measured$/.test(build ?? '')

/**
 * Real servers with deadlines, clocks and floods. They wait more than they compute: one at a time runs beside what computes,
 * then two for each processor.
 */
export const TIMED = ['bridge', 'bridge-floods', 'bridge-program', 'cli-play-terminal', 'cli-server']
  .concat(['postgres-archive', 'redis-settings', 'redis-store', 'server-attacks', 'server-faults-nodes'])
  .concat([
    'server-faults-store',
    'server-faults-wire',
    'server-lobby',
    'server-metrics',
    'server-store-lost',
  ])
  .concat(['server-wire', 'session-client', 'store-conformance', 'uci-tcp'])
  .map(name => `tests/js/${name}.test.js`)

/** Of these, what has failed beside programs that compute: they wait for the end of those. */
export const DELICATE = ['bridge-floods', 'cli-server', 'server-faults-nodes', 'server-faults-store'].map(
  name => `tests/js/${name}.test.js`,
)

/** What the package is for its users, rather than what it does: packed, bundled, typed, documented. Only `make test-wide` has it. */
const WIDE = ['bundling', 'docs', 'guides', 'migration', 'package', 'recipes', 'size-tables', 'types'].map(
  name => `tests/js/${name}.test.js`,
)

/** The wasm is the same in all builds. These test how it is loaded and wrapped, in the bundled and the slim build too. */
const CORE = [
  'adversary',
  'errors',
  'fen',
  'game',
  'inspect',
  'moves',
  'near-misses',
  'pgn',
  'pgn-sources',
  'setup',
].map(name => `tests/js/${name}.test.js`)
/** Of these, what `make test` runs in each build. */
const CORE_SMOKE = ['errors', 'game'].map(name => `tests/js/${name}.test.js`)
const BUILDS = /** @type {const} */ (['bundled', 'slim', 'js'])
/** Of CORE, what also tests a database or Node's decoders, which need WebAssembly. */
const NEEDING_WASM = ['inspect', 'pgn-sources'].map(name => `tests/js/${name}.test.js`)
/** @param {string} file */
const runsInJs = file => !NEEDING_WASM.includes(file)
/** Random games for the other builds, which have the same wasm. */
const OTHER_SCALE = 0.1
/** What imports other entries takes dist/ as it is: another copy of Game would be a stranger there. */
const TAKES_DIST =
  /^tests\/js\/(uci|bridge|cli|chess-js|deployment|openings|pgn-lazy|session|server|redis|store)\b/

/** Seconds, roughly, beside another program on a processor of 2022, where that is not the usual time. */
export const USUAL_SECONDS = 2
/** @type {Record<string, number>} */
export const SECONDS = {
  [PAGE]: 900,
  [`${PAGE} (measured)`]: 90,
  [`${PAGE} (wide)`]: 150,
  [`${PAGE} (more)`]: 400,
  [`${PAGE} (more-measured)`]: 60,
  [FUZZ_JS]: 22,
  'tests/c/pgn_random_test.c': 10,
  'tests/c/dead_test.c': 10,
  'tests/c/pgn_time_test.c': 9,
  'tests/c/san_test.c': 6,
  'tests/js/postgres-archive.test.js': 15,
  'tests/js/redis-settings.test.js': 15,
  'tests/js/redis-store.test.js': 25,
  'tests/js/server-attacks.test.js': 35,
  'tests/js/server-faults-nodes.test.js': 30,
  'tests/js/server-faults-store.test.js': 30,
  'tests/js/server-faults-wire.test.js': 15,
  'tests/js/session-hostile-servers.test.js': 10,
  'tests/js/session-laws.test.js': 12,
  'tests/js/database.test.js': 12,
  'tests/js/database-keep.test.js': 10,
  'tests/js/server-store-lost.test.js': 25,
  'tests/js/bridge-floods.test.js': 25,
  'tests/js/cli-server.test.js': 20,
  'tests/js/cli-match-queue.test.js': 90,
  'tests/js/bridge.test.js': 17,
  'tests/js/pgn-chunks.test.js': 20,
  'tests/js/pgn-tree.test.js': 14,
  'tests/js/pgn-workers.test.js': 8,
  'tests/js/docs.test.js': 20,
  'tests/js/check-regexps.test.js': 8,
  'tests/js/hostile-text.test.js': 25,
  'tests/js/package.test.js': 11,
  'tests/js/page-hostile-text.test.js': 8,
  'tests/js/bundling.test.js': 11,
  'tests/js/laws-moves.test.js': 10,
  'tests/js/laws-history.test.js': 7,
  'tests/js/variants-differential.test.js': 10,
  'tests/js/test-runner.test.js': 8,
  'tests/js/tablebase.test.js': 10,
  'tests/js/tablebase-files.test.js': 10,
  'tests/js/types.test.js': 8,
  'tests/js/pgn-errors.test.js': 6,
  'tests/js/lifetime.test.js': 6,
  'tests/js/uci-tcp.test.js': 6,
  'tests/js/recipes.test.js': 18,
  'tests/js/guides.test.js': 5,
  'tests/js/size-tables.test.js': 10,
  'tests/js/migration.test.js': 6,
  'tests/sim/simulation.test.js': 9,
}

/** Has the name of the compiler of the tests in C. */
const NATIVE_CC = 'build/setup/native-cc'

/** @param {string} folder @param {RegExp} pattern */
const filesOf = (folder, pattern) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter(name => pattern.test(name))
        .sort()
        .map(name => join(folder, name))
    : []

/** @returns {string[]} all files of tests for node:test */
export const testFiles = () => ['tests/js', 'tests/sim'].flatMap(folder => filesOf(folder, /\.test\.js$/))

/** @returns {Job[]} files of tests of the page of which some run in Node: those with @dom in their title */
const domJobs = () =>
  filesOf('tests/browser', /^page-.*\.spec\.js$/)
    .filter(file => / @dom['`"]/.test(readFileSync(file, 'utf8')))
    .map(file => ({ file, build: 'node' }))

/** @returns {string[]} those that the other builds can run */
function filesOfBuilds() {
  const helpers = ['tests/js/support/binbo.js', 'tests/js/support/pgn.js']
  const isBuild = (/** @type {string} */ name) => !['root', 'dist', 'entry', 'bundle'].includes(name)
  return testFiles().filter(file => !TAKES_DIST.test(file) && importsNames(file, helpers).some(isBuild))
}

/** @param {string} file @returns {boolean} */
const readsSeed = file =>
  /^tests\/(?!runner\/).*\bprocess\.env\b/s.test(file + readFileSync(file, 'utf8')) &&
  /\b((BINBO_)?SEED|BINBO_SCALE)\b/.test(readFileSync(file, 'utf8'))

/** @returns {string[]} files of tests that a seed changes */
const seededFiles = () => testFiles().filter(file => [...reaches(file)].some(readsSeed))

/** @param {string[]} files @returns {Job[]} */
const forBuilds = files =>
  BUILDS.flatMap(build =>
    files.filter(file => build !== 'js' || runsInJs(file)).map(file => ({ file, build, scale: OTHER_SCALE })),
  )
const jobsFor = (/** @type {string[]} */ files) => files.map(file => ({ file }))
const isWide = (/** @type {string} */ file) => WIDE.includes(file)
const inBrowsers = (/** @type {Project[]} */ ...projects) => projects.map(build => ({ file: PAGE, build }))

/** @returns {string[]} fuzz targets, which need clang with its libFuzzer */
function fuzzTargets() {
  const compiler = existsSync(NATIVE_CC) ? readFileSync(NATIVE_CC, 'utf8').trim() : 'clang'
  if (compiler === 'clang') return filesOf('tests/fuzz', /^fuzz_.*\.c$/)
  console.log('fuzzing is skipped: it needs clang with its sanitizers (packages clang and libclang-rt-dev).')
  return []
}

/** @type {Record<string, () => Job[]>} */
const PARTS = {
  c: () => jobsFor(filesOf('tests/c', /_test\.c$/)),
  fuzz: () => jobsFor(fuzzTargets()),
  js: () => [
    ...jobsFor([...testFiles().filter(file => !isWide(file)), FUZZ_JS]),
    ...domJobs(),
    ...forBuilds(CORE_SMOKE),
  ],
  dom: domJobs,
  browser: () => jobsFor([PAGE]),
  test: () => ['c', 'fuzz', 'js', 'browser'].flatMap(jobsOf),
  wide: () => [
    ...jobsFor(testFiles().filter(isWide)),
    ...CORE.filter(runsInJs).map(file => ({
      file,
      build: /** @type {const} */ ('jitless'),
      scale: OTHER_SCALE,
    })),
    ...forBuilds(CORE.filter(file => !CORE_SMOKE.includes(file))),
    ...inBrowsers('wide', 'measured'),
  ],
  browsers: () => inBrowsers('dom', 'more', 'more-measured'),
  laws: () => [
    ...forBuilds(filesOfBuilds()),
    ...jobsFor([...seededFiles().filter(file => !isWide(file)), FUZZ_JS, ...fuzzTargets()]),
  ],
  // The builds of `wide` are among those of `laws`.
  more: () => [
    ...new Map(['wide', 'browsers', 'laws'].flatMap(jobsOf).map(job => [nameOf(job), job])).values(),
  ],
}

/** @param {string | undefined} name @returns {name is 'node' | 'jitless' | (typeof BUILDS)[number]} */
const isBuild = name => ['node', 'jitless', ...BUILDS].some(build => build === name)

/** @param {string} name a part, or a file; with `:node` a spec's tests in Node, with another build the tests of that @returns {Job[]} */
export function jobsOf(name) {
  if (Object.hasOwn(PARTS, name)) return PARTS[name]()
  const gone = [...MEASURING, ...TIMED, ...DELICATE, ...CORE, ...WIDE].filter(file => !existsSync(file))
  if (gone.length > 0) throw new Error(`tests/runner/plan.js names files that are gone: ${gone}`)
  const [file, build] = name.split(':')
  return [isBuild(build) ? { file, build } : { file }]
}
