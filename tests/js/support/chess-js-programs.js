// SPDX-License-Identifier: Apache-2.0
// Random programs over the whole API of chess.js, run by chess.js and by binbo/chess.js at once. All results, errors
// included, must be equal but for what web/docs/chess-js.md lists; each exception here names its line there.

import assert from 'node:assert/strict'
import { pick, randomFrom } from '../../random.js'

const OPERATIONS = 30
const SQUARES = Array.from({ length: 64 }, (_, i) => 'abcdefgh'[i & 7] + (8 - (i >> 3)))
const TYPES = [...'pnbrqk']

/** Positions to load: castling, en passant, promotions, mates, few pieces. */
const FENS = [
  'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b kqKQ e3 0 1',
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/p2pqpb1/1n2pnp1/2pPN3/1p2P3/2N2Q1p/PPPB1PPP/R3K2R w KQkq c6 0 2',
  'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
  'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  '4k3/8/8/8/8/8/4P3/4K3 b - - 3 40',
  '8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1',
  '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1',
  'rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3',
  '4k3/8/8/8/8/8/8/2B1KN2 w - - 98 80',
  '4kb2/8/8/8/8/8/8/2B1K3 b - - 0 1',
  'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4',
  'k7/8/K7/8/3n3n/5R2/3n4/8 b - - 0 1',
  '2Q2bk1/5p1p/p5p1/2p3P1/2r1B3/7P/qPQ2P2/2K4R b - - 0 32',
]
/** Spoiled FENs: the error must be the same. */
const BAD_FENS = [
  '',
  'x',
  '8/8/8/8/8/8/8/8 w - - 0 1',
  'k7/8/8/8/8/8/8/8 w - - 0 1',
  'k7/8/8/8/8/8/8/7K w - - 0 0',
  'k7/8/8/8/8/8/8/7K w - - -1 1',
  'k7/8/8/8/8/8/8/7K w - e3 0 1',
  'k7/8/8/8/8/8/8/7K x - - 0 1',
  'k7/8/8/8/8/8/8/7K w KX - 0 1',
  'k7/8/8/8/8/8/8/6K w - - 0 1',
  'k7/8/8/8/8/8/8/34K w - - 0 1',
  'k6P/8/8/8/8/8/8/7K w - - 0 1',
  'kk6/8/8/8/8/8/8/7K w - - 0 1',
]
const TEXTS = [
  'e4',
  'Nf3',
  'O-O',
  '0-0',
  'O-O-O',
  '0-0-0+',
  'exd5',
  'a8=Q',
  'a8',
  'bxa8=N#',
  'Qh4#',
  'e2e4',
  'nf6',
  '',
  'Kxe8',
  'e2-e4!',
  'Ng1xf3',
  'Z9',
  'b4??',
  'Raxd1+',
]
/** What programs may hand over by mistake, and what chess.js takes besides texts. */
const ODD_MOVES = [
  undefined,
  5,
  {},
  [],
  { from: 'e2' },
  { from: 'E2', to: 'E4' },
  { from: 5, to: 'e4' },
  '--!',
  '--+',
  '-',
]
const COMMENTS = [
  'good',
  'a longer comment with words',
  '',
  '{braces',
  '[%clk 0:01:00]',
  'Δ, й 葉',
  'two  blanks',
]
const HEADERS = ['White', 'Black', 'Result', 'ECO', 'Annotator', 'Own', 'FEN', 'SetUp']
const ANNOTATED = [
  '',
  '',
  '',
  ' {a comment}',
  ' {}',
  ' $1',
  ' $3 $140',
  ' (1. d4 {x} (1. c4) d5)',
  ' ; to the end\n',
  ' {two\n\nlines}',
  '\n',
  '!',
  '!?',
  '??',
]

/**
 * @param {new (...args: any[]) => any} Reference Chess of chess.js
 * @param {new (...args: any[]) => any} Subject that of binbo
 * @param {number} seed
 * @returns {number} how many calls were compared
 */
export function runProgram(Reference, Subject, seed) {
  const random = randomFrom(seed * 2654435761 + 1)
  const program = new Program(new Reference(), new Subject(), random)
  try {
    for (let i = 0; i < OPERATIONS; i++) program.step()
  } catch (error) {
    error.message = `program ${seed}: ${error.message}\n${program.log.join('\n')}`
    throw error
  }
  return program.calls
}

class Program {
  calls = 0
  /** @type {string[]} */
  log = []
  /** Was the board changed since the game began? "Repetition after changes of the board". */
  edited = false
  /** Was it changed within a game? "Boards changed within a game". */
  editedWithin = false
  lostHash = false
  lax = false
  /** Did chess.js leave the tags of the start position as they were? "setCastlingRights() updates the FEN tag". */
  staleTags = false

  /** @param {any} reference @param {any} subject @param {() => number} random */
  constructor(reference, subject, random) {
    this.reference = reference
    this.subject = subject
    this.random = random
  }

  /** @param {number} limit */
  below(limit) {
    return Math.floor(this.random() * limit)
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  any(list) {
    return pick(this.random, list)
  }

  step() {
    const kinds = [
      [30, () => this.playMove()],
      [6, () => this.move(this.spoiledText())],
      [3, () => this.move(this.spoiledText(), { strict: true })],
      [
        2,
        () =>
          this.move({
            from: this.any(SQUARES),
            to: this.any(SQUARES),
            promotion: this.any(['q', 'n', undefined]),
          }),
      ],
      [2, () => this.move(this.any(['--', null]))],
      [1, () => this.move(this.any(ODD_MOVES))],
      [9, () => this.undo()],
      [4, () => this.load()],
      [2, () => this.call('load', this.any(BAD_FENS))],
      [1, () => this.fresh('reset')],
      [1, () => this.fresh('clear', { preserveHeaders: this.any([true, false]) })],
      [5, () => this.put()],
      [4, () => this.remove()],
      [2, () => this.castlingRights()],
      [1, () => this.call('setTurn', this.any(['w', 'b', 'w', 'b', 'white']))],
      [4, () => this.loadPgn()],
      [5, () => this.call('setComment', this.any(COMMENTS))],
      [2, () => this.call(this.any(['removeComment', 'deleteComment']))],
      [1, () => this.editedWithin || this.call(this.any(['removeComments', 'deleteComments']))],
      [
        3,
        () =>
          this.staleTags ||
          this.call('setHeader', this.any(HEADERS), this.any(['x', '?', '1-0', '', undefined, null])),
      ],
      [1, () => this.call('removeHeader', this.any([...HEADERS, 'Unknown']))],
      [
        1,
        () =>
          this.staleTags ||
          this.call('header', ...this.any([[this.any(HEADERS), 'y', 'Round', '2'], ['White'], ['White', 5]])),
      ],
      [20, () => this.look()],
    ]
    let at = this.below(kinds.reduce((sum, [weight]) => sum + Number(weight), 0))
    for (const [weight, run] of kinds) {
      at -= Number(weight)
      if (at < 0) {
        /** @type {() => void} */
        run()
        break
      }
    }
    for (const name of ['fen', 'turn', 'moveNumber', 'isCheck']) this.call(name)
    this.compareHashes()
  }

  /** "Hashes": where chess.js loses count, its hash of the same position newly loaded is right. */
  compareHashes() {
    const { reference, subject } = this
    if (subject.hash() === reference.hash()) return
    this.lostHash = true
    const fens = [reference.fen(), reference.fen({ forceEnpassantSquare: true })]
    const hashes = fens.map(fen => new reference.constructor(fen, { skipValidation: true }).hash())
    assert.ok(hashes.includes(subject.hash()), 'hash')
  }

  playMove() {
    const moves = this.subject.moves({ verbose: true })
    if (moves.length === 0) return undefined
    const { san, lan, from, to, promotion } = this.any(moves)
    this.move(this.any([san, san, { from, to, promotion }, lan, { from, to, promotion: promotion ?? 'q' }]))
  }

  /** A move with other spelling: a letter more, less or changed. */
  spoiledText() {
    const moves = this.subject.moves({ verbose: true })
    if (moves.length === 0 || this.random() < 0.2) return this.any(TEXTS)
    const { san, from, to, piece, promotion } = this.any(moves)
    const long = `${piece === 'p' ? '' : piece.toUpperCase()}${from}${this.any(['', '-', 'x'])}${to}${promotion ?? ''}`
    const text = this.any([
      san,
      long,
      san.replace('x', ''),
      san.replace('=', ''),
      san.replace(/O/g, '0'),
      san[0] + from[0] + san.slice(1),
      san[0] + from[1] + san.slice(1),
    ])
    const at = this.below(text.length + 1)
    const sign = this.any([...'abcdefgh12345678NBRQKx+#!?=-oO0 '])
    return this.any([
      text,
      text,
      text.slice(0, at) + text.slice(at + 1),
      text.slice(0, at) + sign + text.slice(at),
      text.slice(0, at) + sign + text.slice(at + 1),
      `${text}${this.any(['+', '#', '!', '??', '!+', ' e.p.'])}`,
    ])
  }

  /** @param {...unknown} args */
  move(...args) {
    if (!this.takesKing) return this.call('move', ...args)
    const kings = this.kings.length
    this.callLaxly('move', ...args)
    // "A captured king": chess.js still protects it, until the position is loaded anew.
    if (this.kings.length < kings) this.fresh('load', this.subject.fen(), { skipValidation: true })
    return undefined
  }

  undo() {
    if (!this.editedWithin) return this.call('undo')
    this.callLaxly('undo')
    // chess.js does not write the tags of a start position that was changed in this way.
    this.staleTags ||= this.isNew
    return undefined
  }

  get kings() {
    return ['w', 'b'].flatMap(color => this.subject.findPiece({ type: 'k', color }))
  }

  get hasKings() {
    return this.kings.length === 2 && !this.takesKing
  }

  get takesKing() {
    return this.subject.moves({ verbose: true }).some(({ captured }) => captured === 'k')
  }

  /** @param {string} name @param {...unknown} args */
  fresh(name, ...args) {
    this.call(name, ...args)
    this.edited = this.editedWithin = this.staleTags = this.lostHash = false
  }

  load() {
    const options = this.any([undefined, { preserveHeaders: true }, { skipValidation: true }])
    const fen = this.any(FENS)
    const fewer = fen.split(' ').slice(0, 2 + this.below(4))
    this.fresh('load', this.any([fen, fen, fewer.join(' '), fewer.join('  ')]), options)
  }

  /** @param {string} name @param {...unknown} args */
  edit(name, ...args) {
    if (this.call(name, ...args) === false) return
    this.edited = true
    if (this.isNew) this.staleTags = false
    else this.editedWithin = true
  }

  put() {
    const square = this.any(SQUARES)
    const types = TYPES.filter(type => {
      // "Pawns on the first and last ranks".
      if (type === 'p') return !'18'.includes(square[1])
      // "Boards changed within a game": chess.js loses the king's place there.
      return type !== 'k' || this.isNew
    })
    const isFree = this.isNew || this.subject.get(square)?.type !== 'k'
    const piece = { type: this.any(types), color: this.any(['w', 'b']) }
    // "Kings next to each other".
    if (piece.type === 'k' && this.isNearKing(square)) return
    if (isFree) this.edit('put', piece, square)
    else
      this.call(
        'put',
        this.any([
          { type: 'z', color: 'w' },
          { type: 'q', color: 'w' },
        ]),
        'j9',
      )
  }

  remove() {
    const square = this.any(SQUARES)
    if (this.isNew || this.subject.get(square)?.type !== 'k') this.edit('remove', square)
  }

  /** @param {string} square */
  isNearKing(square) {
    const distance = (/** @type {string} */ other, /** @type {number} */ at) =>
      Math.abs(other.charCodeAt(at) - square.charCodeAt(at))
    return this.kings.some(king => distance(king, 0) < 2 && distance(king, 1) < 2)
  }

  get isNew() {
    return this.subject.history().length === 0
  }

  castlingRights() {
    const rights = { k: this.any([true, false, undefined]), q: this.any([true, false, undefined]) }
    this.call('setCastlingRights', this.any(['w', 'b']), rights)
    this.edited = this.staleTags = true
    this.editedWithin ||= !this.isNew
  }

  loadPgn() {
    const text = this.pgn()
    const options = this.any([
      undefined,
      undefined,
      { strict: true },
      { newlineChar: '\r?\n' },
      { newlineChar: '<br />|\n' },
    ])
    this.log.push(`loadPgn ${JSON.stringify([text, options])}`)
    const [expected, actual] = [this.reference, this.subject].map(chess =>
      resultOf(() => chess.loadPgn(text, options)),
    )
    this.calls++
    // "What loadPgn() reads": PGN that chess.js cannot parse.
    if (expected.error?.name === 'SyntaxError') return this.fresh('reset')
    assert.deepEqual(actual, expected)
    this.edited = this.editedWithin = this.staleTags = this.lostHash = false
  }

  pgn() {
    const sans = []
    const tags = this.any([
      '',
      '[White "A"]\n[Result "0-1"]\n\n',
      '[Event "x"] [Own "y"]\n',
      `[FEN "${this.any(FENS)}"]\n[SetUp "1"]\n\n`,
      `[fen "${this.any(FENS)}"]\n`,
      `[SetUp "${this.any(['0', '1'])}"]\n[White "A"]\n[White "B"]\n`,
      '[FEN ""]<br />[Black "B"]\n\n',
    ])
    const game = new this.reference.constructor(/FEN "([^"]+)/i.exec(tags)?.[1])
    for (let ply = this.below(20); ply > 0 && !game.isGameOver(); ply--)
      sans.push(game.move(this.any(game.moves())).san)
    const black = game.turn() === 'b' ? sans.length + 1 : sans.length
    const parts = sans.map((san, ply) => {
      const half = ply + (black & 1)
      const number = half % 2 === 0 ? `${half / 2 + 1}. ` : this.any(['', `${(half + 1) / 2}... `])
      return number + (this.random() < 0.01 ? this.any(TEXTS) : san) + this.any(ANNOTATED)
    })
    const end = this.any(['', ' *', ' 1-0', ' 1/2-1/2', ' 0-1 {the end}', ' * ; the end', ' 1-0 {}'])
    return tags + this.any(['', '{start} ']) + parts.join(' ') + end
  }

  look() {
    const square = this.any([...SQUARES, 'j9'])
    const color = this.any(['w', 'b'])
    const looks = [
      () =>
        this.call(
          'moves',
          this.any([
            undefined,
            {},
            { square, verbose: true }, // "Names of moves from one square"
            { piece: this.any(TYPES) },
            { square, piece: this.any(TYPES), verbose: true },
            { square: square.toUpperCase(), verbose: true },
            { piece: this.any(TYPES).toUpperCase() },
            { square: '' },
          ]),
        ),
      () => this.takesKing || this.call('moves', { verbose: true }),
      () =>
        this.editedWithin ||
        this.call('history', this.any([undefined, { verbose: true }, { verbose: false }])),
      () => this.call('get', this.any([square, square.toUpperCase(), undefined])),
      () => this.call('board'),
      () => this.call('ascii'),
      () =>
        this.call('attackers', this.any([square, square.toUpperCase()]), this.any([undefined, null, color])),
      () => this.call('isAttacked', this.any([square, square.toUpperCase()]), this.any([color, undefined])),
      () => this.call('findPiece', this.any([{ type: this.any(TYPES), color }, { type: 'P', color }, {}])),
      () => this.call('squareColor', this.any([square, square.toUpperCase(), undefined])),
      () => this.call('getCastlingRights', this.any([color, color, 'white'])),
      () =>
        this.call(
          this.any(['isCheckmate', 'isStalemate', 'isInsufficientMaterial', 'isDrawByFiftyMoves', 'inCheck']),
        ),
      () =>
        this.edited ||
        this.lostHash ||
        this.call(this.any(['isThreefoldRepetition', 'isDraw', 'isGameOver'])),
      () => this.hasKings && this.call('perft', this.any([0, 1, 2])),
      () => this.call('getComment'),
      () => this.editedWithin || this.call('getComments'),
      () => this.staleTags || this.call(this.any(['getHeaders', 'header'])),
      () => this.staleTags || this.editedWithin || this.writePgn(),
    ]
    this.any(looks)()
  }

  writePgn() {
    const maxWidth = this.any([undefined, 0, 10, 20, 40, 80])
    const newline = this.any(['\n', '<br />'])
    this.call('getComments')
    const isWrapped = Boolean(maxWidth) && this.reference.getComments().length > 0
    if (!isWrapped) return this.call('pgn', { maxWidth, newline })
    // "Lines of comments": chess.js loses blanks there.
    const bare = (/** @type {any} */ chess) => chess.pgn({ maxWidth, newline: '\n' }).replace(/\s/g, '')
    assert.equal(bare(this.subject), bare(this.reference))
  }

  /** @param {string} name @param {...unknown} args */
  call(name, ...args) {
    this.calls++
    this.log.push(`${name} ${JSON.stringify(args)}`)
    const [expected, actual] = [this.reference, this.subject].map(chess =>
      resultOf(() => chess[name](...args)),
    )
    // After taking back a capture en passant from a changed board, chess.js puts pawns on it when it writes a FEN.
    const hasGhost =
      this.lax && [expected, actual].some(({ value }) => /^\S+ \w \S+ \w\d/.test(value?.before))
    if (!hasGhost)
      assert.deepEqual(...(this.lax ? [actual, expected].map(withoutRights) : [actual, expected]), name)
    return actual.value
  }

  /**
   * "Castling rights": chess.js keeps them without their king or rook where a king is taken, and when it takes moves
   * back on a changed board. Both go on from the same position afterwards.
   * @param {string} name
   * @param {...unknown} args
   */
  callLaxly(name, ...args) {
    this.lax = true
    this.call(name, ...args)
    this.lax = false
    if (this.reference.fen() !== this.subject.fen())
      this.fresh('load', this.subject.fen(), { skipValidation: true })
  }
}

/**
 * @param {any} result
 * @returns {string} without castling rights, marks of check, also to a king that was taken, and what depends on whether a
 *   move that is taken back is legal on the changed board: the FEN after it and the origin in its name
 */
const withoutRights = result =>
  JSON.stringify(result)
    .replace(/ ([wb]) [-KQkq]+ /g, ' $1 ')
    .replace(/[+#]"/g, '"')
    .replace(/"san":"([NBRQ])[a-h]?[1-8]?(x?[a-h][1-8])/, '"san":"$1$2')
    .replace(/"after":"[^"]*"/, '')

/**
 * @param {() => unknown} run
 * @returns {any} what it returned or threw, comparable
 */
function resultOf(run) {
  try {
    return { value: plain(run()) }
  } catch (error) {
    const name =
      error instanceof SyntaxError || /SyntaxError/.test(error.constructor.name) ? 'SyntaxError' : error.name
    return { error: { name, message: name === 'SyntaxError' ? '' : error.message } }
  }
}

/** @param {any} value moves as plain objects, comments without "suffixes and NAGs" */
function plain(value) {
  if (!Array.isArray(value)) return value?.constructor?.name === 'Move' ? { ...value } : value
  return value
    .filter(item => !(item?.nags && item.comment === undefined))
    .map(item => (item?.nags ? { fen: item.fen, comment: item.comment } : plain(item)))
}
