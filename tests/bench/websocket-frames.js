// SPDX-License-Identifier: Apache-2.0
// WebSocket by hand, for clients that no library would be.

import { randomBytes } from 'node:crypto'

/** @returns {string} the request for a WebSocket */
export const handshake = () =>
  `GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
  `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`

/**
 * @param {number} opcode
 * @param {string | Buffer} payload
 * @param {boolean} [fin]
 * @returns {Buffer} a frame as clients send it, with a mask of zeros
 */
export function maskedFrame(opcode, payload, fin = true) {
  const data = Buffer.from(payload)
  const head = [(fin ? 0x80 : 0) | opcode]
  if (data.length < 126) head.push(0x80 | data.length)
  else if (data.length < 65536) head.push(0x80 | 126, data.length >> 8, data.length & 255)
  else throw new RangeError('so long a frame is not needed')
  return Buffer.concat([Buffer.from(head), Buffer.alloc(4), data])
}
