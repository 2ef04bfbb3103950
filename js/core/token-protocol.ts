// SPDX-License-Identifier: Apache-2.0
// Sends a token over WebSocket as the name of a subprotocol, because browsers cannot send other headers.

import { encode } from './utf8.js'

/** The prefix of a token, whose UTF-8 bytes follow in base64url without padding. */
export const TOKEN_PREFIX = 'token.'

/** @returns the subprotocol to offer */
export function tokenProtocol(token: string): string {
  const bytes = Array.from(encode(token), byte => String.fromCharCode(byte))
  const base64url = btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return TOKEN_PREFIX + base64url
}
