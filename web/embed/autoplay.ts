// SPDX-License-Identifier: Apache-2.0
// Plays the moves of a frame by itself, while the board is in view and until the reader does anything in the frame.

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
