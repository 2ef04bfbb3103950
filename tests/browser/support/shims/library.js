// SPDX-License-Identifier: Apache-2.0
// Stands in for tests/js/support/binbo.js in Chromium: loads the entry that ?entry= of the bundle's address names.

const base = new URL('/binbo/', import.meta.url).href
export const entry = new URL(import.meta.url).searchParams.get('entry') ?? 'inline'
export const root = '/'
export const dist = '/binbo/'

async function load() {
  if (entry === 'inline') return import(`${base}index.js`)
  const slim = await import(`${base}slim.js`)
  await slim.init(new URL('core.wasm', base))
  return slim
}

export const binbo = await load()
export const { Game, ChessError, perft, validateFen, chess960Fen, isSquare, SQUARES, START_FEN } = binbo
