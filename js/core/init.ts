// SPDX-License-Identifier: Apache-2.0
// Starts the core from a source that the user names. Only entries without bytes load this file.

import { bytesOf, isA } from './brand.js'
import { argumentError, chessError } from './errors.js'
import { cannotCompile, startWasm, wasm } from './wasm.js'

/** The source of the core for init(). */
export type WasmSource = WebAssembly.Module | BufferSource | Response | URL | string

/** The type that streaming requires from a server. With any other type the bytes are read first, then compiled. */
const WASM_TYPE = 'application/wasm'

let pending: Promise<void> | undefined

/**
 * Compiles and starts the core; a Response or a URL is compiled while it arrives. Once the core runs, further calls have
 * no effect. Calls at the same time take turns: if one fails, the next tries its own source. After a failure init() may be
 * called again.
 * @param source `binbo/core.wasm`, compiled, as bytes, as a Response, or its URL; or a promise of one of these, such
 *   as fetch() returns
 * @throws {ChessError} ERR_ARGUMENT for another kind of source, ERR_INIT if it cannot be fetched,
 *   ERR_WASM if it cannot be compiled or is not of this version
 */
export async function init(source: WasmSource | PromiseLike<WasmSource>): Promise<void> {
  const given = Promise.resolve(source)
  // It may reject while an earlier call is awaited.
  given.catch(() => {})
  // One at a time: if an earlier call fails, this one tries its own source.
  while (wasm === undefined && pending !== undefined) await pending.catch(() => {})
  if (wasm !== undefined) return
  pending = initFrom(given).finally(() => {
    pending = undefined
  })
  return pending
}

async function initFrom(given: Promise<WasmSource>) {
  if (typeof WebAssembly === 'undefined') cannotCompile(undefined)
  const module = await compile(await given.catch(cannotFetch))
  if (wasm === undefined) startWasm(() => module)
}

async function compile(source: unknown): Promise<WebAssembly.Module> {
  if (isA(source, 'WebAssembly.Module')) return source
  const bytes = bytesOf(source)
  // Next.js refuses edge routes that contain the words WebAssembly.compile, even if they do not call it.
  const { compile: compileBytes } = WebAssembly
  if (bytes) return compileBytes(bytes).catch(cannotCompile)
  if (isA(source, 'Response')) return compileResponse(source)
  if (typeof source === 'string' || isA(source, 'URL')) return compileUrl(String(source))
  throw argumentError(
    'init() takes a WebAssembly.Module, bytes, a Response or a URL, or a promise of one',
    source,
  )
}

async function compileUrl(url: string) {
  if (url === '') throw argumentError('init() was given an empty URL')
  const readFile = url.startsWith('file:') ? nodeReadFile() : undefined
  if (!readFile) return compileResponse(await fetch(url).catch(cannotFetch))
  return compile(await readFile(new URL(url)).catch(cannotFetch))
}

/** Node's fetch() does not read file: URLs, but its file system does. */
function nodeReadFile(): ((url: URL) => Promise<BufferSource>) | undefined {
  const {
    process,
  }: {
    process?: {
      getBuiltinModule?: (name: string) => { readFile?: (url: URL) => Promise<BufferSource> } | undefined
    }
  } = globalThis
  return process?.getBuiltinModule?.('node:fs/promises')?.readFile
}

async function compileResponse(response: Response) {
  if (!response.ok) throw chessError('ERR_INIT', `${response.url || 'the Response'}: HTTP ${response.status}`)
  const type = response.headers.get('Content-Type')
  // compileStreaming() takes only a Response of its own realm.
  const streams = typeof WebAssembly.compileStreaming === 'function' && response instanceof Response
  if (type !== WASM_TYPE || !streams) return compile(await response.arrayBuffer().catch(cannotFetch))
  return WebAssembly.compileStreaming(response).catch(error =>
    // Any other error is of the network.
    error instanceof WebAssembly.CompileError ? cannotCompile(error) : cannotFetch(error),
  )
}

function cannotFetch(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw chessError('ERR_INIT', `the source could not be read: ${reason}`, { cause })
}
