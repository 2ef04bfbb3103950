// SPDX-License-Identifier: Apache-2.0
// Colors, where they can be seen.

export const BOLD = '1'
export const DIM = '2'
export const RED = '31'
export const GREEN = '32'
export const YELLOW = '33'

/** @typedef {(style: string, text: string) => string} Painter */

/**
 * @param {import('node:tty').WriteStream} output
 * @returns {Painter} the text in that style, where the output has colors: a terminal that is not dumb, and
 *   NO_COLOR is not set
 */
export function painter(output) {
  const colored = output.isTTY && output.hasColors()
  return (style, text) => (colored ? `\x1b[${style}m${text}\x1b[0m` : text)
}
