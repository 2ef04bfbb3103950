// SPDX-License-Identifier: Apache-2.0
// Types of the DOM, of Node and of newer libraries that signatures name; the build imports them where one does. Where a
// program has them they are used; elsewhere short types with what the code needs replace them, so that the types compile
// with the library of ES2022 alone.

export type AbortSignal = typeof globalThis extends { AbortSignal: { prototype: infer T } }
  ? T
  : {
      readonly aborted: boolean
      readonly reason: unknown
      throwIfAborted(): void
      addEventListener(type: 'abort', listener: () => void): void
      removeEventListener(type: 'abort', listener: () => void): void
    }

export type AsyncDisposable = { [Symbol.asyncDispose](): PromiseLike<void> }

export type Blob = typeof globalThis extends { Blob: { prototype: infer T } }
  ? T
  : {
      readonly size: number
      readonly type: string
      slice(start?: number, end?: number): unknown
      arrayBuffer(): Promise<ArrayBuffer>
    }

export type BufferSource = ArrayBufferView | ArrayBuffer

export type ReadableStream<T> = {
  getReader(): {
    read(): Promise<{ done: boolean; value?: T | undefined }>
    cancel(reason?: unknown): Promise<void>
    releaseLock(): void
  }
}

export type Response = typeof globalThis extends { Response: { prototype: infer T } }
  ? T
  : {
      readonly ok: boolean
      readonly status: number
      readonly url: string
      arrayBuffer(): Promise<ArrayBuffer>
    }

export type URL = typeof globalThis extends { URL: { prototype: infer T } } ? T : { readonly href: string }

export declare namespace WebAssembly {
  type Module = typeof globalThis extends { WebAssembly: { Module: { prototype: infer T } } } ? T : object
}
