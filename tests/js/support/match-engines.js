// SPDX-License-Identifier: Apache-2.0
// Engines of matches in this process: they play by a function, and misbehave as it says.

import { Game } from './engines.js'

/**
 * What an engine does at `go`: lines, or a move. A promise is waited for.
 * @typedef {(at: { game: any, line: string, go: number }) => string | string[] | Promise<string | string[]>} Answer
 */

/** @param {string} text */
function hashOf(text) {
  let hash = 7
  for (const character of text) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0
  return hash >>> 0
}

/**
 * A legal move that depends on the position and a name alone.
 * @param {any} game
 * @param {string} name
 */
export function moveOf(game, name) {
  const moves = game.legalMoves('uci').sort()
  return moves[hashOf(`${name} ${game.fen}`) % moves.length]
}

/** A score that depends on the position alone, from the mover's side. */
export const scoreOf = game => (hashOf(game.fen) % 401) - 200

/**
 * A player whose engine answers by a function.
 * @param {string} name
 * @param {Answer} [answer] default: any legal move, with a score
 * @param {object} [more] fields of the player; `lines` gets all lines sent, `on` answers of other commands, by word
 */
export function player(name, answer, { lines = [], on = {}, ...more } = {}) {
  const play =
    answer ??
    (({ game }) => [
      `info depth 3 seldepth 4 score cp ${scoreOf(game)} nodes 17`,
      `bestmove ${moveOf(game, name)}`,
    ])
  return { name, transport: () => transportOf(play, lines, on), limits: { nodes: 10 }, ...more }
}

const OPTIONS = [
  'option name UCI_Chess960 type check default false',
  'option name UCI_Variant type combo default chess var chess var atomic var antichess var 3check var crazyhouse',
  'option name Ponder type check default false',
  'option name Hash type spin default 1 min 1 max 9',
]

function transportOf(play, lines, on) {
  let position = 'startpos'
  let variant = 'standard'
  let searches = 0
  let isClosed = false
  const say = line => {
    // As from a program: not inside send().
    setImmediate(() => isClosed || transport.onLine?.(line))
  }
  const close = reason => {
    if (isClosed) return
    isClosed = true
    transport.onClose?.(reason)
  }
  const reply = async (make, at) => {
    const said = await make(at)
    if (said === null) return setImmediate(() => close({ message: 'it died', exitCode: 3 }))
    for (const line of typeof said === 'string' ? [`bestmove ${said}`] : (said ?? [])) say(line)
  }
  const good = {
    uci: () => ['id name Scripted', ...OPTIONS, 'uciok'],
    isready: () => ['readyok'],
  }
  const transport = {
    send(line) {
      if (isClosed) return
      lines.push(line)
      const [word, ...rest] = line.split(' ')
      if (word === 'setoption') {
        const [, option, value] = /^name (\S+) value (.*)$/.exec(rest.join(' ')) ?? []
        if (option === 'UCI_Variant') variant = value === 'chess' ? 'standard' : value
        if (option === 'UCI_Chess960' && value === 'true') variant = 'chess960'
        if (option === 'UCI_Chess960' && value === 'false') variant = 'standard'
      }
      if (word === 'position') position = rest.join(' ')
      if (word === 'go') {
        const [, fen, moves = ''] = /^(?:startpos|fen (.*?))(?: moves (.*))?$/.exec(position) ?? []
        const game = new Game({ ...(fen && { fen }), variant, draws: 'none' })
        game.playMoves(moves.split(' ').filter(Boolean))
        reply(play, { game, line, go: ++searches }).finally(() => game.stop())
      } else {
        const make = on[word] ?? good[word]
        if (make !== undefined) reply(make, { line, go: searches })
      }
      if (word === 'quit') setImmediate(() => close({ message: 'it quit', exitCode: 0 }))
    },
    onLine: undefined,
    onClose: undefined,
    close: async () => close({ message: 'it was closed', exitCode: 0 }),
    kill: () => close({ message: 'it was killed' }),
  }
  return transport
}

/** A promise, and what resolves it. */
export function gate() {
  let open = () => {}
  const opened = new Promise(resolve => {
    open = () => resolve(undefined)
  })
  return { open, opened }
}
