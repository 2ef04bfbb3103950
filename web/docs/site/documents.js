// SPDX-License-Identifier: Apache-2.0
// The documents of the site in the order of its navigation.

import { basename } from 'node:path'

/**
 * @typedef {object} Document
 * @property {string} name of the page, `<name>.html`
 * @property {string} source its Markdown, from the top of the repository; of the reference, which is made by the build, a
 *   name only
 * @property {string} label in the navigation
 * @property {string} [entry] of a page of the reference: the entry of the package
 */

const ENTRIES = [
  '',
  '/pgn',
  '/openings',
  '/compact',
  '/database',
  '/book',
  '/epd',
  '/svg',
  '/tablebase',
  '/uci',
  '/session',
  '/chess.js',
  '/node',
  '/server',
  '/slim',
].map(path => `binbo${path}`)

/** @param {string} entry such as 'binbo/chess.js' @returns {string} the name of its page in the reference */
export const referencePage = entry => `reference-${entry.replace(/\W+/g, '-')}`

/** @type {readonly (readonly [group: string, documents: readonly Document[]])[]} */
export const GROUPS = [
  [
    'Start',
    [
      { name: 'index', source: 'README.md', label: 'Overview' },
      doc('playing', 'Playing'),
      doc('recipes', 'Recipes'),
      doc('migration', 'Migration'),
      doc('chess-js', 'Coming from chess.js'),
    ],
  ],
  [
    'Guides',
    [
      doc('variants', 'Variants'),
      doc('dead', 'Flag falls, dead positions'),
      doc('pgn', 'PGN'),
      doc('setups', 'Setups'),
      doc('openings', 'Names of openings'),
      doc('books', 'Opening books'),
      doc('epd', 'EPD, test suites'),
      doc('compact', 'Games in few bytes'),
      doc('database', 'Databases of games'),
      doc('pictures', 'Pictures'),
      doc('tablebases', 'Tablebases'),
      doc('engines', 'Engines'),
    ],
  ],
  [
    'Servers',
    [
      doc('sessions', 'Games between people'),
      doc('online', 'Playing online'),
      doc('servers', 'Game servers'),
      doc('deployment', 'Deployment'),
    ],
  ],
  [
    'Reference',
    [
      ...ENTRIES.map(entry => ({
        name: referencePage(entry),
        source: `${referencePage(entry)}.md`,
        label: entry,
        entry,
      })),
      doc('errors', 'Errors'),
      doc('limits', 'Limits and guarantees'),
      doc('security', 'Security'),
      doc('runs-in', 'Runs in'),
      doc('performance', 'Performance'),
    ],
  ],
  [
    'Project',
    [
      doc('page', 'The page'),
      doc('design', 'Design'),
      { name: 'changelog', source: 'CHANGELOG.md', label: 'Changelog' },
    ],
  ],
]

/** @param {string} name @param {string} label @returns {Document} */
function doc(name, label) {
  return { name, source: `web/docs/${name}.md`, label }
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
