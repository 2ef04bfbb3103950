// SPDX-License-Identifier: Apache-2.0
// An esbuild plugin: scripts of the page import each name of an entry from the file that defines it. With code splitting,
// esbuild puts all exports of an entry into one part, which the first script would load for one small class.

import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { typedPath } from './strip-types.js'

/**
 * @param {Record<string, string[]>} entries by name, such as 'binbo/uci': the files that export its names with
 *   `export { Name } from './file.js'`
 * @param {RegExp} filter the scripts that import them
 * @returns {import('esbuild').Plugin}
 */
export const namedImports = (entries, filter) => ({
  name: 'named imports',
  setup(build) {
    const rows = Object.entries(entries).map(([entry, files]) => ({
      entry,
      origins: Promise.all(files.map(originsOf)).then(found => new Map(found.flat())),
      imports: new RegExp(`^import \\{([^}]*)\\} from '${entry}'$`, 'gm'),
    }))
    build.onLoad({ filter }, async ({ path }) => {
      let contents = await readFile(path, 'utf8')
      for (const { entry, origins, imports } of rows) {
        const known = await origins
        const line = (/** @type {string} */ name) => {
          const file = known.get(name)
          if (!file) throw new Error(`${path} imports ${name}, which ${entry} does not export`)
          return `import { ${name} } from ${JSON.stringify(file)}`
        }
        contents = contents.replace(imports, (_, names) => namesOf(names).map(line).join(';'))
      }
      return { contents, loader: 'ts' }
    })
  },
})

/** @param {string} file @returns {Promise<[name: string, file: string][]>} its exported names, and the files that define them */
async function originsOf(file) {
  const text = await readFile(typedPath(file), 'utf8')
  return [...text.matchAll(/^export \{([^}]*)\} from '([^']*)'$/gm)].flatMap(([, names, from]) =>
    namesOf(names).map(name => /** @type {[string, string]} */ ([name, join(dirname(file), from)])),
  )
}

/** @param {string} list */
const namesOf = list =>
  list
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
