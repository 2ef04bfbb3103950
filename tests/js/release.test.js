// SPDX-License-Identifier: Apache-2.0
// make release, with git, make and npm, of a small package whose steps are quick.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { OWNER_FIELDS, refusals, STEPS } from '../../js/tools/release.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const tool = name => join(ROOT, 'js/tools', name)

const MANIFEST = {
  name: 'tiny',
  version: '1.2.0',
  author: 'A',
  repository: 'https://example.org/tiny.git',
  homepage: 'https://example.org',
  bugs: 'https://example.org/bugs',
  files: ['index.js'],
  optionalDependencies: { ws: '^8.0.0' },
  devDependencies: { ws: '^8.0.0', 'hyparquet-writer': '^8.0.0', other: '^1.0.0' },
}
const WS = { version: '8.1.0', license: 'MIT', integrity: `sha512-${'A'.repeat(86)}==` }
const { files: _, ...ROOT_PACKAGE } = MANIFEST
const LOCK = {
  name: 'tiny',
  version: '1.2.0',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': ROOT_PACKAGE,
    'node_modules/ws': { ...WS, devOptional: true },
    'node_modules/hyparquet-writer': { ...WS, dev: true },
    'node_modules/other': { ...WS, version: '1.0.0', dev: true },
  },
}
const OWN = ['package-files', 'sbom']
const FILES = {
  'package.json': JSON.stringify(MANIFEST),
  'package-lock.json': JSON.stringify(LOCK),
  'index.js': '',
  '.gitignore': 'build/\n',
  '.github/SECURITY.md': 'Write to a@example.org.\n',
  'CHANGELOG.md': '## [Unreleased]\n\n## [1.2.0] - 2026-11-27\n\n## [1.1.0] - 2026-11-20\n',
  'tests/data/package-files.txt': 'index.js\npackage.json\n',
  // A step writes down that it ran, fails if it is told to, and changes a file if it is told to.
  Makefile: `${STEPS.filter(step => !OWN.includes(step)).join(' ')}:
	@mkdir -p build; echo $@ >>build/ran
	@[ "$(FAIL)" != $@ ]
	@[ "$(CHANGE)" != $@ ] || echo >>index.js
package-files:
	@node ${tool('pack.js')} compare
sbom:
	@node ${tool('sbom.js')}
`,
}

const WHO = Object.fromEntries(
  ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL'].map(name => [
    name,
    'a@b',
  ]),
)

function write(where, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(where, name)), { recursive: true })
    writeFileSync(join(where, name), text)
  }
}
const git = (cwd, ...args) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', env: { ...process.env, ...WHO } }).trim()
function commit(cwd) {
  git(cwd, 'add', '.')
  git(cwd, 'commit', '--quiet', '--allow-empty', '-m', 'x')
}
/** Commits files. */
function put(top, files) {
  write(top, files)
  commit(top)
}

let folder
let origin
let clones = 0
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'binbo-release-'))
  origin = join(folder, 'origin')
  write(origin, FILES)
  git(origin, 'init', '--quiet', '--initial-branch=main')
  commit(origin)
})
after(() => rmSync(folder, { recursive: true, force: true }))

/** @returns {string} a clean clone */
function clone() {
  const top = join(folder, `clone-${++clones}`)
  git(folder, 'clone', '--quiet', 'origin', top)
  return top
}

/** @param {string} cwd @param {NodeJS.ProcessEnv} [more] */
function release(cwd, { VERSION = '1.2.0', ...more } = {}) {
  const env = { ...process.env, ...WHO, MAKE: 'make', VERSION, ...more }
  return spawnSync(process.execPath, [tool('release.js')], { cwd, env, encoding: 'utf8' })
}
const ranIn = top => readFileSync(join(top, 'build/ran'), 'utf8').trim().split('\n')

const changed = fields => ({ 'package.json': JSON.stringify({ ...MANIFEST, ...fields }) })
for (const [
  what,
  refusal,
  prepare,
  VERSION,
] of /** @type {[string, RegExp, (top: string) => void, string?][]} */ ([
  ['no version', /VERSION= is not a version/, () => {}, ''],
  ['half a version', /VERSION=1\.2 is not a version/, () => {}, '1.2'],
  [
    'another branch',
    /the branch is work, not main/,
    top => git(top, 'switch', '--quiet', '--create', 'work'),
  ],
  ['no branch', /the branch is none, not main/, top => git(top, 'switch', '--quiet', '--detach')],
  ['a changed file', /not committed:\n {5}M index\.js/, top => appendFileSync(join(top, 'index.js'), '\n')],
  ['an unknown file', /not committed:\n {4}\?\? new\.js/, top => writeFileSync(join(top, 'new.js'), '')],
  ['the same tag', /the tag v1\.2\.0 exists/, top => git(top, 'tag', 'v1.2.0')],
  ['a greater tag', /1\.2\.0 is not greater than 1\.10\.0/, top => git(top, 'tag', 'v1.10.0')],
  ['an older version', /1\.0\.9 is not greater than 1\.2\.0/, () => {}, '1.0.9'],
  [
    'another version',
    /package\.json has version 1\.2\.0.*\n.*package-lock\.json has version 1\.2\.0/,
    () => {},
    '1.3.0',
  ],
  [
    'no date',
    /the date of the version in CHANGELOG\.md/,
    top => put(top, { 'CHANGELOG.md': '## [1.2.0]\n' }),
  ],
  [
    'an address to fill in',
    /the owner fills in an address for vulnerabilities in \.github\/SECURITY\.md/,
    top => put(top, { '.github/SECURITY.md': 'Write to **TO BE FILLED IN**.\n' }),
  ],
  ['no author', /the owner fills in `author` in package\.json/, top => put(top, changed({ author: '' }))],
  [
    'no addresses',
    /`repository` in package\.json\n.*`homepage` in package\.json\n.*`bugs` in package\.json/,
    top => put(top, changed({ repository: undefined, homepage: undefined, bugs: undefined })),
  ],
]))
  test(`${what}: refused`, t => {
    const top = clone()
    prepare(top)
    t.after(() => process.chdir(ROOT))
    process.chdir(top)
    assert.match(refusals(VERSION ?? '1.2.0').join('\n'), refusal)
  })

test('all refusals are said at once, and no step runs', () => {
  const top = clone()
  write(top, changed({ author: '' }))
  git(top, 'switch', '--quiet', '--create', 'work')
  const { status, stdout, stderr } = release(top)
  assert.equal(status, 1)
  assert.match(
    stderr,
    /^make release refuses:\n {2}the branch is work.*\n {2}not committed:\n.*\n {2}the owner fills in `author`/,
  )
  assert.equal(stdout, '')
})

test('the steps run in their order; the tag is annotated and here alone; the commands are printed', () => {
  const top = clone()
  const { status, stdout, stderr } = release(top)
  assert.equal(status, 0, stderr)
  assert.deepEqual([...ranIn(top), ...OWN], STEPS)
  assert.equal(git(top, 'cat-file', '-t', 'v1.2.0'), 'tag')
  assert.equal(git(top, 'rev-parse', 'v1.2.0^{}'), git(top, 'rev-parse', 'HEAD'))
  assert.equal(git(origin, 'tag'), '')
  assert.match(stdout, /^ {2}git push --atomic origin main v1\.2\.0$/m)
  assert.match(stdout, /^ {2}npm publish --provenance --access public$/m)
  git(top, 'push', '--quiet', '--dry-run', '--atomic', 'origin', 'main', 'v1.2.0')
  const { bomFormat, metadata, components } = JSON.parse(
    readFileSync(join(top, 'build/sbom.cdx.json'), 'utf8'),
  )
  assert.equal(bomFormat, 'CycloneDX')
  assert.deepEqual([metadata.component.name, metadata.component.version], ['tiny', '1.2.0'])
  assert.deepEqual(
    components.map(({ name, version }) => `${name} ${version}`),
    ['hyparquet-writer 8.1.0', 'ws 8.1.0'],
    'what users install, what dist/ carries, and no tools',
  )
})

test('a step that fails names itself; those that have passed run again on another commit only', () => {
  const top = clone()
  const { status, stderr } = release(top, { FAIL: 'reproducible' })
  assert.equal(status, 1)
  assert.match(stderr, /make reproducible failed: exit 2\n.*make release VERSION=1\.2\.0 again/)
  assert.deepEqual(ranIn(top), STEPS.slice(0, 4))
  assert.equal(git(top, 'tag'), '')
  const again = release(top)
  assert.equal(again.status, 0, again.stderr)
  assert.match(again.stdout, /^\[3\/9\] make test-more: has passed on this commit$/m)
  assert.deepEqual(ranIn(top), [...STEPS.slice(0, 4), ...STEPS.slice(3, 7)])
  git(top, 'tag', '--delete', 'v1.2.0')
  commit(top)
  assert.equal(release(top).status, 0)
  assert.deepEqual(ranIn(top).slice(-7), STEPS.slice(0, 7))
})

test('a step that changes files fails, and so does a file that is missing or too many in the package', () => {
  const top = clone()
  const { status, stderr } = release(top, { CHANGE: 'everywhere' })
  assert.equal(status, 1)
  assert.match(stderr, /make everywhere failed: it has changed files: {2}M index\.js/)
  git(top, 'restore', '.')
  write(top, { ...changed({ files: ['other.js'] }), 'other.js': '' })
  commit(top)
  const other = release(top)
  assert.equal(other.status, 1)
  assert.match(other.stderr, /^index\.js: is not packed\nother\.js: is packed and not in/m)
  assert.match(other.stderr, /make package-files failed/)
})

test('CONTRIBUTING.md lists what the owner fills in, and all of it', () => {
  const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const [, table] = /## Releases\n.*?\|---\|---\|\n(.*?)\n\n/s.exec(text)
  assert.deepEqual(
    table.split('\n').map(row => row.split('|')[1].trim()),
    Object.keys(OWNER_FIELDS),
  )
})
