// SPDX-License-Identifier: Apache-2.0
// The output of binbo pgn analyse after a power failure, wherever that cut it.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { AnalysedFile } from '#js/cli/analysed-file.js'
import { parsePgn } from '#js/entries/pgn.js'

const folder = mkdtempSync(join(tmpdir(), 'binbo-analysed-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Places that look like the end of a game: results in tags, comments and variations, and within a character. */
const GAMES = `[White "Müller 1-0"]
[Result "1-0"]

1. e4 e5 {1-0 or 0-1, or * at last} (1... c5 *) 1-0

[Result "*"]

*

[Result "0-1"]
[Annotator "the 0-1 and 1-0"]

0-1

1. d4 {*} *
`

test('it is completed, wherever it ends', async () => {
  const games = parsePgn(GAMES)
  const texts = games.map(game => game.toString())
  const whole = Buffer.from(texts.join('\n'))
  const path = join(folder, 'out.pgn')
  for (let cut = 0; cut <= whole.length; cut++) {
    writeFileSync(path, whole.subarray(0, cut))
    const file = new AnalysedFile(path)
    for (const [index, game] of games.entries()) if (!(await file.has(game))) file.add(texts[index])
    file.finish()
    await file.close()
    assert.equal(readFileSync(path, 'utf8'), String(whole), `after ${cut} bytes`)
  }
})
