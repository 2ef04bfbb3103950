// SPDX-License-Identifier: Apache-2.0
// An esbuild plugin: scripts of the page import each name of an entry from the file that defines it. With code splitting,
// esbuild puts all exports of an entry into one part, which the first script would load for one small class.

import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { typedPath } from './strip-types.js'

/**
 * @param {string} entry such as 'binbo/uci'
 * @param {string[]} files the files that export its names with `export { Name } from './file.js'`
 * @param {RegExp} filter the scripts that import it
 * @returns {import('esbuild').Plugin}
 */
export const namedImports = (entry, files, filter) => ({
  name: 'named imports',
  setup(build) {
    const origins = Promise.all(files.map(originsOf)).then(found => new Map(found.flat()))
    const imports = new RegExp(`^import \\{([^}]*)\\} from '${entry}'$`, 'gm')
    build.onLoad({ filter }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!text.includes(`'${entry}'`)) return undefined
      const known = await origins
      const line = (/** @type {string} */ name) => {
        const file = known.get(name)
        if (!file) throw new Error(`${path} imports ${name}, which ${entry} does not export`)
        return `import { ${name} } from ${JSON.stringify(file)}`
      }
      const contents = text.replace(imports, (_, names) => namesOf(names).map(line).join(';'))
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
