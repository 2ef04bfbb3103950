// SPDX-License-Identifier: Apache-2.0
// The commands that a player can type instead of a move.

import { otherColor } from '../../game/squares.js'
import { counted, printable } from '../text.js'
import { UsageError } from '../usage-error.js'
import { chess960Start, readCount, readStrength, readThinkingLimits, variantOf } from './arguments.js'
import { saveGame } from './game-file.js'
import type { PlaySession } from './play-session.js'
import { colorName, levelText, lineText, scoreWords } from './wording.js'

type PlayCommand = {
  name: string
  aliases?: string[]
  /** the parameters, for `help` */
  parameters?: string
  /** the text for `help` */
  summary: string
  /** `rest` is the text after the name */
  run: (session: PlaySession, rest: string) => void | Promise<void>
}

const MOST_PLIES = 65535

export const COMMANDS: readonly PlayCommand[] = [
  { name: 'hint', summary: 'show the move that the engine would play for you', run: hint },
  {
    name: 'go',
    summary: 'make the engine move now; if it plays a side, it plays this one from now on',
    run: go,
  },
  {
    name: 'undo',
    aliases: ['takeback'],
    parameters: '[N]',
    summary: 'take back your last move, or N of them',
    run: undo,
  },
  { name: 'redo', parameters: '[N]', summary: 'play moves again that were taken back', run: redo },
  { name: 'flip', summary: 'turn the board', run: flip },
  { name: 'board', summary: 'print the board', run: session => session.showBoard() },
  {
    name: 'moves',
    parameters: '[SQUARE]',
    summary: 'list the legal moves, or those from a square',
    run: moves,
  },
  {
    name: 'fen',
    summary: 'print the position as FEN',
    run: session => session.screen.print(session.match.game.fen),
  },
  { name: 'pgn', summary: 'print the game as PGN', run: session => session.showPgn() },
  {
    name: 'save',
    parameters: 'FILE',
    summary: 'write the game to FILE; save! replaces the file',
    run: save,
  },
  { name: 'save!', parameters: 'FILE', summary: '', run: saveOver },
  {
    name: 'new',
    parameters: '[FEN | VARIANT | chess960 [N]]',
    summary: 'start another game; a VARIANT as after --variant, or standard',
    run: newGame,
  },
  { name: 'side', parameters: 'white|black|both', summary: 'choose the side that you play', run: side },
  { name: 'draw', summary: 'claim a draw, or agree on one (an engine is not asked)', run: draw },
  { name: 'resign', summary: 'resign the game', run: resign },
  {
    name: 'level',
    parameters: '[depth N] [movetime MS] [elo N] [skill N] [full]',
    summary: 'set the limits and the strength of the engine',
    run: level,
  },
  {
    name: 'engine',
    parameters: '[ENGINE]',
    summary: 'attach another engine, or restart the last one',
    run: engine,
  },
  { name: 'help', aliases: ['?'], summary: 'show this list', run: help },
  { name: 'quit', aliases: ['exit'], summary: 'end the session', run: session => session.quit() },
]

/**
 * @param line a trimmed line
 * @returns its command, and the text after it
 */
export function findCommand(line: string): { command: PlayCommand; rest: string } | undefined {
  const [word] = line.split(/\s/, 1)
  const key = word.toLowerCase()
  const command = COMMANDS.find(({ name, aliases = [] }) => name === key || aliases.includes(key))
  return command && { command, rest: line.slice(word.length).trim() }
}

/**
 * @param start the start of a line
 * @returns possible completions
 */
export function completions(session: PlaySession, start: string): string[] {
  const words = COMMANDS.map(({ name }) => name)
  return [...words, ...session.match.game.legalMoves('san')].filter(word => word.startsWith(start))
}

async function hint(session: PlaySession) {
  const { game } = session.match
  if (game.status.over) throw new UsageError('the game is over')
  const { move, info } = await session.opponent.think(game)
  if (move === null) return
  const words = scoreWords(info)
  session.screen.print(`Hint: ${lineText(game, [move])}${words.length > 0 ? `  (${words.join(', ')})` : ''}`)
}

async function go(session: PlaySession) {
  const { match } = session
  if (match.game.status.over) throw new UsageError('the game is over')
  if (session.opponent.isThere && match.engineSide !== null) match.engineSide = match.game.sideToMove
  await session.letEngineMove()
}

function undo(session: PlaySession, rest: string) {
  if (session.match.takeBack(readNumber(rest), !session.opponent.isThere) === 0)
    throw new UsageError('there is no move of yours to take back')
  session.showBoard()
}

function redo(session: PlaySession, rest: string) {
  if (session.match.playAgain(readNumber(rest), !session.opponent.isThere) === 0)
    throw new UsageError('there is no move to play again')
  session.showBoard()
}

const readNumber = (rest: string) => (rest === '' ? 1 : readCount('the number of moves', rest, 1, MOST_PLIES))

function flip(session: PlaySession) {
  session.isFlipped = !session.isFlipped
  session.showBoard()
}

function moves({ match, screen }: PlaySession, rest: string) {
  const list = match.game.legalMoves('san', rest === '' ? {} : { from: rest })
  const width = Math.max(...list.map(san => san.length)) + 2
  const perLine = Math.max(1, Math.floor(screen.width / width))
  const lines: string[] = []
  for (let at = 0; at < list.length; at += perLine) {
    const line = list.slice(at, at + perLine).map(san => san.padEnd(width))
    lines.push(line.join('').trimEnd())
  }
  screen.print([...lines, counted(list.length, 'legal move')].join('\n'))
}

async function save(session: PlaySession, rest: string) {
  const file = rest || session.file
  if (file === undefined) throw new UsageError('save needs the name of a file')
  const saved = await saveGame(file, session.pgn(), file === session.file)
  if (saved) return noteSaved(session, file)
  if (!session.prompt.isTerminal)
    throw new UsageError(`the file ${file} exists already; save! ${file} replaces it`)
  const answer = await session.prompt.ask(`The file ${printable(file)} exists already. Replace it? [y/N] `)
  if (typeof answer === 'string' && /^y(es)?$/i.test(answer.trim())) await saveOver(session, file)
  else session.note('The game was not saved.')
}

async function saveOver(session: PlaySession, rest: string) {
  const file = rest || session.file
  if (file === undefined) throw new UsageError('save! needs the name of a file')
  await saveGame(file, session.pgn(), true)
  noteSaved(session, file)
}

function noteSaved(session: PlaySession, file: string) {
  session.file = file
  if (session.options.pgn === undefined) session.match.unsaved = false
  session.note(`The game was saved in ${printable(file)}.`)
}

async function newGame(session: PlaySession, rest: string) {
  const [word, number = ''] = rest.split(/\s+/)
  const { variant } = session.match
  const named = word === 'chess960' ? word : rest === '' ? variant : variantOf(rest)
  if (named === 'chess960')
    await session.newMatch({ variant: named, fen: chess960Start(word === named ? number : '') })
  else if (named !== undefined) await session.newMatch({ variant: named, fen: undefined })
  else await session.newMatch({ variant, fen: rest })
  session.showBoard()
}

function side(session: PlaySession, rest: string) {
  if (rest === 'both') session.match.engineSide = null
  else if (rest === 'white' || rest === 'black') session.match.engineSide = otherColor(rest)
  else if (rest !== '') throw new UsageError(`a side is white, black or both, not '${rest}'`)
  const { engineSide } = session.match
  const yours = engineSide === null ? 'both sides' : colorName(otherColor(engineSide))
  session.note(`You play ${yours}.`)
}

function draw(session: PlaySession) {
  session.match.draw()
  session.showBoard()
}

function resign(session: PlaySession) {
  session.match.resign()
  session.showBoard()
}

/** @param rest pairs of a name and a number, and `full` */
async function level(session: PlaySession, rest: string) {
  const given: Map<string, string> = new Map()
  const words = rest.split(/\s+/).filter(Boolean)
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (!['depth', 'movetime', 'elo', 'skill', 'full'].includes(word))
      throw new UsageError(`level takes depth N, movetime MS, elo N, skill N or full, not '${word}'`)
    given.set(word, word === 'full' ? '' : (words.shift() ?? ''))
  }
  const limits = readThinkingLimits(given.get('movetime'), given.get('depth'))
  const strength = readStrength(given.get('elo'), given.get('skill'))
  if (Object.keys(strength).length > 0 || given.has('full')) await session.opponent.setStrength(strength)
  if (given.has('depth') || given.has('movetime')) session.opponent.limits = limits
  const { opponent } = session
  session.note(`The engine's level: ${levelText(opponent.strength, opponent.limits)}.`)
}

async function engine(session: PlaySession, rest: string) {
  await session.opponent.attach(session.match.variant, rest || undefined)
  session.note(`${printable(session.opponent.name ?? '')} is attached.`)
}

function help({ screen }: PlaySession) {
  const shown = COMMANDS.filter(({ summary }) => summary !== '')
  const heads = shown.map(({ name, parameters = '' }) => `${name} ${parameters}`.trimEnd())
  const width = 18
  const lines = shown.map(({ summary }, index) => {
    const head = heads[index]
    return head.length < width
      ? `  ${head.padEnd(width)}${summary}`
      : `  ${head}\n  ${' '.repeat(width)}${summary}`
  })
  screen.print(
    ['A move, such as e4, Nf3, O-O, e2e4, e7e8q or N@f3; or one of these commands:', ...lines].join('\n'),
  )
}
