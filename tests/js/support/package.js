// SPDX-License-Identifier: Apache-2.0
// The package as a user gets it: packed by npm, installed into an empty folder.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packTo } from '../../../js/tools/pack.js'

const npm = (args, cwd) =>
  execFileSync(
    'npm',
    [...args, '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, npm_config_cache: join(cwd, '.npm') },
    },
  )

/**
 * Packs dist/ as it is and installs the tarball.
 * @returns {{ folder: string, installed: string, files: string[], manifest: object, remove: () => void }}
 */
export function installPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'binbo-package-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const packed = packTo(folder)
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    npm(['install', `./${packed.filename}`], folder)
    const installed = join(folder, 'node_modules', 'binbo')
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    return { folder, installed, files: packed.files.map(file => file.path), manifest, remove }
  } catch (error) {
    remove()
    throw error
  }
}
