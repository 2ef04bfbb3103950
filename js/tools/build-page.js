// SPDX-License-Identifier: Apache-2.0
// Builds the page: its scripts with the package that they import, the core, the styles, the Workers, the service worker,
// and the engines beside them. The result is a plain folder of files, for any web server and any path.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { ERRORS, WARNINGS } from '#js/core/generated/errors.js'
import { ENGINE_FILES, VARIANTS_FILES, VARIANTS_FOLDER } from '#web/engine/engine-files.js'
import { joinChunks, minified } from './join-chunks.js'
import { leaveOut } from './leave-out.js'
import { namedImports } from './named-imports.js'
import { writeLicences } from './page-licences.js'
import { EMBED_META_CSP, PAGE_META_CSP } from './static-server.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const PAGE = { app: 'web/app.ts', page: 'web/styles/page.css', parts: 'web/styles/parts.css' }
/**
 * The page streams the core, so it is built from the sources of entries, without the wasm. With one file like binbo/slim, the
 * first script would include code that only engines need.
 */
const PACKAGE = {
  'binbo/book': `${ROOT}js/book/public.ts`,
  'binbo/slim': `${ROOT}js/core/init.ts`,
  'binbo/epd': `${ROOT}js/epd/public.ts`,
  'binbo/openings': `${ROOT}js/openings/public.ts`,
  'binbo/pgn': `${ROOT}js/pgn/public.ts`,
  'binbo/svg': `${ROOT}js/svg/public.ts`,
  'binbo/session': `${ROOT}js/session/public.ts`,
  binbo: `${ROOT}js/game/public.ts`,
}
/** For the scripts of the page that import engines and analysis, and that read files of PGN. */
const NAMED = namedImports(
  {
    'binbo/pgn': [`${ROOT}js/pgn/public.ts`],
    'binbo/uci': [`${ROOT}js/uci/public.ts`, `${ROOT}js/analysis/public.ts`],
  },
  /[\\/]web[\\/].*\.ts$/,
)
/** Replaces the animations of the board library with those of the page. @type {import('esbuild').Plugin} */
const MOTION = {
  name: 'motion',
  setup({ onLoad }) {
    const path = JSON.stringify(`${ROOT}web/board/motion.ts`)
    const contents = `export { Motion as PositionAnimationsQueue } from ${path}`
    onLoad({ filter: /[\\/]PositionAnimationsQueue\.js$/ }, () => ({ contents, loader: 'js' }))
  },
}
/**
 * Only web/page/error-words.ts, which is loaded with the first error, has the messages of the core's errors. In all other scripts
 * a message is the code.
 * @type {import('esbuild').Plugin}
 */
const WITHOUT_MESSAGES = {
  name: 'without messages',
  setup({ onResolve, onLoad }) {
    const namespace = 'codes'
    onResolve({ filter: /[\\/]generated[\\/]errors\.js$/ }, ({ importer }) =>
      /[\\/]error-words\.ts$/.test(importer) ? undefined : { path: 'errors', namespace },
    )
    onLoad({ filter: /./, namespace }, () => ({ contents: errorCodes() }))
  },
}
/**
 * Entries with a wasm of their own; the core that they also contain is left out.
 * @type {import('esbuild').Plugin}
 */
const WHOLE_ENTRIES = {
  name: 'whole entries',
  setup({ onResolve }) {
    onResolve({ filter: /^binbo\/(compact|database|tablebase)$/ }, ({ path }) => ({
      path: `${ROOT}js/entries/${path.slice('binbo/'.length)}.ts`,
      sideEffects: true,
    }))
  },
}
/**
 * Workers, which web/page/load.ts starts. Each is bundled separately: shared chunks would split the page into more files, all of
 * which it needs at the start.
 */
const WORKERS = {
  'database-worker': 'web/database/worker.ts',
  'fairy-worker': 'web/engine/fairy-worker.ts',
  'pgn-worker': 'web/pgn/pgn-worker.ts',
}
/** Those of the dialog for developers; the first script does not name them. @type {Record<string, string>} */
const DEVELOPERS_WORKERS = { 'perft-worker': 'web/developers/perft-worker.ts' }
/** A Worker whose programs may call all of the package: nothing is left out, and errors have their messages. */
const PROGRAM_WORKER = { 'program-worker': 'web/developers/program-worker.ts' }
/** Modules that the page imports but never calls. */
const UNUSED = leaveOut([
  `${ROOT}js/core/carried-wasm.ts`,
  `${ROOT}js/core/inspect.ts`,
  `${ROOT}js/game/board-text.ts`,
  `${ROOT}js/game/idle-timer.ts`,
  `${ROOT}js/game/load-pgn.ts`,
  `${ROOT}js/pgn/changes.ts`,
  `${ROOT}js/pgn/game-json.ts`,
  `${ROOT}js/pgn/line-status.ts`,
  `${ROOT}js/pgn/locales.ts`,
  `${ROOT}js/pgn/merge.ts`,
  `${ROOT}js/pgn/reaches.ts`,
])
/** The frame for other websites, bundled separately as one script. */
const EMBED = ['ts', 'css'].map(type => ({ in: `web/embed/embed.${type}`, out: 'embed' }))
/** Modules that the frame never calls: it plays no games and takes no moves. */
const UNUSED_BY_EMBED = leaveOut([
  `${ROOT}js/game/dead.ts`,
  `${ROOT}js/game/game.ts`,
  `${ROOT}node_modules/cm-chessboard/src/view/VisualMoveInput.js`,
])
/** The scripts that a frame loads for a packed game, to play the moves by itself, and for a puzzle. */
const UNPACKER = { name: 'embed-unpack', source: 'web/storage/unpack.ts' }
const PUZZLE = { name: 'embed-puzzle', source: 'web/embed/puzzle.ts' }
const AUTOPLAY = { name: 'embed-autoplay', source: 'web/embed/autoplay.ts' }
/** Files that are not stored for offline use: those of the frame, which other websites show, and the Worker of few visitors. */
const ONLINE_FILES = /^(embed[\w-]*|program-worker-\w+)\.\w+(\.map)?$/
/** Where the engines' files come from, by their paths. */
const ENGINES = Object.fromEntries([
  ...ENGINE_FILES.map(path => [path, `${ROOT}node_modules/stockfish/bin/${basename(path)}`]),
  ...VARIANTS_FILES.map(path => [path, `${ROOT}node_modules/fairy-stockfish-nnue.wasm/${basename(path)}`]),
])
const SERVICE_WORKER = 'web/offline/service-worker.ts'
const DOCUMENTS = 'docs/files.json'
const LANGUAGES = 'languages'
const SHELL = /\.(html|js|css|wasm|svg|png|txt|webmanifest)$|^languages\b.*\.json$/
const COPIED = /\.(html|png|webmanifest|bin|txt)$/

/**
 * @typedef {object} PageOptions
 * @property {string} [gameServer] the address of the page's game server, absolute or relative to the page; default none
 * @property {string} [repository] the address of the source; default that of package.json
 * @property {boolean} [small] default true; false: scripts and styles are not minified and have no source maps, for tests, in a
 *   tenth of the time
 * @property {boolean} [parts] default true; false: each script is one file, for tests in Node
 * @property {boolean} [documents] default true; false: without documents, so that links to them are broken
 */

/**
 * Needs the built package in dist/.
 * @param {string} [folder] the folder, which is replaced; default build/page
 * @param {PageOptions} [options]
 * @returns {Promise<string>} the folder
 */
export async function buildPage(
  folder = `${ROOT}build/page`,
  { gameServer = '', repository, small = true, parts = true, documents = true } = {},
) {
  await rm(folder, { recursive: true, force: true })
  await mkdir(`${folder}/${VARIANTS_FOLDER}`, { recursive: true })
  const options = /** @satisfies {import('esbuild').BuildOptions} */ ({
    absWorkingDir: ROOT,
    outdir: folder,
    alias: PACKAGE,
    plugins: [UNUSED, NAMED, WHOLE_ENTRIES, WITHOUT_MESSAGES, MOTION],
    bundle: true,
    format: /** @type {const} */ ('esm'),
    target: 'es2022',
    minify: small,
    charset: 'utf8',
    legalComments: 'none',
    sourcemap: small,
    logLevel: /** @type {const} */ ('warning'),
  })
  const core = await copyCore(folder)
  const facts = await readFacts(repository)
  const define = {
    CORE: JSON.stringify(core),
    BUILD: JSON.stringify(facts),
    LANGUAGES: JSON.stringify(await copyLanguages(folder)),
  }
  const workers = await build({
    ...options,
    entryPoints: { ...WORKERS, ...DEVELOPERS_WORKERS },
    define: { ...define, WORKERS: '{}' },
    entryNames: '[name]-[hash]',
    metafile: true,
  })
  const programWorker = await build({
    ...options,
    plugins: [NAMED],
    entryPoints: PROGRAM_WORKER,
    define: { ...define, WORKERS: '{}' },
    entryNames: '[name]-[hash]',
    metafile: true,
  })
  await build({
    ...options,
    entryPoints: EMBED,
    plugins: [UNUSED, UNUSED_BY_EMBED, NAMED, WITHOUT_MESSAGES, MOTION],
    define: {
      ...{ ...define, WORKERS: '{}' },
      UNPACKER: JSON.stringify(`${UNPACKER.name}.js`),
      PUZZLE: JSON.stringify(`${PUZZLE.name}.js`),
      AUTOPLAY: JSON.stringify(`${AUTOPLAY.name}.js`),
    },
  })
  if (small) {
    const embed = join(folder, 'embed.js')
    const { code } = await minified(await readFile(embed, 'utf8'))
    await writeFile(embed, code)
    await rm(`${embed}.map`)
  }
  await build({
    ...options,
    entryPoints: Object.fromEntries([UNPACKER, AUTOPLAY, PUZZLE].map(({ name, source }) => [name, source])),
    define: { ...define, WORKERS: '{}' },
  })
  const { metafile, outputFiles } = await build({
    ...options,
    entryPoints: PAGE,
    define: {
      ...{ ...define, WORKERS: JSON.stringify(namesOf(workers.metafile, WORKERS)) },
      DEVELOPERS_WORKERS: JSON.stringify({
        ...namesOf(workers.metafile, DEVELOPERS_WORKERS),
        ...namesOf(programWorker.metafile, PROGRAM_WORKER),
      }),
      ENGINE_SIZES: JSON.stringify(await engineSizes()),
    },
    chunkNames: 'parts/[name]-[hash]',
    splitting: parts,
    metafile: true,
    write: false,
  })
  const isStyle = (/** @type {{ path: string }} */ { path }) => /\.css(\.map)?$/.test(path)
  for (const { path, contents } of outputFiles.filter(isStyle)) await writeFile(path, contents)
  const scripts = outputFiles.filter(file => !isStyle(file))
  const app = join(folder, 'app.js')
  if (parts) await joinChunks(scripts, app, neededBy(app, metafile), small)
  else for (const { path, contents } of scripts) await writeFile(path, contents)
  for (const name of await readdir(`${ROOT}web`)) {
    if (name.endsWith('.svg')) await writeFile(`${folder}/${name}`, await readSvg(`${ROOT}web/${name}`))
    else if (COPIED.test(name)) await cp(`${ROOT}web/${name}`, `${folder}/${name}`)
  }
  const game = gameServer ? [`<meta name="game-server" content="${gameServer}" />`] : []
  await completePage(`${folder}/index.html`, PAGE_META_CSP, core, game)
  await completePage(`${folder}/embed.html`, EMBED_META_CSP, core, [])
  for (const [path, source] of Object.entries(ENGINES)) await cp(source, `${folder}/${path}`)
  await writeLicences(folder)
  if (documents) {
    // Imported here, because its renderer takes long to load.
    const { writeDocs } = await import('../../web/docs/site/write-docs.js')
    await writeDocs(folder, facts)
  }
  await buildServiceWorker(folder, options)
  return folder
}

/** @returns {string} js/core/generated/errors.ts with codes in place of messages; the first of consecutive numbers is written */
function errorCodes() {
  const sorted = [...ERRORS].toSorted(([one], [other]) => one - other)
  const words = sorted.map(([number, [code]]) => [
    ...(ERRORS.has(number - 1) ? [] : [number]),
    code.slice('ERR_'.length),
  ])
  return `let number = 0
export const ERRORS = new Map('${words.flat().join(' ')}'.split(' ').flatMap(word => {
  if (+word) number = word - 1
  const code = 'ERR_' + word
  return +word ? [] : [[++number, [code, code]]]
}))
export const WARNINGS = new Set(${JSON.stringify([...WARNINGS])})`
}

/** @returns {Promise<Record<string, number>>} bytes of the engines' files, by path */
async function engineSizes() {
  const sizes = Object.entries(ENGINES).map(async ([path, source]) => [path, (await stat(source)).size])
  return Object.fromEntries(await Promise.all(sizes))
}

/** @param {string} path @returns {Promise<string>} the SVG without comments and blanks between elements */
async function readSvg(path) {
  const text = await readFile(path, 'utf8')
  return text.replace(/<!--.*?-->/gs, '').replace(/\s+(?=<|\/>)/g, '')
}

/**
 * @param {string} folder
 * @returns {Promise<string>} the path of the core in the folder, which changes with its contents
 */
async function copyCore(folder) {
  const bytes = await readFile(`${ROOT}dist/core.wasm`)
  const path = `core-${versionOf(bytes).slice(0, 8).toUpperCase()}/core.wasm`
  await mkdir(`${folder}/${dirname(path)}`)
  await writeFile(`${folder}/${path}`, bytes)
  return path
}

/**
 * @param {string} folder
 * @returns {Promise<Record<string, string>>} the paths of the tables of texts in the folder, by language
 */
async function copyLanguages(folder) {
  await mkdir(`${folder}/${LANGUAGES}`)
  const names = await readdir(`${ROOT}web/${LANGUAGES}`)
  const copies = names.toSorted().map(async name => {
    // Without blanks, as scripts are.
    const text = JSON.stringify(JSON.parse(await readFile(`${ROOT}web/${LANGUAGES}/${name}`, 'utf8')))
    const language = basename(name, '.json')
    const path = `${LANGUAGES}/${language}-${versionOf(text).slice(0, 8).toUpperCase()}.json`
    await writeFile(`${folder}/${path}`, text)
    return [language, path]
  })
  return Object.fromEntries(await Promise.all(copies))
}

/**
 * @param {import('esbuild').Metafile} metafile
 * @param {Record<string, string>} sources of Workers, by name
 * @returns {Record<string, string>} their files by name
 */
const namesOf = ({ outputs }, sources) =>
  Object.fromEntries(
    Object.entries(outputs).flatMap(([path, { entryPoint }]) => {
      const [name] = Object.entries(sources).find(([, source]) => source === entryPoint) ?? []
      return name ? [[name, basename(path)]] : []
    }),
  )

/**
 * Writes the service worker with the list of files that it stores. The version changes with these files and with its script.
 * @param {string} folder complete except for the service worker
 * @param {import('esbuild').BuildOptions} options
 */
async function buildServiceWorker(folder, options) {
  const names = await readdir(folder, { recursive: true })
  const shell = await listFiles(
    folder,
    names.filter(name => SHELL.test(name) && !/^(engine|docs)/.test(name) && !ONLINE_FILES.test(name)),
  )
  const engine = await listFiles(folder, [...ENGINE_FILES, ...VARIANTS_FILES])
  const define = {
    SHELL: JSON.stringify(shell),
    SHELL_VERSION: '""',
    ENGINE: JSON.stringify(engine),
    ENGINE_VERSION: JSON.stringify(versionOf(JSON.stringify(engine))),
    DOCUMENTS: '[]',
  }
  const worker = { ...options, entryPoints: { 'service-worker': SERVICE_WORKER }, define }
  const { outputFiles } = await build({ ...worker, sourcemap: false, write: false })
  define.SHELL_VERSION = JSON.stringify(versionOf(outputFiles[0].contents))
  // Documents may change while the shell does not. Their list is a file, because few visitors need it.
  const documents = await listFiles(
    folder,
    names.filter(name => /^docs[\\/]/.test(name) && SHELL.test(name)),
  )
  await mkdir(`${folder}/${dirname(DOCUMENTS)}`, { recursive: true })
  await writeFile(`${folder}/${DOCUMENTS}`, JSON.stringify(documents))
  define.DOCUMENTS = JSON.stringify((await listFiles(folder, [DOCUMENTS]))[0])
  await build(worker)
}

/**
 * @param {string} script
 * @param {import('esbuild').Metafile} metafile
 * @returns {Set<string>} the scripts that it imports statically, directly or not
 */
function neededBy(script, { outputs }) {
  const found = new Set([relative(ROOT, script)])
  for (const path of found)
    for (const { path: part, kind } of outputs[path].imports) if (kind === 'import-statement') found.add(part)
  return new Set([...found].map(path => join(ROOT, path)).filter(path => path !== script))
}

/**
 * @param {string} [address] the address of the repository; default that of the package
 * @returns {Promise<{ version: string, source: string, commit: string }>} facts of the package for the page
 */
async function readFacts(address) {
  const { version, repository } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8'))
  // The folder may not be a repository, such as an unpacked archive.
  const described = promisify(execFile)('git', ['describe', '--always', '--dirty', '--exclude=*'], {
    cwd: ROOT,
  })
  const commit = await described.then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
  return { version, source: sourceOf(address ?? repository), commit }
}

/**
 * @param {string | { url: string }} [repository] the field of a package.json
 * @returns {string} its address for browsers; '' for none
 */
export function sourceOf(repository = '') {
  const url = (typeof repository === 'string' ? repository : repository.url).replace(/^git\+|\.git$/g, '')
  const [, host = 'github', path] = /^(?:(github|gitlab):)?([\w.-]+\/[\w.-]+)$/.exec(url) ?? []
  return path ? `https://${host}.com/${path}` : url.replace(/^(git|ssh):\/\/(git@)?/, 'https://')
}

/**
 * Completes a page with facts of the build: the policy, for hosts that send none, and the files that its script will load, so
 * that they are loaded together with the script.
 * @param {string} path the path of the page
 * @param {string} csp
 * @param {string} core
 * @param {string[]} more elements for its head
 */
async function completePage(path, csp, core, more) {
  const html = await readFile(path, 'utf8')
  const first = '<meta charset="utf-8" />'
  const last = '</head>'
  if (!html.includes(first) || !html.includes(last)) throw new Error(`${path} has no ${first} or no ${last}`)
  const policy = `<meta http-equiv="Content-Security-Policy" content="${csp}" />`
  const preload = `<link rel="preload" href="${core}" as="fetch" type="application/wasm" crossorigin />`
  const lines = [preload, ...more].map(line => `  ${line}\n  `).join('')
  await writeFile(path, html.replace(first, `${first}\n    ${policy}`).replace(last, `${lines}${last}`))
}

/**
 * @param {string} folder
 * @param {string[]} names the names of files in it
 * @returns {Promise<[path: string, integrity: string][]>}
 */
const listFiles = (folder, names) =>
  Promise.all(
    names.toSorted().map(async name => {
      const digest = createHash('sha256')
        .update(await readFile(`${folder}/${name}`))
        .digest('base64')
      // Some hosts redirect index.html, and browsers do not open a page from a redirected response.
      return /** @type {[string, string]} */ ([name === 'index.html' ? './' : name, `sha256-${digest}`])
    }),
  )

/** @param {string | Uint8Array} contents @returns {string} a version that changes with the contents */
const versionOf = contents => createHash('sha256').update(contents).digest('hex').slice(0, 16)
