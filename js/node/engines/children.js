// SPDX-License-Identifier: Apache-2.0
// Engines' processes do not outlive this one: one listener for all of them, and only while there are any.

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const running = new Set()

/**
 * Kills a process when this one exits, also by an uncaught error, unless it has ended before. What no program
 * sees, such as SIGKILL, closes the stdin of its children, which UCI engines take as the end.
 * @param {ChildProcess} child just started
 */
export function killAtExit(child) {
  if (running.size === 0) process.on('exit', killAll)
  running.add(child)
  child.once('exit', () => {
    running.delete(child)
    if (running.size === 0) process.off('exit', killAll)
  })
}

function killAll() {
  for (const child of running) child.kill('SIGKILL')
}
