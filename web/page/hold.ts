// SPDX-License-Identifier: Apache-2.0
// Dialogs and notices that end when their condition no longer holds, such as a dialog about the game on the board.

/** The functions that end them, by condition. */
const shown: Map<() => boolean, () => void> = new Map()

/**
 * @param holds checked after each change of the page
 * @param end called once, when the condition no longer holds
 * @returns removes the condition
 */
export function showWhile(holds: () => boolean, end: () => void): () => void {
  shown.set(holds, end)
  return () => void shown.delete(holds)
}

/** Ends everything whose condition no longer holds. Call it after each change of the page. */
export function endUnheld() {
  for (const [holds, end] of [...shown]) {
    if (holds() || !shown.delete(holds)) continue
    end()
  }
}
