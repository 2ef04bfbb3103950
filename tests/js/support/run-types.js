// SPDX-License-Identifier: Apache-2.0
// The packed types in all versions of TypeScript that are supported, in all modes of modules, with and without the types of
// Node and of the DOM. Installs the versions in build/types/.
//
// usage: node tests/js/support/run-types.js [version …]    (from the top of the repository, after make build)

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './binbo.js'
import { installPackage } from './package.js'
import { compileExports, isSupported, LIBRARIES, MODES } from './type-modes.js'

const ALL = ['5.0.4', '5.4.5', '5.9.3', '6.0.3', '7.0.2']
const versions = process.argv.length > 2 ? process.argv.slice(2) : ALL

/**
 * @param {string} version
 * @returns {string} its tsc
 */
function install(version) {
  const folder = join(root, 'build/types', version)
  const tsc = join(folder, 'node_modules/typescript/bin/tsc')
  if (existsSync(tsc)) return tsc
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...flags, `typescript@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return tsc
}

const pack = installPackage()
let failures = 0
try {
  for (const version of versions) {
    const tsc = install(version)
    for (const mode of Object.keys(MODES)) {
      if (!isSupported(mode, version)) {
        console.log(`TypeScript ${version}, ${mode}: does not exist any more`)
        continue
      }
      for (const library of Object.keys(LIBRARIES)) {
        const errors = compileExports(pack.folder, tsc, { mode, library, version })
        console.log(`TypeScript ${version}, ${mode}, ${library}: ${errors ? `\n${errors}` : 'ok'}`)
        if (errors) failures++
      }
    }
  }
} finally {
  pack.remove()
}
if (failures > 0) {
  console.error(`${failures} combinations do not compile`)
  process.exitCode = 1
}
