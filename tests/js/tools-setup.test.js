// SPDX-License-Identifier: Apache-2.0
// js/tools/setup.sh on a machine without the compiler: apt-get, apt-cache and dpkg are scripts here, all else is real.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { root } from './support/binbo.js'

/** What apt-get says of emscripten on Debian 12, shortened. */
const PLAN = `Need to get 228 MB of archives.
After this operation, 1387 MB of additional disk space will be used.
'http://deb.debian.org/emscripten_3.1.6_all.deb' emscripten_3.1.6_all.deb 1 MD5Sum:1`
const WITH_NODE = `${PLAN}\n'http://deb.debian.org/nodejs_18.20_amd64.deb' nodejs_18.20_amd64.deb 1 MD5Sum:2`
const USED = [
  'sh',
  'env',
  'sed',
  'grep',
  'sort',
  'tail',
  'tr',
  'mkdir',
  'id',
  'ls',
  'cat',
  'touch',
  'tee',
  'rm',
]
  .concat(['flock', 'chmod'])
  .map(name => [name, execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()])

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binbo-setup-'))
  for (const name of ['bin', 'sbin']) mkdirSync(join(folder, 'usr', name), { recursive: true })
  for (const [name, path] of USED) symlinkSync(path, join(folder, 'usr/bin', name))
  script('npm', '')
  script('apt-cache', '')
  script('node', 'case $1 in -p) echo 20 ;; --version) echo v20.20.2 ;; esac')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function script(name, text) {
  const file = join(folder, 'usr/bin', name)
  rmSync(file, { force: true })
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
}

/** apt-get that says what it would do, or does `install`. */
function machine({ plan = PLAN, install = ':', owned = false }) {
  script('dpkg', `exit ${owned ? 0 : 1}`)
  script(
    'apt-get',
    `case " $* " in *' --print-uris '*) cat <<'END'
${plan}
END
;; *) touch ${folder}/installed; ${install} ;; esac`,
  )
}

function setup(...tools) {
  const { status, stderr } = spawnSync('sh', [join(root, 'js/tools/setup.sh'), ...tools], {
    cwd: folder,
    env: { PATH: join(folder, 'usr/bin'), TOP: folder },
    encoding: 'utf8',
  })
  return { status, stderr, installs: existsSync(join(folder, 'installed')) }
}

const EMCC = () => `printf '#!/bin/sh\\n' >${folder}/usr/bin/emcc; chmod 755 ${folder}/usr/bin/emcc`
const isRoot = process.getuid?.() === 0

test('a Node.js that belongs to no package is not overwritten by the one that comes with emscripten', {
  skip: !isRoot,
}, () => {
  machine({ plan: WITH_NODE, install: EMCC() })
  const { status, stderr, installs } = setup('node', 'emcc')
  assert.equal(status, 1)
  assert.match(stderr, /overwrite your node v20\.20\.2, which is \S+\/bin\/node/)
  assert.match(stderr, /Unpack Node\.js into \/usr\/local/)
  assert.ok(!installs)
})

for (const [what, options] of [
  ['belongs to a package', { plan: WITH_NODE, owned: true }],
  ['is not touched', { plan: PLAN }],
])
  test(`where node ${what}, the size comes first, then the compiler`, { skip: !isRoot }, () => {
    machine({ ...options, install: EMCC() })
    const { status, stderr, installs } = setup('node', 'emcc')
    assert.equal(status, 0, stderr)
    assert.match(stderr, /fetches 228 MB, which takes minutes\n.*1387 MB of the disk/)
    assert.ok(installs)
  })

test('what a package has replaced is noticed at once', { skip: !isRoot }, () => {
  machine({ owned: true, install: `${EMCC()}; printf '#!/bin/sh\\necho 18\\n' >${folder}/usr/bin/node` })
  const { status, stderr } = setup('node', 'emcc')
  assert.equal(status, 1)
  assert.match(stderr, /node still does not work/)
})

test('a Node.js that is too old: which one, where, and what is needed', () => {
  machine({})
  script('node', 'case $1 in -p) echo 18 ;; --version) echo v18.20.4 ;; esac')
  const { status, stderr, installs } = setup('node', 'emcc')
  assert.equal(status, 1)
  assert.match(
    stderr,
    /\/bin\/node is version v18\.20\.4\.\nsetup: Node\.js 20 or later, with npm, is needed/,
  )
  assert.ok(!installs)
})
