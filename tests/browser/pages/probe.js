// SPDX-License-Identifier: Apache-2.0

/** @param {unknown} error @param {Function} ChessError */
const described = (error, ChessError) => ({
  isChessError: error instanceof ChessError,
  code: /** @type {any} */ (error).code,
  message: String(/** @type {any} */ (error).message),
})

/** Starts the library in each way. @returns {Promise<object>} for each an error, or a FEN */
export async function probe() {
  const inlineUrl = '/binbo/index.js'
  const slimUrl = '/binbo/slim.js'
  const inline = await import(inlineUrl)
  const slim = await import(slimUrl)
  const attempt = async (/** @type {() => unknown} */ action) => {
    try {
      return await action()
    } catch (error) {
      return described(error, inline.ChessError)
    }
  }
  return {
    importing: Object.keys(inline).includes('Game'),
    inline: await attempt(() => new inline.Game().fen),
    again: await attempt(() => new inline.Game().fen),
    slim: await attempt(() =>
      slim.init(new URL('/binbo/core.wasm', location.href)).then(() => new slim.Game().fen),
    ),
  }
}
