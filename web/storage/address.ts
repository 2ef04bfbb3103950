// SPDX-License-Identifier: Apache-2.0
// The address bar and the browser's Back. The address is a link to the shown game at its current move, if it is short enough.
// Each loaded or shown game adds an entry to the browser's history. The entry has the game, so that Back finds it even after a
// reload; moves change the entry.

import { ChessError } from 'binbo'
import type { AnalysisParts } from '../analysis/analysis-state.js'
import { loadPart, reportError } from '../page/load.js'
import { checksum, savedTexts, saveForTab } from '../page/local-storage.js'
import { notify } from '../page/notices.js'
import type { Views } from '../page/store.js'
import { say } from '../page/texts.js'
import { hasFields } from '../page/unknown.js'
import { ownTitle } from '../study/headers.js'
import { hasNotes, nodeAt } from '../study/nodes.js'
import type { Places } from '../study/places.js'
import { isPacked, LONG_LINK, linksOf, openLink, packer, pathInSameGame } from './links.js'
import type { OpenGame, OpenGames, OpenGamesEvent, State, Waiting } from './open-games.js'
import type { Board, StoredMatch } from './record.js'
import { plain } from './record.js'

export type Address = {
  /** call after each change of the open games */
  follow: (event: OpenGamesEvent) => void
  /** opens the game of the address */
  open: () => void
}

/** The models that this folder uses. */
export type Page = Board & {
  games: OpenGames
  places: Places
  store: Views<State & Pick<AnalysisParts, 'asks'>>
  openFriendLink: (hash: string) => unknown
}

/** The state of an entry. `game`: null if it is too large for the browser's history. */
type Entry = { binbo: string; look: boolean; file: boolean; game: Waiting | null }

/** Milliseconds from a change to the address: browsers refuse more than a hundred changes in half a minute. */
const DELAY = 400
/** Checksums of addresses that this page wrote, the newest first. */
const ADDRESSES = 'addresses'
/** The number of saved addresses: more than a slow reload can write. */
const MOST_ADDRESSES = 20
/** The longest PGN, in characters, that an entry saves. */
const LONGEST_SAVED = 100_000
/** The number of replaced games, of any size, in memory for Back. */
const MOST_REPLACED = 10
/** The beginning of links to games between people. */
const FRIEND = '#friend='
/** @param link to a game between people */
const idIn = (link?: string) => link?.split('&')[0]
/** The end of every title. */
const NAME = document.title

/** Keeps address and history up to date. */
export function makeAddress(page: Page): Address {
  const { study, match, games, store } = page
  /** Games that were replaced, by id. */
  const replaced: Map<string, Waiting> = new Map()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether the next game already has an entry: the browser made it, or goes to it. */
  let hasEntry = false
  let isStarted = false
  let isPackerAsked = false

  /** Loads the packer. Without it, links are long. */
  const askForPacker = () => {
    if (isPackerAsked || match.setup?.friend || study.tree.root.children.length === 0) return
    isPackerAsked = true
    import('./packed.js').then(writeSoon, () => {})
  }
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    askForPacker()
    // The user has followed a link: its event comes next.
    if (isStarted && !isEntry(history.state) && !hasEntry) return
    history.replaceState(entryOf(games.current, games.now()), '', addressOf(page))
    remember()
    document.title = titleFor(page)
  }
  const writeSoon = () => {
    timer ??= setTimeout(write, DELAY)
  }

  const follow = async (hash: string) => {
    // A game on a server gets its entry when it has arrived.
    const isElsewhere = hash.startsWith(FRIEND) && idIn(hash) !== `#${idIn(match.setup?.friend)}`
    if (isElsewhere) return void page.openFriendLink(hash)
    if (isPacked(hash) && !packer) {
      const isLoaded = await loadPart(
        () => import('./packed.js'),
        () => {},
      )
      // The link stays in the address for a reload, or another link was followed in the meantime.
      if (!isLoaded || location.hash !== hash) return
    }
    hasEntry = true
    const { tree } = study
    openLink(page, hash, true)
    // Shows the link's game, even if it has no moves.
    if (study.tree !== tree) page.places.showStart(false)
    // Even if the link cannot be read: otherwise a reload would report it again.
    write()
    hasEntry = false
  }

  const goTo = ({ binbo: id, look, file, game }: Entry) => {
    const open = games.games.find(other => other.id === id)
    const waiting = replaced.get(id) ?? game
    hasEntry = true
    try {
      if (open) games.show(open)
      else if (waiting) games.reopen(id, waiting, { look, file })
      else notify({ text: say`That game is no longer at hand. Look for it under Games.` })
    } catch (error) {
      if (!(error instanceof ChessError)) throw error
      reportError(error, say`That game cannot be shown.`)
    }
    write()
    hasEntry = false
  }

  const followGames = ({ kind, former }: OpenGamesEvent) => {
    if (kind === 'list') return writeSoon()
    if (former?.waiting) addReplaced(replaced, former.id, former.waiting)
    if (hasEntry) return
    // The entry of the previous game may lack its last moves.
    if (former?.waiting) history.replaceState(entryOf(former, former.waiting), '')
    clearTimeout(timer)
    timer = undefined
    askForPacker()
    history.pushState(entryOf(games.current, games.now()), '', addressOf(page))
    remember()
    document.title = titleFor(page)
  }
  // Not in 'pagehide': WebKit drops the entry's state if it is replaced while the page is left. The entry is written
  // again when the page is back.
  addEventListener('popstate', ({ state }) => isEntry(state) && goTo(state))
  addEventListener('hashchange', () => {
    if (!isEntry(history.state)) follow(location.hash)
  })

  const open = () => {
    const isOwn = isEntry(history.state) || isReload()
    const path = isOwn ? null : pathInSameGame(location.hash, study)
    if (path) study.goTo(nodeAt(study.tree.root, path))
    // Shows the board without a game instead of the offers of the page.
    if (path || location.hash === '#analyse') page.places.showStart(false)
    if (isOwn || path || /^(#analyse)?$/.test(location.hash)) write()
    else follow(location.hash)
    isStarted = true
    store.watch(
      ({ version, node, mode, asks, match: { setup } }) => [
        ...[version, node, mode, asks, setup],
        mayMove(match),
      ],
      writeSoon,
    )
  }
  return { follow: followGames, open }
}

const entryOf = ({ id, look, file }: OpenGame, waiting: Waiting): Entry => ({
  ...{ binbo: id, look, file },
  game: waiting.pgn.length > LONGEST_SAVED ? null : { ...plain(waiting), tree: null },
})

/** @returns whether this page wrote it */
const isEntry = (state: unknown): state is Entry =>
  hasFields<Entry>(state, 'binbo') && typeof state.binbo === 'string'

const written = () => (savedTexts(ADDRESSES)[0] ?? '').split(' ')
const ownAddress = () => String(checksum(location.href))

function remember() {
  const own = ownAddress()
  const others = written().filter(other => other !== own)
  saveForTab(ADDRESSES, [own, ...others].slice(0, MOST_ADDRESSES).join(' '))
}

/**
 * Chromium drops the entry's state if it is replaced while a reload begins.
 * @returns whether this is a reload of an address that this page wrote
 */
function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  const isAgain = entry instanceof PerformanceNavigationTiming && entry.type === 'reload'
  return isAgain && written().includes(ownAddress())
}

function addReplaced(replaced: Map<string, Waiting>, id: string, waiting: Waiting) {
  replaced.delete(id)
  replaced.set(id, waiting)
  const [oldest] = replaced.keys()
  if (replaced.size > MOST_REPLACED) replaced.delete(oldest)
}

/** @returns a link; the page's address if there is no game or it is too long for a link */
function addressOf({ study, games, match, store }: Page): string {
  const plain = location.pathname + location.search
  const firstThatFits = (links: string[]) =>
    links.find(link => link !== '' && link.length <= LONG_LINK) ?? plain
  if (match.setup?.friend) return `${plain}#${match.setup.friend}`
  const { root, headers } = study.tree
  const isBare = root.children.length === 0 && !hasNotes(root)
  if (isBare && !headers.has('FEN')) return plain
  if (isBare) return firstThatFits([linksOf(study).fen])
  // Encoding makes it longer: most games that are too long need not be encoded to be found so. Their link goes without
  // comments and variations.
  const isLong = games.now().pgn.length > LONG_LINK + MAX_HEADERS
  // Comments and variations may have the answer of an exercise.
  if (isLong || store.state.asks) return firstThatFits([packer?.packedLink(study) ?? ''])
  return firstThatFits(packer ? Object.values(packer.gameLinks(study)) : [linksOf(study).pgn])
}

/** Characters of headers that links leave out, at most. */
const MAX_HEADERS = 200

/** @returns the title of the document */
function titleFor({ study, match }: Page): string {
  const title = ownTitle(study.tree)
  const shown = title ? `${title} · Binbo` : NAME
  return mayMove(match) ? `${say`Your move`} · ${shown}` : shown
}

const mayMove = ({ remote }: StoredMatch) => Boolean(remote?.live && remote.mayMove)
