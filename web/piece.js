// SPDX-License-Identifier: Apache-2.0

const SVG = 'http://www.w3.org/2000/svg'

/**
 * One piece of the sprite, as an element that fills its parent.
 * @param {import('binbo').Color} color
 * @param {import('binbo').PieceType} type
 * @returns {SVGSVGElement}
 */
export function pieceElement(color, type) {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', `piece ${color}`)
  svg.setAttribute('viewBox', '0 0 48 48')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', `pieces.svg#${type}`)
  svg.append(use)
  return svg
}
