// SPDX-License-Identifier: Apache-2.0
/**
 * Writes build/sbom.cdx.json: the packages that users install with this one, and those in dist/, in the versions of package-lock.json, as CycloneDX
 * by `npm sbom`. npm would treat packages that development tools also need as development packages, so it gets a manifest
 * without these tools. The name of its folder, which npm uses as the name of the component, is that of the package.
 *
 * usage: node js/tools/sbom.js    (at the top of the repository)
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CARRIED } from './check-imports.js'

const FILE = 'build/sbom.cdx.json'

const { devDependencies, scripts, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'))
const folder = join('build/sbom', manifest.name)
rmSync('build/sbom', { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const carried = Object.fromEntries(
  Object.entries(devDependencies ?? {}).filter(([name]) => CARRIED.includes(name)),
)
writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies: carried }))
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
