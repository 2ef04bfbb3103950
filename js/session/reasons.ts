// SPDX-License-Identifier: Apache-2.0
// Why a client has no connection: sentences for users, without their full stops.

import { reasonOf } from '../core/caught.js'
import { CLOSE_LATER, CLOSE_POLICY, CLOSE_RESTART } from './protocol.js'

export const UNREACHABLE = 'The server cannot be reached'
export const LOST = 'The connection was lost'
export const SILENT = 'The server does not answer'
export const RESTARTED = 'The server is being restarted'
export const STORELESS = 'The server cannot reach its store of games'
export const UNREADABLE = 'The server sent a message that cannot be read'
export const REFUSED = 'The login is not valid, or has expired'
export const LOGGED_OUT = 'The server has logged you out'
export const CLOSED_HERE = 'The connection was closed on this side'

/** The server, or a proxy before it, stops. */
const GOING_AWAY = 1001
/** By code of the close, for servers that give no reason */
const BY_CODE = new Map([
  [CLOSE_POLICY, 'The server closed the connection, because a limit or a rule was broken'],
  [1009, 'The server closed the connection, because a message was too long'],
  [1011, 'The server has failed'],
  [CLOSE_LATER, 'The server has no room at the moment'],
])

/** @param error of the implementation of WebSockets */
export const cannotOpen = (error: unknown): string => `The connection cannot be opened: ${reasonOf(error)}`

/** @param error of the function that returns tokens */
export const noToken = (error: unknown): string => `The login failed: ${reasonOf(error)}`

/**
 * @param code of the close
 * @param reason the server's own, in English; '' without one
 * @param wasOpen whether the connection was in use
 * @returns why the connection ended
 */
export function closeReason(code: number, reason: string, wasOpen: boolean): string {
  if (code === CLOSE_RESTART || code === GOING_AWAY) return RESTARTED
  if (reason !== '') return `The server closed the connection: ${reason}`
  return BY_CODE.get(code) ?? (wasOpen ? LOST : UNREACHABLE)
}
