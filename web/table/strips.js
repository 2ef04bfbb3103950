// SPDX-License-Identifier: Apache-2.0
// The strips above and below the board, one for each player: name and rating, whose turn it is, the pieces that the
// player has captured, and places for a pocket, the remaining checks and the clock.

import { h, svg, writeText } from '../page/dom.js'
import { piecesFile } from '../page/themes.js'
import { checksToWin, colorName, pieceName } from '../study/descriptions.js'
import { known } from '../study/headers.js'
import { lost } from './material.js'

/** @import { Color } from 'binbo' */
/** @import { App } from '../app.js' */

/** What each side gets, by the result of the game. */
const SCORES = /** @type {Record<string, Record<Color, string>>} */ ({
  '1-0': { white: '1', black: '0' },
  '0-1': { white: '0', black: '1' },
  '1/2-1/2': { white: '½', black: '½' },
})

/**
 * @param {HTMLElement} top
 * @param {HTMLElement} bottom
 * @param {App} app
 */
export function mountStrips(top, bottom, app) {
  const strips = { white: new Strip('white', app), black: new Strip('black', app) }
  const show = () => {
    const { flipped } = app.board
    const [above, below] = flipped ? [strips.white, strips.black] : [strips.black, strips.white]
    if (above.root.parentElement !== top) {
      top.replaceChildren(above.root)
      bottom.replaceChildren(below.root)
    }
    above.show()
    below.show()
  }
  app.study.onChange(show)
  app.match.onChange(show)
  app.board.onFlip(show)
  show()
}

class Strip {
  #color
  #app
  #name = h('span', { class: 'name' })
  #elo = h('span', { class: 'elo soft' })
  #turn = h('span', { class: 'turn soft' })
  #score = h('strong', { class: 'score' })
  #material = h('span', { class: 'material' })
  #checks
  root

  /** @param {Color} color @param {App} app */
  constructor(color, app) {
    this.#color = color
    this.#app = app
    this.#checks = h('span', { class: 'checks soft', 'data-color': color })
    this.root = h(
      'div',
      { class: 'player', 'data-color': color, role: 'group', 'aria-label': `${colorName(color)} player` },
      h('span', { class: 'dot', 'data-side': color, 'aria-hidden': 'true' }),
      this.#name,
      this.#elo,
      this.#score,
      this.#turn,
      this.#material,
      this.#checks,
      h('span', { class: 'pocket', 'data-color': color }),
      h('span', { class: 'clock', 'data-color': color }),
    )
  }

  show() {
    const { study } = this.#app
    const { tree, position, status, outcome, node, end } = study
    const side = colorName(this.#color)
    writeText(this.#name, known(tree.headers.get(side)) || side)
    const elo = known(tree.headers.get(`${side}Elo`))
    writeText(this.#elo, elo)
    this.#elo.hidden = elo === ''
    const isOver = status.over || (outcome !== null && node === end)
    const hasTurn = !isOver && position.sideToMove === this.#color
    this.root.classList.toggle('to-move', hasTurn)
    writeText(this.#turn, hasTurn || position.isCheck ? turnText(this.#app, this.#color) : '')
    const score = outcome && node === end ? SCORES[outcome.result][this.#color] : ''
    writeText(this.#score, score)
    this.#score.hidden = score === ''
    writeText(this.#checks, checksToWin(position, this.#color))
    this.#showMaterial()
  }

  #showMaterial() {
    const { tree, position } = this.#app.study
    const { pieces, lead } = lost(tree.root.position, position, this.#color)
    const key = `${pieces.join('')} ${lead}`
    if (this.#material.dataset.key === key) return
    this.#material.dataset.key = key
    const captured = pieces.map((letter, at) =>
      svg(
        'svg',
        { class: letter === pieces[at - 1] ? 'again' : '', viewBox: '0 0 40 40', 'aria-hidden': 'true' },
        svg('use', { href: `${piecesFile()}#${this.#color === 'white' ? 'b' : 'w'}${letter}` }),
      ),
    )
    const words = pieces.length > 0 ? `captured: ${pieces.map(pieceName).join(', ')}` : ''
    this.#material.replaceChildren(
      h('span', { class: 'visually-hidden' }, words),
      ...captured,
      ...(lead > 0 ? [h('span', { class: 'lead soft' }, `+${lead}`)] : []),
    )
  }
}

/** @param {App} app @param {Color} color @returns {string} what the player to move does; '' for the other one */
function turnText({ match, study }, color) {
  const { position, status } = study
  if (color !== position.sideToMove) return ''
  if (status.over) return status.type === 'checkmate' ? 'checkmated' : ''
  if (position.isCheck) return 'in check'
  if (match.thinking && study.node === study.end && match.setup?.human !== color) return 'thinks…'
  return 'to move'
}
