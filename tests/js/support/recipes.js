// SPDX-License-Identifier: Apache-2.0
// The programs of web/docs/: of recipes.md with online.md, node.md, edge.md, servers.md and lichess.md, and of each other guide. They are in a folder where the packed package is
// installed, as users have them.

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './binbo.js'
import { installPackage } from './package.js'

/** @param {string[]} names of documents @returns {string} */
const textOf = (...names) =>
  names.map(name => readFileSync(join(root, `web/docs/${name}.md`), 'utf8')).join('\n')
const text = textOf('recipes', 'online', 'node', 'edge', 'servers', 'lichess')

/** What the programs in TypeScript are compiled with. */
export const TYPED_WITH = [
  ...['chessground', 'glicko2-lite', 'pg', 'redis', 'ws', 'vite', '@types/node', '@types/pg'],
]

/**
 * @param {string} text of documents
 * @returns {Map<string, string>} the text of each program by its name, which is the comment on its first line
 */
const programsIn = text =>
  new Map(
    [
      ...text.matchAll(
        /^```(?:javascript|typescript|tsx|html|vue|svelte)\n(?:\/\/|<!--) ([\w./-]+\.\w+)(?: -->)?\n([\s\S]*?)^```$/gm,
      ),
    ].map(([, name, text]) => [name, text]),
  )

/** @param {string} name of a guide, such as 'react' @returns {Map<string, string>} */
export const guidePrograms = name => programsIn(textOf(name))

export const programs = programsIn(text)

/**
 * Installs binbo and the named packages of the project, and writes programs there.
 * @param {string[]} names of the programs
 * @param {string[]} [packages]
 * @returns {{ folder: string, remove: () => void }}
 */
export function writeRecipe(names, packages = []) {
  const { folder, remove } = installWith(packages)
  for (const name of names) {
    const text = programs.get(name)
    assert.ok(text, `the recipes have no ${name}`)
    writeFileSync(join(folder, name), text)
  }
  return { folder, remove }
}

/**
 * Installs binbo and the named packages of the project, and writes the programs of guides, a folder for each guide.
 * @param {string[]} guides
 * @param {string[]} packages
 * @returns {{ folder: string, remove: () => void }}
 */
export function writeGuides(guides, packages) {
  const { folder, remove } = installWith(packages)
  for (const guide of guides)
    for (const [name, text] of guidePrograms(guide)) {
      const path = join(folder, guide, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  return { folder, remove }
}

/** @param {string[]} packages */
export function installWith(packages) {
  const { folder, remove } = installPackage()
  for (const name of packages) {
    const path = join(folder, 'node_modules', name)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), path)
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return { folder, remove }
}

/**
 * What online.md has users change for accounts of their own, by file.
 * @type {Record<string, [old: string, text: string][]>}
 */
export const WITH_ACCOUNTS = {
  'play-server.ts': [
    [
      'import { createGameServer',
      "import { answerAccounts, userOf } from './accounts.ts'\nimport { createGameServer",
    ],
    [
      'if (games.answer(request, response)) return',
      'if (games.answer(request, response) || (await answerAccounts(request, response))) return',
    ],
    ['...(SECRET && { secret: SECRET }),', 'authenticate: (_, { token }) => userOf(token),'],
    [
      "const { PORT = '8080', REDIS_URL, SECRET } = process.env",
      "const { PORT = '8080', REDIS_URL } = process.env",
    ],
  ],
  'play.ts': [
    ['import { askPromotion }', "import { logIn } from './log-in'\nimport { askPromotion }"],
    [
      "const client = connectGames(new URL('/play', location.href), { token: localStorage.getItem(TOKEN) ?? undefined })",
      "const client = connectGames(new URL('/play', location.href), { token: localStorage.getItem(TOKEN) ?? (await logIn()) })",
    ],
  ],
}
for (const [, by] of Object.values(WITH_ACCOUNTS).flat())
  for (const line of by.split('\n')) assert.ok(text.includes(line), `online.md has no ${line}`)

/**
 * @param {string} folder where writeRecipe() wrote the programs
 * @param {Record<string, [old: string, text: string][]>} changes
 */
export function changeRecipe(folder, changes) {
  for (const [file, replaced] of Object.entries(changes)) {
    let text = readFileSync(join(folder, file), 'utf8')
    for (const [old, by] of replaced) {
      assert.ok(text.includes(old), `${file} has no ${old}`)
      text = text.replace(old, by)
    }
    writeFileSync(join(folder, file), text)
  }
}
