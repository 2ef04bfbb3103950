// SPDX-License-Identifier: Apache-2.0
// What a frame shows, and how: read from its address, or from a message of the page around it.

import type { Color } from 'binbo'
import { ChessError, Setup } from 'binbo'
import type { PgnGame } from 'binbo/pgn'
import { BOARDS } from '../page/themes.js'
import { errorOf, LONE_SURROGATES, readLink } from '../storage/links.js'
import { tidyFen } from '../study/fen-text.js'

export type Shown = {
  /** null if it could not be read */
  game: PgnGame | null
  /** of the pieces, where only that could be read */
  placement: string | null
  /** to the move to start at */
  path: number[]
  /** what is wrong, or missing; '' for nothing */
  note: string
  /** of the link to the whole page */
  hash: string
}

/** Fields of a message that are a part of a link. */
const FIELDS = ['pgn', 'fen', 'variant', 'ply', 'orientation', 'theme', 'board']

const MOST_QUOTED = 40
const NOTHING = 'There is no game here: the address of this frame has no #pgn=, #fen= or #g=.'

/** The hash goes before the rest of the address. */
const joined = (hash: string, search: string) => `${hash.replace(/^#/, '')}&${search.replace(/^\?/, '')}`

/**
 * @param hash such as '#pgn=1.%20e4'
 * @param search such as '?ply=1'
 */
export function readShown(hash: string, search: string): Shown {
  const text = joined(hash, search)
  const nothing = { game: null, placement: null, path: [], hash }
  try {
    const link = readLink(text)
    if (!link) return { ...nothing, note: NOTHING }
    const { game, count, path } = link
    const error = errorOf(game)
    const first = count > 1 ? `This is the first of ${count} games. ` : ''
    return { ...nothing, game, path, note: error ? problemOf(error) : first.trim() }
  } catch (error) {
    if (!(error instanceof ChessError)) throw error
    return { ...nothing, placement: placementOf(text), note: problemOf(error) }
  }
}

/** @returns short: the whole page says more, and is heavier */
function problemOf({ code, input = '' }: ChessError): string {
  if (code === 'ERR_INIT') return 'A part of this frame could not be loaded. Reload the page.'
  if (code === 'ERR_COMPACT_VERSION') return 'This link is of a newer version of Binbo.'
  if (code.startsWith('ERR_COMPACT')) return `This link is damaged, or cut off (${code}).`
  if (code.startsWith('ERR_FEN')) return `This FEN has no position that can be played (${code}).`
  if (input) return `This game stops at “${input.slice(0, MOST_QUOTED)}” (${code}).`
  return `This game cannot be shown whole (${code}).`
}

/** @param text of a link @returns the pieces of its FEN, even if no game can start there */
function placementOf(text: string): string | null {
  try {
    return new Setup(tidyFen(new URLSearchParams(text.replaceAll('+', '%2B')).get('fen') ?? '')).fen
  } catch {
    return null
  }
}

/** @returns null for what is not said, or unknown */
export function looksOf(
  hash: string,
  search: string,
): { theme: string | null; board: string | null; orientation: Color | null } {
  const values = new URLSearchParams(joined(hash, search))
  const among: <T extends string>(name: string, known: T[]) => T | null = (name, known) =>
    known.find(value => value === values.get(name)) ?? null
  return {
    theme: among('theme', ['light', 'dark']),
    board: among('board', BOARDS),
    orientation: among('orientation', ['white', 'black']),
  }
}

/**
 * @param data of a message, such as { pgn: '1. e4 e5', ply: 2 }
 * @returns the same as the hash of a link; null for a message without a game
 */
export function hashOfMessage(data: unknown): string | null {
  const fields = Object(data)
  if (typeof fields.pgn !== 'string' && typeof fields.fen !== 'string') return null
  const parts = FIELDS.filter(name => ['string', 'number'].includes(typeof fields[name]))
  return `#${parts.map(name => `${name}=${encodeURIComponent(String(fields[name]).replace(LONE_SURROGATES, '\ufffd'))}`).join('&')}`
}
