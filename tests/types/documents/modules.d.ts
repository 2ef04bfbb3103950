// SPDX-License-Identifier: Apache-2.0
// What the documents' programs import and TypeScript knows only from a bundler, a runtime, or not at all.

declare module '*.css'
declare module 'cm-chessboard/*'

declare module 'cloudflare:workers' {
  export class DurableObject {
    readonly ctx: {
      readonly storage: { get(key: string): Promise<Uint8Array>; put(key: string, value: Uint8Array): Promise<void> }
    }
  }
}
