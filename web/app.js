// SPDX-License-Identifier: Apache-2.0
// The page: joins the game, the board and the forms.

import { ChessError } from 'binbo'
import { BoardView } from './board-view.js'
import { showMoves } from './move-list.js'
import { askPromotion } from './promotion.js'
import { Session } from './session.js'
import { describeMove, describeStatus } from './words.js'

/** @typedef {import('binbo').Square} Square */

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
function element(id, type) {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} #${id}`)
  return found
}

const session = new Session()
const board = new BoardView(element('board', HTMLElement), (from, to) => void play(from, to))
const fenField = element('fen', HTMLInputElement)
const pgnField = element('pgn', HTMLTextAreaElement)
const numberField = element('chess960', HTMLInputElement)
const announcer = element('announcer', HTMLElement)

function show() {
  const { game, sans } = session
  showBoard()
  showStatus()
  showMoves(element('moves', HTMLElement), { sans, ply: game.ply, ...firstMove() }, goTo)
  element('no-moves', HTMLElement).hidden = sans.length > 0
  for (const id of ['first', 'undo']) element(id, HTMLButtonElement).disabled = game.ply === 0
  for (const id of ['redo', 'last']) element(id, HTMLButtonElement).disabled = game.ply === sans.length
  fenField.value = game.fen
  pgnField.value = game.pgn()
  for (const id of ['fen-error', 'pgn-error', 'chess960-error']) element(id, HTMLElement).replaceChildren()
}

/** The number of the first move, and whether Black made it. */
function firstMove() {
  const { ply, sideToMove, fullmoveNumber } = session.game
  const blackFirst = (sideToMove === 'black') !== (ply % 2 === 1)
  return { blackFirst, firstNumber: fullmoveNumber - Math.floor((ply + (blackFirst ? 1 : 0)) / 2) }
}

function showBoard() {
  const { game } = session
  /** @type {Map<Square, Square[]>} */
  const targets = new Map()
  for (const { from, to } of game.legalMoves('move')) targets.set(from, [...(targets.get(from) ?? []), to])
  const pieces = new Map(
    game.pieces().map(([square, color, type]) => [/** @type {Square} */ (square), { color, type }]),
  )
  const king = [...pieces].find(([, { color, type }]) => type === 'king' && color === game.sideToMove)
  const { lastMove } = game
  board.show({
    pieces,
    last: lastMove ? [lastMove.from, lastMove.to] : [],
    check: game.isCheck && king ? king[0] : null,
    targets,
  })
}

function showStatus() {
  const { headline, detail, tone, side } = describeStatus(session.game)
  element('status', HTMLElement).dataset.tone = tone
  element('turn', HTMLElement).dataset.side = side
  element('headline', HTMLElement).textContent = headline
  element('detail', HTMLElement).textContent = detail
}

/** @param {Square} from @param {Square} to */
async function play(from, to) {
  const moves = session.movesBetween(from, to)
  let uci = moves[0].uci
  if (moves.length > 1) {
    const dialog = element('promotion', HTMLDialogElement)
    const choice = await askPromotion(
      dialog,
      element('promotion-choices', HTMLElement),
      session.game.sideToMove,
    )
    const chosen = moves.find(move => choice !== null && move.uci.endsWith(choice))
    if (!chosen) return
    uci = chosen.uci
  }
  session.play(uci)
  show()
  const { lastMove } = session.game
  if (lastMove) announcer.textContent = describeMove(lastMove, session.game)
}

/** @param {number} ply */
function goTo(ply) {
  session.goTo(ply)
  show()
}

/**
 * Changes the game, or says why that cannot be.
 * @param {string} errorId
 * @param {string} input what was typed
 * @param {() => void} change
 */
function attempt(errorId, input, change) {
  try {
    change()
    show()
  } catch (error) {
    if (!(error instanceof ChessError)) throw error
    element(errorId, HTMLElement).replaceChildren(...explain(error, input))
  }
}

/**
 * The reason and, where it is known, the place: the input with the faulty character marked.
 * @param {ChessError} error
 * @param {string} input
 */
function explain(error, input) {
  const reason = document.createElement('span')
  reason.textContent = error.message
  if (error.offset === undefined) return [reason]
  const where = document.createElement('span')
  where.className = 'where'
  const mark = document.createElement('mark')
  const end = error.offset + 1
  mark.textContent = input.slice(error.offset, end).trim() || '␣'
  const before = input.slice(Math.max(0, error.offset - 40), error.offset)
  where.append(before, mark, input.slice(end, end + 40))
  return [reason, where]
}

/** @param {string} id @param {() => void} handler */
const onClick = (id, handler) => element(id, HTMLElement).addEventListener('click', handler)

/** @param {string} id @param {() => void} handler */
function onSubmit(id, handler) {
  element(id, HTMLElement).addEventListener('submit', event => {
    event.preventDefault()
    handler()
  })
}

onClick('first', () => goTo(0))
onClick('undo', () => goTo(session.game.ply - 1))
onClick('redo', () => goTo(session.game.ply + 1))
onClick('last', () => goTo(session.sans.length))
onClick('flip', () => board.flip())
onClick('new-classic', () => attempt('chess960-error', '', () => session.newClassic()))
onClick('chess960-random', () => {
  numberField.value = String(Math.floor(Math.random() * 960))
  startChess960()
})
onSubmit('chess960-form', startChess960)
onSubmit('fen-form', () => attempt('fen-error', fenField.value, () => session.setFen(fenField.value)))
onSubmit('pgn-form', () => attempt('pgn-error', pgnField.value, () => session.loadPgn(pgnField.value)))

function startChess960() {
  const text = numberField.value.trim()
  if (!/^\d{1,3}$/.test(text) || Number(text) > 959) {
    element('chess960-error', HTMLElement).textContent = 'A start position has a number from 0 to 959.'
    return
  }
  attempt('chess960-error', text, () => session.newChess960(Number(text)))
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    const field = button.getAttribute('data-copy') === 'fen' ? fenField : pgnField
    field.select()
    await navigator.clipboard?.writeText(field.value).catch(() => {})
    announcer.textContent = 'Copied.'
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })
}

document.addEventListener('keydown', event => {
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
  if (typing || !(event.ctrlKey || event.metaKey)) return
  const key = event.key.toLowerCase()
  if (key === 'z' || key === 'y') {
    event.preventDefault()
    goTo(session.game.ply + (key === 'y' || event.shiftKey ? 1 : -1))
  }
})

show()
