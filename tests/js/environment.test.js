// SPDX-License-Identifier: Apache-2.0
// What the surroundings can do to the library: no init, no WebAssembly, no memory. Each in a process of its own.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runChild } from './support/child.js'

const codes = `
const codeOf = action => {
  try {
    action()
    return 'none'
  } catch (error) {
    return error instanceof ChessError && error.message ? error.code : String(error.stack)
  }
}
`

test('slim: ERR_INIT before init, everything after it; a second init is a no-op', () => {
  const result = runChild(`
    import { readFileSync } from 'node:fs'
    import { fileURLToPath } from 'node:url'
    const { init, Game, ChessError, perft, validateFen, chess960Fen, START_FEN } = await import(dist + 'slim.js')
    ${codes}
    const before = [
      codeOf(() => new Game()),
      codeOf(() => new Game({ fen: START_FEN })),
      codeOf(() => Game.fromState(new Uint8Array(8))),
      codeOf(() => perft(START_FEN, 1)),
      codeOf(() => chess960Fen(0)),
      codeOf(() => { const { ok, error } = validateFen(START_FEN); if (!ok) throw error }),
    ]
    const bad = []
    for (const source of [undefined, null, 5, {}, [], 'file:///nowhere/core.wasm', new Uint8Array([1, 2, 3])]) {
      bad.push(await init(source).then(() => 'none', error => error instanceof ChessError ? error.code : String(error)))
    }
    const bytes = readFileSync(fileURLToPath(dist + 'core.wasm'))
    const module = new WebAssembly.Module(bytes)
    const promise = init(module)
    const isPromise = promise instanceof Promise
    const value = await promise
    const game = new Game()
    game.move('e2e4')
    await Promise.all([init(bytes), init(module), init('file:///nowhere/core.wasm')])
    report({ before, bad, isPromise, undefinedValue: value === undefined, fen: game.fen, count: perft(START_FEN, 3) })
  `)
  assert.deepEqual(new Set(result.before), new Set(['ERR_INIT']))
  for (const code of result.bad) assert.match(code, /^ERR_(ARGUMENT|INIT|WASM)$/)
  assert.deepEqual(result.isPromise && result.undefinedValue, true)
  assert.equal(result.fen, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1')
  assert.equal(result.count, 8902)
})

test('slim: init from bytes, an ArrayBuffer, a module, a Response and a file URL', () => {
  const sources = [
    'bytes',
    'bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)',
    'new WebAssembly.Module(bytes)',
    "new Response(bytes, { headers: { 'content-type': 'application/wasm' } })",
    "new Response(bytes, { headers: { 'content-type': 'text/plain' } })",
    "new URL(dist + 'core.wasm')",
    "dist + 'core.wasm'",
    "'data:application/wasm;base64,' + bytes.toString('base64')",
    "fetch('data:application/wasm;base64,' + bytes.toString('base64'))",
  ]
  for (const source of sources) {
    const count = runChild(`
      import { readFileSync } from 'node:fs'
      import { fileURLToPath } from 'node:url'
      const bytes = readFileSync(fileURLToPath(dist + 'core.wasm'))
      const { init, Game } = await import(dist + 'slim.js')
      await init(${source})
      report(new Game().legalMoves('count'))
    `)
    assert.equal(count, 20, source)
  }
})

test('slim: a Response of the right type is compiled while it arrives; any other is read first', () => {
  const result = runChild(`
    import { readFileSync } from 'node:fs'
    import { fileURLToPath } from 'node:url'
    const bytes = readFileSync(fileURLToPath(dist + 'core.wasm'))
    const { init, ChessError } = await import(dist + 'slim.js')
    const { compileStreaming } = WebAssembly
    let streamed = 0
    WebAssembly.compileStreaming = source => {
      streamed++
      return compileStreaming(source)
    }
    const answer = (body, type = 'application/wasm') => new Response(body, { headers: { 'Content-Type': type } })
    const broken = new ReadableStream({
      start: controller => controller.enqueue(new Uint8Array(bytes.subarray(0, 100))),
      pull: controller => controller.error(new TypeError('the connection was lost')),
    })
    const outcome = async source => {
      streamed = 0
      const code = await init(source).then(() => 'started', error => error instanceof ChessError ? error.code : String(error))
      return [code, streamed]
    }
    report({
      lost: await outcome(answer(broken)),
      damaged: await outcome(answer(bytes.subarray(0, 100))),
      missing: await outcome(new Response('', { status: 404, headers: { 'Content-Type': 'application/wasm' } })),
      unreachable: await outcome(Promise.reject(new TypeError('no network'))),
      page: await outcome(answer('<!doctype html>', 'text/html')),
      plain: await outcome(answer(bytes.subarray(0, 100), 'application/octet-stream')),
      whole: await outcome(Promise.resolve(answer(bytes))),
    })
  `)
  assert.deepEqual(result, {
    lost: ['ERR_INIT', 1],
    damaged: ['ERR_WASM', 1],
    missing: ['ERR_INIT', 0],
    unreachable: ['ERR_INIT', 0],
    page: ['ERR_WASM', 0],
    plain: ['ERR_WASM', 0],
    whole: ['started', 1],
  })
})

test('the module imports nothing', () => {
  const imports = runChild(`
    import { readFileSync } from 'node:fs'
    import { fileURLToPath } from 'node:url'
    report(WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(fileURLToPath(dist + 'core.wasm')))))
  `)
  assert.deepEqual(imports, [])
})

/** What `new Game()` and `init()` say where there is a prelude, or flags of Node. */
function refusal(prelude, flags = []) {
  return runChild(
    `
    const { Game, perft, START_FEN } = await import(dist + 'index.js')
    const { init } = await import(dist + 'slim.js')
    ${codes.replaceAll('ChessError', 'Error')}
    let message = ''
    try { new Game() } catch (error) { message = error.message }
    const started = await init(new Uint8Array([0, 97, 115, 109])).catch(error => error)
    report([codeOf(() => new Game()), codeOf(() => perft(START_FEN, 1)), message, started.code, started.message])`,
    { prelude, flags },
  )
}

test('ERR_WASM says what the runtime lacks', () => {
  const csp =
    "WebAssembly.compile = async () => new WebAssembly.Module(); WebAssembly.Module = function () { throw new WebAssembly.CompileError('WebAssembly.Module(): Refused because of the following Content Security Policy directive') }"
  const tooLarge = csp.replace(/Refused.*directive/, 'Compile is disallowed on the main thread')
  for (const [prelude, expected, flags] of [
    ['delete globalThis.WebAssembly', /\(this runtime has no WebAssembly: use binbo\/js\)/],
    [
      'delete globalThis.WebAssembly; globalThis.HermesInternal = {}',
      /\(Hermes, the engine of React Native, has no WebAssembly: use binbo\/js\)/,
    ],
    [
      "delete globalThis.WebAssembly; Object.defineProperty(globalThis, 'navigator', { value: { product: 'ReactNative' } })",
      /React Native, has no WebAssembly/,
    ],
    ['', /\(this runtime has no WebAssembly SIMD: use binbo\/js\)/, ['--noenable-sse4-1', '--noenable-avx']],
    [`globalThis.document = {}; ${csp}`, /the page's CSP needs script-src 'wasm-unsafe-eval'/],
    [`globalThis.importScripts = () => {}; ${csp}`, /the page's CSP needs script-src 'wasm-unsafe-eval'/],
    // Chrome before 115, on a page.
    [
      `globalThis.document = {}; ${tooLarge}`,
      /^((?!the page's CSP).)*Compile is disallowed on the main thread/,
    ],
    // Where there is no page the cause itself is named.
    [csp, /^((?!the page's CSP).)*Refused because of/],
  ]) {
    if (flags && process.arch !== 'x64') continue
    const [game, count, message, code, initMessage] = refusal(prelude, flags)
    assert.deepEqual([game, count, code], ['ERR_WASM', 'ERR_WASM', 'ERR_WASM'], prelude)
    assert.match(message, expected)
    if (prelude !== csp && !prelude.endsWith(csp)) assert.match(initMessage, expected)
  }
})

test('importing compiles nothing', () => {
  const compiled = runChild(
    `
    const { Game } = await import(dist + 'index.js')
    const before = compilations
    new Game()
    new Game()
    report([before, compilations])
  `,
    {
      prelude: `
      let compilations = 0
      const { Module } = WebAssembly
      WebAssembly.Module = class extends Module {
        constructor(...args) {
          compilations++
          super(...args)
        }
      }`,
    },
  )
  assert.deepEqual(compiled, [0, 2]) // the core, and what decodes it
})

test('ERR_MEMORY when memory ends: the games that exist stay sound, and freed memory is used again', () => {
  const result = runChild(
    `
    import { readFileSync } from 'node:fs'
    import { fileURLToPath } from 'node:url'
    import { withLittleMemory } from ${JSON.stringify(new URL('./support/wasm-memory.js', import.meta.url).href)}
    const { init, Game, ChessError } = await import(dist + 'slim.js')
    ${codes}
    await init(withLittleMemory(readFileSync(fileURLToPath(dist + 'core.wasm')), 4))
    const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6', 'b5a4', 'g8f6', 'e1g1', 'f8e7']
    const games = []
    let code = 'none'
    while (games.length < 100_000 && code === 'none') {
      code = codeOf(() => {
        const game = new Game({ draws: 'claim' })
        games.push({ game, played: 0 })
        for (const move of moves) {
          game.move(move)
          games.at(-1).played++
        }
      })
    }
    const failed = games.length
    // moves by the hundred and PGNs by the megabyte into what is there: each is refused or done, never half done
    const long = Array(5000).fill('Ng1 Ng8 Nf3 Nf6').join(' ')
    let torn = 0
    const codesSeen = new Set()
    for (const [index, { game, played }] of games.entries()) {
      if (played < moves.length) continue
      const before = [game.fen, game.ply, game.hash].join()
      const code = codeOf(() => index % 2 ? game.loadPgn('1. Nf3 Nf6 ' + long) : game.setState(new Game().state()))
      codesSeen.add(code)
      if (code !== 'none' && [game.fen, game.ply, game.hash].join() !== before) torn++
      if (code === 'none') game.newGame()
      if (index > 400) break
    }
    let wrong = 0
    for (const { game, played } of games.slice(402)) {
      if (game.moves.map(move => move.uci).join() !== moves.slice(0, played).join()) wrong++
      while (game.undo()) continue
      if (game.fen !== 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' || game.legalMoves('count') !== 20) wrong++
    }
    for (const { game } of games.splice(0, failed >> 1)) game.stop()
    let again = 0
    const codeAgain = codeOf(() => {
      for (; again < failed >> 2; again++) games.push({ game: new Game() })
    })
    report({ failed, code, torn, wrong, again, codeAgain, codesSeen: [...codesSeen] })
  `,
  )
  assert.equal(result.code, 'ERR_MEMORY')
  assert.ok(result.failed > 100, `only ${result.failed} games`)
  assert.equal(result.torn, 0)
  assert.equal(result.wrong, 0)
  assert.equal(result.codeAgain, 'none')
  assert.equal(result.again, result.failed >> 2)
  for (const code of result.codesSeen) assert.match(code, /^(none|ERR_MEMORY)$/)
})

test('long texts without memory are refused, not truncated', () => {
  const result = runChild(`
    import { readFileSync } from 'node:fs'
    import { fileURLToPath } from 'node:url'
    import { withLittleMemory } from ${JSON.stringify(new URL('./support/wasm-memory.js', import.meta.url).href)}
    const { init, Game, ChessError, validateFen } = await import(dist + 'slim.js')
    ${codes}
    await init(withLittleMemory(readFileSync(fileURLToPath(dist + 'core.wasm')), 4))
    const game = new Game()
    game.move('e2e4')
    const huge = 'x'.repeat(4_000_000)
    const outcome = [
      codeOf(() => game.sanMove(huge)),
      codeOf(() => game.move(huge)),
      codeOf(() => game.newGame(huge)),
      codeOf(() => { const { error } = validateFen(huge); throw error }),
      codeOf(() => game.playMoves([huge])),
      codeOf(() => game.playMoves(Array(1_000_000).fill('e7e5'))),
      codeOf(() => game.setState(new Uint8Array(4_000_000))),
    ]
    report({ outcome, fen: game.fen })
  `)
  for (const code of result.outcome) assert.match(code, /^ERR_(MEMORY|SAN_\w+|MOVE_\w+|FEN_\w+|STATE_\w+)$/)
  assert.equal(result.fen, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1')
})
