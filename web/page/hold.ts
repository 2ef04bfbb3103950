// SPDX-License-Identifier: Apache-2.0
// What is shown as long as something holds, such as a dialog about the game on the board.

/** What ends each, by its condition. */
const shown: Map<() => boolean, () => void> = new Map()

/**
 * @param holds looked at after each change of the page
 * @param end called once it does not hold
 * @returns forgets it
 */
export function showWhile(holds: () => boolean, end: () => void): () => void {
  shown.set(holds, end)
  return () => void shown.delete(holds)
}

/** Ends what does not hold any more. Call after each change of the page. */
export function endUnheld() {
  for (const [holds, end] of [...shown]) {
    if (holds() || !shown.delete(holds)) continue
    end()
  }
}
