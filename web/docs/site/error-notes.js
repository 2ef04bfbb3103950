// SPDX-License-Identifier: Apache-2.0
// What the error reference says beside each message: the usual cause, what to do, and a call that fails so. A test makes
// each call; its names are those of the entries.

import { FEN_NOTES } from './fen-error-notes.js'

/** @typedef {readonly [cause: string, remedy: string, example: string]} Note */

/** @type {Readonly<Record<string, Note>>} */
export const ERROR_NOTES = {
  ...FEN_NOTES,
  ERR_MOVE_SYNTAX: [
    'The text is nearly UCI, and no SAN.',
    'Write it as the message says.',
    "new Game().move('E2E4')",
  ],
  ERR_MOVE_SQUARE: [
    'A square outside of the board.',
    "Use names 'a1' to 'h8', or indexes 0 to 63; `isSquare()` checks a name.",
    "new Game().pieceAt('i9')",
  ],
  ERR_MOVE_NO_PIECE: [
    'The board that the user sees is not the one of the game.',
    'Draw the board from the game after each move.',
    "new Game().move('e4e5')",
  ],
  ERR_MOVE_WRONG_SIDE: [
    'A user moved twice, or a piece of the other side.',
    'Let users pick pieces of `game.sideToMove` only.',
    "new Game().move('e7e5')",
  ],
  ERR_MOVE_OWN_CAPTURE: [
    'The target has a piece of the same side.',
    'Offer the targets of `legalMoves` only.',
    "new Game().move('a1a2')",
  ],
  ERR_MOVE_ILLEGAL: [
    'The piece does not move like that, or something is in its way.',
    'Offer the targets of `legalMoves` only.',
    "new Game().move('e2e5')",
  ],
  ERR_MOVE_KING_IN_CHECK: [
    'The piece is pinned, the king would walk into a check, or a check is not answered.',
    'Show the check; `game.pinned(color)` are the pinned pieces.',
    "new Game({ fen: '4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1' }).move('e2c3')",
  ],
  ERR_MOVE_PROMOTION: [
    'A promotion piece where no pawn promotes, or a king.',
    'Leave the piece out, or pass `{ from, to, promotion }`, in which it is ignored where nothing promotes.',
    "new Game().move('e2e4q')",
  ],
  ERR_MOVE_DROP: [
    'The pocket does not have the piece, or the square is taken.',
    'Offer the drops of `legalMoves` only.',
    "new Game().move('P@e4')",
  ],
  ERR_SAN_SYNTAX: [
    'Letters of another language, or text that is no move.',
    'Use the English letters: `Nf3`. `readPgn` reads other languages with `locale`.',
    "new Game().sanMove('Sf3')",
  ],
  ERR_SAN_ILLEGAL: [
    'No such piece can go there, or it is the other side’s turn.',
    "Show the moves of `legalMoves('san')`.",
    "new Game().sanMove('Nd2')",
  ],
  ERR_SAN_AMBIGUOUS: [
    'Two pieces can make the move.',
    'Name the file or rank: `Nbd2`.',
    "new Game({ fen: '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1' }).sanMove('Nd2')",
  ],

  ERR_PGN_EMPTY: [
    'The text is empty, or has blanks only.',
    'Look whether the file or the request was read.',
    "new Game().loadPgn('')",
  ],
  ERR_PGN_TAG: [
    'A quote or a bracket is missing.',
    'Mend the tag at `line` and `column`.',
    "new Game().loadPgn('[Event \"x]\\n')",
  ],
  ERR_PGN_TAG_FEN: [
    'The FEN of the tag is no position and cannot be mended.',
    'Mend it: of a PgnGame, the message has the reason, and `cause` is the error of the FEN; after `loadPgn()`, `validateFen(tag)` has it.',
    'new Game().loadPgn(\'[FEN "x"]\\n\\n*\')',
  ],
  ERR_PGN_VARIANT: [
    'The game is one of a variant that is not in [the list](variants.md).',
    'Skip such games with a `filter`.',
    'new Game().loadPgn(\'[Variant "Bughouse"]\\n\\n*\')',
  ],
  ERR_PGN_TOKEN: [
    'Text that is no move, number, comment, glyph or result.',
    'Put remarks into braces.',
    "new Game().loadPgn('1. e4 @')",
  ],
  ERR_PGN_MOVE: [
    'A move is wrong, or the one before it was left out.',
    'Look at the moves before `ply`; what came before is in the game.',
    "new Game().loadPgn('1. e5')",
  ],
  ERR_PGN_AMBIGUOUS: [
    'Two pieces can make the move.',
    'Name the file or rank in the file: `Nbd2`.',
    'new Game().loadPgn(\'[FEN "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"]\\n\\n1. Nd2\')',
  ],
  ERR_PGN_NULL_MOVE: [
    'The game has `--`, as analyses do.',
    'Read it with `parsePgn`, whose trees keep null moves.',
    "new Game().loadPgn('1. --')",
  ],
  ERR_PGN_COMMENT: [
    'A brace is missing; the comment then reaches to the end of the game.',
    'Close the comment.',
    "new Game().loadPgn('1. e4 {')",
  ],
  ERR_PGN_VARIATION: [
    'A parenthesis is missing, or one too many.',
    'Mend it at `line` and `column`.',
    "new Game().loadPgn('1. e4 (')",
  ],
  ERR_PGN_TOO_LARGE: [
    'The source is no PGN, or a game is larger than `maxGameBytes`.',
    'Raise [maxGameBytes](pgn.md#options), or split the file.',
    `new Game().loadPgn('[Event "' + 'x'.repeat(70_000) + '"]')`,
  ],
  ERR_PGN_FEN_MENDED: [
    'The FEN of the tag has castling rights or an en passant square that cannot be, or lacks fields.',
    'Nothing: `startFen` has the mended one. Write the game again to keep it.',
    'parsePgn(\'[FEN "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1"]\\n\\n1. Ke2 *\')[0].errors[0]',
  ],
  ERR_PGN_LETTER: [
    'The game was written with letters of another language, in which `P` is a knight.',
    'Pass the `locale`, such as `nl`.',
    "parsePgn('1. d4 Pf6 2. c4 e6 3. Pf3 *')[0].errors[0]",
  ],
  ERR_PGN_RESULT: [
    'The tag and the end of the moves give two results.',
    'Nothing, if the `result` is right: the one at the end of the moves or, if that is `*`, the one of the tag. Both are written so.',
    'parsePgn(\'[Result "1-0"]\\n\\n1. e4 e5 0-1\')[0].errors[0]',
  ],
  ERR_PGN_SKIPPED: [
    'The move text has stray punctuation, such as a comma between moves, or the word for a move that is missing: `(null)`, or `null` or `pass` without a move after it.',
    'Nothing, if the moves are right.',
    "parsePgn('1. e4, e5 (null)')[0].errors[0]",
  ],
  ERR_PGN_NO_START: [
    'The Variant tag is Chess960, and the FEN tag is missing or `?`.',
    'Add the FEN tag if the game began elsewhere; its first impossible move is then an error.',
    'parsePgn(\'[Variant "Chess960"]\\n\\n1. e4 e5 *\')[0].errors[0]',
  ],

  ERR_STATE_FORMAT: [
    'Other bytes, or a part of them.',
    'Pass the whole `Uint8Array` of `state()`, not its text.',
    'Game.fromState(new Uint8Array(99))',
  ],
  ERR_STATE_VERSION: [
    'A newer version of binbo wrote it, on another machine for instance.',
    'Update binbo where it is read, before where it is written.',
    '',
  ],
  ERR_STATE_CHECKSUM: [
    'The bytes were changed on their way, often by a conversion to text.',
    'Store them as bytes, or in base64.',
    'const bytes = new Game().state(); bytes[bytes.length - 1] ^= 1; Game.fromState(bytes)',
  ],
  ERR_STATE_INVALID: ['The bytes were made by another program.', 'Make states with `state()` only.', ''],

  ERR_UCI_ENGINE_DEAD: [
    'The program does not exist or is no UCI engine, it crashed, the connection broke, or `quit()` was called.',
    'Read `message`, `cause`, `exitCode` and `signal`; pass [restart](engines.md#when-an-engine-fails) to go on after crashes.',
    "await Engine.start(processTransport('/no/such/engine'))",
  ],
  ERR_UCI_CANCELLED: [
    'A newer search replaced this one, its `signal` was aborted, or its game changed.',
    'Ignore the code where that is intended; use `queue: true` where each search must end.',
    'const search = engine.search(new Game(), { infinite: true }); setTimeout(() => engine.search(new Game(), { depth: 1 }), 20); await search.best',
  ],
  ERR_UCI_NO_ENGINE: [
    'The `UciGame` was made without an engine, such as a clone.',
    'Call `await game.attach(engine)` first.',
    'await new UciGame().bestMove({ depth: 1 })',
  ],
  ERR_UCI_MOVE: [
    'The engine is faulty, plays another variant, or ignores `searchMoves`.',
    'Use another engine or version; the message has the move.',
    '',
  ],
  ERR_UCI_OPTION: [
    'The name is spelled in another way, or the value is out of range.',
    'Look into `engine.options`.',
    "await engine.setOption('Hash', -1)",
  ],
  ERR_UCI_VARIANT: [
    'Most engines play standard chess and Chess960 only.',
    'Use Fairy-Stockfish: [variants](engines.md#variants).',
    "await engine.bestMove({ variant: 'atomic' }, { depth: 1 })",
  ],
  ERR_UCI_LINE: [
    'Text of a user was sent to the engine as it is.',
    'Send one command a call.',
    "engine.command('uci\\nquit')",
  ],
  ERR_UCI_BUSY: [
    'A raw command that changes options or the position came during a search.',
    'Use `setOption` and `search`, which wait, or stop the search first.',
    "engine.search(new Game(), { infinite: true }).best.catch(() => {}); engine.command('position startpos')",
  ],

  ERR_MATCH_BUSY: [
    'Two programs were started with one log, whose lock is the file `.lock` beside it. The lock of a dead program is taken over.',
    'Wait for the other program, or give another log.',
    '',
  ],
  ERR_MATCH_GAME: [
    'What `binbo match-worker` gave is not the games of its pair, as from another version of binbo, or its PGN holds another game.',
    'Run the same version on all machines; the pair is played again.',
    '',
  ],
  ERR_MATCH_LOG: [
    'The players, their settings, the openings or the rules are not those of the match that the log began with.',
    'Give the arguments of that match, or another log; more rounds are the same match.',
    "const log = memoryLog(); await log.open('one'); await log.open('two')",
  ],

  ERR_STORE_UNKNOWN: [
    'Redis died, or its connection broke, after the events were sent.',
    'Send the command again with the same id: it is carried out once. `connectGames` does so by itself.',
    '',
  ],
  ERR_STORE_AWAY: [
    'Redis does not run, refuses the password, or is being restarted. From a client: the game server could not be reached, has not answered, or only `unavailable`, for 30 s; the message names it.',
    'Nothing was kept; try again. `store.reason` says why. The `status` of a client has the reason at once.',
    "const store = new RedisStore({ url: 'redis://127.0.0.1:1', deadline: 200 }); try { await store.read('g1') } finally { await store.close() }",
  ],
  ERR_BOOK_SIZE: [
    'Another file, or one that was cut; text or compressed data is no book.',
    'Take a file .bin in the format of Polyglot.',
    'await Book.open(new Uint8Array(17))',
  ],
  ERR_COMPACT_MOVE: [
    'The game has a null move, as analyses have.',
    'Pack the line up to it.',
    "encodeGame(parsePgn('1. e4 -- 2. d4 *')[0])",
  ],
  ERR_COMPACT_LENGTH: ['The game is longer than any that is played.', 'Keep it as PGN.', ''],
  ERR_COMPACT_VERSION: [
    'A newer version packed the game.',
    'Update binbo.',
    'decodeGame(Uint8Array.of(2, 0))',
  ],
  ERR_COMPACT_DAMAGED: ['A link that was cut, or other bytes.', 'Take the whole link.', "decodeText('A')"],
  ERR_DATABASE_MEMORY: [
    'There are more games than the memory holds, or than `maxMemory` allows.',
    "Raise `maxMemory`, take `index: 'lite'`, or add fewer games; those added before stay.",
    "await (await openDatabase({ maxMemory: 1 })).add('1. e4 *')",
  ],
  ERR_DATABASE_CLOSED: [
    'A call after `close()`.',
    'Open another database.',
    'const db = await openDatabase(); await db.close(); await db.filter()',
  ],
  ERR_DATABASE_BUSY: [
    'Another page, or another process, has it open for changes: one at a time.',
    "Close it there, or open it with `mode: 'read'`.",
    '',
  ],
  ERR_DATABASE_DAMAGED: [
    'The list of files, `database.json`, was changed, cut or taken away, or a newer version wrote it.',
    'Take the list from a copy, or update binbo. The files with games are as they were.',
    '',
  ],
  ERR_DATABASE_FULL: [
    'The disk is full, or the browser gives this site no more room.',
    'Make room, and add again; games that were committed are there.',
    '',
  ],
  ERR_DATABASE_STORAGE: [
    'The folder cannot be read or written, there is no database to read, or there is no such storage here: private windows of some browsers have none.',
    "Look at `cause`; `storage: 'memory'` is everywhere.",
    "await openDatabase({ storage: 'opfs' })",
  ],
  ERR_DATABASE_READONLY: [
    "A call that changes a database that was opened with `mode: 'read'`.",
    'Change it where it is open for changes, or open it there without `mode`.',
    '',
  ],
  ERR_DATABASE_CHANGED: [
    "Beside a database that is open with `mode: 'read'`, another program has called `compact()`: the file with the text of the game is gone.",
    'Call `refresh()` and find the games again: they have new numbers.',
    '',
  ],
  ERR_DATABASE_WORKER: [
    "There are no threads here (Node before 20.16), the page's policy forbids `worker-src blob:`, or a thread has ended or has not started within 10 s.",
    'Allow it, or leave `workers` out. After the end of a thread the calling one answers: ask again.',
    '',
  ],
  ERR_DATABASE_GAME: [
    'The number is of no game, or of one that was removed.',
    'Take numbers from sets, hits and heads.',
    'await (await openDatabase()).head(0)',
  ],
  ERR_EPD_FIELDS: [
    'The line is no EPD, is cut, or is several lines.',
    'Skip the line; `readEpd()` reads files.',
    "parseEpd('hello world')",
  ],
  ERR_EPD_OPCODE: [
    'A semicolon or a field is missing before it.',
    'Correct the line at `offset`.',
    "parseEpd('4k3/8/8/8/8/8/8/4K3 w - - 1x')",
  ],
  ERR_EPD_OPERAND: [
    'A string among the moves of `bm`, where a semicolon is missing; `hmvc` or `fmvn` without a whole number; a text with a line break.',
    'Correct the line at `offset`, or the operand.',
    "parseEpd('4k3/8/8/8/8/8/8/4K3 w - - hmvc 3.5;')",
  ],
  ERR_EPD_PUZZLE: [
    'A line without an id, with fewer than two moves, without a whole number as the rating, or with an open quotation mark.',
    'Read the file that Lichess publishes; `onError` gets the error with its `line`.',
    "await readPuzzles('1,2,3', { onError: error => { throw error } })[Symbol.asyncIterator]().next()",
  ],
  ERR_ARCHIVE_AWAY: [
    'PostgreSQL does not run, or does not answer within `deadline`.',
    'Nothing: the server keeps the game and tries again.',
    "const pool = new Pool({ port: 1, host: '127.0.0.1' }); await postgresArchive({ pool }).createTable()",
  ],
  ERR_ARCHIVE_TABLE: [
    'The table was not made, or an older version made it.',
    'Call `createTable()`, or add [the columns](servers.md#postgresql).',
    '',
  ],
  ERR_ARCHIVE_REFUSED: [
    'The role lacks rights, or a constraint of yours refuses the row.',
    'Read `cause`; grant `insert`, `select` and, for `forget`, `update`.',
    '',
  ],
  ERR_BYTES_AWAY: [
    'The network fails, the server refuses, or the file cannot be read; `cause` has more.',
    'Try again; a `file:` URL is read by `fileBytes()` of `binbo/node`.',
    "(await Tablebase.open('http://127.0.0.1:1/')).wdl('8/8/8/8/8/3k4/8/K3R3 w - - 0 1')",
  ],
  ERR_BYTES_RANGE: [
    'A server without ranges and a file above 4 MB, a file that has changed, or a `read()` that returns too few bytes.',
    'Use a server that answers `Range` with 206; across origins it must allow the header `Content-Range` to be read, or answer HEAD.',
    "const file = { size: 80, read: () => new Uint8Array(1) }; (await Tablebase.open(new Map([['KRvK.rtbw', file]]))).wdl('8/8/8/8/8/3k4/8/K3R3 w - - 0 1')",
  ],
  ERR_TABLEBASE_CASTLING: [
    'The FEN has castling rights.',
    "Write '-' for them, if nobody can castle.",
    "(await Tablebase.open(new Map())).wdl('4k3/8/8/8/8/8/8/4K2R w K - 0 1')",
  ],
  ERR_TABLEBASE_MEN: [
    'More than seven men are on the board, kings and pawns included.',
    'Count them before you ask.',
    "(await Tablebase.open(new Map())).wdl('4k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1')",
  ],
  ERR_TABLEBASE_MISSING: [
    'The files lack the table, or a smaller one that captures lead to; `table` names it.',
    'Get the file, or ask without `throws`: the answer is then `null`.',
    "(await Tablebase.open(new Map())).wdl('8/8/8/8/8/3k4/8/K3R3 w - - 0 1', { throws: true })",
  ],
  ERR_TABLEBASE_DAMAGED: [
    'The file is cut short, or is something else; `table` names it.',
    'Get the file anew, and compare its checksum.',
    "(await Tablebase.open(new Map([['KRvK.rtbw', new Uint8Array(80)]]))).wdl('8/8/8/8/8/3k4/8/K3R3 w - - 0 1')",
  ],
  ERR_TABLEBASE_AWAY: [
    'A method that ends in `Sync` needs bytes of a URL, a Blob or a promise.',
    'Await `preload()` of the materials, or the method without `Sync`; `table` names the file.',
    "(await Tablebase.open('http://127.0.0.1:1/')).wdlSync('8/8/8/8/8/3k4/8/K3R3 w - - 0 1')",
  ],
  ERR_SESSION_REFUSED: [
    'The token has expired or is wrong, or the user was logged out; the message has the `reason` of `client.status`.',
    'Log in again and make a new client. For tokens that expire, pass a function as `token`.',
    '',
  ],
  ERR_SESSION_CLOSED: [
    'The program has closed the client, and still calls it or waits for it.',
    'Make a new client with `connectGames`.',
    "const client = connectGames('ws://127.0.0.1:1', { WebSocket }); client.close(); await client.games()",
  ],
  ERR_SESSION_FORMAT: [
    'A node of a newer version wrote to the log.',
    'Update all nodes before any of them uses a new feature.',
    "foldSession(null, [{ type: 'fromTheFuture', at: 0 }])",
  ],

  ERR_GAME_OVER: [
    'There is a result: mate, a draw by rule, or one by hand.',
    "Look at `game.status.over` first, or take a move back. For analysis use `draws: 'none'`.",
    "const game = new Game(); game.draw(); game.move('e2e4')",
  ],
  ERR_GAME_STOPPED: [
    '`stop()` was called, or the `idleTimeout` has passed.',
    'Keep no reference to stopped games; `game.stopped` never throws.',
    'const game = new Game(); game.stop(); game.fen',
  ],
  ERR_DRAW_CLAIM: [
    'Neither threefold repetition nor fifty moves.',
    'Offer the claim where `game.claimableDraws` is not empty.',
    'new Game().claimDraw()',
  ],
  ERR_ARGUMENT: [
    'A wrong type, an unknown option, or a number out of range.',
    'The message says what is expected, and what came.',
    "new Game({ fenn: '' })",
  ],
  ERR_MEMORY: [
    'Many games are made in one turn of the event loop, or a PGN needs more than 4 GB.',
    'Call `stop()` on games that are done, and `await` something now and then.',
    '',
  ],
  ERR_WASM: [
    'An old browser, a Content-Security-Policy, or a `core.wasm` of another version.',
    "Add `script-src 'wasm-unsafe-eval'` to the policy; serve the file of this version.",
    'await init(new Uint8Array([0, 97, 115, 109]))',
  ],
  ERR_INIT: [
    '`binbo/slim` was used before `init` had ended, or the file was not found.',
    'Call `await init(source)` once, before all else; or import `binbo`.',
    "await init('file:///no/such/core.wasm')",
  ],
}
