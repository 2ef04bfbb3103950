// SPDX-License-Identifier: Apache-2.0
// A worksheet: positions with empty lines below them, and the solutions on the last page.

import type { Position } from 'binbo'
import { h } from '../page/dom.js'
import { language, say } from '../page/texts.js'
import { turnText } from '../study/descriptions.js'
import { diagram } from './paper.js'

export type Task = {
  position: Position
  /** the moves to find, such as '1. Qh5 Nf6 2. Qxf7#' */
  solution: string
  /** where it is from: only beside the solution */
  origin: string
}

export type Worksheet = { title: string; tasks: readonly Task[] }

/** Diagrams of a page. */
export const A_PAGE = ['4', '6', '12'] as const

export function worksheet({ title, tasks }: Worksheet, aPage: (typeof A_PAGE)[number]): HTMLElement {
  const count = Number(aPage)
  const pages = Array.from({ length: Math.ceil(tasks.length / count) }, (_, page) =>
    h(
      'section',
      { class: 'sheet-page', 'data-count': count },
      page === 0 && headOf(title),
      ...tasks.slice(page * count, (page + 1) * count).map((task, at) => taskOf(task, page * count + at + 1)),
    ),
  )
  const answers = tasks.map(({ solution, origin }) =>
    h('li', {}, h('span', {}, solution), origin && h('small', {}, origin)),
  )
  return h(
    'article',
    { class: 'sheet', lang: language },
    ...pages,
    h('section', { class: 'sheet-answers' }, h('h2', {}, say`Solutions`), h('ol', {}, ...answers)),
  )
}

const headOf = (title: string): HTMLElement =>
  h(
    'header',
    {},
    h('h1', {}, title),
    h('p', { class: 'sheet-names' }, `${say`Name:`} `, h('i'), ` ${say`Date:`} `, h('i', { class: 'short' })),
  )

/** @param number on the sheet, from 1 */
function taskOf({ position }: Task, number: number): HTMLElement {
  const figure = diagram(position, { below: position.sideToMove, caption: turnText(position.sideToMove) })
  figure.querySelector('figcaption')?.prepend(h('b', {}, number), ' ')
  figure.append(h('div', { class: 'sheet-line' }))
  return figure
}
