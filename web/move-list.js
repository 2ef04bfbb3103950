// SPDX-License-Identifier: Apache-2.0
// The moves in two columns; those taken back stay visible until another move replaces them.

/**
 * @typedef {object} MoveListState
 * @property {string[]} sans played and taken back, in order
 * @property {number} ply how many of them stand on the board
 * @property {number} firstNumber the number of the first move
 * @property {boolean} blackFirst whether Black made it
 */

/**
 * @param {HTMLElement} list
 * @param {MoveListState} state
 * @param {(ply: number) => void} onGo called with the ply whose move was clicked, from 1
 */
export function showMoves(list, { sans, ply, firstNumber, blackFirst }, onGo) {
  const shift = blackFirst ? 1 : 0
  const rows = Math.ceil((sans.length + shift) / 2)
  list.replaceChildren(
    ...Array.from({ length: rows }, (_, row) => {
      const item = document.createElement('li')
      const number = document.createElement('span')
      number.className = 'number'
      number.textContent = `${firstNumber + row}.`
      item.append(number, ...[0, 1].map(side => moveCell(sans, row * 2 + side - shift, ply, onGo)))
      return item
    }),
  )
  const current = list.querySelector('[aria-current]')
  if (!(current instanceof HTMLElement)) list.scrollTop = 0
  else scrollInside(list, current)
}

/**
 * @param {string[]} sans
 * @param {number} index
 * @param {number} ply
 * @param {(ply: number) => void} onGo
 */
function moveCell(sans, index, ply, onGo) {
  if (index < 0 || index >= sans.length) {
    const gap = document.createElement('span')
    gap.textContent = index < 0 ? '…' : ''
    return gap
  }
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = sans[index]
  if (index >= ply) button.className = 'ahead'
  if (index === ply - 1) button.setAttribute('aria-current', 'step')
  button.addEventListener('click', () => onGo(index + 1))
  return button
}

/** Scrolls the list alone, not the page. @param {HTMLElement} list @param {HTMLElement} item */
function scrollInside(list, item) {
  const top = item.offsetTop - list.offsetTop
  if (top < list.scrollTop) list.scrollTop = top
  const bottom = top + item.offsetHeight - list.clientHeight
  if (bottom > list.scrollTop) list.scrollTop = bottom
}
