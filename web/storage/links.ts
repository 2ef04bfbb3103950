// SPDX-License-Identifier: Apache-2.0
// Writes, reads and opens links with a position or a game behind the #, which browsers do not send to servers. Packed links,
// `#g=`, need a module that is loaded for them.

import type { Variant } from 'binbo'
import { ChessError, Setup, validateFen, variantName } from 'binbo'
import type { PgnNode, PgnPath } from 'binbo/pgn'
import { PgnGame, parsePgn } from 'binbo/pgn'
import { reportError } from '../page/load.js'
import { say } from '../page/texts.js'
import { tidyFen } from '../study/fen-text.js'
import { UNKNOWN } from '../study/headers.js'
import { nodeAt } from '../study/nodes.js'
import type { Study } from '../study/study.js'
import type { OpenGames } from './open-games.js'

type Page = { study: Study; games: OpenGames }
type Packer = Pick<typeof import('./packed.js'), 'packedLink' | 'gameLinks' | 'isOf'> &
  Pick<typeof import('./unpack.js'), 'unpackGame'>

/** Browsers accept longer links; chats and mail do not. */
export const LONG_LINK = 2000
/** Errors about fields of a FEN that only one variant has. */
const OF_VARIANT: Record<string, Variant> = {
  ERR_FEN_POCKET_VARIANT: 'crazyhouse',
  ERR_FEN_RANKS: 'crazyhouse', // its pockets may stand behind an eighth slash
  ERR_FEN_CHECKS_VARIANT: '3check',
  ERR_FEN_CASTLING_VARIANT: 'chess960',
}
const HEADER = /^\[(\w+) "(.*)"\]\n/gm
/** The largest number of halfmoves in a link's place. */
const MAX_PLY = 100_000
/** Lone surrogates, which no URL can carry. */
export const LONE_SURROGATES = /\p{Surrogate}/gu

/**
 * @param address of the page
 * @returns links to the page with the position, and with the whole game at the current move
 */
export function linksOf(
  { position, tree, node }: Pick<Study, 'position' | 'tree' | 'node'>,
  address: string = location.href,
): { fen: string; pgn: string } {
  const page = address.replace(/#.*/s, '')
  const variant = position.variant === 'standard' ? '' : `&variant=${position.variant}`
  return {
    fen: `${page}#fen=${encodeURIComponent(position.fen).replaceAll('%20', '_').replaceAll('%2F', '/')}${variant}`,
    pgn: `${page}#pgn=${encodeURIComponent(textOfLink(tree))}${node.parent ? `&ply=${placeOf(node)}` : ''}`,
  }
}

/** @returns the PGN for links */
export const textOfLink = (tree: PgnGame): string => tidyText(tree.toString())

/** @returns a PGN without unknown headers */
export const tidyText = (pgn: string): string =>
  pgn
    .replace(HEADER, (line, name, value) => (value === UNKNOWN[name] ? '' : line))
    .replace(LONE_SURROGATES, '\ufffd')
    .trim()

/** Packs and unpacks games: null until packed.js is loaded, in a frame unpack.js. */
export let packer: Packer | null = null

export const usePacker = (part: Packer) => {
  packer = part
}

/** @param hash of a link @returns whether only the packer can read it */
export const isPacked = (hash: string): boolean => /[#&]g=/.test(hash)

/** Closes the notice about the last link that could not be read. */
let closeProblem = () => {}

/**
 * The place of a move in a link. On the main line it is the number of halfmoves, such as '12'. A variation adds which of
 * the moves it takes there, and how many halfmoves follow: '11.1.3' is the first variation after eleven halfmoves, and
 * three more halfmoves after its first one.
 */
function placeOf(node: PgnNode): string {
  const numbers = [0]
  for (const index of node.path) {
    if (index === 0) numbers[numbers.length - 1]++
    else numbers.push(index, 0)
  }
  return numbers.join('.')
}

/** @param place as placeOf() writes it @returns the path to the move; empty if it cannot be read */
function pathOfPlace(place: string): number[] {
  if (!/^\d{1,6}(\.\d{1,4}\.\d{1,6})*$/.test(place)) return []
  const path: number[] = []
  for (const [at, number] of place.split('.').map(Number).entries()) {
    if (at % 2 === 1) path.push(number)
    else if (path.length + number > MAX_PLY) return []
    else path.push(...Array(number).fill(0))
  }
  return path
}

/** @returns the hash of a link to such a page */
export function hashOf(text: string): string | null {
  const [, hash = ''] = /^\s*https?:\/\/[^\s#]+(#\S*)\s*$/.exec(text) ?? []
  return /(?:^#|&)(?:fen|pgn|g)=/.test(hash) ? hash : null
}

/**
 * @param hash such as location.hash
 * @returns the first of `count` games, and the path to the link's current move; null if the link has no game
 * @throws {ChessError} ERR_FEN_*, ERR_PGN_*, ERR_COMPACT_*: its content cannot be read; ERR_INIT for a packed link before
 *   usePacker() was called
 */
export function readLink(hash: string): { game: PgnGame; count: number; path: PgnPath } | null {
  // A + is a check in SAN, not a space.
  const values = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'))
  const fen = values.get('fen')
  const variant = readVariant(values.get('variant'))
  const path = pathOfPlace(values.get('ply') ?? '')
  if (fen !== null) return { game: variant ? gameOf(tidyFen(fen), variant) : gameOfFen(fen), count: 1, path }
  const pgn = values.get('pgn') ?? pgnOfPacked(values)
  if (pgn === null) return null
  const games = gamesOfLink(pgn)
  const [game] = games
  if (!game) throw new ChessError('ERR_PGN_EMPTY', say`There is no game in it.`)
  const error = errorOf(game)
  if (error && game.root.children.length === 0) throw error
  return { game, count: games.length, path }
}

/** @returns null if it has no packed game @throws {ChessError} */
function pgnOfPacked(values: URLSearchParams): string | null {
  if (!values.has('g')) return null
  if (!packer) throw new ChessError('ERR_INIT')
  const { pgn, code } = packer.unpackGame(values)
  if (code) throw new ChessError(code)
  return pgn
}

/**
 * @param name of a variant, in any spelling
 * @returns null without a name, and for standard chess: castling rights may make it Chess960
 * @throws {ChessError} ERR_PGN_VARIANT
 */
function readVariant(name: string | null): Variant | null {
  if (name === null) return null
  try {
    const { variant } = new PgnGame({ variant: variantName(name, 'pgn') }).root.position
    return variant === 'standard' ? null : variant
  } catch {
    throw new ChessError('ERR_PGN_VARIANT', say`This page does not know the rules of '${name}'.`)
  }
}

function gamesOfLink(pgn: string): PgnGame[] {
  const games = gamesIn(pgn)
  if (countErrors(games) === 0) return games
  // Forms write spaces as +.
  const spaced = gamesIn(pgn.replaceAll('+', ' '))
  return countErrors(spaced) < countErrors(games) ? spaced : games
}

/** @returns the number of errors and warnings */
const countErrors = (games: PgnGame[]): number => games.reduce((sum, { errors }) => sum + errors.length, 0)

/** @returns its first error that is not a warning */
export const errorOf = ({ errors }: PgnGame): ChessError | undefined => errors.find(({ warning }) => !warning)

/** @param text read as PGN even if it looks like a file name */
export const gamesIn = (text: string): PgnGame[] => parsePgn(`${text}\n`)

/**
 * A game that starts from a position. Pockets make it crazyhouse, counted checks three-check, castling rights of other
 * files Chess960; otherwise it gets the first variant whose rules allow it.
 * @param text a FEN, as tidyFen() takes it
 * @param wanted preferred variants, before standard chess and Chess960
 * @throws {ChessError} ERR_FEN_*
 */
export function gameOfFen(text: string, ...wanted: Variant[]): PgnGame {
  const fen = tidyFen(text)
  const checked = validateFen(fen)
  const marked = checked.ok ? undefined : OF_VARIANT[checked.error.code]
  const variants: Variant[] = [...(marked ? [marked] : []), ...wanted, 'standard', 'chess960']
  const variant = variants.find(variant => validateFen(fen, { variant }).ok)
  return gameOf(fen, variant ?? marked ?? 'standard')
}

/** @throws {ChessError} ERR_FEN_* */
function gameOf(fen: string, variant: Variant): PgnGame {
  // A placement without the other fields has more errors, which a Setup reports.
  if (fen.includes('/')) new Setup(fen)
  return new PgnGame({ fen, variant })
}

/**
 * @param hash of a link
 * @returns the path of the link if it carries the same game as the study; otherwise null
 */
export function pathInSameGame(hash: string, study: Study): PgnPath | null {
  try {
    const linked = readLink(hash)
    if (isPacked(hash))
      return linked && packer?.isOf(hash, study) ? nodeAt(study.tree.root, linked.path).path : null
    const link = linksOf(study, '').pgn
    const own = readLink(link.slice(link.indexOf('#')))
    const isSame = linked && own && linked.game.toString() === own.game.toString()
    return isSame ? nodeAt(study.tree.root, linked.path).path : null
  } catch {
    return null
  }
}

/**
 * Loads the game of a link, or reports the reason why it cannot be read.
 * @param hash of a link
 * @param quiet no notice if the board had no game of the user and the whole game was read
 */
export function openLink({ study, games }: Page, hash: string, quiet = false) {
  try {
    const linked = readLink(hash)
    if (!linked) return
    closeProblem()
    const { game, count, path } = linked
    const text =
      count > 1 ? say`This is the first of the link’s ${count} games.` : say`This game came with the link.`
    games.open(() => study.load(game, { path }), text, { isLook: true, quiet: quiet && count === 1 })
    const error = errorOf(game)
    if (error)
      closeProblem = reportError(error, say`The link’s game is not whole.`, async () =>
        (await import('../study/game-words.js')).gameWords(error, game),
      )
  } catch (error) {
    if (!(error instanceof ChessError)) throw error
    closeProblem()
    const fen = new URLSearchParams(hash.slice(1)).get('fen')
    const explain = async () => (await import('../study/judgement.js')).fenWords(error, tidyFen(fen ?? ''))
    closeProblem = reportError(error, say`The link cannot be read.`, fen === null ? undefined : explain)
  }
}
