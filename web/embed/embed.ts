// SPDX-License-Identifier: Apache-2.0
// A game in a frame of any website: board and moves. It stores nothing, and requests only its own files from its own host. The
// game comes from the address, or in a message from the surrounding page.

import type { PgnNode } from 'binbo/pgn'
import { element, writeText } from '../page/dom.js'
import { startCore } from '../page/load.js'
import { say } from '../page/texts.js'
import { isPacked, packer, usePacker } from '../storage/links.js'
import { spoken } from '../study/descriptions.js'
import { titleOf } from '../study/headers.js'
import { lastOfLine, moveNumber, nodeAt, plyOf } from '../study/nodes.js'
import type { Shown } from './address.js'
import { hashOfMessage, joined, looksOf, readShown } from './address.js'
import { EmbedBoard } from './embed-board.js'
import { SideView } from './side-view.js'

const place = (id: string) => element(id, HTMLElement)
const root = document.documentElement

/** Pixels that a finger moves over the board to go to the next or previous move. */
const SWIPE = 30

export class Embed {
  /** Shows a puzzle that begins at a node, and returns a function that ends it. */
  puzzle: ((node: PgnNode) => () => void) | null = null
  #endPuzzle = () => {}
  #isListening = false
  readonly board = new EmbedBoard(place('board'))
  #side = new SideView(place('side'), this)
  #shown: Shown | null = null
  #node: PgnNode | null = null
  /** The hash that was opened last. */
  #opening = ''

  /** Shows the game of an address. */
  async open(hash: string, search: string) {
    this.#opening = hash
    if (isPacked(hash)) {
      await loadUnpacker()
      if (this.#opening !== hash) return
    }
    const { theme, board, orientation } = looksOf(hash, search)
    if (theme) root.dataset.theme = theme
    if (board) root.dataset.board = board
    if (orientation) this.board.turnTo(orientation)
    const shown = readShown(hash, search)
    const { game, path } = shown
    this.#shown = shown
    const node = game && nodeAt(game.root, path)
    this.#endPuzzle()
    if (this.puzzle && node?.children.length) {
      this.#endPuzzle = this.puzzle(node)
    } else this.reveal(node)
  }

  /** Shows the game with all moves. @param node null if no game could be read */
  reveal(node: PgnNode | null) {
    const shown = this.#shown
    if (!shown) return
    this.#isListening ||= listen(this)
    this.#side.open(shown)
    document.title = shown.game ? titleOf(shown.game) : say`A game of chess`
    this.#show(node)
  }

  /** @param node has no effect without a node */
  goTo(node: PgnNode | null | undefined) {
    if (!node || node === this.#node) return
    this.#show(node)
    const { san } = node
    announce(san ? `${moveNumber(plyOf(node))} ${spoken(san, node.position.variant)}` : say`Start|position`)
  }

  /** Shows the next move without words, which would interrupt a screen reader. @returns whether there was one */
  playNext(): boolean {
    const next = this.#node?.children[0]
    if (next) this.#show(next)
    return next !== undefined
  }

  back() {
    this.goTo(this.#node?.parent)
  }

  forward() {
    this.goTo(this.#node?.children[0])
  }

  toStart() {
    this.goTo(this.#shown?.game?.root)
  }

  toEnd() {
    this.goTo(this.#node && lastOfLine(this.#node))
  }

  /** Goes to the previous or next variation. */
  goBeside(places: -1 | 1) {
    const siblings = this.#node?.parent?.children ?? []
    this.goTo(siblings[siblings.findIndex(sibling => sibling === this.#node) + places])
  }

  flip() {
    const { flipped } = this.board
    this.board.turnTo(flipped ? 'white' : 'black')
    announce(
      flipped
        ? say`The board is turned: White is at the bottom.`
        : say`The board is turned: Black is at the bottom.`,
    )
  }

  /** @param node null if no game could be read */
  #show(node: PgnNode | null) {
    this.#node = node
    this.board.show(node, this.#shown?.placement ?? null)
    this.#side.markCurrent(node)
  }
}

/** Loads a script of the frame. */
const load = (name: string) => import(new URL(name, location.href).href)

/** Loads the part that unpacks games. If it fails, the frame shows a problem instead of the game. */
async function loadUnpacker() {
  if (packer) return
  try {
    const part = await load(UNPACKER)
    await part.startCore()
    usePacker(part)
  } catch (error) {
    console.error(error)
  }
}

/** Loads the part that plays the moves. If it fails, the reader plays them. */
async function startAutoplay(embed: Embed, fields: string) {
  try {
    const part = await load(AUTOPLAY)
    part.autoplay(place('board'), () => embed.playNext(), part.autoplayOf(fields))
  } catch (error) {
    console.error(error)
  }
}

/** @param text for screen readers */
const announce = (text: string) => writeText(place('announcer'), text)

/** Loads the part for puzzles. If it fails, the frame shows the game. */
const offerPuzzle = (embed: Embed) =>
  load(PUZZLE).then(part => {
    embed.puzzle = node => part.showPuzzle(node, embed, announce)
  }, console.error)

const KEYS: Record<string, (embed: Embed) => void> = {
  ArrowLeft: embed => embed.back(),
  ArrowRight: embed => embed.forward(),
  ArrowUp: embed => embed.goBeside(-1),
  ArrowDown: embed => embed.goBeside(1),
  Home: embed => embed.toStart(),
  End: embed => embed.toEnd(),
  f: embed => embed.flip(),
}

/** @returns true */
function listen(embed: Embed) {
  document.addEventListener('keydown', event => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (ctrlKey || metaKey || altKey || shiftKey || !Object.hasOwn(KEYS, key)) return
    KEYS[key](embed)
    event.preventDefault()
  })
  const board = place('board')
  let start = 0
  board.addEventListener('pointerdown', ({ clientX }) => {
    start = clientX
  })
  board.addEventListener('pointerup', ({ clientX }) => {
    if (Math.abs(clientX - start) < SWIPE) return
    if (clientX < start) embed.forward()
    else embed.back()
  })
  return true
}

let embed: Embed | null = null
/** The hash of a message that arrived before the frame was ready. */
let early: string | null = null

// Listens before anything is loaded, so that the surrounding page can send the game on the frame's load event.
addEventListener('message', ({ source, data }) => {
  const hash = source === parent && parent !== window ? hashOfMessage(data) : null
  if (hash === null) return
  early = hash
  void embed?.open(hash, location.search)
})
addEventListener('hashchange', () => void embed?.open(location.hash, location.search))

try {
  await startCore()
  const made = new Embed()
  const fields = joined(location.hash, location.search)
  if (fields.includes('puzzle=1')) await offerPuzzle(made)
  embed = made
  await embed.open(early ?? location.hash, location.search)
  if (fields.includes('autoplay=')) void startAutoplay(embed, fields)
} catch (error) {
  console.error(error)
  writeText(place('side'), say`The game cannot be shown: a part of it could not be loaded. Reload the page.`)
}
