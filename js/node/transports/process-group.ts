// SPDX-License-Identifier: Apache-2.0
// A program and all processes that it starts: they end together, and before this process. Except on Windows, the program
// leads a process group of its own.

import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const hasGroups = process.platform !== 'win32'
/** The priority of engines on a server: low enough for the server, high enough for quick answers beside other programs. */
const LOWER = 5
/** The lowest priority. */
const LOWEST = 19

const running: Set<ProcessGroup> = new Set()

function killAll() {
  for (const group of running) group.kill()
}

export class ProcessGroup {
  #hasExited = false
  #isKilled = false

  declare child: ChildProcessWithoutNullStreams

  /**
   * Starts the program at once. It is killed when this process exits, also by an uncaught error. If this process itself is
   * killed, the stdin of its children is closed, which ends UCI engines.
   * @throws {Error} of the system; others are emitted by `child`
   */
  constructor(
    path: string,
    args: string[],
    settings: { cwd: string | undefined; env: NodeJS.ProcessEnv | undefined },
  ) {
    this.child = spawn(path, args, { ...settings, detached: hasGroups, windowsHide: true })
    if (this.child.pid === undefined) return
    if (running.size === 0) process.on('exit', killAll)
    running.add(this)
    this.child.once('exit', () => {
      this.#hasExited = true
      if (this.#isKilled || !hasGroups || !this.#signal(0)) this.#forget()
    })
  }

  /** Kills the program and all processes that it has started in its group. */
  kill() {
    if (!running.has(this)) return
    this.#isKilled = true
    this.#signal('SIGKILL')
    if (this.#hasExited) this.#forget()
  }

  /** Kills it and closes its pipes: an open or unread pipe would keep this process running. */
  release() {
    this.kill()
    // There are no pipes if the system could open no more files.
    for (const stream of this.child.stdio ?? []) stream?.destroy()
    this.child.unref()
  }

  /** Lowers the program's priority; no effect if the system forbids it. */
  lowerPriority() {
    const { pid } = this.child
    if (pid === undefined) return
    try {
      const priority = Math.min(getPriority() + LOWER, LOWEST)
      setPriority(pid, priority)
      // Linux may divide processor time among sessions first, and a process group of its own is one.
      if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, String(priority))
    } catch {
      // It may have ended already.
    }
  }

  /** @returns whether any process was left to get the signal */
  #signal(signal: NodeJS.Signals | 0): boolean {
    if (!hasGroups) return this.child.kill(signal)
    try {
      // The number of a group is not used again while the group has a process.
      return process.kill(-(this.child.pid as number), signal)
    } catch {
      return false
    }
  }

  #forget() {
    running.delete(this)
    if (running.size === 0) process.off('exit', killAll)
  }
}
