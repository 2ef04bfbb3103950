// SPDX-License-Identifier: Apache-2.0
// Terminals that disappear: the window is closed, or the connection is lost. Reads and writes then fail with EIO; SIGHUP
// comes as well, unless it is ignored.

import { closeSync, fstatSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { isatty } from 'node:tty'
import { codeOf } from '../core/caught.js'

/** Exit code of a program that SIGHUP ends. */
export const HANG_UP = 129

/** @returns whether it is a terminal that is gone, or the null device */
function isGone(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && !isatty(fd)
  } catch {
    return false // it is closed
  }
}

/**
 * @param error of a read, a write or a setting
 * @param fd a standard stream
 * @returns whether the error means that the terminal is gone
 */
export function isHangUp(error: unknown, fd: number): boolean {
  return codeOf(error) === 'EIO' && isGone(fd)
}

/**
 * Redirects standard streams whose terminal is gone to the null device. Otherwise Node aborts at exit, when it restores
 * the terminal's settings.
 */
export function leaveTerminal() {
  for (const fd of [0, 1, 2].filter(isGone)) {
    closeSync(fd)
    openSync(devNull, 'r+') // the lowest free descriptor, which is this one
  }
}
