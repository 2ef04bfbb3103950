// SPDX-License-Identifier: Apache-2.0
// The dialog with the game as PGN, the position as FEN, and links to both; PGN and FEN can be edited and loaded.

import { ChessError } from 'binbo'
import type { PgnGame } from 'binbo/pgn'
import { html, nothing } from 'lit-html'
import { guard } from 'lit-html/directives/guard.js'
import { live } from 'lit-html/directives/live.js'
import { openDialog } from '../page/dialog.js'
import { fieldValue, h, listenerOf } from '../page/dom.js'
import type { Words } from '../page/error-words.js'
import { errorWords } from '../page/error-words.js'
import { excerpt } from '../page/excerpt.js'
import { focusTable } from '../page/focus.js'
import { loadPart, openPart } from '../page/load.js'
import { button, codeView } from '../page/templates.js'
import { copyField, download } from '../page/text-out.js'
import { say } from '../page/texts.js'
import { gameOfFen, gamesIn, LONG_LINK, linksOf } from '../storage/links.js'
import { gameLinks } from '../storage/packed.js'
import { tidyFen } from '../study/fen-text.js'
import { gameWords } from '../study/game-words.js'
import { known, knownDate, titleOf } from '../study/headers.js'
import { fenWords } from '../study/judgement.js'
import type { Page } from './open-file.js'
import type { Parts } from './pgn-text.js'
import { pgnText } from './pgn-text.js'

const PGN_TYPE = 'application/x-chess-pgn'
/** In characters: the Worker reads longer texts. */
const LONG_TEXT = 100_000
/** The largest number of errors shown for a game. */
const MAX_ERRORS = 5
const PARTS: [keyof Parts, string][] = [
  ['variations', say`Variations`],
  ['comments', say`Comments and signs`],
  ['clocks', say`Clocks`],
  ['evaluations', say`Evaluations`],
]

/** The names of a link's field and buttons. */
const LINK_NAMES = {
  position: {
    link: say`Link with the position`,
    copy: say`Copy link with the position`,
    share: say`Share link with the position`,
  },
  game: {
    link: say`Link with the game`,
    copy: say`Copy link with the game`,
    share: say`Share link with the game`,
  },
  moves: {
    link: say`Link with names and moves alone`,
    copy: say`Copy link with names and moves alone`,
    share: say`Share link with names and moves alone`,
  },
}

export function openShare(page: Page) {
  const { study, store, games } = page
  const parts = { variations: true, comments: true, clocks: true, evaluations: true }
  /** A field: the user's text, and its errors. */
  const pgn: { typed: string | null; problem: unknown } = { typed: null, problem: nothing }
  const fen = { ...pgn }
  let said = ''
  /** Increased with each change of state that only this dialog has. */
  let changes = 0

  const change = (act: () => void) => {
    act()
    changes++
    dialog.draw()
  }
  /** @param event of a button beside a field */
  const copy = async (event: Event) => {
    const place = listenerOf(event, HTMLElement).closest('.pgn-link, fieldset')
    const field = place?.querySelector<HTMLInputElement | HTMLTextAreaElement>('.code')
    if (!field) return
    // Screen readers read the same words again.
    change(() => (said = ''))
    const outcome = await copyField(field)
    change(() => (said = outcome))
  }
  const copyButton = (label: string, name = label) => button({ icon: 'copy', label, name, run: copy })
  /** @param text shown in the field until users change it */
  const take = (field: typeof pgn, text: string) => (event: Event) => {
    const value = fieldValue(event)
    field.typed = value === text ? null : value
    if (field.problem !== nothing) change(() => (field.problem = nothing))
  }
  const end = () => {
    dialog.close()
    focusTable()
  }

  function load(text: string) {
    const found = text.length > LONG_TEXT ? null : gamesIn(text)
    if (!found || mustChoose(found)) {
      end()
      return page.openFile.readText(text)
    }
    const game = found.find(hasMoves) ?? found[0]
    const errors = game?.errors.filter(({ warning }) => !warning) ?? []
    const words = errors.slice(0, MAX_ERRORS).map(error => explain(error, text, gameWords(error, game)))
    if (!game) words.push(html`<div>${say`There is no game in this text.`}</div>`)
    else if (errors.length > 0 && !hasMoves(game))
      words.push(html`<div>${say`Nothing could be read: the game on the board stays.`}</div>`)
    else {
      try {
        games.open(() => study.load(game), say`The game is loaded.`)
        page.places.showGame()
        if (errors.length === 0) return end()
        words.push(html`<div>${say`The readable part is on the board.`}</div>`)
      } catch (error) {
        if (!(error instanceof ChessError)) throw error
        words.push(explain(error, text, errorWords(error)))
      }
    }
    change(() => (pgn.problem = words))
  }

  function setUp(text: string) {
    try {
      const game = gameOfFen(text, study.position.variant)
      games.open(() => study.load(game), say`The position is on the board.`, { isLook: true })
      page.places.showGame()
      end()
    } catch (error) {
      if (!(error instanceof ChessError)) throw error
      const tidy = tidyFen(text)
      change(() => (fen.problem = explain(error, tidy, fenWords(error, tidy))))
      dialog.body.querySelector<HTMLElement>('input:not([type])')?.focus()
    }
  }

  /** Saves the position on the board, not the field's. */
  const savePicture = (type: 'png' | 'svg') =>
    loadPart(
      () => import('./picture.js'),
      part => part.savePicture(page, type, fileName(study.tree.headers)),
    )

  const keep = () => {
    end()
    void page.withDatabase(database => database.keepGame())
  }

  const print = () => {
    end()
    void openPart(
      () => import('../print/print-dialog.js'),
      part => part.openPrintGame(page),
    )
  }

  const animate = () => {
    end()
    void openPart(
      () => import('./animation.js'),
      part => part.openAnimation(page, fileName(study.tree.headers)),
    )
  }

  const pgnView = (text: string) => html`<fieldset><legend>${say`Game`}</legend>
    <label>${say`PGN: copy it from here, or paste another one`}<textarea class="code" spellcheck="false" autocomplete="off"
      .value=${live(pgn.typed ?? text)} @input=${take(pgn, text)}></textarea></label>
    <div class="pgn-problem" role="alert">${pgn.problem}</div>
    <div class="row" role="group" aria-label=${say`With`}>${PARTS.map(
      ([name, label]) => html`<label class="check"><input type="checkbox" .checked=${parts[name]}
        @change=${() => change(() => (parts[name] = !parts[name]))}>${label}</label>`,
    )}</div>
    <div class="row">${copyButton(say`Copy PGN`)}${button({
      ...{ icon: 'download', label: say`Download` },
      run: () => download(`${fileName(study.tree.headers)}.pgn`, pgn.typed ?? text, PGN_TYPE),
    })}${button({ label: say`Load this game`, run: () => load(pgn.typed ?? text) })}${button({
      ...{ icon: 'list', label: say`Save into the database`, run: keep },
    })}${button({ label: say`Print`, run: print })}${button({
      ...{ label: say`Animated GIF`, run: animate },
    })}</div></fieldset>`

  const fenView = (text: string) => html`<fieldset><legend>${say`Position`}</legend>
    <label>${say`FEN: copy it from here, or paste another one`}<input class="code" spellcheck="false"
      autocomplete="off" .value=${live(fen.typed ?? text)} @input=${take(fen, text)}
      @keydown=${({ key }: KeyboardEvent) => key === 'Enter' && setUp(fen.typed ?? text)}></label>
    <div class="pgn-problem" role="alert">${fen.problem}</div>
    <div class="row">${copyButton(say`Copy FEN`)}${button({
      ...{ label: say`Set up this position`, run: () => setUp(fen.typed ?? text) },
    })}${button({
      ...{ icon: 'download', label: say`Save picture`, run: () => savePicture('png') },
    })}${button({
      ...{ label: say`as SVG`, name: say`Save picture as SVG`, run: () => savePicture('svg') },
    })}</div></fieldset>`

  const linkView = (label: string, names: { link: string; copy: string; share: string }, link: string) => {
    const share = () => navigator.share({ title: document.title, url: link }).catch(() => {})
    return html`<div><span class="soft">${label}</span>
      <div class="pgn-link"><input class="code" readonly aria-label=${names.link} .value=${link}>${[
        copyButton(say`Copy`, names.copy),
        'share' in navigator ? button({ icon: 'share', title: names.share, run: share }) : nothing,
      ]}</div>
      <p class="soft" ?hidden=${link.length <= LONG_LINK}>${say`This link has ${link.length} characters: browsers open it, but chats and mail may cut it off. Send the PGN instead.`}</p></div>`
  }

  const view = () => {
    const { game, moves } = gameLinks(study)
    const label = say`Lines for a page of yours, which then shows this game`
    return html`<div class="pgn-share">
      ${pgnView(pgnText(study.tree, parts))}${fenView(study.position.fen)}
      <fieldset><legend>${say`Links to this page`}</legend>${[
        linkView(say`With the position`, LINK_NAMES.position, linksOf(study).fen),
        linkView(say`With the game`, LINK_NAMES.game, game),
        moves ? linkView(say`With names and moves alone`, LINK_NAMES.moves, moves) : nothing,
      ]}</fieldset>
      <fieldset><legend>${say`Embed`}</legend><div><span class="soft">${label}</span><div class="pgn-link"><input class="code"
        readonly aria-label=${label} .value=${frameOf(page)}>${copyButton(say`Copy`, say`Copy the lines`)}</div></div></fieldset>
    </div><p class="pgn-said foot soft" role="status" .textContent=${live(said)}></p>`
  }
  const onClose = store.react(() => dialog.draw())
  const dialog = openDialog(say`Share this game`, { body: 'pgn-dialog', onClose }, () => {
    const { tree, version, node, flipped } = store.state
    return guard([tree, version, node, flipped, changes], view)
  })
}

/** @returns the HTML that shows the game in a page of another website */
function frameOf({ study, board }: Page): string {
  const { pgn } = linksOf(study, new URL('embed.html', location.href).href)
  return h('iframe', {
    src: pgn + (board.flipped ? '&orientation=black' : ''),
    title: say`Chess game: ${titleOf(study.tree)}`,
    ...{ width: '100%', height: 480, frameborder: 0, loading: 'lazy' },
  }).outerHTML
}

/** @param games of a text @returns whether the user must choose one: not if only one has moves */
const mustChoose = (games: PgnGame[]): boolean =>
  games.length > 1 &&
  games.filter(hasMoves).length !== 1 &&
  games.some(game => hasMoves(game) || game.errors.every(({ warning }) => warning))

const hasMoves = ({ root }: PgnGame) => root.children.length > 0

/** @returns such as 'Anna-Ben-2026.11.21' */
function fileName(headers: Map<string, string>): string {
  const parts = [known(headers.get('White')), known(headers.get('Black')), knownDate(headers.get('Date'))]
  const words = parts.map(part => part.replace(/[^\p{L}\p{N}.]+/gu, '_').slice(0, 40)).filter(Boolean)
  return words.join('-') || say`game|file`
}

/**
 * An error: the reason, and the faulty part of the text, marked.
 * @param text that contains the error
 * @param words about the error
 */
function explain({ offset, input }: ChessError, text: string, words: Words) {
  const isHere =
    typeof input === 'string' && input !== '' && offset !== undefined && text.startsWith(input, offset)
  return html`<div><span>${words.text} ${codeView(words.code)}</span>${
    offset === undefined ? nothing : excerpt(text, offset, isHere ? input.length : undefined)
  }</div>`
}
