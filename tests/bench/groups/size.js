// SPDX-License-Identifier: Apache-2.0
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { valueRow } from '../table.js'

/** @import { Context } from '../run.js' */
/** @import { Row } from '../table.js' */

const root = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Everything that importing a module loads, bundled and minified.
 * @param {string} specifier
 * @returns {Promise<{ minified: number, gzipped: number, brotli: number }>} kB (1000 bytes)
 */
const bundledSize = async specifier => {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${specifier}'`, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    charset: 'utf8',
    target: 'es2022',
    external: ['node:*'],
  })
  const [{ contents }] = outputFiles
  return {
    minified: contents.length / 1000,
    gzipped: gzipSync(contents, { level: 9 }).length / 1000,
    brotli: brotliCompressSync(contents).length / 1000,
  }
}

/** What a page downloads. @param {Context} context @returns {Promise<Row[]>} */
export const run = async ({ names, notes }) => {
  const { minified, gzipped, brotli } = await bundledSize('./dist/index.js')
  notes.push(`size: ${minified.toFixed(1)} kB minified`)
  for (const name of ['chessops', 'chess.js']) {
    const peer = await bundledSize(name)
    notes.push(
      `  ${names[name.replace('.', '-')]}: ${peer.minified.toFixed(1)} kB, ${peer.gzipped.toFixed(1)} kB`,
    )
  }
  return [
    valueRow({
      figure: "`import 'binbo'`, minified and gzipped",
      unit: 'kB',
      ours: [gzipped],
      lower: true,
      must: 56,
    }),
    valueRow({
      figure: "`import 'binbo'`, minified and in brotli",
      unit: 'kB',
      ours: [brotli],
      lower: true,
      must: 50,
    }),
  ]
}
