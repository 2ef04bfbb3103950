// SPDX-License-Identifier: Apache-2.0
// Reads the game of a frame, and its looks, from its address or from a message of the surrounding page.

import type { Color } from 'binbo'
import { ChessError, Setup } from 'binbo'
import type { PgnGame, PgnPath } from 'binbo/pgn'
import { say } from '../page/texts.js'
import { BOARDS } from '../page/themes.js'
import { fieldsOf, oneOf } from '../page/unknown.js'
import { errorOf, LONE_SURROGATES, readLink } from '../storage/links.js'
import { COLORS } from '../study/descriptions.js'
import { tidyFen } from '../study/fen-text.js'

export type Shown = {
  /** null if the game could not be read */
  game: PgnGame | null
  /** the placement of the pieces, if only that could be read */
  placement: string | null
  /** path to the move to start at */
  path: PgnPath
  /** the problem, as text for users; '' for none */
  note: string
  /** the hash of the link to the whole page */
  hash: string
}

/** Fields of a message that become a part of a link. */
const FIELDS = ['pgn', 'fen', 'variant', 'ply', 'orientation', 'theme', 'board']

/** Characters of the input that a problem quotes. */
const MAX_QUOTED = 40
const NOTHING = say`There is no game here: the address of this frame has no #pgn=, #fen= or #g=.`

/** @returns the fields of an address; the hash takes precedence over the query string */
export const joined = (hash: string, search: string) =>
  `${hash.replace(/^#/, '')}&${search.replace(/^\?/, '')}`

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
    const first = count > 1 ? say`This is the first of ${count} games.` : ''
    return { ...nothing, game, path, note: error ? problemOf(error) : first }
  } catch (error) {
    if (!(error instanceof ChessError)) throw error
    return { ...nothing, placement: placementOf(text), note: problemOf(error) }
  }
}

/** @returns a short text for users; only the whole page explains all errors */
function problemOf({ code, input = '' }: ChessError): string {
  if (code === 'ERR_INIT') return say`A part of this frame could not be loaded. Reload the page.`
  if (code === 'ERR_COMPACT_VERSION') return say`This link is of a newer version of Binbo.`
  if (code.startsWith('ERR_COMPACT')) return say`This link is damaged, or cut off (${code}).`
  if (code.startsWith('ERR_FEN')) return say`This FEN has no position that can be played (${code}).`
  if (input) return say`This game stops at “${input.slice(0, MAX_QUOTED)}” (${code}).`
  return say`This game cannot be shown whole (${code}).`
}

/** @param text of a link @returns the placement of its FEN, even if no game can start there */
function placementOf(text: string): string | null {
  try {
    return new Setup(tidyFen(new URLSearchParams(text.replaceAll('+', '%2B')).get('fen') ?? '')).fen
  } catch {
    return null
  }
}

/** @returns null for missing or unknown values */
export function looksOf(
  hash: string,
  search: string,
): { theme: string | null; board: string | null; orientation: Color | null } {
  const values = new URLSearchParams(joined(hash, search))
  return {
    theme: oneOf(['light', 'dark'], values.get('theme')) ?? null,
    board: oneOf(BOARDS, values.get('board')) ?? null,
    orientation: oneOf(COLORS, values.get('orientation')) ?? null,
  }
}

/**
 * @param data of a message, such as { pgn: '1. e4 e5', ply: 2 }
 * @returns the hash of an equal link; null for a message without a game
 */
export function hashOfMessage(data: unknown): string | null {
  const fields = fieldsOf(data)
  if (typeof fields.pgn !== 'string' && typeof fields.fen !== 'string') return null
  const parts = FIELDS.filter(name => ['string', 'number'].includes(typeof fields[name]))
  return `#${parts.map(name => `${name}=${encodeURIComponent(String(fields[name]).replace(LONE_SURROGATES, '\ufffd'))}`).join('&')}`
}
