// SPDX-License-Identifier: Apache-2.0
// What programs in Node do with an export.

import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { RecordBatchReader } from 'apache-arrow'
import { openDatabase } from 'binbo/database'
import { readPgn } from 'binbo/pgn'

const db = await openDatabase()
const set = await db.filter()
await writeFile('games.csv', db.export(set, 'csv'))
await db.export(set, 'csv').pipeTo(Writable.toWeb(createWriteStream('games.csv')))
await pipeline(db.export(set, 'csv'), createWriteStream('games.csv'))
await pipeline(Readable.from(db.export(set, 'csv')), createWriteStream('games.csv'))
await RecordBatchReader.from(db.export(set, 'arrow'))
for await (const game of readPgn(Readable.toWeb(Readable.from(['1. e4 *'])))) game.headers
