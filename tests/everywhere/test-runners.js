// SPDX-License-Identifier: Apache-2.0
// Test runners with their default settings, in Node and in imitations of a page. The test writes its report into a file.

import { readFileSync } from 'node:fs'

/** @import { Project } from './project.js' */

const JEST = `const { writeFileSync } = require('node:fs')
const { play } = require('./program.js')
test('plays', () => writeFileSync('report.json', JSON.stringify(play())))
`
const VITEST = `import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { play } from './program.js'
test('plays', () => writeFileSync('report.json', JSON.stringify(play())))
`

/**
 * @param {Project} project
 * @param {string} what
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
const checkTest = (project, what, program, args, env) =>
  project.check(what, async () => {
    project.write({ 'report.json': '' })
    await project.run(project.bin(program), args, { env })
    return JSON.parse(readFileSync(project.path('report.json'), 'utf8'))
  })

/** @param {Project} project */
export async function jest(project) {
  project.write({ 'play.test.js': JEST })
  await checkTest(project, 'default', 'jest', [])
  await checkTest(project, 'jsdom', 'jest', ['--env=jsdom'])
}

/** Jest with ES modules. @param {Project} project */
export async function jestModules(project) {
  project.write({
    'play.test.js': VITEST.replace(/^.*'vitest'\n/m, ''),
    'jest.config.json': '{ "transform": {} }',
  })
  const env = { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' }
  await checkTest(project, 'ES modules', 'jest', [], env)
  await checkTest(project, 'ES modules, jsdom', 'jest', ['--env=jsdom'], env)
}

/** @param {Project} project */
export async function vitest(project) {
  project.write({ 'play.test.js': VITEST })
  for (const environment of ['node', 'jsdom', 'happy-dom'])
    await checkTest(project, environment, 'vitest', ['run', `--environment=${environment}`])
}
