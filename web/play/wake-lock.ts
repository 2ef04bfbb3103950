// SPDX-License-Identifier: Apache-2.0
// Keeps the screen on while a game is played: players think longer than phones wait for a touch.

import type { Page } from './standing.js'

export function keepScreenOn(page: Page) {
  // Only secure pages have it, and not in every browser.
  const { wakeLock } = navigator
  if (!wakeLock) return
  let lock: WakeLockSentinel | null = null
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

/** @returns whether the game on the board is played now; not by correspondence */
function isPlayed({ match }: Page): boolean {
  if (match.setup?.friend) return match.remote?.keepsScreenOn ?? false
  return match.isRunning && !match.paused
}
