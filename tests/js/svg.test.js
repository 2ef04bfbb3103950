// SPDX-License-Identifier: Apache-2.0
// `binbo/svg`: what the pictures contain, and that nothing from users gets out of its place.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardSvg } from '../../dist/svg.js'
import { ChessError, Game, Position, Setup } from './support/binbo.js'
import { parsePgn } from './support/pgn.js'

const TAG = /<(\/?)([a-zA-Z]+)((?: [\w:-]+="[^"<]*")*)(\/?)>/y
const TEXT = /(?:[^<&]|&(?:amp|lt|gt|quot|#39);)*/y

/**
 * A strict reader of what boardSvg() may write: elements, attributes in quotation marks, five entities.
 * @returns {{ name: string, attributes: Record<string, string>, text: string }[]}
 */
function elementsOf(svg) {
  const elements = []
  const open = []
  let at = 0
  while (at < svg.length) {
    TAG.lastIndex = at
    const tag = TAG.exec(svg)
    assert.ok(tag, `no tag at ${at}: ${svg.slice(at, at + 60)}`)
    const [all, end, name, attributes, empty] = tag
    at += all.length
    TEXT.lastIndex = at
    const [text] = TEXT.exec(svg) ?? ['']
    at += text.length
    if (end) assert.equal(open.pop(), name)
    else {
      const pairs = Array.from(attributes.matchAll(/ ([\w:-]+)="([^"]*)"/g), ([, key, value]) => [key, value])
      assert.equal(new Set(pairs.map(([key]) => key)).size, pairs.length, `an attribute twice: ${all}`)
      elements.push({ name, attributes: Object.fromEntries(pairs), text })
      if (!empty) open.push(name)
    }
    if (open.length === 0) assert.equal(at, svg.length, 'one element holds all')
  }
  return elements
}

const byClass = (svg, name) =>
  elementsOf(svg).filter(({ attributes }) => attributes.class?.split(' ').includes(name))
const squaresOf = (elements, margin = 24) =>
  elements.map(({ attributes: { x, y } }) => 'abcdefgh'[(x - margin) / 64] + (8 - (y - margin) / 64)).sort()
const refuses = (options, message, code = 'ERR_ARGUMENT') =>
  assert.throws(
    () => boardSvg(new Game(), options),
    error => error instanceof ChessError && error.code === code && message.test(error.message),
    JSON.stringify(options),
  )

const MATED = new Game()
MATED.playMoves(['e4', 'e5', 'Qh5', 'Ke7', 'Qxe5#'])

test('pieces stand on their squares, from either side', () => {
  for (const orientation of ['white', 'black']) {
    const svg = boardSvg(MATED, { orientation })
    const pieces = byClass(svg, 'piece')
    assert.equal(pieces.length, 31)
    for (const [square, color, type] of MATED.pieces()) {
      const [file, rank] = ['abcdefgh'.indexOf(square[0]), Number(square[1]) - 1]
      const [column, row] = orientation === 'white' ? [file, 7 - rank] : [7 - file, rank]
      const name = color[0] + { pawn: 'P', knight: 'N', bishop: 'B', rook: 'R', queen: 'Q', king: 'K' }[type]
      const found = pieces.find(
        ({ attributes }) => +attributes.x === 24 + 64 * column && +attributes.y === 24 + 64 * row,
      )
      assert.match(found.attributes.href, new RegExp(`-${name}$`), square)
    }
  }
})

test('every reference has its definition, and nothing is defined that is not drawn', () => {
  for (const fen of [undefined, '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1']) {
    const svg = boardSvg(new Game({ fen }))
    const ids = Array.from(svg.matchAll(/ id="([^"]*)"/g), ([, id]) => id)
    const used = new Set(Array.from(svg.matchAll(/(?:href="#|url\(#)([^")]*)/g), ([, id]) => id))
    assert.deepEqual(new Set(ids), used)
    assert.equal(new Set(ids).size, ids.length)
  }
})

test('the last move and the check of a game and of a node are shown by themselves', () => {
  const [read] = parsePgn(String(MATED.pgn()))
  const node = [...read.mainline()].at(-1)
  for (const source of [MATED, node]) {
    const svg = boardSvg(source)
    assert.deepEqual(squaresOf(byClass(svg, 'last-move')), ['e5', 'h5'])
    assert.deepEqual(squaresOf(byClass(svg, 'check')), ['e7'])
  }
  const plain = [
    boardSvg(MATED, { lastMove: false, check: false }),
    boardSvg(new Game()),
    boardSvg(read.root),
  ]
  for (const svg of plain) {
    assert.equal(byClass(svg, 'last-move').length, 0)
    assert.equal(byClass(svg, 'check').length, 0)
  }
  assert.deepEqual(squaresOf(byClass(boardSvg(MATED.position), 'check')), ['e7'])
  assert.deepEqual(squaresOf(byClass(boardSvg(MATED, { check: 'a1' }), 'check')), ['a1'])
  for (const lastMove of ['a2a4', { from: 'a2', to: 'a4' }, 'a2a4q'])
    assert.deepEqual(squaresOf(byClass(boardSvg(MATED, { lastMove }), 'last-move')), ['a2', 'a4'])
  assert.deepEqual(squaresOf(byClass(boardSvg(MATED, { lastMove: 'N@f3' }), 'last-move')), ['f3'])
})

test('drops light up one square, and a null move none', () => {
  const game = new Game({ variant: 'crazyhouse' })
  game.playMoves(['e4', 'd5', 'exd5', 'Qxd5', 'P@e4'])
  assert.deepEqual(squaresOf(byClass(boardSvg(game), 'last-move')), ['e4'])
  const [read] = parsePgn('1. e4 -- 2. d4 *')
  assert.equal(byClass(boardSvg([...read.mainline()][1]), 'last-move').length, 0)
})

test('arrows and circles are those that a PGN carries', () => {
  const [read] = parsePgn('1. e4 {[%cal Gg1f3,Re4e5][%csl Bd5]} *')
  const [node] = read.mainline()
  const svg = boardSvg(node, { arrows: node.arrows, circles: node.squares, marks: ['a6', 'h3'] })
  assert.deepEqual(
    byClass(svg, 'arrow').map(({ attributes }) => attributes.fill),
    ['#1c8a4c', '#c8342f'],
  )
  assert.equal(byClass(svg, 'circle').at(-1).attributes.stroke, '#2263c9')
  assert.equal(byClass(svg, 'mark').length, 2)
  assert.equal(byClass(boardSvg(node), 'arrow').length, 0, 'only what is asked for')
  assert.equal(byClass(boardSvg(node, { arrows: [{ from: 'e4', to: 'e4' }] }), 'circle').length, 2)
  const [fill] = byClass(boardSvg(node, { fill: { c6: '#ff000080' } }), 'fill')
  assert.deepEqual([fill.attributes.fill, fill.attributes['fill-opacity']], ['#ff0000', '0.502'])
})

test('the same input gives the same bytes; a position in its other forms the same picture', () => {
  const { fen } = MATED
  const options = { lastMove: /** @type {const} */ (false), check: /** @type {const} */ (false) }
  const wanted = boardSvg(MATED, options)
  assert.equal(boardSvg(MATED.clone(), options), wanted)
  for (const source of [
    MATED.position,
    fen,
    fen.split(' ').slice(0, 4).join(' '),
    Position.from(fen),
    Setup.from(MATED),
  ])
    assert.equal(boardSvg(source, options), wanted)
})

test('a Setup is drawn as it stands, without kings', () => {
  const setup = new Setup()
  setup.put('d4', { type: 'queen', color: 'white' })
  const svg = boardSvg(setup, { coordinates: false })
  assert.deepEqual(squaresOf(byClass(svg, 'piece'), 0), ['d4'])
  assert.equal(byClass(boardSvg(new Setup()), 'piece').length, 0)
})

test('coordinates stand beside the board, in it, or not at all', () => {
  const texts = svg =>
    byClass(svg, 'coordinate')
      .map(({ text }) => text)
      .sort()
      .join('')
  const all = '12345678abcdefgh'
  assert.equal(texts(boardSvg(new Game())), [...all, ...all].sort().join(''))
  assert.equal(texts(boardSvg(new Game(), { coordinates: 'inside' })), all)
  assert.equal(texts(boardSvg(new Game(), { coordinates: false })), '')
  const [first] = byClass(boardSvg(new Game(), { coordinates: 'inside', orientation: 'black' }), 'coordinate')
  assert.equal(first.text, 'h')
})

test('themes, sizes and pieces', () => {
  const [board] = elementsOf(boardSvg(new Game(), { size: 320 }))
  assert.deepEqual(
    [board.attributes.width, board.attributes.height, board.attributes.role],
    ['320', '320', 'img'],
  )
  assert.equal('width' in elementsOf(boardSvg(new Game()))[0].attributes, false)
  const own = boardSvg(new Game(), { theme: { light: 'white', dark: 'hsl(30 40% 50%)' } })
  assert.equal(byClass(own, 'dark')[0].attributes.fill, 'hsl(30 40% 50%)')
  const names = ['K', 'Q', 'R', 'B', 'N', 'P'].flatMap(letter => [`w${letter}`, `b${letter}`])
  const pieces = Object.fromEntries(names.map(name => [name, `<circle r="9" data-piece="${name}"/>`]))
  const drawn = elementsOf(boardSvg(new Game(), { pieces, idPrefix: 'my-' }))
  assert.deepEqual(
    new Set(drawn.filter(({ name }) => name === 'circle').map(({ attributes }) => attributes['data-piece'])),
    new Set(names),
  )
  assert.ok(drawn.some(({ attributes }) => attributes.id === 'my-wK'))
  const prefixes = [boardSvg(new Game()), boardSvg(new Game(), { pieces })].map(
    svg => / id="(\w+-)/.exec(svg)?.[1],
  )
  assert.notEqual(prefixes[0], prefixes[1], 'other pieces have other ids')
})

test('titles are escaped, and no character is left that XML forbids', () => {
  const hostile = [
    ['</title><script>alert(1)</script>'],
    ['"><img src=x onerror=alert(1)>'],
    [']]>&amp;<![CDATA['],
    ["'--><!--"],
    ['\0\x01\x1b\ufffe\ud800 \u{1f600}\udc00', '\ufffd\ufffd\ufffd\ufffd\ufffd \u{1f600}\ufffd'],
  ]
  const back = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
  for (const [title, shown = title] of hostile) {
    const [, { name, text }] = elementsOf(boardSvg(new Game(), { title }))
    assert.equal(name, 'title')
    assert.equal(
      text.replace(/&[^;]+;/g, entity => back[entity]),
      shown,
    )
  }
})

test("check: 'auto' shows the check of a Setup", () => {
  const checkOf = (fen, options) => squaresOf(byClass(boardSvg(new Setup(fen), options), 'check'))
  assert.deepEqual(checkOf('4k3/8/8/8/8/8/8/K3R3 b - - 0 1'), ['e8'])
  assert.deepEqual(checkOf('4k3/8/8/8/8/8/8/K3R3 w - - 0 1'), [])
  assert.deepEqual(checkOf('4k3/8/8/8/8/8/8/K3R3 b - - 0 1', { check: false }), [])
  assert.deepEqual(checkOf('8/8/8/8/8/8/3n4/1K6 w - - 0 1'), ['b1'], 'without the other king')
  assert.deepEqual(checkOf('4k3/8/8/8/8/8/8/K3R3[QQ] b KQkq e3 0 1'), ['e8'], 'with rights that cannot be')
  for (const fen of [
    '8/8/8/8/8/8/8/8 w - - 0 1',
    'K6r/8/8/8/8/8/8/K6r w - - 0 1',
    'P7/8/8/8/8/8/8/K6r w - - 0 1',
  ])
    assert.deepEqual(checkOf(fen), [], fen)
})

test('colours, styles and names from users are checked', () => {
  const colours = [
    'red"/><script>',
    'url(#a)',
    'url(https://x.example)',
    'rgb(0 0 0);fill:url(x)',
    'var(--a)',
    'expression(alert(1))',
    '#12',
    '#12345',
    '',
    ' red',
    'red ',
    'r\u0435d',
    7,
    null,
    {},
    `rgb(${'1'.repeat(200)} 1 1)`,
  ]
  for (const colour of colours) {
    refuses({ theme: { light: colour, dark: 'tan' } }, /theme.light is a CSS colour/)
    refuses({ fill: { e4: colour } }, /fill is a CSS colour/)
    refuses({ arrows: [{ from: 'a1', to: 'a2', color: colour }] }, /color of arrows is a CSS colour/)
    refuses({ circles: [{ square: 'a1', color: colour }] }, /color of circles is a CSS colour/)
  }
  for (const colour of [
    'tan',
    '#abc',
    '#abcd',
    '#a97c58',
    '#A97C5880',
    'rgb(1 2 3 / 50%)',
    'rgba(1, 2, 3, .5)',
    'oklch(60% .1 30deg)',
  ])
    assert.ok(boardSvg(new Game(), { fill: { e4: colour } }))
  const styles = [
    '</style><script>alert(1)</script>',
    '.piece { fill: url(https://x.example/p) }',
    '@import "https://x.example"',
    '@IMPORT "x"',
    '@font-face { src: local(x) }',
    '.a { background: u\\72l(x) }',
    '.a { background: URL (x) }',
    '.a { background: image-set("https://x.example/a" 1x) }',
    '.a { background: u/**/rl(x) }',
  ]
  for (const style of styles) refuses({ style }, /style is CSS without/)
  const style = '@media (prefers-color-scheme: dark) { .dark > * { fill: #333; font-family: "A & B" } }'
  assert.equal(
    elementsOf(boardSvg(new Game(), { style }))[2].text,
    style.replaceAll('&', '&amp;').replaceAll('>', '&gt;'),
  )
  for (const idPrefix of ['', '1a', 'a b', 'a"', 'a<', 'é', 'a'.repeat(65), 5])
    refuses({ idPrefix }, /idPrefix/)
})

test('wrong options are named', () => {
  refuses({ colour: 'red' }, /colour/)
  refuses({ orientation: 'green' }, /white/)
  refuses({ lastMove: 'Nf3' }, /lastMove/)
  refuses({ lastMove: { from: 'e2', to: 'x9' } }, /lastMove/)
  refuses({ lastMove: true }, /lastMove/)
  refuses({ check: 'z9' }, /check/)
  refuses({ arrows: {} }, /arrows is an array/)
  refuses({ arrows: [null] }, /arrows/)
  refuses({ arrows: [{ from: 'a1' }] }, /arrows names squares/)
  refuses({ circles: [{}] }, /circles names squares/)
  refuses({ marks: 'e4' }, /marks is an array/)
  refuses({ marks: ['e9'] }, /marks names squares/)
  refuses({ fill: ['red'] }, /fill is an object/)
  refuses({ fill: { e9: 'red' } }, /fill names squares/)
  refuses({ coordinates: 'outside' }, /coordinates/)
  for (const size of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, '320', 1e6]) refuses({ size }, /size/)
  refuses({ theme: 'brown' }, /'maple', 'slate'/)
  refuses({ theme: { light: 'white' } }, /theme.dark/)
  refuses({ theme: { light: 'white', dark: 'tan', border: 'red' } }, /border/)
  refuses({ pieces: { wK: '<g/>' } }, /bB/)
  refuses({ pieces: null }, /pieces/)
  refuses({ title: 5 }, /title/)
  refuses({ style: {} }, /style/)
  assert.throws(() => boardSvg('nonsense'), { code: /^ERR_FEN_/ })
  assert.throws(() => boardSvg(/** @type {any} */ (null)), { code: 'ERR_ARGUMENT' })
})
