// SPDX-License-Identifier: Apache-2.0
/**
 * Writes web/classics.bin, the example database of the page: games of masters up to 1930 from the opening book of GNU Chess,
 * book_1.02.pgn, which is in the public domain (Debian's source package gnuchess-book). Of each game only names, place, year,
 * result and moves are kept. web/database/classics.ts reads the file:
 *   a line of JSON: `players` and `places`, which the games name by their numbers
 *   for each game: White and Black, a byte each; the place, two bytes; the year since 1800, a byte; the length of what
 *   follows, two bytes; the game as binbo/compact packs it
 * Numbers of two bytes have the high byte first.
 *
 * usage: node js/tools/pack-classics.js book_1.02.pgn    (after make build)
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { encodeGame } from 'binbo/compact'
import { parsePgn } from 'binbo/pgn'
import { isMain } from './main-module.js'

const OUTPUT = 'web/classics.bin'
const [FIRST, LAST] = [1834, 1930]
/** In bytes. */
const MOST = 390_000
/** Shorter games are fragments. */
const LEAST_PLIES = 16
/** Plies in which two games of the same players differ. */
const BEGINNING = 40

/** By beginnings of names, folded: the book writes a player in several ways. */
const PLAYERS = {
  'Alapin, Semyon': 'alapin',
  'Alekhine, Alexander': 'alekhine',
  'Anderssen, Adolf': 'anderssen',
  'Bernstein, Ossip': 'bernstein ossip|bernstein o',
  'Bird, Henry': 'bird',
  'Blackburne, Joseph': 'blackburne',
  'Bogoljubow, Efim': 'bogoljubow',
  'Breyer, Gyula': 'breyer',
  'Burn, Amos': 'burn amos|burn a',
  'Capablanca, José Raúl': 'capablanca',
  'Charousek, Rudolf': 'charousek',
  'Chigorin, Mikhail': 'chigorin',
  'Colle, Edgard': 'colle',
  'Duras, Oldřich': 'duras',
  'Euwe, Max': 'euwe',
  'Grünfeld, Ernst': 'gruenfeld|grunfeld',
  'Gunsberg, Isidor': 'gunsberg',
  'Harrwitz, Daniel': 'harrwitz',
  'Janowski, Dawid': 'janowsky|janowski',
  'Kolisch, Ignatz': 'kolisch|von kolisch',
  'Lasker, Emanuel': 'lasker emanuel|lasker emmanuel|lasker em',
  'Löwenthal, Johann': 'lowenthal|loewenthal',
  'Marco, Georg': 'marco g',
  'Maróczy, Géza': 'maroczy',
  'Marshall, Frank': 'marshall f',
  'Mason, James': 'mason j',
  'Mieses, Jacques': 'mieses',
  'Morphy, Paul': 'morphy p',
  'Nimzowitsch, Aron': 'nimzowitsch|nimzovich|nimzowitch',
  'Paulsen, Louis': 'paulsen l',
  'Pillsbury, Harry': 'pillsbury',
  'Réti, Richard': 'reti',
  'Rubinstein, Akiba': 'rubinstein a',
  'Sämisch, Fritz': 'saemisch|samisch',
  'Schlechter, Carl': 'schlechter',
  'Showalter, Jackson': 'showalter',
  'Spielmann, Rudolf': 'spielmann',
  'Steinitz, Wilhelm': 'steinitz',
  'Tarrasch, Siegbert': 'tarrasch',
  'Tartakower, Savielly': 'tartakower|tartakover',
  'Teichmann, Richard': 'teichmann',
  'Torre, Carlos': 'torre',
  'Vidmar, Milan': 'vidmar',
  'Winawer, Szymon': 'winawer',
  'Yates, Frederick': 'yates',
  'Zukertort, Johannes': 'zukertort',
}
const BEGINNINGS = Object.entries(PLAYERS).flatMap(([name, all]) =>
  all.split('|').map(begin => /** @type {const} */ ([begin, name])),
)

/** @param {string} text @returns {string | undefined} the player's name */
function playerOf(text) {
  const folded = text
    .toLowerCase()
    .replace(/[^a-z ]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
  if (/sim|blind|consult| and /.test(folded)) return undefined
  return BEGINNINGS.find(
    ([begin]) =>
      folded === begin || folded.startsWith(`${begin} `) || (begin.includes(' ') && folded.startsWith(begin)),
  )?.[1]
}

/** Places, and other ways in which the book writes them. Games of other places have '?'. */
const PLACES = {
  'Bad Pistyan': 'pistyan|pitsyan',
  'Buenos Aires': 'buenos',
  Göteborg: 'goteborg|gothenburg|gotenburg',
  'The Hague': 'the hague|haag',
  'Mährisch-Ostrau': 'ostrau',
  'New Orleans': '',
  'New York': '',
  'Rogaška Slatina': 'rogaska',
  'St. Petersburg': 'petersburg|peterburg|petersbrurg',
  'San Remo': '',
  'San Sebastián': 'sebasti',
  'Teplitz-Schönau': 'teplitz',
  'Cambridge Springs': 'cambridge',
  'Lake Hopatcong': 'hopatcong',
  'Monte Carlo': 'monte carlo|monaco',
  Antwerp: 'antwerp',
  Budapest: 'budapest',
  Cologne: 'cologne|rhine',
  Copenhagen: 'copenhagen|koepenhamn',
  Hannover: 'hannover|hanover',
  Havana: 'havana|habana',
  Karlsbad: 'karlsba|karlsbla|carlsbad',
  Kaschau: 'kaschau',
  London: 'london|londen|simpson',
  Mannheim: 'mannheim|manneheim',
  Marienbad: 'marienbad|marianske',
  Merano: 'meran',
  Moscow: 'moscow|moskva',
  Nuremberg: 'nuremberg|nurnb|nuernb',
  Ostend: 'ostend',
  Paris: 'paris|parijs',
  Prague: 'prag|praha',
  Scheveningen: 'heveningen',
  Vienna: 'vienna|viena|wien|wenen',
  Vilnius: 'vilni|vilna|vilno',
  'Baden-Baden': 'baden.baden',
  Amsterdam: '',
  Barcelona: '',
  Barmen: '',
  Berlin: 'berlin|berlijn',
  Bradford: '',
  Breslau: '',
  Dresden: '',
  Dortmund: '',
  Düsseldorf: 'dusseldorf',
  Frankfurt: '',
  Hamburg: '',
  Hastings: 'hastings',
  Homburg: '',
  Kecskemét: 'kecskemet',
  Leipzig: '',
  Liverpool: '',
  Manchester: '',
  Munich: '',
  Semmering: '',
  Stockholm: '',
  Warsaw: '',
  Wiesbaden: '',
}
const TOWNS = Object.entries(PLACES).map(
  ([name, ways]) => /** @type {const} */ ([name, new RegExp(ways || name, 'i')]),
)

/** @param {string} text @returns {string} the town, or '?' */
const placeOf = text => TOWNS.find(([, ways]) => ways.test(text))?.[0] ?? '?'

/** @param {string} book the text of the book @returns {Buffer} the file */
export function packClassics(book) {
  /** @type {Map<string, number>} */
  const players = new Map(
    Object.keys(PLAYERS)
      .sort()
      .map((name, index) => [name, index]),
  )
  /** @type {Map<string, number>} */
  const places = new Map()
  /** By players and beginning: of two copies the longer one stays. @type {Map<string, { white: string, black: string, place: string, year: number, plies: number, packed: Buffer }>} */
  const seen = new Map()
  for (const text of book.split(/\r?\n(?=\[Event )/)) {
    const tag = (/** @type {string} */ name) => new RegExp(`^\\[${name} "([^"]*)"`, 'm').exec(text)?.[1] ?? ''
    const year = Number(tag('Date').slice(0, 4))
    const [white, black] = [playerOf(tag('White')), playerOf(tag('Black'))]
    if (!(year >= FIRST && year <= LAST) || !white || !black || white === black) continue
    const [game] = parsePgn(text)
    const isDecided = ['1-0', '0-1', '1/2-1/2'].includes(game.headers.get('Result') ?? '')
    if (game.errors.length > 0 || !isDecided || game.headers.has('FEN') || game.end.ply < LEAST_PLIES)
      continue
    const packed = Buffer.from(encodeGame(game))
    const { ply: plies } = game.end
    const begin = [...game.mainline()].slice(0, BEGINNING).map(({ san }) => san)
    const key = [white, black, ...begin].join(' ')
    if ((seen.get(key)?.plies ?? 0) < plies)
      seen.set(key, { white, black, place: placeOf(tag('Site')), year, plies, packed })
  }
  const games = [...seen.values()]
  games.sort((a, b) => a.year - b.year || (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
  const parts = games.map(({ white, black, place, year, packed }) => {
    if (!places.has(place)) places.set(place, places.size)
    const head = Buffer.alloc(7)
    head.writeUInt8(players.get(white) ?? 0, 0)
    head.writeUInt8(players.get(black) ?? 0, 1)
    head.writeUInt16BE(places.get(place) ?? 0, 2)
    head.writeUInt8(year - 1800, 4)
    head.writeUInt16BE(packed.length, 5)
    return Buffer.concat([head, packed])
  })
  const names = JSON.stringify({ players: [...players.keys()], places: [...places.keys()] })
  const file = Buffer.concat([Buffer.from(`${names}\n`), ...parts])
  if (file.length > MOST) throw new Error(`${file.length} bytes are more than ${MOST}`)
  console.log(`${games.length} games, ${file.length} bytes`)
  return file
}

if (isMain(import.meta.url)) writeFileSync(OUTPUT, packClassics(readFileSync(process.argv[2], 'latin1')))
