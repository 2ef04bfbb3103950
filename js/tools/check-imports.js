// SPDX-License-Identifier: Apache-2.0
/**
 * The folders that each folder of js/ and web/ may import, a row for each folder. Types may come from any folder.
 *
 * check-layers.js runs it.
 */
import { dirname, join } from 'node:path'

/** Files of js/core that need no wasm. They import only each other. */
const LIGHT =
  'brand callbacks caught errors objects options optional-package token-protocol utf8 waiting web-socket generated/errors'
    .split(' ')
    .map(name => `core/${name}`)
const SYSTEM = ['node:*', 'ws', 'redis', 'bullmq', 'pg']
/** Packages that dist/ carries. */
export const CARRIED = ['hyparquet-writer']
const PAGE = ['binbo', 'cm-chessboard', 'lit-html']
/**
 * Tables of the library, without wasm, that are not part of its API, how a database folds names, takes removed games
 * back and is deleted, and games of sites: apart from these, the page uses the library's API.
 */
const TABLES_FOR_PAGE = [
  'js/core/generated',
  'js/game/ends',
  'js/game/traits',
  'js/database/names',
  'js/database/hidden',
  'js/database/origin-folder',
  'js/sites',
]

/**
 * Folder, what it may import besides itself, and from which packages. A folder without a row belongs to the one above it; a
 * folder of js/ or web/ has one. `light` are the files of core that need no wasm.
 * @type {readonly (readonly [folder: string, imports: string, packages?: readonly string[]])[]}
 */
const ROWS = [
  ['js/core', ''],
  ['js/bytes', 'light'],
  ['js/game', 'core'],
  ['js/pgn', 'core game'],
  ['js/perft', 'core game'],
  ['js/openings', 'core game'],
  ['js/compact', 'core game'],
  ['js/svg', 'core game'],
  ['js/book', 'bytes core game'],
  ['js/tablebase', 'bytes core game'],
  [
    'js/database',
    'core game pgn book/entries book/tally openings/opening-names openings/generated/packed-lines',
    CARRIED,
  ],
  ['js/uci', 'core game'],
  ['js/uci/text', 'light uci/errors'],
  ['js/uci/transports', 'light uci/text uci/errors'],
  ['js/uci/engine', 'core game uci/text uci/errors'],
  ['js/epd', 'core game pgn uci'],
  ['js/analysis', 'core game pgn uci'],
  ['js/match', 'core game pgn uci analysis'],
  ['js/session', 'core game pgn'],
  [
    'js/session/commands',
    'core game session/clock session/dead session/errors session/family session/live session/repetitions session/setup session/state',
  ],
  ['js/compat', 'core'],
  ['js/sites', 'core pgn'],
  ['js/net', 'light', SYSTEM],
  ['js/node', 'bytes core game pgn uci net match/errors', SYSTEM],
  ['js/server', 'core game pgn session net node', SYSTEM],
  ['js/server/stores', 'core session net/bundled-package', SYSTEM],
  ['js/server/archive', 'core session', SYSTEM],
  [
    'js/cli',
    'core game pgn svg book database sites openings epd tablebase uci analysis match session net node server',
    SYSTEM,
  ],
  [
    'js/entries',
    'core game perft pgn book compact database openings epd svg tablebase uci analysis match session node server compat/chess-js/public',
  ],
  ['web', '', PAGE],
  ['web/page', '', PAGE],
  ['web/offline', 'page', PAGE],
  ['web/docs/browser', 'page', PAGE],
  ['web/study', 'page', PAGE],
  ['web/storage', 'page study', PAGE],
  ['web/board', 'page study', PAGE],
  ['web/engine', 'page study', PAGE],
  ['web/endgames', 'page engine', PAGE],
  ['web/developers', 'page study engine', PAGE],
  ['web/print', 'page study moves', PAGE],
  ['web/pgn', 'page study storage print', PAGE],
  ['web/setup', 'page study storage board', PAGE],
  ['web/database', 'page study storage board pgn', PAGE],
  ['web/explorer', 'page study pgn database', PAGE],
  ['web/analysis', 'page study engine endgames', PAGE],
  ['web/moves', 'page study engine analysis', PAGE],
  ['web/train', 'page study storage engine analysis database print', PAGE],
  ['web/play', 'page study storage board engine analysis train', PAGE],
  ['web/friend', 'page study engine play', PAGE],
  ['web/table', 'page study storage engine analysis play train', PAGE],
  ['web/settings', 'page board endgames engine', PAGE],
  ['web/embed', 'page board moves storage study', PAGE],
]
const FREE = /^(js\/tools|web\/docs(?!\/browser))\//

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const IMPORT = /(?:^|[\s;}])(?:from|import)\s*\(?\s*(['"])([^'"\n$]+)\1/g
const TYPES =
  /^(?:import|export) type\b[^'"]*(['"])[^'"\n]+\1|\bimport\((['"])[^'"\n]+\2\)\.[A-Z]|\btypeof import\b/gm

/** @param {string} folder @returns {(typeof ROWS)[number] | undefined} the nearest row */
function rowOf(folder) {
  const depth = (/** @type {string} */ path) => path.split('/').length
  return ROWS.filter(([name]) =>
    name === 'web' ? folder === 'web' : folder === name || folder.startsWith(`${name}/`),
  ).sort(([a], [b]) => depth(b) - depth(a))[0]
}

/** @param {string} path @param {string} within a folder, or a file without its ending */
const isIn = (path, within) => path.startsWith(`${within}/`) || path.replace(/\.\w+$/, '') === within

/** @param {string} name the name of a module of a package @param {readonly string[]} packages */
const isOf = (name, packages) =>
  packages.some(known =>
    known.endsWith('*') ? name.startsWith(known.slice(0, -1)) : isIn(`${name}.js`, known),
  )

/**
 * @param {string} path the path of a module in js/ or web/
 * @param {string} text
 * @returns {string[]} faults
 */
export function checkImports(path, text) {
  if (FREE.test(path)) return []
  const [top] = path.split('/')
  const row = rowOf(dirname(path))
  if (!row) return [`${path}:1: its folder has no row in js/tools/check-imports.js`]
  const [folder, names, packages = []] = row
  const isLight = LIGHT.some(file => isIn(path, `js/${file}`))
  const allowed = names.split(' ').flatMap(name => (name === 'light' ? LIGHT : name ? [name] : []))
  const folders = isLight ? [] : [folder, ...allowed.map(name => `${top}/${name}`)]
  if (top === 'web') folders.push(...TABLES_FOR_PAGE)
  if (isLight) folders.push(...LIGHT.map(name => `js/${name}`))
  const code = text.replace(COMMENT, '').replace(TYPES, '')
  return [...code.matchAll(IMPORT)]
    .map(([, , name]) => name)
    .filter(name =>
      name.startsWith('.')
        ? !folders.some(within => isIn(join(dirname(path), name), within))
        : !isOf(name, packages),
    )
    .map(
      name =>
        `${path}:1: imports '${name}'; ${isLight ? 'a file without wasm' : folder} may import ${listOf(isLight, names, packages)}`,
    )
}

/** @param {boolean} isLight @param {string} names @param {readonly string[]} packages */
const listOf = (isLight, names, packages) =>
  isLight ? 'no other files' : [names || 'no other folder', ...packages].join(' ')
