// SPDX-License-Identifier: Apache-2.0
// Streams and arrays of the library are those of the platform: whatever takes these takes them.

import { Game } from 'binbo'
import { Book } from 'binbo/book'
import { encodeGame } from 'binbo/compact'
import { type Database, type GameSet, openDatabase } from 'binbo/database'
import { readPgn } from 'binbo/pgn'

const db: Database = await openDatabase()
const set: GameSet = await db.filter()
const stream: ReadableStream<Uint8Array> = db.export(set, 'csv')
await stream.cancel()
for await (const bytes of db.export(set, 'csv')) bytes satisfies Uint8Array
for await (const bytes of db.export(set, 'csv').values({ preventCancel: true })) bytes satisfies Uint8Array
// @ts-expect-error bytes are no text
for await (const text of db.export(set, 'csv')) text satisfies string
const [one, other] = db.export(set, 'csv').tee()
await new Response(one).text()
other.pipeThrough(new CompressionStream('gzip')).pipeThrough(new DecompressionStream('gzip'))
await new Response(db.export(set, 'csv').pipeThrough(new TextDecoderStream()).pipeThrough(new TextEncoderStream())).text()
for await (const game of readPgn(db.export(set, 'pgn'))) game.headers

const { body } = await fetch('games.pgn')
if (body) for await (const game of readPgn(body)) game.headers

const game = new Game()
const book = await Book.open(new Uint8Array(16))
const parts = [game.state(), encodeGame(game), game.legalMoves('packed'), set.ids(), await book.bytes()]
const blob = new Blob(parts)
await db.add(blob)
for (const part of parts) new Response(part)
await fetch('book.bin', { method: 'PUT', body: await book.bytes() })
await crypto.subtle.digest('SHA-256', game.state())
