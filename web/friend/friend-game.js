// SPDX-License-Identifier: Apache-2.0
// A game between people: the page's side of it. What comes from the server goes into the study, as an engine's moves do;
// the user's moves are shown at once, and taken back if the server refuses them.

import { sessionPgn } from 'binbo/session'
import { announce, notify } from '../page/notices.js'
import { hear } from '../page/sounds.js'
import { friendSetup } from '../play/opponent.js'
import { COLORS, colorName, spoken } from '../study/descriptions.js'
import { lastOfLine } from '../study/nodes.js'
import { idOf, linkOf } from './places.js'
import { endWords, goneWords, pgnResult, refusalWords } from './words.js'

/** @import { Color } from 'binbo' */
/** @import { PgnGame } from 'binbo/pgn' */
/** @import { Answer, GameLink, SessionEvent, SessionView } from 'binbo/session' */
/** @import { Place } from './places.js' */
/** @import { GameServer } from './server.js' */
/** @import { App } from '../app.js' */
/** @import { Remote, ShownClock } from '../play/match.js' */

const TERMINATION = 'Termination'
/** What players without a name are called. */
const OWN_NAMES = ['?', 'You', 'Opponent']

/**
 * What the game's owner does for it.
 * @typedef {object} Owner
 * @property {(game: FriendGame) => boolean} isShown whether it is the game on the board
 * @property {(game: FriendGame) => void} show puts it on the board
 * @property {(game: FriendGame) => void} onChange
 * @property {(place: Place) => void} onRematch the next game has begun
 */

/** @implements {Remote} */
export class FriendGame {
  #app
  #owner
  #server
  /** @type {GameLink} */
  link
  #stops = /** @type {(() => void)[]} */ ([])
  /** @type {ShownClock} */
  #clock

  /** @param {App} app @param {Owner} owner @param {GameServer} server @param {Place} place */
  constructor(app, owner, server, place) {
    this.#app = app
    this.#owner = owner
    this.#server = server
    this.place = place
    this.id = idOf(place)
    this.#clock = clockOf(() => this.link)
    this.link = this.#open()
    this.#stops.push(
      server.onChange(() => this.#tellChange()),
      server.onRenewal(() => {
        this.link.close()
        this.link = this.#open()
      }),
    )
  }

  /** @returns {SessionView | null} null before the server has sent it */
  get view() {
    return this.link.view
  }

  /** @returns {Color | null} the user's seat */
  get seat() {
    const role = this.view?.role ?? 'spectator'
    return role === 'spectator' ? null : role
  }

  get clock() {
    return this.view?.clock ? this.#clock : null
  }

  get live() {
    return !this.link.gone && this.view?.status !== 'over'
  }

  get keepsScreenOn() {
    const { status, clock } = this.view ?? {}
    return this.live && status === 'playing' && !(clock && 'perMove' in clock)
  }

  get mayMove() {
    const { node, end } = this.#app.study
    return node === end && this.isTurn
  }

  /** @returns {boolean} whether it is the user's move */
  get isTurn() {
    return this.view?.permissions.includes('move') ?? false
  }

  /** @returns {string} why the game does not go on, as text for users; '' if it does */
  get trouble() {
    return this.link.gone ? goneWords(this.link.gone) : this.#server.trouble
  }

  get activity() {
    const { view, seat } = this
    if (this.trouble || !view) return this.trouble || 'Connecting…'
    const { status, result, draw, takeback } = view
    if (status === 'waiting') return seat ? 'Waiting…' : 'A seat is free.'
    if (status === 'over')
      return result && pgnResult(result) === '*' ? `${endWords(result)}.` : this.#watchers
    if (seat && draw === seat) return 'You offered a draw.'
    if (seat && takeback?.by === seat) return 'You asked for a takeback.'
    if (this.isTurn)
      return view.ply < 2 && view.clock ? 'Your move: the game waits for it, but not long.' : 'Your move.'
    return this.#watchers || (seat ? '' : 'You watch this game.')
  }

  /** @param {Color} color @returns {boolean} whether that player is connected, as far as is known */
  isThere(color) {
    const { view, link } = this
    if (!view?.players[color]) return false
    return view.status === 'playing' ? view.players[color].away === null : (link.presence?.[color] ?? false)
  }

  /** @param {string} uci */
  move(uci) {
    void this.ask(link => link.move(uci), 'Your move was taken back.')
  }

  /**
   * Sends a command; a refusal is shown.
   * @param {(link: GameLink) => Promise<Answer>} send
   * @param {string} [what] goes before the reason
   * @returns {Promise<boolean>} whether it was accepted
   */
  async ask(send, what = '') {
    const answer = await send(this.link)
    if (answer.ok) return true
    notify({ text: `${what} ${refusalWords(answer.code)}`.trim(), until: 'move' })
    return false
  }

  /** Puts what is known into the study, which has this game. */
  show() {
    const { match } = this.#app
    const { view, seat } = this
    if (view && match.setup?.human !== seat) match.arrange(friendSetup(this.linkText, seat))
    if (view) this.#sync(view)
    match.connect(this)
  }

  /** @returns {string} the link that the match keeps */
  get linkText() {
    return linkOf({ ...this.place, color: this.seat ?? this.place.color })
  }

  /** @returns {PgnGame} the game as it is now; the view has come */
  tree() {
    const tree = sessionPgn(this.link.events)
    for (const change of this.#nameChanges(tree)) change()
    // The page says itself how it ended.
    const { result } = /** @type {SessionView} */ (this.view)
    if (result) lastOfLine(tree.root).comments = []
    return tree
  }

  close() {
    for (const stop of this.#stops) stop()
    this.link.close()
  }

  /** @returns {string} '' for none */
  get #watchers() {
    const count = this.link.presence?.spectators ?? 0
    return count === 0 ? '' : `${count} ${count === 1 ? 'spectator' : 'spectators'}`
  }

  /** @param {Color} color @returns {string} '?' for players without a name, if the user does not play */
  #nameOf(color) {
    const name = this.view?.players[color]?.name
    if (name || !this.seat) return name ?? '?'
    return color === this.seat ? 'You' : 'Opponent'
  }

  #open() {
    const link = this.#server.client.open(this.place.game)
    link.on('view', () => this.#tellChange())
    link.on('presence', () => this.#tellChange())
    link.on('event', event => this.#hearEvent(event))
    link.on('end', () => this.#tellChange())
    return link
  }

  #tellChange() {
    if (this.#owner.isShown(this)) this.show()
    this.#owner.onChange(this)
  }

  /** Shows news that is no move and no result. @param {SessionEvent} event */
  #hearEvent(event) {
    const { seat } = this
    const by = 'by' in event ? event.by : undefined
    const isOwn = seat !== null && by === seat
    const isShown = this.#owner.isShown(this)
    if (event.type === 'rematched' && seat && isShown) {
      return this.#owner.onRematch({ ...this.place, game: event.game, color: null })
    }
    if (!isShown) return this.#tellElsewhere(event)
    const text = isOwn ? '' : saidOf(event, seat ? 'Your opponent' : by ? colorName(by) : 'A player', seat)
    if (event.type === 'started') hear('start')
    // After what the study announces about moves.
    if (text) queueMicrotask(() => announce(text))
    const isAsked = event.type === 'rematchOffered' && seat && !isOwn
    if (isAsked && this.#app.study.mode === 'analyse')
      notify({
        text,
        actions: [{ label: 'Accept', run: () => void this.ask(link => link.rematch()) }],
      })
  }

  /** The game is in another tab of the page. @param {SessionEvent} event */
  #tellElsewhere(event) {
    const { seat } = this
    if (!seat || ('by' in event && event.by === seat)) return
    const name = 'Your opponent'
    const what =
      event.type === 'ended'
        ? 'The game is over'
        : event.type === 'moved'
          ? 'It is your move'
          : saidOf(event, name, seat).slice(0, -1)
    if (!what) return
    hear('move')
    notify({
      text: `${what}, in another tab of the page.`,
      actions: [{ label: 'Show it', run: () => this.#owner.show(this) }],
      ...{ seconds: 20, until: 'closed' },
    })
  }

  /** @param {SessionView} view */
  #sync({ moves, status, result }) {
    const { study } = this.#app
    // A finished game is the user's, to study.
    if (study.outcome && status === 'over') return this.#writeTermination()
    let node = study.tree.root
    let at = 0
    while (at < moves.length && node.children[0]?.uci === moves[at]) {
      node = node.children[0]
      at++
    }
    const surplus = node.children[0]
    if (surplus) {
      const san = surplus.san ?? ''
      for (const child of [...node.children].reverse()) study.remove(child)
      if (at === moves.length) announce(`${spoken(san, study.position.variant)} was taken back.`)
    }
    const missing = moves.slice(at)
    if (missing.length === 1) study.append(missing[0])
    else if (missing.length > 1) {
      const isAtEnd = study.node === study.end
      study.annotate(() => missing.reduce((last, uci) => last.add(uci), node))
      if (isAtEnd) study.goTo(study.end)
    }
    this.#annotate()
    // Only the server ends the game.
    if (status !== 'over' && study.outcome && !study.status.over) study.finish('*')
    if (status === 'over' && result && !study.outcome && pgnResult(result) !== '*') {
      study.goTo(study.end)
      study.finish(pgnResult(result), endWords(result))
    }
    if (status === 'over') this.#writeTermination()
  }

  #writeTermination() {
    const { study } = this.#app
    const now = sessionPgn(this.link.events).headers.get(TERMINATION) ?? ''
    if (study.tree.headers.get(TERMINATION) !== now)
      study.annotate(() => study.tree.headers.set(TERMINATION, now))
  }

  /** Writes what comes with the moves: what their players had left, and who they are. */
  #annotate() {
    const { tree } = this.#app.study
    const changes = [...this.#clockChanges(tree), ...this.#nameChanges(tree)]
    if (changes.length > 0)
      this.#app.study.annotate(() => {
        for (const change of changes) change()
      })
  }

  /** @param {PgnGame} tree @returns {(() => void)[]} */
  #clockChanges(tree) {
    const { clock } = /** @type {SessionView} */ (this.view)
    if (clock === null || 'perMove' in clock) return []
    /** @type {(number | null)[]} by ply */
    const left = []
    for (const event of this.link.events) {
      if (event.type === 'moved') left.push(event.left)
      else if (event.type === 'tookBack') left.length -= event.plies
    }
    return [...tree.mainline()].flatMap((node, at) => {
      const seconds = left[at] == null ? undefined : left[at] / 1000
      return node.clock === seconds || seconds === undefined ? [] : [() => (node.clock = seconds)]
    })
  }

  /** @param {PgnGame} tree @returns {(() => void)[]} names that the user has given stay */
  #nameChanges({ headers }) {
    return COLORS.flatMap(color => {
      const [header, name] = [colorName(color), this.#nameOf(color)]
      const before = headers.get(header) ?? '?'
      return before === name || !OWN_NAMES.includes(before) ? [] : [() => headers.set(header, name)]
    })
  }
}

/** @param {() => GameLink} link @returns {ShownClock} in the server's time */
function clockOf(link) {
  return {
    remaining: color => link().clocks()?.[color] ?? 0,
    get running() {
      return link().view?.status === 'playing' ? (link().view?.clocks.running ?? null) : null
    },
    get base() {
      const clock = link().view?.clock
      return clock ? ('perMove' in clock ? clock.perMove : clock.base) : 0
    },
    get increment() {
      const clock = link().view?.clock
      return clock && 'base' in clock ? (clock.increment ?? 0) : 0
    },
  }
}

/** @param {SessionEvent} event of another player @param {string} name @param {Color | null} seat @returns {string} '' for nothing */
function saidOf(event, name, seat) {
  switch (event.type) {
    case 'joined':
      return `${name} has joined.`
    case 'drawOffered':
      return `${name} offers a draw.`
    case 'drawDeclined':
      return `${name} declines the draw.`
    case 'takebackOffered':
      return `${name} asks to take back.`
    case 'takebackDeclined':
      return `${name} declines the takeback.`
    case 'timeGiven':
      return seat ? `${name} gives you ${event.ms / 1000} seconds.` : ''
    case 'rematchOffered':
      return `${name} offers a rematch.`
    case 'rematchDeclined':
      return `${name} declines the rematch.`
    case 'away':
    case 'back': {
      if (event.color === seat) return ''
      const who = seat ? 'Your opponent' : colorName(event.color)
      return event.type === 'away' ? `${who} has left.` : `${who} is back.`
    }
    default:
      return ''
  }
}
