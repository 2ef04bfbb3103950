// SPDX-License-Identifier: Apache-2.0
// make check looks at new commits: of real repositories, which git makes here.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { messageFaults } from '../../js/tools/check-commits.js'

const TOOL = fileURLToPath(new URL('../../js/tools/check-commits.js', import.meta.url))
const WHY = '\n\nFor a reason.'
const LONG = 'x'.repeat(73)

for (const [message, fault] of /** @type {[string, RegExp | null][]} */ ([
  [`${'é'.repeat(72)}${WHY}`, null],
  [`${LONG}${WHY}`, /73 characters, at most 72/],
  ['Moves are fast', /no body/],
  ['Moves are fast\n\n \n', /no body/],
  ['Moves are fast\nFor a reason.', /a blank line/],
  [`wip${WHY}`, /not finished/],
  [`fixup! Moves are fast${WHY}`, /not finished/],
]))
  test(`${JSON.stringify(message.slice(0, 30))} ${fault ? 'is refused' : 'is fine'}`, () => {
    const faults = messageFaults(message)
    if (!fault) assert.deepEqual(faults, [])
    else assert.match(faults.join('\n'), fault)
  })

const WHO = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false']
const git = (...args) => execFileSync('git', [...WHO, ...args], { cwd: top, encoding: 'utf8' }).trim()
const commit = message => git('commit', '--quiet', '--allow-empty', '-m', message)

let folder
/** A repository with bad commits before the check was there. */
let top
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'binbo-commits-'))
  top = join(folder, 'top')
  mkdirSync(join(top, 'js/tools'), { recursive: true })
  git('init', '--quiet', '--initial-branch=main')
  commit(LONG)
  writeFileSync(join(top, 'js/tools/check-commits.js'), '')
  git('add', '.')
  commit('also old')
})
after(() => rmSync(folder, { recursive: true, force: true }))

/** @returns {string[]} what the check says of a folder */
function check(cwd, since) {
  const env = { ...process.env, SINCE: since ?? '' }
  const { status, stderr } = spawnSync(process.execPath, [TOOL], { cwd, env, encoding: 'utf8' })
  assert.equal(status, stderr === '' ? 0 : 1, stderr)
  return stderr.match(/(?<=^commit \w+: ).*/gm) ?? []
}

test('old commits are not looked at, new ones are, until another branch or a tag has them', () => {
  assert.deepEqual(check(top), [])
  git('switch', '--quiet', '--create', 'work')
  commit(`Fine${WHY}`)
  assert.deepEqual(check(top), [])
  commit('No reason')
  commit(`${LONG}${WHY}`)
  const faults = [
    `the subject has 73 characters, at most 72: ${LONG}`,
    'has no body, which says why: No reason',
  ]
  assert.deepEqual(check(top), faults)
  git('switch', '--quiet', 'main')
  git('merge', '--quiet', '--no-ff', '-m', 'a merge', 'work')
  assert.deepEqual(check(top), [])
  assert.deepEqual(check(top, 'main^1'), faults)
  git('branch', '--quiet', '--delete', '--force', 'work')
  assert.deepEqual(check(top), faults)
  git('tag', 'v1.0.0')
  assert.deepEqual(check(top), [])
})

test('clones, shallow clones and folders without git have nothing new', () => {
  commit('No reason')
  const deep = join(folder, 'deep')
  const shallow = join(folder, 'shallow')
  git('clone', '--quiet', '.', deep)
  git('clone', '--quiet', '--depth=1', `file://${top}`, shallow)
  const tarball = join(folder, 'tarball')
  cpSync(top, tarball, { recursive: true, filter: source => !source.includes('.git') })
  const inside = join(top, 'inside')
  mkdirSync(inside)
  for (const where of [deep, shallow, tarball, inside]) assert.deepEqual(check(where), [], where)
  execFileSync('git', [...WHO, 'commit', '--quiet', '--allow-empty', '-m', 'New'], { cwd: shallow })
  assert.deepEqual(check(shallow), ['has no body, which says why: New'])
})
