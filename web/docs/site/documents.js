// SPDX-License-Identifier: Apache-2.0
// The documents of the site in the order of its navigation.

import { basename } from 'node:path'
import { ENTRIES } from '../../../js/tools/entries.js'

/**
 * @typedef {object} Document
 * @property {string} name of the page, `<name>.html`
 * @property {string} source its Markdown, from the top of the repository; of the reference, which is made by the build, a
 *   name only
 * @property {string} label in the navigation
 * @property {string} about what a reader finds there, in a few words
 * @property {string} [entry] of a page of the reference: the entry of the package
 */

/** @param {string} entry such as 'binbo/chess.js' @returns {string} the name of its page in the reference */
export const referencePage = entry => `reference-${entry.replace(/\W+/g, '-')}`

/** In the order of what users ask. @type {readonly (readonly [group: string, documents: readonly Document[]])[]} */
export const GROUPS = [
  [
    'Start',
    [
      {
        name: 'index',
        source: 'README.md',
        label: 'Overview',
        about: 'What binbo is, how to install it, a first program',
      },
      doc('playing', 'Playing', 'Moves, draws, results, Chess960: all that a Game does'),
      doc('typescript', 'TypeScript', 'A tsconfig, a first program, what the types know'),
      doc('entries', 'Which entry for what', 'Each import: what it is for, where it runs, its price'),
      doc('recipes', 'Recipes', 'Whole programs to copy: boards, lists of moves, pictures, SQL'),
    ],
  ],
  [
    'Guides',
    [
      doc('first-board', 'A first board', 'A page of one file on which you play Stockfish'),
      doc('react', 'React', 'The same in React: the state is the list of moves'),
      doc('analysis-board', 'An analysis board in React', 'Variations, undo, import, saved in the browser'),
      doc('vue', 'Vue', 'The same in Vue 3, with shallowRef'),
      doc('svelte', 'Svelte', 'The same in Svelte 5, with runes'),
      doc('node', 'Node', 'A script that finds mistakes, and a server of games'),
      doc(
        'without-wasm',
        'React Native and without WebAssembly',
        'The core in JavaScript: Hermes, strict policies, old browsers',
      ),
      doc('workers', 'Web Workers', 'A database and an engine beside the page'),
      doc('edge', 'At the edge', 'Cloudflare Workers, Durable Objects, Next.js'),
      doc('migration', 'Migration', 'What calls of chess.js, chessops and python-chess become'),
      doc('chess-js', 'Coming from chess.js', 'The same program with another import: binbo/chess.js'),
    ],
  ],
  [
    'Library',
    [
      doc('pgn', 'PGN', 'Files of any size, with variations, comments and clocks'),
      doc('setups', 'Setups', 'Any board of pieces, for editors and puzzles'),
      doc('variants', 'Variants', 'Chess960, Crazyhouse, Atomic and the others'),
      doc('dead', 'Flag falls, dead positions', 'Who can still win when a flag falls'),
      doc('openings', 'Names of openings', 'Names and ECO codes of games and positions'),
      doc('books', 'Opening books', 'Books of Polyglot: read, made, played from'),
      doc('epd', 'EPD, test suites', 'Records with operations, and engines that solve them'),
      doc('compact', 'Games in few bytes', 'A game in a link or a column of a database'),
      doc('database', 'Databases of games', 'Millions of games by player, position and pattern'),
      doc('lichess', "Lichess' open data", 'A month of games to Parquet, DuckDB and JSON Lines'),
      doc('pictures', 'Pictures', 'Positions as SVG, without a browser'),
    ],
  ],
  [
    'Engines',
    [
      doc('engines', 'Engines', 'Stockfish in pages and in Node, pools, analysis'),
      doc('matches', 'Matches of engines', 'Engines against engines: clocks, Elo, tests in CI'),
      doc('tablebases', 'Tablebases', 'Syzygy tables: who wins, and how'),
    ],
  ],
  [
    'Servers',
    [
      doc('online', 'Playing online', 'A page on which two people play, and its server'),
      doc('sessions', 'Games between people', 'Clocks, offers and seats as a pure function'),
      doc('servers', 'Game servers', 'Two players in two minutes; options, clients, archives'),
      doc('stores', 'Stores', 'Many machines: how they share games, and what is lost when one dies'),
      doc('deployment', 'Deployment', 'Two nodes, Redis and nginx on Debian'),
    ],
  ],
  ['Page', [doc('page', 'The page', 'What the page of this site does, and how to host it')]],
  [
    'Reference',
    [
      ...ENTRIES.map(([entry, about]) => ({
        name: referencePage(entry),
        source: `${referencePage(entry)}.md`,
        label: entry,
        about,
        entry,
      })),
      doc('errors', 'Errors', 'Every code: its cause and what to do'),
      doc('limits', 'Limits and guarantees', 'Numbers, and what may change'),
      doc('runs-in', 'Runs in', 'Runtimes, bundlers and settings that were tried'),
      doc('performance', 'Performance', 'Figures, and the commands that measured them'),
      doc('size', 'What a page pays', 'The size of programs and entries, and how to pay less'),
      doc('versions', 'Versions', 'What semver covers, and what later versions read'),
      doc('security', 'Security', 'Input, tokens, and what is yours to protect'),
    ],
  ],
  [
    'Project',
    [
      doc('design', 'Design', 'Where things live, and why'),
      {
        name: 'changelog',
        source: 'CHANGELOG.md',
        label: 'Changelog',
        about: 'What has changed in each version',
      },
      {
        name: 'contributing',
        source: 'CONTRIBUTING.md',
        label: 'Contributing',
        about: 'Tests, and one change all the way',
      },
    ],
  ],
]

/** @param {string} name @param {string} label @param {string} about @returns {Document} */
function doc(name, label, about) {
  return { name, source: `web/docs/${name}.md`, label, about }
}

export const DOCUMENTS = GROUPS.flatMap(([, documents]) => documents)

/**
 * Makes the address of a link or picture one of the site.
 * @param {string} href as written in a document
 * @returns {string}
 * @throws {Error} where it leads to a file that the site does not have
 */
export function siteAddress(href) {
  if (/^(https?:|#)/.test(href)) return href
  const [path, fragment] = href.split('#')
  const name = basename(path)
  const page = DOCUMENTS.find(({ source }) => basename(source) === name)?.name
  if (page) return `${page}.html${fragment ? `#${fragment}` : ''}`
  if (/^(web|\.\.)\/screenshots\/[\w-]+\.(png|svg)$/.test(path)) return name
  throw new Error(`a document links to ${href}, which is not part of the site`)
}
