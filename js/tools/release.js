// SPDX-License-Identifier: Apache-2.0
/**
 * Prepares a release: it checks whether everything is ready, runs all checks and tests, and tags the commit. It does not
 * publish, but prints the commands for that. build/release.json has the steps that have passed; they are not run again on the
 * same commit.
 *
 * usage: VERSION=1.0.0 node js/tools/release.js    (at the top of a clone; exit code 1 if it refuses or a step fails)
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isMain } from './main-module.js'

const BRANCH = 'main'
const SECURITY = '.github/SECURITY.md'
/** The text in place of the owner's address. */
const UNSET = 'TO BE FILLED IN'
const PASSED = 'build/release.json'
/** Goals of make, in this order. */
export const STEPS = ['check', 'test', 'test-more', 'reproducible', 'types', 'everywhere', 'audit']
  .concat('package-files')
  .concat('sbom')

const read = (/** @type {string} */ path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/**
 * The fields that only the owner can fill in, as in CONTRIBUTING.md: whether each is filled in, by name.
 * @type {Record<string, (version: string) => boolean>}
 */
export const OWNER_FIELDS = {
  ...Object.fromEntries(
    ['author', 'repository', 'homepage', 'bugs'].map(name => [
      `\`${name}\` in package.json`,
      () => Boolean(JSON.parse(read('package.json'))[name]),
    ]),
  ),
  [`an address for vulnerabilities in ${SECURITY}`]: () =>
    existsSync(SECURITY) && !read(SECURITY).includes(UNSET),
  'the date of the version in CHANGELOG.md': version =>
    dated().some(([name, date]) => name === version && !Number.isNaN(Date.parse(date))),
}

/** @returns {[version: string, date: string][]} the versions of the changelog that have a date */
function dated() {
  const found = read('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/gm)
  return Array.from(found, ([, version, date]) => [version, date])
}

/**
 * @param {string[]} args
 * @returns {string} the output of git
 * @throws {Error} if it fails
 */
function git(...args) {
  const { status, stdout, stderr, error } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${error?.message ?? stderr.trim()}`)
  return stdout.trimEnd()
}

/** @returns {string[]} files that are changed or unknown to git */
const changes = () => git('status', '--porcelain').split('\n').filter(Boolean)

/** @param {string} a @param {string} b versions @returns {number} below 0, 0 or above 0, for sorting */
function compare(a, b) {
  const [left, right] = [a, b].map(version => version.split('.').map(Number))
  return left.map((number, index) => number - right[index]).find(difference => difference !== 0) ?? 0
}

/**
 * @param {string} version
 * @returns {string[]} the reasons against its release
 */
export function refusals(version) {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version))
    return [`VERSION=${version} is not a version, such as VERSION=1.0.0`]
  const found = []
  const branch = git('branch', '--show-current') || 'none'
  if (branch !== BRANCH) found.push(`the branch is ${branch}, not ${BRANCH}`)
  const dirty = changes()
  if (dirty.length > 0) found.push(`not committed:\n    ${dirty.join('\n    ')}`)
  const tags = git('tag', '--list', 'v*').split('\n')
  if (tags.includes(`v${version}`)) found.push(`the tag v${version} exists`)
  const tagged = tags.map(tag => tag.slice(1)).filter(name => /^\d+\.\d+\.\d+$/.test(name))
  const greatest = [...tagged, ...dated().map(([name]) => name)]
    .filter(name => name !== version)
    .sort(compare)
    .at(-1)
  if (greatest && compare(version, greatest) < 0) found.push(`${version} is not greater than ${greatest}`)
  for (const file of ['package.json', 'package-lock.json']) {
    const has = JSON.parse(read(file) || '{}').version
    if (has !== version) found.push(`${file} has version ${has}: npm version ${version} --no-git-tag-version`)
  }
  for (const [name, isThere] of Object.entries(OWNER_FIELDS))
    if (!isThere(version)) found.push(`the owner fills in ${name}`)
  return found
}

/**
 * @param {string} step
 * @returns {string | undefined} why it has failed
 */
function failureOf(step) {
  const { MAKEFLAGS, MFLAGS, MAKEOVERRIDES, MAKELEVEL, ...env } = process.env
  const { status, signal, error } = spawnSync(env.MAKE ?? 'make', [step], { stdio: 'inherit', env })
  if (status !== 0) return error?.message ?? `exit ${signal ?? status}`
  const changed = changes()
  return changed.length > 0 ? `it has changed files: ${changed.join(', ')}` : undefined
}

/** @param {string} version @returns {boolean} whether all steps have passed */
function runSteps(version) {
  const commit = git('rev-parse', 'HEAD')
  const before = JSON.parse(read(PASSED) || '{}')
  /** @type {string[]} */
  const passed = before.commit === commit ? before.passed : []
  for (const [index, step] of STEPS.entries()) {
    const name = `[${index + 1}/${STEPS.length}] make ${step}`
    if (passed.includes(step)) {
      console.log(`${name}: has passed on this commit`)
      continue
    }
    console.log(name)
    const start = Date.now()
    const failure = failureOf(step)
    if (failure) {
      console.error(`make ${step} failed: ${failure}`)
      console.error(
        `Mend it, commit, and run make release VERSION=${version} again. If the fault is not in the commit, run it` +
          ` again as it is: the ${passed.length} steps that have passed are left out.`,
      )
      return false
    }
    passed.push(step)
    mkdirSync('build', { recursive: true })
    writeFileSync(PASSED, JSON.stringify({ commit, passed }))
    console.log(`${name}: passed in ${Math.round((Date.now() - start) / 1000)} s`)
  }
  return true
}

/** @param {string} version @returns {boolean} whether the commit was tagged */
function release(version) {
  const found = refusals(version)
  if (found.length > 0) {
    console.error(
      `make release refuses:\n${found.map(text => `  ${text}\n`).join('')}See CONTRIBUTING.md, Releases.`,
    )
    return false
  }
  if (!runSteps(version)) return false
  const tag = `v${version}`
  git('tag', '--annotate', tag, '--message', `Version ${version}`)
  console.log(`
${tag} is a tag of ${git('rev-parse', '--short', 'HEAD')}, here alone. Nothing is published. One of these publishes it:

  git push --atomic origin ${BRANCH} ${tag}
      .github/workflows/release.yml builds it again, and publishes it with provenance. npm must know the workflow as a trusted publisher.
  npm publish --provenance --access public
      in a job of GitHub Actions or GitLab, which alone make provenance. Elsewhere leave --provenance out.
`)
  return true
}

if (isMain(import.meta.url)) {
  try {
    process.exitCode = release(process.env.VERSION ?? '') ? 0 : 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
