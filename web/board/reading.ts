// SPDX-License-Identifier: Apache-2.0
// The position for screen readers, as a table and as lists of pieces. The elements are made by hand, since frames load no
// template library.

import type { Chessboard } from 'cm-chessboard/src/Chessboard.js'
import { h } from '../page/dom.js'
import { say } from '../page/texts.js'
import { nameOf } from '../study/descriptions.js'

const FILES = [...'abcdefgh']
const RANKS = [...'87654321']

/** @returns updates the texts after a change of the position */
export function makeReading(root: HTMLElement, chessboard: Chessboard) {
  const cells = new Map(RANKS.flatMap(rank => FILES.map(file => [file + rank, h('td')])))
  const table = h(
    'table',
    { 'aria-label': say`The board as a table` },
    h('tr', {}, h('td'), ...FILES.map(file => h('th', { scope: 'col' }, file))),
    ...RANKS.map(rank =>
      h('tr', {}, h('th', { scope: 'row' }, rank), ...FILES.map(file => cells.get(file + rank))),
    ),
  )
  const lists = {
    w: h('ul', { 'aria-label': say`White pieces` }),
    b: h('ul', { 'aria-label': say`Black pieces` }),
  }
  root.append(h('div', { class: 'visually-hidden' }, table, lists.w, lists.b))

  return () => {
    const items: Record<'w' | 'b', HTMLElement[]> = { w: [], b: [] }
    for (const [square, cell] of cells) {
      const [color, piece] = chessboard.getPiece(square) ?? ['', '']
      const name = piece ? nameOf(color === 'w' ? piece.toUpperCase() : piece) : ''
      if (cell.textContent !== name) cell.textContent = name
      if (color === 'w' || color === 'b') items[color].push(h('li', {}, `${name} ${square}`))
    }
    lists.w.replaceChildren(...items.w)
    lists.b.replaceChildren(...items.b)
  }
}
