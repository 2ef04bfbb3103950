// SPDX-License-Identifier: Apache-2.0
// Plays the moves of a frame by itself, while the board is in view and until the reader does anything in the frame.

/** Seconds for each move. */
const [LEAST, MOST] = [0.5, 60]

/** @param fields of an address, such as 'pgn=e4&autoplay=2' @returns milliseconds for each move; 0 without autoplay */
export function autoplayOf(fields: string): number {
  const seconds = Number(new URLSearchParams(fields).get('autoplay') ?? 0)
  return seconds > 0 ? 1000 * Math.min(MOST, Math.max(LEAST, seconds)) : 0
}

/**
 * Never starts for readers who want reduced motion.
 * @param board plays while half of it is in view
 * @param step makes the next move; returns false at the end
 * @param milliseconds for each move; 0: nothing happens
 */
export function autoplay(board: Element, step: () => boolean, milliseconds: number) {
  if (milliseconds === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  let timer = 0
  const ended = new AbortController()
  const end = () => ended.abort()
  const observer = new IntersectionObserver(
    entries => {
      clearInterval(timer)
      if (entries.at(-1)?.isIntersecting)
        timer = window.setInterval(() => {
          if (!step()) end()
        }, milliseconds)
    },
    { threshold: 0.5 },
  )
  ended.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearInterval(timer)
  })
  for (const type of ['pointerdown', 'keydown', 'focusin', 'wheel'])
    document.addEventListener(type, end, { signal: ended.signal, passive: true })
  observer.observe(board)
}
