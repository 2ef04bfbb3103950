// SPDX-License-Identifier: Apache-2.0
// tests/runner/passed.js in a small repository: exactly the jobs that read a changed file run again.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { root } from './support/binbo.js'

const folder = mkdtempSync(join(tmpdir(), 'binbo-passed-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

// Pieces, since this text would name files of the repository itself.
const [DATA, JS] = [['tests', 'data'].join('/'), 'js']
const FILES = {
  'package.json': '{}',
  '.gitignore': 'build\ndist\n',
  'js/entries/index.js': "export * from '../game.js'",
  'js/game.js': "import '../js/core/generated/wasm-text.js'",
  'js/core/generated/wasm-text.js': '// of C',
  'js/server.js': '',
  'dist/server.js': '',
  'web/clock.js': '',
  'web/page.css': '',
  'build/native/fen_test': 'program',
  'build/fuzz/fuzz_fen': 'program',
  'build/string.wasm': 'module',
  'tests/fuzz/seeds/fen.json': '[]',
  [`${DATA}/games.pgn`]: '',
  [`${DATA}/sets/one.txt`]: '',
  'tests/js/support/help.js': 'export const dist = `$' + '{root}dist/`\nimport(`$' + '{dist}index.js`)',
  'tests/js/game.test.js': "import { dist } from './support/help.js'",
  'tests/js/data.test.js': `readFileSync(\`\${root}${DATA}/games.pgn\`)\nreadFileSync(\`${DATA}/sets/\${name}.txt\`)`,
  'tests/js/url.test.js': "readFileSync(new URL('./near.json', import.meta.url))",
  'tests/js/near.json': '[]',
  'tests/js/wasm.test.js': `readFileSync(\`\${root}build/string.wasm\`)`,
  'tests/js/entry.test.js': `import { dist } from './support/help.js'\nimport(\`\${dist}\${name}.js\`)`,
  'tests/js/page.test.js': "import '#web/clock.js'",
  'tests/js/start.test.js': "import { spawn } from 'node:child_process'",
  'tests/js/all.test.js': "import { spawnSync } from 'node:child_process'\nspawnSync('git', ['status'])",
}
const JOBS = ['c/fen_test.c', 'fuzz/fuzz_fen.c', 'browser/playwright.config.js']
  .concat(
    ['game', 'data', 'url', 'wasm', 'page', 'start', 'entry', 'all'].map(name => `${JS}/${name}.test.js`),
  )
  .map(file => ({ file: `tests/${file}` }))

/** @param {string} [meanwhile] code that runs between the start and the end of the jobs @param {object} [env] */
function run(meanwhile = '', env = {}) {
  const code = `import { writeFileSync } from 'node:fs'
    const { Passed } = await import('${root}tests/runner/passed.js')
    const jobs = ${JSON.stringify(JOBS)}
    const passed = new Passed(jobs, { scale: 1, fuzzTimes: 1 })
    const run = jobs.filter(job => !passed.countsOf(job))
    ${meanwhile}
    for (const job of run) passed.keep(job, { tests: 1, pass: 1 })
    console.log(run.map(({ file }) => file.replace(/^tests.(js.)?|.test.js$/g, '')).join(' '))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  }).trim()
}

const ALL =
  'c/fen_test.c fuzz/fuzz_fen.c browser/playwright.config.js game data url wasm page start entry all'
const WHOLE = 'browser/playwright.config.js'

test('what has passed runs again only after a change of what it reads', () => {
  execFileSync('git', ['init', '-q'], { cwd: folder })
  for (const [path, text] of Object.entries(FILES)) write(path, text)
  assert.equal(run(), ALL)
  assert.equal(run(), '')
  for (const [path, again] of Object.entries({
    'package.json': ALL,
    'build/native/fen_test': 'c/fen_test.c',
    'build/fuzz/fuzz_fen': 'fuzz/fuzz_fen.c',
    'build/string.wasm': `${WHOLE} wasm all`,
    'tests/fuzz/seeds/fen.json': `fuzz/fuzz_fen.c ${WHOLE} all`,
    'js/core/generated/wasm-text.js': `${WHOLE} game entry all`,
    'js/game.js': `${WHOLE} game entry all`,
    'js/server.js': `${WHOLE} all`,
    'dist/server.js': `${WHOLE} page start entry all`,
    'tests/js/support/help.js': `${WHOLE} game page start entry all`,
    [`${DATA}/games.pgn`]: `${WHOLE} data all`,
    [`${DATA}/sets/one.txt`]: `${WHOLE} data all`,
    'tests/js/near.json': `${WHOLE} url all`,
    'web/clock.js': `${WHOLE} page all`,
    'web/page.css': `${WHOLE} all`,
    'tests/js/url.test.js': `${WHOLE} url all`,
  })) {
    write(path, `${FILES[path]} `)
    assert.equal(run(), again, path)
    assert.equal(run(), '', path)
  }
  write(`${DATA}/sets/two.txt`, '')
  assert.equal(run(), `${WHOLE} data all`, 'a new file in a folder that is read')
})

test('a pass is not kept if a file changed while it ran, nor for other settings', () => {
  run()
  write('web/clock.js', 'old')
  assert.equal(run("writeFileSync('web/clock.js', 'new')"), `${WHOLE} page all`)
  assert.equal(run(), `${WHOLE} page all`)
  assert.equal(run('', { BINBO_SCALE: '2' }), ALL)
})
