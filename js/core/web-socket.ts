// SPDX-License-Identifier: Apache-2.0
// What clients need of a WebSocket, so that browsers' and Node's own and the one of npm ws all fit.

/** A WebSocket, as far as it is used. */
export type WebSocketLike = {
  readonly readyState: number
  send(text: string): void
  close(code?: number): void
  /** Of npm ws: ends it without the other side's answer. */
  terminate?(): void
  addEventListener(type: 'open' | 'error', listener: (event: unknown) => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number; reason: unknown }) => void): void
}
