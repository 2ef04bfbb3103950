// SPDX-License-Identifier: Apache-2.0
/** STUB, helper A @param {import('binbo').Move} move @param {import('binbo').Game} game */
export function playSound(move, game) {
  void [move, game]
}
