// SPDX-License-Identifier: Apache-2.0
// Keeps the screen on while a game is played: players think longer than phones wait for a touch.

/** @import { Page } from './standing.js' */

/** @param {Page} page */
export function keepScreenOn(page) {
  // Only secure pages have it, and not in every browser.
  const { wakeLock } = navigator
  if (!wakeLock) return
  /** @type {WakeLockSentinel | null} */
  let lock = null
  let isBusy = false
  const isWanted = () => isPlayed(page) && !document.hidden

  const follow = async () => {
    if (isBusy) return
    isBusy = true
    const wanted = isWanted()
    const isHeld = lock !== null && !lock.released
    try {
      if (wanted && !isHeld) lock = await wakeLock.request('screen')
      else if (!wanted) await lock?.release()
    } catch {
      // Refused, such as with a low battery: asked again at the next move.
    }
    isBusy = false
    if (wanted !== isWanted()) void follow()
  }

  page.store.react(follow)
  // Browsers release it while the page is hidden.
  document.addEventListener('visibilitychange', follow)
  void follow()
}

/** @param {Page} page @returns {boolean} whether the game on the board is played now; not by correspondence */
function isPlayed({ match }) {
  if (match.setup?.friend) return match.remote?.keepsScreenOn ?? false
  return match.isRunning && !match.paused
}
