// SPDX-License-Identifier: Apache-2.0
// make check-deployment: the unit and the alerts of web/docs/deployment.md, as systemd and Prometheus read them.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const guide = readFileSync(new URL('../../../web/docs/deployment.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'binbo-deployment-'))

/** @param {string} language @returns {string} the only block of that language */
function block(language) {
  const found = [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))]
  if (found.length !== 1) throw new Error(`${found.length} blocks of ${language}`)
  return found[0][1]
}

/**
 * @param {string} name of a file in the folder
 * @param {string} text
 * @param {...string} command that reads it
 */
function check(name, text, ...command) {
  const file = join(folder, name)
  writeFileSync(file, text)
  const [program, ...args] = command
  const { status, stdout, stderr } = spawnSync(program, [...args, file], { encoding: 'utf8' })
  const said = `${stdout}${stderr}`.trim()
  // systemd-analyze only warns of what it ignores.
  const isGood = status === 0 && !/ignoring|unknown|failed/i.test(said)
  console.log(`${isGood ? 'ok' : 'FAILED'}  ${name}: ${command.join(' ')}${isGood ? '' : `\n${said}`}`)
  if (!isGood) process.exitCode = 1
}

try {
  // Neither the program nor its user is on this machine.
  const unit = block('ini')
    .replace('/srv/chess/node_modules/.bin/binbo', '/bin/true')
    .replace('User=chess', 'User=root')
  check('binbo@8081.service', unit, 'systemd-analyze', 'verify')
  check('binbo.yml', block('yaml'), 'promtool', 'check', 'rules')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
