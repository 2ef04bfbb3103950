// SPDX-License-Identifier: Apache-2.0
// The page's side of a game between people. Events of the server change the study, as an engine's moves do. The user's moves
// are shown immediately, and taken back if the server refuses them.

import type { Color } from 'binbo'
import type { PgnGame } from 'binbo/pgn'
import type { Answer, GameLink, PlayerCommand, SessionEvent, SessionView } from 'binbo/session'
import { sessionPgn } from 'binbo/session'
import { announce, notify } from '../page/notices.js'
import { playSound } from '../page/sound.js'
import { say } from '../page/texts.js'
import type { Remote, ShownClock } from '../play/match.js'
import { friendSetup } from '../play/opponent.js'
import { COLORS, colorName, spoken } from '../study/descriptions.js'
import { PLAYERS } from '../study/headers.js'
import type { GameAddress } from './addresses.js'
import { idOf, linkOf } from './addresses.js'
import type { Friends, Page } from './friends.js'
import type { GameServer } from './server.js'
import { CONNECTING } from './server.js'
import { endWords, goneWords, pgnResult, refusalWords } from './words.js'

const TERMINATION = 'Termination'
/** The page's names for players without a name. */
const OWN_NAMES = ['?', 'You', 'Opponent']

/** The game in a snapshot of the page's state. */
export type FriendState = {
  game: FriendGame
  /** null before the server has sent it */
  view: SessionView | null
  seat: Color | null
  gone: GameLink['gone']
  /** why the game cannot continue, as text for users; '' if it can */
  trouble: string
  /** whether the user may send this command now */
  may: (type: PlayerCommand['type']) => boolean
  /** milliseconds until the user may claim a win against an absent opponent; null: no claim is possible */
  absence: number | null
  /** whether each player is connected */
  presence: Partial<Record<Color, boolean>>
}

export class FriendGame implements Remote {
  #page: Page
  #owner: Friends
  #server: GameServer
  link: GameLink
  #stop: () => void

  declare address: GameAddress
  declare id: string

  constructor(page: Page, owner: Friends, server: GameServer, address: GameAddress) {
    this.#page = page
    this.#owner = owner
    this.#server = server
    this.address = address
    this.id = idOf(address)
    this.link = this.#open()
    this.#stop = server.onChange(isNew => {
      if (isNew) {
        this.link.close()
        this.link = this.#open()
      }
      this.#report()
    })
  }

  /** @returns null before the server has sent it */
  get view(): SessionView | null {
    return this.link.view
  }

  /** @returns the user's seat */
  get seat(): Color | null {
    const role = this.view?.role ?? 'spectator'
    return role === 'spectator' ? null : role
  }

  /** @returns the clocks, in the server's time */
  get clock(): ShownClock | null {
    const { view, link } = this
    const clock = view?.clock
    if (!clock) return null
    const isDaily = 'perMove' in clock
    return {
      remaining: color => link.clocks()?.[color] ?? 0,
      running: view.status === 'playing' ? view.clocks.running : null,
      base: isDaily ? clock.perMove : clock.base,
      increment: isDaily ? 0 : (clock.increment ?? 0),
    }
  }

  get live() {
    return !this.link.gone && this.view?.status !== 'over'
  }

  get keepsScreenOn() {
    const { status, clock } = this.view ?? {}
    return this.live && status === 'playing' && !(clock && 'perMove' in clock)
  }

  get mayMove() {
    const { node, end } = this.#page.study
    return node === end && this.isTurn
  }

  /** @returns whether it is the user's move */
  get isTurn(): boolean {
    return this.view?.permissions.includes('move') ?? false
  }

  /** @returns why the game cannot continue, as text for users; '' if it can */
  get trouble(): string {
    return this.link.gone ? goneWords(this.link.gone) : this.#server.trouble
  }

  /** @returns what happens in the game, as text for users; '' for nothing special */
  get activity() {
    const { view, seat } = this
    if (this.trouble || !view) return this.trouble || CONNECTING
    const { status, result, draw, takeback } = view
    if (status === 'waiting') return seat ? say`Waiting…` : say`A seat is free.`
    if (status === 'over')
      return result && pgnResult(result) === '*' ? `${endWords(result)}.` : this.#watchers
    if (seat && draw === seat) return say`You offered a draw.`
    if (seat && takeback?.by === seat) return say`You asked for a takeback.`
    if (this.isTurn)
      return view.ply < 2 && view.clock
        ? say`Your move: the game waits for it, but not long.`
        : say`Your move.`
    return this.#watchers || (seat ? '' : say`You watch this game.`)
  }

  get shown(): FriendState {
    const { view, seat, trouble, link } = this
    const { gone, presence } = link
    const may = (type: PlayerCommand['type']) => gone === null && view?.permissions.includes(type) === true
    const there = COLORS.filter(color => view?.players[color]).map(color => [
      color,
      view?.status === 'playing' ? view.players[color]?.away === null : (presence?.[color] ?? false),
    ])
    const absence = may('claimWin') ? link.absenceLeft() : null
    return { game: this, view, seat, gone, trouble, may, absence, presence: Object.fromEntries(there) }
  }

  move(uci: string) {
    void this.send(link => link.move(uci), say`Your move was taken back.`)
  }

  /**
   * Sends a command; a notice shows a refusal.
   * @param effect of a refusal, as text for users before the reason
   * @returns whether the server accepted it
   */
  async send(command: (link: GameLink) => Promise<Answer>, effect = ''): Promise<boolean> {
    const answer = await command(this.link)
    if (answer.ok) return true
    notify({ text: `${effect} ${refusalWords(answer)}`.trim(), until: 'move' })
    return false
  }

  /** Updates the study and the match, which show this game. */
  show() {
    const { match } = this.#page
    const { view, seat } = this
    if (view && match.setup?.human !== seat) match.arrange(friendSetup(this.linkText, seat))
    if (view) this.#sync(view)
    match.connect(this)
  }

  /** @returns the link to the game, which the match saves */
  get linkText(): string {
    return linkOf({ ...this.address, color: this.seat ?? this.address.color })
  }

  /** @returns the current game */
  tree(): PgnGame {
    const tree = sessionPgn(this.link.events)
    for (const change of this.#nameChanges(tree)) change()
    // The page adds its own words for the end.
    if (this.view?.result) tree.end.comments = []
    return tree
  }

  close() {
    this.link.close()
    this.#stop()
  }

  /** @returns such as '2 spectators'; '' for none */
  get #watchers(): string {
    const count = this.link.presence?.spectators ?? 0
    if (count === 0) return ''
    return count === 1 ? say`1 spectator` : say`${count} spectators`
  }

  /** @returns a player's name; without one, 'You' or 'Opponent' for players, '?' for spectators */
  #nameOf(color: Color): string {
    const name = this.view?.players[color]?.name
    if (name || !this.seat) return name ?? '?'
    return color === this.seat ? 'You' : 'Opponent'
  }

  #open() {
    const link = this.#server.client.open(this.address.game)
    for (const name of ['view', 'presence', 'end'] as const) link.on(name, () => this.#report())
    link.on('event', event => this.#onEvent(event))
    return link
  }

  #report() {
    if (this.#owner.isShown(this)) this.show()
    this.#owner.finishOpening(this)
  }

  /** Reports events other than moves and results, which the study shows. */
  #onEvent(event: SessionEvent) {
    const { seat } = this
    if (!this.#owner.isShown(this)) return this.#onEventInOtherTab(event)
    if (event.type === 'rematched' && seat) {
      announce(say`The rematch begins.`)
      return this.#owner.open({ ...this.address, game: event.game, color: null })
    }
    if (event.type === 'started') playSound('start')
    const words = eventWords(event, seat)
    if (words === '') return
    const text = `${words}.`
    // After the study's announcement of a move.
    queueMicrotask(() => announce(text))
    const accept = { label: say`Accept`, run: () => void this.send(link => link.rematch()) }
    if (event.type === 'rematchOffered' && seat && this.#page.study.mode === 'analyse')
      notify({ text, actions: [accept] })
  }

  /** Reports an event of a game in another tab of the page. */
  #onEventInOtherTab(event: SessionEvent) {
    const { seat } = this
    if (!seat || ('by' in event && event.by === seat)) return
    const words =
      event.type === 'ended'
        ? say`The game is over`
        : event.type === 'moved'
          ? say`It is your move`
          : eventWords(event, seat)
    if (!words) return
    playSound('move')
    notify({
      text: say`${words}, in another tab of the page.`,
      actions: [{ label: say`Show it`, run: () => this.#owner.open(this.address) }],
      ...{ seconds: 20, until: 'closed' },
    })
  }

  /** Makes the study equal to the server's game. */
  #sync({ moves, status, result, clock }: SessionView) {
    const { study } = this.#page
    // After the end the user may change the game.
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
      if (at === moves.length) announce(say`${spoken(san, study.position.variant)} was taken back.`)
    }
    const missing = moves.slice(at)
    if (missing.length === 1) study.append(missing[0])
    else if (missing.length > 1) {
      const isAtEnd = study.node === study.end
      study.annotate(() => missing.reduce((last, uci) => last.add(uci), node))
      if (isAtEnd) study.goTo(study.end)
    }
    this.#annotate(clock)
    // Only the server decides when the game ends.
    if (status !== 'over' && study.outcome && !study.status.over) study.finish('*')
    if (status === 'over' && result && !study.outcome && pgnResult(result) !== '*') {
      study.goTo(study.end)
      study.finish(pgnResult(result), endWords(result))
    }
    if (status === 'over') this.#writeTermination()
  }

  #writeTermination() {
    const { study } = this.#page
    const now = sessionPgn(this.link.events).headers.get(TERMINATION) ?? ''
    if (study.tree.headers.get(TERMINATION) !== now)
      study.annotate(() => study.tree.headers.set(TERMINATION, now))
  }

  /** Writes the clock times of the moves and the players' names into the study. */
  #annotate(clock: SessionView['clock']) {
    const { tree } = this.#page.study
    const changes = [...this.#clockChanges(tree, clock), ...this.#nameChanges(tree)]
    if (changes.length > 0)
      this.#page.study.annotate(() => {
        for (const change of changes) change()
      })
  }

  #clockChanges(tree: PgnGame, clock: SessionView['clock']): (() => void)[] {
    if (clock === null || 'perMove' in clock) return []
    /** Milliseconds left after each ply. */
    const left: (number | null)[] = []
    for (const event of this.link.events) {
      if (event.type === 'moved') left.push(event.left)
      else if (event.type === 'tookBack') left.length -= event.plies
    }
    return [...tree.mainline()].flatMap((node, at) => {
      const seconds = left[at] == null ? undefined : left[at] / 1000
      return node.clock === seconds || seconds === undefined ? [] : [() => (node.clock = seconds)]
    })
  }

  /** @returns changes that write the players' names; a name that the user has edited stays */
  #nameChanges({ headers }: PgnGame): (() => void)[] {
    return COLORS.flatMap(color => {
      const [header, name] = [PLAYERS[color], this.#nameOf(color)]
      const before = headers.get(header) ?? '?'
      return before === name || !OWN_NAMES.includes(before) ? [] : [() => headers.set(header, name)]
    })
  }
}

/** By event type: a sentence about the opponent, and one about a player for spectators. */
const DONE: Record<string, [of: string, by: (player: string) => string]> = {
  joined: [say`Your opponent has joined`, player => say`${player} has joined`],
  drawOffered: [say`Your opponent offers a draw`, player => say`${player} offers a draw`],
  drawDeclined: [say`Your opponent declines the draw`, player => say`${player} declines the draw`],
  takebackOffered: [say`Your opponent asks to take back`, player => say`${player} asks to take back`],
  takebackDeclined: [
    say`Your opponent declines the takeback`,
    player => say`${player} declines the takeback`,
  ],
  rematchOffered: [say`Your opponent offers a rematch`, player => say`${player} offers a rematch`],
  rematchDeclined: [say`Your opponent declines the rematch`, player => say`${player} declines the rematch`],
  away: [say`Your opponent has left`, player => say`${player} has left`],
  back: [say`Your opponent is back`, player => say`${player} is back`],
}

/** @param seat of the user @returns an event as text for users; '' for the user's own and for other events */
function eventWords(event: SessionEvent, seat: Color | null): string {
  const by = 'color' in event ? event.color : 'by' in event ? event.by : undefined
  if (event.type === 'rematchDeclined' && by === undefined)
    return say`The offer of a rematch has ended: its maker has left`
  if (seat && by === seat) return ''
  if (event.type === 'timeGiven') return seat ? say`Your opponent gives you ${event.ms / 1000} seconds` : ''
  const [opponent, player] = DONE[event.type] ?? []
  if (!opponent) return ''
  return seat ? opponent : player(by ? colorName(by) : say`A player`)
}
