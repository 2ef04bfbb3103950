// SPDX-License-Identifier: Apache-2.0
/**
 * Writes build/sbom.cdx.json: what users of the package install with it, in the versions of package-lock.json, as
 * CycloneDX by `npm sbom`. npm counts a package that only the tools for development need too as theirs, so it gets the
 * manifest without them, in a folder with the name of the package, which it takes for the component's.
 *
 * usage: node js/tools/sbom.js    (at the top of the repository)
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'build/sbom.cdx.json'

const { devDependencies, scripts, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'))
const folder = join('build/sbom', manifest.name)
rmSync('build/sbom', { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
copyFileSync('package-lock.json', join(folder, 'package-lock.json'))
const npm = (/** @type {string[]} */ ...args) =>
  execFileSync('npm', [...args, '--package-lock-only', '--loglevel=error'], { cwd: folder, encoding: 'utf8' })
npm('install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund')
writeFileSync(FILE, npm('sbom', '--sbom-format=cyclonedx'))
rmSync('build/sbom', { recursive: true })
const { components } = JSON.parse(readFileSync(FILE, 'utf8'))
const names = components.map(
  (/** @type {{ name: string, version: string }} */ { name, version }) => `${name} ${version}`,
)
console.log(`${FILE}: ${manifest.name} ${manifest.version} with ${names.join(', ') || 'nothing else'}`)
