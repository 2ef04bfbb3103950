// SPDX-License-Identifier: Apache-2.0
// The open file of games: reads it, shows its list, and puts its games on the board.

import { ChessError } from 'binbo'
import { errorText } from '../game/descriptions.js'
import { replaceGame, wayBack } from '../game/earlier-games.js'
import { isFenLike } from '../game/fen-text.js'
import { gameOfFen, hashOf, openLink } from '../game/links.js'
import { focusBoard } from '../page/focus.js'
import { openPart } from '../page/load.js'
import { notify } from '../page/notices.js'
import { faultText, playersOf } from './game-index.js'
import { joinTexts, sourceOf, takeTexts } from './input.js'
import { PgnFile } from './pgn-file.js'

/** @typedef {import('../game/earlier-games.js').Page} Page */
/** @typedef {import('../page/notices.js').Action} Action */
/** @typedef {import('./game-index.js').Row} Row */

export class OpenFile {
  #page
  /** @type {PgnFile | null} */
  #file = null
  /** The number of the last game opened, or 0. */
  #opened = 0
  /** @type {HTMLDialogElement | null} */
  #dialog = null
  #closeNotice = () => {}
  /** Inputs so far. */
  #inputs = 0

  /** @param {Page} page where its games are shown */
  constructor(page) {
    this.#page = page
  }

  /** Shows the list of its games, or a file chooser if no file is open. */
  show() {
    return this.#showDialog(false)
  }

  /**
   * Reads files and shows their games; a single game is put on the board at once.
   * @param {File[]} files
   */
  async readFiles(files) {
    if (files.length === 0 || this.#isBlocked()) return
    const number = ++this.#inputs
    const { texts, refusals } = await takeTexts(files)
    // A later input takes precedence.
    if (number !== this.#inputs) return
    if (refusals.length > 0) notify({ text: refusals.join(' '), tone: 'error' })
    if (texts.length > 0) this.#read(joinTexts(texts))
  }

  /**
   * Reads text: a FEN, a link to such a page, or games in PGN.
   * @param {string} text
   */
  readText(text) {
    if (this.#isBlocked()) return
    this.#inputs++
    const hash = hashOf(text)
    if (hash) return this.#openLink(hash)
    if (isFenLike(text)) this.#setUp(text)
    else this.#read({ ...sourceOf('Pasted text', new Blob([text])), isKept: false })
  }

  /** Is a dialog open? It would hide the result, and closing it would lose the user's input. */
  #isBlocked() {
    const dialogs = Array.from(document.querySelectorAll('dialog[open]'))
    const isBlocked = dialogs.some(dialog => dialog !== this.#dialog)
    if (isBlocked) notify({ text: 'Nothing was opened: close this dialog first.', tone: 'error' })
    return isBlocked
  }

  /** @param {string} hash */
  #openLink(hash) {
    this.#leave()
    openLink(this.#page, hash)
  }

  /** @param {string} fen */
  #setUp(fen) {
    const { study } = this.#page
    try {
      const game = gameOfFen(fen)
      this.#leave()
      replaceGame(this.#page, () => study.load(game), 'The position is on the board.', { isLook: true })
    } catch (error) {
      if (!(error instanceof ChessError)) throw error
      notify({ text: `The position cannot be set up. ${errorText(error)}`, tone: 'error' })
    }
  }

  /** @param {import('./input.js').Source} source */
  #read(source) {
    // It offers games of the previous file.
    this.#closeNotice()
    if (this.#file?.reading.phase === 'reading')
      notify({ text: `Reading of ${this.#file.name} was stopped.` })
    this.#file?.close()
    this.#file = new PgnFile(source)
    this.#opened = 0
    this.#showDialog(true)
  }

  /** @param {boolean} isNew is the file shown for the first time? */
  #showDialog(isNew) {
    return openPart(
      () => Promise.all([import('./games-dialog.js'), import('./earlier-games-view.js')]),
      ([{ openChooser, openList }, { earlierGamesView }]) => {
        const file = this.#file
        const onFiles = (/** @type {File[]} */ files) => this.readFiles(files)
        const onOpen = (/** @type {Row} */ row) => file && this.#open(file, row)
        const earlier = isNew ? null : earlierGamesView(this.#page, () => this.#leave())
        this.#dialog?.close()
        this.#dialog = file
          ? openList(file, { selected: this.#opened, isNew, onOpen, onFiles, earlier })
          : openChooser(onFiles, earlier)
      },
    )
  }

  /** @param {PgnFile} file @param {Row} row */
  async #open(file, row) {
    const { study } = this.#page
    const title = `Game ${row.number} of ${file.reading.games.toLocaleString('en')}: ${playersOf(row)}.`
    const actions = await this.#buttons(file, row)
    try {
      const game = await file.game(row)
      if (file !== this.#file) return
      const closeNotice = replaceGame(this.#page, () => study.load(game), `${title}${faultText(row)}`, {
        tone: row.errors > 0 ? 'error' : 'plain',
        actions,
        isLook: file.isKept || file.reading.readable > 1,
      })
      this.#closeNotice()
      this.#closeNotice = closeNotice
      this.#opened = row.number
      this.#leave()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (file !== this.#file) return
      // The list knows errors with their place in the file, which a single game does not.
      const reason = (error instanceof ChessError && row.errorTexts[0]) || reasonFor(error)
      this.#leave()
      this.#closeNotice()
      this.#closeNotice = notify({
        text: `${title} It cannot be shown: ${reason}.`.replace(/\.\.$/, '.'),
        tone: 'error',
        actions: [...actions, ...wayBack(study)],
      })
      this.#opened = row.number
    }
  }

  /** Closes the list, since the game is on the board. */
  #leave() {
    if (!this.#dialog?.open) return
    this.#dialog.close()
    focusBoard()
  }

  /**
   * @param {PgnFile} file
   * @param {Row} row
   * @returns {Promise<Action[]>} buttons for other games of the current list
   */
  async #buttons(file, { number }) {
    if (file.reading.found < 2) return []
    const { previous, next } = await file.near(number)
    /** @type {Action[]} */
    const buttons = [{ label: 'All games', run: () => this.show() }]
    if (next) buttons.unshift({ label: 'Next game', run: () => this.#open(file, next) })
    if (previous) buttons.unshift({ label: 'Previous game', run: () => this.#open(file, previous) })
    return buttons
  }
}

/** @param {Error} error thrown when a game was read from its file @returns {string} */
const reasonFor = error =>
  error instanceof DOMException ? 'the file has changed or is gone; open it again' : error.message
