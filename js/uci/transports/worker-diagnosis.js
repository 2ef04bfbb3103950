// SPDX-License-Identifier: Apache-2.0
// Why a Web Worker with a WASM engine is silent. Its wasm may be missing, of the wrong type or forbidden, and npm
// stockfish's worker reports that neither by a message nor by an error event. So the files are inspected from outside.

import { alarm } from '../../core/waiting.js'

/**
 * @typedef {object} Fault
 * @property {string} message for the developer of the page
 * @property {boolean} certain false if the same may succeed in the worker
 */

/** @typedef {{ file: URL, certain: boolean }} WasmFile the wasm that a worker loads, and whether that is certain */

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
 * @param {URL | undefined} script
 * @param {string | URL | false | undefined} wasm the file that it loads; default: `#<encodeURIComponent(URL)>` of
 *   the script's URL, else the .wasm of the same name beside it, if the script seems to load it; false: none
 * @param {AbortSignal} signal
 * @returns {Promise<Fault | undefined>} undefined if nothing is wrong; it never rejects
 */
export async function findFault(script, wasm, signal) {
  if (wasm === false) return undefined
  const { source, wanted } = await findWasmFile(script, wasm, signal)
  if (!wanted && !source?.text?.includes('WebAssembly')) return undefined
  const forbidden = compileFault(script, source)
  if (forbidden || !wanted) return forbidden
  return wasmFault(wanted, await inspect(wanted.file, signal), source)
}

/**
 * Checks whether the wasm of a silent worker is valid, by compiling it in a thread of the browser.
 * @param {URL | undefined} script
 * @param {string | URL | false | undefined} wasm as in findFault()
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>} the fault, for the developer; it never rejects
 */
export async function findDamage(script, wasm, signal) {
  if (wasm === false || !mayCompile()) return undefined
  const { wanted } = await findWasmFile(script, wasm, signal)
  if (!wanted) return undefined
  try {
    // What the worker loads at the same time comes from the cache, where the browser may keep it at all.
    const response = await fetch(wanted.file, { signal, cache: 'force-cache', priority: 'low' })
    const { compile } = WebAssembly // in no words that Next.js refuses in edge routes
    if (response.ok) await compile(await response.arrayBuffer())
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return `${show(wanted.file)} is damaged: ${error.message}`
  }
  return undefined
}

/**
 * @param {URL | undefined} script
 * @param {string | URL | undefined} wasm
 * @param {AbortSignal} signal
 * @returns {Promise<{ source: ServerAnswer | undefined, wanted: WasmFile | undefined }>}
 */
async function findWasmFile(script, wasm, signal) {
  const source = script && (await readScript(script, signal))
  return { source, wanted: wasm === undefined ? script && fileOfScript(script, source) : fileOfOption(wasm) }
}

/**
 * Finds out why a worker's script did not start.
 * @param {URL} script
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>} the fault, for the developer; it never rejects
 */
export async function findScriptFault(script, signal) {
  const { status, type } = await readScript(script, signal)
  if (status >= 400) return `the script ${show(script)}: HTTP ${status}`
  if (status > 0 && isHttp(script) && !JAVASCRIPT.test(type))
    return `the script ${show(script)} is served as ${type}, not as JavaScript`
  return undefined
}

/**
 * @param {string | URL} url
 * @param {string | undefined} base
 * @returns {URL | undefined} undefined for an invalid URL
 */
export function resolve(url, base) {
  try {
    return new URL(String(url), base)
  } catch {
    return undefined
  }
}

/**
 * @param {string | URL} wasm
 * @returns {WasmFile | undefined}
 */
function fileOfOption(wasm) {
  const file = resolve(wasm, globalThis.location?.href)
  return file && { file, certain: true }
}

/**
 * @param {URL} script
 * @param {ServerAnswer | undefined} source
 * @returns {WasmFile | undefined}
 */
function fileOfScript(script, source) {
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

/** @param {string} text escaped for a URL, or not */
function decode(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Checks whether the worker may compile wasm. A worker has the policy that its script is served with; one of a blob:
 * or data: URL has the page's.
 * @param {URL | undefined} script
 * @param {ServerAnswer | undefined} source
 * @returns {Fault | undefined}
 */
function compileFault(script, source) {
  const word = "lacks script-src 'wasm-unsafe-eval'"
  if (script && source && source.status > 0 && isHttp(script)) {
    if (!forbidsWasm(source.policy)) return undefined
    return { message: `the CSP that ${show(script)} is served with ${word}`, certain: true }
  }
  return mayCompile() ? undefined : { message: `the page's CSP ${word}`, certain: false }
}

/**
 * @param {WasmFile} wanted
 * @param {ServerAnswer} seen
 * @param {ServerAnswer | undefined} source of the worker
 * @returns {Fault | undefined}
 */
function wasmFault({ file, certain }, seen, source) {
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

/** @returns {boolean} whether this realm may compile WebAssembly */
function mayCompile() {
  try {
    return new WebAssembly.Module(EMPTY_MODULE) !== undefined
  } catch {
    return false
  }
}

/**
 * @param {string} policy the value of a Content-Security-Policy header; commas separate policies
 * @returns {boolean} whether one of them forbids compiling wasm
 */
function forbidsWasm(policy) {
  return policy.split(',').some(part => {
    /** @type {Map<string, string[]>} */
    const directives = new Map()
    for (const directive of part.toLowerCase().split(';')) {
      const [name, ...sources] = directive.trim().split(/\s+/)
      if (!directives.has(name)) directives.set(name, sources)
    }
    const sources = directives.get('script-src') ?? directives.get('default-src')
    return sources !== undefined && !sources.some(source => /^'(?:wasm-)?unsafe-eval'$/.test(source))
  })
}

/**
 * The answer of a server.
 * @typedef {object} ServerAnswer
 * @property {number} status 0 for no answer
 * @property {string} type without parameters; '' for none
 * @property {string} policy of its Content-Security-Policy header
 * @property {string} url after redirects
 * @property {string} [text]
 * @property {string} [failed] the reason for no answer; absent after a timeout or an abort
 */

/**
 * @param {URL} script
 * @param {AbortSignal} signal
 * @returns {Promise<ServerAnswer>} with its text
 */
const readScript = (script, signal) => ask(script, 'GET', signal, response => response.text())

/**
 * @param {URL} url
 * @param {AbortSignal} signal
 * @returns {Promise<ServerAnswer>} without its text
 */
async function inspect(url, signal) {
  const drop = async (/** @type {Response} */ { body }) => {
    await body?.cancel()
    return undefined
  }
  const head = await ask(url, 'HEAD', signal, drop)
  // Some servers answer HEAD differently, and caches of offline pages not at all.
  const isGood = head.status > 0 && head.status < 400 && head.type !== ''
  return isGood ? head : ask(url, 'GET', signal, drop)
}

/**
 * @param {URL} url
 * @param {'HEAD' | 'GET'} method
 * @param {AbortSignal} signal
 * @param {(response: Response) => Promise<string | undefined>} read
 * @returns {Promise<ServerAnswer>} it never rejects
 */
async function ask(url, method, signal, read) {
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

/** @param {URL} url */
const isHttp = url => /^https?:$/.test(url.protocol)

/**
 * @param {URL} url
 * @returns {string} without parts that may be secret
 */
export function show(url) {
  return isHttp(url) ? url.origin + url.pathname : `${url.protocol}…`
}
