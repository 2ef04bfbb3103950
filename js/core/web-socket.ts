// SPDX-License-Identifier: Apache-2.0
// The members of a WebSocket that clients use: those of browsers, Node and npm ws all fit.

/** The used members of a WebSocket. */
export type WebSocketLike = {
  readonly readyState: number
  send(text: string): void
  close(code?: number): void
  /** Only in npm ws: ends the connection without waiting for the other side. */
  terminate?(): void
  addEventListener(type: 'open' | 'error', listener: (event: unknown) => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number; reason: unknown }) => void): void
}
