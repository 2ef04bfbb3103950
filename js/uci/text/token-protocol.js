// SPDX-License-Identifier: Apache-2.0
// How a token travels: as the name of a WebSocket subprotocol, because browsers cannot send other headers.

/** The subprotocol that servers choose. */
export const UCI_PROTOCOL = 'uci'
/** Before the token, whose UTF-8 bytes follow in base64url. */
export const TOKEN_PREFIX = 'token.'
