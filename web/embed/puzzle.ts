// SPDX-License-Identifier: Apache-2.0
// A frame's puzzle: the moves are hidden until the reader finds them, by mouse, finger or keyboard. It is loaded when it is
// used.

import type { Move } from 'binbo'
import type { PgnNode } from 'binbo/pgn'
import { targetsOf } from '../board/targets.js'
import { element, h } from '../page/dom.js'
import { say } from '../page/texts.js'
import { nameOf, pieceName, turnText } from '../study/descriptions.js'
import { LETTERS } from '../study/fen-text.js'
import { moveNumber, plyOf } from '../study/nodes.js'
import type { EmbedBoard } from './embed-board.js'

/** The frame. */
type Host = {
  board: EmbedBoard
  /** shows the game at a node, with all moves */
  reveal: (node: PgnNode) => void
}

/** Milliseconds that a wrong move, or the answer to a right one, is waited for. */
const WAIT = 1000
const STEPS: Record<string, readonly [files: number, ranks: number]> = {
  ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] },
}

/**
 * Shows the position of a node as a puzzle, instead of the puzzle before.
 * @param start a node with a move that follows
 * @param announce speaks a text
 * @returns ends it
 */
export function showPuzzle(start: PgnNode, host: Host, announce: (text: string) => void): () => void {
  const { board } = host
  const [root, side] = [element('board', HTMLElement), element('side', HTMLElement)]
  document.title = say`A chess puzzle`
  const ended = new AbortController()
  const { signal } = ended
  let node = start
  let picked: string | null = null
  let pressed: string | null = null
  let isWaiting = false
  let [file, rank] = [4, start.position.sideToMove === 'white' ? 1 : 6]
  let timer = 0

  const said = h('p', { class: 'puzzle-said', role: 'status' }, say`Your move. Move a piece on the board.`)
  const choices = h('div', {
    class: 'puzzle-acts',
    role: 'group',
    'aria-label': say`Promote to`,
    hidden: true,
  })
  const act = (label: string, onclick: () => void) => h('button', { type: 'button', onclick }, label)
  const hint = act(say`Hint`, () => {
    const from = node.children[0]?.move?.from
    const piece = from && node.position.pieceAt(from)
    if (!piece || isWaiting) return
    board.sign('hint', [{ shape: 'frame', square: from, class: 'hovered' }])
    tell('hint', say`Move the ${pieceName(LETTERS[piece.type])} on ${from}.`)
  })
  const solve = act(say`Solution`, () => finish(node.children[0] ?? node))
  side.replaceChildren(
    h('section', { class: 'puzzle' }, h('h1', {}, turnText(start.position.sideToMove)), said, choices),
    h('div', { class: 'puzzle-acts' }, hint, solve),
  )
  board.turnTo(start.position.sideToMove)
  board.show(start, null)
  const svg = root.querySelector('svg.cm-chessboard')
  svg?.setAttribute('tabindex', '0')
  svg?.setAttribute('role', 'application')

  function end() {
    ended.abort()
    clearTimeout(timer)
    for (const layer of ['picked', 'targets', 'hint', 'cursor']) board.sign(layer, [])
    svg?.removeAttribute('tabindex')
  }
  function finish(at: PgnNode) {
    end()
    host.reveal(at)
  }
  function tell(state: string, text: string) {
    said.dataset.state = state
    said.textContent = text
  }
  /** @param square null picks nothing */
  function pick(square: string | null) {
    const targets = square ? targetsOf(node.position.legalMoves('move'), square) : null
    picked = targets && targets.size > 0 ? square : null
    board.sign('picked', picked ? [{ shape: 'square', square: picked, class: 'picked' }] : [])
    board.sign(
      'targets',
      picked && targets
        ? [...targets.keys()].map(to => ({ shape: 'dot', square: to, class: 'target' }) as const)
        : [],
    )
  }
  function press(square: string) {
    if (isWaiting) return
    choices.hidden = true
    const moves = picked ? (targetsOf(node.position.legalMoves('move'), picked).get(square) ?? []) : []
    if (moves.length === 0) return pick(square === picked ? null : square)
    pick(null)
    if (moves.length === 1) return play(moves[0])
    choices.hidden = false
    choices.replaceChildren(...moves.map(move => act(move.promotion ?? move.san, () => play(move))))
    choices.querySelector('button')?.focus()
  }
  function play({ uci, san }: Move) {
    choices.hidden = true
    board.sign('hint', [])
    const right = node.children[0]
    // Another mate is as good.
    if (right.uci !== uci && !san.endsWith('#')) {
      isWaiting = true
      board.show(null, node.position.play(uci).fen)
      tell('wrong', say`${san} is not the move. Try again.`)
      timer = window.setTimeout(() => {
        isWaiting = false
        board.show(node, null)
      }, WAIT)
      return
    }
    if (right.uci !== uci) {
      board.show(null, node.position.play(uci).fen)
      return over(right, say`${san} is mate, too.`)
    }
    node = right
    board.show(node, null)
    const answer = node.children[0]
    if (!answer?.children[0]) return over(answer ?? node, say`${san} is right.`)
    isWaiting = true
    tell('right', say`${san} is right.`)
    timer = window.setTimeout(() => {
      isWaiting = false
      node = answer
      board.show(node, null)
      const reply = `${moveNumber(plyOf(answer))} ${answer.san}`
      tell('right', `${say`${san} is right.`} ${say`${reply}: your move.`}`)
    }, WAIT)
  }
  function over(last: PgnNode, text: string) {
    isWaiting = true
    tell('right', `${text} ${say`Solved.`}`)
    hint.remove()
    solve.replaceWith(act(say`Show the game`, () => finish(last)))
  }

  const squareOf = (target: EventTarget | null): string | null =>
    target instanceof Element ? target.getAttribute('data-square') : null
  root.addEventListener(
    'pointerdown',
    event => {
      const square = squareOf(event.target)
      pressed = square
      if (!square) return // The cursor follows mouse and finger.
      ;[file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1]
      press(square)
    },
    { signal },
  )
  root.addEventListener(
    'pointerup',
    ({ clientX, clientY }) => {
      const square = squareOf(document.elementFromPoint(clientX, clientY))
      // A piece that was dragged.
      if (square && square !== pressed && picked === pressed) press(square)
    },
    { signal },
  )
  svg?.addEventListener(
    'keydown',
    event => {
      if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.metaKey || event.altKey) return
      const { key } = event
      const square = () => 'abcdefgh'[file] + (rank + 1)
      if (Object.hasOwn(STEPS, key)) {
        const way = board.flipped ? -1 : 1
        file = Math.max(0, Math.min(7, file + way * STEPS[key][0]))
        rank = Math.max(0, Math.min(7, rank + way * STEPS[key][1]))
        board.sign('cursor', [
          { shape: 'frame', square: square(), class: 'cursor-edge' },
          { shape: 'frame', square: square(), class: 'cursor-line' },
        ])
        const piece = node.position.pieceAt(square())
        const letter = piece ? LETTERS[piece.type] : ''
        announce(`${square()}, ${nameOf(piece?.color === 'white' ? letter.toUpperCase() : letter)}`)
      } else if (key === 'Enter' || key === ' ') press(square())
      else if (key === 'Escape') pick(null)
      else return
      event.preventDefault()
    },
    { signal },
  )
  return end
}
