// SPDX-License-Identifier: Apache-2.0
// Terminals that disappear because the window is closed or the connection is lost. Reads and writes then fail with EIO,
// and the process gets SIGHUP, unless it is ignored.

import { closeSync, fstatSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { isatty } from 'node:tty'
import { codeOf } from '../core/caught.js'

/** The exit code of a program that SIGHUP ends. */
export const HANG_UP_EXIT_CODE = 129

/** @returns whether it is a terminal that has disappeared, or the null device */
function isGone(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && !isatty(fd)
  } catch {
    return false // the descriptor is closed
  }
}

/**
 * @param error the error of a read, a write or a setting
 * @param fd a standard stream
 * @returns whether the error means that the terminal has disappeared
 */
export function isHangUp(error: unknown, fd: number): boolean {
  return codeOf(error) === 'EIO' && isGone(fd)
}

/**
 * Redirects standard streams of a terminal that has disappeared to the null device. Otherwise Node aborts at exit, when it
 * restores the terminal's settings.
 */
export function releaseTerminal() {
  for (const fd of [0, 1, 2].filter(isGone)) {
    closeSync(fd)
    openSync(devNull, 'r+') // gets the lowest free descriptor: this one
  }
}
