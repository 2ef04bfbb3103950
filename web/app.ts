// SPDX-License-Identifier: Apache-2.0
// The page: loads the core, makes the models, connects them (reactions.js), and shows the views. Data flows one way: users
// change models, a snapshot is made of all models (state.js), views draw it, and effects follow it.

import { TRAIT_POCKETS } from '../js/core/generated/bindings.js'
import { hasTrait } from '../js/game/traits.js'
import { closedAnalysisView } from './analysis/analysis-switch.js'
import { Analyst } from './analysis/analyst.js'
import { Review } from './analysis/review.js'
import { Board } from './board/board.js'
import type { GamesDatabase } from './database/games-database.js'
import { EngineRoom } from './engine/engine-room.js'
import { menuView } from './menu.js'
import { listenToSteps, navigationView, thumbView } from './moves/navigation.js'
import { element, h, setData } from './page/dom.js'
import { focusBoard, keepFocus, watchKeyboard } from './page/focus.js'
import { endUnheld } from './page/hold.js'
import { listenToKeys } from './page/keys.js'
import { loadPart, loadStyles, startCore } from './page/load.js'
import { applyTheme, onSetting } from './page/settings.js'
import { Store } from './page/store.js'
import { say } from './page/texts.js'
import type { Part } from './parts.js'
import { GAME_PARTS, PARTS } from './parts.js'
import type { Source } from './pgn/input.js'
import { takeDrops, takeOpenedFiles } from './pgn/input.js'
import { OpenFile } from './pgn/open-file.js'
import { Match } from './play/match.js'
import { OpeningBook } from './play/opening-book.js'
import { keepOpponentNamed } from './play/opponent.js'
import { Proposal } from './play/proposal.js'
import { Questions } from './play/questions.js'
import { playComputer, startView } from './play/start-view.js'
import { connect } from './reactions.js'
import type { Models, State } from './state.js'
import { readState } from './state.js'
import { makeAddress } from './storage/address.js'
import { isPacked } from './storage/links.js'
import { OpenGames } from './storage/open-games.js'
import { mountSavedGame } from './storage/saved-game.js'
import { Announcer } from './study/announcements.js'
import { moveName } from './study/nodes.js'
import { Places } from './study/places.js'
import { Study } from './study/study.js'
import { Openings, openingView } from './table/openings.js'
import { placesView, sheetView, tabsView, workTabsView } from './table/side-tabs.js'
import { playerView } from './table/strips.js'
import type { TrainRoom } from './train/room.js'

/** The reason why the page could not start, by error code. */
const REASONS: Record<string, string> = {
  ERR_INIT: say`A part of it could not be loaded: check your connection, then reload the page.`,
  ERR_WASM: say`It needs WebAssembly with SIMD (in Safari 16.4 and later), which strict browser settings turn off.`,
}

/** Milliseconds from the loaded page to what the first look does not need: no part of the page waits for it on a slow line. */
const REST = 5000
/** Larger files, in bytes, go into the database instead of being listed. */
const MAX_LISTED = 64_000_000

const place = (id: string) => element(id, HTMLElement)

const address = new URL(location.href)
if (address.searchParams.has('embed')) {
  // The page for frames shows the same game.
  address.searchParams.delete('embed')
  location.replace(new URL(`embed.html${address.search}${address.hash}`, document.baseURI))
  await new Promise(() => {})
}
const started = showFailuresUntilStarted()
applyTheme()
watchKeyboard()
document.querySelector('.skip')?.addEventListener('click', event => {
  // The squares get the focus; the target of the link cannot.
  event.preventDefault()
  focusBoard()
})
// Packed links need a module, which loads in parallel with the core. Its failure is reported when the link is opened.
const packer = isPacked(location.hash) ? import('./storage/packed.js').catch(() => {}) : null
await startCore()
void start()

/** Parts that load later import this file, so it does not wait for any of them before it has run. */
async function start() {
  await packer
  const main = place('main')
  const study = new Study()
  const room = new EngineRoom()
  const analyst = new Analyst(study, room)
  // Until the page shows a position.
  analyst.cover(true)
  const book = new OpeningBook()
  const match = new Match(study, room, book)
  const proposal = new Proposal(study, uci => match.play(uci))
  const board = new Board(place('board'), {
    onMove: uci => {
      // The first move on the start page begins a game against the computer.
      if (store.state.view === 'start' && store.state.isBlank)
        playComputer(models, { side: 'white', start: 'standard' })
      proposal.make(uci)
      // Immediately, so that the next press is for the new position.
      store.draw()
    },
    onDraw: (arrows, squares) => {
      study.history.annotate(say`Drawing on ${moveName(study.node)}`, study.node, () =>
        Object.assign(study.node, { arrows, squares }),
      )
      // Immediately, so that the next mark is added to these.
      store.draw()
    },
  })
  const games = new OpenGames({ study, match })
  // Immediately, because callers move the focus into the part that they open.
  const places = new Places(study, () => store.draw())
  const review = new Review(study, room)
  const openFile = new OpenFile({ study, games, places, book, intoDatabase })
  const openings = new Openings(() => store.change())
  const store: Store<State> = new Store(before => readState(models, before))
  const questions = new Questions({ study, board, match, room })
  const models: Models = {
    ...{
      study,
      board,
      room,
      analyst,
      review,
      match,
      proposal,
      questions,
      games,
      places,
      book,
      openFile,
      openings,
    },
    history: study.history,
    store,
    ...{
      announcer: null,
      address: null,
      tables: null,
      database: null,
      explorer: null,
      friends: null,
      train: null,
    },
    hasServer: document.querySelector('meta[name="game-server"]:not([content=""])') !== null,
    withDatabase,
    keepMistakes,
    withInvitation: (dialog, take) => withFriends(part => take(part.makeInvitation(models, dialog))),
    openFriendLink: hash => withFriends(part => part.friendsOf(models).openLink(hash)),
  }
  connect(models)

  /** @returns whether the part could be loaded */
  function withFriends(use: (part: typeof import('./friend/friends.js')) => unknown): Promise<boolean> {
    return loadPart(() => import('./friend/friends.js'), use)
  }

  function withDatabase(use: (database: GamesDatabase) => unknown): Promise<boolean> {
    return loadPart(
      () => import('./database/games-database.js'),
      part => use(part.databaseOf(models)),
    )
  }

  async function keepMistakes(...mistakes: Parameters<TrainRoom['keepMistakes']>): Promise<number | null> {
    let count: number | null = null
    await loadPart(
      () => import('./train/room.js'),
      async part => {
        count = await part.roomOf(models).keepMistakes(...mistakes)
      },
    )
    return count
  }

  /**
   * Adds large files to the database, and all files while the database is shown.
   * @returns false for other files
   */
  function intoDatabase(source: Source): boolean {
    const isTaken = source.blob.size > MAX_LISTED || models.database?.shown.isShown
    if (isTaken) void withDatabase(database => database.add(source))
    return isTaken === true
  }

  /** The parts of the snapshot that the board was drawn from. */
  let shown: unknown[] = []

  function showBoard(state: State) {
    const { proposed, position, status, node, end, outcome, version } = state
    const { setup, isClosed } = state.match
    const before = shown
    shown = [proposed, position, node, end, outcome?.result, version, setup, isClosed]
    // Most changes do not concern the board.
    if (shown.every((part, at) => part === before[at])) return
    if (proposed)
      return board.show({
        position: position.play(proposed.uci),
        moves: [],
        lastMove: proposed,
        arrows: [],
        squares: [],
      })
    // A resigned or drawn match is over; without a match, moves may follow.
    const isOver = setup !== null && (outcome !== null || setup.human === null) && node === end
    board.show({
      position,
      moves: isClosed || isOver || status.over ? [] : position.legalMoves('move'),
      lastMove: node.move,
      arrows: node.arrows ?? [],
      squares: node.squares ?? [],
      hasPockets: hasTrait(study.variant, TRAIT_POCKETS),
      premoveFor: node === end && !isOver && !status.over ? (setup?.human ?? null) : null,
    })
  }

  /** The lines whose arrows are on the board. */
  let arrowed: State['analysis']['lines'] = []
  let arrowedAt: State['position'] | null = null

  function showArrows({ analysis: { lines, arrows }, position }: State) {
    const wanted = arrows ? lines : []
    const firsts = (some: typeof lines) => some.map(({ moves: [{ from, to }] }) => from + to).join()
    if (position !== arrowedAt || firsts(wanted) !== firsts(arrowed))
      board.showEngineArrows(
        wanted.map(({ moves: [{ from, to }] }, index) => ({ from, to, rank: index + 1 })),
        position,
      )
    arrowed = wanted
    arrowedAt = position
  }

  const begun = new AbortController()

  /** Loads with the first gesture what a game needs, and the handle that resizes the board. The page works without the handle. */
  function loadAhead() {
    begun.abort()
    for (const { load } of GAME_PARTS) load().catch(() => {})
    loadStyles().catch(() => {})
    import('./board/resize.js').then(
      ({ mountResize }) => mountResize(place('board')),
      () => {},
    )
  }

  onSetting(store.change)
  for (const event of ['online', 'offline']) addEventListener(event, store.change)

  // Before the view that hides parts, which moves a lost focus to the button of the part that is shown now.
  store.show(place('modes'), state => placesView(state, models))
  store.drawWith(({ mode, tab, view, flipped, isFull, asks }) => {
    // This may hide the focused element.
    keepFocus(
      main,
      () => {
        const { next } = places
        if (next instanceof HTMLElement) return next
        const tabs = Array.from(document.querySelectorAll('.side-tabs, .modes'))
        const chosen = '[aria-selected="true"], [aria-pressed="true"]'
        return tabs
          .flatMap(list => [...list.querySelectorAll<HTMLElement>(chosen)])
          .find(one => one.checkVisibility())
      },
      () => setData(main, { mode, tab, view, sheet: isFull ? 'full' : 'low', asks: asks ? 'yes' : 'no' }),
    )
    setData(place('strip-black'), { place: flipped ? 'bottom' : 'top' })
    setData(place('strip-white'), { place: flipped ? 'top' : 'bottom' })
  })
  store.drawWith(showBoard)
  store.drawWith(showArrows)
  store.show(place('strip-black'), state => playerView(state, 'black'))
  store.show(place('strip-white'), state => playerView(state, 'white'))
  store.show(place('analysis'), state => closedAnalysisView(state, models))
  store.show(place('navigation'), state => navigationView(state, models))
  store.show(place('thumb'), state => thumbView(state, models))
  store.show(place('opening'), openingView)
  store.show(place('side-tabs'), state => tabsView(state, models))
  store.show(place('sheet-handle'), state => sheetView(state, models))
  store.show(place('work-tabs'), state => workTabsView(state, models))
  store.show(place('menu'), () => menuView(models))
  store.show(place('start'), state => startView(state, models))
  store.draw()

  listenToKeys()
  listenToSteps(models)
  store.react(({ view }) => {
    analyst.cover(view === 'start' || view === 'train')
    // Without these styles the page looks simpler; the next part that is opened tries again.
    if (view !== 'start') loadStyles().catch(() => {})
  })
  for (const part of PARTS) loadOnce(part)
  mountSavedGame(models)
  models.announcer = new Announcer(study)
  models.address = makeAddress(models)
  models.address.open()
  store.react(endUnheld)
  takeDrops(models)
  takeOpenedFiles(models)
  keepOpponentNamed(models)
  const { signal } = begun
  for (const type of ['pointermove', 'pointerdown', 'keydown']) addEventListener(type, loadAhead, { signal })
  match.resume()
  started()
  void loadRest()

  /** Loads what the first look does not need. */
  async function loadRest() {
    if (document.readyState !== 'complete')
      await new Promise(resolve => addEventListener('load', resolve, { once: true }))
    await new Promise(resolve => setTimeout(resolve, REST))
    if (!begun.signal.aborted) loadAhead()
    // Without a network the page works as it is; the next visit tries again.
    await import('./rest.js').then(part => part.loadRest(room)).catch(() => {})
  }

  /** Loads a part when it is first needed. */
  function loadOnce({ isNeeded, load }: Part) {
    let isLoaded = false
    store.react(async state => {
      if (isLoaded || !isNeeded(state)) return
      isLoaded = true
      isLoaded = await loadPart(load, mount => mount(models))
    })
  }
}

/**
 * Shows the first uncaught error instead of the page.
 * @returns call it when the page has started
 */
function showFailuresUntilStarted(): () => void {
  const show = (event: ErrorEvent | PromiseRejectionEvent) => {
    end()
    const error = event instanceof ErrorEvent ? (event.error ?? event) : event.reason
    const reason = REASONS[error?.code] ?? say`Reload it, or use another browser.`
    const main = document.querySelector('main')
    if (!main) return
    main.hidden = true
    main.after(
      h(
        'div',
        { class: 'noscript', role: 'alert' },
        h('p', {}, say`This page could not start. ${reason}`),
        h('p', { class: 'soft' }, error?.message),
      ),
    )
  }
  const end = () => {
    removeEventListener('error', show)
    removeEventListener('unhandledrejection', show)
  }
  addEventListener('error', show)
  addEventListener('unhandledrejection', show)
  return end
}
