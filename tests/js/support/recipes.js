// SPDX-License-Identifier: Apache-2.0
// The programs of web/docs/recipes.md and online.md, in a folder where the packed package is installed, as users have them.

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './binbo.js'
import { installPackage } from './package.js'

const text = ['recipes', 'online']
  .map(name => readFileSync(join(root, `web/docs/${name}.md`), 'utf8'))
  .join('\n')

/** What the programs in TypeScript are compiled with. */
export const TYPED_WITH = [
  ...['chessground', 'react', 'react-dom', 'react-chessboard', 'redis', 'ws', 'vite'],
  ...['@types/node', '@types/react', '@types/react-dom'],
]

/** Name → text of each program, which is the comment on its first line. */
export const programs = new Map(
  [
    ...text.matchAll(
      /^```(?:javascript|typescript|tsx|html)\n(?:\/\/|<!--) ([\w.-]+)(?: -->)?\n([\s\S]*?)^```$/gm,
    ),
  ].map(([, name, text]) => [name, text]),
)

/**
 * Installs binbo and the named packages of the project, and writes programs there.
 * @param {string[]} names of the programs
 * @param {string[]} [packages]
 * @returns {{ folder: string, remove: () => void }}
 */
export function writeRecipe(names, packages = []) {
  const { folder, remove } = installPackage()
  for (const name of packages) {
    const path = join(folder, 'node_modules', name)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), path)
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of names) {
    const text = programs.get(name)
    assert.ok(text, `the recipes have no ${name}`)
    writeFileSync(join(folder, name), text)
  }
  return { folder, remove }
}
