// SPDX-License-Identifier: Apache-2.0
// The programs of the guides: those in TypeScript compile as strictly as it can, those of the page on it with its own settings
// as well. tests/browser/guides.spec.js plays on the pages.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { root } from './support/binbo.js'
import { guidePrograms, writeGuides } from './support/recipes.js'
import { STRICT } from './support/strict-types.js'

const guides = writeGuides(
  ['react', 'analysis-board', 'vue', 'svelte', 'typescript'],
  [
    '@types/node',
    '@types/react',
    '@types/react-dom',
    'chessground',
    'react',
    'react-chessboard',
    'react-dom',
  ].concat(['svelte', 'vite', 'vue', 'zustand']),
)
after(guides.remove)
const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')

/** @param {string} guide @param {string} name @returns {string} the script of a component */
function scriptOf(guide, name) {
  const script = /^<script[^>]* lang="ts">\n([\s\S]*?)^<\/script>$/m.exec(
    guidePrograms(guide).get(name) ?? '',
  )?.[1]
  assert.ok(script, `${guide} has no ${name} with a script`)
  return script
}

test('the programs for React, Vue and Svelte compile, with the strictest settings', () => {
  writeFileSync(join(guides.folder, 'vue/App.ts'), `${scriptOf('vue', 'src/App.vue')}\nexport {}\n`)
  writeFileSync(join(guides.folder, 'svelte/App.ts'), scriptOf('svelte', 'src/App.svelte'))
  const compilerOptions = {
    ...STRICT,
    jsx: 'react-jsx',
    types: ['vite/client', 'svelte'],
    noUnusedLocals: false, // a component's markup uses what its script declares
  }
  const files = ['react/src/App.tsx', 'vue/App.ts', 'svelte/App.ts'].concat(
    ['App.tsx', 'study.ts', 'study-class.ts'].map(name => `analysis-board/src/${name}`),
  )
  writeFileSync(join(guides.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc], {
    cwd: guides.folder,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout + stderr)
})

test('the programs of the page on TypeScript compile with each of its settings, as strictly too, and print what it says', () => {
  const page = readFileSync(join(root, 'web/docs/typescript.md'), 'utf8')
  const project = join(guides.folder, 'typescript')
  const settings = Array.from(page.matchAll(/^```json\n(.*?)^```$/gms), ([, text]) => JSON.parse(text))
  assert.equal(settings.length, 2)
  const strictest = { noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: false }
  for (const { compilerOptions } of settings.toReversed())
    for (const more of [strictest, {}]) {
      const config = { compilerOptions: { ...compilerOptions, ...more } }
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
      const { status, stdout } = spawnSync(process.execPath, [tsc], { cwd: project, encoding: 'utf8' })
      assert.equal(status, 0, stdout)
    }
  const { stdout, stderr } = spawnSync(process.execPath, [join(project, 'mate.mjs')], { encoding: 'utf8' })
  assert.equal(stdout.trim(), /node mate\.mjs +# (.*)/.exec(page)?.[1], stderr)
})
