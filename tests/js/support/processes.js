// SPDX-License-Identifier: Apache-2.0
// Which processes there are, out of Linux's /proc: `ps` is not on every machine.

import { readdirSync, readFileSync } from 'node:fs'

/** @typedef {{ pid: number, parent: number, state: string, args: string }} Process state 'Z': ended, not reaped */

/** @returns {Process[]} */
export function processes() {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        // The name in parentheses may hold anything.
        const [, state, parent] = /^.*\) (\S) (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').join(' ').trim()
        return state ? [{ pid: Number(name), parent: Number(parent), state, args }] : []
      } catch {
        return [] // it has ended meanwhile
      }
    })
}

/**
 * @param {number} [parent] default: this process
 * @returns {Process[]}
 */
export function childrenOf(parent = process.pid) {
  return processes().filter(process => process.parent === parent)
}
