// SPDX-License-Identifier: Apache-2.0
// The ways in which users' projects compile against the packed types: modes of modules, and libraries.

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './binbo.js'

/** By name: the options of the compiler, and the type of the project's package.json. */
export const MODES = {
  bundler: { type: 'module', module: 'esnext', moduleResolution: 'bundler' },
  node16: { type: 'module', module: 'node16', moduleResolution: 'node16' },
  nodenext: { type: 'module', module: 'nodenext', moduleResolution: 'nodenext' },
  'node16, CommonJS': { type: 'commonjs', module: 'node16', moduleResolution: 'node16' },
  'nodenext, CommonJS': { type: 'commonjs', module: 'nodenext', moduleResolution: 'nodenext' },
  node10: { type: 'commonjs', module: 'commonjs', moduleResolution: 'node10' },
}

/** By name: what a project has besides the library of ES2022. */
export const LIBRARIES = {
  nothing: { lib: ['es2022'], types: [] },
  'Node types': { lib: ['es2022'], types: ['node'] },
  DOM: { lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
}

/** TypeScript 6 still has it when asked for, 7 has not. */
const NODE10 = { 6: { ignoreDeprecations: '6.0' }, 7: undefined }

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** All entries but files. node10 does not find binbo/js, whose folder has the sources. @param {string} mode */
const entriesIn = mode =>
  Object.keys(exports)
    .filter(name => !/\.(wasm|json)$/.test(name) && !(mode === 'node10' && /^\.\/js(\/|$)/.test(name)))
    .map((name, index) => `export * as entry${index} from '${name.replace('.', 'binbo')}'\n`)
    .join('')

/**
 * @param {string} mode
 * @param {string} version of TypeScript
 * @returns {boolean}
 */
export const isSupported = (mode, version) => mode !== 'node10' || !version.startsWith('7.')

/**
 * Compiles the modules of tests/types/exports, and one that exports all entries, with declarations, strict, with the
 * types of all libraries checked, and then a module that imports the declarations.
 * @param {string} packed the folder where the package is installed
 * @param {string} tsc a program
 * @param {{ mode: string, library: string, version: string }} how
 * @returns {string} errors; '' for none
 */
export function compileExports(packed, tsc, { mode, library, version }) {
  const { type, ...modules } = MODES[mode]
  const project = join(packed, 'project')
  rmSync(project, { recursive: true, force: true })
  mkdirSync(join(project, 'node_modules'), { recursive: true })
  symlinkSync(join(root, 'node_modules/@types'), join(project, 'node_modules/@types'))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type }))
  cpSync(join(root, 'tests/types/exports'), join(project, 'exports'), { recursive: true })
  writeFileSync(join(project, 'exports/entries.ts'), entriesIn(mode))
  const compile = (name, files, options) => {
    const compilerOptions = {
      strict: true,
      target: 'es2022',
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      ...modules,
      ...(mode === 'node10' && NODE10[version.split('.')[0]]),
      ...LIBRARIES[library],
      ...options,
    }
    writeFileSync(join(project, name), JSON.stringify({ compilerOptions, files }))
    const { stdout, stderr, error } = spawnSync(process.execPath, [tsc, '-p', name], {
      cwd: project,
      encoding: 'utf8',
    })
    if (error) throw error
    return stdout + stderr
  }
  // Only ES modules import binbo/core.wasm, and only where `exports` is read.
  const names = [
    'database',
    'engines',
    'entries',
    'game',
    'pgn',
    'servers',
    ...(type === 'module' ? ['core'] : []),
  ]
  const emitted = { declaration: true, emitDeclarationOnly: true, rootDir: 'exports', outDir: 'out' }
  return (
    compile(
      'tsconfig.json',
      names.map(name => `exports/${name}.ts`),
      emitted,
    ) ||
    compile(
      'tsconfig.out.json',
      names.map(name => `out/${name}.d.ts`),
      { noEmit: true },
    )
  )
}
