// SPDX-License-Identifier: Apache-2.0
// An esbuild plugin that leaves out modules that a bundle imports but never uses, such as classes for methods that it does not
// call. Their exports are replaced by functions that do nothing.

import { readFile } from 'node:fs/promises'
import { typedPath } from './strip-types.js'

const EXPORT = /^export (?:async )?(?:const|class|function\*?) (\w+)/gm

/** @param {string[]} files absolute paths @returns {import('esbuild').Plugin} */
export const leaveOut = files => ({
  name: 'leave out',
  setup(build) {
    const left = new Set(files.map(typedPath))
    build.onLoad({ filter: /\.[jt]s$/ }, async ({ path }) => {
      if (!left.has(path)) return undefined
      const names = new Set(Array.from((await readFile(path, 'utf8')).matchAll(EXPORT), ([, name]) => name))
      if (names.size === 0) throw new Error(`${path} exports nothing`)
      const idle = 'new Proxy(function () {}, { get: () => idle, apply() {}, construct: () => idle })'
      const contents = `const idle = ${idle}\nexport { ${Array.from(names, name => `idle as ${name}`).join(', ')} }`
      return { contents, loader: 'js' }
    })
  },
})
