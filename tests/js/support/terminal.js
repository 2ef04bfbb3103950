// SPDX-License-Identifier: Apache-2.0
// What tests of programs on a terminal share.

/** Stands for the escape character in what a terminal gets. */
export const ESC = '␛'

/** Decides about colors in Node (tty.WriteStream.getColorDepth), beside TERM. */
export const COLOR_SETTINGS = {
  CI: undefined,
  COLORTERM: undefined,
  FORCE_COLOR: undefined,
  NO_COLOR: undefined,
  TMUX: undefined,
}
