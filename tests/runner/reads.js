// SPDX-License-Identifier: Apache-2.0
/**
 * Which files a job reads, rather too many than too few: all that its modules name, as an import or in any other way, whole
 * folders where they name a folder, and the files that those name in turn. `make check-reads` compares it with what jobs have
 * opened.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { typedPath } from '../../js/tools/strip-types.js'
import { namedBy as importedBy } from './imports.js'
import { FUZZ_JS, isBrowser, isFuzz } from './jobs.js'

/** @import { Job } from './jobs.js' */

/** What runs each job, what builds dist/, and the packages that are installed. */
const ALWAYS = [
  'package.json',
  'package-lock.json',
  'tests/runner/jobs.js',
  'tests/runner/reporter.js',
].concat([
  'js/tools/build.js',
  'js/tools/leave-out.js',
  'js/tools/inline-wasm.js',
  'js/tools/inline-worker.js',
  'js/tools/strip-types.js',
])
/** A test that starts programs, or loads an entry by a name that it computes, may read any built file. */
const READS_DIST = /\bnode:(child_process|worker_threads|cluster)\b|\bdist[}/]\$\{|'binbo[/']|\.\.\/dist\/'/
/** Programs and modules that read what nobody names here: the whole repository counts. */
const READS_ALL =
  /(\bfrom|import\() ?'(esbuild|vite|rollup|typescript|svelte|puppeteer|selenium)[^']*'|'(git|npm|npx|make|tsc)'|\.bin\/|\breadMutants\(|\breaddirSync\((root|'\.'|'js'|'web'|'tests|'src)/
/** What the page is built of, for its tests in Node, and these. */
const PAGE_OF_NODE = ['dist', 'js', 'tests/browser', 'tests/js/support', 'web']
/** Imports esbuild for one build of the library, which is made of what it names. */
const BUNDLE = 'tests/js/support/bundle.js'
/** A path that is no import: between quotes, or a part of a template; what follows a `$` is not known. */
const NAMES = /(?<=['"`}/])((?:\.{0,2}\/)*[\w@-][\w@.-]*(?:\/[\w@.-]+)*\/?)(?=['"`]|(\$))/g
const COMMENTS = /^\s*(\/\/|\/?\*).*$/gm
/** Words rather than folders, where they stand alone. */
const WHOLE = new Set(['.', '..', 'js', 'src', 'tests', 'web', 'dist', 'tests/js', 'tests/data'])
/** Code that reads files of the repository, unlike what it tests. */
const NAMING = /^(tests|js\/tools)\/.*\.(m?js|cjs)$/
const CODE = /\.(m?js|cjs|ts)$/

/** The repository as it is when this begins: files, folders with what is below them. */
export class Tree {
  /** @type {Set<string>} */
  files = new Set()
  /** @type {Map<string, string[]>} */
  #folders = new Map()
  /** @type {Map<string, Set<string>>} */
  #named = new Map()

  constructor() {
    const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { maxBuffer: 1 << 26 })
    const built = ['dist', ...readdirSync('js').map(name => `js/${name}/generated`)]
      .filter(folder => existsSync(folder))
      .flatMap(folder =>
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter(entry => entry.isFile())
          .map(entry => join(entry.parentPath ?? entry.path, entry.name)),
      )
    const modules = (existsSync('build') ? readdirSync('build') : [])
      .filter(name => name.endsWith('.wasm'))
      .map(name => `build/${name}`)
    for (const file of [...list.toString().split('\0'), ...built, ...modules])
      if (file && existsSync(file)) this.#add(file)
  }

  /** @param {string} file */
  #add(file) {
    this.files.add(file)
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder))
      this.#folders.set(folder, [...(this.#folders.get(folder) ?? []), file])
  }

  /** @param {string} folder @returns {string[]} */
  below = folder => this.#folders.get(folder) ?? []

  /** @param {string} path @param {boolean} isCut whether more of it is to follow @returns {string[]} */
  #at(path, isCut) {
    if (this.files.has(path)) return [path]
    return this.below(path).length > 0 || !isCut ? this.below(path) : this.below(dirname(path))
  }

  /** @param {string} file @returns {Set<string>} files that it names; of a module of the tests also those that it does not import */
  named(file) {
    const before = this.#named.get(file)
    if (before) return before
    const found = new Set(CODE.test(file) ? importedBy(file) : [])
    this.#named.set(file, found)
    if (!NAMING.test(file)) return found
    for (const [, name, cut] of readFileSync(file, 'utf8').replace(COMMENTS, '').matchAll(NAMES))
      for (const base of name.startsWith('/') ? ['.'] : ['', dirname(file), 'tests/data']) {
        const path = typedPath(join(base, name).replace(/\/$/, ''))
        if (WHOLE.has(path)) continue
        for (const one of this.#at(path, Boolean(cut) && name.includes('/'))) found.add(one)
      }
    return found
  }

  /** @param {string} file @returns {Set<string>} itself, what it names, what these name, and so on */
  reached(file) {
    const all = new Set([file])
    for (const one of all) for (const next of this.named(one)) all.add(next)
    return all
  }

  /** @param {Job} job @returns {Iterable<string>} */
  filesOf(job) {
    const { file } = job
    const name = basename(file, '.c')
    if (file.startsWith('tests/c/')) return [...ALWAYS, `build/native/${name}`]
    if (isFuzz(job)) {
      const target = name.replace('fuzz_', '')
      const data = [`tests/fuzz/seeds/${target}.json`, `tests/fuzz/${target}.dict`, 'tests/fuzz/seeds.js']
      return [...ALWAYS, `build/fuzz/${name}`, ...data.filter(path => this.files.has(path))]
    }
    if (isBrowser(job)) return this.files
    if (job.build === 'node') return new Set([...ALWAYS, ...PAGE_OF_NODE.flatMap(this.below)])
    const own = [...this.reached(file)]
    const tests = own.filter(path => NAMING.test(path) && path !== BUNDLE)
    if (tests.some(path => READS_ALL.test(readFileSync(path, 'utf8')))) return this.files
    // The page names entries as its import map has them.
    const readsDist =
      own.some(path => path.startsWith('web/')) ||
      tests.some(path => READS_DIST.test(readFileSync(path, 'utf8')))
    const built =
      readsDist || job.build === 'bundled' ? [...this.below('dist'), ...this.below('tests/js/support')] : []
    const seeds = file === FUZZ_JS ? this.below('tests/fuzz/seeds/js') : []
    return new Set([...ALWAYS, ...own, ...built, ...seeds])
  }
}
