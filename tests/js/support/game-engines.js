// SPDX-License-Identifier: Apache-2.0
// Games with engines, for tests: an engine that plays given moves, behind a plain object, and native Stockfish
// whose lines are kept.

import { pathToFileURL } from 'node:url'
import { dist } from './binbo.js'
import { Game, NATIVE, plainTransport, processTransport, START_FEN, settled, UCI } from './engines.js'

export const { UciGame } = await import(pathToFileURL(`${dist}uci.js`).href)

/** Ra8 mates. */
export const MATE_IN_ONE = '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1'

/**
 * An engine as a plain object. It checks the position that it receives, and thinks without end when `endless`
 * or when it ponders.
 * @param {{ uci?: string[], endless?: boolean, pick?: (game: Game) => string, reply?: (game: Game) => string }} [o]
 */
export function scripted({ uci = UCI, endless = false, pick = first, reply = first } = {}) {
  let position = ''
  let chess960 = false
  let variant = 'chess'
  let searching = false
  const best = () => {
    if (!searching) return []
    searching = false
    const game = gameOf(position, variant === 'chess' && chess960 ? 'chess960' : variant)
    const move = pick(game)
    if (move === '(none)' || !game.isLegal(move)) return [`bestmove ${move}`]
    const ponder = game.move(move).over ? undefined : reply(game)
    return [`info depth 3 score cp 13 pv ${move}`, `bestmove ${move}${ponder ? ` ponder ${ponder}` : ''}`]
  }
  const transport = plainTransport(
    {
      uci,
      setoption: line => {
        const [, value] = /UCI_Chess960 value (\w+)/.exec(line) ?? []
        if (value) chess960 = value === 'true'
        variant = /UCI_Variant value (\w+)/.exec(line)?.[1] ?? variant
      },
      position: line => {
        position = line
      },
      go: line => {
        searching = true
        return transport.endless || / ponder/.test(line) ? [] : best()
      },
      stop: best,
      ponderhit: () => (transport.endless ? [] : best()),
    },
    { endless },
  )
  /** Its input, without the handshake. */
  transport.news = () => transport.sent.splice(0).filter(line => line !== 'isready')
  /** It dies. */
  transport.die = () => transport.onClose?.({ message: 'it fell over', exitCode: 7 })
  return transport
}

export const first = game => game.legalMoves('uci')[0]

function gameOf(position, variant) {
  const [, fen, moves] = /^position (?:startpos|fen (.+?))(?: moves (.+))?$/.exec(position)
  const game = new Game({ ...(fen && { fen }), variant, draws: 'claim' })
  if (moves) game.playMoves(moves.split(' '))
  return game
}

/** A game with such an engine, stopped after the test. */
export async function withEngine(t, script, options = {}) {
  const transport = scripted(script)
  const { value: game, error } = await settled(UciGame.create({ engine: transport, ...options }), 'create')
  if (error !== undefined) throw error
  t.after(() => game.stop())
  transport.sent.length = 0
  return { game, transport }
}

/** Native Stockfish, and its whole input. */
export function stockfish(t) {
  const transport = processTransport(NATIVE)
  const sent = []
  const send = transport.send.bind(transport)
  transport.send = line => {
    sent.push(line)
    send(line)
  }
  t.after(() => transport.kill())
  return { transport, sent }
}

export const positionOf = (fen, moves) =>
  `position ${fen === START_FEN ? 'startpos' : `fen ${fen}`}${moves.length ? ` moves ${moves.join(' ')}` : ''}`
export const uciMoves = game => game.moves.map(({ uci }) => uci)
