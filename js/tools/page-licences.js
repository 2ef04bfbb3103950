// SPDX-License-Identifier: Apache-2.0
// Writes the licences of all parts of the page's folder.

import { cp, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { VARIANTS_FOLDER } from '#web/engine/engine-files.js'
import { BOARD, ENGINE, PAGE, TEMPLATES, VARIANTS_ENGINE } from '#web/page/credits.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const RULE = '='.repeat(80)

/** @param {string} path @returns {Promise<string>} */
const read = path => readFile(`${ROOT}${path}`, 'utf8')

/** @param {import('#web/page/credits.js').Credit} credit @param {string} version */
const titleOf = ({ name, what, licence }, version) => `${name} ${version}: ${what} (${licence})`

/**
 * Writes licences.txt, and the files in engine/ that the GPL requires.
 * @param {string} folder the folder of the page
 */
export async function writeLicences(folder) {
  const about = JSON.parse(await read('package.json'))
  const board = JSON.parse(await read('node_modules/cm-chessboard/package.json'))
  const templates = JSON.parse(await read('node_modules/lit-html/package.json'))
  const engine = JSON.parse(await read('node_modules/stockfish/package.json'))
  const fairy = JSON.parse(await read('node_modules/fairy-stockfish-nnue.wasm/package.json'))
  const source = engine.repository.url.replace(/^git:/, 'https:')
  const parts = [
    [titleOf(PAGE, about.version), await read('LICENSE')],
    [titleOf(BOARD, board.version), await read('node_modules/cm-chessboard/LICENSE')],
    [titleOf(TEMPLATES, templates.version), await read('node_modules/lit-html/LICENSE')],
    [titleOf(ENGINE, engine.version), 'See engine/README.txt and engine/Copying.txt.\n'],
    [
      titleOf(VARIANTS_ENGINE, fairy.version),
      `See ${VARIANTS_FOLDER}README.txt, ${VARIANTS_FOLDER}AUTHORS and engine/Copying.txt.\n`,
    ],
  ]
  const texts = parts.map(([title, text]) => `${RULE}\n${title}\n${RULE}\n\n${text.trim()}\n`)
  await writeFile(`${folder}/licences.txt`, texts.join('\n\n'))
  await cp(`${ROOT}node_modules/stockfish/Copying.txt`, `${folder}/engine/Copying.txt`)
  await writeFile(
    `${folder}/engine/README.txt`,
    `Stockfish.js ${engine.version}, the chess engine Stockfish as WebAssembly. It is free software under the GNU
General Public License, version 3, whose text is in Copying.txt; it comes without any warranty.

The files here are those of the npm package stockfish@${engine.version}, unchanged.

Source of this version, and how to build it:
  ${source}/tree/v${engine.version}
Stockfish itself:
  https://github.com/official-stockfish/Stockfish
Authors: see the AUTHORS file of each, and the first lines of the scripts here.
`,
  )
  await cp(`${ROOT}node_modules/fairy-stockfish-nnue.wasm/AUTHORS`, `${folder}/${VARIANTS_FOLDER}AUTHORS`)
  await writeFile(
    `${folder}/${VARIANTS_FOLDER}README.txt`,
    `fairy-stockfish-nnue.wasm ${fairy.version}, the chess engine Fairy-Stockfish as WebAssembly. It is free software under the GNU
General Public License, version 3, whose text is in ../Copying.txt; it comes without any warranty.

The files here are those of the npm package fairy-stockfish-nnue.wasm@${fairy.version}, unchanged.

Source, and how to build it:
  ${fairy.repository.url}
Fairy-Stockfish itself:
  https://github.com/fairy-stockfish/Fairy-Stockfish
Authors: see AUTHORS.
`,
  )
}
