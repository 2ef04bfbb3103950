// SPDX-License-Identifier: Apache-2.0
// Writes the game on the board as a program that uses the package: the moves of a plain game, or a tree for a game with
// variations or annotations, and the engine if it is used.

import type { GameOptions, Variant } from 'binbo'
import { Game } from 'binbo'
import { PgnGame } from 'binbo/pgn'
import { hasStandardRules } from '../../js/game/traits.js'
import { filesOf, SINGLE } from '../engine/engine-files.js'
import { isWeak } from '../engine/strength.js'
import { WEAK_LINES } from '../engine/weak.js'
import { UNKNOWN } from '../study/headers.js'
import { NULL_MOVE, turnOf } from '../study/nodes.js'
import type { Study } from '../study/study.js'
import type { Page } from './developers.js'

/** Where the program runs; 'here': in the dialog, with the game's text in the variable `pgn`. */
export type Place = 'node' | 'page' | 'here'

/** The entries of the package, and their exports that a program may use. */
const EXPORTS: [entry: string, names: string[]][] = [
  ['binbo', ['Game']],
  ['binbo/node', ['processTransport']],
  ['binbo/pgn', ['parsePgn']],
  ['binbo/uci', ['Engine', 'webSocketTransport', 'workerTransport']],
]
/** The engine's script in the package stockfish. */
const [SCRIPT] = filesOf(SINGLE).map(path => path.replace('engine/', 'node_modules/stockfish/bin/'))
/** Game and PgnGame write these headers themselves. */
const START_TAGS = ['FEN', 'SetUp', 'Variant', 'Result']

/** @returns a module for Node, or an HTML page; for the dialog a module without an engine */
export function programOf({ study, analyst, match, room }: Omit<Page, 'store'>, place: Place): string {
  const search = study.status.over || place === 'here' ? null : searchOf(study, analyst, match)
  const game = place === 'here' ? treeOf(study, true) : (plainGame(study) ?? treeOf(study))
  const engine = search ? engineLines({ study, room, place, subject: game.subject, search }) : []
  const lines = [...game.lines, ...engine]
  const uses = (name: string) => lines.some(line => new RegExp(`\\b${name}\\(`).test(line))
  const imports = EXPORTS.flatMap(([entry, names]) => {
    const used = names.filter(name => uses(name) || (name === 'Engine' && engine.length > 0))
    return used.length > 0 ? [{ entry, line: `import { ${used.join(', ')} } from '${entry}'` }] : []
  })
  const program = [...imports.map(({ line }) => line), '', ...lines]
  if (place !== 'page') return program.join('\n')
  const addresses = imports.map(({ entry }) => {
    const file = entry === 'binbo' ? 'index' : entry.slice('binbo/'.length)
    return `    "${entry}": "./node_modules/binbo/dist/${file}.js"`
  })
  return [
    '<!doctype html>',
    '<script type="importmap">',
    `{ "imports": {\n${addresses.join(',\n')}\n} }`,
    '</script>',
    '<script type="module">',
    // An HTML parser would end the script at this tag.
    ...program.map(line => line.replaceAll('</script', '<\\/script')),
    '</script>',
  ].join('\n')
}

/** `subject`: the name of the variable whose position the engine searches. */
type GameCode = { lines: string[]; subject: string }

/** @returns null if the game has variations or annotations, or the board does not show its end */
function plainGame({ tree, node, end, outcome, status, variant }: Study): GameCode | null {
  if (node !== end) return null
  const { startFen } = tree
  const options: GameOptions = {}
  if (startFen !== startOf(variant)) options.fen = startFen
  if (variant !== 'standard') options.variant = variant
  options.draws = 'claim'
  const game = new Game(options)
  try {
    const lines = [`const game = new Game({ ${fields(options)} })`]
    for (const [name, value] of tree.headers) {
      if (value === UNKNOWN[name] || START_TAGS.includes(name)) continue
      game.headers.set(name, value)
      lines.push(`game.headers.set(${quoted(name)}, ${quoted(value)})`)
    }
    const moves: string[] = []
    for (let at = end; at.parent; at = at.parent) moves.unshift(at.san ?? '')
    game.playMoves(moves)
    if (moves.length > 0) lines.push(`game.playMoves([${moves.map(quoted).join(', ')}])`)
    if (outcome && !status.over) {
      const reason = outcome.how ? [outcome.how] : []
      const winner = outcome.result === '1-0' ? 'white' : 'black'
      const isDraw = outcome.result === '1/2-1/2'
      if (isDraw) game.draw(...reason)
      else game.setWinner(winner, ...reason)
      const words = (isDraw ? reason : [winner, ...reason]).map(quoted).join(', ')
      lines.push(`game.${isDraw ? 'draw' : 'setWinner'}(${words})`)
    }
    if (game.pgn() !== tree.toString()) return null
    lines.push('console.log(game.fen)', 'console.log(game.status)', 'console.log(game.pgn())')
    return { lines, subject: 'game' }
  } catch {
    return null // such as for a null move, or moves after the end
  } finally {
    game.stop()
  }
}

/** @returns such as "draws: 'claim'" */
const fields = (options: object): string =>
  Object.entries(options)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? quoted(value) : value}`)
    .join(', ')

const startOf = (variant: Variant): string => new PgnGame({ variant }).startFen

/** @returns the statement that declares `pgn` */
export const pgnLine = (pgn: string): string => `const pgn = ${template(pgn)}\n`

/** @returns a template literal */
const template = (text: string): string => `\`\n${text.replace(/[\\`]|\$\{/g, '\\$&')}\n\``

/** @param isShort reads the game from the variable `pgn`, and prints the legal moves in place of the whole game */
function treeOf({ tree, node }: Study, isShort = false): GameCode {
  const { path } = node
  const steps = node.isMainline
    ? [`const node = ${path.length === 0 ? 'game.root' : `[...game.mainline()][${path.length - 1}]`}`]
    : ['let node = game.root', `for (const index of [${path.join(', ')}]) node = node.children[index]`]
  let hasNullMove = false
  for (let at = node; at.parent; at = at.parent) if (at.uci === NULL_MOVE) hasNullMove = true
  return {
    lines: [
      `const [game] = parsePgn(${isShort ? 'pgn' : template(tree.toString().trim())})`,
      ...steps,
      'console.log(node.fen)',
      // A Game cannot play null moves.
      hasNullMove
        ? `console.log(new Game({ fen: node.fen, variant: game.variant, draws: 'claim' }).status)`
        : "console.log(node.toGame({ draws: 'claim' }).status)",
      isShort ? "console.log(node.position.legalMoves('san').join(' '))" : 'console.log(game.toString())',
    ],
    subject: 'node',
  }
}

/** The engine's search, as text of a program. */
type Search = { limits: object; multipv: number; options: string; isWeak: boolean }

/** @returns null if no engine is used */
function searchOf(
  { node, outcome, mode }: Study,
  analyst: Page['analyst'],
  { setup }: Page['match'],
): Search | null {
  if (analyst.on && mode === 'analyse')
    return { limits: { movetime: 1000 }, multipv: analyst.lineCount, options: '', isWeak: false }
  const strength = setup?.strengths[turnOf(node)] ?? Object.values(setup?.strengths ?? {})[0]
  if (strength === undefined || outcome) return null
  if (isWeak(strength)) return { limits: { depth: 1 }, multipv: WEAK_LINES, options: '', isWeak: true }
  return {
    limits: setup?.think ?? { movetime: 1000 },
    multipv: 1,
    options: strength === 'full' ? '' : fields({ UCI_LimitStrength: true, UCI_Elo: strength }),
    isWeak: false,
  }
}

function engineLines({
  study,
  room,
  place,
  subject,
  search,
}: {
  study: Study
  room: Page['room']
  place: Place
  subject: string
  search: Search
}): string[] {
  const { source } = room
  const lines = ['']
  let transport = place === 'node' ? `processTransport('${SCRIPT}')` : `workerTransport('./${SCRIPT}')`
  if (source.kind === 'remote') {
    // The token is secret.
    transport = `webSocketTransport(${quoted(source.url)}${source.token ? ", { token: '…' }" : ''})`
  } else if (hasStandardRules(study.position.variant)) lines.push('// npm i stockfish')
  else if (place === 'page')
    return [] // Fairy-Stockfish needs threads and its own script
  else {
    lines.push('// apt-get install fairy-stockfish')
    transport = `processTransport('/usr/games/fairy-stockfish')`
  }
  if (search.isWeak) lines.push('// The page plays one of these lines, at times not the best.')
  const position = subject === 'node' ? 'node.position' : 'game'
  return [
    ...lines,
    `const engine = await Engine.start(${transport})`,
    ...(search.options ? [`await engine.setOptions({ ${search.options} })`] : []),
    `const { lines } = await engine.bestMove(${subject}, { ${fields(search.limits)} }, { multipv: ${search.multipv} })`,
    'for (const { score, pv } of lines)',
    `  console.log(String(score.white()), ${position}.line(pv).map(move => move.san).join(' '))`,
    'await engine.quit()',
  ]
}

/** @returns a JS string literal */
const quoted = (text: string): string =>
  `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
