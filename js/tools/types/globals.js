// SPDX-License-Identifier: Apache-2.0
/**
 * Types of the DOM, of Node and of newer libraries that signatures name. Where a program has them they are used;
 * elsewhere short types with what the code needs replace them, so that the types compile with the library of ES2022 alone.
 */

/**
 * @param {string} name
 * @param {string} otherwise
 */
const guarded = (name, otherwise) =>
  `type ${name} = typeof globalThis extends { ${name}: { prototype: infer T } } ? T : ${otherwise};\n`

/** @type {Map<string, string>} declarations by the global name that they stand for */
export const GLOBALS = new Map([
  [
    'AbortSignal',
    guarded(
      'AbortSignal',
      '{ readonly aborted: boolean; readonly reason: any; throwIfAborted(): void; addEventListener(type: "abort", listener: () => void): void; removeEventListener(type: "abort", listener: () => void): void }',
    ),
  ],
  ['AsyncDisposable', 'type AsyncDisposable = { [Symbol.asyncDispose](): PromiseLike<void> };\n'],
  [
    'Blob',
    guarded(
      'Blob',
      '{ readonly size: number; readonly type: string; slice(start?: number, end?: number): any; arrayBuffer(): Promise<ArrayBuffer> }',
    ),
  ],
  ['BufferSource', 'type BufferSource = ArrayBufferView | ArrayBuffer;\n'],
  [
    'ReadableStream',
    'type ReadableStream<T> = { getReader(): { read(): Promise<{ done: boolean; value?: T | undefined }>; cancel(reason?: any): Promise<void>; releaseLock(): void } };\n',
  ],
  [
    'Response',
    guarded(
      'Response',
      '{ readonly ok: boolean; readonly status: number; readonly url: string; arrayBuffer(): Promise<ArrayBuffer> }',
    ),
  ],
  ['URL', guarded('URL', '{ readonly href: string }')],
  [
    'WebAssembly',
    'declare namespace WebAssembly {\n    type Module = typeof globalThis extends { WebAssembly: { Module: { prototype: infer T } } } ? T : object;\n}\n',
  ],
])

/** As TypeScript 5.2 declares them. */
export const DISPOSE = `declare global {
    interface SymbolConstructor {
        readonly dispose: unique symbol;
        readonly asyncDispose: unique symbol;
    }
}
`
