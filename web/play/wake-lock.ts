// SPDX-License-Identifier: Apache-2.0
// Keeps the screen on while a game is in play: players think longer than phones wait for a touch.

import type { Page } from './standing.js'

export function keepScreenOn(page: Page) {
  // Only secure pages have the API, and not in every browser.
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
      // Refused, for example with a low battery: the next move requests it again.
    }
    isBusy = false
    if (wanted !== isWanted()) void follow()
  }

  page.store.react(follow)
  // Browsers release the lock while the page is hidden.
  document.addEventListener('visibilitychange', follow)
  void follow()
}

/** @returns whether the game on the board is in play, but not by correspondence */
function isPlayed({ match }: Page): boolean {
  if (match.setup?.friend) return match.remote?.keepsScreenOn ?? false
  return match.isRunning && !match.paused
}
