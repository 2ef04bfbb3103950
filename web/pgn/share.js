// SPDX-License-Identifier: Apache-2.0
// The dialog with the game as PGN, the position as FEN, and links to both; they can be edited and loaded there, too.

import { ChessError } from 'binbo'
import { openDialog } from '../page/dialog.js'
import { codeLink, h, icon } from '../page/dom.js'
import { errorWords } from '../page/error-words.js'
import { excerpt } from '../page/excerpt.js'
import { focusTable } from '../page/focus.js'
import { copyField, download } from '../page/text-out.js'
import { gameOfFen, gamesIn, LONG_LINK, linksOf } from '../storage/links.js'
import { tidyFen } from '../study/fen-text.js'
import { gameWords } from '../study/game-words.js'
import { known, knownDate } from '../study/headers.js'
import { fenWords } from '../study/judgement.js'
import { titleOf } from '../study/titles.js'
import { pgnText } from './pgn-text.js'

/** @import { PgnGame } from 'binbo/pgn' */
/** @import { App } from '../app.js' */

const PGN_TYPE = 'application/x-chess-pgn'
/** Characters. Longer text is read by the Worker. */
const LONG_TEXT = 100_000
/** Errors shown of a game. */
const MAX_ERRORS = 5

/**
 * What the parts of the dialog share.
 * @typedef {object} Context
 * @property {App} app
 * @property {(text: string) => void} say
 * @property {(() => void)[]} refreshers show the current game
 * @property {() => void} close called when the user's input is on the board
 */

/** @param {App} app */
export function openShare(app) {
  const { study } = app
  const said = h('p', { class: 'pgn-said foot soft', role: 'status' })
  /** @type {Context} */
  const context = {
    app,
    say: text => {
      said.textContent = text
    },
    refreshers: [],
    close: () => {
      dialog.close()
      focusTable()
    },
  }
  const dialog = openDialog(
    'Share this game',
    { onClose: study.onChange(() => refresh()) },
    h(
      'div',
      { class: 'pgn-share' },
      pgnPart(context),
      fenPart(context),
      h(
        'fieldset',
        {},
        h('legend', {}, 'Links to this page'),
        linkField('With the position', 'fen', context),
        linkField('With the game', 'pgn', context),
      ),
      h('fieldset', {}, h('legend', {}, 'Embed'), embedField(context)),
    ),
    said,
  )

  function refresh() {
    for (const show of context.refreshers) show()
  }
  refresh()
}

/** @param {Context} context */
function pgnPart({ app, say, refreshers, close }) {
  const field = h('textarea', { class: 'code', spellcheck: 'false', autocomplete: 'off' })
  /** @type {import('./pgn-text.js').Parts} */
  const parts = { variations: true, comments: true, clocks: true, evaluations: true }
  const show = keepShown(field, () => pgnText(app.study.tree, parts))
  refreshers.push(show)
  /** @param {keyof typeof parts} name @param {string} label */
  const part = (name, label) => {
    const box = h('input', {
      type: 'checkbox',
      checked: true,
      onchange: () => {
        parts[name] = box.checked
        show()
      },
    })
    return h('label', { class: 'check' }, box, label)
  }
  const problem = h('div', { class: 'pgn-problem', role: 'alert' })
  field.addEventListener('input', () => problem.replaceChildren())

  function load() {
    const text = field.value
    const games = text.length > LONG_TEXT ? null : gamesIn(text)
    if (!games || mustChoose(games)) {
      close()
      return app.openFile.readText(text)
    }
    const game = games.find(hasMoves) ?? games[0]
    const errors = game?.errors.filter(({ warning }) => !warning) ?? []
    const words = errors
      .slice(0, MAX_ERRORS)
      .map(error => h('div', {}, ...explain(error, text, gameWords(error, game))))
    if (!game) words.push(h('div', {}, 'There is no game in this text.'))
    else if (errors.length > 0 && !hasMoves(game))
      words.push(h('div', {}, 'Nothing could be read: the game on the board stays.'))
    else {
      try {
        app.games.open(() => app.study.load(game), 'The game is loaded.')
        if (errors.length === 0) return close()
        words.push(h('div', {}, 'The readable part is on the board.'))
      } catch (error) {
        if (!(error instanceof ChessError)) throw error
        words.push(h('div', {}, ...explain(error, text, errorWords(error))))
      }
    }
    problem.replaceChildren(...words)
  }

  return h(
    'fieldset',
    {},
    h('legend', {}, 'Game'),
    h('label', {}, 'PGN: copy it from here, or paste another one', field),
    problem,
    h(
      'div',
      { class: 'row', role: 'group', 'aria-label': 'With' },
      part('variations', 'Variations'),
      part('comments', 'Comments and signs'),
      part('clocks', 'Clocks'),
      part('evaluations', 'Evaluations'),
    ),
    h(
      'div',
      { class: 'row' },
      copyButton('Copy PGN', field, say),
      h(
        'button',
        { type: 'button', onclick: () => download(fileName(app.study.tree.headers), field.value, PGN_TYPE) },
        icon('download'),
        'Download',
      ),
      h('button', { type: 'button', onclick: load }, 'Load this game'),
    ),
  )
}

/** @param {PgnGame[]} games of a text @returns {boolean} whether the user must choose one; not if one game is among other text */
const mustChoose = games =>
  games.length > 1 &&
  games.filter(hasMoves).length !== 1 &&
  games.some(game => hasMoves(game) || game.errors.every(({ warning }) => warning))

/** @param {PgnGame} game */
const hasMoves = ({ root }) => root.children.length > 0

/** @param {Context} context */
function fenPart({ app, say, refreshers, close }) {
  const field = h('input', { class: 'code', spellcheck: 'false', autocomplete: 'off' })
  const problem = h('div', { class: 'pgn-problem', role: 'alert' })

  function setUp() {
    try {
      const game = gameOfFen(field.value, app.study.position.variant)
      app.games.open(() => app.study.load(game), 'The position is on the board.', { isLook: true })
      close()
    } catch (error) {
      if (!(error instanceof ChessError)) throw error
      const fen = tidyFen(field.value)
      problem.replaceChildren(...explain(error, fen, fenWords(error, fen)))
      field.focus()
    }
  }

  refreshers.push(keepShown(field, () => app.study.position.fen))
  field.addEventListener('input', () => problem.replaceChildren())
  field.addEventListener('keydown', event => {
    if (event.key === 'Enter') setUp()
  })
  return h(
    'fieldset',
    {},
    h('legend', {}, 'Position'),
    h('label', {}, 'FEN: copy it from here, or paste another one', field),
    problem,
    h(
      'div',
      { class: 'row' },
      copyButton('Copy FEN', field, say),
      h('button', { type: 'button', onclick: setUp }, 'Set up this position'),
    ),
  )
}

/**
 * @param {string} label
 * @param {'fen' | 'pgn'} kind
 * @param {Context} context
 */
function linkField(label, kind, { app, say, refreshers }) {
  const name = `link ${label.toLowerCase()}`
  const field = h('input', { class: 'code', readonly: true, 'aria-label': `Link ${label.toLowerCase()}` })
  const warning = h('p', { class: 'soft', hidden: true })
  const share = () => navigator.share({ title: document.title, url: field.value }).catch(() => {})

  refreshers.push(() => {
    const link = linksOf(app.study)[kind]
    field.value = link
    warning.hidden = link.length <= LONG_LINK
    warning.textContent = `This link has ${link.length.toLocaleString('en')} characters: browsers open it, but chats and mail may cut it off. Send the PGN instead.`
  })
  return h(
    'div',
    {},
    h('span', { class: 'soft' }, label),
    h(
      'div',
      { class: 'pgn-link' },
      field,
      copyButton('Copy', field, say, `Copy ${name}`),
      'share' in navigator &&
        h('button', { type: 'button', 'aria-label': `Share ${name}`, onclick: share }, icon('share')),
    ),
    warning,
  )
}

/** The lines that show the game in a page of another website. @param {Context} context */
function embedField({ app, say, refreshers }) {
  const label = 'Lines for a page of yours, which then shows this game'
  const field = h('input', { class: 'code', readonly: true, 'aria-label': label })
  refreshers.push(() => {
    const { study, board } = app
    const { pgn } = linksOf(study, new URL('embed.html', location.href).href)
    const side = board.flipped ? '&orientation=black' : ''
    const frame = h('iframe', {
      src: pgn + side,
      title: `Chess game: ${titleOf(study.tree)}`,
      width: '100%',
      height: 480,
      frameborder: 0,
      loading: 'lazy',
    })
    field.value = frame.outerHTML
  })
  return h(
    'div',
    {},
    h('span', { class: 'soft' }, label),
    h('div', { class: 'pgn-link' }, field, copyButton('Copy', field, say, 'Copy the lines')),
  )
}

/**
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {() => string} text
 * @returns {() => void} writes it into the field, unless the user has edited the field
 */
function keepShown(field, text) {
  let shown = ''
  return () => {
    if (field.value !== shown) return
    field.value = text()
    shown = field.value
  }
}

/**
 * @param {string} label
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {(text: string) => void} say
 * @param {string} [name] for screen readers, if the label is not enough
 */
function copyButton(label, field, say, name) {
  const copy = async () => say(await copyField(field))
  return h('button', { type: 'button', 'aria-label': name, onclick: copy }, icon('copy'), label)
}

/** @param {Map<string, string>} headers @returns {string} such as 'Anna-Ben-2026.11.21.pgn' */
function fileName(headers) {
  const parts = [known(headers.get('White')), known(headers.get('Black')), knownDate(headers.get('Date'))]
  const words = parts.map(part => part.replace(/[^\p{L}\p{N}.]+/gu, '_').slice(0, 40)).filter(Boolean)
  return `${words.join('-') || 'game'}.pgn`
}

/**
 * Shows an error: the reason, and the faulty part of the text, marked.
 * @param {ChessError} error
 * @param {string} text with the error
 * @param {import('../page/error-words.js').Words} words about it
 * @returns {HTMLElement[]}
 */
function explain(error, text, words) {
  const { offset, input } = error
  const reason = h('span', {}, words.text, ' ', codeLink(words.code))
  if (offset === undefined) return [reason]
  const isHere = typeof input === 'string' && input !== '' && text.startsWith(input, offset)
  return [reason, excerpt(text, offset, isHere ? input.length : undefined)]
}
