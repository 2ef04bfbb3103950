// SPDX-License-Identifier: Apache-2.0
// Packs games into short links. Loaded when a link is made or opened.

import { ChessError } from 'binbo'
import { encodeText } from 'binbo/compact'
import type { PgnGame } from 'binbo/pgn'
import { UNKNOWN } from '../study/headers.js'
import type { Study } from '../study/study.js'
import { LONE_SURROGATES, linksOf, textOfLink, usePacker } from './links.js'
import { checkOf, HEADER_NAME, PACKED_HEADERS, unpackGame } from './unpack.js'

usePacker({ unpackGame, packedLink, gameLinks, isOf })

/** The place of a link, its last field. */
const PLY = /&ply=[\d.]*$/

/** In halfmoves: links of longer games exceed 2,000 characters, and packing them after each move is slow. */
const MOST_PLIES = 1500

/** A packed game. `lineVersion`: of the study that it was packed from. */
type Packed = { lineVersion: number; fields: string }

/** By tree: steps through a game pack nothing. */
const packedGames: WeakMap<PgnGame, Packed> = new WeakMap()

/** By tree: whether a packed link has all of it, by the version of the study. */
const wholes: WeakMap<PgnGame, { version: number; isWhole: boolean }> = new WeakMap()

type Linked = Pick<Study, 'tree' | 'node' | 'lineVersion'>

/**
 * @param address of the page
 * @returns a link to the main line with its start, rules, result and headers, at the current move or where its
 *   variation begins; '' if it cannot be packed
 */
export function packedLink({ tree, node, lineVersion }: Linked, address: string = location.href): string {
  const fields = packedOf(tree, lineVersion)
  if (fields === '') return ''
  const { path } = node
  const branch = path.findIndex(index => index > 0)
  const ply = branch < 0 ? path.length : branch
  return `${address.replace(/#.*/s, '')}#${fields}${ply > 0 ? `&ply=${ply}` : ''}`
}

function packedOf(tree: PgnGame, lineVersion: number): string {
  const before = packedGames.get(tree)
  if (before?.lineVersion === lineVersion) return before.fields
  const fields = pack(tree)
  packedGames.set(tree, { lineVersion, fields })
  return fields
}

/** Comments, variations and glyphs, which a packed link lacks: no move in SAN and no number has these characters. */
const NOTES = /^(?!\[).*[{(;$!?]/m

/** @returns whether packed fields have all of the game */
function isWhole(tree: PgnGame, version: number): boolean {
  const before = wholes.get(tree)
  if (before?.version === version) return before.isWhole
  const isWhole =
    !NOTES.test(textOfLink(tree)) && [...tree.headers.keys()].every(name => HEADER_NAME.test(name))
  wholes.set(tree, { version, isWhole })
  return isWhole
}

/**
 * @param address of the page
 * @returns `game`: the shortest link with the whole game; `moves`: a packed link without comments and variations, '' if
 *   `game` is packed or the game cannot be packed
 */
export function gameLinks(
  study: Linked & Pick<Study, 'position' | 'version'>,
  address?: string,
): { game: string; moves: string } {
  const link = packedLink(study, address)
  const { tree, version } = study
  return link && isWhole(tree, version)
    ? { game: link, moves: '' }
    : { game: linksOf(study, address).pgn, moves: link }
}

/** @param hash of a packed link @returns whether it has the main line of the game, at any place */
export function isOf(hash: string, study: Study): boolean {
  return fieldsOf(packedLink(study, '')) === fieldsOf(hash)
}

/** @returns the link's fields without the place, sorted */
const fieldsOf = (hash: string): string => hash.slice(1).replace(PLY, '').split('&').sort().join('&')

/** @returns fields of a link; '' if the game cannot be packed */
function pack(tree: PgnGame): string {
  if (tree.end.ply > MOST_PLIES) return ''
  try {
    const text = encodeText(tree)
    const fields = [`g=${checkOf(text)}.${text}`]
    for (const [name, value] of tree.headers) {
      if (value === UNKNOWN[name] || !HEADER_NAME.test(name) || PACKED_HEADERS.includes(name)) continue
      fields.push(`${name}=${encodeURIComponent(value.replace(LONE_SURROGATES, '\ufffd'))}`)
    }
    return fields.join('&')
  } catch (error) {
    // A null move, or a start that could not be read.
    if (!(error instanceof ChessError)) throw error
    return ''
  }
}
