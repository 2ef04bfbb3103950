// SPDX-License-Identifier: Apache-2.0
// Types of the DOM, of Node and of newer libraries that signatures use; the build imports them there. If a program has these
// types, they are used; otherwise short types with the used members replace them, so that the types compile with only the
// library of ES2022.

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

/** Their own ArrayBuffer is what Blob, Response and fetch want: Uint8Array<ArrayBuffer>, as TypeScript calls it since 5.7. */
export type OwnUint8Array = ReturnType<Uint8ArrayConstructor['of']>
export type OwnUint16Array = ReturnType<Uint16ArrayConstructor['of']>
export type OwnUint32Array = ReturnType<Uint32ArrayConstructor['of']>

/** The constructor, not its prototype: only of that the type of the chunks can be chosen. */
declare const streams: typeof globalThis extends { ReadableStream: infer T }
  ? T
  : new <T>() => {
      readonly locked: boolean
      cancel(reason?: unknown): Promise<void>
      getReader(): {
        read(): Promise<{ done: boolean; value?: T | undefined }>
        cancel(reason?: unknown): Promise<void>
        releaseLock(): void
      }
    }
export type ReadableStream<T> = InstanceType<typeof streams<T>>

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
