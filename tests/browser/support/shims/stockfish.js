// SPDX-License-Identifier: Apache-2.0
// Stands in for tests/js/support/stockfish.js in Chromium, where no native engine can run.

export const findStockfish = () => null

export const stockfishDivide = () => {
  throw new Error('no engine here')
}
