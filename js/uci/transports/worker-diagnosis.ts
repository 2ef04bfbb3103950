// SPDX-License-Identifier: Apache-2.0
// Why a Web Worker with a WASM engine is silent. Its wasm may be missing, of the wrong type or forbidden, and npm
// stockfish's worker reports that neither by a message nor by an error event. So the files are inspected from outside.

import { alarm } from '../../core/waiting.js'

type Fault = {
  /** for the developer of the page */
  message: string
  /** false if the same may succeed in the worker */
  certain: boolean
}

/** the wasm that a worker loads, and whether that is certain */
type WasmFile = { file: URL; certain: boolean }

/** For one request, in milliseconds. */
const REQUEST_TIMEOUT = 10_000
const JAVASCRIPT = /^(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script|^$/i
const WASM = /^application\/wasm$/i
/** How npm stockfish's scripts compute the wasm's name, by which they are recognised. They require its MIME type. */
const NPM_STOCKFISH = /\.replace\(\/\\\.js\$\/i?,\s*["']\.wasm["']\)/
/** The shortest valid module: magic number and version. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

/**
 * Finds out why a worker is silent whose script has started.
 * @param wasm the file that it loads; default: `#<encodeURIComponent(URL)>` of the script's URL, otherwise the .wasm of
 *   the same name next to it, if the script seems to load it; false: none
 * @returns undefined if nothing is wrong; it never rejects
 */
export async function findFault(
  script: URL | undefined,
  wasm: string | URL | false | undefined,
  signal: AbortSignal,
): Promise<Fault | undefined> {
  if (wasm === false) return undefined
  const { source, wanted } = await findWasmFile(script, wasm, signal)
  if (!wanted && !source?.text?.includes('WebAssembly')) return undefined
  const forbidden = compileFault(script, source)
  if (forbidden || !wanted) return forbidden
  return wasmFault(wanted, await inspect(wanted.file, signal), source)
}

/**
 * Checks whether the wasm of a silent worker is valid, by compiling it in a thread of the browser.
 * @param wasm as in findFault()
 * @returns the fault, for the developer; it never rejects
 */
export async function findDamage(
  script: URL | undefined,
  wasm: string | URL | false | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (wasm === false || !mayCompile()) return undefined
  const { wanted } = await findWasmFile(script, wasm, signal)
  if (!wanted) return undefined
  try {
    // Files that the worker loads at the same time come from the cache, if the browser may cache them.
    const response = await fetch(wanted.file, { signal, cache: 'force-cache', priority: 'low' })
    const { compile } = WebAssembly // in no words that Next.js refuses in edge routes
    if (response.ok) await compile(await response.arrayBuffer())
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return `${show(wanted.file)} is damaged: ${error.message}`
  }
  return undefined
}

async function findWasmFile(
  script: URL | undefined,
  wasm: string | URL | undefined,
  signal: AbortSignal,
): Promise<{ source: ServerAnswer | undefined; wanted: WasmFile | undefined }> {
  const source = script && (await readScript(script, signal))
  return { source, wanted: wasm === undefined ? script && fileOfScript(script, source) : fileOfOption(wasm) }
}

/**
 * Finds out why a worker's script did not start.
 * @returns the fault, for the developer; it never rejects
 */
export async function findScriptFault(script: URL, signal: AbortSignal): Promise<string | undefined> {
  const { status, type } = await readScript(script, signal)
  if (status >= 400) return `the script ${show(script)}: HTTP ${status}`
  if (status > 0 && isHttp(script) && !JAVASCRIPT.test(type))
    return `the script ${show(script)} is served as ${type}, not as JavaScript`
  return undefined
}

/** @returns undefined for an invalid URL */
export function resolve(url: string | URL, base: string | undefined): URL | undefined {
  try {
    return new URL(String(url), base)
  } catch {
    return undefined
  }
}

function fileOfOption(wasm: string | URL): WasmFile | undefined {
  const file = resolve(wasm, globalThis.location?.href)
  return file && { file, certain: true }
}

function fileOfScript(script: URL, source: ServerAnswer | undefined): WasmFile | undefined {
  // A worker's address is the one after redirects.
  const address = (source?.url && resolve(source.url, undefined)) || script
  const [named] = script.hash.slice(1).split(',')
  if (named) {
    const file = resolve(decode(named), address.href)
    return file && { file, certain: true }
  }
  if (!isHttp(address) || !/\.js$/i.test(address.pathname)) return undefined
  const file = new URL(address.pathname.replace(/\.js$/i, '.wasm'), address.origin)
  const text = source?.text
  if (text === undefined) return { file, certain: false }
  // Bundlers rename the wasm, and an engine in plain JavaScript loads none.
  const name = file.pathname.slice(file.pathname.lastIndexOf('/') + 1)
  const isWanted = text.includes('WebAssembly') && (NPM_STOCKFISH.test(text) || text.includes(name))
  return isWanted ? { file, certain: true } : undefined
}

/** @param text escaped for a URL, or not */
function decode(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Checks whether the worker may compile wasm. A worker has the policy that its script is served with; one of a blob:
 * or data: URL has the page's.
 */
function compileFault(script: URL | undefined, source: ServerAnswer | undefined): Fault | undefined {
  const word = "lacks script-src 'wasm-unsafe-eval'"
  if (script && source && source.status > 0 && isHttp(script)) {
    if (!forbidsWasm(source.policy)) return undefined
    return { message: `the CSP that ${show(script)} is served with ${word}`, certain: true }
  }
  return mayCompile() ? undefined : { message: `the page's CSP ${word}`, certain: false }
}

/** @param source of the worker */
function wasmFault(
  { file, certain }: WasmFile,
  seen: ServerAnswer,
  source: ServerAnswer | undefined,
): Fault | undefined {
  const shown = show(file)
  if (seen.status >= 400) return { message: `${shown}: HTTP ${seen.status}`, certain }
  if (seen.status > 0 && !WASM.test(seen.type)) {
    const type = seen.type ? `as ${seen.type}` : 'without a type'
    const isStrict = certain && NPM_STOCKFISH.test(source?.text ?? '')
    return { message: `${shown} is served ${type}, not as application/wasm`, certain: isStrict }
  }
  if (seen.failed === undefined) return undefined
  const hint = 'check connect-src of the CSP, CORS and the network'
  return { message: `${shown} cannot be fetched: ${seen.failed} (${hint})`, certain: false }
}

/** @returns whether this realm may compile WebAssembly */
function mayCompile(): boolean {
  try {
    return new WebAssembly.Module(EMPTY_MODULE) !== undefined
  } catch {
    return false
  }
}

/**
 * @param policy the value of a Content-Security-Policy header; commas separate policies
 * @returns whether one of them forbids compiling wasm
 */
function forbidsWasm(policy: string): boolean {
  return policy.split(',').some(part => {
    const directives: Map<string, string[]> = new Map()
    for (const directive of part.toLowerCase().split(';')) {
      const [name, ...sources] = directive.trim().split(/\s+/)
      if (!directives.has(name)) directives.set(name, sources)
    }
    const sources = directives.get('script-src') ?? directives.get('default-src')
    return sources !== undefined && !sources.some(source => /^'(?:wasm-)?unsafe-eval'$/.test(source))
  })
}

/** The answer of a server. */
type ServerAnswer = {
  /** 0 for no answer */
  status: number
  /** without parameters; '' for none */
  type: string
  /** of its Content-Security-Policy header */
  policy: string
  /** after redirects */
  url: string
  text?: string
  /** the reason for no answer; absent after a timeout or an abort */
  failed?: string
}

/** @returns the answer with its text */
const readScript = (script: URL, signal: AbortSignal): Promise<ServerAnswer> =>
  ask(script, 'GET', signal, response => response.text())

/** @returns the answer without its text */
async function inspect(url: URL, signal: AbortSignal): Promise<ServerAnswer> {
  const drop = async ({ body }: Response) => {
    await body?.cancel()
    return undefined
  }
  const head = await ask(url, 'HEAD', signal, drop)
  // Some servers answer HEAD differently, and caches of offline pages not at all.
  const isGood = head.status > 0 && head.status < 400 && head.type !== ''
  return isGood ? head : ask(url, 'GET', signal, drop)
}

/** @returns it never rejects */
async function ask(
  url: URL,
  method: 'HEAD' | 'GET',
  signal: AbortSignal,
  read: (response: Response) => Promise<string | undefined>,
): Promise<ServerAnswer> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const cancel = alarm(REQUEST_TIMEOUT, abort)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    const response = await fetch(url, { method, signal: controller.signal })
    const { status, headers } = response
    const type = (headers.get('content-type') ?? '').split(';')[0].trim()
    const policy = headers.get('content-security-policy') ?? ''
    return { status, type, policy, url: response.url, text: await read(response) }
  } catch (error) {
    const nothing = { status: 0, type: '', policy: '', url: '' }
    return error instanceof TypeError ? { ...nothing, failed: error.message } : nothing
  } finally {
    cancel()
    signal.removeEventListener('abort', abort)
  }
}

const isHttp = (url: URL) => /^https?:$/.test(url.protocol)

/** @returns the URL without parts that may be secret */
export function show(url: URL): string {
  return isHttp(url) ? url.origin + url.pathname : `${url.protocol}…`
}
