// SPDX-License-Identifier: Apache-2.0
// A repertoire against the games of the database: where they leave it, by whose move, and what is never met. Each place goes to
// the board, and its move into the repertoire.

import type { PgnGame, PgnNode } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
import { RequestError } from '../database/link.js'
import type { Leaves, LeftRow } from '../database/own-games.js'
import { fieldValue, listenerOf } from '../page/dom.js'
import { button } from '../page/templates.js'
import { say, sayWith } from '../page/texts.js'
import { keysOf, oneOf } from '../page/unknown.js'
import { colorName } from '../study/descriptions.js'
import { moveName, nodeAt } from '../study/nodes.js'
import { numberView } from './due.js'
import type { Page, TrainRoom } from './room.js'
import type { Repertoire } from './saved-decks.js'
import { gamesOf } from './saved-decks.js'
import { lineText } from './training.js'

/** `gaps`: moves of opponents in all games of the database. */
const LISTS = Object.freeze({
  them: say`Opponents left it`,
  me: say`You left it`,
  gaps: say`Gaps`,
  unused: say`Never met`,
})
type List = keyof typeof LISTS
const SORTS = Object.freeze({ games: say`Most often first`, score: say`Worst results first` })
type Sort = keyof typeof SORTS

/** A place of the repertoire, or the move by which games leave it. */
type Row = Pick<LeftRow, 'game' | 'path'> & Partial<LeftRow>
/** What is on the board. `answer`: the most frequent one in the games. */
type Shown = {
  row: Row
  tree: PgnGame
  node: PgnNode
  answer: { uci: string; san: string; games: number } | null
}

/** What was compared, with its games, only to be read; `own` and `all`: of the player's games, and of all. */
type Compared = { repertoire: Repertoire; trees: PgnGame[]; own: Leaves; all: Leaves }

/** Rows that are listed, at most. */
const MOST = 100

export class AgainstGames {
  #page: Page
  #room: TrainRoom
  #name: string
  #list: List = 'them'
  #sort: Sort = 'games'
  #compared: Compared | null = null
  #shown: Shown | null = null
  #failure = ''
  #query = new AbortController()

  /** Compares a repertoire. @param name of it */
  constructor(page: Page, room: TrainRoom, name: string) {
    this.#page = page
    this.#room = room
    this.#name = name
    void this.#compare()
  }

  get #repertoire() {
    return this.#room.shown.entries.find(({ name }) => name === this.#name)?.repertoire
  }

  async #compare() {
    const repertoire = this.#repertoire
    if (!repertoire) return
    const { player } = this.#room.shown
    const { pgn, color } = repertoire
    this.#query.abort()
    const { signal } = (this.#query = new AbortController())
    this.#failure = ''
    try {
      const link = await this.#room.link()
      const of = (name: string) => link.request('leaves', { pgn, color, player: name }, { signal })
      const own = await of(player)
      const all = player ? await of('') : own
      if (!signal.aborted) this.#compared = { repertoire, trees: gamesOf(repertoire), own, all }
    } catch (error) {
      if (!signal.aborted) this.#failure = error instanceof RequestError ? error.words.text : String(error)
    }
    this.#page.store.change()
  }

  /** Ends what is under way. */
  close() {
    this.#query.abort()
    this.#page.board.showHint(null)
  }

  /** Puts the position after the row's move on the board, with the repertoire's moves as arrows. */
  async #show(row: Row) {
    const repertoire = this.#compared?.repertoire
    if (!repertoire) return
    const { study, games, board, store } = this.#page
    const tree = gamesOf(repertoire)[row.game]
    const before = nodeAt(tree.root, row.path)
    const node = row.played === undefined ? before : before.add(row.played)
    const moves = row.expected?.length ? before.position.line([row.expected[0]]) : []
    const others = row.expected?.slice(1).flatMap(move => before.position.line([move])) ?? []
    // What the repertoire has there.
    node.arrows = [...moves, ...others].map(({ from, to }) => ({ from, to, color: 'green' }))
    const load = () => study.load(tree, { path: node.path })
    if (this.#shown && study.tree === this.#shown.tree) load()
    else games.open(load, '', { isApart: !games.current.look, isLook: true, quiet: true })
    games.current.look = true
    if (board.flipped !== (repertoire.color === 'black')) board.flip()
    const shown: Shown = { row, tree, node: study.node, answer: null }
    this.#shown = shown
    store.change()
    if (row.by !== 'them') return
    const { fen, variant } = node.position
    const query = { fen, variant, scope: 'all', topGames: 0 } as const
    try {
      const answers = (await (await this.#room.link()).request('explore', query)).moves
      const [first] = [...answers].sort((one, other) => other.games - one.games)
      if (first && this.#shown === shown) this.#shown = { ...shown, answer: first }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
    }
    if (this.#shown?.answer && study.node === node) {
      const [{ from, to }] = node.position.line([this.#shown.answer.uci])
      board.showHint({ from, to }, node.position)
    }
    store.change()
  }

  /** Writes the row's move, and an answer to it, into the repertoire. */
  async #add(row: Row) {
    if (this.#shown?.row !== row) await this.#show(row)
    const repertoire = this.#compared?.repertoire
    if (!repertoire || row.played === undefined) return
    const answer = this.#answer(row)
    const games = gamesOf(repertoire)
    const node = nodeAt(games[row.game].root, row.path).add(row.played)
    if (answer) node.add(answer.uci)
    this.#page.board.showHint(null)
    const { pgn } = repertoire
    // Rows are places in the games that were compared: what another tab has saved is compared anew.
    await this.#room.changeRepertoire(
      this.#name,
      saved => saved && (saved.pgn === pgn ? { ...saved, pgn: games.join('\n') } : saved),
    )
    await this.#compare()
  }

  /** @returns the user's move on the board, otherwise the most frequent one */
  #answer(row: Row): { uci: string; san: string; games?: number } | null {
    if (this.#shown?.row !== row || row.by !== 'them') return null
    const { node } = this.#page.study
    const { uci, san } = node
    if (node.parent === this.#shown.node && uci && san) return { uci, san }
    return this.#shown.answer
  }

  /** @returns the rows of the list */
  #rows({ own, all }: Compared): readonly Row[] {
    if (this.#list === 'unused') return own.unused
    const by = this.#list === 'me' ? 'me' : 'them'
    const rows = (this.#list === 'gaps' ? all : own).left.filter(row => row.by === by)
    return this.#sort === 'games' ? rows : [...rows].sort((a, b) => (a.score ?? 1) - (b.score ?? 1))
  }

  view() {
    const { shown } = this.#room
    const repertoire = this.#repertoire
    if (!repertoire) return nothing
    const compare = (event: SubmitEvent) => {
      event.preventDefault()
      const data = new FormData(listenerOf(event, HTMLFormElement))
      this.#room.setPlayer(String(data.get('player')).trim())
      void this.#compare()
    }
    return html`<section class="train-against" aria-labelledby="against-title"><div class="train-head">${button(
      {
        icon: 'back',
        title: say`Back to the repertoires`,
        run: () => this.#room.compare(null),
      },
    )}<h2 id="against-title">${this.#name}, ${colorName(repertoire.color)}</h2></div><form class="row"
      @submit=${compare}><label>${say`Your name in the games`}<input type="text" name="player" autocomplete="off" maxlength="80"
      placeholder=${say`all games`} .value=${shown.player}></label><button type="submit">${say`Compare`}</button></form><p class="error"
      role="alert">${this.#failure || nothing}</p>${
        this.#compared
          ? this.#comparedView(this.#compared)
          : this.#failure
            ? nothing
            : html`<p class="soft">${say`Comparing …`}</p>`
      }</section>`
  }

  #comparedView(compared: Compared) {
    const { own, all, trees } = compared
    if (all.games === 0)
      return html`<p class="soft">${say`No game of the database reaches this repertoire. Add games under Games, Database.`}</p>`
    const rows = this.#rows(compared)
    const lists = keysOf(LISTS).filter(list => list !== 'gaps' || own !== all)
    const nodeOf = ({ game, path }: Row) => nodeAt(trees[game].root, path)
    return html`${own.games === 0 ? html`<p class="soft">${say`No game of yours reaches this repertoire.`}</p>` : coverageView(own)}<div
      class="train-lists" role="radiogroup" aria-label=${say`Which places`}>${lists.map(
        list =>
          html`<label><input type="radio" class="visually-hidden" name="against-list" value=${list}
            .checked=${list === this.#list} @change=${() => this.#choose({ list })}><span>${LISTS[list]}</span></label>`,
      )}</div>${
        this.#list === 'unused'
          ? nothing
          : html`<select aria-label=${say`Order`} @change=${(event: Event) =>
              this.#choose({ sort: oneOf(keysOf(SORTS), fieldValue(event)) })}>${keysOf(SORTS).map(
              sort => html`<option value=${sort} .selected=${sort === this.#sort}>${SORTS[sort]}</option>`,
            )}</select>`
      }${rows.length === 0 ? html`<p class="soft">${say`None.`}</p>` : nothing}<ol class="train-rows">${rows
        .slice(0, MOST)
        .map(row => this.#rowView(row, nodeOf(row)))}</ol>${
        rows.length > MOST ? html`<p class="soft">${say`And ${rows.length - MOST} more.`}</p>` : nothing
      }`
  }

  #choose({ list = this.#list, sort = this.#sort }: { list?: List; sort?: Sort | undefined }) {
    this.#list = list
    this.#sort = sort
    this.#page.store.change()
  }

  /** @param node the place of the row */
  #rowView(row: Row, node: PgnNode) {
    const { played, expected = [], games = 0, score } = row
    const isShown = this.#shown?.row === row
    const answer = this.#answer(row)
    const [move] = played === undefined ? [] : node.position.line([played])
    const name = move ? `${numberAt(node)} ${move.san}` : moveName(node)
    const sans = expected.map(uci => node.position.line([uci])[0].san)
    const facts = [
      sans.length > 0 ? say`You have ${sans.join(', ')}` : '',
      score === null || score === undefined ? '' : say`${Math.round(100 * score)} % for you`,
    ].filter(Boolean)
    return html`<li aria-current=${isShown ? 'true' : nothing}><b class="count">${
      move ? numberView(games === 1 ? sayWith`${games} game` : sayWith`${games} games`, games) : nothing
    }</b><button type="button" class="quiet" @click=${() => this.#show(row)}><span>${lineText(node)}${
      move ? html` <b>${name}</b>` : nothing
    }</span><small class="soft">${facts.join(' · ')}</small></button>${
      move
        ? button({
            ...{ class: isShown ? 'primary' : '', name: say`Add ${name}` },
            label: isShown && answer ? say`Add with ${answer.san}` : say`Add`,
            run: () => this.#add(row),
          })
        : nothing
    }${
      isShown && row.by === 'them'
        ? html`<small class="soft advice">${
            answer
              ? answer.games
                ? say`The games answer ${answer.san}, ${answer.games} times. Or play your answer on the board.`
                : say`Your answer: ${answer.san}.`
              : say`Play your answer on the board.`
          }</small>`
        : nothing
    }</li>`
  }
}

/** How many games left the repertoire, and by whom. */
function coverageView({ games, covered, left }: Leaves) {
  const sum = (by: 'me' | 'them') =>
    left.reduce((count, row) => (row.by === by ? count + row.games : count), 0)
  const [them, me] = [sum('them'), sum('me')]
  const text =
    games === 1
      ? say`1 game reaches it: to its end ${covered}, opponents left it ${them}, you left it ${me}.`
      : say`${games} games reach it: to its end ${covered}, opponents left it ${them}, you left it ${me}.`
  return html`<p>${text}</p><div class="train-coverage" aria-hidden="true">${Object.entries({
    covered,
    them,
    me,
  }).map(([kind, count]) =>
    count > 0 ? html`<i class=${kind} style=${`flex-grow: ${count}`}></i>` : nothing,
  )}</div>`
}

/** @returns such as '4…' for the next move */
const numberAt = (node: PgnNode): string => {
  const [, turn, , , , number] = node.position.fen.split(' ')
  return `${number}${turn === 'w' ? '.' : '…'}`
}
