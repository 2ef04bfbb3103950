// SPDX-License-Identifier: Apache-2.0
/**
 * Checks the messages of new commits: a subject of at most 72 characters, a blank line, and a body with the reason. A commit is
 * new if no other branch, remote branch or tag has it, and if it follows the commit that added this file. Fresh and shallow
 * clones and folders without git have no new commits.
 *
 * usage: node js/tools/check-commits.js    (from the top of the repository; exit code 1 for a fault)
 *   SINCE  a commit: all later commits are new
 */
import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { isMain } from './main-module.js'

const LONGEST_SUBJECT = 72
const THIS_FILE = 'js/tools/check-commits.js'

/**
 * @param {string} message the message of a commit
 * @returns {string[]} faults
 */
export function messageFaults(message) {
  const [subject, blank = '', ...body] = message.trim().split('\n')
  const faults = []
  const length = [...subject].length
  if (length > LONGEST_SUBJECT)
    faults.push(`the subject has ${length} characters, at most ${LONGEST_SUBJECT}`)
  if (/^(wip|fixup!|squash!|amend!)/i.test(subject)) faults.push('is not finished')
  if (blank.trim() !== '') faults.push('a blank line must follow the subject')
  else if (body.join('').trim() === '') faults.push('has no body, which says why')
  return faults
}

/** @param {string[]} args @returns {string | undefined} the output; undefined if git fails or is not installed */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  return status === 0 ? stdout.trim() : undefined
}

/**
 * @param {string | undefined} since
 * @returns {string[]} faults of all new commits of the repository whose top is the current folder
 * @throws {Error} if `since` is not a commit of the repository
 */
function newFaults(since) {
  // A folder in another repository is not its top.
  const top = git('rev-parse', '--show-toplevel')
  if (top === undefined || realpathSync(top) !== realpathSync('.') || !git('rev-parse', 'HEAD')) return []
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', THIS_FILE) || 'HEAD'
  const others = [`--exclude=${git('branch', '--show-current') || '-'}`, '--branches', '--remotes', '--tags']
  const known = since ? [since] : [...others, added]
  const log = git('log', '--no-merges', '--format=%h%x00%B%x00', 'HEAD', '--not', ...known)
  if (log === undefined) throw new Error(`git has no commits since ${since}`)
  const fields = log.split('\0')
  return fields.flatMap((message, index) => {
    if (index % 2 === 0) return []
    const subject = message.split('\n', 1)[0]
    return messageFaults(message).map(fault => `commit ${fields[index - 1].trim()}: ${fault}: ${subject}`)
  })
}

if (isMain(import.meta.url)) {
  const faults = newFaults(process.env.SINCE)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0)
    console.error('git commit --amend or git rebase -i mends them; CONTRIBUTING.md says how they look')
  process.exitCode = faults.length > 0 ? 1 : 0
}
